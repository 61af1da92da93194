from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from plugin_files import alive, descriptors, own_socket_folder, wait_until, write_plugin
from velero_shim.client import (
    BackupItemActionV1AsV2,
    BackupItemActionV1Client,
    BackupItemActionV2Client,
    DeleteItemActionClient,
    ItemBlockActionClient,
    RestoreItemActionV1AsV2,
    RestoreItemActionV1Client,
    RestoreItemActionV2Client,
)
from velero_shim.errors import PluginClosedError, PluginNotRegisteredError, PluginStartError
from velero_shim.kinds import PluginKind
from velero_shim.manager import PluginManager
from velero_shim.registry import PluginRegistry, discover

FIRST = (
    "BackupItemAction=example.io/old,BackupItemActionV2=example.io/new,"
    "RestoreItemAction=example.io/old,DeleteItemAction=example.io/delete,"
    "BackupItemAction=velero.io/pod"
)
SECOND = (
    "RestoreItemActionV2=example.io/new,ItemBlockAction=example.io/block,"
    "BackupItemAction=example.io/both,BackupItemActionV2=example.io/both,"
    "ObjectStore=example.io/store"
)


@pytest.fixture(autouse=True)
def socket_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with own_socket_folder(monkeypatch) as folder:
        yield folder


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> PluginRegistry:
    folder = tmp_path_factory.mktemp("plugins")
    write_plugin(folder / "first", PLUGINS=FIRST)
    write_plugin(folder / "second", PLUGINS=SECOND)
    return discover(folder)


@pytest.fixture
def manager(registry: PluginRegistry) -> Iterator[PluginManager]:
    with PluginManager(registry) as manager:
        yield manager


def pid_of(action: BackupItemActionV1Client | BackupItemActionV2Client) -> int:
    item = action.execute({}, {}).item
    assert item is not None
    name, pid = item["seen_by"]
    assert name == action.name
    return int(pid)


def test_each_kind_is_found_by_name(manager: PluginManager) -> None:
    assert isinstance(manager.get_backup_item_action("example.io/old"), BackupItemActionV1Client)
    assert isinstance(manager.get_backup_item_action_v2("example.io/new"), BackupItemActionV2Client)
    assert isinstance(manager.get_restore_item_action("example.io/old"), RestoreItemActionV1Client)
    new = manager.get_restore_item_action_v2("example.io/new")
    assert isinstance(new, RestoreItemActionV2Client)
    delete = manager.get_delete_item_action("example.io/delete")
    assert isinstance(delete, DeleteItemActionClient)
    block = manager.get_item_block_action("example.io/block")
    assert isinstance(block, ItemBlockActionClient)
    delete.execute({}, {})
    assert len(block.get_related_items({}, {})) == 1
    assert manager.channel_source(PluginKind.OBJECT_STORE, "example.io/store")()


def test_a_v1_action_stands_in_where_there_is_no_v2(manager: PluginManager) -> None:
    old = manager.get_backup_item_action_v2("example.io/old")
    assert isinstance(old, BackupItemActionV1AsV2)
    assert old.execute({}, {}).operation_id == ""
    restore = manager.get_restore_item_action_v2("example.io/old")
    assert isinstance(restore, RestoreItemActionV1AsV2)
    assert restore.name == "example.io/old"


def test_the_native_version_is_found_first(manager: PluginManager) -> None:
    both = manager.get_backup_item_action_v2("example.io/both")
    assert isinstance(both, BackupItemActionV2Client)


def test_a_bare_name_is_velero_s_own(manager: PluginManager) -> None:
    assert manager.get_backup_item_action("pod").name == "velero.io/pod"
    assert manager.get_backup_item_action_v2("pod").name == "velero.io/pod"


def test_all_actions_of_a_kind_come_in_the_order_of_registration(manager: PluginManager) -> None:
    assert [a.name for a in manager.get_backup_item_actions()] == [
        "example.io/old",
        "velero.io/pod",
        "example.io/both",
    ]
    assert [a.name for a in manager.get_restore_item_actions()] == ["example.io/old"]
    assert [(type(a), a.name) for a in manager.get_restore_item_actions_v2()] == [
        (RestoreItemActionV1AsV2, "example.io/old"),
        (RestoreItemActionV2Client, "example.io/new"),
    ]
    assert [a.name for a in manager.get_delete_item_actions()] == ["example.io/delete"]
    assert [a.name for a in manager.get_item_block_actions()] == ["example.io/block"]


def test_a_name_in_two_versions_comes_twice_and_is_reported(manager: PluginManager) -> None:
    """As in Velero: both entries of its list lead to the native v2 action."""
    assert [(type(a), a.name) for a in manager.get_backup_item_actions_v2()] == [
        (BackupItemActionV1AsV2, "example.io/old"),
        (BackupItemActionV2Client, "example.io/new"),
        (BackupItemActionV1AsV2, "velero.io/pod"),
        (BackupItemActionV2Client, "example.io/both"),
        (BackupItemActionV2Client, "example.io/both"),
    ]
    assert [double.v2.name for double in manager.double_executions()] == ["example.io/both"]


def test_an_unknown_name_is_an_error_that_lists_the_known_ones(manager: PluginManager) -> None:
    with pytest.raises(PluginNotRegisteredError) as caught:
        manager.get_backup_item_action_v2("example.io/delete")
    assert (caught.value.kind, caught.value.name) == ("BackupItemActionV2", "example.io/delete")
    assert "example.io/both, example.io/new, example.io/old, velero.io/pod" in str(caught.value)


def test_actions_of_a_file_share_one_process_that_is_restarted(manager: PluginManager) -> None:
    old = manager.get_backup_item_action("example.io/old")
    new = manager.get_backup_item_action_v2("example.io/new")
    both = manager.get_backup_item_action("example.io/both")
    assert isinstance(new, BackupItemActionV2Client)
    first = pid_of(old)
    assert pid_of(new) == first
    assert pid_of(both) != first
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: not alive(first), "the process is gone")
    second = pid_of(new)
    assert second != first
    assert pid_of(old) == second


def test_close_ends_everything_and_stays(registry: PluginRegistry) -> None:
    before = descriptors()
    manager = PluginManager(registry)
    action = manager.get_backup_item_action("example.io/old")
    pid = pid_of(action)
    manager.close()
    manager.close()
    assert not alive(pid)
    with pytest.raises(PluginClosedError):
        action.applies_to()
    with pytest.raises(PluginClosedError):
        manager.get_backup_item_action("example.io/old")
    wait_until(lambda: descriptors() <= before, "descriptors closed")


def test_options_reach_the_processes(tmp_path: Path) -> None:
    note = tmp_path / "note"
    file = write_plugin(tmp_path / "plugins" / "plugin", PLUGINS="BackupItemAction=example.io/a")
    registry = discover(file)
    file.write_text(f'#!/bin/sh\necho "$FURTHER $*" > {note}\nexit 1\n')
    further = {"FURTHER": "y"}
    with PluginManager(registry, arguments=["--features", "X"], environment=further) as manager:
        action = manager.get_backup_item_action("example.io/a")
        with pytest.raises(PluginStartError):
            action.applies_to()
    assert note.read_text() == "y --features X\n"
