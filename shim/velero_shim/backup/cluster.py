"""The manifests as a cluster would serve them.

Owns look-up and listing of items; what is missing in a manifest and every cluster adds, it adds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from velero_shim.backup.manifests import Manifest, describe
from velero_shim.backup.resources import (
    CUSTOM_RESOURCES,
    NAMESPACES,
    Resource,
    ResourceTable,
    UnknownResourceError,
    group_resource,
    resource_table,
)
from velero_shim.jsonbytes import JSONObject
from velero_shim.model import ResourceIdentifier

DEFAULT_NAMESPACE = "default"


@dataclass(frozen=True, slots=True)
class Item:
    """An object of the cluster.

    Attributes:
        resource: what the cluster serves it as.
        group_resource: how whoever asked for it named the resource; Velero keeps that name.
        obj: the object itself; never changed.
    """

    resource: Resource
    group_resource: str
    obj: JSONObject

    @property
    def metadata(self) -> dict[str, Any]:
        """The object's metadata."""
        metadata = self.obj["metadata"]
        return metadata if isinstance(metadata, dict) else {}

    @property
    def name(self) -> str:
        """``metadata.name``."""
        return str(self.metadata.get("name") or "")

    @property
    def namespace(self) -> str:
        """``metadata.namespace``, empty for cluster scope."""
        return str(self.metadata.get("namespace") or "")

    @property
    def labels(self) -> Mapping[str, str]:
        """``metadata.labels``."""
        return self.metadata.get("labels") or {}

    @property
    def key(self) -> tuple[str, str, str, str]:
        """By what Velero knows an item again: its API version and kind, not its resource."""
        return str(self.obj["apiVersion"]), str(self.obj["kind"]), self.namespace, self.name

    @property
    def version(self) -> str:
        """The version in ``apiVersion``."""
        return str(self.obj["apiVersion"]).rpartition("/")[2]

    @property
    def identifier(self) -> ResourceIdentifier:
        """Group, resource, namespace and name, as Velero stores them with an operation."""
        plural, _, group = self.group_resource.partition(".")
        return ResourceIdentifier(group, plural, self.namespace, self.name)

    def __str__(self) -> str:
        return f"{self.group_resource} {self.namespace + '/' if self.namespace else ''}{self.name}"


class Cluster:
    """The objects of the manifests, each in one version.

    Args:
        manifests: the objects.
        options: ``KIND=PLURAL.GROUP`` for kinds that nothing else tells about.

    Attributes:
        table: the resources that it serves.
        notes: what was added or left out, and what a real cluster would do otherwise.

    Raises:
        UnknownResourceError: nothing says which resource a kind is.
        ManifestError: two different objects have the same name, or a namespace is missing or
            too many.
        ValueError: an option has another form.
    """

    def __init__(self, manifests: Iterable[Manifest], options: Iterable[str] = ()) -> None:
        found = list(manifests)
        self.table: ResourceTable = resource_table((m.obj for m in found), options)
        self.notes: list[str] = []
        self._items: dict[str, dict[tuple[str, str], Item]] = {}
        for manifest in found:
            self._add(manifest)
        self.notes += self._other_versions()

    def __len__(self) -> int:
        return sum(map(len, self._items.values()))

    def get(self, asked: ResourceIdentifier) -> Item | None:
        """Returns an item under the resource name that was asked for; ``None`` if there is none.

        Raises:
            UnknownResourceError: the cluster has no such resource.
        """
        name = group_resource(asked.group, asked.resource)
        resource = self.table.resource_for(name)
        if resource is None:
            raise UnknownResourceError(
                name,
                f"no resource {name} is known, so a cluster would refuse it; give its "
                "CustomResourceDefinition with the manifests, or --resource KIND=PLURAL.GROUP",
            )
        item = self._of(resource.group_resource).get((asked.namespace, asked.name))
        return None if item is None else replace(item, group_resource=name)

    def items(self, resource: Resource) -> list[Item]:
        """Returns all items of a resource by namespace and name."""
        return [item for _, item in sorted(self._of(resource.group_resource).items())]

    def definition(self, group_resource: str) -> Item | None:
        """Returns the CustomResourceDefinition of a resource, if it is a custom one."""
        return self._of(CUSTOM_RESOURCES).get(("", group_resource))

    def all_items(self) -> list[Item]:
        """Returns every item, by resource, namespace and name."""
        return [item for resource in self.table for item in self.items(resource)]

    @property
    def namespaces(self) -> list[str]:
        """The names of all namespaces, also of those that only items tell of."""
        told = {namespace for items in self._items.values() for namespace, _ in items}
        return sorted(told - {""} | {name for _, name in self._of(NAMESPACES)})

    def _of(self, group_resource: str) -> dict[tuple[str, str], Item]:
        return self._items.get(group_resource, {})

    def _add(self, manifest: Manifest) -> None:
        resource = self._resource(manifest)
        item = Item(resource, resource.group_resource, self._scoped(manifest, resource))
        items = self._items.setdefault(resource.group_resource, {})
        existing = items.setdefault((item.namespace, item.name), item)
        if existing.obj != item.obj:
            raise manifest.error("there are two different objects of that name; keep one of them")

    def _resource(self, manifest: Manifest) -> Resource:
        api_version, kind = manifest.obj["apiVersion"], manifest.obj["kind"]
        resource = self.table.of_kind(api_version, kind)
        if resource is None:
            group = api_version.rpartition("/")[0] or "GROUP"
            raise UnknownResourceError(
                kind,
                f"{manifest.source}: {describe(manifest.obj)}: nothing says which resource "
                f"{api_version} {kind} is; give its CustomResourceDefinition with the "
                f"manifests, or --resource {kind}={kind.lower()}s.{group}",
            )
        return resource

    def _scoped(self, manifest: Manifest, resource: Resource) -> JSONObject:
        obj, metadata = manifest.obj, manifest.obj["metadata"]
        if not resource.namespaced and metadata.get("namespace"):
            raise manifest.error("found metadata.namespace, but its kind has cluster scope")
        if not resource.namespaced or metadata.get("namespace"):
            return obj
        self.notes.append(f"{describe(obj)} names no namespace, as in {DEFAULT_NAMESPACE}")
        return {**obj, "metadata": {**metadata, "namespace": DEFAULT_NAMESPACE}}

    def _other_versions(self) -> list[str]:
        others = {
            (i.resource.group_resource, i.version, i.resource.version)
            for items in self._items.values()
            for i in items.values()
            if i.version != i.resource.version
        }
        return [
            f"{name} are given as {given}; a cluster that prefers {preferred} would back up that"
            for name, given, preferred in sorted(others)
        ]
