"""A program that lies in a packed bundle as data, made one that can be started.

Owns how: Velero tries to start whatever has an executable bit below its plugins folder, so a
program that is carried along has none. A copy in memory has one, and nothing of it is left
behind, whoever kills this process.
"""

from __future__ import annotations

import os
import shutil
import tempfile

from velero_shim.errors import CarriedPluginError

# os.path and not pathlib, as in all that runs before a plugin's handshake line.
# ruff: noqa: PTH101, PTH118, PTH119, PTH123

_MFD_EXEC = 0x10  # Linux 6.3 and later: the administrator may have set another default


def runnable(path: str, folder: str | None) -> str:
    """Returns a path from which a program without executable bit can be started.

    It holds as long as this process lives. Where a copy in memory cannot be executed (an
    administrator can forbid it, and it takes a /proc), there is one in a folder.

    Args:
        path: the program.
        folder: where a copy may lie that the caller removes; ``None`` where there is none.

    Raises:
        CarriedPluginError: neither works, with what was tried.
    """
    try:
        in_memory = f"/proc/{os.getpid()}/fd/{_copy_to_memory(path)}"
        if os.access(in_memory, os.X_OK):
            return in_memory
        problem = f"{in_memory} may not be executed"
    except OSError as error:
        problem = f"a copy in memory cannot be made: {error}"
    return _copy_to_folder(path, folder, problem)


def _copy_to_memory(path: str) -> int:
    name = os.path.basename(path)
    try:
        descriptor = os.memfd_create(name, os.MFD_CLOEXEC | _MFD_EXEC)
    except OSError:  # an older kernel refuses flags that it does not know
        descriptor = os.memfd_create(name, os.MFD_CLOEXEC)
    with open(path, "rb") as file:
        while os.sendfile(descriptor, file.fileno(), None, 1 << 30):
            pass
    return descriptor


def _copy_to_folder(path: str, folder: str | None, problem: str) -> str:
    try:
        # Of the user who runs it, and away with the folder.
        place = tempfile.mkdtemp(prefix="carried-", dir=folder)
        copy = os.path.join(place, os.path.basename(path))
        shutil.copyfile(path, copy)
        os.chmod(copy, 0o700)
    except OSError as error:
        raise CarriedPluginError(path, f"{problem}, and no copy in a folder: {error}") from None
    return copy
