"""The twin in Python of the Go plugin cmd/plugin-v2: the same actions, by the same requests."""

from __future__ import annotations

from collections.abc import Sequence

from plugins import twin_operations
from plugins.twin_behaviour import FULL_SELECTOR, Asked, Item, annotate, perform
from velero_shim import (
    Backup,
    BackupItemActionV2,
    ExecuteResultV2,
    OperationProgress,
    PluginError,
    PluginServer,
    ResourceIdentifier,
    ResourceSelector,
    Restore,
    RestoreItemActionV2,
    RestoreResultV2,
)

V2 = "example.io/py-v2"
WITH_SELECTOR = "example.io/py-v2-selector"
SYNC = "example.io/py-v2-sync"
RESTORE = "example.io/py-restore-v2"


class BackupAction(BackupItemActionV2):
    """Does what ``perform`` does, and starts an operation that is asked for."""

    def __init__(self, name: str, selector: ResourceSelector) -> None:
        self._name = name
        self._selector = selector

    def applies_to(self) -> ResourceSelector:
        return self._selector

    def execute(self, item: Item, backup: Backup) -> ExecuteResultV2:
        asked = Asked.by(item)
        updated, additional = perform(item, self._name)
        if updated is not None:
            annotate(updated, "backup", f"{backup.namespace}/{backup.name}")
            annotate(updated, "phase", backup.phase)
        operation_id = twin_operations.begin(asked)
        if not operation_id:
            return ExecuteResultV2(updated, additional)
        post_operation = asked.identifiers("post-operation", item)
        return ExecuteResultV2(updated, additional, operation_id, post_operation)

    def progress(self, operation_id: str, backup: Backup) -> OperationProgress:
        return twin_operations.poll(operation_id)

    def cancel(self, operation_id: str, backup: Backup) -> None:
        twin_operations.cancel(operation_id)


class SyncAction(BackupItemActionV2):
    """A version 2 action without asynchronous operations."""

    def applies_to(self) -> ResourceSelector:
        return ResourceSelector()

    def execute(self, item: Item, backup: Backup) -> ExecuteResultV2:
        return ExecuteResultV2(*perform(item, SYNC))


class RestoreAction(RestoreItemActionV2):
    """Does what ``perform`` does; "wait-for-additional-items" asks for a wait of that long."""

    def applies_to(self) -> ResourceSelector:
        return FULL_SELECTOR

    def execute(self, item: Item, item_from_backup: Item, restore: Restore) -> RestoreResultV2:
        asked = Asked.by(item)
        updated, additional = perform(item, RESTORE)
        if updated is not None:
            annotate(updated, "restore", f"{restore.namespace}/{restore.name}")
            annotate(updated, "backed-up-as", item_from_backup["metadata"]["name"])
        return RestoreResultV2(
            updated,
            additional,
            skip_restore="skip-restore" in asked,
            operation_id=twin_operations.begin(asked),
            wait_for_additional_items="wait-for-additional-items" in asked,
            additional_items_ready_timeout=asked.duration("wait-for-additional-items"),
        )

    def progress(self, operation_id: str, restore: Restore) -> OperationProgress:
        return twin_operations.poll(operation_id)

    def cancel(self, operation_id: str, restore: Restore) -> None:
        twin_operations.cancel(operation_id)

    def are_additional_items_ready(
        self, additional_items: Sequence[ResourceIdentifier], restore: Restore
    ) -> bool:
        """Looks at the names: "unready" is not ready, and "broken" is an error."""
        for item in additional_items:
            if item.name == "broken":
                raise PluginError("additional item is broken")
            if item.name == "unready":
                return False
        return True


def main() -> None:
    """Serves the actions."""
    server = PluginServer()
    server.register_backup_item_action_v2(V2, lambda: BackupAction(V2, ResourceSelector()))
    server.register_backup_item_action_v2(
        WITH_SELECTOR, lambda: BackupAction(WITH_SELECTOR, FULL_SELECTOR)
    )
    server.register_backup_item_action_v2(SYNC, SyncAction)
    server.register_restore_item_action_v2(RESTORE, RestoreAction)
    server.serve()


if __name__ == "__main__":
    main()
