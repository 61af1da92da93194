"""Kubernetes objects for the Go plugins, which do what an item's annotations ask for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self


def pod(name: str = "web-0", namespace: str = "shop", /, **asked: object) -> dict[str, Any]:
    """A pod that asks the Go plugins for something.

    Args:
        name: the pod's name.
        namespace: the pod's namespace.
        asked: annotations under example.io/, with ``_`` for ``-``: for what there is, see
            internal/actions/behaviour.go and cmd/plugin-v2/operations.go.
    """
    annotations = {f"example.io/{key.replace('_', '-')}": str(asked[key]) for key in asked}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": namespace, "annotations": annotations},
        "spec": {"containers": [{"name": "web", "image": "example.io/web:1.2"}]},
    }


@dataclass(frozen=True, slots=True)
class Operation:
    """What the Go v2 plugin has noted down about one of its operations."""

    id: str
    polls: int
    cancels: int

    @classmethod
    def read(cls, operation_id: str) -> Self:
        """Reads the state of the operation with that ID."""
        state = json.loads(Path(operation_id).read_bytes())
        return cls(operation_id, state["polls"], state["cancels"])

    @classmethod
    def all(cls, folder: Path) -> list[Self]:
        """Reads the state of all operations in the folder that the items named.

        One that is just being started, whose file is still empty, is left out.
        """
        paths = [path for path in sorted(folder.glob("operation-*.json")) if path.stat().st_size]
        return [cls.read(str(path)) for path in paths]
