"""One item's way into the backup: checks, the chain of actions, additional items.

Source: pkg/backup/item_backupper.go of Velero v1.18.1. What only a cluster has is left out: hooks,
pod volumes and snapshots of persistent volumes.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from velero_shim.backup.archive import Contents, item_files
from velero_shim.backup.cluster import Item
from velero_shim.backup.journal import Journal
from velero_shim.backup.request import EXCLUDE_LABEL, Request
from velero_shim.backup.resources import NAMESPACES
from velero_shim.backup.selection import SelectedAction
from velero_shim.errors import ShimError
from velero_shim.jsonbytes import JSONObject
from velero_shim.manager import BackupItemActionV2
from velero_shim.model import ExecuteResultV2, ResourceIdentifier
from velero_shim.objects import Backup
from velero_shim.operations import OperationList

SKIP_ANNOTATION = "velero.io/skip-from-backup"
"""An action that returns an item with it leaves the item out, whatever its value."""

MUST_INCLUDE_ANNOTATION = "backup.velero.io/must-include-additional-items"
"""With the value ``true``: additional items are taken although the backup excludes them."""

Files = dict[str, bytes]
Taken = tuple[bool, Files]
"""Whether an item is in the backup, and in the finalize phase its files."""

_Returned = TypeVar("_Returned")
_Steps = Generator["_Asked", Taken, _Returned]


@dataclass(frozen=True, slots=True)
class _Asked:
    item: Item
    must_include: bool
    block: Sequence[Item]


class ItemError(ShimError):
    """An item is not in the backup although it should be.

    Attributes:
        item: which one.
        plugin: the action that failed, empty when it was none.
    """

    def __init__(self, item: Item, plugin: str, problem: str) -> None:
        super().__init__(problem)
        self.item = item
        self.plugin = plugin


@dataclass(slots=True)
class ItemBackupper:
    """Takes items into a backup, each once.

    Args:
        request: the backup.
        actions: those of all plugins, in the order in which an item goes through them.
        journal: the log.
        operations: where operations that start are noted.
        contents: where items go; ``None`` in the finalize phase, which gets its files back.
    """

    request: Request
    actions: Sequence[SelectedAction[BackupItemActionV2]]
    journal: Journal
    operations: OperationList
    contents: Contents | None
    backed_up: set[tuple[str, str, str, str]] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def finalizing(self) -> bool:
        """Whether operations are over, so that none may start any more."""
        return self.contents is None

    def back_up(self, item: Item, block: Sequence[Item] = ()) -> Taken:
        """Takes an item in; what fails is logged.

        Args:
            item: the item.
            block: the items of its block, for additional items.

        Returns:
            Whether it is in the backup, and in the finalize phase its files.
        """
        try:
            return self._with_additional(_Asked(item, self.finalizing, block))
        except ItemError as error:
            facts = {"plugin": error.plugin or None, "error": error}
            if str(error.item) != str(item):
                facts["additional_item"] = str(error.item)
            self._log("error", "Error backing up item", item, **facts)
            return False, {}

    def _with_additional(self, first: _Asked) -> Taken:
        # Additional items have additional items. A stack of our own, since there is no limit to
        # how many of them follow each other.
        steps = [self._back_up(first)]
        taken: Taken | None = None
        failed: ItemError | None = None
        while True:
            try:
                asked = steps[-1].throw(failed) if failed else steps[-1].send(taken)  # type: ignore[arg-type]  # the first send of each takes None
                taken = failed = None
                steps.append(self._back_up(asked))
            except StopIteration as end:
                steps.pop()
                taken, failed = end.value, None
                if not steps:
                    return end.value  # type: ignore[no-any-return]  # what _back_up returns
            except ItemError as error:
                steps.pop()
                failed = error
                if not steps:
                    raise

    def is_included(self, item: Item, must_include: bool = False) -> bool:
        """Whether the backup's own filters let an item in; the log says why not."""
        reason = None if must_include else self._reason_to_exclude(item)
        if reason is None and item.metadata.get("deletionTimestamp"):
            reason = "it is being deleted"
        if reason is not None:
            self._log("info", f"Excluding item because {reason}", item)
        return reason is None

    def _reason_to_exclude(self, item: Item) -> str | None:
        namespace, resource = item.namespace, item.group_resource
        resources = self.request.resources
        if item.labels.get(EXCLUDE_LABEL) == "true":
            return f"it has the label {EXCLUDE_LABEL}=true"
        if namespace and not self.request.namespaces.should_include(namespace):
            return "its namespace is excluded"
        if not namespace and resource != NAMESPACES and resources.should_exclude(resource):
            return "its resource has cluster scope and is excluded"
        if namespace and not resources.should_include(resource):
            return "its resource is excluded"
        return None

    def _back_up(self, asked: _Asked) -> _Steps[Taken]:
        item = asked.item
        if not self.is_included(item, asked.must_include):
            return False, {}
        with self._lock:
            if item.key in self.backed_up:
                return True, {}
            self.backed_up.add(item.key)
        updated, files = yield from self._execute(item, asked.block)
        if updated is None:
            with self._lock:
                self.backed_up.discard(item.key)
            return False, {}
        try:
            files |= item_files(item, updated)
        except (ValueError, TypeError) as error:
            raise ItemError(item, "", str(error)) from error
        if self.contents is not None:
            self.contents.add(files)
        return True, files

    def _execute(
        self, item: Item, block: Sequence[Item]
    ) -> _Steps[tuple[JSONObject | None, Files]]:
        files: Files = {}
        obj = item.obj
        for selected in self.actions:
            if not selected.should_use(item.group_resource, item.namespace, item.labels):
                continue
            name = selected.action.name
            result = self._call(selected.action, item, obj)
            obj = result.item if result.item is not None else obj
            annotations = _annotations(obj)
            if SKIP_ANNOTATION in annotations:
                self._log("info", "Item is skipped by an action", item, plugin=name)
                return None, {}
            self._note_operation(item, name, result)
            must_include = annotations.get(MUST_INCLUDE_ANNOTATION) == "true" or self.finalizing
            for additional in result.additional_items:
                found = self._additional(item, name, additional, block)
                if found is not None:
                    files |= (yield _Asked(found, must_include, block))[1]
        return obj, files

    def _call(self, action: BackupItemActionV2, item: Item, obj: JSONObject) -> ExecuteResultV2:
        self._log("info", "Executing action", item, plugin=action.name)
        try:
            return action.execute(obj, self._backup)
        except ShimError as error:
            raise ItemError(item, action.name, str(error)) from error
        except (TypeError, ValueError) as error:  # the item cannot be sent
            raise ItemError(item, action.name, str(error)) from error

    @property
    def _backup(self) -> Backup:
        owner = self.operations.owner
        assert isinstance(owner, Backup)
        return owner

    def _note_operation(self, item: Item, plugin: str, result: ExecuteResultV2) -> None:
        if not result.operation_id:
            if result.post_operation_items:
                text = "Items for after the operation are ignored, since it started none"
                self._log("debug", text, item, plugin=plugin)
            return
        if self.finalizing:
            problem = f"it started operation {result.operation_id} during finalize"
            raise ItemError(item, plugin, problem)
        with self._lock:
            self.operations.add(
                plugin, item.identifier, result.operation_id, result.post_operation_items
            )

    def _additional(
        self, parent: Item, plugin: str, asked: ResourceIdentifier, block: Sequence[Item]
    ) -> Item | None:
        try:
            found = _in_block(block, asked) or self.request.cluster.get(asked)
        except ShimError as error:
            raise ItemError(parent, plugin, f"additional item: {error}") from error
        if found is None:
            self.journal.log(
                "warn",
                "Additional item is not among the manifests, it cannot be backed up",
                plugin=plugin,
                asked_by=parent,
                **_facts(asked),
            )
        return found

    def _log(self, level: str, message: str, item: Item, **facts: object) -> None:
        fields = {
            "resource": item.group_resource,
            "namespace": item.namespace,
            "name": item.name,
        }
        self.journal.log(level, message, **fields, **facts)


def _in_block(block: Sequence[Item], asked: ResourceIdentifier) -> Item | None:
    return next((item for item in block if item.identifier == asked), None)


def _facts(asked: ResourceIdentifier) -> dict[str, str]:
    group = f".{asked.group}" if asked.group else ""
    return {
        "resource": f"{asked.resource}{group}",
        "namespace": asked.namespace,
        "name": asked.name,
    }


def _annotations(obj: JSONObject) -> Mapping[str, str]:
    metadata = obj.get("metadata")
    found = metadata.get("annotations") if isinstance(metadata, dict) else None
    # One value that is no text, and Go sees no annotations at all.
    if not isinstance(found, dict) or not all(isinstance(v, str) for v in found.values()):
        return {}
    return found
