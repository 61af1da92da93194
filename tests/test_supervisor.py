from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import grpc
import pytest

from plugin_files import alive, descriptors, fake, own_socket_folder, wait_until, write_plugin
from soak import Soak, outcome
from velero_shim.client import BackupItemActionV1Client, BackupItemActionV2Client, list_plugins
from velero_shim.errors import (
    PluginCallError,
    PluginClosedError,
    PluginExitedError,
    PluginGaveUpError,
    PluginStartError,
)
from velero_shim.supervisor import RestartableProcess

PLUGIN = "example.io/v2"


@pytest.fixture(autouse=True)
def socket_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with own_socket_folder(monkeypatch) as folder:
        yield folder


@pytest.fixture
def plugin() -> Iterator[RestartableProcess]:
    with RestartableProcess(fake()) as supervisor:
        yield supervisor


def kill(supervisor: RestartableProcess) -> int:
    pid = supervisor.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


def execute(supervisor: RestartableProcess, **item: object) -> object:
    client = BackupItemActionV2Client(supervisor.channel, PLUGIN)
    return client.execute(dict(item), {}).item


# --- restarts ---------------------------------------------------------------------


def test_nothing_is_started_before_a_channel_is_asked_for(plugin: RestartableProcess) -> None:
    assert plugin.pid is None
    channel = plugin.channel()
    assert plugin.pid is not None
    assert plugin.channel() is channel


def test_a_process_killed_while_idle_is_replaced_before_the_next_call(
    plugin: RestartableProcess,
) -> None:
    execute(plugin)
    killed = kill(plugin)
    started = time.monotonic()
    # The kill may still be under way; the one call that it can hit says so.
    if outcome(lambda: execute(plugin)) == "UNAVAILABLE":
        execute(plugin)
    assert time.monotonic() - started < 1
    assert plugin.pid != killed
    assert not alive(killed)


def test_a_call_under_way_fails_once_and_is_not_repeated(
    plugin: RestartableProcess, tmp_path: Path
) -> None:
    seen = tmp_path / "seen"
    codes: list[str] = []

    def call() -> None:
        codes.append(outcome(lambda: execute(plugin, touch=str(seen), sleep=600)))

    caller = threading.Thread(target=call)
    caller.start()
    wait_until(lambda: seen.exists() and seen.read_text(), "the call arrives")
    kill(plugin)
    caller.join(5)
    assert codes == ["UNAVAILABLE"]
    started = time.monotonic()
    execute(plugin)
    assert time.monotonic() - started < 1
    assert seen.read_text() == "called\n"


def test_the_call_after_a_crash_works_every_time(plugin: RestartableProcess) -> None:
    for _ in range(12):
        assert outcome(lambda: execute(plugin, do="crash")) == "UNAVAILABLE"
        execute(plugin)


def test_a_plugin_killed_between_polls_answers_the_next_one(plugin: RestartableProcess) -> None:
    client = BackupItemActionV2Client(plugin.channel, PLUGIN)
    pids = set()
    for _ in range(3):
        assert client.progress("op-1", {}).n_completed == 7
        pids.add(kill(plugin))
        wait_until(lambda: not alive(plugin.pid or 0), "the process is gone")
    assert len(pids) == 3


def test_calls_under_way_in_other_threads_do_not_see_the_restart(
    plugin: RestartableProcess, tmp_path: Path
) -> None:
    """A restart leaves the old channel open: its calls end UNAVAILABLE, not CANCELLED."""
    seen = tmp_path / "seen"
    codes: list[str] = []
    callers = [
        threading.Thread(
            target=lambda: codes.append(
                outcome(lambda: execute(plugin, touch=str(seen), sleep=600))
            )
        )
        for _ in range(8)
    ]
    for caller in callers:
        caller.start()
    wait_until(lambda: seen.exists() and seen.read_text().count("called") == 8, "calls arrive")
    old = plugin.channel()
    kill(plugin)
    wait_until(lambda: outcome(lambda: list_plugins(plugin.channel)) == "OK", "restarted")
    assert plugin.channel() is not old
    assert outcome(lambda: list_plugins(old)) == "UNAVAILABLE"
    for caller in callers:
        caller.join(5)
    assert codes == ["UNAVAILABLE"] * 8


def test_a_plugin_that_cannot_be_reached_any_more_is_replaced(
    plugin: RestartableProcess, socket_folder: Path
) -> None:
    """The process lives, but its socket and its connection are gone."""
    execute(plugin)
    first = plugin.pid
    for path in sorted(socket_folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    execute(plugin)
    assert plugin.pid == first

    assert outcome(lambda: execute(plugin, do="hang up")) == "UNAVAILABLE"
    wait_until(lambda: outcome(lambda: execute(plugin)) == "OK", "replaced")
    assert plugin.pid != first


# --- initialization ------------------------------------------------------------------


def test_initializations_run_once_for_every_process(plugin: RestartableProcess) -> None:
    seen: list[tuple[str, grpc.Channel]] = []
    plugin.add_initialization("early", lambda channel: seen.append(("early", channel)))
    first = plugin.channel()
    plugin.add_initialization("late", lambda channel: seen.append(("late", channel)))
    plugin.channel()
    kill(plugin)
    wait_until(lambda: plugin.channel() is not first, "restarted")
    second = plugin.channel()
    assert seen == [("early", first), ("late", first), ("early", second), ("late", second)]


def test_an_initialization_that_fails_makes_the_start_fail(plugin: RestartableProcess) -> None:
    outcomes = iter([RuntimeError("no bucket"), None])

    def initialize(channel: grpc.Channel) -> None:
        error = next(outcomes)
        if error is not None:
            raise error

    plugin.add_initialization("init", initialize)
    with pytest.raises(RuntimeError, match="no bucket"):
        plugin.channel()
    assert plugin.pid is None
    plugin.channel()


# --- starts that fail ------------------------------------------------------------------


def test_a_plugin_killed_at_start_up_eleven_times_is_given_up_for_ever(tmp_path: Path) -> None:
    fault = tmp_path / "fault"
    fault.touch()
    file = write_plugin(tmp_path / "plugin", "killed_while_a_file_exists", FAULT_FILE=str(fault))
    with RestartableProcess([str(file)]) as plugin:
        for _ in range(11):
            with pytest.raises(PluginExitedError):
                plugin.channel()
        fault.unlink()
        for _ in range(2):
            with pytest.raises(PluginGaveUpError, match="failed to start 11 times") as caught:
                plugin.channel()
            assert (caught.value.failures, caught.value.command) == (11, str(file))


def test_a_start_that_works_forgets_the_failures_before_it(tmp_path: Path) -> None:
    fault = tmp_path / "fault"
    file = write_plugin(tmp_path / "plugin", "killed_while_a_file_exists", FAULT_FILE=str(fault))
    with RestartableProcess([str(file)]) as plugin:
        for _ in range(2):
            fault.touch()
            for _ in range(7):
                with pytest.raises(PluginExitedError):
                    plugin.channel()
            fault.unlink()
            plugin.channel()
            kill(plugin)
            wait_until(lambda: not alive(plugin.pid or 0), "the process is gone")


def test_threads_that_waited_for_a_start_share_its_failure() -> None:
    with RestartableProcess(fake("silent"), start_timeout=1.0) as plugin:
        errors: list[BaseException] = []
        together = threading.Barrier(16)

        def call() -> None:
            together.wait()
            try:
                plugin.channel()
            except PluginStartError as error:
                errors.append(error)

        threads = [threading.Thread(target=call) for _ in range(16)]
        started = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
        assert time.monotonic() - started < 5  # not one start after the other
        assert len(errors) == 16


# --- close -----------------------------------------------------------------------------


def test_after_close_there_is_nothing_but_an_error() -> None:
    before = (descriptors(), threading.active_count())
    plugin = RestartableProcess(fake())
    execute(plugin)
    kill(plugin)
    with suppress(PluginCallError):
        execute(plugin)
    plugin.close()
    plugin.close()
    with pytest.raises(PluginClosedError):
        plugin.channel()
    wait_until(lambda: (descriptors(), threading.active_count()) <= before, "nothing is left")


def test_close_does_not_wait_for_a_start() -> None:
    plugin = RestartableProcess(fake("silent"))
    errors: list[BaseException] = []

    def call() -> None:
        try:
            plugin.channel()
        except (PluginStartError, PluginClosedError) as error:
            errors.append(error)

    starter = threading.Thread(target=call)
    starter.start()
    wait_until(lambda: plugin.pid is not None, "the start begins")
    plugin.close()
    starter.join(5)
    assert len(errors) == 1


# --- everything at once --------------------------------------------------------------


def test_calls_in_many_threads_under_random_kills_end_each_exactly_once(tmp_path: Path) -> None:
    """32 threads call 8 actions while the process is killed at random."""
    plugins = ",".join(f"BackupItemAction=example.io/{n}" for n in range(8))
    with RestartableProcess(fake(), environment={"PLUGINS": plugins}) as plugin:
        clients = [BackupItemActionV1Client(plugin.channel, f"example.io/{n}") for n in range(8)]

        def call(thread: int, number: int) -> str:
            client, ledger = clients[thread % 8], tmp_path / f"{thread}-{number}"
            ended = outcome(partial(check, client, ledger))
            calls = ledger.read_text().count("called") if ledger.exists() else 0
            assert calls == 1 or (calls == 0 and ended != "OK"), f"{ended} after {calls} calls"
            return ended

        def check(client: BackupItemActionV1Client, ledger: Path) -> None:
            result = client.execute({"touch": str(ledger)}, {}, timeout=30)
            assert result.item is not None
            assert result.item["seen_by"][0] == client.name

        soak = Soak()
        soak.run(plugin, call)
    soak.check()
