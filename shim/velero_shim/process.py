"""One plugin process, started and ended as a go-plugin host does it.

Owns a child process from its start to its end: environment, handshake, connection, output,
health, Shutdown. Restarting is the business of :mod:`velero_shim.supervisor`. Sources:
hashicorp/go-plugin v1.6.0 (client.go, grpc_client.go) and pkg/plugin/clientmgmt/process of
Velero v1.18.1.
"""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import IO, cast

import grpc

from velero_shim import handshake
from velero_shim.connection import Connection
from velero_shim.drain import Drain
from velero_shim.errors import (
    AppVersionError,
    CoreVersionError,
    HandshakeFormatError,
    HandshakeTimeoutError,
    PluginConnectError,
    PluginExitedError,
    PluginNotExecutableError,
    PluginStartError,
    ProtocolError,
)
from velero_shim.output import OnLog, OnStdio, Stderr, Stdout, log_to_logger, stdio_to_logger

logger = logging.getLogger(__name__)

START_TIMEOUT = 60.0
"""Seconds that Velero gives a plugin from its start to its handshake line."""

_KILL_GRACE = 2.0  # seconds between Shutdown and SIGKILL, as in go-plugin
_OUTPUT_GRACE = 0.5  # seconds for the last output of a process that has ended
_EXIT_GRACE = 0.1  # seconds for a process that broke the handshake to show its exit code
_POLL = 0.02  # seconds between two looks at a process that is starting
_PF_EXITING = 0x4  # a flag of /proc/<pid>/stat, include/linux/sched.h
_MAX_CERT_NOISE = 50  # go-plugin takes a shorter sixth field for noise of old versions
_MAX_SOCKET_FOLDER = 60  # leaves a plugin room for its socket's name within 107 bytes

_NOT_INHERITED = (handshake.ENV_MULTIPLEX, handshake.ENV_CLIENT_CERT)


class _StartRefusedError(Exception):
    """Why a start failed, before the facts of the process are added."""

    def __init__(self, kind: type[PluginStartError], problem: str) -> None:
        super().__init__(problem)
        self.kind = kind
        self.problem = problem


class PluginProcess:
    """A running plugin file. Use it as a context manager, or call :meth:`close`.

    Args:
        command: the plugin file and its arguments.
        environment: variables on top of this process's own and those of a Velero host.
        on_log: takes each log line; ``None`` sends them to the logger
            ``velero_shim.plugin.<file name>``.
        on_stdio: takes what the plugin prints otherwise; ``None`` logs it there at debug.

    Raises:
        PluginNotExecutableError: the file is missing or cannot be executed.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        on_log: OnLog | None = None,
        on_stdio: OnStdio | None = None,
    ) -> None:
        self.command = (command,) if isinstance(command, str) else tuple(command)
        self._on_stdio = on_stdio or stdio_to_logger(self.command[0])
        self._stdout = Stdout(self._on_stdio)
        self._stderr = Stderr(on_log or log_to_logger(self.command[0]))
        self._connection: Connection | None = None
        self._ending = threading.Lock()
        self._socket_folder = _make_socket_folder()
        self._popen = self._spawn(environment or {})
        self._drain = self._drain_output()

    @classmethod
    def start(
        cls,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        start_timeout: float = START_TIMEOUT,
        on_log: OnLog | None = None,
        on_stdio: OnStdio | None = None,
    ) -> PluginProcess:
        """Starts a plugin file and connects to it.

        Args:
            command: as for the class, and so are the other arguments.
            environment: as for the class.
            start_timeout: seconds until the handshake line has to be there.
            on_log: as for the class.
            on_stdio: as for the class.

        Raises:
            PluginStartError: in the subclass that says how it failed; no process is left.
        """
        process = cls(command, environment=environment, on_log=on_log, on_stdio=on_stdio)
        process.connect(start_timeout)
        return process

    def connect(self, start_timeout: float = START_TIMEOUT) -> None:
        """Reads the handshake line and connects: the second half of :meth:`start`.

        A :meth:`kill` from another thread makes it fail at once.

        Raises:
            PluginStartError: in the subclass that says how it failed; no process is left.
        """
        deadline = time.monotonic() + start_timeout
        try:
            greeting = self._read_handshake(deadline, start_timeout)
            _refuse_unusable(greeting)
            self._connect(greeting, deadline)
        except _StartRefusedError as failure:
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
    def exited(self) -> bool:
        """Whether the process has ended."""
        return self._popen.poll() is not None

    @property
    def usable(self) -> bool:
        """Whether a call can be made: the process runs and can be reached.

        Costs a call only after the connection was lost: a process whose socket is gone lives
        on without use.
        """
        if not self.exited and _is_exiting(self.pid):
            self.wait(1.0)
        return not self.exited and self._connected.restore()

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
            if self._socket_folder is not None:
                shutil.rmtree(self._socket_folder, ignore_errors=True)

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

    def _spawn(self, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                self.command,
                bufsize=0,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=self._environment(environment),
            )
        except (OSError, ValueError) as error:
            if self._socket_folder is not None:
                shutil.rmtree(self._socket_folder, ignore_errors=True)
            raise PluginNotExecutableError(
                _why_not_executable(self.command[0], error), command=self.command
            ) from error

    def _environment(self, further: Mapping[str, str]) -> dict[str, str]:
        inherited = {k: v for k, v in os.environ.items() if k not in _NOT_INHERITED}
        socket = {handshake.ENV_SOCKET_DIR: self._socket_folder} if self._socket_folder else {}
        return {**inherited, **handshake.host_environment(), **socket, **further}

    def _drain_output(self) -> Drain:
        stdout, stderr = self._popen.stdout, self._popen.stderr
        sinks = {
            cast(IO[bytes], stdout): self._stdout.feed,
            cast(IO[bytes], stderr): self._stderr.feed,
        }
        # Both pipes end when the process does; reaping it then leaves no zombie behind.
        return Drain(sinks, lambda: self.wait(1.0), f"plugin-{self._popen.pid}-output")

    def _read_handshake(self, deadline: float, limit: float) -> handshake.Handshake:
        # Looks at the process too: a child of it may hold its standard output open.
        while not self._stdout.ready.wait(_POLL):
            if self.exited and not self._stdout.ready.wait(_OUTPUT_GRACE):
                break
            if time.monotonic() >= deadline:
                problem = f"it printed no handshake line within {limit:g} seconds"
                raise _StartRefusedError(HandshakeTimeoutError, problem)
        if self._stdout.line is None:
            raise self._silent_failure()
        try:
            return handshake.parse_line(self._stdout.line)
        except ValueError as error:
            problem = f"its first line of output is no go-plugin handshake: {error!s:.300}"
            raise _StartRefusedError(HandshakeFormatError, problem) from error

    def _silent_failure(self) -> _StartRefusedError:
        code = self.wait(1.0)
        if code is None:
            problem = "it closed its standard output without a handshake line"
            return _StartRefusedError(HandshakeFormatError, problem)
        how = f"with exit code {code}" if code >= 0 else f"by signal {-code}"
        problem = f"it ended {how} before it printed a handshake line"
        return _StartRefusedError(PluginExitedError, problem)

    def _connect(self, greeting: handshake.Handshake, deadline: float) -> None:
        connection = Connection(greeting, self._on_stdio)
        # At least a second: the line may have come at the last moment.
        problem = connection.open(max(deadline - time.monotonic(), 1.0))
        if problem is None:
            self._connection = connection
            return
        connection.close()
        if greeting.multiplex:
            problem += "; it seems to want multiplexed connections, which nobody asked it for"
            raise _StartRefusedError(ProtocolError, problem)
        raise _StartRefusedError(PluginConnectError, problem)

    @property
    def _connected(self) -> Connection:
        if self._connection is None:
            raise RuntimeError("the plugin process is not connected")
        return self._connection

    def _start_error(self, failure: _StartRefusedError) -> PluginStartError:
        exit_code = self.wait(_EXIT_GRACE)
        self.close()
        return failure.kind(
            failure.problem,
            command=self.command,
            line=self._stdout.line,
            exit_code=exit_code,
            stderr=self._stderr.tail(),
        )


def _refuse_unusable(greeting: handshake.Handshake) -> None:
    found: tuple[type[PluginStartError], str] | None = None
    if greeting.core_version != handshake.CORE_VERSION:
        found = CoreVersionError, f"core protocol version {greeting.core_version}, expected 1"
    elif greeting.app_version != handshake.APP_VERSION:
        found = AppVersionError, f"plugin protocol version {greeting.app_version}, expected 2"
    elif greeting.network not in ("unix", "tcp"):
        found = ProtocolError, f"network {greeting.network!r}, expected unix or tcp"
    elif greeting.protocol != "grpc":
        found = ProtocolError, f"protocol {greeting.protocol!r}, expected grpc"
    elif len(greeting.server_cert) > _MAX_CERT_NOISE:
        found = ProtocolError, "a TLS certificate, expected none"
    if found is not None:
        kind, problem = found
        raise _StartRefusedError(kind, f"its handshake line names {problem}")


def _is_exiting(pid: int) -> bool:
    """Whether a process that has not ended yet is about to.

    The kernel closes the sockets of a killed process before anybody can see it as ended; who
    makes the next call in between would meet the same dead process again. Linux only.
    """
    try:
        descriptor = os.open(f"/proc/{pid}/stat", os.O_RDONLY)
    except OSError:
        return False
    try:
        after_name = os.read(descriptor, 512).rpartition(b")")[2]
        return bool(int(after_name.split()[6]) & _PF_EXITING)
    except (OSError, IndexError, ValueError):
        return True  # it went away while it was looked at
    finally:
        os.close(descriptor)


def _why_not_executable(path: str, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    if isinstance(error, FileNotFoundError) and os.path.exists(path):  # noqa: PTH110  # any string
        reason = "the interpreter or loader that it names does not exist"
    return f"it cannot be executed: {reason}"


def _make_socket_folder() -> str | None:
    """Makes a folder for the plugin's socket, which a killed plugin cannot remove itself.

    go-plugin does the same for plugins that it starts through a runner. Plugins built on
    go-plugin before v1.5 do not look for it.
    """
    try:
        folder = tempfile.mkdtemp(prefix="vs-", dir=os.environ.get(handshake.ENV_SOCKET_DIR))
    except OSError:
        return None
    if len(os.fsencode(folder)) > _MAX_SOCKET_FOLDER:
        shutil.rmtree(folder, ignore_errors=True)
        return None
    return folder
