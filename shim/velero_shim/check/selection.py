"""Whether an action is for the sample item, as a backup would decide it.

Owns only the guess of a resource's name for kinds that nobody has defined here; the rest is
what :mod:`velero_shim.backup` does.
"""

from __future__ import annotations

from dataclasses import dataclass

from velero_shim.backup.resources import Resource, resource_table
from velero_shim.backup.selection import select
from velero_shim.jsonbytes import JSONObject
from velero_shim.model import ResourceSelector


@dataclass(frozen=True, slots=True)
class _Told:
    """An action that has said already what it is for."""

    name: str
    selector: ResourceSelector

    def applies_to(self) -> ResourceSelector:
        """Returns it."""
        return self.selector


def selects(selector: ResourceSelector, item: JSONObject) -> bool:
    """Whether a selector takes an item, by its resource, its namespace and its labels.

    Raises:
        PluginResponseError: the label selector is none.
    """
    table = resource_table([item])
    metadata = item.get("metadata") or {}
    namespace = str(metadata.get("namespace") or "")
    api_version, kind = str(item.get("apiVersion") or ""), str(item.get("kind") or "")
    resource = table.of_kind(api_version, kind) or _guessed(api_version, kind, bool(namespace))
    table.add(resource)
    (selected,) = select([_Told("the action", selector)], table)
    return selected.should_use(resource.group_resource, namespace, metadata.get("labels") or {})


def _guessed(api_version: str, kind: str, namespaced: bool) -> Resource:
    group, _, version = api_version.rpartition("/")
    return Resource(group, version, plural(kind), kind, namespaced)


def plural(kind: str) -> str:
    """Guesses a kind's plural name.

    Source: meta.UnsafeGuessKindToResource of k8s.io/apimachinery v0.33.
    """
    singular = kind.lower()
    if singular.endswith("endpoints"):
        return singular
    if singular.endswith("s"):
        return singular + "es"
    return singular[:-1] + "ies" if singular.endswith("y") else singular + "s"
