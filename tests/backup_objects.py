"""Objects for tests of backups, and what they ask of the actions in ``plugins.backup_actions``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from plugins.backup_actions import PREFIX
from velero_shim.launcher import write_launcher

TESTS = Path(__file__).parent
ACTIONS = "backup-actions"

Object = dict[str, Any]


def pod(name: str, namespace: str = "shop", **asked: Any) -> Object:
    """Returns a pod; ``asked`` is what actions do with it: ``error={"a": "no"}``."""
    return made("v1", "Pod", name, namespace, **asked)


def made(api_version: str, kind: str, name: str, namespace: str = "", **asked: Any) -> Object:
    """Returns an object of any kind."""
    metadata: Object = {"name": name}
    if namespace:
        metadata["namespace"] = namespace
    if asked:
        metadata["annotations"] = {PREFIX + k: json.dumps(v) for k, v in asked.items()}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata}


def namespace(name: str, **labels: str) -> Object:
    """Returns an active namespace."""
    found = made("v1", "Namespace", name)
    if labels:
        found["metadata"]["labels"] = labels
    return {**found, "status": {"phase": "Active"}}


def labelled(obj: Object, **labels: str) -> Object:
    """Returns an object with labels; ``__`` in a name stands for a slash, ``_`` for a dash."""
    named = {k.replace("__", "/").replace("_", "-"): v for k, v in labels.items()}
    return {**obj, "metadata": {**obj["metadata"], "labels": named}}


def claim(name: str, namespace: str = "shop", **asked: Any) -> Object:
    """Returns a claim of a volume."""
    return made("v1", "PersistentVolumeClaim", name, namespace, **asked)


def definition(plural: str, kind: str, group: str = "example.io", **spec: Any) -> Object:
    """Returns a CustomResourceDefinition."""
    found = made("apiextensions.k8s.io/v1", "CustomResourceDefinition", f"{plural}.{group}")
    names = {"plural": plural, "kind": kind, "singular": kind.lower()}
    versions = [{"name": "v1", "served": True, "storage": True}]
    base = {"group": group, "scope": "Namespaced", "names": names, "versions": versions}
    return {**found, "spec": {**base, **spec}}


def step(done: int, total: int = 4, **more: Any) -> Object:
    """Returns one progress of an operation's script."""
    return {"n_completed": done, "n_total": total, "operation_units": "Bytes", **more}


RUNNING = step(1)
COMPLETED = step(4, completed=True)
FAILED = step(2, completed=True, err="the disk is full")


def actions_plugin(folder: Path) -> Path:
    """Writes the plugin file that serves ``plugins.backup_actions`` into a new plugins folder."""
    folder.mkdir()
    _write(folder / ACTIONS, "main")
    return folder


def second_plugin(folder: Path) -> None:
    """Adds a plugin file that serves one of the names again, in the other version."""
    _write(folder / "again", "again")


def _write(file: Path, function: str) -> None:
    write_launcher(
        file,
        f"import sys\n\nsys.path.insert(0, {str(TESTS)!r})\n"
        f"from plugins.backup_actions import {function}\n\n{function}()\n",
    )
