"""One plugin process, started and ended as a go-plugin host does it.

Owns a child process from its start to its end: environment, handshake, connection, output,
health, Shutdown. Restarting is the business of :mod:`velero_shim.supervisor`. Sources:
hashicorp/go-plugin v1.6.0 (client.go, grpc_client.go) and pkg/plugin/clientmgmt/process of
Velero v1.18.1.
"""

from __future__ import annotations

import logging
import os
import subprocess
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import IO, TypedDict, Unpack, cast

import grpc

from velero_shim.connection import Connection
from velero_shim.drain import Drain
from velero_shim.errors import (
    HandshakeFormatError,
    HandshakeTimeoutError,
    PluginConnectError,
    PluginExitedError,
    PluginStartError,
    ProtocolError,
)
from velero_shim.greeting import StartRefusedError, read_greeting
from velero_shim.handshake import Handshake
from velero_shim.output import OnLog, OnStdio, Stderr, Stdout, log_to_logger, stdio_to_logger
from velero_shim.spawn import SocketFolder, Vitals, abandon, spawn

logger = logging.getLogger(__name__)

START_TIMEOUT = 60.0
"""Seconds that Velero gives a plugin from its start to its handshake line."""

_KILL_GRACE = 2.0  # seconds between Shutdown and SIGKILL, as in go-plugin
_OUTPUT_GRACE = 0.5  # seconds for the last output of a process that has ended
_EXIT_GRACE = 0.1  # seconds for a process that broke the handshake to show its exit code
_POLL = 0.02  # seconds between two looks at a process that is starting


class StartOptions(TypedDict, total=False):
    """How a plugin file is started; what is left out has its default.

    ``environment``: variables on top of this process's own and those of a Velero host.
    ``executable``: what is executed in place of the plugin file, under its name.
    ``start_timeout``: seconds until the handshake line has to be there.
    ``on_log``: takes each log line; ``None`` sends them to the logger
    ``velero_shim.plugin.<file name>``.
    ``on_stdio``: takes what the plugin prints otherwise; ``None`` logs it there at debug.
    """

    environment: Mapping[str, str] | None
    executable: str | None
    start_timeout: float
    on_log: OnLog | None
    on_stdio: OnStdio | None


class PluginProcess:
    """A running plugin file. Use it as a context manager, or call :meth:`close`.

    A program that ends without either kills the process without a Shutdown.

    The constructor starts the process and :meth:`connect` connects to it; :meth:`start` does
    both.

    Args:
        command: the plugin file and its arguments.
        options: see :class:`StartOptions`.

    Raises:
        PluginNotExecutableError: the file is missing or cannot be executed.
    """

    def __init__(self, command: Sequence[str], **options: Unpack[StartOptions]) -> None:
        self.command = (command,) if isinstance(command, str) else tuple(command)
        self._start_timeout = options.get("start_timeout", START_TIMEOUT)
        self._on_stdio = options.get("on_stdio") or stdio_to_logger(self.command[0])
        self._stdout = Stdout(self._on_stdio)
        self._stderr = Stderr(options.get("on_log") or log_to_logger(self.command[0]))
        self._connection: Connection | None = None
        self._ending = threading.Lock()
        self._socket_folder = SocketFolder()
        self._popen = spawn(
            self.command,
            options.get("environment") or {},
            self._socket_folder,
            options.get("executable"),
        )
        self._vitals = Vitals(self._popen.pid)
        # Until the process ends, the thread that reads its output keeps this object alive: what
        # nobody closes is killed when the interpreter ends, and not under a channel in use.
        self._finalizer = weakref.finalize(
            self, abandon, self._popen, self._socket_folder, os.getpid()
        )
        self._drain = self._drain_output()

    @classmethod
    def start(cls, command: Sequence[str], **options: Unpack[StartOptions]) -> PluginProcess:
        """Starts a plugin file and connects to it.

        Args:
            command: the plugin file and its arguments.
            options: see :class:`StartOptions`.

        Raises:
            PluginStartError: in the subclass that says how it failed; no process is left.
        """
        process = cls(command, **options)
        process.connect()
        return process

    def connect(self) -> None:
        """Reads the handshake line and connects: the second half of :meth:`start`.

        A :meth:`kill` from another thread makes it fail at once.

        Raises:
            PluginStartError: in the subclass that says how it failed; no process is left.
        """
        deadline = time.monotonic() + self._start_timeout
        try:
            self._connect(self._read_handshake(deadline), deadline)
        except StartRefusedError as failure:
            raise self._start_error(failure) from None
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> PluginProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- while it runs --------------------------------------------------------

    @property
    def channel(self) -> grpc.Channel:
        """The channel to the plugin; it has no size limits and never repeats a call."""
        return self._connected.channel

    @property
    def pid(self) -> int:
        """The process ID; another process may have it once this one has ended."""
        return self._popen.pid

    @property
    def line(self) -> str | None:
        """The first line of standard output, ``None`` while there is none."""
        return self._stdout.line

    @property
    def stderr_tail(self) -> tuple[str, ...]:
        """The last lines of standard error, oldest first."""
        return self._stderr.tail()

    @property
    def exited(self) -> bool:
        """Whether the process has ended."""
        return self._popen.poll() is not None

    @property
    def usable(self) -> bool:
        """Whether a call can be made: the process runs and can be reached.

        Costs a call only after the connection was lost: a process whose socket is gone lives
        on without use.
        """
        running = self._vitals.is_running()
        if running is False:
            self.wait(1.0)
        return (running or not self.exited) and self._connected.restore()

    def wait(self, timeout: float | None = None) -> int | None:
        """Waits for the process to end.

        Args:
            timeout: seconds to wait; ``None`` waits for ever.

        Returns:
            The exit status, negative for a signal; ``None`` if the process still runs.
        """
        with suppress(subprocess.TimeoutExpired):
            return self._popen.wait(timeout)
        return None

    def health_check(self, timeout: float = 5.0) -> bool:
        """Whether the plugin answers within ``timeout`` seconds that it is serving."""
        return self._connected.health_check(timeout)

    # --- its end --------------------------------------------------------------

    def kill(self) -> None:
        """Ends the process: Shutdown, two seconds, SIGKILL. Safe at any time, from any thread.

        Calls under way end with the status UNAVAILABLE; the channel itself stays open.
        """
        with self._ending:
            self._end_process()
            if self._connection is not None:
                self._connection.close_streams()
            self._drain.stop(_OUTPUT_GRACE)
            self._vitals.close()
            self._socket_folder.remove()
            self._finalizer.detach()

    def close(self) -> None:
        """Ends the process as :meth:`kill` does and closes the channel."""
        self.kill()
        if self._connection is not None:
            self._connection.close()

    def _end_process(self) -> None:
        if self.exited:
            return
        if self._connection is not None and self._connection.shut_down(_KILL_GRACE):
            if self.wait(_KILL_GRACE) is not None:
                return
            logger.warning("plugin ignores Shutdown, it is killed command=%s", self.command[0])
        self._popen.kill()
        self._popen.wait()

    # --- its start ------------------------------------------------------------

    def _drain_output(self) -> Drain:
        stdout, stderr = self._popen.stdout, self._popen.stderr
        sinks = {
            cast(IO[bytes], stdout): self._stdout.feed,
            cast(IO[bytes], stderr): self._stderr.feed,
        }
        # Both pipes end when the process does; reaping it then leaves no zombie behind.
        return Drain(sinks, self._output_ended, f"plugin-{self._popen.pid}-output")

    def _output_ended(self) -> None:
        if self.wait(1.0) is not None:
            self._vitals.close()

    def _read_handshake(self, deadline: float) -> Handshake:
        # Looks at the process too: a child of it may hold its standard output open.
        while not self._stdout.ready.wait(_POLL):
            if self.exited and not self._stdout.ready.wait(_OUTPUT_GRACE):
                break
            if time.monotonic() >= deadline:
                problem = f"it printed no handshake line within {self._start_timeout:g} seconds"
                raise StartRefusedError(HandshakeTimeoutError, problem)
        if self._stdout.line is None:
            raise self._silent_failure()
        return read_greeting(self._stdout.line)

    def _silent_failure(self) -> StartRefusedError:
        code = self.wait(1.0)
        if code is None:
            problem = "it closed its standard output without a handshake line"
            return StartRefusedError(HandshakeFormatError, problem)
        how = f"with exit code {code}" if code >= 0 else f"by signal {-code}"
        problem = f"it ended {how} before it printed a handshake line"
        return StartRefusedError(PluginExitedError, problem)

    def _connect(self, greeting: Handshake, deadline: float) -> None:
        connection = Connection(greeting, self._on_stdio)
        # At least a second: the line may have come at the last moment.
        problem = connection.open(max(deadline - time.monotonic(), 1.0))
        if problem is None:
            self._connection = connection
            return
        connection.close()
        if greeting.multiplex:
            problem += "; it seems to want multiplexed connections, which nobody asked it for"
            raise StartRefusedError(ProtocolError, problem)
        raise StartRefusedError(PluginConnectError, problem)

    @property
    def _connected(self) -> Connection:
        if self._connection is None:
            raise RuntimeError("the plugin process is not connected")
        return self._connection

    def _start_error(self, failure: StartRefusedError) -> PluginStartError:
        exit_code = self.wait(_EXIT_GRACE)
        self.close()
        return failure.kind(
            failure.problem,
            command=self.command,
            line=self._stdout.line,
            exit_code=exit_code,
            stderr=self._stderr.tail(),
        )
