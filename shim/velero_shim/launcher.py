"""Executable files that a Velero host can start: a first line and a few of Python.

Owns how such a file finds its interpreter and how it is written in one step.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

# Linux cuts a longer first line off; older kernels did so at 127.
_MAX_FIRST_LINE = 127
_EXECUTABLE = 0o755


def write_launcher(path: Path, code: str) -> None:
    """Writes an executable file that runs Python code with this very interpreter.

    The file appears whole or not at all, and replaces one that is there: a host that is
    running the old one keeps it.

    Args:
        path: the file; its folder has to exist.
        code: Python source without a first line.

    Raises:
        OSError: the file cannot be written.
    """
    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(first_lines(sys.executable) + code)
            # Through the descriptor: by now nobody else has the file.
            os.fchmod(file.fileno(), _EXECUTABLE)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def first_lines(interpreter: str) -> str:
    """Returns what makes the kernel run a file with that interpreter.

    ``-P`` keeps the file's own folder out of the import path: in a plugins folder lies what
    others put there. Where the path of the interpreter has blanks or is too long for a first
    line, the shell reads the file first, sees one command, and Python sees a text.
    """
    line = f"#!{interpreter} -P\n"
    if len(os.fsencode(line)) <= _MAX_FIRST_LINE and not any(c.isspace() for c in interpreter):
        return line
    quoted = "'" + interpreter.replace("'", "'\"'\"'") + "'"
    return f"#!/bin/sh\n'''exec' {quoted} -P \"$0\" \"$@\"\n' '''\n"
