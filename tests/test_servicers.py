"""Item actions behind a real server: they answer as Velero's own plugin server does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.empty_pb2 import Empty
from google.protobuf.timestamp_pb2 import Timestamp

from scripted import (
    BACKUP,
    CLAIM,
    EXECUTES,
    ITEM,
    METHODS,
    OF_OPERATIONS,
    POD,
    PROGRESSES,
    RESTORE_EXECUTES,
    RESULTS,
    SELECTOR,
    Do,
    Method,
    OnlyRequired,
    OnlyRequiredRestore,
    call,
    changed,
    each_of,
    every_kind,
    fail,
    fresh_script,
)
from servers import served
from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as backup_v2
from velero_plugin.restore_item_action.v2 import restore_item_action_pb2 as restore_v2
from velero_plugin.shared.v1 import shared_pb2
from velero_shim.errors import InvalidOperationIDError
from velero_shim.kinds import PluginKind
from velero_shim.model import (
    ExecuteResultV2,
    OperationProgress,
    ResourceIdentifier,
    ResourceSelector,
    RestoreResult,
    RestoreResultV2,
)
from velero_shim.servicers import handlers_of_action


@pytest.fixture(scope="module")
def channel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[grpc.Channel]:
    with every_kind(tmp_path_factory.mktemp("s")) as opened:
        yield opened


@pytest.fixture(autouse=True)
def script() -> Iterator[dict[str, Do]]:
    with fresh_script() as does:
        yield does


# --- AppliesTo ---------------------------------------------------------------


@each_of(method for method in METHODS if method[1] == "AppliesTo")
@pytest.mark.parametrize("selector", [SELECTOR, ResourceSelector()], ids=["full", "empty"])
def test_applies_to_sends_the_selector(
    channel: grpc.Channel,
    script: dict[str, Do],
    method: Method,
    selector: ResourceSelector,
) -> None:
    script["applies_to"] = lambda: selector
    response = call(channel, method)
    assert response.HasField("ResourceSelector")  # a host dereferences it without a look
    assert response.ResourceSelector == selector.to_message()


# --- Execute -----------------------------------------------------------------


@each_of(EXECUTES)
@pytest.mark.parametrize("explicit", [False, True], ids=["None", "a result without an item"])
def test_unchanged_item_goes_back_to_the_byte(
    channel: grpc.Channel,
    script: dict[str, Do],
    method: Method,
    explicit: bool,
) -> None:
    """Also when the action scribbled on the dict that it was given."""
    seen: list[dict[str, object]] = []

    def execute(item: dict[str, object], *_: object) -> object:
        seen.append(dict(item))
        item.clear()
        return RESULTS[method[0]]() if explicit else None

    script["execute"] = execute
    response = call(channel, method)
    assert response.item == ITEM
    assert seen == [{"kind": "Pod", "a": 2, "b": 1000.0, "s": "A\ud800", "n": 9007199254740993}]
    expected = type(response)(item=ITEM)
    if isinstance(expected, restore_v2.RestoreItemActionExecuteResponse):
        expected.additionalItemsReadyTimeout.SetInParent()
    assert response == expected


NUMBERS = (
    b'{"big":9007199254740993,"max":9223372036854775807,"u":18446744073709551615,'
    b'"huge":1180591620717411303424,"low":-9223372036854775809,"whole":10.0,"e":1e3,"z":-0.0}'
)


@each_of(EXECUTES)
def test_changed_item_keeps_every_number(
    channel: grpc.Channel, script: dict[str, Do], method: Method
) -> None:
    def execute(item: dict[str, object], *_: object) -> object:
        return RESULTS[method[0]](item={**item, "added": "é\0"})

    script["execute"] = execute
    item = call(channel, method, changed(method, item=NUMBERS)).item
    assert json.loads(item) == {**json.loads(NUMBERS), "added": "é\0"}
    assert item == (
        b'{"big":9007199254740993,"max":9223372036854775807,"u":18446744073709551615,'
        b'"huge":1180591620717411303424,"low":-9223372036854775809,"whole":10.0,"e":1000.0,'
        b'"z":-0.0,"added":"\xc3\xa9\\u0000"}'
    )


@each_of(EXECUTES)
def test_action_sees_the_backup_or_restore(
    channel: grpc.Channel, script: dict[str, Do], method: Method
) -> None:
    seen: list[Any] = []
    script["execute"] = lambda *arguments: seen.extend(arguments)
    call(channel, method)
    assert (seen[-1].name, seen[-1].raw) == ("daily", BACKUP)
    if method in RESTORE_EXECUTES:
        assert seen[1] == {"kind": "Pod"}


@each_of(EXECUTES)
@pytest.mark.parametrize("listing", [list, tuple, iter], ids=["list", "tuple", "generator"])
def test_additional_items_are_sent_in_order(
    channel: grpc.Channel,
    script: dict[str, Do],
    method: Method,
    listing: Callable[[list[ResourceIdentifier]], Any],
) -> None:
    script["execute"] = lambda *_: RESULTS[method[0]](additional_items=listing([CLAIM, POD, POD]))
    sent = call(channel, method).additionalItems
    assert [ResourceIdentifier.from_message(each) for each in sent] == [CLAIM, POD, POD]


def test_backup_v2_sends_an_operation(channel: grpc.Channel, script: dict[str, Do]) -> None:
    script["execute"] = lambda *_: ExecuteResultV2(
        operation_id="op-1", post_operation_items=[CLAIM]
    )
    assert call(channel, (PluginKind.BACKUP_ITEM_ACTION_V2, "Execute")) == (
        backup_v2.ExecuteResponse(
            item=ITEM, operationID="op-1", postOperationItems=[CLAIM.to_message()]
        )
    )


@pytest.mark.parametrize(
    ("timeout", "expected"),
    [
        (None, Duration()),
        (timedelta(0), Duration()),
        (timedelta(seconds=90, microseconds=1), Duration(seconds=90, nanos=1000)),
        (timedelta(days=365), Duration(seconds=31536000)),
    ],
)
def test_restore_v2_sends_all_of_its_result(
    channel: grpc.Channel,
    script: dict[str, Do],
    timeout: timedelta | None,
    expected: Duration,
) -> None:
    script["execute"] = lambda *_: RestoreResultV2(
        additional_items=[POD],
        skip_restore=True,
        operation_id="op-1",
        wait_for_additional_items=True,
        additional_items_ready_timeout=timeout,
    )
    assert call(channel, (PluginKind.RESTORE_ITEM_ACTION_V2, "Execute")) == (
        restore_v2.RestoreItemActionExecuteResponse(
            item=ITEM,
            additionalItems=[POD.to_message()],
            skipRestore=True,
            operationID="op-1",
            waitForAdditionalItems=True,
            additionalItemsReadyTimeout=expected,
        )
    )


def test_restore_v1_skips_an_item(channel: grpc.Channel, script: dict[str, Do]) -> None:
    script["execute"] = lambda *_: RestoreResult(skip_restore=True)
    response = call(channel, (PluginKind.RESTORE_ITEM_ACTION, "Execute"))
    assert response.skipRestore


# --- Progress, Cancel, AreAdditionalItemsReady --------------------------------


@each_of(PROGRESSES)
def test_progress_is_never_missing(
    channel: grpc.Channel, script: dict[str, Do], method: Method
) -> None:
    """A host dereferences it without a look, and crashes when it is not there."""
    script["progress"] = lambda *_: OperationProgress()
    response = call(channel, method)
    assert response.HasField("progress")
    unknown = Timestamp(seconds=-62135596800)
    assert response.progress == shared_pb2.OperationProgress(started=unknown, updated=unknown)


@each_of(PROGRESSES)
def test_progress_sends_all_of_its_fields(
    channel: grpc.Channel, script: dict[str, Do], method: Method
) -> None:
    moment = datetime(2026, 1, 2, 3, 4, 5, 678_901, tzinfo=UTC)
    progress = OperationProgress(
        True, "failed", 2**63 - 1, -(2**63), "Bytes", "half", moment, moment + timedelta(1)
    )
    seen: list[Any] = []

    def report(*arguments: object) -> OperationProgress:
        seen.extend(arguments)
        return progress

    script["progress"] = report
    assert OperationProgress.from_message(call(channel, method).progress) == progress
    assert (seen[0], seen[1].name) == ("op", "daily")


@each_of(PROGRESSES)
def test_unknown_operation_is_an_error_with_the_text_of_velero(
    channel: grpc.Channel, script: dict[str, Do], method: Method
) -> None:
    def report(operation_id: str, _: object) -> None:
        raise InvalidOperationIDError(operation_id)

    script["progress"] = report
    refusal = fail(channel, method)
    assert (refusal.code, refusal.text) == ("UNKNOWN", "operation ID op is invalid")


@each_of(method for method in METHODS if method[1] == "Cancel")
@pytest.mark.parametrize("returned", [None, True, "something"])
def test_cancel_answers_empty(
    channel: grpc.Channel,
    script: dict[str, Do],
    method: Method,
    returned: object,
) -> None:
    seen: list[Any] = []

    def cancel(*arguments: object) -> object:
        seen.extend(arguments)
        return returned

    script["cancel"] = cancel
    assert call(channel, method) == Empty()
    assert (seen[0], seen[1].name) == ("op", "daily")


@pytest.mark.parametrize("ready", [True, False])
def test_readiness_of_additional_items_is_passed_on(
    channel: grpc.Channel, script: dict[str, Do], ready: bool
) -> None:
    seen: list[Any] = []

    def are_ready(*arguments: object) -> bool:
        seen.extend(arguments)
        return ready

    script["are_additional_items_ready"] = are_ready
    method = (PluginKind.RESTORE_ITEM_ACTION_V2, "AreAdditionalItemsReady")
    assert call(channel, method).ready is ready
    assert (seen[0], seen[1].name) == ([POD, CLAIM], "daily")


def test_action_without_operations_answers_as_one_of_velero(tmp_path: Path) -> None:
    """What an author leaves out of a v2 action."""
    handlers = handlers_of_action(OnlyRequired()), handlers_of_action(OnlyRequiredRestore())
    with served(tmp_path, *handlers) as channel:
        for method in OF_OPERATIONS:
            if method[1] == "Cancel":
                assert call(channel, method) == Empty()
                continue
            refusal = fail(channel, method)
            assert refusal.code == "UNKNOWN"
            assert refusal.text == "Plugin does not support asynchronous operations"
        method = (PluginKind.RESTORE_ITEM_ACTION_V2, "AreAdditionalItemsReady")
        assert call(channel, method).ready
