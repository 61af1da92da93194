"""The making of a bundle, in one step: it is there whole, or not at all."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from velero_shim.errors import PackError
from velero_shim.pack.bundle import Bundle, check_replaceable
from velero_shim.pack.freeze import INTERNAL_FOLDER, check_tools, freeze
from velero_shim.pack.source import find_source

_NAME = re.compile(r"[A-Za-z0-9][\w.-]*", re.ASCII)


def pack(
    plugin: str,
    folder: Path,
    *,
    name: str | None = None,
    include_plugin: bool = True,
    hidden: Sequence[str] = (),
    data: Sequence[Path] = (),
    force: bool = False,
    check: Callable[[Bundle], None] = lambda bundle: None,
) -> Bundle:
    """Makes a self-contained folder of a plugin in Python.

    Args:
        plugin: a module with ``main()``, a plugin file, or a file that ``velero-shim wrap`` wrote.
        folder: the folder to write; the one above has to exist.
        name: of the entry file; ``None`` takes the plugin's.
        include_plugin: whether a wrapper's bundle gets the plugin that it wraps.
        hidden: modules that the plugin imports by a name in a text.
        data: files and folders that it reads, which it finds where they lie beside it.
        force: replace a bundle that is there.
        check: called with the bundle before it gets its final place; what it raises undoes all.

    Raises:
        PackError: it cannot be packed.
        OSError: a file cannot be read or written.
    """
    check_tools()
    _check_free(folder, force)
    source = find_source(plugin, include_plugin).with_data(data)
    entry = _checked_name(name or source.name)
    with tempfile.TemporaryDirectory(prefix=f".{entry}.", dir=folder.absolute().parent) as work:
        # PyInstaller is told everything relative to this.
        made = freeze(source, entry, hidden, Path(work).resolve())
        bundle = Bundle(made, made / entry)
        bundle.settle()
        check(bundle)
        _put(made, folder, Path(work, "replaced") if force else None)
    return Bundle(folder, folder / entry)


def _check_free(folder: Path, force: bool) -> None:
    if not folder.absolute().parent.is_dir():
        raise PackError(f"there is no folder {folder.absolute().parent}; make it first")
    if folder.exists() or folder.is_symlink():
        if not force:
            raise PackError(f"{folder} is there already; --force replaces a packed plugin")
        check_replaceable(folder)


def _put(made: Path, folder: Path, replaced: Path | None) -> None:
    """Gives the bundle its place; what is there goes to ``replaced``, or is in the way."""
    # Looked at again: packing took a while, and others write files, too.
    if replaced is not None and folder.exists():
        check_replaceable(folder)
        folder.rename(replaced)
    try:
        made.rename(folder)
    except OSError as error:
        if replaced is not None and replaced.exists():
            replaced.rename(folder)
        raise PackError(f"{folder} cannot be written: {error.strerror}") from error


def _checked_name(name: str) -> str:
    if not _NAME.fullmatch(name) or name == INTERNAL_FOLDER or name.lower().endswith(".exe"):
        raise PackError(
            f"found {name!r} as the entry file's name, expected letters, digits, '.', '_' and '-'; "
            "give it one with --name"
        )
    return name
