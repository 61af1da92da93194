"""Runs buf, as it is installed beside the Python that runs this."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def run(
    *arguments: str | Path, cwd: Path, plugins: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs buf in a folder and returns what became of it, findings and errors merged in stdout.

    Its plugins are those beside this Python, and those in the folder ``plugins``.
    """
    folders = [Path(sys.executable).parent, *([plugins] if plugins else [])]
    path = os.pathsep.join([*map(str, folders), os.environ["PATH"]])
    return subprocess.run(
        ["buf", *arguments],
        cwd=cwd,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
