"""The pytest plugin as authors of plugins meet it: pytest finds it, their tests use it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import checkout
from broken_plugins import broken
from plugin_files import children, write_plugin
from velero_shim.errors import PluginNotRegisteredError, RegistrationError
from velero_shim.manifest import minimal_backup
from velero_shim.testing import PluginUnderTest

LIMIT = 120.0
V1, V2 = "example.io/v1", "example.io/v2"


def run_pytest(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs pytest as somebody else's project would, and warnings are errors there, too."""
    here = str(Path(sys.executable).parent)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-W", "error", "-p", "no:cacheprovider"]
        + [str(argument) for argument in arguments],
        cwd=folder,
        env={**os.environ, "PATH": here + os.pathsep + os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )


def test_the_example_passes(tmp_path: Path) -> None:
    example = checkout.ROOT / "examples" / "python"
    for name in ("add-owner", "test_add_owner.py"):
        (tmp_path / name).write_bytes((example / name).read_bytes())
        (tmp_path / name).chmod((example / name).stat().st_mode)
    ran = run_pytest("-q", folder=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "4 passed" in ran.stdout


def test_pytest_starts_without_grpc(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import sys\n"
        "def test_it():\n"
        "    assert 'velero_shim.pytest_plugin' in sys.modules\n"
        "    costly = {'grpc', 'google', 'msgspec', 'yaml', 'rich', 'typer', 'velero_plugin'}\n"
        "    assert not costly & set(sys.modules)\n"
    )
    ran = run_pytest(folder=tmp_path)
    assert ran.returncode == 0, ran.stdout


def test_a_failed_test_shows_the_log_and_leaves_nothing(tmp_path: Path) -> None:
    plugin = broken(tmp_path, "fails_the_sample")
    (tmp_path / "test_it.py").write_text(
        "def test_it(velero_plugin, velero_backup):\n"
        f"    plugin = velero_plugin({plugin.name!r})\n"
        "    print('PID', plugin.pid)\n"
        "    item = {'kind': 'Pod'}\n"
        "    plugin.backup_item_action_v2('example.io/broken').execute(item, velero_backup)\n"
    )
    ran = run_pytest(folder=tmp_path)
    assert ran.returncode == 1
    assert f"Log of plugin {plugin}" in ran.stdout
    assert "RuntimeError: the disk is full" in ran.stdout.partition("Log of plugin")[2]
    (pid,) = [line.split()[1] for line in ran.stdout.splitlines() if line.startswith("PID ")]
    assert not Path(f"/proc/{pid}").exists()


def test_a_passed_test_shows_no_log(tmp_path: Path) -> None:
    plugin = broken(tmp_path, "good")
    (tmp_path / "test_it.py").write_text(
        f"def test_it(velero_plugin):\n    assert velero_plugin({plugin.name!r}).plugins\n"
    )
    ran = run_pytest("-rA", folder=tmp_path)
    assert ran.returncode == 0, ran.stdout
    assert "Log of plugin" not in ran.stdout


def test_paths_start_at_the_test_file_then_at_the_root(tmp_path: Path) -> None:
    broken(tmp_path, "good")
    (tmp_path / "tests").mkdir()
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "tests" / "test_it.py").write_text(
        "import pytest\n"
        "def test_root(velero_plugin):\n    velero_plugin('good')\n"
        "def test_own_folder(velero_plugin):\n    velero_plugin('../good')\n"
        "def test_absolute(velero_plugin):\n"
        f"    velero_plugin({str(tmp_path / 'good')!r})\n"
        "def test_missing(velero_plugin):\n"
        "    with pytest.raises(Exception, match='tests/nothing.*No such file'):\n"
        "        velero_plugin('nothing')\n"
    )
    ran = run_pytest("-q", folder=tmp_path)
    assert "4 passed" in ran.stdout, ran.stdout


# --- without pytest -----------------------------------------------------------------


def test_actions_of_every_kind(tmp_path: Path) -> None:
    served = [
        f"BackupItemAction={V1}",
        f"BackupItemActionV2={V2}",
        f"RestoreItemAction={V1}",
        f"RestoreItemActionV2={V2}",
        f"DeleteItemAction={V1}",
        f"ItemBlockAction={V1}",
    ]
    item, backup = {"kind": "Pod"}, minimal_backup()
    with PluginUnderTest(write_plugin(tmp_path / "p", PLUGINS=",".join(served))) as plugin:
        assert [f"{p.kind}={p.name}" for p in plugin.plugins] == served
        assert plugin.backup_item_action(V1).execute(item, backup).item
        assert plugin.backup_item_action_v2(V1).execute(item, backup).operation_id == ""
        assert plugin.backup_item_action_v2(V2).progress("op-1", backup).completed
        assert plugin.restore_item_action(V1).execute(item, item, backup).skip_restore
        assert plugin.restore_item_action_v2(V1).are_additional_items_ready([], backup)
        assert plugin.restore_item_action_v2(V2).execute(item, item, backup).operation_id == "op-1"
        assert plugin.item_block_action(V1).get_related_items(item, backup)
        plugin.delete_item_action(V1).execute(item, backup)
        with pytest.raises(PluginNotRegisteredError):
            plugin.backup_item_action(V2)


def test_a_restart_is_another_process_and_the_same_action(tmp_path: Path) -> None:
    before = children()
    with PluginUnderTest(write_plugin(tmp_path / "plugin")) as plugin:
        action = plugin.backup_item_action(V1)
        first = action.execute({"kind": "Pod"}, b"{}").item
        plugin.restart()
        second = action.execute({"kind": "Pod"}, b"{}").item
        assert first is not None
        assert second is not None
        assert first["seen_by"][1] != second["seen_by"][1] == plugin.pid
    assert children() == before


def test_what_velero_would_refuse_is_refused(tmp_path: Path) -> None:
    before = children()
    with pytest.raises(RegistrationError, match="'no-slash' is invalid"):
        PluginUnderTest(write_plugin(tmp_path / "plugin", PLUGINS="BackupItemAction=no-slash"))
    assert children() == before
