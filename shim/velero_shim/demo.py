"""The bundled sample plugins sent through a small backup, as ``velero-shim demo`` shows it.

Owns the steps; showing them is the business of :mod:`velero_shim.cli`. It is a walk along
the path that an item takes in Velero, not a backup: nothing is filtered or stored.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import yaml

from velero_shim import samples
from velero_shim.backup.resources import resource_table
from velero_shim.jsonbytes import JSONObject, encode_object
from velero_shim.launcher import write_launcher
from velero_shim.manager import BackupItemActionV2, PluginManager
from velero_shim.model import ResourceIdentifier
from velero_shim.objects import Backup
from velero_shim.operations import OperationList
from velero_shim.registry import PluginRegistry, discover
from velero_shim.samples import annotate, snapshot

_BACKUP: JSONObject = {
    "apiVersion": "velero.io/v1",
    "kind": "Backup",
    "metadata": {"name": "demo", "namespace": "velero"},
    "spec": {"itemOperationTimeout": "1m"},
}


@dataclass(frozen=True, slots=True)
class Step:
    """One Execute: what was sent to which action, and what came back.

    Attributes:
        item: the item's kind and name.
        action: the registered name.
        annotations: those that the action added.
        additional_items: what it wants backed up as well.
        operation_id: of the operation that it started, empty for none.
    """

    item: str
    action: str
    annotations: JSONObject
    additional_items: tuple[ResourceIdentifier, ...]
    operation_id: str


class Demo:
    """A folder with the sample plugins in it, and the backup that uses them.

    Args:
        folder: an empty folder, for the plugin files and for the operation's state.
    """

    def __init__(self, folder: Path) -> None:
        self._items = list(yaml.safe_load_all((files(samples) / "objects.yaml").read_text("utf-8")))
        self._environment = {snapshot.ENV_FOLDER: str(folder / "state")}
        self._plugins = folder / "plugins"
        _write_plugins(folder / "kept-elsewhere", self._plugins)
        self.registry: PluginRegistry = discover(self._plugins, environment=self._environment)
        self.operations = OperationList(Backup(encode_object(_BACKUP)), self._action)
        self._manager: PluginManager | None = None

    def run(self) -> Iterator[Step]:
        """Sends every object through the actions that select it."""
        with self._new_manager() as manager:
            selected = [(a, a.applies_to()) for a in manager.get_backup_item_actions_v2()]
            for item in self._items:
                resource = _identifier(item).resource
                for action, selector in selected:
                    if resource in (selector.included_resources or (resource,)):
                        item, step = self._execute(action, item, self.operations.owner.raw)
                        yield step

    def poll(self) -> bool:
        """Asks how far the operations are, with plugin processes started for that alone.

        Returns:
            Whether one is still under way.
        """
        with self._new_manager():
            return self.operations.poll()

    def finalize(self) -> Iterator[Step]:
        """Sends the items that the operations asked for through their actions again."""
        backup = encode_object({**_BACKUP, "status": {"phase": str(self.operations.phase)}})
        with self._new_manager() as manager:
            for identifier in self.operations.post_operation_items():
                item = next(i for i in self._items if _identifier(i) == identifier)
                for action in manager.get_backup_item_actions_v2():
                    item, step = self._execute(action, item, backup)
                    yield step

    @contextmanager
    def _new_manager(self) -> Iterator[PluginManager]:
        with PluginManager(self.registry, environment=self._environment) as manager:
            self._manager = manager
            yield manager

    def _action(self, name: str) -> BackupItemActionV2:
        if self._manager is None:
            raise RuntimeError("an action was asked for outside of a phase of the backup")
        return self._manager.get_backup_item_action_v2(name)

    def _execute(
        self, action: BackupItemActionV2, item: JSONObject, backup: bytes
    ) -> tuple[JSONObject, Step]:
        identifier = _identifier(item)
        before = dict(item["metadata"].get("annotations") or {})
        result = action.execute(item, backup)
        updated = result.item or item
        after = updated["metadata"].get("annotations") or {}
        if result.operation_id:
            self.operations.add(
                action.name, identifier, result.operation_id, result.post_operation_items
            )
        return updated, Step(
            item=f"{item['kind']} {identifier.name}",
            action=action.name,
            annotations={k: v for k, v in after.items() if before.get(k) != v},
            additional_items=tuple(result.additional_items),
            operation_id=result.operation_id,
        )


def _write_plugins(elsewhere: Path, plugins: Path) -> None:
    elsewhere.mkdir()
    plugins.mkdir()
    inner = elsewhere / "annotate"
    write_launcher(inner, f"from {annotate.__name__} import main\n\nmain()\n")
    wrapper = f"from velero_shim.wrapper import main\n\nmain({os.fspath(inner)!r}, 'v2')\n"
    write_launcher(plugins / "annotate-as-v2", wrapper)
    write_launcher(plugins / "snapshot", f"from {snapshot.__name__} import main\n\nmain()\n")


def _identifier(item: JSONObject) -> ResourceIdentifier:
    resource = resource_table().of_kind(item["apiVersion"], item["kind"])
    if resource is None:
        raise LookupError(f"no resource of kind {item['kind']}")
    metadata = item["metadata"]
    return ResourceIdentifier(
        resource.group, resource.plural, metadata.get("namespace", ""), metadata["name"]
    )
