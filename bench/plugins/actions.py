"""The actions of tests/interop/cmd/bench-plugin, in Python."""

from __future__ import annotations

from datetime import UTC, datetime

from velero_shim import (
    Backup,
    BackupItemActionV1,
    BackupItemActionV2,
    ExecuteResult,
    ExecuteResultV2,
    OperationProgress,
    PluginServer,
    ResourceSelector,
)
from velero_shim.jsonbytes import JSONObject


class Annotate(BackupItemActionV1):
    """Adds an annotation to every item."""

    def applies_to(self) -> ResourceSelector:
        """Everything."""
        return ResourceSelector()

    def execute(self, item: JSONObject, backup: Backup) -> ExecuteResult:
        """Returns the item with the annotation."""
        item["metadata"].setdefault("annotations", {})["example.io/backed-up"] = "yes"
        return ExecuteResult(item)


class Operate(BackupItemActionV2):
    """Starts an operation for every item, and none of them ever ends."""

    def applies_to(self) -> ResourceSelector:
        """Everything."""
        return ResourceSelector()

    def execute(self, item: JSONObject, backup: Backup) -> ExecuteResultV2:
        """Returns the item and the operation."""
        return ExecuteResultV2(item, operation_id="operation")

    def progress(self, operation_id: str, backup: Backup) -> OperationProgress:
        """Half of it is done."""
        started = datetime.fromtimestamp(1, UTC)
        return OperationProgress(n_completed=1, n_total=2, operation_units="Items", started=started)

    def cancel(self, operation_id: str, backup: Backup) -> None:
        """Nothing stops it."""


def main() -> None:
    """Serves both actions under the names that their twins in Go have."""
    (
        PluginServer()
        .register_backup_item_action("example.io/annotate", Annotate)
        .register_backup_item_action_v2("example.io/operate", Operate)
        .serve()
    )


if __name__ == "__main__":
    main()
