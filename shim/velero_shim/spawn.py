"""A plugin's process as the operating system sees it.

Owns what a child gets from its host, environment and folder for its socket, and what can be
seen of it from outside. Source: hashicorp/go-plugin v1.6.0, client.go.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import FileIO

from velero_shim import handshake
from velero_shim.errors import PluginNotExecutableError

# Of a host of this process; this one does neither.
_NOT_INHERITED = (handshake.ENV_MULTIPLEX, handshake.ENV_CLIENT_CERT)

_ABANDON_GRACE = 1.0  # seconds for a process to be gone after SIGKILL
_MAX_SOCKET_FOLDER = 60  # leaves a plugin room for its socket's name within 107 bytes


class SocketFolder:
    """A folder for the plugin's socket, which a killed plugin cannot remove itself.

    go-plugin does the same for plugins that it starts through a runner. Plugins built on
    go-plugin before v1.5 do not look for it.

    Attributes:
        path: the folder; empty where none could be made, or only one with too long a path.
    """

    def __init__(self) -> None:
        self.path = ""
        try:
            inherited = os.environ.get(handshake.ENV_SOCKET_DIR) or None
            self.path = tempfile.mkdtemp(prefix="vs-", dir=inherited)
        except OSError:
            return
        if len(os.fsencode(self.path)) > _MAX_SOCKET_FOLDER:
            self.remove()
            self.path = ""

    def remove(self) -> None:
        """Removes the folder and what is left in it."""
        if self.path:
            shutil.rmtree(self.path, ignore_errors=True)


def spawn(
    command: Sequence[str],
    environment: Mapping[str, str],
    folder: SocketFolder,
    executable: str | None = None,
) -> subprocess.Popen[bytes]:
    """Starts a plugin file with pipes on its output; its input is the host's.

    Args:
        command: the plugin file and its arguments.
        environment: variables on top of this process's own and those of a Velero host.
        folder: where its socket shall be.
        executable: what is executed in place of the file, under its name.

    Raises:
        PluginNotExecutableError: the file cannot be executed; the folder is removed then.
    """
    try:
        return subprocess.Popen(
            command,
            executable=executable,
            bufsize=0,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(environment, folder),
        )
    except (OSError, ValueError) as error:
        folder.remove()
        problem = f"it cannot be executed: {_reason(executable or command[0], error)}"
        raise PluginNotExecutableError(problem, command=command) from error


def abandon(process: subprocess.Popen[bytes], folder: SocketFolder, parent: int) -> None:
    """Kills a process that nobody has ended and removes its socket's folder.

    Args:
        process: what :func:`spawn` returned; it may have ended.
        folder: where its socket is.
        parent: the ID of the process that started it. In a fork of that one, which inherits
            everything that is to be done at the end, nothing happens.
    """
    if os.getpid() != parent:
        return
    if process.poll() is None:
        process.kill()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_ABANDON_GRACE)
    folder.remove()


class Vitals:
    """Whether a process is about to end, before it has ended.

    The kernel closes the sockets of a killed process before anybody can see it as ended; who
    makes the next call in between would meet the same dead process again. Linux only.

    It is asked before each call, so one descriptor stays open for it: opening a file each time
    costs callers that call at once a tenth of their calls. Nor can it be another process that
    has got the same ID.
    """

    def __init__(self, pid: int) -> None:
        self._memory: FileIO | None = None
        with suppress(OSError):
            self._memory = FileIO(f"/proc/{pid}/statm")

    def is_running(self) -> bool | None:
        """Whether the process runs on; ``None`` where that is not to be seen."""
        if self._memory is None:
            return None
        try:
            # A process that ends gives its memory back first and then closes its sockets.
            return not os.pread(self._memory.fileno(), 2, 0).startswith(b"0 ")
        except (OSError, ValueError):
            return False  # it has been reaped, or close() was called

    def close(self) -> None:
        """Closes the descriptor; the process has ended then."""
        if self._memory is not None:
            self._memory.close()


def _environment(further: Mapping[str, str], folder: SocketFolder) -> dict[str, str]:
    inherited = {k: v for k, v in os.environ.items() if k not in _NOT_INHERITED}
    socket = {handshake.ENV_SOCKET_DIR: folder.path} if folder.path else {}
    return {**inherited, **handshake.host_environment(), **socket, **further}


def _reason(path: str, error: Exception) -> str:
    if isinstance(error, FileNotFoundError) and os.path.exists(path):  # noqa: PTH110  # any string
        if not os.path.dirname(path) and shutil.which(path) is None:  # noqa: PTH120  # any string
            return f"it is not on the PATH; the file in the current folder needs one: ./{path}"
        return "the interpreter or loader that it names does not exist"
    return str(error.strerror if isinstance(error, OSError) else error)
