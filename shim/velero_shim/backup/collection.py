"""The items that a backup lists, in Velero's order, and the blocks that they are backed up in.

Source: pkg/backup/item_collector.go and pkg/backup/backup.go of Velero v1.18.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from velero_shim.backup.cluster import Item
from velero_shim.backup.execution import ItemBackupper
from velero_shim.backup.request import Request
from velero_shim.backup.resources import NAMESPACES, Resource, UnknownResourceError
from velero_shim.backup.selection import SelectedAction
from velero_shim.client import ItemBlockActionClient
from velero_shim.errors import ShimError
from velero_shim.model import ResourceIdentifier

# Pods first, so that their claims and volumes are backed up close to them.
_FIRST = ("pods", "persistentvolumeclaims", "persistentvolumes")

# Served in two API groups: the same objects.
_COHABITING: dict[str, tuple[str, ...]] = {
    "deployments": ("extensions", "apps"),
    "daemonsets": ("extensions", "apps"),
    "replicasets": ("extensions", "apps"),
    "networkpolicies": ("extensions", "networking.k8s.io"),
    "events": ("", "events.k8s.io"),
}


def collect(request: Request) -> list[Item]:
    """Returns the items that the backup's filters select.

    A namespace is among them when it is selected itself, or when one of its items is.
    """
    found: dict[ResourceIdentifier, Item] = {}
    for resource in _in_order(request):
        if request.resources.should_include(resource.group_resource):
            for item in _listed(request, resource):
                found.setdefault(_same(item), item)
    with_items = {i.namespace for i in found.values()} | _selected_namespaces(request)
    return [i for i in found.values() if i.group_resource != NAMESPACES or i.name in with_items]


def _in_order(request: Request) -> list[Resource]:
    def rank(resource: Resource) -> int:
        return _FIRST.index(resource.plural) if resource.plural in _FIRST else len(_FIRST)

    core = [r for r in request.cluster.table if not r.group]
    others = [r for r in request.cluster.table if r.group]
    return [*sorted(core, key=rank), *others]


def _listed(request: Request, resource: Resource) -> Iterator[Item]:
    items = request.cluster.items(resource)
    if resource.group_resource == NAMESPACES:
        yield from items
        return
    namespaces = set(request.namespaces.listed())
    for item in items:
        selected = request.selector is None or request.selector.matches(item.labels)
        if selected and (not resource.namespaced or item.namespace in namespaces):
            yield item


def _same(item: Item) -> ResourceIdentifier:
    groups = _COHABITING.get(item.resource.plural, ())
    group = groups[0] if item.resource.group in groups else item.resource.group
    return ResourceIdentifier(group, item.resource.plural, item.namespace, item.name)


def _selected_namespaces(request: Request) -> set[str]:
    table = request.cluster.table
    resource = table.resource_for(NAMESPACES)
    items = request.cluster.items(resource) if resource else []
    return {item.name for item in items if _is_selected_namespace(request, item)}


def _is_selected_namespace(request: Request, item: Item) -> bool:
    status = item.obj.get("status")
    phase = status.get("phase") if isinstance(status, dict) else None
    if phase not in (None, "Active"):  # a manifest may leave the status out
        return False
    if request.selector is not None:
        if request.selector.matches(item.labels):
            return True
        if request.namespaces.includes_everything:
            return False
    return request.namespaces.should_include(item.name)


@dataclass(slots=True)
class Blocks:
    """Puts items that belong together into blocks, as ItemBlockActions say.

    Args:
        items: all items, in order.
        backupper: knows what is included.
        actions: the ItemBlockActions.
    """

    items: Sequence[Item]
    backupper: ItemBackupper
    actions: Sequence[SelectedAction[ItemBlockActionClient]]
    _listed: dict[ResourceIdentifier, Item] = field(default_factory=dict)
    _seen: set[ResourceIdentifier] = field(default_factory=set)

    def __iter__(self) -> Iterator[list[Item]]:
        """Yields each block; an item is in one at most."""
        self._listed = {item.identifier: item for item in self.items}
        for item in self.items:
            block = self._with_related(item)
            if block:
                yield block

    def _with_related(self, first: Item) -> list[Item]:
        block: list[Item] = []
        waiting = [first]
        while waiting:
            item = waiting.pop()
            if item.identifier in self._seen:
                continue
            self._seen.add(item.identifier)
            if self.backupper.is_included(item):
                block.append(item)
                waiting += reversed(list(self._related(item)))
        return block

    def _related(self, item: Item) -> Iterator[Item]:
        for selected in self.actions:
            if selected.should_use(item.group_resource, item.namespace, item.labels):
                for asked in self._asked(selected.action, item):
                    found = self._listed.get(asked) or self._from_cluster(asked, selected, item)
                    if found is not None:
                        yield found

    def _asked(self, action: ItemBlockActionClient, item: Item) -> Sequence[ResourceIdentifier]:
        try:
            return action.get_related_items(item.obj, self.backupper.operations.owner)
        except ShimError as error:
            text = "Error executing ItemBlockAction"
            self.backupper.journal.log("error", text, plugin=action.name, item=item, error=error)
            return ()

    def _from_cluster(
        self,
        asked: ResourceIdentifier,
        selected: SelectedAction[ItemBlockActionClient],
        item: Item,
    ) -> Item | None:
        facts = {"plugin": selected.action.name, "item": item}
        try:
            found = self.backupper.request.cluster.get(asked)
        except UnknownResourceError as error:
            self.backupper.journal.log("error", "Unknown related item", error=error, **facts)
            return None
        if found is None:
            text = "Related item is not among the manifests"
            self.backupper.journal.log("warn", text, asked=asked, **facts)
        return found
