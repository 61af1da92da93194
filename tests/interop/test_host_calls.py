"""Our host in Python against plugins on Velero's own framework, and against ours."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from interop.host_plugins import Twin, make_twin
from interop.items import Operation, pod
from plugin_files import own_socket_folder, wait_until
from velero_shim.client import (
    BackupItemActionV1AsV2,
    BackupItemActionV2Client,
    RestoreItemActionV2Client,
)
from velero_shim.errors import PluginCallError
from velero_shim.kinds import PluginKind
from velero_shim.loglines import LogLine
from velero_shim.manager import PluginManager
from velero_shim.model import OperationProgress, ResourceIdentifier
from velero_shim.objects import Backup
from velero_shim.operations import TIMED_OUT, OperationList, OperationPhase, OwnerPhase
from velero_shim.registry import PluginRegistry, discover

BACKUP = Backup(b'{"metadata": {"namespace": "velero", "name": "daily"}, "status": {}}')
STARTED = datetime(2024, 5, 6, 7, 8, 9, 123456, tzinfo=UTC)


@pytest.fixture(autouse=True)
def socket_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with own_socket_folder(monkeypatch) as folder:
        yield folder


@pytest.fixture(params=["go", "py"])
def twin(request: pytest.FixtureRequest, tmp_path: Path) -> Twin:
    return make_twin(request.param, tmp_path)


@pytest.fixture
def manager(twin: Twin) -> Iterator[PluginManager]:
    with PluginManager(discover(twin.file)) as manager:
        yield manager


def v2(manager: PluginManager, name: str) -> BackupItemActionV2Client:
    action = manager.get_backup_item_action_v2(name)
    assert isinstance(action, BackupItemActionV2Client)
    return action


def test_what_a_plugin_serves_is_found(twin: Twin) -> None:
    registry = discover(twin.file, arguments=["--log-level=debug", "--features", "EnableCSI"])
    assert {p.command for p in registry} == {str(twin.file)}
    listed = {(p.kind, p.name) for p in registry}
    assert {(PluginKind.BACKUP_ITEM_ACTION_V2, name) for name in twin.backup_actions} <= listed
    assert (PluginKind.RESTORE_ITEM_ACTION_V2, twin.restore) in listed


def test_go_s_v1_actions_of_every_kind_are_called(go_plugin_v1: Path) -> None:
    with PluginManager(discover(go_plugin_v1)) as manager:
        (action, _) = manager.get_backup_item_actions_v2()
        assert isinstance(action, BackupItemActionV1AsV2)
        result = action.execute(pod(), BACKUP)
        assert result.item is not None
        assert result.item["metadata"]["annotations"]["example.io/handled-by"] == action.name
        assert result.additional_items == (
            ResourceIdentifier("example.io", "extras", "shop", "web-0-additional-0"),
        )
        (restore,) = manager.get_restore_item_actions()
        assert restore.execute(pod(skip_restore="true"), pod(), {}).skip_restore
        (delete,) = manager.get_delete_item_actions()
        delete.execute(pod(), BACKUP)
        (block,) = manager.get_item_block_actions()
        assert block.get_related_items(pod(), BACKUP)


def test_the_selector_has_every_field(manager: PluginManager, twin: Twin) -> None:
    selector = v2(manager, twin.selector).applies_to()
    assert selector.included_namespaces
    assert selector.excluded_namespaces
    assert selector.included_resources
    assert selector.excluded_resources
    assert selector.label_selector


def test_an_item_comes_back_changed_with_every_number_as_it_was(
    manager: PluginManager, twin: Twin
) -> None:
    item = pod()
    item["spec"]["terminationGracePeriodSeconds"] = 9007199254740993
    result = v2(manager, twin.v2).execute(item, BACKUP)
    assert result.item is not None
    assert result.item["spec"] == item["spec"]
    assert result.item["metadata"]["annotations"] == {
        "example.io/handled-by": twin.v2,
        "example.io/backup": "velero/daily",
        "example.io/phase": "",
    }
    unchanged = v2(manager, twin.v2).execute(pod(unchanged="true"), BACKUP)
    assert unchanged.item == pod(unchanged="true")


def test_an_error_carries_text_file_line_and_function(manager: PluginManager, twin: Twin) -> None:
    with pytest.raises(PluginCallError) as returned:
        v2(manager, twin.v2).execute(pod(error="disk full"), BACKUP)
    assert (returned.value.code, returned.value.message) == ("UNKNOWN", "disk full")
    assert returned.value.file.endswith((".go", ".py"))
    assert returned.value.line > 0
    assert returned.value.function
    assert returned.value.plugin == twin.v2

    with pytest.raises(PluginCallError) as panicked:
        v2(manager, twin.v2).execute(pod(panic="out of paper"), BACKUP)
    assert panicked.value.code == "ABORTED"
    assert panicked.value.message.startswith("plugin panicked: ")
    assert "out of paper" in panicked.value.message


def test_a_name_that_the_plugin_does_not_serve_is_its_own_error(
    manager: PluginManager, twin: Twin
) -> None:
    source = manager.channel_source(PluginKind.BACKUP_ITEM_ACTION_V2, twin.v2)
    with pytest.raises(PluginCallError, match="was not found or has an invalid name format"):
        BackupItemActionV2Client(source, "example.io/unknown").applies_to()


def test_progress_has_the_fields_of_the_operation(
    manager: PluginManager, twin: Twin, tmp_path: Path
) -> None:
    action = v2(manager, twin.v2)
    result = action.execute(pod(operation=tmp_path, polls=2), BACKUP)
    assert result.post_operation_items == (
        ResourceIdentifier("example.io", "extras", "shop", "web-0-post-operation-0"),
    )
    assert action.progress(result.operation_id, BACKUP) == OperationProgress(
        completed=False,
        n_completed=1,
        n_total=2,
        operation_units="polls",
        description="poll 1 of 2",
        started=STARTED,
        updated=STARTED + timedelta(seconds=1),
    )
    action.cancel(result.operation_id, BACKUP)
    assert action.progress(result.operation_id, BACKUP).err == "cancelled"
    with pytest.raises(PluginCallError, match="operation ID unknown is invalid"):
        action.progress("unknown", BACKUP)
    with pytest.raises(PluginCallError, match="Plugin does not support asynchronous operations"):
        v2(manager, twin.sync).progress("any", BACKUP)


def test_a_restore_action_is_called(manager: PluginManager, twin: Twin) -> None:
    action = manager.get_restore_item_action_v2(twin.restore)
    assert isinstance(action, RestoreItemActionV2Client)
    restore = {"metadata": {"namespace": "velero", "name": "back"}}
    item = pod("new", wait_for_additional_items="90s")
    result = action.execute(item, pod("old"), restore)
    assert result.item is not None
    annotations = result.item["metadata"]["annotations"]
    assert annotations["example.io/restore"] == "velero/back"
    assert annotations["example.io/backed-up-as"] == "old"
    assert result.wait_for_additional_items
    assert result.additional_items_ready_timeout == timedelta(seconds=90)
    ready = ResourceIdentifier("", "pods", "shop", "ready")
    assert action.are_additional_items_ready([ready], restore)
    unready = ResourceIdentifier("", "pods", "shop", "unready")
    assert not action.are_additional_items_ready([ready, unready], restore)


def test_log_lines_and_output_arrive(twin: Twin) -> None:
    lines: list[LogLine] = []
    printed: dict[str, bytes] = {"stdout": b"", "stderr": b""}

    def on_stdio(stream: str, data: bytes) -> None:
        printed[stream] += data

    registry = discover(twin.file)
    arguments = ["--log-level", "debug"]
    with PluginManager(
        registry, arguments=arguments, on_log=lines.append, on_stdio=on_stdio
    ) as manager:
        v2(manager, twin.v2).execute(pod(log="low disk", print="to stdout"), BACKUP)
        wait_until(lambda: [line for line in lines if line.level == "error"], "log lines")
        wait_until(lambda: b"to stdout\n" in printed["stdout"], "output")
    levels = [line.level for line in lines if line.message == "low disk"]
    assert levels == ["debug", "info", "warn", "error"]
    warning = next(line for line in lines if line.level == "warn")
    assert str(warning.fields["logSource"]).rpartition(":")[2].isdigit()


def test_operations_are_polled_to_their_end_each_time_in_a_new_process(
    twin: Twin, tmp_path: Path
) -> None:
    """As a Velero server does it: a manager is made and thrown away for every poll."""
    registry = discover(twin.file)
    states = tmp_path / "states"
    states.mkdir()
    with PluginManager(registry) as manager:
        operations = OperationList(BACKUP, manager.get_backup_item_action_v2)
        for asked in ({"polls": 1}, {"polls": 3}, {"polls": 2, "operation_error": "disk full"}):
            result = v2(manager, twin.v2).execute(pod(operation=states, **asked), BACKUP)
            operations.add(
                twin.v2,
                ResourceIdentifier("", "pods", "shop", "web-0"),
                result.operation_id,
                result.post_operation_items,
            )
    polls = 1
    while poll_once(operations, registry):
        polls += 1
    assert polls == 3
    assert [o.phase for o in operations.operations] == [
        OperationPhase.COMPLETED,
        OperationPhase.COMPLETED,
        OperationPhase.FAILED,
    ]
    assert operations.errors == [f"disk full, plugin: {twin.v2}"]
    assert operations.phase is OwnerPhase.FINALIZING_PARTIALLY_FAILED
    assert sorted(o.polls for o in Operation.all(states)) == [1, 2, 3]


def test_an_operation_past_its_time_is_cancelled_once(twin: Twin, tmp_path: Path) -> None:
    registry = discover(twin.file)
    now = datetime.now(UTC)
    with PluginManager(registry) as manager:
        result = v2(manager, twin.v2).execute(pod(operation=tmp_path, hang="true"), BACKUP)
    operations = OperationList(BACKUP, lambda name: None, lambda: now)  # type: ignore[arg-type,return-value]  # set by each poll
    operations.add(twin.v2, ResourceIdentifier("", "pods", "shop", "web-0"), result.operation_id)
    assert poll_once(operations, registry)
    now += timedelta(hours=4, seconds=1)
    assert not poll_once(operations, registry)
    assert not poll_once(operations, registry)
    assert operations.operations[0].error == TIMED_OUT
    (state,) = Operation.all(tmp_path)
    assert (state.polls, state.cancels) == (2, 1)


def poll_once(operations: OperationList, registry: PluginRegistry) -> bool:
    with PluginManager(registry) as manager:
        operations.get_action = manager.get_backup_item_action_v2
        return operations.poll()
