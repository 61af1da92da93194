"""``velero-shim wrap`` and the files that it writes, with Python plugins and no Go."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from plugin_host import LIMIT, wait_until
from velero_shim.client import (
    BackupItemActionV1Client,
    BackupItemActionV2Client,
    list_plugins,
)
from velero_shim.errors import PluginCallError, PluginStartError
from velero_shim.keeper import ENV_TOKEN
from velero_shim.kinds import PluginKind
from velero_shim.launcher import first_lines, write_launcher
from velero_shim.process import PluginProcess
from velero_shim.samples import annotate, snapshot

BACKUP = {"metadata": {"name": "nightly"}, "spec": {"itemOperationTimeout": "30s"}}
CLAIM = {
    "apiVersion": "v1",
    "kind": "PersistentVolumeClaim",
    "metadata": {"name": "data", "namespace": "shop"},
}


def velero_shim(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from velero_shim.cli import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def inner(tmp_path: Path) -> Path:
    """The folder for plugins that are wrapped, with one of each version in it."""
    folder = tmp_path / "inner"
    folder.mkdir()
    for sample in (annotate, snapshot):
        name = sample.__name__.rpartition(".")[2]
        write_launcher(folder / name, f"from {sample.__name__} import main\n\nmain()\n")
    return folder


@pytest.fixture
def plugins(tmp_path: Path) -> Path:
    folder = tmp_path / "plugins"
    folder.mkdir()
    return folder


def test_a_v1_plugin_is_served_as_v2(inner: Path, plugins: Path) -> None:
    ran = velero_shim("wrap", inner / "annotate", "--as", "v2", "-o", plugins / "w")
    assert (ran.returncode, ran.stderr) == (0, "")
    with PluginProcess.start([str(plugins / "w"), "--log-level", "debug"]) as process:
        (listed,) = list_plugins(process.channel)
        assert (listed.kind, listed.name) == (PluginKind.BACKUP_ITEM_ACTION_V2, annotate.NAME)
        assert listed.command == str(plugins / "w")
        action = BackupItemActionV2Client(process.channel, annotate.NAME)
        result = action.execute(CLAIM, BACKUP)
        assert result.item is not None
        assert result.item["metadata"]["annotations"] == {annotate.ANNOTATION: "nightly"}
        with pytest.raises(PluginCallError) as failure:
            action.progress("x", BACKUP)
        assert failure.value.message == "Plugin does not support asynchronous operations"
        action.cancel("x", BACKUP)


def test_a_v2_plugin_is_served_as_v1_and_its_operation_awaited(
    inner: Path, plugins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(snapshot.ENV_FOLDER, str(tmp_path / "state"))
    ran = velero_shim(
        "wrap", inner / "snapshot", "--as", "v1", "-o", plugins / "w", "--poll-interval", "200ms"
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    with PluginProcess.start([str(plugins / "w")]) as process:
        (listed,) = list_plugins(process.channel)
        assert listed.kind == PluginKind.BACKUP_ITEM_ACTION
        action = BackupItemActionV1Client(process.channel, snapshot.NAME)
        result = action.execute(CLAIM, BACKUP, timeout=LIMIT)
        assert [item.name for item in result.additional_items] == ["data"]


def test_shutdown_cancels_the_operation_that_a_caller_waits_for(
    inner: Path, plugins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = tmp_path / "state"
    monkeypatch.setenv(snapshot.ENV_FOLDER, str(state))
    velero_shim("wrap", inner / "snapshot", "--as", "v1", "-o", plugins / "w")
    with PluginProcess.start([str(plugins / "w")]) as process:
        action = BackupItemActionV1Client(process.channel, snapshot.NAME)
        failures: list[Exception] = []

        def execute() -> None:
            try:
                action.execute(CLAIM, BACKUP)
            except PluginCallError as failure:
                failures.append(failure)

        caller = threading.Thread(target=execute)
        caller.start()
        wait_until(lambda: list(state.glob("*.json")), "the operation to be there")
    caller.join(LIMIT)
    assert len(failures) == 1
    (file,) = state.glob("*.json")
    assert json.loads(file.read_text())["cancelled"] is True


def test_operations_can_be_refused(
    inner: Path, plugins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(snapshot.ENV_FOLDER, str(tmp_path / "state"))
    velero_shim(
        "wrap", inner / "snapshot", "--as", "v1", "-o", plugins / "w", "--operations", "refuse"
    )
    with PluginProcess.start([str(plugins / "w")]) as process:
        action = BackupItemActionV1Client(process.channel, snapshot.NAME)
        with pytest.raises(PluginCallError, match="--operations wait") as failure:
            action.execute(CLAIM, BACKUP)
        assert failure.value.code == "FAILED_PRECONDITION"


def processes_with(token: bytes) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if token in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks into /proc")
def test_a_killed_wrapper_leaves_neither_plugin_nor_socket(
    inner: Path, plugins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sockets = tmp_path / "s"
    sockets.mkdir()
    velero_shim("wrap", inner / "annotate", "--as", "v2", "-o", plugins / "w")
    monkeypatch.setenv("PLUGIN_UNIX_SOCKET_DIR", str(sockets))
    with PluginProcess.start([str(plugins / "w")]) as process:
        BackupItemActionV2Client(process.channel, annotate.NAME).applies_to()
        kept = f"{ENV_TOKEN}={process.pid}-".encode()
        assert len(processes_with(kept)) == 1
        os.kill(process.pid, signal.SIGKILL)
        wait_until(lambda: not processes_with(kept), "the inner plugin to be gone")
        process.close()
    wait_until(lambda: not list(sockets.iterdir()), "the sockets to be gone")


def test_an_inner_plugin_that_cannot_start_is_named(inner: Path, plugins: Path) -> None:
    velero_shim("wrap", inner / "annotate", "--as", "v2", "-o", plugins / "w")
    (inner / "annotate").write_text("#!/bin/sh\necho out of luck >&2\nexit 7\n")
    with PluginProcess.start([str(plugins / "w")]) as process:
        with pytest.raises(PluginCallError) as failure:
            list_plugins(process.channel)
        assert failure.value.code == "UNAVAILABLE"
        for fact in (str(inner / "annotate"), "exit code 7", "out of luck"):
            assert fact in failure.value.message


def test_what_cannot_be_wrapped_is_refused(inner: Path, plugins: Path, tmp_path: Path) -> None:
    junk = tmp_path / "junk"
    junk.write_text("#!/bin/sh\necho hello\n")
    junk.chmod(0o755)
    for plugin, version, message in (
        (inner / "annotate", "v1", "has no v2 item action"),
        (inner / "snapshot", "v2", "has no v1 item action"),
        (junk, "v2", "no go-plugin handshake: found 'hello'"),
        (tmp_path / "missing", "v2", "No such file"),
    ):
        ran = velero_shim("wrap", plugin, "--as", version, "-o", plugins / "w")
        assert ran.returncode == 1
        assert message in ran.stderr
        assert "Traceback" not in ran.stderr
    assert not list(plugins.iterdir())


def test_a_plugin_beside_its_wrapper_is_warned_of(inner: Path) -> None:
    ran = velero_shim("wrap", inner / "annotate", "--as", "v2", "-o", inner / "w")
    assert ran.returncode == 0
    assert "keep it elsewhere" in ran.stderr


def test_a_plugin_is_not_overwritten_by_its_own_wrapper(inner: Path) -> None:
    before = (inner / "annotate").read_bytes()
    ran = velero_shim("wrap", inner / "annotate", "--as", "v2", "-o", inner / "annotate")
    assert ran.returncode == 2
    assert "is the plugin itself" in ran.stderr
    assert (inner / "annotate").read_bytes() == before


def test_a_wrapper_is_written_again_over_an_earlier_one(inner: Path, plugins: Path) -> None:
    for interval in ("1s", "2s"):
        arguments = ("--as", "v1", "--poll-interval", interval, "-o", plugins / "w")
        assert velero_shim("wrap", inner / "snapshot", *arguments).returncode == 0
    assert "poll_interval=2.0" in (plugins / "w").read_text()


def test_what_is_no_wrapper_is_not_overwritten(inner: Path, plugins: Path) -> None:
    other = plugins / "other"
    other.write_text("#!/bin/sh\n")
    (plugins / "link").symlink_to(other)
    (plugins / "dangling").symlink_to(plugins / "nothing")
    os.mkfifo(plugins / "fifo")
    for name in ("other", "link", "dangling", "fifo"):
        ran = velero_shim("wrap", inner / "annotate", "--as", "v2", "-o", plugins / name)
        text = " ".join(ran.stderr.split())
        assert ran.returncode == 2
        assert "is there already and was not written by velero-shim wrap; remove it" in text
    assert other.read_text() == "#!/bin/sh\n"
    assert (plugins / "dangling").is_symlink()


def test_a_folder_is_no_file_to_write(inner: Path, plugins: Path) -> None:
    ran = velero_shim("wrap", inner / "annotate", "--as", "v2", "-o", plugins)
    text = " ".join(ran.stderr.split())
    assert ran.returncode == 2
    assert f"is a folder; name the file to write, for example {plugins / 'annotate'}" in text
    assert list(plugins.iterdir()) == []


def test_wrappers_that_lead_back_to_each_other_end(inner: Path, tmp_path: Path) -> None:
    for file, other in (("a", "b"), ("b", "a"), ("c", "c")):
        write_launcher(
            inner / file,
            f"from velero_shim.wrapper import main\n\nmain({str(inner / other)!r}, 'v2')\n",
        )
    for file in ("a", "c"):
        with (
            pytest.raises((PluginStartError, PluginCallError), match="leads back to it"),
            PluginProcess.start([str(inner / file)]) as process,
        ):
            list_plugins(process.channel)


def test_a_wrapper_without_a_host_explains_itself(inner: Path, plugins: Path) -> None:
    velero_shim("wrap", inner / "annotate", "--as", "v2", "-o", plugins / "w")
    ran = subprocess.run([plugins / "w"], capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "is a Velero plugin" in ran.stderr


@pytest.mark.parametrize("folder", ["with blanks", "l" * 200, "quo'te"])
def test_an_interpreter_with_an_awkward_path_is_found(folder: str, tmp_path: Path) -> None:
    interpreter = tmp_path / folder / "python"
    interpreter.parent.mkdir()
    interpreter.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    interpreter.chmod(0o755)
    script = tmp_path / "script"
    script.write_text(first_lines(str(interpreter)) + "import sys\n\nprint(sys.argv[1:])\n")
    script.chmod(0o755)
    ran = subprocess.run(
        [script, "a b", "c"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.stdout, ran.stderr) == ("['a b', 'c']\n", "")


def test_a_launcher_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="taken"):
        write_launcher(tmp_path / "taken", "")
    assert [entry.name for entry in tmp_path.iterdir()] == ["taken"]


def test_both_output_streams_of_an_inner_plugin_are_passed_on(tmp_path: Path) -> None:
    plugin = tmp_path / "plugin"
    code = (
        "from velero_shim import PluginServer\n"
        "from velero_shim.stdio import capture_stdout\n\n"
        "capture_stdout().errors.put(b'to stderr')\n"
        "print('to stdout')\n"
        "PluginServer().serve()\n"
    )
    write_launcher(plugin, code)
    printed: list[tuple[str, bytes]] = []
    with PluginProcess.start([str(plugin)], on_stdio=lambda *what: printed.append(what)):
        wait_until(lambda: len(printed) == 2, "both streams")
    assert sorted(printed) == [("stderr", b"to stderr"), ("stdout", b"to stdout\n")]


def test_list_shows_a_failure_to_start_in_one_line(tmp_path: Path) -> None:
    ran = velero_shim("list", tmp_path / "nothing")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.count("\n") == 1
    with pytest.raises(PluginStartError):
        PluginProcess.start([str(tmp_path / "nothing")])
