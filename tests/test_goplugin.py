"""The services of a go-plugin host, above all that they answer whatever the actions do."""

from __future__ import annotations

import queue
import random
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from plugin_host import LIMIT, Plugin, received, started, wait_until
from velero_plugin.backup_item_action.v1 import backup_item_action_pb2 as bia_v1
from velero_plugin.backup_item_action.v1 import backup_item_action_pb2_grpc as bia_v1_grpc
from velero_plugin.goplugin import (
    grpc_broker_pb2,
    grpc_broker_pb2_grpc,
)
from velero_plugin.plugin_lister.v1 import plugin_lister_pb2_grpc
from velero_plugin.shared.v1 import shared_pb2
from velero_shim.runtime import ACTION_WORKERS

SERVING = 1

METHODS = [
    "/grpc.health.v1.Health/Check",
    "/grpc.health.v1.Health/Watch",
    "/plugin.GRPCStdio/StreamStdio",
    "/plugin.GRPCBroker/StartStream",
    "/generated.PluginLister/ListPlugins",
    "/generated.BackupItemAction/AppliesTo",
    "/generated.BackupItemAction/Execute",
    "/v2.BackupItemAction/AppliesTo",
    "/v2.BackupItemAction/Execute",
    "/v2.BackupItemAction/Progress",
    "/v2.BackupItemAction/Cancel",
]
STREAMS = {"Watch", "StreamStdio", "StartStream"}


def _broker(plugin: Plugin) -> tuple[queue.Queue[grpc_broker_pb2.ConnInfo | None], Any]:
    requests: queue.Queue[grpc_broker_pb2.ConnInfo | None] = queue.Queue()
    stub = grpc_broker_pb2_grpc.GRPCBrokerStub(plugin.channel)
    return requests, stub.StartStream(iter(requests.get, None))


def _assert_host_services_answer(plugin: Plugin) -> None:
    assert plugin.health() == SERVING
    lister = plugin_lister_pb2_grpc.PluginListerStub(plugin.channel)
    assert len(lister.ListPlugins(shared_pb2.Empty(), timeout=LIMIT).plugins) == 2


# --- starvation -----------------------------------------------------------------


def test_host_services_answer_while_every_action_worker_is_blocked(tmp_path: Path) -> None:
    with started() as plugin:
        plugin.execute({"do": "print", "text": "printed before"})
        calls = plugin.block(tmp_path, ACTION_WORKERS)
        waiting = plugin.execute_in_background({})
        _assert_host_services_answer(plugin)
        assert b"printed before" in received(plugin.stdio(), b"from a child\n")
        requests, broker = _broker(plugin)
        assert not waiting.done()
        requests.put(None)
        broker.cancel()
        assert not any(call.done() for call in calls)


def test_streams_that_stay_open_hold_no_thread() -> None:
    """Fails when grpcio no longer knows what keeps them out of the thread pools."""
    with started() as plugin:
        opened: list[Any] = []
        for _ in range(3 * ACTION_WORKERS):
            requests, broker = _broker(plugin)
            opened += [plugin.stdio(), broker, requests]
        _assert_host_services_answer(plugin)
        assert plugin.execute({}).item == b"{}"
        assert not any(call.done() for call in opened[1::3])


def test_health_of_an_unknown_service_is_not_found() -> None:
    with started() as plugin:
        with pytest.raises(grpc.RpcError) as caught:
            plugin.health("other")
        assert caught.value.code() == grpc.StatusCode.NOT_FOUND


def test_a_stream_that_the_host_cancels_leaves_room_for_the_next() -> None:
    with started() as plugin:
        first = plugin.stdio()
        plugin.execute({"do": "print", "text": "first"})
        received(first, b"from a child\n")
        first.cancel()
        plugin.execute({"do": "print", "text": "second"})
        assert received(plugin.stdio(), b"from a child\n").endswith(b"from a child\n")


def test_broker_stays_open_and_says_nothing() -> None:
    with started() as plugin:
        requests, broker = _broker(plugin)
        requests.put(grpc_broker_pb2.ConnInfo(service_id=1))
        assert plugin.health() == SERVING
        assert not broker.done()
        plugin.shut_down()
        assert list(broker) == []
        requests.put(None)


def test_a_burst_of_calls_is_answered() -> None:
    with started() as plugin:
        calls = [plugin.execute_in_background({}) for _ in range(2500)]
        assert all(call.result(LIMIT).item == b"{}" for call in calls)


# --- bad bytes ------------------------------------------------------------------------


def _bad_bodies() -> Iterator[bytes]:
    good = bia_v1.ExecuteRequest(plugin="example.io/v1", item=b"{}", backup=b"{}")
    data = good.SerializeToString()
    yield from (data[:length] for length in range(1, len(data)))
    yield b"\x08\x01"  # field 1 as a number
    yield b"\x0a\x02\xff\xfe"  # a name that is no UTF-8
    yield b"\x0a\xff\xff\xff\xff\x0f"  # a length of 4 GiB
    yield b"\x12\x01{" * 3
    yield b"\x00" * 64
    chance = random.Random(1)
    yield from (chance.randbytes(chance.randrange(1, 200)) for _ in range(50))


def _call(plugin: Plugin, method: str, body: bytes) -> grpc.StatusCode:
    name = method.rpartition("/")[2]
    channel: Any = plugin.channel  # without serializers it takes bytes
    try:
        if name not in STREAMS:
            channel.unary_unary(method)(body, timeout=LIMIT)
        else:
            # A good request would open a stream that stays open: end it after the first look.
            channel.stream_stream(method)(iter([body]), timeout=0.02).code()
    except grpc.RpcError as error:
        code: grpc.StatusCode = error.code()
        return code
    return grpc.StatusCode.OK


@pytest.mark.parametrize("method", METHODS)
def test_bad_bytes_get_a_status_and_the_process_lives_on(method: str) -> None:
    with started() as plugin:
        codes = {_call(plugin, method, body) for body in _bad_bodies()}
        assert plugin.execute({}).item == b"{}"
        assert plugin.process.poll() is None
    assert grpc.StatusCode.UNAVAILABLE not in codes
    if method.rpartition("/")[2] not in STREAMS:
        assert grpc.StatusCode.DEADLINE_EXCEEDED not in codes


def test_unknown_method_is_unimplemented() -> None:
    with started() as plugin:
        assert _call(plugin, "/v3.Other/Execute", b"") == grpc.StatusCode.UNIMPLEMENTED


# --- size -------------------------------------------------------------------------------


def _resident(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def test_an_item_of_64_mib_passes_and_its_memory_is_given_back() -> None:
    item = b'{"data":"' + b"x" * (64 * 2**20) + b'"}'
    request = bia_v1.ExecuteRequest(plugin="example.io/v1", item=item, backup=b"{}")
    with started() as plugin:
        stub = bia_v1_grpc.BackupItemActionStub(plugin.channel)
        plugin.execute({})
        before = _resident(plugin.process.pid)
        for _ in range(3):
            assert stub.Execute(request, timeout=LIMIT).item == item
        wait_until(
            lambda: _resident(plugin.process.pid) < before + 32 * 2**20, "memory to be given back"
        )


def test_a_hundred_thousand_identifiers_pass() -> None:
    with started() as plugin:
        response = plugin.execute({"identifiers": 100_000})
        assert len(response.additionalItems) == 100_000
        assert response.additionalItems[-1].name == "pod-99999"


@pytest.mark.parametrize(
    "method", ["/generated.BackupItemAction/Execute", "/grpc.health.v1.Health/Check"]
)
def test_requests_that_are_no_messages_cost_no_memory(method: str) -> None:
    with started() as plugin:
        for _ in range(200):
            assert _call(plugin, method, b"\x0a\xff\x01x") is grpc.StatusCode.INTERNAL
        before = _resident(plugin.process.pid)
        for _ in range(1000):
            _call(plugin, method, b"\x0a\xff\x01x")
        # grpcio's own parsing would have kept 17 MB of them.
        assert _resident(plugin.process.pid) - before < 6 * 2**20
