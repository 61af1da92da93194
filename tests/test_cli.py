"""What all commands of ``velero-shim`` have in common: their streams, signals and imports."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plugin_files import alive, own_socket_folder, wait_until
from velero_shim.launcher import write_launcher

MAIN = "from velero_shim.cli import main; main()"
NAME = "example.io/é→😀"
ASCII = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
PLUGIN = f"""\
from velero_shim import BackupItemActionV1, PluginServer, ResourceSelector


class Action(BackupItemActionV1):
    def applies_to(self):
        return ResourceSelector(included_resources=["pods", "pöds→😀"])

    def execute(self, item, backup):
        raise AssertionError("no → 😀")


PluginServer().register_backup_item_action({NAME!r}, Action).serve()
"""
# A finder of modules that fails to find one.
WITHOUT = """\
import sys


class Finder:
    def find_spec(self, name, *_):
        if name == {module!r}:
            raise {error}("on purpose")


sys.meta_path.insert(0, Finder())
"""


def velero_shim(
    *arguments: str | Path, before: str = "", redirected: str = "", **options: Any
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", before + MAIN, *arguments]
    if redirected:  # by a shell: what gRPC does at a fork would write to what is closed
        command = ["bash", "-c", f'exec "$0" "$@" {redirected}', *command]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(command, timeout=60, check=False, **options)


@pytest.fixture(autouse=True)
def socket_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with own_socket_folder(monkeypatch) as folder:
        yield folder


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """A plugin whose names and texts are beyond any but the widest character sets."""
    write_launcher(tmp_path / "plugin", PLUGIN)
    return tmp_path / "plugin"


# --- streams --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "locale", [ASCII, {"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"}]
)
def test_no_text_is_beyond_a_locale(plugin: Path, tmp_path: Path, locale: dict[str, str]) -> None:
    item = tmp_path / "item.json"
    item.write_text('{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "é→😀"}}')
    environment = {**os.environ, **locale}
    for status, arguments in [
        (0, ("list", plugin)),
        (0, ("list", plugin, "-o", "json")),
        (1, ("call", plugin, NAME, "execute", item)),
        (1, ("call", plugin, NAME + "?", "execute", item)),
        (1, ("check", plugin, "--sample", item, "--rule", "execute")),
        (0, ("wrap", plugin, "--as", "v2", "-o", tmp_path / "wrapped→")),
        (3, ("backup", item, "--plugins", plugin)),
    ]:
        ran = velero_shim(*arguments, env=environment)
        assert b"Unicode" not in ran.stderr, ran.stderr
        assert (ran.returncode, b"Traceback" in ran.stderr) == (status, False), ran.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_stays_json_in_any_locale(plugin: Path, encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    ran = velero_shim("list", plugin, "-o", "json", env=environment)
    assert json.loads(ran.stdout)[0]["name"] == NAME
    assert (NAME.encode() in ran.stdout) == (encoding == "utf-8")


@pytest.mark.parametrize("command", ["list", "check", "demo"])
def test_a_closed_standard_output_is_told_in_one_line(plugin: Path, command: str) -> None:
    arguments = [] if command == "demo" else [plugin]
    ran = velero_shim(command, *arguments, redirected=">&-")
    assert ran.returncode == 1
    assert ran.stderr == b"velero-shim: standard output is closed; give it a file, or /dev/null\n"


def test_a_closed_standard_error_holds_up_nothing(plugin: Path) -> None:
    ran = velero_shim("check", plugin, "--rule", "applies-to", redirected="2>&-")
    assert (ran.returncode, b"1 pass" in ran.stdout) == (0, True)


# --- signals --------------------------------------------------------------------------


def started_demo(folder: Path, before: str = "", **options: Any) -> subprocess.Popen[Any]:
    """Starts a demo with its own folder for temporary ones; returns when its plugins run."""
    environment = {**os.environ, "TMPDIR": str(folder), "PLUGIN_UNIX_SOCKET_DIR": str(folder)}
    options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, **options}
    demo: subprocess.Popen[Any] = subprocess.Popen(
        [sys.executable, "-c", before + MAIN, "demo"], env=environment, **options
    )
    wait_until(lambda: list(folder.glob("vs-*/*")) and children_of(demo.pid), "its plugins")
    return demo


def children_of(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for path in listed for child in path.read_text().split()]


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_ends_plugins_and_removes_folders(number: signal.Signals) -> None:
    with tempfile.TemporaryDirectory(prefix="t-") as folder, started_demo(Path(folder)) as demo:
        plugins = children_of(demo.pid)
        demo.send_signal(number)
        assert demo.wait(20) == 128 + number
        assert demo.stderr is not None
        assert demo.stderr.read() == b""
        assert not any(map(alive, plugins))
        assert list(Path(folder).iterdir()) == []


def test_a_closed_terminal_ends_plugins_and_removes_folders() -> None:
    controller, terminal = os.openpty()
    with (
        tempfile.TemporaryDirectory(prefix="t-") as folder,
        started_demo(Path(folder), stdout=terminal, stderr=terminal) as demo,
    ):
        plugins = children_of(demo.pid)
        os.close(terminal)
        os.close(controller)
        demo.send_signal(signal.SIGHUP)
        assert demo.wait(20) == 128 + signal.SIGHUP
        wait_until(lambda: not any(map(alive, plugins)), "its plugins to be gone")
        assert list(Path(folder).iterdir()) == []


def test_a_hangup_that_is_ignored_stays_so() -> None:
    """As nohup starts a command."""
    ignore = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    with (
        tempfile.TemporaryDirectory(prefix="t-") as folder,
        started_demo(Path(folder), before=ignore) as demo,
    ):
        demo.send_signal(signal.SIGHUP)
        assert demo.wait(60) == 0


# --- imports --------------------------------------------------------------------------


@pytest.mark.parametrize("module", ["typer", "velero_shim.cli.listing", "grpc"])
def test_an_interrupt_while_it_is_imported_is_no_traceback(plugin: Path, module: str) -> None:
    before = WITHOUT.format(module=module, error="KeyboardInterrupt")
    ran = velero_shim("list", plugin, before=before)
    assert (ran.returncode, ran.stderr) == (130, b"")


def test_a_command_that_cannot_be_imported_breaks_no_other(plugin: Path) -> None:
    before = WITHOUT.format(module="velero_shim.backup", error="ImportError")
    assert velero_shim("list", plugin, before=before).returncode == 0
    assert b"on purpose" in velero_shim("backup", before=before).stderr


def test_help_lists_all_commands_and_a_wrong_one_gets_a_suggestion() -> None:
    shown = velero_shim("--help").stdout.decode()
    names = [line.split()[0] for line in shown.partition("Commands:\n")[2].splitlines()]
    assert names == ["list", "wrap", "pack", "demo", "backup", "check", "call"]
    ran = velero_shim("lits")
    assert (ran.returncode, b"Did you mean" in ran.stderr) == (2, True)
