"""The folder that a packed plugin is.

Owns what Velero's plugins folder asks of it: one executable, no links, nothing else that looks
like a program; and what it asks of a machine.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from velero_shim.errors import PackError
from velero_shim.pack.freeze import EPOCH, INTERNAL_FOLDER

_ENTRY_MODE = 0o755
_FOLDER_MODE = 0o755
_FILE_MODE = 0o644
_GLIBC = re.compile(rb"\0GLIBC_(\d+)\.(\d+)(?:\.\d+)?(?=\0)")


@dataclass(frozen=True, slots=True)
class Bundle:
    """A packed plugin: a folder with an entry file and a folder for all that it needs.

    Attributes:
        folder: the whole.
        entry: the one executable.
    """

    folder: Path
    entry: Path

    @property
    def size(self) -> int:
        """Bytes in all its files."""
        return sum(path.stat().st_size for path in _files(self.folder))

    @property
    def glibc(self) -> str:
        """The oldest version of the GNU C library with which it runs, for example ``2.35``."""
        found = {version for path in _files(self.folder) for version in _versions(path)}
        return ".".join(map(str, max(found, default=(0, 0))))

    def settle(self) -> None:
        """Makes it fit for a plugins folder, and equal to the next one made of the same."""
        for path in [*self.folder.rglob("*")]:
            _replace_link(path)
            # Velero tries these, too, whatever their mode.
            if path.suffix.lower() == ".exe":
                path.unlink()
        self.folder.chmod(_FOLDER_MODE)
        for path in self.folder.rglob("*"):
            path.chmod(_FOLDER_MODE if path.is_dir() else _FILE_MODE)
            os.utime(path, (EPOCH, EPOCH))
        self.entry.chmod(_ENTRY_MODE)


def check_replaceable(folder: Path) -> None:
    """Refuses to remove a folder that is no bundle.

    Raises:
        PackError: it is something else.
    """
    if folder.is_symlink():
        raise PackError(f"{folder} is a link, and so it is not replaced; name the folder itself")
    if not (folder / INTERNAL_FOLDER / "base_library.zip").is_file():
        raise PackError(f"{folder} is no packed plugin, and so it is not replaced")


def _replace_link(path: Path) -> None:
    # A link's own mode has executable bits, and Velero looks at that.
    if path.is_symlink():
        target = path.resolve(strict=True)
        path.unlink()
        if target.is_dir():
            shutil.copytree(target, path)
        else:
            shutil.copyfile(target, path)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def _versions(path: Path) -> Iterator[tuple[int, int]]:
    data = path.read_bytes()
    if data.startswith(b"\x7fELF"):
        for major, minor in _GLIBC.findall(data):
            yield int(major), int(minor)
