"""How a plugin process learns that its end has come, and how it makes sure of it.

Owns the signals, the watch over the host and the last resort when something blocks. What is
to be cleaned up is the business of :mod:`velero_shim.serve`.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import io
import os
import select
import signal
import stat
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

_POLL_SECONDS = 0.5


class Lifetime:
    """Waits for the first reason to end.

    A pipe and poll() do it rather than a lock and a condition: a signal handler may write to a
    pipe at any moment, and the same poll() hears of a host that is gone.

    Args:
        host_output: the descriptor of the real standard output. When it is a pipe, its last
            reader going away means that the host has died.
    """

    def __init__(self, host_output: int) -> None:
        self._pid = os.getpid()
        self._parent = os.getppid()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._reason = ""
        self._poller = select.poll()
        self._poller.register(self._wake_read, select.POLLIN)
        if _has_readers_to_lose(host_output):
            self._poller.register(host_output, 0)  # errors and hang-ups are always reported

    def end(self, reason: str) -> None:
        """Makes :meth:`wait` return; may be called from any thread and signal handler."""
        self._reason = self._reason or reason
        with contextlib.suppress(BlockingIOError):  # full: it has been told often enough
            os.write(self._wake_write, b"\0")

    def wait(self, meanwhile: Callable[[], None]) -> str:
        """Blocks until the process shall end and returns why.

        Args:
            meanwhile: called about twice a second.
        """
        # The parent has no event to wait for on every kernel, so it is looked at.
        while not self._poller.poll(_POLL_SECONDS * 1000):
            if os.getppid() != self._parent:
                return "parent process died"
            meanwhile()
        return self._reason or "host closed standard output"

    def handle_signals(self) -> None:
        """SIGTERM and SIGHUP end the process cleanly; SIGINT does nothing.

        A host's terminal sends SIGINT to the plugins too, and ending them is the host's to
        decide. It is caught, not ignored: child processes would inherit that.
        """
        if threading.current_thread() is not threading.main_thread():
            return
        signal.signal(signal.SIGINT, _do_nothing)
        signal.signal(signal.SIGTERM, self._on_signal)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as nohup leaves it
            signal.signal(signal.SIGHUP, self._on_signal)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if os.getpid() != self._pid:
            # A child that an action forked: it shares the pipe, and the signal is not for us.
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            return
        self.end(signal.Signals(number).name)


def exit_within(seconds: float, last_act: Callable[[], None]) -> None:
    """Ends the process with status 0 after that time, whatever still runs in it.

    Blocked handlers and a plugin's own threads would hold up the interpreter for ever.
    """
    deadline = time.monotonic() + seconds

    def exit_late() -> None:
        time.sleep(max(0.0, deadline - time.monotonic()))
        with contextlib.suppress(Exception):
            last_act()
        os._exit(0)

    threading.Thread(target=exit_late, name="exit", daemon=True).start()


def exit_quickly() -> NoReturn:
    """Ends the process with status 0, without the interpreter taking itself apart.

    Freeing every module takes 20 to 60 ms of each poll, in which Velero waits for the process.
    What a program may count on still happens, and in Python's order: its other threads are
    waited for, the functions that it registered with :mod:`atexit` are called, and its files
    are flushed. To be called when nothing else of the program is left to run.
    """
    threading._shutdown()  # type: ignore[attr-defined]  # as the interpreter does
    atexit._run_exitfuncs()
    for file in [found for found in gc.get_objects() if isinstance(found, _BUFFERED)]:
        with contextlib.suppress(Exception):  # closed, or nobody reads it any more
            file.flush()
    os._exit(0)


_BUFFERED = (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)


def _has_readers_to_lose(descriptor: int) -> bool:
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _do_nothing(_number: int, _frame: FrameType | None) -> None:
    pass
