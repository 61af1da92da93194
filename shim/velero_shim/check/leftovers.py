"""Processes found by a mark in their environment, whoever their parent is by now.

Owns that nothing that a check started outlives it: a plugin's own children and orphans
inherit the mark. Linux only; elsewhere none are found.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path

ENV_MARK = "VELERO_SHIM_CHECK"

_PROC = Path("/proc")
_POLL = 0.02


def can_be_found() -> bool:
    """Whether this system shows the environment of processes."""
    return (_PROC / "self" / "environ").exists()


def marked(mark: str) -> list[int]:
    """Returns the IDs of the living processes whose mark starts with ``mark``."""
    wanted = f"{ENV_MARK}={mark}".encode()
    found = []
    for entry in _PROC.iterdir() if can_be_found() else ():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with contextlib.suppress(OSError):  # ended since, or another user's
                variables = (entry / "environ").read_bytes().split(b"\0")
                if any(variable.startswith(wanted) for variable in variables):
                    found.append(int(entry.name))
    return found


def wait_until_gone(mark: str, seconds: float) -> list[int]:
    """Waits until no process has the mark, and returns those that still do."""
    deadline = time.monotonic() + seconds
    while (found := marked(mark)) and time.monotonic() < deadline:
        time.sleep(_POLL)
    return found


def end(mark: str) -> None:
    """Kills every process with the mark."""
    # A process may start another while it is looked for; a killed one may still be seen.
    deadline = time.monotonic() + 2.0
    while (found := marked(mark)) and time.monotonic() < deadline:
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_POLL)
