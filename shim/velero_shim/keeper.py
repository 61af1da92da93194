"""A helper process that cleans up after a wrapper that was killed.

Owns nothing but that: a host may SIGKILL a plugin, which then cannot end the plugin that it
runs itself, and that one would live on without a host. The keeper is forked while the process
has one thread and few modules, sleeps until its pipe closes, and knows the processes that it
has to end by a variable in their environment, so that none is missed.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator

ENV_TOKEN = "VELERO_SHIM_KEPT_BY"

_DONE = b"d"
_PIPE = 3
# A process that has just started has few; the limit of the system may be a billion.
_MAX_DESCRIPTORS = 4096


class Keeper:
    """The helper process, seen from the process that it keeps.

    Attributes:
        token: the value of ``ENV_TOKEN`` in the environment of the processes to end.
        folder: a folder to remove, ``None`` for none.
    """

    def __init__(self, folder: str | None) -> None:
        """Forks. To be called before the first thread starts.

        Args:
            folder: what to remove with everything in it.
        """
        self.token = f"{os.getpid()}-{os.urandom(8).hex()}"
        self.folder = folder
        read_end, self._pipe = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            _keep(read_end, self.token, folder)
        os.close(read_end)

    def dismiss(self) -> None:
        """Ends the helper when everything is cleaned up; safe to call again."""
        if self._pid:
            with contextlib.suppress(OSError):
                os.write(self._pipe, _DONE)
                os.close(self._pipe)
                os.waitpid(self._pid, 0)
            self._pid = 0


def _keep(read_end: int, token: str, folder: str | None) -> None:
    try:
        pipe = _let_go_of_everything_but(read_end)
        if os.read(pipe, 1) != _DONE:
            for pid in _processes_of(token):
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            if folder is not None:
                import shutil

                shutil.rmtree(folder, ignore_errors=True)
    finally:
        os._exit(0)


def _let_go_of_everything_but(read_end: int) -> int:
    # A host waits for the end of its plugin's output, and a terminal signals its group.
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    os.chdir("/")
    os.dup2(read_end, _PIPE)
    os.closerange(_PIPE + 1, _MAX_DESCRIPTORS)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    return _PIPE


def _processes_of(token: str) -> Iterator[int]:
    from pathlib import Path  # not at the top: only a killed wrapper's keeper gets here

    processes = Path("/proc")
    wanted = f"{ENV_TOKEN}={token}".encode()
    for entry in processes.iterdir() if processes.is_dir() else ():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with contextlib.suppress(OSError):
                if wanted in (entry / "environ").read_bytes().split(b"\0"):
                    yield int(entry.name)
