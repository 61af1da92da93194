"""The objects of a local backup, from files, folders and standard input.

Owns which files are read, Lists, and what every object must have. How a file's text becomes
objects is in :mod:`velero_shim.manifest`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from velero_shim.errors import ManifestError
from velero_shim.jsonbytes import JSONObject, encode_object
from velero_shim.manifest import STANDARD_INPUT, documents, read_text

SUFFIXES = (".yaml", ".yml", ".json")
"""The endings of the files that are read in a folder and below."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """One object, with where it was found."""

    source: str
    obj: JSONObject

    def error(self, problem: str) -> ManifestError:
        """Returns an error about this object."""
        return ManifestError(self.source, f"{describe(self.obj)}: {problem}")


def read_manifests(paths: Iterable[str]) -> list[Manifest]:
    """Reads all objects of files, folders and ``-``, standard input, in their order.

    What ``kubectl get -o yaml`` or ``-o json`` prints is read as well: a List counts as its
    items.

    Raises:
        ManifestError: a file is neither YAML nor JSON, holds something else than Kubernetes
            objects, or there is nothing to read at all; the text names file and object.
        OSError: a file or folder cannot be read.
    """
    sources = [source for path in paths for source in _sources(path)]
    found = [manifest for source in sources for manifest in _read(source)]
    if not found:
        raise ManifestError(", ".join(sources), "found no Kubernetes object")
    return found


def describe(obj: JSONObject) -> str:
    """Returns an object's kind and name for a message: ``Pod shop/web-0``."""
    metadata = obj.get("metadata")
    if not isinstance(metadata, dict):
        metadata = {}
    name = str(metadata.get("name") or "(no name)")
    namespace = metadata.get("namespace")
    return f"{obj.get('kind') or '(no kind)'} {f'{namespace}/' if namespace else ''}{name}"


def _sources(path: str) -> list[str]:
    folder = Path(path)
    if path == STANDARD_INPUT or not folder.is_dir():
        return [path]
    found = sorted(str(f) for f in folder.rglob("*") if f.suffix in SUFFIXES and f.is_file())
    if not found:
        raise ManifestError(path, f"found no file that ends in {', '.join(SUFFIXES)}")
    return found


def _read(source: str) -> Iterator[Manifest]:
    for document in documents(read_text(source), source):
        for obj in _unfolded(document, source):
            manifest = Manifest(source, obj)
            _check(manifest)
            yield manifest


def _unfolded(obj: JSONObject, source: str) -> Iterator[JSONObject]:
    kind, items = obj.get("kind"), obj.get("items")
    if not (isinstance(kind, str) and kind.endswith("List") and isinstance(items, list)):
        yield obj
        return
    # The API server leaves both out of a list's items, since they are all the same.
    missing = {"apiVersion": obj.get("apiVersion"), "kind": kind.removesuffix("List")}
    for index, item in enumerate(items):
        if not isinstance(item, dict):
            raise ManifestError(source, f"{kind}: item {index} is no object")
        filled = item if kind == "List" else {**missing, **item}
        yield from _unfolded(filled, source)


def _check(manifest: Manifest) -> None:
    obj = manifest.obj
    for key in ("apiVersion", "kind"):
        if not isinstance(obj.get(key), str) or not obj[key]:
            raise manifest.error(f"found no {key}, expected a Kubernetes object")
    metadata = obj.get("metadata")
    if not isinstance(metadata, dict) or not isinstance(metadata.get("name"), str):
        raise manifest.error("found no metadata.name, expected an object as a cluster holds it")
    if not metadata["name"] or "/" in metadata["name"] or metadata["name"] in (".", ".."):
        raise manifest.error(f"found the name {metadata['name']!r}, which no cluster accepts")
    for key in ("labels", "annotations"):
        values = metadata.get(key) or {}
        if not isinstance(values, dict) or not all(isinstance(v, str) for v in values.values()):
            raise manifest.error(f"found metadata.{key} with other values than texts; quote them")
    try:
        encode_object(obj)  # YAML has more than JSON: a NaN, bytes, sets
    except (TypeError, ValueError) as error:
        raise manifest.error(str(error)) from None
