"""Plugin files for tests of the host side, and what they may not leave behind."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

FAKE_PLUGIN = Path(__file__).parent / "plugins" / "fake_plugin.py"


def fake(how: str = "serve") -> tuple[str, ...]:
    """Returns the command of the fake plugin that starts in the way that is named."""
    return (sys.executable, str(FAKE_PLUGIN), how)


def write_plugin(path: Path, how: str = "serve", **environment: str) -> Path:
    """Writes an executable that runs the fake plugin with these variables set."""
    settings = "".join(f"export {k}={shlex.quote(v)}\n" for k, v in environment.items())
    command = shlex.join(fake(how))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{settings}exec {command}\n")
    path.chmod(0o755)
    return path


def wait_until(condition: Callable[[], object], what: str, limit: float = 20.0) -> None:
    """Waits until the condition holds, at most ``limit`` seconds."""
    deadline = time.monotonic() + limit
    while not condition():
        assert time.monotonic() < deadline, f"not within {limit:g} s: {what}"
        time.sleep(0.005)


def alive(pid: int) -> bool:
    """Whether there is such a process, zombies included."""
    return Path(f"/proc/{pid}").exists()


def children() -> set[int]:
    """Returns the IDs of this process's children, zombies included."""
    found: set[int] = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):  # ended since
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == os.getpid():
                    found.add(int(entry.name))
    return found


def descriptors() -> int:
    """Returns how many file descriptors this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def open_files(pid: int) -> dict[int, str]:
    """Returns what each file descriptor of a process refers to."""
    found: dict[int, str] = {}
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):  # closed since
            found[int(link.name)] = str(link.readlink())
    return found


@contextmanager
def own_socket_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Gives a test its own folder for sockets; nothing may be left in it, and no process."""
    with tempfile.TemporaryDirectory(prefix="t-") as folder:
        monkeypatch.setenv("PLUGIN_UNIX_SOCKET_DIR", folder)
        before = children()
        yield Path(folder)
        assert list(Path(folder).iterdir()) == []
        assert children() <= before
