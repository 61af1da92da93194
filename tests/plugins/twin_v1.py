"""The twin in Python of the Go plugin cmd/plugin-v1: the same actions, by the same requests."""

from __future__ import annotations

from plugins.twin_behaviour import FULL_SELECTOR, Asked, Item, annotate, perform
from velero_shim import (
    Backup,
    BackupItemActionV1,
    ExecuteResult,
    PluginServer,
    ResourceSelector,
    Restore,
    RestoreItemActionV1,
    RestoreResult,
)

V1 = "example.io/py-v1"
WITH_SELECTOR = "example.io/py-v1-selector"
RESTORE = "example.io/py-restore-v1"


class BackupAction(BackupItemActionV1):
    """Does what ``perform`` does."""

    def __init__(self, name: str, selector: ResourceSelector) -> None:
        self._name = name
        self._selector = selector

    def applies_to(self) -> ResourceSelector:
        return self._selector

    def execute(self, item: Item, backup: Backup) -> ExecuteResult:
        updated, additional = perform(item, self._name)
        if updated is not None:
            annotate(updated, "backup", f"{backup.namespace}/{backup.name}")
            annotate(updated, "phase", backup.phase)
        return ExecuteResult(updated, additional)


class RestoreAction(RestoreItemActionV1):
    """Does what ``perform`` does; "skip-restore" asks for just that."""

    def applies_to(self) -> ResourceSelector:
        return FULL_SELECTOR

    def execute(self, item: Item, item_from_backup: Item, restore: Restore) -> RestoreResult:
        skip = "skip-restore" in Asked.by(item)
        updated, additional = perform(item, RESTORE)
        if updated is not None:
            annotate(updated, "restore", f"{restore.namespace}/{restore.name}")
            annotate(updated, "backed-up-as", item_from_backup["metadata"]["name"])
        return RestoreResult(updated, additional, skip)


def main() -> None:
    """Serves the actions."""
    server = PluginServer()
    server.register_backup_item_action(V1, lambda: BackupAction(V1, ResourceSelector()))
    server.register_backup_item_action(
        WITH_SELECTOR, lambda: BackupAction(WITH_SELECTOR, FULL_SELECTOR)
    )
    server.register_restore_item_action(RESTORE, RestoreAction)
    server.serve()


if __name__ == "__main__":
    main()
