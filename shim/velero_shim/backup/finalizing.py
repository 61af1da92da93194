"""The last phase of a backup: items that operations asked for, once more through the actions.

Source: FinalizeBackup in pkg/backup/backup.go of Velero v1.18.1.
"""

from __future__ import annotations

from dataclasses import replace

from velero_shim.backup.cluster import Item
from velero_shim.backup.events import ItemsDone
from velero_shim.backup.execution import Files, ItemBackupper
from velero_shim.backup.resources import group_resource
from velero_shim.backup.selection import select
from velero_shim.manager import PluginManager


def finalized_files(main: ItemBackupper, manager: PluginManager) -> Files:
    """Returns the files of the items that operations asked for, to replace those from before.

    Args:
        main: what took the items in before.
        manager: the plugins, as new processes.

    Raises:
        ShimError: an action does not say what it is for.
    """
    actions = select(manager.get_backup_item_actions_v2(), main.request.cluster.table)
    backupper = replace(main, actions=actions, contents=None, backed_up=set())
    items = _items(backupper)
    files: Files = {}
    for done, item in enumerate(items, start=1):
        files |= backupper.back_up(item)[1]
        backupper.journal.tell(ItemsDone("Finalizing", done, len(items)))
    return files


def _items(backupper: ItemBackupper) -> list[Item]:
    cluster, found = backupper.request.cluster, []
    for asked in backupper.operations.post_operation_items():
        name = group_resource(asked.group, asked.resource)
        # Velero looks through its resources for the items, and so passes over any other name.
        known = any(resource.group_resource == name for resource in cluster.table)
        item = cluster.get(asked) if known else None
        if item is not None:
            found.append(item)
            continue
        text = "Item for after an operation is not among the manifests"
        facts = {"resource": name, "namespace": asked.namespace, "name": asked.name}
        backupper.journal.log("error" if known else "info", text, **facts)
    return found
