"""What an item asks of the twins of the Go plugins: internal/actions/behaviour.go in Python.

The annotations and what they do are the same, so that a test can ask both and compare.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from datetime import timedelta
from typing import Any

from velero_shim import PluginCallError, PluginError, ResourceIdentifier, ResourceSelector
from velero_shim.durations import parse_duration

PREFIX = "example.io/"
FULL_SELECTOR = ResourceSelector(
    included_namespaces=("shop", "bank"),
    excluded_namespaces=("kube-system",),
    included_resources=("pods", "deployments.apps"),
    excluded_resources=("events",),
    label_selector="app in (web, db),!canary",
)
# The names of Go's codes.Code values that are failures, as gRPC for Python spells them.
_CODES = ("", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND")

_LOG = logging.getLogger(__name__)

Item = dict[str, Any]


class Asked(dict[str, str]):
    """What an item asks for: its annotations under example.io/, without that prefix."""

    @classmethod
    def by(cls, item: Item) -> Asked:
        annotations = item["metadata"].get("annotations") or {}
        return cls(
            (key.removeprefix(PREFIX), value)
            for key, value in annotations.items()
            if key.startswith(PREFIX)
        )

    def number(self, name: str, otherwise: int) -> int:
        try:
            return int(self[name])
        except (KeyError, ValueError):
            return otherwise

    def duration(self, name: str) -> timedelta:
        return parse_duration(self[name]) if name in self else timedelta(0)

    def identifiers(self, name: str, item: Item) -> list[ResourceIdentifier]:
        if name in self:
            return [_identifier(entry) for entry in json.loads(self[name])]
        metadata = item["metadata"]
        return [
            ResourceIdentifier(
                group="example.io",
                resource="extras",
                namespace=metadata.get("namespace", ""),
                name=f"{metadata['name']}-{name}-{number}",
            )
            for number in range(self.number(f"{name}-count", 1))
        ]


def _identifier(entry: dict[str, str]) -> ResourceIdentifier:
    return ResourceIdentifier(
        group=entry.get("Group", ""),
        resource=entry.get("Resource", ""),
        namespace=entry.get("Namespace", ""),
        name=entry.get("Name", ""),
    )


def perform(item: Item, by: str) -> tuple[Item | None, list[ResourceIdentifier]]:
    """Does what the item asks of any Execute."""
    asked = Asked.by(item)
    _write(asked)
    time.sleep(asked.duration("sleep").total_seconds())
    _fail(asked)
    additional = asked.identifiers("additional", item)
    if "unchanged" in asked:
        return None, additional
    annotate(item, "handled-by", by)
    if length := asked.number("pad", 0):
        annotate(item, "padding", "x" * length)
    return item, additional


def annotate(item: Item, name: str, value: str) -> None:
    """Sets an annotation under example.io/."""
    item["metadata"].setdefault("annotations", {})[PREFIX + name] = value


def _write(asked: Asked) -> None:
    if "log" in asked:
        for level in (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR):
            _LOG.log(level, asked["log"], extra={"item": asked["log"]})
    if "print" in asked:
        print(asked["print"])
    if "complain" in asked:
        print(asked["complain"], file=sys.stderr, flush=True)


def _fail(asked: Asked) -> None:
    if "exit" in asked:
        os._exit(asked.number("exit", 0))
    for panic in ("panic", "panic-error"):
        if panic in asked:
            raise RuntimeError(asked[panic])
    if "status" in asked:
        raise PluginCallError(_CODES[asked.number("status", 0)], asked["error"])
    for error in ("plain-error", "error"):
        if error in asked:
            raise PluginError(asked[error])
