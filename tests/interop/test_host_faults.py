"""What our host stands, with plugins on Velero's own framework and with ours."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from interop.host_plugins import Twin, make_twin
from interop.items import Operation, pod
from plugin_files import alive, children, descriptors, own_socket_folder, wait_until
from soak import Soak, outcome
from velero_shim.client import BackupItemActionV2Client, list_plugins
from velero_shim.errors import PluginExitedError, PluginGaveUpError, PluginStartError
from velero_shim.loglines import LogLine
from velero_shim.process import PluginProcess
from velero_shim.supervisor import RestartableProcess

ROUNDS = int(os.environ.get("START_STOP_ROUNDS", "25"))
MEGABYTE = 1024 * 1024


@pytest.fixture(autouse=True)
def socket_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with own_socket_folder(monkeypatch) as folder:
        yield folder


@pytest.fixture(params=["go", "py"])
def twin(request: pytest.FixtureRequest, tmp_path: Path) -> Twin:
    return make_twin(request.param, tmp_path)


@pytest.fixture
def plugin(twin: Twin) -> Iterator[RestartableProcess]:
    with RestartableProcess([str(twin.file)]) as plugin:
        yield plugin


@pytest.fixture
def action(plugin: RestartableProcess, twin: Twin) -> BackupItemActionV2Client:
    return BackupItemActionV2Client(plugin.channel, twin.v2)


def kill(plugin: RestartableProcess) -> int:
    pid = plugin.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


def kill_and_wait(plugin: RestartableProcess) -> None:
    pid = kill(plugin)
    wait_until(lambda: not alive(pid), "the process is gone")


# --- SIGKILL ----------------------------------------------------------------------------


def test_killed_while_idle(plugin: RestartableProcess, action: BackupItemActionV2Client) -> None:
    action.applies_to()
    kill(plugin)
    started = time.monotonic()
    if outcome(action.applies_to) != "OK":  # the kill was still under way
        action.applies_to()
    assert time.monotonic() - started < 1


def test_killed_during_a_call(
    plugin: RestartableProcess,
    action: BackupItemActionV2Client,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    endings: list[str] = []
    asked = pod(operation=tmp_path, sleep="1ms")
    action.execute(asked, {})
    slow = pod(log="in the call", sleep="600s")
    caller = threading.Thread(
        target=lambda: endings.append(outcome(lambda: action.execute(slow, {})))
    )
    caller.start()
    wait_until(lambda: "in the call" in caplog.text, "the call arrives")
    kill(plugin)
    caller.join(10)
    assert endings == ["UNAVAILABLE"]
    started = time.monotonic()
    action.execute(asked, {})
    assert time.monotonic() - started < 1
    assert len(Operation.all(tmp_path)) == 2


def test_killed_between_polls(
    plugin: RestartableProcess, action: BackupItemActionV2Client, tmp_path: Path
) -> None:
    operation = action.execute(pod(operation=tmp_path, polls=3), {}).operation_id
    for poll in (1, 2, 3):
        kill_and_wait(plugin)
        assert action.progress(operation, {}).n_completed == poll


def test_killed_at_start_up_eleven_times(twin: Twin, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = PluginProcess.connect

    def killed_first(process: PluginProcess) -> None:
        os.kill(process.pid, signal.SIGKILL)
        connect(process)

    monkeypatch.setattr(PluginProcess, "connect", killed_first)
    with RestartableProcess([str(twin.file)]) as plugin:
        for _ in range(11):
            with pytest.raises(PluginExitedError, match="by signal 9"):
                plugin.channel()
        monkeypatch.undo()
        with pytest.raises(PluginGaveUpError):
            plugin.channel()


def test_a_stopped_plugin_that_says_nothing_is_given_up_in_time(
    twin: Twin, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = PluginProcess.connect

    def stopped_first(process: PluginProcess) -> None:
        os.kill(process.pid, signal.SIGSTOP)
        connect(process)

    monkeypatch.setattr(PluginProcess, "connect", stopped_first)
    with pytest.raises(PluginStartError, match="no handshake line within 1 seconds"):
        PluginProcess.start([str(twin.file)], start_timeout=1)


# --- output, proxies, sockets -----------------------------------------------------------


def test_ten_megabytes_on_every_stream_block_nothing(twin: Twin) -> None:
    lines: list[LogLine] = []
    printed = {"stdout": 0, "stderr": 0}

    def on_stdio(stream: str, data: bytes) -> None:
        printed[stream] += len(data)

    with PluginProcess.start([str(twin.file)], on_log=lines.append, on_stdio=on_stdio) as process:
        action = BackupItemActionV2Client(process.channel, twin.v2)
        flood = "x" * MEGABYTE
        for _ in range(10):
            action.execute(pod(log=flood, print=flood, complain=flood), {}, timeout=30)
        wait_until(lambda: printed["stdout"] > 10 * MEGABYTE, "what was printed")
        wait_until(lambda: logged(lines, printed) > 40 * MEGABYTE, "what was logged")
        assert process.health_check()


def logged(lines: list[LogLine], printed: dict[str, int]) -> int:
    # Python's standard error is the log's own; Go's framework sends it over the stream.
    return sum(len(line.message) for line in lines) + printed["stderr"]


def test_dead_proxies_are_not_used(twin: Twin, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "grpc_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with PluginProcess.start([str(twin.file)]) as process:
        assert list_plugins(process.channel, timeout=10)


def test_a_socket_folder_that_disappears_matters_only_to_the_next_process(
    plugin: RestartableProcess, action: BackupItemActionV2Client, socket_folder: Path
) -> None:
    action.applies_to()
    remove_all(socket_folder)
    action.applies_to()
    kill_and_wait(plugin)
    action.applies_to()


def remove_all(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()


def test_no_socket_to_be_had_is_a_start_that_fails_or_a_port(twin: Twin) -> None:
    environment = {"PLUGIN_UNIX_SOCKET_DIR": "/nowhere"}
    command = [str(twin.file)]
    if twin.language == "py":  # ours falls back to a port
        with PluginProcess.start(command, environment=environment) as process:
            assert list_plugins(process.channel)
        return
    with pytest.raises(PluginExitedError, match="no such file or directory"):
        PluginProcess.start(command, environment=environment)


# --- what is left -------------------------------------------------------------------------


def test_many_rounds_leave_nothing(twin: Twin, socket_folder: Path) -> None:
    PluginProcess.start([str(twin.file)]).close()
    before = (children(), descriptors(), threading.active_count())
    for _ in range(ROUNDS):
        with PluginProcess.start([str(twin.file)]) as process:
            assert list_plugins(process.channel)
        assert not alive(process.pid)
    wait_until(
        lambda: (children(), descriptors(), threading.active_count()) <= before,
        f"everything is as before: {before}",
    )
    assert list(socket_folder.iterdir()) == []


def test_threads_under_random_kills(plugin: RestartableProcess, twin: Twin, tmp_path: Path) -> None:
    """32 threads call the actions of one process while it is killed at random."""
    clients = [BackupItemActionV2Client(plugin.channel, name) for name in twin.backup_actions[:2]]

    def call(thread: int, number: int) -> str:
        states = tmp_path / f"{thread}-{number}"
        states.mkdir()
        item = pod(operation=states)
        ended = outcome(partial(check, clients[thread % 2], item))
        started = len(list(states.glob("operation-*.json")))
        assert started == 1 or (started == 0 and ended != "OK"), f"{ended}: {started} operations"
        return ended

    def check(client: BackupItemActionV2Client, item: dict[str, object]) -> None:
        assert client.execute(item, {}, timeout=30).operation_id

    soak = Soak()
    soak.run(plugin, call)
    soak.check()
