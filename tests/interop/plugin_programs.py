"""Plugin files for a Velero host: scripts in Python, and wrappers made by velero-shim.

Also what is known of the processes that such files become. Linux only.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

from plugin_files import wait_until
from velero_shim.launcher import write_launcher

TESTS = Path(__file__).parents[1]
_WRAP_LIMIT = 60.0


class WrapError(Exception):
    """The command velero-shim wrap failed; its text is what it printed."""


def python_plugin(path: Path, module: str) -> Path:
    """Writes a plugin file that serves a module of tests/plugins."""
    write_launcher(
        path,
        f"import sys\n\nsys.path.insert(0, {str(TESTS)!r})\n"
        f"from plugins.{module} import main\n\nmain()\n",
    )
    return path


def wrap(plugin: Path, output: Path, target: str, *options: str, python: str = "") -> Path:
    """Runs velero-shim wrap.

    Args:
        plugin: the plugin file.
        output: the wrapper to write.
        target: the version that the item actions get.
        options: more of the command's options.
        python: the interpreter to run it with, which is then the wrapper's too.

    Raises:
        WrapError: it failed.
    """
    command = [
        python or sys.executable,
        "-c",
        "from velero_shim.cli import main; main()",
        *("wrap", str(plugin), "--as", target, "-o", str(output)),
        *options,
    ]
    run = subprocess.run(command, capture_output=True, text=True, timeout=_WRAP_LIMIT)
    if run.returncode:
        raise WrapError(run.stdout + run.stderr)
    return output


def pids_of(program: Path) -> list[int]:
    """Returns the processes that run a file; a zombie is none of them."""
    wanted = os.fsencode(program)
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):  # ended since
                if wanted in (entry / "cmdline").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
    return found


def kill(program: Path) -> None:
    """Kills the one process that runs a file, and waits until it is gone."""
    (pid,) = pids_of(program)
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: pid not in pids_of(program), f"process {pid} of {program} ends")
