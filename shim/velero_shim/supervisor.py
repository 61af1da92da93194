"""A plugin process that is started again when it has ended.

Owns one process per plugin file, shared by all actions of the file: started when a channel
is first asked for, looked at before each call, given up after too many failures. A call
that was under way when the process died is never repeated. Source:
pkg/plugin/clientmgmt/process/restartable_process.go of Velero v1.18.1.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType
from typing import Unpack

import grpc

from velero_shim.errors import PluginClosedError, PluginGaveUpError, ShimError
from velero_shim.process import PluginProcess, StartOptions

logger = logging.getLogger(__name__)

MAX_FAILURES = 10
"""Failed starts in a row that are stood; the one after them is the last."""

Initialization = Callable[[grpc.Channel], object]
"""Brings a new process to the state that its actions had in the one before."""

_RETIREMENT = 5.0  # seconds in which a caller may still use the channel of an ended process


class RestartableProcess:
    """The process of a plugin file, replaced by a new one whenever it has ended.

    Args:
        command: the plugin file and its arguments.
        options: how each process is started, as for :meth:`PluginProcess.start`.
    """

    def __init__(self, command: Sequence[str], **options: Unpack[StartOptions]) -> None:
        self.command = (command,) if isinstance(command, str) else tuple(command)
        self._spawn = partial(PluginProcess, self.command, **options)
        self._initializations: dict[object, Initialization] = {}
        self._lock = threading.RLock()
        self._closed = False
        self._process: PluginProcess | None = None
        self._retired: list[tuple[float, PluginProcess]] = []
        self._starts = 0
        self._failures = 0
        self._last_failure: Exception | None = None

    def __enter__(self) -> RestartableProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The ID of the present process, which may have ended; ``None`` before the first."""
        return self._process.pid if self._process is not None else None

    def channel(self) -> grpc.Channel:
        """Returns a channel to a running process, which it starts if there is none.

        Ask for it before each call. One thread starts the process; others wait for it and
        share its failure.

        Raises:
            PluginStartError: the process could not be started this time.
            PluginGaveUpError: more than ten starts in a row have failed; it stays so.
            PluginClosedError: :meth:`close` was called.
        """
        starts = self._starts
        with self._lock:
            self._refuse_if_over()
            if self._process is not None and self._process.usable:
                return self._process.channel
            if starts != self._starts and self._last_failure is not None:
                raise self._last_failure.with_traceback(None)
            return self._start().channel

    def add_initialization(self, key: object, initialize: Initialization) -> None:
        """Registers what to do with every new process, and does it with a running one.

        Args:
            key: names the initialization; one with the same key is replaced.
            initialize: called with the channel. What it raises makes the start fail.
        """
        with self._lock:
            self.remember_initialization(key, initialize)
            if self._process is not None and self._process.usable:
                initialize(self._process.channel)

    def remember_initialization(self, key: object, initialize: Initialization) -> None:
        """Registers what to do with every further process, not with the running one.

        Args:
            key: names the initialization; one with the same key is replaced.
            initialize: called with the channel. What it raises makes the start fail.
        """
        with self._lock:
            self._initializations[key] = initialize

    def start_soon(self) -> None:
        """Starts the process in the background; the first call then waits less or not at all.

        A failure is that of the first :meth:`channel`, which tries again.
        """

        def start() -> None:
            with contextlib.suppress(ShimError):
                self.channel()

        threading.Thread(target=start, name="plugin-start", daemon=True).start()

    def close(self) -> None:
        """Ends the process and everything about it. May be called again, from any thread."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()  # also one that is still starting: its starter fails and lets go
        with self._lock:
            self._retire()
            self._close_retired(0.0)

    def _refuse_if_over(self) -> None:
        if self._closed:
            raise PluginClosedError(self.command[0])
        if self._failures > MAX_FAILURES and self._last_failure is not None:
            raise PluginGaveUpError(self.command[0], self._failures, self._last_failure)

    def _start(self) -> PluginProcess:
        if self._process is not None:
            logger.info("plugin process ended, it is started again command=%s", self.command[0])
        self._retire()
        self._close_retired(_RETIREMENT)
        self._starts += 1
        try:
            process = self._started()
        except Exception as error:
            self._failures += 1
            self._last_failure = error
            raise
        self._failures = 0
        self._last_failure = None
        return process

    def _started(self) -> PluginProcess:
        # Known to close() before it is connected, which may take as long as it likes.
        self._process = process = self._spawn()
        try:
            if self._closed:
                raise PluginClosedError(self.command[0])
            process.connect()
            for initialize in self._initializations.values():
                initialize(process.channel)
        except BaseException:
            self._process = None
            process.close()
            raise
        return process

    def _retire(self) -> None:
        # Closing the channel would turn a call's UNAVAILABLE into CANCELLED, and the call of
        # a thread that got this channel a moment ago into a ValueError.
        if self._process is not None:
            self._process.kill()
            self._retired.append((time.monotonic(), self._process))
            self._process = None

    def _close_retired(self, age: float) -> None:
        before = time.monotonic() - age
        for retired, process in self._retired:
            if retired <= before:
                process.close()
        self._retired = [entry for entry in self._retired if entry[0] > before]
