"""A backup's contents in Velero's own layout, as a folder or as a .tar.gz.

Owns paths and how files come to be: whole or not at all, and the same bytes for the same
contents. Source: pkg/archive/filesystem.go and pkg/backup/item_backupper.go of Velero v1.18.1.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import tarfile
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from velero_shim.backup.cluster import Item
from velero_shim.backup.request import FORMAT_VERSION
from velero_shim.errors import ShimError
from velero_shim.jsonbytes import JSONObject, encode_object

ARCHIVE_SUFFIX = ".tar.gz"

_VERSION_FILE = "metadata/version"
_MODE = 0o755


class OutputError(ShimError):
    """A backup cannot be written where it shall be.

    Attributes:
        path: the folder or file.
    """

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path = path


class Contents:
    """The files of a backup by their paths. Threads may add to it."""

    def __init__(self) -> None:
        self._files = {_VERSION_FILE: f"{FORMAT_VERSION}\n".encode()}
        self._lock = threading.Lock()

    def add(self, files: Mapping[str, bytes]) -> None:
        """Adds files, or replaces those of the same path."""
        with self._lock:
            self._files.update(files)

    @property
    def files(self) -> dict[str, bytes]:
        """All files by path."""
        with self._lock:
            return dict(sorted(self._files.items()))


def item_files(item: Item, updated: JSONObject) -> dict[str, bytes]:
    """Returns the files that hold an item: Velero writes each one twice.

    The resource and the version are those that the item had before any action, name and
    namespace those that the actions left. The one path is for Velero before 1.4.

    Raises:
        ValueError: name or namespace would lead out of their folder.
        TypeError: the item holds what JSON does not have.
    """
    metadata = updated.get("metadata")
    if not isinstance(metadata, dict):
        raise ValueError(f"found metadata {metadata!r}, expected an object")
    name, namespace = str(metadata.get("name") or ""), str(metadata.get("namespace") or "")
    scope = f"namespaces/{namespace}" if namespace else "cluster"
    folder = f"resources/{item.group_resource}"
    content = _json(updated)
    tail = f"{scope}/{name}.json"
    for text in (name, namespace, item.group_resource):
        if "/" in text or text in (".", "..") or "\0" in text:
            raise ValueError(f"found the name {text!r}, which would be another path")
    return {
        f"{folder}/{tail}": content,
        f"{folder}/{item.version}-preferredversion/{tail}": content,
    }


def _json(value: JSONObject) -> bytes:
    encode_object(value)  # for its errors, which say where
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def check_output(output: Path) -> None:
    """Refuses an output that could not be written later.

    Raises:
        OutputError: the folder around it is missing, or a folder there is not empty, or a file
            is there that is no archive.
    """
    if not output.absolute().parent.is_dir():
        raise OutputError(output, f"there is no folder {output.absolute().parent}; make it first")
    if is_archive(output):
        if output.is_dir():
            raise OutputError(output, "found a folder, expected a file that may be replaced")
    elif output.is_dir():
        if any(output.iterdir()):
            raise OutputError(output, "the folder is not empty; name a new or an empty one")
    elif output.exists():
        raise OutputError(output, f"found a file; name a folder, or a file in {ARCHIVE_SUFFIX}")


def is_archive(output: Path) -> bool:
    """Whether an output is one file and not a folder."""
    return output.name.endswith((ARCHIVE_SUFFIX, ".tgz"))


def write(output: Path, contents: Mapping[str, bytes], reports: Mapping[str, bytes]) -> None:
    """Writes a backup; what was there before stays until the new one is complete.

    Args:
        output: a folder, which gets everything; or a ``.tar.gz``, which gets the contents only,
            as Velero's has it, with the reports beside it under its own name and theirs.
        contents: the backup's files by path.
        reports: what Velero stores beside them, by file name.

    Raises:
        OSError: it cannot be written.
    """
    if is_archive(output):
        stem = output.name.removesuffix(ARCHIVE_SUFFIX).removesuffix(".tgz")
        for name, data in reports.items():
            _replace(output.with_name(f"{stem}-{name}"), data)
        _replace(output, _tar(contents))
        return
    with tempfile.TemporaryDirectory(prefix=f".{output.name}-", dir=output.parent) as folder:
        whole = Path(folder, "whole")
        for path, data in {**contents, **reports}.items():
            file = whole / PurePosixPath(path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        if output.exists():
            shutil.copymode(output, whole)
        whole.rename(output)  # replaces an empty folder


def _tar(contents: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=buffer, mode="wb", filename="", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path, data in contents.items():
            header = tarfile.TarInfo(path)
            header.size, header.mode = len(data), _MODE
            archive.addfile(header, io.BytesIO(data))
    return buffer.getvalue()


def _replace(target: Path, data: bytes) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        Path(name).chmod(0o644)
        Path(name).rename(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
