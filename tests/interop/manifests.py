"""The Kubernetes objects of tests/data, and large ones that are made here."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"
MIB = 1024 * 1024


@cache
def manifests() -> dict[str, str]:
    """Returns each object's JSON text, as it was written, by a name for it."""
    stored = {path.stem: path.read_text("utf-8") for path in sorted(DATA.glob("*.json"))}
    return {**stored, **_large()}


def _large() -> dict[str, str]:
    random_text = random.Random(20240506)
    letters = 'abc ABC 012 \t\n"\\/<&>éß日本🚀\u2028\0'
    mixed = "".join(random_text.choices(letters, k=400_000))
    return {
        "configmap_1_mib": _json("ConfigMap", data={"text": "x" * (MIB - 1024)}),
        "configmap_of_odd_text": _json("ConfigMap", data={"text": mixed}),
        "configmap_of_many_keys": _json(
            "ConfigMap", data={f"key-{number}": f"value {number}" for number in range(10_000)}
        ),
        "custom_resource_of_many_numbers": _json(
            "Samples",
            spec={
                "integers": [random_text.randrange(-(2**63), 2**63) for _ in range(20_000)],
                "floats": [random_text.uniform(-1e12, 1e12) for _ in range(10_000)],
            },
        ),
    }


def _json(kind: str, **content: Any) -> str:
    metadata = {"name": "large", "namespace": "shop"}
    return json.dumps({"apiVersion": "v1", "kind": kind, "metadata": metadata, **content})
