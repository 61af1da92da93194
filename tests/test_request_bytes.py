"""Requests that are no message, cut, newer than we are, or very large: always a status."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import grpc
import pytest

from scripted import (
    BACKUP,
    EXECUTES,
    ITEM,
    METHODS,
    NAME,
    POD,
    REQUESTS,
    RESULTS,
    SERVICERS,
    Do,
    Method,
    call,
    call_raw,
    changed,
    each_of,
    every_kind,
    fresh_script,
)
from servers import refused
from velero_plugin.restore_item_action.v2 import restore_item_action_pb2 as restore_v2
from velero_shim.kinds import SERVICES, PluginKind
from velero_shim.model import (
    ResourceIdentifier,
)
from velero_shim.servicers import handlers_from_servicer


@pytest.fixture(scope="module")
def channel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[grpc.Channel]:
    with every_kind(tmp_path_factory.mktemp("s")) as opened:
        yield opened


@pytest.fixture(autouse=True)
def script() -> Iterator[dict[str, Do]]:
    with fresh_script() as does:
        yield does


TRUNCATED = b"\x0a\x05abc"
WRONG_WIRE_TYPES = b"\x08\x01\x10\x02\x18\x03"
INVALID_UTF8 = b"\x0a\x02\xff\xfe"
ENDLESS_VARINT = b"\xff" * 30
GROUP = b"\x0b" * 1000
FIELD_0 = b"\x00\x01"
HUGE_LENGTH = b"\x12\xff\xff\xff\xff\x0f"


def noise() -> Iterator[bytes]:
    """Byte strings that are no message, and some that are by accident."""
    yield from (b"", TRUNCATED, WRONG_WIRE_TYPES, INVALID_UTF8, ENDLESS_VARINT, GROUP, FIELD_0)
    yield HUGE_LENGTH
    chance = random.Random(20260101)
    for size in (1, 2, 3, 5, 8, 13, 100, 10_000):
        for _ in range(5):
            yield chance.randbytes(size)


def paths() -> list[str]:
    methods: list[str] = []
    for kind, servicer in SERVICERS.items():
        handlers = handlers_from_servicer(kind, servicer())
        methods += [f"/{handlers.service}/{name}" for name in handlers.methods]
    return methods + [f"/{SERVICES[kind]}/{name}" for kind, name in METHODS]


@pytest.mark.parametrize("path", paths())
def test_noise_gets_a_status_and_the_server_lives(channel: grpc.Channel, path: str) -> None:
    for data in noise():
        try:
            call_raw(channel, path, data)
        except grpc.RpcError as error:
            status: Any = error
            assert status.code() in (
                grpc.StatusCode.INTERNAL,  # no message
                grpc.StatusCode.UNKNOWN,  # a message for nobody, or without JSON
                grpc.StatusCode.UNIMPLEMENTED,  # a bare servicer
            )
    assert call(channel, EXECUTES[0]).item == ITEM


@each_of(METHODS)
def test_truncated_request_gets_a_status_and_the_server_lives(
    channel: grpc.Channel, method: Method
) -> None:
    """Cut at every byte: an error, or what is left is a message of its own."""
    path = f"/{SERVICES[method[0]]}/{method[1]}"
    whole = REQUESTS[method][0].SerializeToString()
    for size in range(len(whole)):
        try:
            call_raw(channel, path, whole[:size])
        except grpc.RpcError as error:
            status: Any = error
            assert status.code() in (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)
    call(channel, method)


@each_of(METHODS)
def test_unknown_fields_are_ignored(channel: grpc.Channel, method: Method) -> None:
    """A later Velero may add some."""
    path = f"/{SERVICES[method[0]]}/{method[1]}"
    newer = REQUESTS[method][0].SerializeToString() + b"\xfa\x3f\x03new" + b"\x80\x40\x01"
    assert REQUESTS[method][1].FromString(call_raw(channel, path, newer)) == call(channel, method)


def test_unknown_method_and_service_are_unimplemented(channel: grpc.Channel) -> None:
    for path in ("/v2.BackupItemAction/Nothing", "/v3.BackupItemAction/Execute"):
        assert refused(partial(call_raw, channel, path, b"")).code == "UNIMPLEMENTED"


# --- size --------------------------------------------------------------------


@each_of(EXECUTES)
def test_item_of_64_mib_goes_there_and_back(
    channel: grpc.Channel, script: dict[str, Do], method: Method
) -> None:
    item = b'{"data":"' + b"x" * (64 * 1024 * 1024) + b'","n":9007199254740993}'
    request = changed(method, item=item)
    assert call(channel, method, request).item == item
    script["execute"] = lambda got, *_: RESULTS[method[0]](item={**got, "more": 1})
    assert call(channel, method, request).item == item[:-1] + b',"more":1}'


@each_of(EXECUTES)
def test_100_000_additional_items_are_sent(
    channel: grpc.Channel, script: dict[str, Do], method: Method
) -> None:
    count = 100_000
    items = [ResourceIdentifier("apps", "deployments", "web", f"n{n}") for n in range(count)]
    script["execute"] = lambda *_: RESULTS[method[0]](additional_items=items)
    sent = call(channel, method).additionalItems
    assert len(sent) == count
    assert ResourceIdentifier.from_message(sent[-1]) == items[-1]


def test_100_000_additional_items_are_asked_for(
    channel: grpc.Channel, script: dict[str, Do]
) -> None:
    seen: list[int] = []

    def are_ready(items: list[ResourceIdentifier], _: object) -> bool:
        seen.append(len(items))
        return True

    script["are_additional_items_ready"] = are_ready
    method = (PluginKind.RESTORE_ITEM_ACTION_V2, "AreAdditionalItemsReady")
    request = restore_v2.RestoreItemActionItemsReadyRequest(
        plugin=NAME, restore=BACKUP, additionalItems=[POD.to_message()] * 100_000
    )
    assert call(channel, method, request).ready
    assert seen == [100_000]
