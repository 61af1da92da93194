"""What a run of these tests says on a machine without Go."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
LIMIT = 60.0


def _run(*arguments: str, ci: str) -> str:
    """Runs one small test file where nothing can be found in PATH; returns pytest's last line."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    run = subprocess.run(
        [*command, *arguments, str(HERE / "test_go_golden.py")],
        cwd=HERE.parent.parent,
        env={**os.environ, "PATH": "/nowhere", "CI": ci},
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )
    return run.stdout.splitlines()[-1]


def test_without_go_they_are_skipped_and_in_ci_they_fail() -> None:
    assert " skipped in " in _run(ci="")
    in_ci = _run(ci="true")
    assert " errors in " in in_ci
    assert "passed" not in in_ci


def test_without_go_they_can_be_left_out() -> None:
    assert " deselected in " in _run("-m", "not interop", ci="true")
