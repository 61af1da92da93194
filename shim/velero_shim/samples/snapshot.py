"""A sample BackupItemAction v2: a copy of a volume that takes a few seconds.

Velero ends this process between any two calls, so the operation lives in a file: a real
plugin would keep it in a custom resource or at the storage that does the work.
"""

from __future__ import annotations

import json
import os
import tempfile
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from velero_shim import (
    Backup,
    BackupItemActionV2,
    ExecuteResultV2,
    InvalidOperationIDError,
    OperationProgress,
    PluginServer,
    ResourceIdentifier,
    ResourceSelector,
)
from velero_shim.jsonbytes import JSONObject

NAME = "example.io/snapshot"
ANNOTATION = "example.io/copied-for"
ENV_FOLDER = "VELERO_SHIM_SAMPLE_FOLDER"

_BYTES = 3 * 1024**3
_BYTES_PER_SECOND = 1024**3


class Snapshot(BackupItemActionV2):
    """Starts a copy of each claim's volume, and has the claim backed up again after it."""

    def applies_to(self) -> ResourceSelector:
        """Claims, in any namespace."""
        return ResourceSelector(included_resources=["persistentvolumeclaims"])

    def execute(self, item: JSONObject, backup: Backup) -> ExecuteResultV2:
        """Starts the operation, or notes its end when the backup is being finalized."""
        if backup.is_finalizing:
            metadata = item.setdefault("metadata", {})
            metadata.setdefault("annotations", {})[ANNOTATION] = backup.name
            return ExecuteResultV2(item)
        operation_id = f"copy-{uuid.uuid4()}"
        _write(operation_id, {"started": datetime.now(UTC).timestamp(), "cancelled": False})
        return ExecuteResultV2(operation_id=operation_id, post_operation_items=[_claim(item)])

    def progress(self, operation_id: str, backup: Backup) -> OperationProgress:
        """Reports how many bytes the time since the start allows for."""
        state = _read(operation_id)
        if state is None:
            raise InvalidOperationIDError(operation_id)
        now = datetime.now(UTC)
        started = datetime.fromtimestamp(state["started"], UTC)
        copied = min(int((now - started).total_seconds() * _BYTES_PER_SECOND), _BYTES)
        return OperationProgress(
            completed=copied == _BYTES or state["cancelled"],
            err="the copy was cancelled" if state["cancelled"] else "",
            n_completed=copied,
            n_total=_BYTES,
            operation_units="Bytes",
            description="copying the volume",
            started=started,
            updated=now,
        )

    def cancel(self, operation_id: str, backup: Backup) -> None:
        """Notes that the copy shall stop; one that is not known needs nothing."""
        state = _read(operation_id)
        if state is not None:
            _write(operation_id, {**state, "cancelled": True})


def _claim(item: JSONObject) -> ResourceIdentifier:
    metadata = item["metadata"]
    return ResourceIdentifier(
        group="",
        resource="persistentvolumeclaims",
        namespace=metadata["namespace"],
        name=metadata["name"],
    )


def _file(operation_id: str) -> Path:
    folder = os.environ.get(ENV_FOLDER) or Path(tempfile.gettempdir(), "velero-shim-sample")
    # The ID comes back from the host: it may not lead out of the folder.
    return Path(folder, f"{Path(operation_id).name}.json")


def _read(operation_id: str) -> dict[str, Any] | None:
    try:
        state: dict[str, Any] = json.loads(_file(operation_id).read_text())
    except FileNotFoundError:
        return None
    return state


def _write(operation_id: str, state: dict[str, Any]) -> None:
    file = _file(operation_id)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.with_suffix(".new").write_text(json.dumps(state))
    file.with_suffix(".new").replace(file)


def main() -> None:
    """Serves the plugin to the host that started this process."""
    PluginServer().register_backup_item_action_v2(NAME, Snapshot).serve()


if __name__ == "__main__":
    main()
