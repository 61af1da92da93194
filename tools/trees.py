"""Compares two folders file by file.

As a command: trees.py WANTED FOUND MEND prints how FOUND differs from WANTED and, where it does,
the command MEND that makes them equal, and exits 1.
"""

from __future__ import annotations

import sys
from pathlib import Path


def differences(wanted: Path, found: Path) -> list[str]:
    """Returns a line for each file that is missing, stray or different, Python's caches aside."""
    want, have = _files(wanted), _files(found)
    lines = [f"missing: {found / name}" for name in sorted(want - have)]
    lines += [f"stray: {found / name}" for name in sorted(have - want)]
    lines += [
        f"different: {found / name}"
        for name in sorted(want & have)
        if (wanted / name).read_bytes() != (found / name).read_bytes()
    ]
    return lines


def report(lines: list[str], mend: str) -> int:
    """Prints the lines and the command that mends them; returns the exit code."""
    if lines:
        print(*lines, "", f"To mend: {mend}", sep="\n")
    return 1 if lines else 0


def _files(root: Path) -> set[str]:
    paths = (path.relative_to(root) for path in root.rglob("*") if not path.is_dir())
    return {path.as_posix() for path in paths if "__pycache__" not in path.parts}


if __name__ == "__main__":
    sys.exit(report(differences(Path(sys.argv[1]), Path(sys.argv[2])), sys.argv[3]))
