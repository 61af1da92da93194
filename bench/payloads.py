"""The objects that the benchmarks send: items of a given size, and a backup of 4 KB.

The same bytes in every run. An item of 1 KB is a small pod, a larger one a pod with as many
containers as it takes: text, numbers, lists and nesting in the proportions of real objects.
"""

from __future__ import annotations

import itertools
import json
from typing import Any

SIZES = {"1 KB": 1_000, "20 KB": 20_000, "100 KB": 100_000, "500 KB": 500_000, "1 MB": 1_000_000}
BACKUP_SIZE = 4_000


def item(size: int) -> str:
    """Returns the JSON of a pod of about ``size`` bytes, 600 at least."""
    pod: dict[str, Any] = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": "web-6d4cf56db6-x7k2p",
            "namespace": "shop",
            "uid": "8c1f6a5e-3f43-4c55-9d7a-0a6f8f3f2b11",
            "resourceVersion": "812345",
            "creationTimestamp": "2026-01-02T03:04:05Z",
            "labels": {"app": "web", "pod-template-hash": "6d4cf56db6"},
            "annotations": {"example.io/checksum": "4bf5122f344554c53bde2ebb8cd2b7e3d1600ad6"},
        },
        "spec": {"containers": [], "nodeName": "node-7", "restartPolicy": "Always"},
        "status": {"phase": "Running", "podIP": "10.1.2.3", "qosClass": "Burstable"},
    }
    return _filled(pod, pod["spec"]["containers"], size)


def backup(size: int = BACKUP_SIZE) -> str:
    """Returns the JSON of a backup of about ``size`` bytes."""
    conditions: list[dict[str, Any]] = []
    object_ = {
        "apiVersion": "velero.io/v1",
        "kind": "Backup",
        "metadata": {"name": "nightly", "namespace": "velero", "uid": "1b2c", "labels": {}},
        "spec": {
            "includedNamespaces": ["*"],
            "storageLocation": "default",
            "ttl": "720h0m0s",
            "itemOperationTimeout": "4h0m0s",
            "hooks": {"resources": conditions},
        },
        "status": {"phase": "InProgress", "startTimestamp": "2026-01-02T03:04:05Z"},
    }
    return _filled(object_, conditions, size)


def _filled(whole: dict[str, Any], part: list[dict[str, Any]], size: int) -> str:
    present = len(_compact(whole))
    for number in itertools.count():
        container = _container(number)
        present += len(_compact(container)) + 1
        if present > size:
            return _compact(whole)
        part.append(container)
    raise AssertionError("numbers do not end")


def _container(number: int) -> dict[str, Any]:
    return {
        "name": f"container-{number}",
        "image": f"registry.example.io/team/service-{number}:1.{number}.0",
        "args": ["--listen", f":{8000 + number % 1000}", "--verbose=2"],
        "env": [{"name": "REGION", "value": "eu-1"}, {"name": "RETRIES", "value": "3"}],
        "ports": [{"containerPort": 8000 + number % 1000, "protocol": "TCP"}],
        "securityContext": {"runAsNonRoot": True, "runAsUser": 1000},
    }


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
