"""The first phase of a backup: items through their actions, in blocks, and what belongs to them.

Source: BackupWithResolvers in pkg/backup/backup.go of Velero v1.18.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from velero_shim.backup.archive import Contents
from velero_shim.backup.cluster import Item
from velero_shim.backup.collection import Blocks, collect
from velero_shim.backup.events import ItemsDone
from velero_shim.backup.execution import ItemBackupper
from velero_shim.backup.journal import Journal
from velero_shim.backup.request import Request
from velero_shim.backup.resources import CUSTOM_RESOURCES, NAMESPACES
from velero_shim.backup.selection import select
from velero_shim.manager import PluginManager
from velero_shim.operations import OperationList
from velero_shim.registry import PluginRegistry

_ARGOCD_LABEL = "argocd.argoproj.io/managed-by"


@dataclass(frozen=True, slots=True)
class MainPhase:
    """The items of a backup on their way into it.

    Args:
        request: the backup.
        registry: the plugins.
        journal: the log.
        workers: how many blocks are backed up at a time.
    """

    request: Request
    registry: PluginRegistry
    journal: Journal
    workers: int

    def run(
        self, manager: PluginManager, operations: OperationList, contents: Contents
    ) -> ItemBackupper:
        """Backs up all items.

        Raises:
            ShimError: an action does not say what it is for: the backup has failed.
        """
        self._warn_beforehand()
        table = self.request.cluster.table
        actions = select(manager.get_backup_item_actions_v2(), table)
        related = select(manager.get_item_block_actions(), table)
        backupper = ItemBackupper(self.request, actions, self.journal, operations, contents)
        items = collect(self.request)
        self.journal.log("info", f"Collected {len(items)} items that match the backup")
        self._tell(backupper, len(items))
        work = partial(self._block, backupper, len(items))
        backed_up: set[str] = set()
        with ThreadPoolExecutor(self.workers, "backup") as pool, _closed_early(manager):
            for resources in pool.map(work, Blocks(items, backupper, related)):
                backed_up |= resources
        self._add_definitions(backupper, sorted(backed_up))
        done = len(backupper.backed_up)
        self.request.status["progress"] = {"totalItems": done, "itemsBackedUp": done}
        self.journal.log("info", f"Backed up a total of {done} items")
        return backupper

    def _block(self, backupper: ItemBackupper, total: int, block: list[Item]) -> set[str]:
        taken = set()
        for item in block:
            if backupper.back_up(item, block)[0]:
                taken.add(item.group_resource)
            self._tell(backupper, total)
        return taken

    def _tell(self, backupper: ItemBackupper, total: int) -> None:
        done = len(backupper.backed_up)
        self.journal.tell(ItemsDone("InProgress", done, max(total, done)))

    def _add_definitions(self, backupper: ItemBackupper, resources: Iterable[str]) -> None:
        filters = self.request.resources
        if filters.should_include(CUSTOM_RESOURCES) or filters.should_exclude(CUSTOM_RESOURCES):
            return
        for name in resources:
            definition = self.request.cluster.definition(name)
            if definition is not None:
                backupper.back_up(definition)

    def _warn_beforehand(self) -> None:
        for note in self.request.cluster.notes:
            self.journal.log("info", note)
        for double in self.registry.double_executions():
            self.journal.log("info", str(double))
        managed = self._managed_namespaces()
        if managed:
            names = ", ".join(managed)
            self.journal.log("warn", f"Argo CD manages these namespaces of the backup: {names}")

    def _managed_namespaces(self) -> list[str]:
        resource = self.request.cluster.table.resource_for(NAMESPACES)
        items = self.request.cluster.items(resource) if resource else []
        included = self.request.namespaces.should_include
        return [i.name for i in items if i.labels.get(_ARGOCD_LABEL) and included(i.name)]


@contextmanager
def _closed_early(manager: PluginManager) -> Iterator[None]:
    try:
        yield
    except BaseException:
        manager.close()  # or the pool would wait for the calls under way
        raise
