"""Compares two folders file by file.

As a command: trees.py WANTED FOUND MEND prints how FOUND differs from WANTED and, where it does,
the command MEND that makes them equal, and exits 1.
"""

from __future__ import annotations

import stat
import sys
from pathlib import Path


def differences(wanted: Path, found: Path) -> list[str]:
    """Returns a line for each file that is missing, stray or different, Python's caches aside.

    Files differ by their bytes, by what they are and by whether they can be executed. A symbolic
    link is never followed: it may lead to equal bytes here and to none elsewhere.
    """
    want, have = _files(wanted), _files(found)
    lines = [f"missing: {found / name}" for name in sorted(want - have)]
    lines += [f"stray: {found / name}" for name in sorted(have - want)]
    both = ((name, _difference(wanted / name, found / name)) for name in sorted(want & have))
    lines += [f"different: {found / name}{how}" for name, how in both if how is not None]
    return lines


def report(lines: list[str], mend: str) -> int:
    """Prints the lines and the command that mends them; returns the exit code."""
    if lines:
        print(*lines, "", f"To mend: {mend}", sep="\n")
    return 1 if lines else 0


def _files(root: Path) -> set[str]:
    # A link to a folder is an entry of its own.
    entries = (path for path in root.rglob("*") if path.is_symlink() or not path.is_dir())
    paths = (path.relative_to(root) for path in entries)
    return {path.as_posix() for path in paths if "__pycache__" not in path.parts}


def _difference(wanted: Path, found: Path) -> str | None:
    """Returns in what two entries differ, empty when only in their bytes; ``None`` if equal."""
    want, have = _form(wanted), _form(found)
    if want != have:
        return f": found {have}, expected {want}"
    return None if wanted.read_bytes() == found.read_bytes() else ""


def _form(path: Path) -> str:
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return "a symbolic link"
    if not stat.S_ISREG(mode):
        return "no regular file"
    # Git keeps no other bit.
    return "an executable file" if mode & stat.S_IXUSR else "a file that is not executable"


if __name__ == "__main__":
    sys.exit(report(differences(Path(sys.argv[1]), Path(sys.argv[2])), sys.argv[3]))
