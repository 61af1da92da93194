"""Runs buf and its plugins as they are installed beside the Python that runs this."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def run(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs buf in a folder and returns what became of it, findings and errors merged in stdout."""
    tools = Path(sys.executable).parent
    return subprocess.run(
        ["buf", *arguments],
        cwd=cwd,
        env={**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
