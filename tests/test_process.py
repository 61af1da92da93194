from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import grpc
import pytest

from plugin_files import (
    alive,
    children,
    descriptors,
    fake,
    open_files,
    own_socket_folder,
    wait_until,
    write_plugin,
)
from velero_shim.client import BackupItemActionV1Client, list_plugins
from velero_shim.errors import (
    AppVersionError,
    CoreVersionError,
    HandshakeFormatError,
    HandshakeTimeoutError,
    PluginCallError,
    PluginConnectError,
    PluginExitedError,
    PluginNotExecutableError,
    PluginStartError,
    ProtocolError,
)
from velero_shim.loglines import LogLine
from velero_shim.process import PluginProcess
from velero_shim.spawn import SocketFolder, abandon

PLUGIN = "example.io/v1"


@pytest.fixture(autouse=True)
def socket_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with own_socket_folder(monkeypatch) as folder:
        yield folder


@pytest.fixture
def child_pid_file(tmp_path: Path) -> Iterator[Path]:
    """A file in which a plugin notes the process ID of a child of its own."""
    path = tmp_path / "child.pid"
    yield path
    with suppress(ProcessLookupError):
        os.kill(int(path.read_text()), signal.SIGKILL)


# --- a start that works --------------------------------------------------------


@pytest.mark.parametrize("how", ["serve", "serve_tcp", "seventh_field"])
def test_a_plugin_is_started_called_and_ended(how: str) -> None:
    with PluginProcess.start(fake(how)) as process:
        assert process.health_check()
        assert not process.exited
        assert [p.name for p in list_plugins(process.channel)] == [
            PLUGIN,
            "example.io/v2",
            "example.io/v2",
        ]
    assert process.exited
    assert process.wait() == 0
    assert not process.health_check()


def test_a_plugin_gets_the_environment_of_a_velero_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLUGIN_MULTIPLEX_GRPC", "true")
    monkeypatch.setenv("PLUGIN_CLIENT_CERT", "a certificate")
    monkeypatch.setenv("OF_THE_HOST", "kept")
    script = tmp_path / "plugin"
    script.write_text("#!/bin/sh\nenv >&2\nexit 1\n")
    script.chmod(0o755)
    lines: list[LogLine] = []
    with pytest.raises(PluginExitedError):
        PluginProcess.start([str(script)], environment={"FURTHER": "1"}, on_log=lines.append)
    found = dict(line.message.split("=", 1) for line in lines if "=" in line.message)
    assert found["VELERO_PLUGIN"] == "hello"
    assert found["PLUGIN_PROTOCOL_VERSIONS"] == "2"
    assert (found["PLUGIN_MIN_PORT"], found["PLUGIN_MAX_PORT"]) == ("10000", "25000")
    assert (found["OF_THE_HOST"], found["FURTHER"]) == ("kept", "1")
    assert "PLUGIN_MULTIPLEX_GRPC" not in found
    assert "PLUGIN_CLIENT_CERT" not in found


@pytest.mark.parametrize("how", ["serve", "serve_tcp"])
def test_a_dead_proxy_in_the_environment_is_not_used(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "grpc_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with PluginProcess.start(fake(how)) as process:
        assert list_plugins(process.channel)


def test_large_messages_pass_both_ways() -> None:
    item = {"data": "x" * (16 * 1024 * 1024)}
    with PluginProcess.start(fake()) as process:
        result = BackupItemActionV1Client(process.channel, PLUGIN).execute(item, {})
    assert result.item is not None
    assert result.item["data"] == item["data"]


# --- starts that fail ----------------------------------------------------------

BAD_STARTS: list[tuple[str, type[PluginStartError], str]] = [
    ("exit_at_once", PluginExitedError, "it ended with exit code 3"),
    ("killed", PluginExitedError, "it ended by signal 9"),
    ("silent", HandshakeTimeoutError, "no handshake line within 1.5 seconds"),
    ("silent_and_closed", HandshakeFormatError, "closed its standard output"),
    ("junk", HandshakeFormatError, "found 'hello from a library'"),
    ("long_junk", HandshakeFormatError, "found 'xxxxxx"),
    ("four_fields", ProtocolError, "protocol 'netrpc', expected grpc"),
    ("netrpc", ProtocolError, "protocol 'netrpc', expected grpc"),
    ("core_version", CoreVersionError, "core protocol version 2, expected 1"),
    ("app_version", AppVersionError, "plugin protocol version 1, expected 2"),
    ("network", ProtocolError, "network 'udp', expected unix or tcp"),
    ("tls", ProtocolError, "a TLS certificate, expected none"),
    ("nobody_listens", PluginConnectError, "nothing answers at /nowhere/plugin.sock"),
    ("seventh_field_and_no_server", ProtocolError, "multiplexed connections"),
]


@pytest.mark.parametrize(("how", "error", "text"), BAD_STARTS, ids=[s[0] for s in BAD_STARTS])
def test_a_start_that_fails_says_how_and_leaves_no_process(
    how: str, error: type[PluginStartError], text: str
) -> None:
    before = descriptors()
    with pytest.raises(PluginStartError, match=text) as caught:
        PluginProcess.start(fake(how), start_timeout=1.5)
    assert type(caught.value) is error
    assert caught.value.command == fake(how)
    assert len(str(caught.value)) < 2000
    del caught
    wait_until(lambda: descriptors() <= before, "descriptors closed")


def test_the_error_of_a_start_carries_what_was_seen() -> None:
    with pytest.raises(PluginExitedError) as ended:
        PluginProcess.start(fake("exit_at_once"))
    assert (ended.value.exit_code, ended.value.line) == (3, None)
    assert ended.value.stderr == ("no database",)
    assert "it printed: no database" in str(ended.value)

    with pytest.raises(CoreVersionError) as refused:
        PluginProcess.start(fake("core_version"))
    assert (refused.value.exit_code, refused.value.line) == (
        None,
        "2|2|unix|/nowhere/plugin.sock|grpc|",
    )
    assert refused.value.stderr == ("about to greet",)


def test_a_file_that_cannot_be_executed_is_named(tmp_path: Path) -> None:
    data, script = tmp_path / "data", tmp_path / "script"
    data.write_text("no program")
    script.write_text("#!/nowhere/interpreter\n")
    script.chmod(0o755)
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF not really")
    broken.chmod(0o755)
    for path, text in [
        (tmp_path / "missing", "No such file or directory"),
        (data, "Permission denied"),
        (script, "interpreter or loader that it names does not exist"),
        (broken, "Exec format error"),
    ]:
        with pytest.raises(PluginNotExecutableError, match=text) as caught:
            PluginProcess.start([str(path)])
        assert str(path) in str(caught.value)


def test_a_bare_name_in_the_current_folder_lacks_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_plugin(tmp_path / "plugin-of-this-test")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PluginNotExecutableError, match=r"not on the PATH.*\./plugin-of-this-test"):
        PluginProcess.start(["plugin-of-this-test"])
    PluginProcess.start(["./plugin-of-this-test"]).close()
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    PluginProcess.start(["plugin-of-this-test"]).close()
    (tmp_path / "plugin-of-this-test").write_text("#!/nowhere/interpreter\n")
    with pytest.raises(PluginNotExecutableError, match="interpreter or loader"):
        PluginProcess.start(["plugin-of-this-test"])


def test_a_process_is_killed_while_it_starts() -> None:
    process = PluginProcess(fake("silent"))
    failures: list[BaseException] = []

    def connect() -> None:
        try:
            process.connect()
        except PluginExitedError as error:
            failures.append(error)

    starter = threading.Thread(target=connect)
    starter.start()
    process.kill()
    starter.join(5)
    assert not starter.is_alive()
    assert len(failures) == 1


# --- the end ---------------------------------------------------------------------


def test_kill_is_idempotent_and_safe_from_many_threads() -> None:
    process = PluginProcess.start(fake())
    threads = [threading.Thread(target=process.close) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    process.kill()
    assert process.wait() == 0


def test_a_plugin_that_ignores_shutdown_is_killed_after_two_seconds() -> None:
    process = PluginProcess.start(fake("ignore_shutdown"))
    started = time.monotonic()
    process.close()
    assert 1.9 < time.monotonic() - started < 4
    assert process.wait() == -signal.SIGKILL


def test_a_stopped_plugin_is_killed_too() -> None:
    process = PluginProcess.start(fake())
    os.kill(process.pid, signal.SIGSTOP)
    started = time.monotonic()
    process.close()
    assert time.monotonic() - started < 4
    assert process.wait() == -signal.SIGKILL


def test_a_process_that_dies_by_itself_is_reaped_without_a_call() -> None:
    with PluginProcess.start(fake()) as process:
        os.kill(process.pid, signal.SIGKILL)
        wait_until(lambda: not alive(process.pid), "the zombie is reaped")
        assert process.exited


def test_a_call_under_way_ends_unavailable_when_the_plugin_is_killed(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    errors: list[PluginCallError] = []
    with PluginProcess.start(fake()) as process:
        client = BackupItemActionV1Client(process.channel, PLUGIN)

        def call() -> None:
            try:
                client.execute({"touch": str(seen), "sleep": 600}, {})
            except PluginCallError as error:
                errors.append(error)

        caller = threading.Thread(target=call)
        caller.start()
        wait_until(lambda: seen.exists() and seen.read_text(), "the call arrives")
        os.kill(process.pid, signal.SIGKILL)
        caller.join(5)
        assert [error.code for error in errors] == ["UNAVAILABLE"]


def test_children_that_hold_the_pipes_do_not_hold_up_the_end(child_pid_file: Path) -> None:
    environment = {"CHILD_PID_FILE": str(child_pid_file)}
    process = PluginProcess.start(fake("children_hold_pipes"), environment=environment)
    started = time.monotonic()
    process.close()
    assert time.monotonic() - started < 2
    assert process.wait() == 0

    with pytest.raises(PluginExitedError, match="the parent gives up"):
        PluginProcess.start(fake("child_holds_pipes_and_exit"), environment=environment)
    assert time.monotonic() - started < 6


def test_nothing_is_left_after_many_rounds(socket_folder: Path) -> None:
    rounds = int(os.environ.get("START_STOP_ROUNDS", "25"))
    PluginProcess.start(fake()).close()
    before = (children(), descriptors(), threading.active_count())
    for _ in range(rounds):
        with PluginProcess.start(fake()) as process:
            assert stat.S_ISDIR(next(socket_folder.iterdir()).stat().st_mode)
        assert not alive(process.pid)
    wait_until(
        lambda: (children(), descriptors(), threading.active_count()) <= before,
        f"everything is as before: {before}",
    )
    assert list(socket_folder.iterdir()) == []


def test_a_killed_plugin_leaves_no_socket(socket_folder: Path) -> None:
    with PluginProcess.start(fake()) as process:
        assert list(socket_folder.rglob("s"))
        os.kill(process.pid, signal.SIGKILL)
    assert list(socket_folder.iterdir()) == []


@pytest.mark.parametrize(
    ("ending", "status"), [("", 0), ("sys.exit(3)", 3), ("raise ValueError", 1)]
)
def test_a_program_that_closes_nothing_leaves_neither_process_nor_socket(
    socket_folder: Path, ending: str, status: int
) -> None:
    code = (
        "import os, sys\n"
        "from velero_shim.process import PluginProcess\n"
        "process = PluginProcess.start(sys.argv[1:])\n"
        "assert list(os.scandir(os.environ['PLUGIN_UNIX_SOCKET_DIR']))\n"
        f"print(process.pid)\n{ending}\n"
    )
    # It would live on: it ignores Shutdown, and nobody else sends it a signal.
    command = [sys.executable, "-c", code, *fake("ignore_shutdown")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        assert program.wait(20) == status
    assert not alive(pid)
    assert list(socket_folder.iterdir()) == []


def test_a_fork_does_not_end_what_its_parent_has_started() -> None:
    folder = SocketFolder()
    with subprocess.Popen(["sleep", "600"]) as process:
        abandon(process, folder, parent=os.getppid())
        assert process.poll() is None
        assert Path(folder.path).exists()
        abandon(process, folder, parent=os.getpid())
        assert process.poll() == -signal.SIGKILL
    assert not Path(folder.path).exists()


def test_a_plugin_whose_socket_folder_disappears_goes_on(socket_folder: Path) -> None:
    with PluginProcess.start(fake()) as process:
        for path in sorted(socket_folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        assert list_plugins(process.channel)
        assert process.usable


# --- output ----------------------------------------------------------------------


def test_ten_megabytes_on_both_streams_block_nothing() -> None:
    logged: list[int] = []
    printed: list[int] = []
    flooded = threading.Event()

    def on_stdio(stream: str, data: bytes) -> None:
        printed.append(len(data))
        if data == b"flooded\n":
            flooded.set()

    with PluginProcess.start(
        fake("flood"), on_log=lambda line: logged.append(len(line.message)), on_stdio=on_stdio
    ) as process:
        wait_until(lambda: sum(logged) > 14_000_000, "all log lines arrive")
        wait_until(lambda: sum(printed) > 9_000_000, "all output arrives")
        assert process.health_check()
    assert set(logged) == {971}


def test_log_lines_and_output_reach_their_callbacks(tmp_path: Path) -> None:
    lines: list[LogLine] = []
    printed: list[tuple[str, bytes]] = []
    script = write_plugin(tmp_path / "plugin")
    text = script.read_text().replace(
        "exec",
        'echo \'{"@level":"warn","@message":"low disk","free":3}\' >&2\necho plain >&2\nexec',
    )
    script.write_text(text)
    with PluginProcess.start(
        [str(script)],
        on_log=lines.append,
        on_stdio=lambda stream, data: printed.append((stream, data)),
    ):
        wait_until(lambda: len(lines) >= 2, "log lines")
        wait_until(lambda: printed, "output")
    assert lines[:2] == [LogLine("warn", "low disk", {"free": 3}), LogLine("debug", "plain", {})]
    assert printed == [("stdout", b"printed by the plugin\n")]


def test_log_lines_go_to_a_logger_of_the_file_by_default(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    script = tmp_path / "my-plugin"
    script.write_text('#!/bin/sh\necho \'{"@level":"error","@message":"no disk","free":0}\' >&2\n')
    script.chmod(0o755)
    with pytest.raises(PluginExitedError, match="it printed: no disk free=0"):
        PluginProcess.start([str(script)])
    assert ("velero_shim.plugin.my-plugin", 40, "no disk free=0") in caplog.record_tuples


def test_a_callback_that_fails_is_logged_and_called_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    calls: list[LogLine] = []

    def on_log(line: LogLine) -> None:
        calls.append(line)
        raise RuntimeError("the callback is broken")

    with pytest.raises(PluginStartError):
        PluginProcess.start(fake("core_version"), on_log=on_log)
    assert len(calls) == 1
    assert "a callback for a plugin's output failed" in caplog.text


def test_other_processes_do_not_inherit_a_plugin_s_pipes() -> None:
    with PluginProcess.start(fake()) as first, PluginProcess.start(fake()) as second:
        pipes = {open_files(first.pid)[fd] for fd in (1, 2)}
        assert pipes.isdisjoint(open_files(second.pid).values())


def test_a_call_on_a_closed_process_is_a_call_error() -> None:
    process = PluginProcess.start(fake())
    channel = process.channel
    process.close()
    with pytest.raises(PluginCallError) as caught:
        list_plugins(channel)
    assert caught.value.code == grpc.StatusCode.UNAVAILABLE.name
