from __future__ import annotations

import gc
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import status_pb2

import adapter_programs
from adapter_servers import (
    LIMIT,
    BackupPluginV2,
    Calls,
    RestorePluginV2,
    Servers,
    completed,
    running,
    wait_until,
)
from velero_plugin.backup_item_action.v1 import backup_item_action_pb2 as v1
from velero_plugin.backup_item_action.v1.backup_item_action_pb2_grpc import (
    BackupItemActionStub as BackupV1Stub,
)
from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as v2
from velero_plugin.restore_item_action.v1 import restore_item_action_pb2 as restore_v1
from velero_plugin.restore_item_action.v1.restore_item_action_pb2_grpc import (
    RestoreItemActionStub as RestoreV1Stub,
)
from velero_plugin.restore_item_action.v2 import restore_item_action_pb2 as restore_v2
from velero_plugin.shared.v1 import shared_pb2
from velero_shim.actions import BackupItemActionV1, BackupItemActionV2
from velero_shim.adapters.downgrade import (
    DowngradeOptions,
    downgrade_backup_item_action_v2_to_v1,
    downgrade_restore_item_action_v2_to_v1,
)
from velero_shim.adapters.waiter import OperationWaiter
from velero_shim.adapters.waiting import WaitingOperation
from velero_shim.errors import PluginError
from velero_shim.jsonbytes import JSONObject
from velero_shim.kinds import PluginKind
from velero_shim.model import (
    ExecuteResult,
    ExecuteResultV2,
    OperationProgress,
    ResourceIdentifier,
    ResourceSelector,
)
from velero_shim.objects import Backup
from velero_shim.servicers import ServiceHandlers, handlers_from_servicer

ITEM = b'{"kind": "PersistentVolumeClaim", "n": 1e3}'
NAME = "example.io/slow"
FAST = DowngradeOptions(poll_interval=timedelta(seconds=0.02), cancel_timeout=timedelta(seconds=1))
UNKNOWN_FIELD = b"\xfa\x3f\x03new"  # field 1023
A, B, C = (shared_pb2.ResourceIdentifier(resource="pods", name=name) for name in "abc")
WITH_OPERATION = v2.ExecuteResponse(
    item=ITEM, additionalItems=[A, B], operationID="op-1", postOperationItems=[C, A]
)
WITHOUT = v2.ExecuteResponse(item=ITEM, additionalItems=[A, B], postOperationItems=[C])


def fast(
    *,
    policy: Literal["wait", "refuse"] = "wait",
    operation_timeout: float = 3600.0,
    poll_interval: float = 0.02,
) -> DowngradeOptions:
    return DowngradeOptions(
        policy=policy,
        operation_timeout=timedelta(seconds=operation_timeout),
        poll_interval=timedelta(seconds=poll_interval),
        cancel_timeout=timedelta(seconds=1),
    )


def request(**fields: Any) -> v1.ExecuteRequest:
    return v1.ExecuteRequest(**{"plugin": NAME, "item": ITEM, "backup": b"{}", **fields})


def code_and_text(caught: pytest.ExceptionInfo[grpc.RpcError]) -> tuple[grpc.StatusCode, str]:
    error: Any = caught.value
    return error.code(), error.details()


def details_of(caught: pytest.ExceptionInfo[grpc.RpcError]) -> bytes | None:
    error: Any = caught.value
    details: bytes | None = dict(error.trailing_metadata()).get("grpc-status-details-bin")
    return details


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    with Servers(tmp_path) as servers:
        yield servers


@pytest.fixture
def waiter() -> Iterator[OperationWaiter]:
    waiter = OperationWaiter()
    yield waiter
    waiter.close()
    assert waiter.waiting == 0


class Downgraded:
    """A v2 plugin that is served as v1, with its callers."""

    def __init__(
        self,
        servers: Servers,
        waiter: OperationWaiter,
        plugin: object,
        options: DowngradeOptions = FAST,
    ) -> None:
        self.handlers = downgrade_backup_item_action_v2_to_v1(plugin, waiter, options)
        self.server, self.address = servers.start(self.handlers)
        self.channel = servers.connect(self.address)
        self.stub: Any = BackupV1Stub(self.channel)

    def execute(self, **fields: Any) -> v1.ExecuteResponse:
        response: v1.ExecuteResponse = self.stub.Execute(request(**fields), timeout=LIMIT)
        return response

    def execute_raw(self, data: bytes) -> bytes:
        method = self.channel.unary_unary("/generated.BackupItemAction/Execute")
        response: bytes = method(data, timeout=LIMIT)
        return response

    def failure(self, **fields: Any) -> pytest.ExceptionInfo[grpc.RpcError]:
        with pytest.raises(grpc.RpcError) as caught:
            self.execute(**fields)
        return caught


Make = Callable[..., Downgraded]


@pytest.fixture
def downgraded(servers: Servers, waiter: OperationWaiter) -> Make:
    def make(plugin: object, options: DowngradeOptions = FAST) -> Downgraded:
        return Downgraded(servers, waiter, plugin, options)

    return make


class Action(BackupItemActionV2):
    """A Python v2 action whose operation takes a few polls."""

    def __init__(self, polls: int = 2, error: str = "") -> None:
        self.polls = polls
        self.error = error
        self.calls = Calls()

    def applies_to(self) -> ResourceSelector:
        return ResourceSelector(included_resources=["pods"], label_selector="a=b")

    def execute(self, item: JSONObject, backup: Backup) -> ExecuteResultV2:
        pods = [ResourceIdentifier("", "pods", "", name) for name in "abc"]
        return ExecuteResultV2(
            additional_items=pods[:2], operation_id="op-1", post_operation_items=[pods[2], pods[0]]
        )

    def progress(self, operation_id: str, backup: Backup) -> OperationProgress:
        count = self.calls.note("Progress", operation_id)
        return OperationProgress(completed=count >= self.polls, err=self.error)

    def cancel(self, operation_id: str, backup: Backup) -> None:
        self.calls.note("Cancel", operation_id)


# --- in each of the ways a plugin can be given ----------------------------------------------------


@pytest.fixture(params=["servicer", "action", "channel", "channel source"])
def each(request: pytest.FixtureRequest, servers: Servers, downgraded: Make) -> Downgraded:
    plugin: object = BackupPluginV2(
        WITH_OPERATION, lambda count: completed() if count > 1 else running()
    )
    if request.param == "action":
        plugin = Action()
    elif request.param != "servicer":
        channel = servers.serve(handlers_from_servicer(PluginKind.BACKUP_ITEM_ACTION_V2, plugin))
        plugin = channel if request.param == "channel" else lambda: channel
    return downgraded(plugin)


def test_applies_to_is_the_plugins(each: Downgraded) -> None:
    answer = each.stub.AppliesTo(v1.BackupItemActionAppliesToRequest(plugin=NAME))
    assert list(answer.ResourceSelector.includedResources) == ["pods"]
    assert answer.ResourceSelector.selector == "a=b"


def test_execute_returns_when_the_operation_is_over(each: Downgraded) -> None:
    assert each.execute() == v1.ExecuteResponse(item=ITEM, additionalItems=[A, B, C])


def test_only_v1s_methods_are_served(each: Downgraded) -> None:
    assert each.handlers.service == "generated.BackupItemAction"
    assert set(each.handlers.methods) == {"AppliesTo", "Execute"}


# --- without an operation -------------------------------------------------------------------------


def test_without_an_operation_the_answer_comes_at_once(downgraded: Make) -> None:
    plugin = BackupPluginV2(WITHOUT)
    assert downgraded(plugin).execute() == v1.ExecuteResponse(item=ITEM, additionalItems=[A, B])
    assert plugin.calls.of("Progress") == []


def test_none_of_v2s_fields_is_in_the_bytes(servers: Servers, downgraded: Make) -> None:
    newer = WITHOUT.SerializeToString() + UNKNOWN_FIELD
    handler: Any = grpc.unary_unary_rpc_method_handler(lambda request, context: newer)
    plugin = servers.serve(ServiceHandlers("v2.BackupItemAction", {"Execute": handler}))
    data = downgraded(plugin).execute_raw(request().SerializeToString())
    assert has_only_known_fields(v1.ExecuteResponse.FromString(data))


def test_none_of_v2s_fields_is_in_the_bytes_after_an_operation(downgraded: Make) -> None:
    adapter = downgraded(BackupPluginV2(WITH_OPERATION))
    data = adapter.execute_raw(request().SerializeToString())
    assert has_only_known_fields(v1.ExecuteResponse.FromString(data))


def has_only_known_fields(message: Message) -> bool:
    before = message.SerializeToString()
    message.DiscardUnknownFields()
    return message.SerializeToString() == before


def test_a_large_item_passes(downgraded: Make) -> None:
    item = b'{"x":"' + b"a" * 20_000_000 + b'"}'
    plugin = BackupPluginV2(v2.ExecuteResponse(item=item, operationID="op-1"))
    assert downgraded(plugin).execute(item=item).item == item


# --- statuses of Execute --------------------------------------------------------------------------


class FailingPlugin(BackupPluginV2):
    """Ends Execute in the way that the item names."""

    def Execute(  # noqa: N802
        self, request: v2.ExecuteRequest, context: grpc.ServicerContext
    ) -> v2.ExecuteResponse:
        response = v2.ExecuteResponse(operationID="op-never-followed")
        context.set_trailing_metadata((("grpc-status-details-bin", b"\x08\x05"),))
        match request.item:
            case b"abort":
                context.abort(grpc.StatusCode.NOT_FOUND, "aborted")
            case b"abort_with_status":
                context.abort_with_status(Status())
            case b"set_code":
                context.set_code(grpc.StatusCode.NOT_FOUND)
                context.set_details("set")
            case b"set_code, None":
                context.set_code(grpc.StatusCode.NOT_FOUND)
                context.set_details("set")
                return None  # type: ignore[return-value]  # as careless servicers do
            case b"None":
                return None  # type: ignore[return-value]
            case b"exit":
                sys.exit(1)
            case b"plugin error":
                raise PluginError("refused")
            case _:
                raise KeyError("raised")
        return response


class Status(grpc.Status):
    code = grpc.StatusCode.RESOURCE_EXHAUSTED
    details = "with status"
    trailing_metadata = (("grpc-status-details-bin", b"\x08\x08"),)


@pytest.mark.parametrize(
    ("item", "code", "text", "details"),
    [
        (b"abort", "NOT_FOUND", "aborted", b"\x08\x05"),
        (b"abort_with_status", "RESOURCE_EXHAUSTED", "with status", b"\x08\x08"),
        (b"set_code", "NOT_FOUND", "set", b"\x08\x05"),
        (b"set_code, None", "NOT_FOUND", "set", b"\x08\x05"),
        (b"None", "ABORTED", "the servicer returned NoneType", None),
        (b"exit", "ABORTED", "plugin panicked: SystemExit: 1", None),
        (b"plugin error", "UNKNOWN", "refused", None),
        (b"raise", "ABORTED", "plugin panicked: KeyError: 'raised'", None),
    ],
)
def test_a_status_of_execute_is_the_callers(
    downgraded: Make, item: bytes, code: str, text: str, details: bytes | None
) -> None:
    plugin = FailingPlugin(WITHOUT)
    caught = downgraded(plugin).failure(item=item)
    found_code, found_text = code_and_text(caught)
    assert found_code.name == code
    assert text in found_text
    if details is not None:
        assert details_of(caught) == details
    assert plugin.calls.of("Progress") == []


def test_a_plugin_that_is_down_is_unavailable(servers: Servers, downgraded: Make) -> None:
    code, _ = code_and_text(downgraded(servers.connect(servers.address())).failure())
    assert code is grpc.StatusCode.UNAVAILABLE


@pytest.mark.parametrize("answer", [b"\xff\xff", b"\x1a\x02\xff\xfe", b"\x0a\x7f"])
def test_bytes_that_are_no_answer_are_a_status(
    servers: Servers, downgraded: Make, answer: bytes
) -> None:
    handler: Any = grpc.unary_unary_rpc_method_handler(lambda request, context: answer)
    plugin = servers.serve(ServiceHandlers("v2.BackupItemAction", {"Execute": handler}))
    code, text = code_and_text(downgraded(plugin).failure())
    assert code is grpc.StatusCode.INTERNAL
    assert "v2.ExecuteResponse" in text


@pytest.mark.parametrize("data", [b"\xff\xff", b"\x0a\x7f"])
def test_bytes_that_are_no_request_are_a_status(downgraded: Make, data: bytes) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        downgraded(BackupPluginV2(WITH_OPERATION)).execute_raw(data)
    assert code_and_text(caught)[0] is grpc.StatusCode.INTERNAL


# --- how operations end ---------------------------------------------------------------------------


def test_progress_is_asked_with_the_operation_and_the_backup(downgraded: Make) -> None:
    plugin = BackupPluginV2(WITH_OPERATION, lambda count: completed() if count > 2 else running())
    backup = b'{"status": {"phase":"FinalizingPartiallyFailed"}, "n":1e3}'
    downgraded(plugin).execute(backup=backup)
    (executed,) = plugin.calls.of("Execute")
    assert executed == v2.ExecuteRequest(plugin=NAME, item=ITEM, backup=backup)
    asked = v2.BackupItemActionProgressRequest(plugin=NAME, operationID="op-1", backup=backup)
    assert plugin.calls.of("Progress") == [asked] * 3
    assert plugin.calls.of("Cancel") == []


def test_a_failed_operation_fails_execute(downgraded: Make) -> None:
    plugin = BackupPluginV2(WITH_OPERATION, lambda _: completed("the disk is full"))
    code, text = code_and_text(downgraded(plugin).failure())
    assert code is grpc.StatusCode.UNKNOWN
    assert "the disk is full" in text
    assert NAME in text
    assert "op-1" in text
    assert plugin.calls.of("Cancel") == []


class FailingProgress(BackupPluginV2):
    """Ends Progress in the way that the operation's ID names."""

    def Progress(  # noqa: N802
        self, request: v2.BackupItemActionProgressRequest, context: grpc.ServicerContext
    ) -> v2.BackupItemActionProgressResponse:
        self.calls.note("Progress", request)
        match request.operationID:
            case "abort":
                context.set_trailing_metadata((("grpc-status-details-bin", b"\x08\x05"),))
                context.abort(grpc.StatusCode.NOT_FOUND, "aborted")
            case "abort_with_status":
                context.abort_with_status(Status())
            case "set_code":
                context.set_code(grpc.StatusCode.NOT_FOUND)
                context.set_details("set")
                assert context.code() is grpc.StatusCode.NOT_FOUND  # type: ignore[attr-defined]
                assert context.details() == b"set"  # type: ignore[attr-defined]
            case "missing":
                pass
            case "exit":
                sys.exit(1)
            case _:
                raise KeyError("raised")
        return v2.BackupItemActionProgressResponse()


@pytest.mark.parametrize("through_a_channel", [False, True])
@pytest.mark.parametrize(
    ("operation", "code", "text", "details"),
    [
        ("abort", "NOT_FOUND", "aborted", b"\x08\x05"),
        ("abort_with_status", "RESOURCE_EXHAUSTED", "with status", b"\x08\x08"),
        ("set_code", "NOT_FOUND", "set", None),
        ("missing", "INTERNAL", "the plugin answered Progress without a progress", None),
    ],
)
def test_an_error_of_progress_is_the_callers(
    servers: Servers,
    downgraded: Make,
    operation: str,
    code: str,
    text: str,
    details: bytes | None,
    through_a_channel: bool,
) -> None:
    servicer = FailingProgress(v2.ExecuteResponse(operationID=operation))
    plugin: object = servicer
    if through_a_channel:
        plugin = servers.serve(handlers_from_servicer(PluginKind.BACKUP_ITEM_ACTION_V2, servicer))
    caught = downgraded(plugin).failure()
    found_code, found_text = code_and_text(caught)
    assert (found_code.name, found_text, details_of(caught)) == (code, text, details)
    assert servicer.calls.of("Cancel") == []


@pytest.mark.parametrize(
    ("operation", "text"),
    [("exit", "plugin panicked: SystemExit: 1"), ("raise", "plugin panicked: KeyError: 'raised'")],
)
def test_an_exception_of_progress_is_the_callers(
    downgraded: Make, operation: str, text: str
) -> None:
    plugin = FailingProgress(v2.ExecuteResponse(operationID=operation))
    assert code_and_text(downgraded(plugin).failure()) == (grpc.StatusCode.ABORTED, text)


def test_an_error_of_an_actions_progress_keeps_its_stack(downgraded: Make) -> None:
    class Failing(Action):
        def progress(self, operation_id: str, backup: Backup) -> OperationProgress:
            raise PluginError("lost it")

    caught = downgraded(Failing()).failure()
    assert code_and_text(caught) == (grpc.StatusCode.UNKNOWN, "lost it")
    stack = shared_pb2.Stack()
    details = details_of(caught)
    assert details is not None
    assert status_pb2.Status.FromString(details).details[0].Unpack(stack)
    assert stack.frames[0].file == __file__


def test_bytes_that_are_no_progress_are_a_status(servers: Servers, downgraded: Make) -> None:
    methods: Any = {
        "Execute": grpc.unary_unary_rpc_method_handler(
            lambda request, context: WITH_OPERATION.SerializeToString()
        ),
        "Progress": grpc.unary_unary_rpc_method_handler(lambda request, context: b"\xff"),
    }
    plugin = servers.serve(ServiceHandlers("v2.BackupItemAction", methods))
    code, text = code_and_text(downgraded(plugin).failure())
    assert code is grpc.StatusCode.INTERNAL
    assert "v2.BackupItemActionProgressResponse" in text


# --- the time limit -------------------------------------------------------------------------------


class Noted(OperationWaiter):
    """Ends each operation at once, well, and notes its time limit."""

    def __init__(self) -> None:
        super().__init__()
        self.limits: list[float] = []

    def add(self, operation: WaitingOperation) -> None:
        self.limits.append(operation.timeout)
        operation.succeed()


DEFAULT = 14_400.0
UNUSABLE = "spec.itemOperationTimeout is not usable"


@pytest.mark.parametrize(
    ("backup", "seconds"),
    [
        ('{"spec":{"itemOperationTimeout":"4h0m0s"}}', 14_400.0),
        ('{"spec":{"itemOperationTimeout":"90s"}}', 90.0),
        ('{"spec":{"itemOperationTimeout":"1.5h"}}', 5_400.0),
        ('{"spec":{"itemOperationTimeout":"250ms"}}', 0.25),
        ('{"spec":{"itemOperationTimeout":"1h30m"}}', 5_400.0),
        ('{"spec":{"itemOperationTimeout":"2us"}}', 2e-6),
        ('{"spec":{"itemOperationTimeout":"2562047h47m16.854775807s"}}', 9223372036.854775),
        ('{"spec":{"itemOperationTimeout":"0"}}', DEFAULT),
        ('{"spec":{"itemOperationTimeout":"0s"}}', DEFAULT),
        ('{"spec":{"itemOperationTimeout":"-1h"}}', -3_600.0),
        ('{"spec":{"itemOperationTimeout":null}}', DEFAULT),
        ('{"spec":{}}', DEFAULT),
        ('{"spec":null}', DEFAULT),
        ("{}", DEFAULT),
    ],
)
def test_the_time_limit_is_the_backups(
    servers: Servers, caplog: pytest.LogCaptureFixture, backup: str, seconds: float
) -> None:
    waiter = Noted()
    plugin = BackupPluginV2(WITH_OPERATION)
    Downgraded(servers, waiter, plugin, DowngradeOptions()).execute(backup=backup.encode())
    assert waiter.limits == [pytest.approx(seconds)]
    assert UNUSABLE not in caplog.text


@pytest.mark.parametrize(
    "backup",
    [
        '{"spec":{"itemOperationTimeout":"soon"}}',
        '{"spec":{"itemOperationTimeout":"1"}}',
        '{"spec":{"itemOperationTimeout":""}}',
        '{"spec":{"itemOperationTimeout":14400000000000}}',
        '{"spec":{"itemOperationTimeout":{}}}',
        '{"spec":{"itemOperationTimeout":"1h',
        "",
        "[]",
        "[" * 100_000,
    ],
)
def test_a_time_limit_that_cannot_be_read_is_the_default_with_one_warning(
    servers: Servers, caplog: pytest.LogCaptureFixture, backup: str
) -> None:
    waiter = Noted()
    options = DowngradeOptions(operation_timeout=timedelta(minutes=7))
    plugin = BackupPluginV2(WITH_OPERATION)
    Downgraded(servers, waiter, plugin, options).execute(backup=backup.encode())
    assert waiter.limits == [420.0]
    warnings = [line for line in caplog.messages if UNUSABLE in line]
    assert len(warnings) == 1
    assert NAME in warnings[0]


def test_past_the_time_limit_execute_fails_with_veleros_text(downgraded: Make) -> None:
    plugin = BackupPluginV2(WITH_OPERATION, lambda _: running())
    backup = b'{"spec":{"itemOperationTimeout":"250ms"}}'
    caught = downgraded(plugin).failure(backup=backup)
    expected = (grpc.StatusCode.DEADLINE_EXCEEDED, "Asynchronous action timed out")
    assert code_and_text(caught) == expected
    asked = v2.BackupItemActionCancelRequest(plugin=NAME, operationID="op-1", backup=backup)
    assert plugin.calls.wait("Cancel") == [asked]


def test_a_result_at_the_time_limit_wins(downgraded: Make) -> None:
    """The last poll is the one of the time limit itself."""
    started = time.monotonic()
    plugin = BackupPluginV2(
        WITH_OPERATION, lambda _: completed() if time.monotonic() - started > 0.3 else running()
    )
    options = fast(operation_timeout=0.5, poll_interval=3600.0)
    started = time.monotonic()
    assert downgraded(plugin, options).execute().item == ITEM
    assert plugin.calls.of("Cancel") == []


def test_a_progress_that_hangs_does_not_hold_up_the_time_limit(
    servers: Servers, downgraded: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("velero_shim.adapters.waiter._LAST_POLL_SECONDS", 0.2)
    free = threading.Event()
    plugin = BackupPluginV2(WITH_OPERATION, lambda _: (free.wait(LIMIT), running())[1])
    caught = downgraded(plugin, fast(operation_timeout=0.2)).failure()
    assert code_and_text(caught)[1] == "Asynchronous action timed out"
    assert len(plugin.calls.wait("Cancel")) == 1
    free.set()


def test_a_time_limit_that_is_shorter_than_a_poll_is_kept(downgraded: Make) -> None:
    plugin = BackupPluginV2(WITH_OPERATION, lambda _: running())
    caught = downgraded(plugin, fast(operation_timeout=1e-6)).failure()
    assert code_and_text(caught)[0] is grpc.StatusCode.DEADLINE_EXCEEDED


# --- restore --------------------------------------------------------------------------------------


def restore_stub(
    servers: Servers,
    waiter: OperationWaiter,
    plugin: object,
    options: DowngradeOptions = FAST,
) -> Any:
    handlers = downgrade_restore_item_action_v2_to_v1(plugin, waiter, options)
    return RestoreV1Stub(servers.serve(handlers))


def restore_request(**fields: Any) -> restore_v1.RestoreItemActionExecuteRequest:
    given = {"plugin": NAME, "item": ITEM, "restore": b"{}", "itemFromBackup": ITEM, **fields}
    return restore_v1.RestoreItemActionExecuteRequest(**given)


@pytest.mark.parametrize("operation", ["", "op-1"])
@pytest.mark.parametrize("skip", [False, True])
def test_a_restore_is_downgraded_by_the_same_rules(
    servers: Servers, waiter: OperationWaiter, operation: str, skip: bool
) -> None:
    plugin = RestorePluginV2(
        restore_v2.RestoreItemActionExecuteResponse(
            item=ITEM, additionalItems=[A], skipRestore=skip, operationID=operation
        ),
        lambda count: completed() if count > 1 else running(),
    )
    stub = restore_stub(servers, waiter, plugin)
    answer = stub.Execute(restore_request(restore=b'{"a":1}'), timeout=LIMIT)
    assert answer == restore_v1.RestoreItemActionExecuteResponse(
        item=ITEM, additionalItems=[A], skipRestore=skip
    )
    assert has_only_known_fields(answer)
    (executed,) = plugin.calls.of("Execute")
    assert (executed.restore, executed.itemFromBackup) == (b'{"a":1}', ITEM)
    asked = restore_v2.RestoreItemActionProgressRequest(
        plugin=NAME, operationID="op-1", restore=b'{"a":1}'
    )
    assert plugin.calls.of("Progress") == ([asked] * 2 if operation else [])


def test_the_time_limit_of_a_restore_is_the_restores(servers: Servers) -> None:
    waiter = Noted()
    plugin = RestorePluginV2(restore_v2.RestoreItemActionExecuteResponse(operationID="op-1"))
    stub = restore_stub(servers, waiter, plugin)
    stub.Execute(restore_request(restore=b'{"spec":{"itemOperationTimeout":"1h30m"}}'))
    assert waiter.limits == [5400.0]


def test_a_restore_past_its_time_limit_is_cancelled(
    servers: Servers, waiter: OperationWaiter
) -> None:
    plugin = RestorePluginV2(
        restore_v2.RestoreItemActionExecuteResponse(operationID="op-1"), lambda _: running()
    )
    stub = restore_stub(servers, waiter, plugin)
    restore = b'{"spec":{"itemOperationTimeout":"100ms"}}'
    with pytest.raises(grpc.RpcError, match="Asynchronous action timed out"):
        stub.Execute(restore_request(restore=restore), timeout=LIMIT)
    assert plugin.calls.wait("Cancel") == [
        restore_v2.RestoreItemActionCancelRequest(plugin=NAME, operationID="op-1", restore=restore)
    ]


def test_that_nobody_waits_for_additional_items_is_said_once_for_each_plugin(
    servers: Servers, waiter: OperationWaiter, caplog: pytest.LogCaptureFixture
) -> None:
    plugin = RestorePluginV2(
        restore_v2.RestoreItemActionExecuteResponse(waitForAdditionalItems=True)
    )
    stub = restore_stub(servers, waiter, plugin)
    calls = [
        stub.Execute.future(restore_request(plugin=f"example.io/{name}"), timeout=LIMIT)
        for name in "ababba"
    ]
    for call in calls:
        call.result()
    lines = [line for line in caplog.messages if "without waiting" in line]
    assert sorted(line[-1] for line in lines) == ["a", "b"]


# --- callers that go ------------------------------------------------------------------------------


def test_a_cancelled_execute_cancels_the_operation(
    downgraded: Make, waiter: OperationWaiter
) -> None:
    plugin = BackupPluginV2(WITH_OPERATION, lambda _: running())
    adapter = downgraded(plugin, fast(poll_interval=3600.0))
    call = adapter.stub.Execute.future(request())
    wait_until(lambda: waiter.waiting)
    call.cancel()
    assert plugin.calls.wait("Cancel") == [
        v2.BackupItemActionCancelRequest(plugin=NAME, operationID="op-1", backup=b"{}")
    ]
    wait_until(lambda: waiter.waiting == 0)


def test_a_caller_that_closes_its_channel_cancels_the_operation(
    servers: Servers, downgraded: Make, waiter: OperationWaiter
) -> None:
    plugin = BackupPluginV2(WITH_OPERATION, lambda _: running())
    adapter = downgraded(plugin, fast(poll_interval=3600.0))
    channel = servers.connect(adapter.address)
    stub: Any = BackupV1Stub(channel)
    call = stub.Execute.future(request())
    wait_until(lambda: waiter.waiting)
    channel.close()
    assert len(plugin.calls.wait("Cancel")) == 1
    assert call.code() is grpc.StatusCode.CANCELLED


def test_a_deadline_of_the_caller_cancels_the_operation(
    downgraded: Make, waiter: OperationWaiter
) -> None:
    plugin = BackupPluginV2(WITH_OPERATION, lambda _: running())
    with pytest.raises(grpc.RpcError) as caught:
        downgraded(plugin).stub.Execute(request(), timeout=0.3)
    assert code_and_text(caught)[0] is grpc.StatusCode.DEADLINE_EXCEEDED
    assert len(plugin.calls.wait("Cancel")) == 1


def test_a_caller_that_is_killed_cancels_the_operation(
    downgraded: Make, waiter: OperationWaiter
) -> None:
    plugin = BackupPluginV2(WITH_OPERATION, lambda _: running())
    adapter = downgraded(plugin, fast(poll_interval=3600.0))
    caller = subprocess.Popen([sys.executable, adapter_programs.__file__, "call", adapter.address])
    try:
        wait_until(lambda: waiter.waiting)
    finally:
        caller.kill()
        caller.wait(LIMIT)
    assert len(plugin.calls.wait("Cancel")) == 1
    wait_until(lambda: waiter.waiting == 0)


def test_a_caller_that_goes_during_execute_cancels_the_operation(downgraded: Make) -> None:
    """There is no callback to add any more when Execute returns."""
    called = threading.Event()

    class Slow(BackupPluginV2):
        def Execute(  # noqa: N802
            self, request: v2.ExecuteRequest, context: grpc.ServicerContext
        ) -> v2.ExecuteResponse:
            gone = threading.Event()
            context.add_callback(gone.set)
            called.set()
            self.calls.note("gone", gone.wait(LIMIT))
            return WITH_OPERATION

    plugin = Slow(WITH_OPERATION, lambda _: running())
    call = downgraded(plugin).stub.Execute.future(request())
    assert called.wait(LIMIT)
    call.cancel()
    assert len(plugin.calls.wait("Cancel")) == 1
    assert plugin.calls.of("gone") == [True]


# --- Cancel ---------------------------------------------------------------------------------------


def test_closing_the_waiter_answers_everyone_although_cancel_hangs(
    downgraded: Make, waiter: OperationWaiter
) -> None:
    free = threading.Event()
    plugin = BackupPluginV2(WITH_OPERATION, lambda _: running())
    plugin.on_cancel = lambda _: free.wait(LIMIT)
    adapter = downgraded(plugin)
    calls = [adapter.stub.Execute.future(request()) for _ in range(40)]
    wait_until(lambda: waiter.waiting == 40)
    started = time.monotonic()
    waiter.close(timeout=0.1)
    for call in calls:
        assert call.exception(LIMIT).code() is grpc.StatusCode.UNAVAILABLE
        assert "op-1" in call.details()
    assert time.monotonic() - started < 2.0
    free.set()
    assert len(plugin.calls.wait("Cancel", 40)) == 40
    late = adapter.failure()
    assert code_and_text(late)[0] is grpc.StatusCode.UNAVAILABLE
    plugin.calls.wait("Cancel", 41)


def test_a_cancel_that_fails_changes_nothing_for_the_caller(
    downgraded: Make, caplog: pytest.LogCaptureFixture
) -> None:
    plugin = BackupPluginV2(WITH_OPERATION, lambda _: running())
    plugin.on_cancel = lambda context: context.abort(grpc.StatusCode.INTERNAL, "cannot")
    caught = downgraded(plugin, fast(operation_timeout=0.1)).failure()
    assert code_and_text(caught)[1] == "Asynchronous action timed out"
    wait_until(lambda: "Cancel failed" in caplog.text)
    assert len(plugin.calls.of("Cancel")) == 1


@pytest.mark.parametrize("hangs", [False, True])
def test_the_policy_refuse_cancels_and_says_what_to_configure(
    downgraded: Make, waiter: OperationWaiter, hangs: bool
) -> None:
    free = threading.Event()
    plugin = BackupPluginV2(WITH_OPERATION)
    if hangs:
        plugin.on_cancel = lambda _: free.wait(LIMIT)
    code, text = code_and_text(downgraded(plugin, fast(policy="refuse")).failure())
    assert code is grpc.StatusCode.FAILED_PRECONDITION
    for part in (NAME, "op-1", "--operations wait"):
        assert part in text
    # Cancel comes first, but one that hangs holds up the answer for a moment only.
    assert plugin.calls.of("Cancel") == [
        v2.BackupItemActionCancelRequest(plugin=NAME, operationID="op-1", backup=b"{}")
    ]
    assert plugin.calls.of("Progress") == []
    assert waiter.waiting == 0
    free.set()


def test_the_policy_refuse_lets_pass_what_starts_no_operation(downgraded: Make) -> None:
    assert downgraded(BackupPluginV2(WITHOUT), fast(policy="refuse")).execute().item == ITEM


# --- plugin processes that die --------------------------------------------------------------------


class Process:
    """A plugin process that is started anew when it is needed."""

    def __init__(self, servers: Servers, folder: Path) -> None:
        self._servers = servers
        self._folder = folder
        self._lock = threading.Lock()
        self._channel: Any = None
        self.running: subprocess.Popen[bytes] | None = None

    def channel(self) -> Any:
        with self._lock:
            if self.running is None or self.running.poll() is not None:
                if self._channel is not None:
                    self._channel.close()
                address = self._servers.address()
                command = [sys.executable, adapter_programs.__file__, "plugin"]
                self.running = subprocess.Popen([*command, address, str(self._folder)])
                self._channel = self._servers.connect(address)
                grpc.channel_ready_future(self._channel).result(LIMIT)
            return self._channel

    def kill(self) -> None:
        if self.running is not None:
            self.running.kill()
            self.running.wait(LIMIT)

    def log(self) -> list[str]:
        log = self._folder / "log"
        return log.read_text().splitlines() if log.exists() else []


@pytest.fixture
def process(servers: Servers, tmp_path: Path) -> Iterator[Process]:
    folder = tmp_path / "operation"
    folder.mkdir()
    process = Process(servers, folder)
    yield process
    process.kill()


@pytest.mark.parametrize("during_a_poll", [False, True])
def test_an_operation_outlives_the_process_of_its_plugin(
    process: Process, tmp_path: Path, downgraded: Make, during_a_poll: bool
) -> None:
    call = downgraded(process.channel).stub.Execute.future(request())
    wait_until(lambda: len(process.log()) > 2)
    hang = tmp_path / "operation" / "hang"
    if during_a_poll:
        hang.touch()
        before = len(process.log())
        wait_until(lambda: len(process.log()) > before)
    process.kill()
    hang.unlink(missing_ok=True)
    seen = len(process.log())
    wait_until(lambda: len(process.log()) > seen + 1)
    (tmp_path / "operation" / "done").touch()
    assert call.result(LIMIT).item == ITEM
    entries = {tuple(line.split()[::2]) for line in process.log()}
    assert entries == {("progress", "op-in-folder")}
    assert len({line.split()[1] for line in process.log()}) == 2


def test_a_channel_that_is_closed_under_a_poll_costs_only_the_poll(
    servers: Servers, downgraded: Make
) -> None:
    """Another call that finds the process dead has its channel closed for all."""
    hanging, free = threading.Event(), threading.Event()

    def progress(count: int) -> shared_pb2.OperationProgress:
        if count == 1:
            hanging.set()
            free.wait(LIMIT)
        return completed()

    handlers = handlers_from_servicer(
        PluginKind.BACKUP_ITEM_ACTION_V2, BackupPluginV2(WITH_OPERATION, progress)
    )
    _, address = servers.start(handlers)
    channels = [servers.connect(address)]
    call = downgraded(lambda: channels[-1]).stub.Execute.future(request())
    assert hanging.wait(LIMIT)
    channels.append(servers.connect(address))
    channels[0].close()
    assert call.result(LIMIT).item == ITEM
    free.set()


# --- progress in the log --------------------------------------------------------------------------


def test_progress_is_logged_on_change(downgraded: Make, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    steps = {1: running(0, 8), 2: running(0, 8), 3: running(2, 8), 4: running(2, 8)}
    plugin = BackupPluginV2(WITH_OPERATION, lambda count: steps.get(count, completed()))
    downgraded(plugin).execute()
    lines = [line for line in caplog.messages if line.startswith("operation progress")]
    assert len(lines) == 3
    for part in (f"plugin={NAME}", "operation_id=op-1", "units=Bytes", "percent=25"):
        assert part in lines[1]


# --- many at once, and what grpcio has to give ----------------------------------------------------


def test_waiting_holds_no_thread_of_the_server(servers: Servers, waiter: OperationWaiter) -> None:
    """Rests on grpcio's undocumented ``experimental_non_blocking``: is it still there?"""
    over = threading.Event()
    plugin = BackupPluginV2(WITH_OPERATION, lambda _: completed() if over.is_set() else running())
    handlers = downgrade_backup_item_action_v2_to_v1(plugin, waiter, FAST)
    stub: Any = BackupV1Stub(servers.serve(handlers, workers=1))
    calls = [stub.Execute.future(request()) for _ in range(3)]
    try:
        wait_until(lambda: waiter.waiting == 3)
        stub.AppliesTo(v1.BackupItemActionAppliesToRequest(), timeout=LIMIT)
    except (AssertionError, grpc.RpcError) as error:
        raise AssertionError(
            f"grpcio {grpc.__version__} holds a thread for each waiting Execute: it seems to "
            "have dropped experimental_non_blocking, which velero_shim.adapters.callback uses"
        ) from error
    finally:
        over.set()
    for call in calls:
        assert call.result(LIMIT).item == ITEM


def test_without_that_hook_execute_still_answers(waiter: OperationWaiter) -> None:
    plugin = BackupPluginV2(WITH_OPERATION, lambda count: completed() if count > 2 else running())
    handlers = downgrade_backup_item_action_v2_to_v1(plugin, waiter, FAST)
    execute: Any = handlers.methods["Execute"].unary_stream

    class Context:
        def code(self) -> None:
            return None

        def add_callback(self, callback: object) -> bool:
            return True

    (data,) = execute(request().SerializeToString(), Context())
    assert v1.ExecuteResponse.FromString(data).item == ITEM


def test_a_thousand_waiting_executes_starve_nobody_and_all_end(
    servers: Servers, waiter: OperationWaiter
) -> None:
    over = threading.Event()
    plugin = BackupPluginV2(WITH_OPERATION, lambda _: completed() if over.is_set() else running())
    handlers = downgrade_backup_item_action_v2_to_v1(plugin, waiter, fast(poll_interval=1.0))
    stub: Any = BackupV1Stub(servers.serve(handlers, workers=8))
    before = set(threading.enumerate())
    calls = [stub.Execute.future(request()) for _ in range(1000)]
    wait_until(lambda: waiter.waiting == 1000)
    plugin.calls.wait("Progress", 2500)  # each of them is polled, again and again
    # 8 of the server, 64 at most for polls, the clockwork; some of grpcio's own.
    assert len(set(threading.enumerate()) - before) <= 8 + 64 + 1 + 4
    slowest = 0.0
    for _ in range(20):
        started = time.monotonic()
        stub.AppliesTo(v1.BackupItemActionAppliesToRequest(), timeout=LIMIT)
        slowest = max(slowest, time.monotonic() - started)
    assert slowest < 2.0
    plugin.response = WITHOUT
    assert stub.Execute(request(), timeout=2.0).item == ITEM
    over.set()
    assert {call.result(LIMIT).item for call in calls} == {ITEM}
    assert waiter.waiting == 0
    assert plugin.calls.of("Cancel") == []


def test_a_thousand_waiting_executes_are_cancelled_together(
    servers: Servers, waiter: OperationWaiter
) -> None:
    plugin = BackupPluginV2(WITH_OPERATION, lambda _: running())
    handlers = downgrade_backup_item_action_v2_to_v1(plugin, waiter, fast(poll_interval=1.0))
    _, address = servers.start(handlers)
    channel = servers.connect(address)
    stub: Any = BackupV1Stub(channel)
    calls = [stub.Execute.future(request()) for _ in range(1000)]
    wait_until(lambda: waiter.waiting == 1000)
    channel.close()
    assert len(plugin.calls.wait("Cancel", 1000)) == 1000
    assert all(call.done() for call in calls)
    assert waiter.waiting == 0


def test_nothing_is_kept_of_an_execute_that_is_over(
    downgraded: Make, waiter: OperationWaiter
) -> None:
    adapter = downgraded(BackupPluginV2(WITH_OPERATION))
    for _ in range(3):
        adapter.execute()

    def kept() -> int:
        gc.collect()
        return sum(isinstance(thing, WaitingOperation) for thing in gc.get_objects())

    wait_until(lambda: kept() == 0)


# --- what cannot be downgraded --------------------------------------------------------------------


class V1Action(BackupItemActionV1):
    def applies_to(self) -> ResourceSelector:
        return ResourceSelector()

    def execute(self, item: JSONObject, backup: Backup) -> ExecuteResult | None:
        return None


class V1Servicer:
    def AppliesTo(self) -> None: ...  # noqa: N802

    def Execute(self) -> None: ...  # noqa: N802


@pytest.mark.parametrize(
    ("plugin", "problem"),
    [
        (Action, "found the class Action"),
        (V1Action(), "an action of generated.BackupItemAction"),
        (V1Servicer(), "a servicer of the other version"),
        (None, "found NoneType"),
    ],
)
def test_what_is_no_v2_plugin_is_refused_at_once(
    waiter: OperationWaiter, plugin: object, problem: str
) -> None:
    with pytest.raises(TypeError, match=problem):
        downgrade_backup_item_action_v2_to_v1(plugin, waiter)


@pytest.mark.parametrize(
    "options",
    [
        {"policy": "drop"},
        {"operation_timeout": timedelta(0)},
        {"poll_interval": timedelta(seconds=-1)},
        {"cancel_timeout": timedelta(0)},
    ],
)
def test_options_that_cannot_work_are_refused_at_once(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="found"):
        DowngradeOptions(**options)
