from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.empty_pb2 import Empty
from google.rpc import status_pb2

from adapter_servers import LIMIT, BackupPluginV2, Calls, Servers
from velero_plugin.backup_item_action.v1 import backup_item_action_pb2 as v1
from velero_plugin.backup_item_action.v1.backup_item_action_pb2_grpc import (
    BackupItemActionServicer as BackupV1Servicer,
)
from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as v2
from velero_plugin.backup_item_action.v2.backup_item_action_pb2_grpc import (
    BackupItemActionStub as BackupV2Stub,
)
from velero_plugin.restore_item_action.v1 import restore_item_action_pb2 as restore_v1
from velero_plugin.restore_item_action.v2 import restore_item_action_pb2 as restore_v2
from velero_plugin.restore_item_action.v2.restore_item_action_pb2_grpc import (
    RestoreItemActionStub as RestoreV2Stub,
)
from velero_plugin.shared.v1 import shared_pb2
from velero_shim.actions import BackupItemActionV1, RestoreItemActionV1
from velero_shim.adapters.upgrade import (
    upgrade_backup_item_action_v1_to_v2,
    upgrade_handlers_v1_to_v2,
    upgrade_restore_item_action_v1_to_v2,
)
from velero_shim.errors import PluginError
from velero_shim.jsonbytes import JSONObject
from velero_shim.kinds import PluginKind
from velero_shim.model import ExecuteResult, ResourceIdentifier, ResourceSelector, RestoreResult
from velero_shim.objects import Backup, Restore
from velero_shim.servicers import ServiceHandlers, handlers_from_servicer

# ruff: noqa: N802  # gRPC's generated code calls the methods by the wire's names

ITEM = b'{"kind": "Pod", "n": 1e3}'
POD = shared_pb2.ResourceIdentifier(resource="pods", namespace="ns", name="p")
UNKNOWN_FIELD = b"\xfa\x3f\x03new"  # field 1023


class Servicer(BackupV1Servicer):
    """A v1 plugin as the generated code has it."""

    def __init__(self) -> None:
        self.calls = Calls()

    def AppliesTo(
        self, request: v1.BackupItemActionAppliesToRequest, context: grpc.ServicerContext
    ) -> v1.BackupItemActionAppliesToResponse:
        selector = shared_pb2.ResourceSelector(includedResources=["pods"], selector="a=b")
        return v1.BackupItemActionAppliesToResponse(ResourceSelector=selector)

    def Execute(
        self, request: v1.ExecuteRequest, context: grpc.ServicerContext
    ) -> v1.ExecuteResponse:
        self.calls.note("Execute", request)
        if not request.item:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "no item")
        return v1.ExecuteResponse(item=request.item, additionalItems=[POD])


class Action(BackupItemActionV1):
    """The same plugin as a Python action."""

    def applies_to(self) -> ResourceSelector:
        return ResourceSelector(included_resources=["pods"], label_selector="a=b")

    def execute(self, item: JSONObject, backup: Backup) -> ExecuteResult | None:
        if item.get("kind") == "Bad":
            raise PluginError("bad kind")
        return ExecuteResult(additional_items=[ResourceIdentifier("", "pods", "ns", "p")])


class RestoreAction(RestoreItemActionV1):
    def applies_to(self) -> ResourceSelector:
        return ResourceSelector()

    def execute(
        self, item: JSONObject, item_from_backup: JSONObject, restore: Restore
    ) -> RestoreResult | None:
        return RestoreResult(skip_restore=True)


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    with Servers(tmp_path) as servers:
        yield servers


def channel_to_plugin(servers: Servers) -> grpc.Channel:
    channel: grpc.Channel = servers.serve(
        handlers_from_servicer(PluginKind.BACKUP_ITEM_ACTION, Servicer())
    )
    return channel


@pytest.fixture(params=["servicer", "action", "channel", "channel source"])
def stub(request: pytest.FixtureRequest, servers: Servers) -> Any:
    """A v2 stub of the plugin, given to the adapter in each of the ways there are."""
    if request.param == "servicer":
        plugin: object = Servicer()
    elif request.param == "action":
        plugin = Action()
    else:
        channel = channel_to_plugin(servers)
        plugin = channel if request.param == "channel" else lambda: channel
    return BackupV2Stub(servers.serve(upgrade_backup_item_action_v1_to_v2(plugin)))


# --- a v1 plugin to a host of v2 ------------------------------------------------------------------


def test_applies_to_is_the_plugins(stub: Any) -> None:
    answer = stub.AppliesTo(v2.BackupItemActionAppliesToRequest(plugin="p"))
    assert list(answer.ResourceSelector.includedResources) == ["pods"]
    assert answer.ResourceSelector.selector == "a=b"


def test_execute_is_the_plugins_and_starts_no_operation(stub: Any) -> None:
    answer = stub.Execute(v2.ExecuteRequest(plugin="p", item=ITEM, backup=b"{}"))
    assert answer == v2.ExecuteResponse(item=ITEM, additionalItems=[POD])


def test_progress_says_what_velero_says(stub: Any) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        stub.Progress(v2.BackupItemActionProgressRequest(plugin="p", operationID="o"))
    error: Any = caught.value
    assert error.code() is grpc.StatusCode.UNKNOWN
    assert error.details() == "Plugin does not support asynchronous operations"


def test_cancel_does_nothing(stub: Any) -> None:
    assert stub.Cancel(v2.BackupItemActionCancelRequest(operationID="o")) == Empty()


def test_an_error_of_a_servicer_arrives(servers: Servers) -> None:
    stub: Any = BackupV2Stub(servers.serve(upgrade_backup_item_action_v1_to_v2(Servicer())))
    with pytest.raises(grpc.RpcError) as caught:
        stub.Execute(v2.ExecuteRequest())
    error: Any = caught.value
    assert (error.code(), error.details()) == (grpc.StatusCode.INVALID_ARGUMENT, "no item")


def test_an_error_of_an_action_arrives_with_its_stack(servers: Servers) -> None:
    stub: Any = BackupV2Stub(servers.serve(upgrade_backup_item_action_v1_to_v2(Action())))
    with pytest.raises(grpc.RpcError) as caught:
        stub.Execute(v2.ExecuteRequest(item=b'{"kind":"Bad"}', backup=b"{}"))
    error: Any = caught.value
    assert (error.code(), error.details()) == (grpc.StatusCode.UNKNOWN, "bad kind")
    (details,) = (v for k, v in error.trailing_metadata() if k == "grpc-status-details-bin")
    stack = shared_pb2.Stack()
    assert status_pb2.Status.FromString(details).details[0].Unpack(stack)
    assert stack.frames[0].file == __file__


# --- it costs nothing -----------------------------------------------------------------------------


def test_the_handlers_are_the_v1_ones_under_other_names() -> None:
    handlers = handlers_from_servicer(PluginKind.BACKUP_ITEM_ACTION, Servicer())
    upgraded = upgrade_handlers_v1_to_v2(PluginKind.BACKUP_ITEM_ACTION, handlers)
    assert upgraded.service == "v2.BackupItemAction"
    assert set(upgraded.methods) == {"AppliesTo", "Execute", "Progress", "Cancel"}
    for name in ("AppliesTo", "Execute"):
        assert upgraded.methods[name] is handlers.methods[name]


def test_a_request_is_parsed_once_as_v1(servers: Servers) -> None:
    servicer = Servicer()
    stub: Any = BackupV2Stub(servers.serve(upgrade_backup_item_action_v1_to_v2(servicer)))
    stub.Execute(v2.ExecuteRequest(item=ITEM))
    (request,) = servicer.calls.of("Execute")
    assert isinstance(request, v1.ExecuteRequest)


def test_what_is_answered_for_v1_is_not_parsed_at_all(servers: Servers) -> None:
    channel = servers.serve(upgrade_restore_item_action_v1_to_v2(RestoreAction()))
    assert channel.unary_unary("/v2.RestoreItemAction/Cancel")(b"\xff") == b""
    ready = channel.unary_unary("/v2.RestoreItemAction/AreAdditionalItemsReady")(b"\xff")
    assert restore_v2.RestoreItemActionItemsReadyResponse.FromString(ready).ready


# --- through a channel ----------------------------------------------------------------------------


def raw_plugin(servers: Servers, behaviour: Any) -> Any:
    """Returns v2's Execute, over raw bytes, of a v1 plugin behind a channel."""
    handler: Any = grpc.unary_unary_rpc_method_handler(behaviour)
    inner = servers.serve(ServiceHandlers("generated.BackupItemAction", {"Execute": handler}))
    outer = servers.serve(upgrade_backup_item_action_v1_to_v2(inner))
    return outer.unary_unary("/v2.BackupItemAction/Execute")


def test_unknown_fields_pass_both_ways(servers: Servers) -> None:
    request = v2.ExecuteRequest(plugin="p", item=ITEM).SerializeToString() + UNKNOWN_FIELD
    execute = raw_plugin(servers, lambda received, _: received + UNKNOWN_FIELD)
    assert execute(request) == request + UNKNOWN_FIELD


def test_metadata_and_deadline_pass(servers: Servers) -> None:
    calls = Calls()

    def note(request: bytes, context: grpc.ServicerContext) -> bytes:
        calls.note("metadata", dict(context.invocation_metadata()))
        calls.note("left", context.time_remaining())
        return b""

    raw_plugin(servers, note)(b"", timeout=50, metadata=(("x-a", "1"), ("x-b-bin", b"\x00\xff")))
    (metadata,) = calls.of("metadata")
    assert (metadata["x-a"], metadata["x-b-bin"]) == ("1", b"\x00\xff")
    assert 40 < calls.of("left")[0] < 51


def test_a_cancelled_execute_is_cancelled_in_the_plugin(servers: Servers) -> None:
    calls = Calls()

    def wait(request: bytes, context: grpc.ServicerContext) -> bytes:
        ended = threading.Event()
        context.add_callback(ended.set)
        calls.note("called")
        calls.note("ended", ended.wait(LIMIT))
        return b""

    call = raw_plugin(servers, wait).future(b"")
    calls.wait("called")
    call.cancel()
    assert calls.wait("ended") == [True]


def test_a_status_passes_with_its_details_and_other_metadata(servers: Servers) -> None:
    trailing = (("grpc-status-details-bin", b"\x08\x02\x12\x01x"), ("x-why-bin", b"\xff"))

    def fail(request: bytes, context: grpc.ServicerContext) -> bytes:
        context.set_trailing_metadata(trailing)
        context.abort(grpc.StatusCode.DATA_LOSS, "plugin panicked: größe")

    with pytest.raises(grpc.RpcError) as caught:
        raw_plugin(servers, fail)(b"")
    error: Any = caught.value
    assert (error.code(), error.details()) == (grpc.StatusCode.DATA_LOSS, "plugin panicked: größe")
    assert [tuple(pair) for pair in error.trailing_metadata()] == list(trailing)


def test_while_the_plugin_is_down_only_its_own_methods_fail(servers: Servers) -> None:
    nobody = servers.connect(servers.address())
    stub: Any = BackupV2Stub(servers.serve(upgrade_backup_item_action_v1_to_v2(nobody)))
    for method, request in (
        (stub.AppliesTo, v2.BackupItemActionAppliesToRequest()),
        (stub.Execute, v2.ExecuteRequest()),
    ):
        with pytest.raises(grpc.RpcError) as caught:
            method(request)
        error: Any = caught.value
        assert error.code() is grpc.StatusCode.UNAVAILABLE
    assert stub.Cancel(v2.BackupItemActionCancelRequest()) == Empty()


# --- restore --------------------------------------------------------------------------------------


def test_a_restore_action_is_upgraded_by_the_same_rules(servers: Servers) -> None:
    stub: Any = RestoreV2Stub(servers.serve(upgrade_restore_item_action_v1_to_v2(RestoreAction())))
    request = restore_v2.RestoreItemActionExecuteRequest(
        item=ITEM, itemFromBackup=ITEM, restore=b"{}"
    )
    assert stub.Execute(request) == restore_v2.RestoreItemActionExecuteResponse(
        item=ITEM, skipRestore=True
    )
    assert stub.AppliesTo(restore_v2.RestoreItemActionAppliesToRequest()).HasField(
        "ResourceSelector"
    )
    assert stub.Cancel(restore_v2.RestoreItemActionCancelRequest()) == Empty()
    with pytest.raises(grpc.RpcError, match="does not support asynchronous operations"):
        stub.Progress(restore_v2.RestoreItemActionProgressRequest())
    ready = stub.AreAdditionalItemsReady(restore_v2.RestoreItemActionItemsReadyRequest())
    assert ready.ready is True


def test_a_running_restore_plugin_is_upgraded(servers: Servers) -> None:
    handler: Any = grpc.unary_unary_rpc_method_handler(
        lambda request, context: restore_v1.RestoreItemActionExecuteResponse(
            item=request[:1], skipRestore=True
        ).SerializeToString()
    )
    inner = servers.serve(ServiceHandlers("generated.RestoreItemAction", {"Execute": handler}))
    stub: Any = RestoreV2Stub(servers.serve(upgrade_restore_item_action_v1_to_v2(inner)))
    answer = stub.Execute(restore_v2.RestoreItemActionExecuteRequest(plugin="p"))
    assert answer.skipRestore
    assert not answer.operationID


# --- what cannot be upgraded ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plugin", "problem"),
    [
        (Action, "found the class Action"),
        (Servicer, "found the class Servicer"),
        (RestoreAction(), "an action of generated.RestoreItemAction"),
        (BackupPluginV2(v2.ExecuteResponse()), "a servicer of the other version"),
        ("text", "found str"),
        (None, "found NoneType"),
    ],
)
def test_what_is_no_v1_plugin_is_refused_at_once(plugin: object, problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        upgrade_backup_item_action_v1_to_v2(plugin)


def test_a_servicer_of_another_kind_is_refused_at_once() -> None:
    class Store:
        def PutObject(self) -> None: ...

    with pytest.raises(TypeError, match="found Store"):
        upgrade_backup_item_action_v1_to_v2(Store())
