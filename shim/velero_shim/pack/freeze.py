"""PyInstaller at work: from a :class:`Source` to a folder that starts.

Owns what PyInstaller is told: which modules are reached by name only, which of its own additions
a plugin does not need, and how the result stays the same from run to run.
"""

from __future__ import annotations

import importlib.util
import os
import pkgutil
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from velero_shim.errors import PackError
from velero_shim.pack.source import CARRIED_FOLDER, Source

INTERNAL_FOLDER = "_internal"
"""The folder beside the entry file with everything else."""

EPOCH = 315532800
"""The seconds since 1970 of the first moment that a ZIP file can name."""

_ENTRY = "velero_shim_entry.py"
_INSTALL = "pip install 'velero-shim[pack]'"
_LINES = 20

# The modules of velero_shim that others import by a name in a text.
_BY_NAME = ("actions", "errors", "kinds", "model", "objects", "packed", "serve")

# What a module imports only where it is there, and what a plugin does without.
_NOT_FROM = {
    "grpc": ("grpc_channelz", "grpc_csds", "grpc_health", "grpc_reflection", "grpc_status",
             "grpc_tools"),
    "msgspec": ("attr", "attrs", "tomli_w", "yaml"),
}  # fmt: skip
# What builds and shows programs; nothing in a plugin's process does.
_NOT_AT_ALL = ("_distutils_hack", "distutils", "pip", "pydoc", "setuptools", "tkinter")

_HOOK = """\
excludedimports = {excluded!r}
"""
_SPEC = """\
import PyInstaller.archive.writers
import PyInstaller.hooks

# Stored, not squeezed: it is read at each start, and an image squeezes it anyway.
PyInstaller.archive.writers.ZlibArchiveWriter._COMPRESSION_LEVEL = 0

found = Analysis(
    [{entry!r}],
    pathex={folders!r} + [PyInstaller.hooks.__path__[0] + "/rthooks"],
    hiddenimports={modules!r} + ["pyi_rth_multiprocessing"],
    hookspath=[{hooks!r}],
    datas={data!r},
    excludes={excluded!r},
)
# Both take longer than the plugin's own start; velero_shim.packed does what the second is for.
found.scripts = [
    script
    for script in found.scripts
    if script[0] not in ("pyi_rth_inspect", "pyi_rth_multiprocessing")
]
entry = EXE(
    PYZ(found.pure),
    found.scripts,
    exclude_binaries=True,
    name={name!r},
    contents_directory={internal!r},
    console=True,
    strip=True,
    upx=False,
)
COLLECT(entry, found.binaries, found.datas, name={name!r}, strip=True, upx=False)
"""


def check_tools() -> None:
    """Says what is missing before anything is done.

    Raises:
        PackError: PyInstaller or a program that it runs is not there.
    """
    if importlib.util.find_spec("PyInstaller") is None:
        raise PackError(f"packing needs PyInstaller, which is not installed: {_INSTALL}")
    missing = [name for name in ("objcopy", "objdump", "strip") if shutil.which(name) is None]
    if missing:
        raise PackError(
            f"packing needs {', '.join(missing)} on the PATH; on Debian: apt-get install binutils"
        )
    if _patchelf() is None:
        raise PackError(f"packing needs patchelf, which is not installed: {_INSTALL}")


def freeze(source: Source, name: str, hidden: Sequence[str], work: Path) -> Path:
    """Runs PyInstaller and returns the folder that it made.

    Args:
        source: what to pack.
        name: of the entry file.
        hidden: further modules that the plugin imports by a name in a text.
        work: an empty folder for everything that is written.

    Raises:
        PackError: PyInstaller failed, with the end of what it printed.
    """
    (work / f"{name}.spec").write_text(_prepare(source, name, hidden, work), "utf-8")
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "PyInstaller", "--noconfirm", "--log-level=WARN",
         f"--distpath={work / 'dist'}", f"--workpath={work / 'build'}", f"{work / name}.spec"],
        env=_environment(work),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )  # fmt: skip
    missing = [line for line in ran.stdout.splitlines() if "Hidden import" in line]
    if ran.returncode or missing:
        said = missing or ran.stdout.splitlines()[-_LINES:]
        raise PackError("PyInstaller failed; it printed:\n" + "\n".join(said))
    folder = work / "dist" / name
    _look_beside_itself_for_libraries(folder / name)
    return folder


def _prepare(source: Source, name: str, hidden: Sequence[str], work: Path) -> str:
    scripts, hooks = work / "scripts", work / "hooks"
    for folder in (scripts, hooks):
        folder.mkdir()
    for module, path in source.scripts.items():
        shutil.copyfile(path, scripts / f"{module}.py")
    for module, excluded in _NOT_FROM.items():
        (hooks / f"hook-{module}.py").write_text(_HOOK.format(excluded=list(excluded)))
    entry = scripts / _ENTRY
    entry.write_text(f"from velero_shim import packed\n\npacked.{source.call}\n", "utf-8")
    return _SPEC.format(
        entry=str(entry),
        folders=[str(folder) for folder in (scripts, *source.folders)],
        modules=[*source.modules, *hidden, *_reached_by_name()],
        hooks=str(hooks),
        data=[(str(path.absolute()), place) for path, place in _data(source)],
        excluded=list(_NOT_AT_ALL),
        name=name,
        internal=INTERNAL_FOLDER,
    )


def _data(source: Source) -> Iterator[tuple[Path, str]]:
    yield from source.data
    if source.carried:
        yield source.carried, CARRIED_FOLDER


def _reached_by_name() -> Iterator[str]:
    yield from (f"velero_shim.{name}" for name in _BY_NAME)
    for package in ("velero_shim.servicers", "velero_plugin"):
        spec = importlib.util.find_spec(package)
        folders = spec.submodule_search_locations if spec is not None else None
        for module in pkgutil.walk_packages(folders, f"{package}."):
            yield module.name


def _environment(work: Path) -> dict[str, str]:
    return {
        "SOURCE_DATE_EPOCH": str(EPOCH),
        **os.environ,
        "PYTHONHASHSEED": "0",
        "PYINSTALLER_CONFIG_DIR": str(work / "cache"),
    }


def _patchelf() -> str | None:
    beside = Path(sys.executable).with_name("patchelf")
    return str(beside) if beside.is_file() else shutil.which("patchelf")


def _look_beside_itself_for_libraries(entry: Path) -> None:
    # The loader needs libz before it can say where its own is, and Velero's older images have
    # none.
    where = f"$ORIGIN/{INTERNAL_FOLDER}"
    subprocess.run([str(_patchelf()), "--set-rpath", where, str(entry)], check=True)
