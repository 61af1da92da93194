"""``velero-shim backup``: what it prints and writes, and its exit statuses."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from backup_objects import (
    COMPLETED,
    FAILED,
    RUNNING,
    Object,
    actions_plugin,
    claim,
    made,
    namespace,
    pod,
)
from plugin_files import write_plugin
from plugins.backup_actions import STATE
from velero_shim.backup import ItemsDone, OperationsPolled, PhaseChanged
from velero_shim.backup.events import LogEntry
from velero_shim.cli import backup_progress
from velero_shim.cli.app import app
from velero_shim.cli.backup_progress import amount, quantity, shown_by
from velero_shim.errors import ShimError
from velero_shim.model import ResourceIdentifier
from velero_shim.operations import Operation, OperationPhase


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a plugins folder in it, where the test works."""
    (tmp_path / "state").mkdir()
    monkeypatch.setenv(STATE, str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    actions_plugin(tmp_path / "plugins")
    return tmp_path


def manifests(folder: Path, *objects: Object) -> str:
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": [namespace("shop"), *objects]})
    (folder / "m.json").write_text(text)
    return "m.json"


def backup(*arguments: str, stdin: str | None = None) -> Result:
    options = ("--plugins", "plugins", "--poll-interval", "50ms")
    return CliRunner().invoke(app, ["backup", *options, *arguments], input=stdin)


def operation(*script: Any) -> dict[str, Any]:
    return {"operation": {"a": list(script)}}


def test_completed(folder: Path) -> None:
    result = backup(manifests(folder, claim("data", **operation(RUNNING, COMPLETED))), "-o", "out")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "phase InProgress",
        "operation test.example.io/a shop-data-a: New 25% (1 of 4 Bytes)",
        "phase WaitingForPluginOperations",
        "operation test.example.io/a shop-data-a: Completed 100% (4 of 4 Bytes)",
        "phase Finalizing",
        "phase Completed",
        "Completed: 2 of 2 objects, 0 errors, 0 warnings, 1 of 1 operations completed",
        "written to out",
    ]
    assert result.stderr == ""
    assert {f.name for f in (folder / "out").iterdir()} == {
        "backup.log",
        "itemoperations.json",
        "metadata",
        "resources",
        "results.json",
        "velero-backup.json",
    }


def test_partially_failed(folder: Path) -> None:
    result = backup(manifests(folder, pod("web", error={"b": "no luck"})))
    assert result.exit_code == 3
    assert "error: Error backing up item resource=pods namespace=shop name=web" in result.stdout
    assert "PartiallyFailed: 2 of 2 objects, 1 errors" in result.stdout


def test_failed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACKUP_ACTIONS_SELECTOR", '{"a": {"label_selector": "a in b"}}')
    result = backup(manifests(folder, pod("web")))
    assert result.exit_code == 1
    assert "Failed: " in result.stdout
    assert "test.example.io/a: AppliesTo" in result.stderr


def test_errors_while_finalizing_are_told_though_velero_completes(folder: Path) -> None:
    own = [["", "persistentvolumeclaims", "shop", "data"]]
    again = {**operation(COMPLETED), "post": {"a": own}, "again": {"a": True}}
    result = backup(manifests(folder, claim("data", **again)))
    assert result.exit_code == 0
    assert "1 errors while finalizing" in result.stderr


def test_what_is_left_out_is_told(folder: Path) -> None:
    """As in Velero 1.18, a backup that names no resources has none of cluster scope."""
    roles = [made("rbac.authorization.k8s.io/v1", "ClusterRole", f"r{n}") for n in range(7)]
    found = manifests(folder, pod("web"), *roles)
    result = backup(found)
    left = ", ".join(f"clusterroles.rbac.authorization.k8s.io r{n}" for n in range(5))
    assert f"left out: {left} and 2 more" in result.stdout
    assert "left out" not in backup(found, "--include-resources", "*").stdout


def test_json_and_nothing_else(folder: Path) -> None:
    found = manifests(folder, pod("web", error={"b": "no"}), claim("data", **operation(FAILED)))
    result = backup(found, "--output-format", "json", "-o", "b.tar.gz", "--name", "nightly")
    assert result.exit_code == 3
    report = json.loads(result.stdout)
    assert report["name"] == "nightly"
    assert report["phase"] == "PartiallyFailed"
    assert report["errors"] == 2
    assert report["operations"]["failed"] == 1
    assert report["operations"]["list"][0]["status"]["error"] == "the disk is full"
    assert report["output"] == "b.tar.gz"
    assert any(
        "test.example.io/b" in text for text in report["results"]["errors"]["namespaces"]["shop"]
    )
    assert {f.name for f in folder.glob("b*")} == {
        "b.tar.gz",
        "b-backup.log",
        "b-itemoperations.json",
        "b-results.json",
        "b-velero-backup.json",
    }


def test_filters_and_standard_input(folder: Path) -> None:
    text = (folder / manifests(folder, pod("web"), claim("data"))).read_text()
    result = backup(
        "-", "--exclude-resources", "pvc,secrets", "--output-format", "json", stdin=text
    )
    assert result.exit_code == 0
    files = json.loads(result.stdout)["files"]
    assert not any("persistentvolumeclaims" in path for path in files)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("nothing.yaml",), "there is no file or folder nothing.yaml"),
        (("m.json", "--plugins", "gone"), "there is no file or folder gone"),
        (("m.json", "--selector", "a in b"), "found 'b', expected '('"),
        (("m.json", "--selector", "a > 1"), "a backup takes no comparison"),
        (("m.json", "--poll-interval", "soon"), "expected a Go duration"),
        (("m.json", "--item-operation-timeout", "0s"), "expected more than zero"),
        (("m.json", "--workers", "0"), "'--workers'"),
        (("m.json", "--resource", "Widget"), "expected KIND=PLURAL.GROUP"),
        (("m.json", "--name", "A B"), "the backup name 'A B'"),
        (("m.json", "--include-resources", "*,pods"), "'*' stands alone"),
    ],
)
def test_wrong_usage(folder: Path, arguments: tuple[str, ...], problem: str) -> None:
    manifests(folder, pod("web"))
    result = backup(*arguments)
    assert result.exit_code == 2, result.output
    words = " ".join(result.stderr.replace("│", " ").split())
    assert problem in words


@pytest.mark.parametrize(
    ("make", "arguments", "problem"),
    [
        ("m.yaml", ("m.yaml",), "m.yaml: it is no YAML"),
        ("w.yaml", ("w.yaml",), "--resource Widget=widgets.example.io"),
        ("out/x", ("m.json", "-o", "out"), "the folder is not empty"),
        ("", ("m.json", "-o", "no/out"), "make it first"),
        ("", ("m.json", "--plugins", "m.json"), "m.json"),
    ],
)
def test_bad_input_is_one_message(
    folder: Path, make: str, arguments: tuple[str, ...], problem: str
) -> None:
    manifests(folder, pod("web"))
    if make:
        (folder / make).parent.mkdir(exist_ok=True)
        widget = "{apiVersion: example.io/v1, kind: Widget, metadata: {name: w}}"
        (folder / make).write_text(widget if make == "w.yaml" else "a: [")
    result = backup(*arguments)
    assert isinstance(result.exception, ShimError)
    assert problem in str(result.exception)


def test_plugins_without_a_backup_item_action(folder: Path) -> None:
    for plugin in (folder / "plugins").iterdir():
        plugin.unlink()
    result = backup(manifests(folder, pod("web")))
    assert isinstance(result.exception, ShimError)
    assert "no BackupItemAction is served there" in str(result.exception)


def test_a_plugin_that_keeps_a_server_from_starting(folder: Path) -> None:
    write_plugin(folder / "plugins" / "broken", "exit")
    result = backup(manifests(folder, pod("web")))
    assert isinstance(result.exception, ShimError)
    assert "plugins/broken" in str(result.exception)


def _operation(units: str, done: int, total: int, phase: OperationPhase) -> Operation:
    item = ResourceIdentifier("", "persistentvolumeclaims", "shop", "data")
    return Operation(
        "example.io/[bold]", item, "id", datetime(2024, 1, 1, tzinfo=UTC), (), phase, "",
        done, total, units,
    )  # fmt: skip


def test_bars_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bars have units, rate and time left; what is logged stands above them."""
    text = io.StringIO()
    out = Console(file=text, force_terminal=True, width=160, color_system=None)
    monkeypatch.setattr(backup_progress, "console", lambda: out)
    with shown_by(True) as show:
        show(PhaseChanged("InProgress"))
        show(ItemsDone("InProgress", 3, 7))
        show(LogEntry(datetime.now(UTC), "error", "[red]no luck\nat all", {"plugin": "p"}))
        show(LogEntry(datetime.now(UTC), "info", "not shown"))
        show(OperationsPolled([_operation("Bytes", 2**20, 2**21, OperationPhase.IN_PROGRESS)]))
        other = _operation("files", 7, 0, OperationPhase.IN_PROGRESS)
        show(OperationsPolled([replace(other, operation_id="other")]))
    shown = text.getvalue()
    assert "phase InProgress" in shown
    assert "3/7 items" in shown
    assert "error: [red]no luck / at all plugin=p" in shown
    assert "example.io/[bold] data: InProgress" in shown
    assert "7/? files" in shown
    assert "not shown" not in shown


def test_amounts() -> None:
    assert amount(_operation("Bytes", 1, 4, OperationPhase.NEW)) == "25% (1 of 4 Bytes)"
    assert amount(_operation("", 7, 0, OperationPhase.NEW)) == "(7 of 0)"
    assert amount(_operation("", 0, 0, OperationPhase.NEW)) == ""
    assert quantity(1_500_000, "bytes") == "1.5 MB"
    assert quantity(1_500_000, "files") == "1,500,000"
