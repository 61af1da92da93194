"""Packed plugins for tests, and the bare roots that they are run in. Linux only."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

_PACK_LIMIT = 600.0
# The C library's own files, which a machine has that has any programs.
C_LIBRARY = ("ld-linux", "libc.so", "libdl.so", "libm.so", "libpthread.so", "librt.so", "libutil")


class PackFailedError(Exception):
    """The command velero-shim pack failed; its text is what it printed."""


def need_pyinstaller() -> None:
    """Skips a test where nothing can be packed, or fails it in CI."""
    missing = [name for name in ("objcopy", "strip") if shutil.which(name) is None]
    if importlib.util.find_spec("PyInstaller") is None:
        missing.append("PyInstaller")
    if missing:
        message = f"packing needs {', '.join(missing)}"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)


def pack(plugin: str | Path, folder: Path, *options: str) -> Path:
    """Runs velero-shim pack and returns the entry file.

    Raises:
        PackFailedError: it failed.
    """
    need_pyinstaller()
    command = [
        sys.executable,
        "-c",
        "from velero_shim.cli import main; main()",
        *("pack", str(plugin), "-o", str(folder), *options),
    ]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=_PACK_LIMIT, check=False)
    if ran.returncode:
        raise PackFailedError(ran.stdout + ran.stderr)
    (entry,) = (path for path in folder.iterdir() if path.is_file())
    return entry


def executables(folder: Path) -> list[Path]:
    """Returns what Velero would try to start below a plugins folder."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if (path.is_symlink() or path.is_file())
        and (path.lstat().st_mode & 0o111 or path.suffix.lower() == ".exe")
    ]


def libraries(folder: Path) -> set[Path]:
    """Returns the shared libraries that a bundle takes from the machine."""
    found: set[str] = set()
    environment = {**os.environ, "LD_LIBRARY_PATH": str(folder / "_internal")}
    for path in folder.rglob("*"):
        if path.is_file() and path.read_bytes()[:4] == b"\x7fELF":
            ran = subprocess.run(
                ["ldd", str(path)], env=environment, capture_output=True, text=True, check=False
            )
            found.update(re.findall(r"^\s+(?:\S+ => )?(/\S+) \(", ran.stdout, re.MULTILINE))
    return {Path(path) for path in found if not Path(path).is_relative_to(folder)}


def bare_root(root: Path, *bundles: Path) -> Path:
    """Makes a root with bundles in its plugins folder and the C library, and nothing else."""
    for bundle in bundles:
        shutil.copytree(bundle, root / "plugins" / bundle.name)
        for library in libraries(bundle):
            assert library.name.startswith(C_LIBRARY), f"{library} is not the C library's"
            # Where the loader looks without being told: /lib64 and the like are links.
            target = root / library.relative_to("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(library.resolve(), target)
    for name in ("dev", "proc", "tmp"):
        (root / name).mkdir()
    (root / "tmp").chmod(0o1777)
    root.chmod(0o755)
    for name in ("null", "urandom"):
        device = Path("/dev", name).stat().st_rdev
        os.mknod(root / "dev" / name, 0o20666, device)
        (root / "dev" / name).chmod(0o666)
    return root


def bytes_of(folder: Path) -> Iterator[tuple[str, int, bytes]]:
    """Yields the path, the mode and the content of all files in a folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(folder)), path.stat().st_mode, path.read_bytes()
