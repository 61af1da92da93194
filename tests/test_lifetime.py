"""How a plugin process ends: asked to, signalled, or left behind by its host."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from plugin_host import COMMAND, LIMIT, Plugin, environment, received, started, wait_until
from velero_shim.lifetime import Lifetime

SERVING = 1

# Starts a plugin, hands its process id and handshake line on, and waits to be killed.
_HOST = """
import os, subprocess, sys, signal
keep = int(sys.argv[1])
output = None if sys.argv[2] == "inherit" else subprocess.PIPE
plugin = subprocess.Popen(sys.argv[3:], stdout=output, pass_fds=[keep], stdin=subprocess.DEVNULL)
os.close(keep)
if output is not None:
    os.write(1, plugin.stdout.readline())
signal.pause()
"""


def _is_gone(plugin: Plugin) -> bool:
    return not Path(plugin.fields[3]).parent.exists()


# --- Shutdown ---------------------------------------------------------------------


def test_shutdown_is_answered_and_the_process_is_gone() -> None:
    with started() as plugin:
        plugin.shut_down()
        assert plugin.end() == 0
        assert _is_gone(plugin)
        assert not [line for line in plugin.stderr if b"Traceback" in line]


def test_shutdown_ends_the_process_within_a_second_while_handlers_and_threads_block(
    tmp_path: Path,
) -> None:
    with started() as plugin:
        plugin.execute({"do": "thread"})
        calls = plugin.block(tmp_path, 5)
        began = time.monotonic()
        plugin.shut_down()
        assert plugin.end() == 0
        assert time.monotonic() - began < 1.0
        assert _is_gone(plugin)
        assert all(call.exception(LIMIT) for call in calls)


def test_what_was_printed_before_shutdown_reaches_the_stream() -> None:
    with started() as plugin:
        stream = plugin.stdio()
        plugin.execute({"do": "print", "text": "until the stream is open"})
        received(stream, b"from a child\n")
        plugin.execute({"do": "print", "text": "last words"})
        plugin.shut_down()
        data = b"".join(message.data for message in stream)
    assert data == b"last words\nwritten\nfrom a child\n"


# --- signals ------------------------------------------------------------------------


def test_sigint_does_nothing() -> None:
    with started() as plugin:
        plugin.process.send_signal(signal.SIGINT)
        assert plugin.health() == SERVING
        assert plugin.execute({}).item == b"{}"
        assert plugin.process.poll() is None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_sigterm_and_sighup_end_it_cleanly(number: signal.Signals) -> None:
    with started() as plugin:
        stream = plugin.stdio()
        plugin.execute({"do": "print", "text": "until the stream is open"})
        received(stream, b"from a child\n")
        plugin.execute({"do": "thread"})
        plugin.process.send_signal(number)
        assert plugin.end() == 0
        assert _is_gone(plugin)
        assert list(stream) == []


def test_nohup_is_respected() -> None:
    with started(("nohup", *COMMAND)) as plugin:
        plugin.process.send_signal(signal.SIGHUP)
        assert plugin.health() == SERVING
        assert plugin.process.poll() is None


# --- a host that dies -------------------------------------------------------------------


@contextmanager
def _hosted(output: str, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], int, Path]]:
    """Starts a host with a plugin.

    Gives the host, a descriptor that closes at the plugin's end, and its socket's folder.
    """
    ended, keep = os.pipe()
    command = [sys.executable, "-c", _HOST, str(keep), output, *COMMAND]
    host = subprocess.Popen(
        command, env=environment(TMPDIR=str(tmp_path)), stdout=subprocess.PIPE, pass_fds=[keep]
    )
    os.close(keep)
    try:
        assert host.stdout is not None
        line = host.stdout.readline().decode()
        yield host, ended, Path(line.split("|")[3]).parent
    finally:
        host.kill()
        host.wait()
        assert host.stdout is not None
        host.stdout.close()
        os.close(ended)


def _wait_for_end(ended: int) -> None:
    os.set_blocking(ended, False)

    def is_closed() -> bool:
        try:
            return os.read(ended, 1) == b""
        except BlockingIOError:
            return False

    wait_until(is_closed, "the plugin's end")


@pytest.mark.parametrize("output", ["pipe", "inherit"])
def test_a_killed_host_takes_its_plugin_along(output: str, tmp_path: Path) -> None:
    """With "inherit" the pipe's reader lives on, and only the parent is gone."""
    with _hosted(output, tmp_path) as (host, ended, folder):
        assert folder.exists()
        host.kill()
        host.wait()
        began = time.monotonic()
        _wait_for_end(ended)
        assert time.monotonic() - began < 3.0
        assert not folder.exists()


def test_a_host_that_closes_its_end_of_standard_output_ends_the_plugin() -> None:
    with started() as plugin:
        assert plugin.process.stdout is not None
        plugin.process.stdout.close()
        assert plugin.end() == 0
        assert _is_gone(plugin)


def test_standard_output_that_is_no_pipe_is_not_watched(tmp_path: Path) -> None:
    with (
        (tmp_path / "line").open("wb") as file,
        subprocess.Popen(COMMAND, env=environment(), stdout=file) as process,
    ):
        wait_until(lambda: (tmp_path / "line").read_bytes().endswith(b"\n"), "the line")
        assert process.poll() is None
        process.terminate()
        assert process.wait(LIMIT) == 0


def test_a_forked_child_that_ends_leaves_the_socket(tmp_path: Path) -> None:
    folder = tmp_path / "base"
    folder.mkdir()
    script = tmp_path / "forks.py"
    script.write_text(
        "import os\n"
        "from velero_shim.listener import listen\n"
        "listener = listen(lambda target: open(target[5:], 'w').close() or 1, os.environ)\n"
        "if os.fork() == 0:\n"
        "    listener.close()\n"
        "    os._exit(0)\n"
        "os.wait()\n"
        "print(os.path.exists(listener.address))\n"
        "listener.close()\n"
        "print(os.path.exists(listener.address))\n"
    )
    result = subprocess.run(
        [sys.executable, str(script)],
        env=environment(TMPDIR=str(folder)),
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    assert result.stdout.split() == ["True", "False"]
    assert list(folder.iterdir()) == []


def test_ending_twice_keeps_the_first_reason() -> None:
    reader, writer = os.pipe()
    lifetime = Lifetime(writer)
    lifetime.end("first")
    lifetime.end("second")
    assert lifetime.wait(lambda: None) == "first"
    os.close(reader)
    os.close(writer)


def test_a_signal_to_a_forked_child_is_the_childs_alone() -> None:
    code = """
import os, signal, time
from velero_shim.lifetime import Lifetime

lifetime = Lifetime(1)
lifetime.handle_signals()
ready, tell = os.pipe()
child = os.fork()
if child == 0:
    os.write(tell, b".")
    time.sleep(60)
    os._exit(9)
os.read(ready, 1)
os.kill(child, signal.SIGTERM)
print(os.WTERMSIG(os.waitpid(child, 0)[1]), lifetime._poller.poll(0))
"""
    ran = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, timeout=LIMIT, check=True
    )
    assert ran.stdout == f"{signal.SIGTERM} []\n"


def test_quick_exit_leaves_nothing_undone(tmp_path: Path) -> None:
    """Threads are waited for, atexit's functions called once and in order, files flushed."""
    kept = tmp_path / "kept"
    code = f"""
import atexit, threading, time
from velero_shim.lifetime import exit_quickly
atexit.register(print, "first registered")
file = open({str(kept)!r}, "w")
file.write("unflushed")
def work():
    time.sleep(0.2)
    print("thread")
threading.Thread(target=work).start()
atexit.register(print, "last registered")
exit_quickly()
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split("\n") == ["thread", "last registered", "first registered", ""]
    assert (kept.read_text(), done.stderr) == ("unflushed", "")
