"""Kubernetes objects as they lie in files: YAML or JSON, read as Kubernetes reads them.

The one reader of manifests in here: ``call``, ``check`` and the pytest plugin want one object
and use :func:`read_object`; whoever wants all of a stream (``backup``) uses :func:`documents`.
Leaves to others what the objects mean: Lists, kinds, folders. The YAML is that of kubectl
(sigs.k8s.io/yaml v1.4): times stay texts, ``1:30`` is no number, ``1e3`` is one, keys are texts,
a key that is there twice is an error.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from velero_shim.errors import InvalidJSONError, ManifestError
from velero_shim.jsonbytes import JSONObject, decode_object

STANDARD_INPUT = "-"
"""The source that stands for standard input."""

_INT_TAG = "tag:yaml.org,2002:int"
_FLOAT_TAG = "tag:yaml.org,2002:float"
_BOOL_TAG = "tag:yaml.org,2002:bool"
_MERGE_TAG = "tag:yaml.org,2002:merge"
_REPLACED_TAGS = frozenset({_INT_TAG, _FLOAT_TAG, "tag:yaml.org,2002:timestamp"})
_INT = re.compile(r"[-+]?(0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|0|[1-9][0-9_]*)$")
_BOOL = re.compile(r"[yYnN]$")  # to readers of YAML 1.1
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$")


def read_object(source: str, what: str = "the manifest") -> JSONObject:
    """Reads the one object of a file.

    Args:
        source: the file's path, or ``-`` for standard input.
        what: what it is for, as errors name it.

    Raises:
        ManifestError: the file holds no object, or more than one, or is neither YAML nor JSON.
        OSError: the file cannot be read.
    """
    found = list(documents(read_text(source), source))
    if len(found) != 1:
        raise ManifestError(source, f"found {len(found)} objects, expected one as {what}")
    return found[0]


def read_text(source: str) -> str:
    """Reads a file's text, or that of standard input for ``-``.

    Raises:
        ManifestError: it is no UTF-8.
        OSError: the file cannot be read.
    """
    stdin = source == STANDARD_INPUT
    data = sys.stdin.buffer.read() if stdin else Path(source).read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ManifestError(source, f"it is no UTF-8: {error}") from None


def documents(text: str, source: str) -> Iterator[JSONObject]:
    """Yields the objects of a text, in its order; empty documents are left out.

    Args:
        text: one JSON object, or any number of YAML documents.
        source: where the text is from, for errors.

    Raises:
        ManifestError: it is neither YAML nor JSON, or a document is no object.
    """
    if text.lstrip().startswith("{"):
        try:
            yield decode_object(text.encode(), source)
            return
        except InvalidJSONError:
            pass  # YAML may start with a brace too, and its error tells the line
    try:
        for number, document in enumerate(yaml.load_all(text, _loader()), start=1):
            if document is not None:
                yield _object(document, source, number)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ManifestError(source, f"it is no YAML: {error}") from None


def to_yaml(value: Any) -> str:
    """Returns a value as YAML, in which no text looks like something else to kubectl."""
    text: str = yaml.dump(value, Dumper=_dumper(), sort_keys=False, allow_unicode=True)
    return text


def minimal_backup(name: str = "velero-shim") -> JSONObject:
    """Returns a backup with what Velero's own always have, in its main phase."""
    return {
        "apiVersion": "velero.io/v1",
        "kind": "Backup",
        "metadata": {"name": name, "namespace": "velero"},
        "spec": {"itemOperationTimeout": "4h0m0s", "storageLocation": "default"},
        "status": {"phase": "InProgress"},
    }


def minimal_restore(name: str = "velero-shim") -> JSONObject:
    """Returns a restore with what Velero's own always have, under way."""
    return {
        "apiVersion": "velero.io/v1",
        "kind": "Restore",
        "metadata": {"name": name, "namespace": "velero"},
        "spec": {"backupName": name, "itemOperationTimeout": "4h0m0s"},
        "status": {"phase": "InProgress"},
    }


def _object(document: object, source: str, number: int) -> JSONObject:
    if not isinstance(document, dict):
        problem = f"document {number} is {type(document).__name__}, expected an object"
        raise ManifestError(source, problem)
    return document


@functools.cache
def _loader() -> Any:
    # The C parser is ten times as fast; builds of PyYAML without it exist.
    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    resolvers = {
        first: [entry for entry in entries if entry[0] not in _REPLACED_TAGS]
        for first, entries in base.yaml_implicit_resolvers.items()
    }

    def construct_mapping(self: Any, node: Any, deep: bool = False) -> dict[str, Any]:
        merges = any(key.tag == _MERGE_TAG for key, _ in node.value)
        found = {_key(k): v for k, v in base.construct_mapping(self, node, deep).items()}
        if len(found) < len(node.value) and not merges:
            raise ValueError(f"a key is there twice in the mapping {str(node.start_mark).strip()}")
        return found

    members = {"construct_mapping": construct_mapping, "yaml_implicit_resolvers": resolvers}
    loader: Any = type("ManifestLoader", (base,), members)
    loader.add_implicit_resolver(_INT_TAG, _INT, list("-+0123456789"))
    loader.add_implicit_resolver(_FLOAT_TAG, _FLOAT, list("-+.0123456789"))
    return loader


@functools.cache
def _dumper() -> Any:
    base: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    dumper: Any = type("ManifestDumper", (base,), {"ignore_aliases": lambda *_: True})
    # A text that one of these matches is quoted.
    dumper.add_implicit_resolver(_INT_TAG, _INT, list("-+0123456789"))
    dumper.add_implicit_resolver(_FLOAT_TAG, _FLOAT, list("-+.0123456789"))
    dumper.add_implicit_resolver(_BOOL_TAG, _BOOL, list("yYnN"))
    return dumper


def _key(key: object) -> str:
    if isinstance(key, bool):
        return "true" if key else "false"
    return "null" if key is None else str(key)
