from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import grpc
import pytest
from google.protobuf.message import Message

from plugin_files import fake
from velero_plugin.backup_item_action.v1 import backup_item_action_pb2 as bia_v1
from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as bia_v2
from velero_plugin.delete_item_action.v1 import delete_item_action_pb2 as dia_v1
from velero_plugin.item_block_action.v1 import item_block_action_pb2 as iba_v1
from velero_plugin.restore_item_action.v1 import restore_item_action_pb2 as ria_v1
from velero_plugin.restore_item_action.v2 import restore_item_action_pb2 as ria_v2
from velero_shim.client import (
    BackupItemActionV1AsV2,
    BackupItemActionV1Client,
    BackupItemActionV2Client,
    DeleteItemActionClient,
    ItemBlockActionClient,
    RestoreItemActionV1AsV2,
    RestoreItemActionV1Client,
    RestoreItemActionV2Client,
    list_plugins,
)
from velero_shim.errors import (
    AsyncOperationsNotSupportedError,
    PluginCallError,
    PluginResponseError,
    StackFrame,
)
from velero_shim.kinds import PluginIdentifier, PluginKind
from velero_shim.model import (
    ExecuteResult,
    ExecuteResultV2,
    OperationProgress,
    ResourceIdentifier,
    ResourceSelector,
    RestoreResultV2,
)
from velero_shim.objects import Backup
from velero_shim.process import PluginProcess

NAME = "example.io/action"
SECRET = ResourceIdentifier("", "secrets", "ns", "token")
BACKUP = {"metadata": {"name": "daily"}}


@pytest.fixture(scope="module")
def channel() -> Iterator[grpc.Channel]:
    with PluginProcess.start(fake()) as process:
        yield process.channel


def without_trace(item: object) -> object:
    assert isinstance(item, dict)
    return {key: value for key, value in item.items() if key != "seen_by"}


# --- what goes out and what comes in ---------------------------------------------


def test_a_v1_action_is_called_with_python_types(channel: grpc.Channel) -> None:
    client = BackupItemActionV1Client(channel, NAME)
    assert client.name == NAME
    assert client.applies_to() == ResourceSelector(
        included_resources=("pods", NAME),
        excluded_namespaces=("kube-system",),
        label_selector="a=b",
    )
    result = client.execute({"kind": "Pod", "n": 2**70}, BACKUP)
    assert isinstance(result, ExecuteResult)
    assert without_trace(result.item) == {"kind": "Pod", "n": 2**70}
    assert result.additional_items == (SECRET,)


@pytest.mark.parametrize("item", [{"a": 1}, b'{"a": 1}'])
@pytest.mark.parametrize("backup", [BACKUP, b"{}", Backup(b'{"a": 2}')])
def test_objects_are_sent_decoded_or_as_json(
    channel: grpc.Channel,
    item: dict[str, object] | bytes,
    backup: dict[str, object] | bytes | Backup,
) -> None:
    result = BackupItemActionV1Client(channel, NAME).execute(item, backup)
    assert without_trace(result.item) == {"a": 1}


def test_a_v2_action_may_name_an_operation(channel: grpc.Channel) -> None:
    client = BackupItemActionV2Client(channel, NAME)
    result = client.execute({"do": "operation"}, BACKUP)
    assert isinstance(result, ExecuteResultV2)
    assert (result.operation_id, result.post_operation_items) == ("op-1", (SECRET,))
    assert client.execute({}, BACKUP).operation_id == ""


@pytest.mark.parametrize("kind", [BackupItemActionV2Client, RestoreItemActionV2Client])
def test_progress_has_all_eight_fields(
    channel: grpc.Channel, kind: type[BackupItemActionV2Client | RestoreItemActionV2Client]
) -> None:
    client = kind(channel, NAME)
    assert client.progress("op-1", b'{"a": 1}') == OperationProgress(
        completed=True,
        err="half of it failed",
        n_completed=7,
        n_total=2**40,
        operation_units="Bytes",
        description=f'{NAME} {{"a": 1}}',
        started=datetime(2023, 11, 14, 22, 13, 20, 5, tzinfo=UTC),
        updated=datetime(2023, 11, 14, 22, 13, 21, tzinfo=UTC),
    )
    client.cancel("op-1", BACKUP)
    with pytest.raises(PluginCallError, match="nothing to cancel"):
        client.cancel("unknown", BACKUP)


def test_a_v2_restore_action_is_called_with_python_types(channel: grpc.Channel) -> None:
    client = RestoreItemActionV2Client(channel, NAME)
    assert client.execute({"a": 1}, {"b": 2}, {}) == RestoreResultV2(
        item={"a": 1, "from_backup": {"b": 2}},
        skip_restore=True,
        operation_id="op-1",
        wait_for_additional_items=True,
        additional_items_ready_timeout=timedelta(seconds=90),
    )
    assert client.are_additional_items_ready([SECRET], {})
    assert not client.are_additional_items_ready([SECRET, SECRET], {})


def test_the_other_kinds_are_called(channel: grpc.Channel) -> None:
    DeleteItemActionClient(channel, NAME).execute({}, BACKUP)
    assert ItemBlockActionClient(channel, NAME).get_related_items({}, BACKUP) == (SECRET,)


def test_a_plugin_lists_what_it_serves(channel: grpc.Channel) -> None:
    assert [(p.kind, p.name) for p in list_plugins(channel)] == [
        (PluginKind.BACKUP_ITEM_ACTION, "example.io/v1"),
        (PluginKind.BACKUP_ITEM_ACTION_V2, "example.io/v2"),
        (PluginKind.RESTORE_ITEM_ACTION_V2, "example.io/v2"),
    ]


def test_a_kind_that_nobody_knows_is_listed_as_its_text() -> None:
    environment = {"PLUGINS": "ItemSnapshotter=example.io/old,BackupItemAction=example.io/new"}
    with PluginProcess.start(fake(), environment=environment) as process:
        listed = list_plugins(process.channel)
    command = fake()[1]
    assert listed == [
        PluginIdentifier("ItemSnapshotter", "example.io/old", command),
        PluginIdentifier(PluginKind.BACKUP_ITEM_ACTION, "example.io/new", command),
    ]
    assert not isinstance(listed[0].kind, PluginKind)


def test_a_source_is_asked_for_the_channel_of_each_call(channel: grpc.Channel) -> None:
    asked: list[int] = []

    def source() -> grpc.Channel:
        asked.append(1)
        return channel

    client = BackupItemActionV2Client(source, NAME)
    assert (client.name, asked) == (NAME, [])
    client.applies_to()
    client.execute({}, BACKUP)
    assert len(asked) == 2


# --- what goes wrong --------------------------------------------------------------


def test_an_error_carries_file_line_and_function(channel: grpc.Channel) -> None:
    with pytest.raises(PluginCallError) as caught:
        BackupItemActionV1Client(channel, NAME).execute({"do": "fail"}, BACKUP)
    error = caught.value
    assert (error.code, error.message, error.plugin) == ("UNKNOWN", "the disk is full", NAME)
    assert error.stack == (StackFrame("/src/plugin.go", 42, "main.execute"),)
    assert (error.file, error.line, error.function) == ("/src/plugin.go", 42, "main.execute")


def test_a_deadline_is_kept_and_is_optional(channel: grpc.Channel) -> None:
    client = BackupItemActionV1Client(channel, NAME)
    with pytest.raises(PluginCallError) as caught:
        client.execute({"sleep": 600}, BACKUP, timeout=0.2)
    assert caught.value.code == "DEADLINE_EXCEEDED"


def test_a_method_that_the_plugin_lacks_is_a_call_error(channel: grpc.Channel) -> None:
    client = BackupItemActionV2Client(channel, NAME)
    client.kind = PluginKind.OBJECT_STORE  # type: ignore[misc]  # a service without Progress
    with pytest.raises(PluginCallError) as caught:
        client.progress("op-1", BACKUP)
    assert caught.value.code == "UNIMPLEMENTED"


def test_a_response_without_a_progress_is_an_error(channel: grpc.Channel) -> None:
    client = BackupItemActionV2Client(channel, NAME)
    with pytest.raises(PluginResponseError, match="holds no progress"):
        client.progress("no progress", BACKUP)
    with pytest.raises(PluginResponseError, match="started: found -1 nanos"):
        client.progress("bad time", BACKUP)


def test_an_empty_item_stands_for_the_one_that_was_sent(
    channel: grpc.Channel, caplog: pytest.LogCaptureFixture
) -> None:
    result = BackupItemActionV1Client(channel, NAME).execute({"do": "empty item"}, BACKUP)
    assert result.item == {"do": "empty item"}
    assert f"plugin returned an empty item, the one sent is kept plugin={NAME}" in caplog.text


def test_an_item_that_is_no_json_is_an_error(channel: grpc.Channel) -> None:
    with pytest.raises(PluginResponseError, match="the returned item is not valid JSON"):
        BackupItemActionV1Client(channel, NAME).execute({"do": "broken item"}, BACKUP)


# --- v1 in the shape of v2 ----------------------------------------------------------


def test_a_v1_backup_action_in_the_shape_of_v2(channel: grpc.Channel) -> None:
    v1 = BackupItemActionV1Client(channel, NAME)
    v2 = BackupItemActionV1AsV2(v1)
    assert v2.name == NAME
    assert v2.applies_to() == v1.applies_to()
    result = v2.execute({"do": "operation"}, BACKUP)
    assert isinstance(result, ExecuteResultV2)
    assert (result.additional_items, result.operation_id) == ((SECRET,), "")
    assert result.post_operation_items == ()
    with pytest.raises(AsyncOperationsNotSupportedError):
        v2.progress("op-1", BACKUP)
    v2.cancel("op-1", BACKUP)


def test_a_v1_restore_action_in_the_shape_of_v2(channel: grpc.Channel) -> None:
    v2 = RestoreItemActionV1AsV2(RestoreItemActionV1Client(channel, NAME))
    assert v2.name == NAME
    assert v2.applies_to().label_selector == "a=b"
    result = v2.execute({"a": 1}, {"b": 2}, {})
    assert result == RestoreResultV2({"a": 1, "from_backup": {"b": 2}}, (), True)
    assert v2.are_additional_items_ready([SECRET], {})
    with pytest.raises(AsyncOperationsNotSupportedError):
        v2.progress("op-1", {})
    v2.cancel("op-1", {})


# --- what the sharing of messages rests on -------------------------------------------


@pytest.mark.parametrize(
    ("used", "meant"),
    [
        (bia_v1.BackupItemActionAppliesToRequest, bia_v2.BackupItemActionAppliesToRequest),
        (bia_v1.BackupItemActionAppliesToRequest, ria_v1.RestoreItemActionAppliesToRequest),
        (bia_v1.BackupItemActionAppliesToRequest, ria_v2.RestoreItemActionAppliesToRequest),
        (bia_v1.BackupItemActionAppliesToRequest, dia_v1.DeleteItemActionAppliesToRequest),
        (bia_v1.BackupItemActionAppliesToRequest, iba_v1.ItemBlockActionAppliesToRequest),
        (bia_v1.BackupItemActionAppliesToResponse, bia_v2.BackupItemActionAppliesToResponse),
        (bia_v1.BackupItemActionAppliesToResponse, ria_v1.RestoreItemActionAppliesToResponse),
        (bia_v1.BackupItemActionAppliesToResponse, ria_v2.RestoreItemActionAppliesToResponse),
        (bia_v1.BackupItemActionAppliesToResponse, dia_v1.DeleteItemActionAppliesToResponse),
        (bia_v1.BackupItemActionAppliesToResponse, iba_v1.ItemBlockActionAppliesToResponse),
        (bia_v2.BackupItemActionProgressRequest, ria_v2.RestoreItemActionProgressRequest),
        (bia_v2.BackupItemActionProgressResponse, ria_v2.RestoreItemActionProgressResponse),
        (bia_v2.BackupItemActionCancelRequest, ria_v2.RestoreItemActionCancelRequest),
        (bia_v2.ExecuteRequest, bia_v1.ExecuteRequest),
        (bia_v2.ExecuteResponse, bia_v1.ExecuteResponse),
        (ria_v2.RestoreItemActionExecuteRequest, ria_v1.RestoreItemActionExecuteRequest),
        (ria_v2.RestoreItemActionExecuteResponse, ria_v1.RestoreItemActionExecuteResponse),
    ],
    ids=lambda message: message.DESCRIPTOR.full_name,
)
def test_a_message_used_for_another_is_the_same_bytes(
    used: type[Message], meant: type[Message]
) -> None:
    meant_fields = wire_fields(meant)
    used_fields = wire_fields(used)
    assert meant_fields.items() <= used_fields.items()
    if "Execute" not in meant.DESCRIPTOR.name:  # v2 added fields to those, none to the others
        assert meant_fields == used_fields


def wire_fields(message: type[Message]) -> dict[int, tuple[object, ...]]:
    return {
        field.number: (
            field.type,
            field.is_repeated,
            field.message_type.full_name if field.message_type else None,
        )
        for field in message.DESCRIPTOR.fields
    }
