"""What is left of a local backup: the files that Velero would store, and a summary.

Source: pkg/persistence/object_store_layout.go and pkg/controller/backup_controller.go of Velero
v1.18.1 for what Velero stores beside the contents, here not compressed.
"""

from __future__ import annotations

import json
from pathlib import Path

from velero_shim.backup.archive import write
from velero_shim.backup.run import BackupResult
from velero_shim.itemoperations import encode_operations
from velero_shim.jsonbytes import JSONObject
from velero_shim.operations import OperationPhase


def write_backup(output: Path, result: BackupResult) -> None:
    """Writes the contents and the reports, see :func:`velero_shim.backup.archive.write`.

    Raises:
        OSError: it cannot be written.
    """
    write(output, result.contents.files, reports(result))


def reports(result: BackupResult) -> dict[str, bytes]:
    """Returns what Velero stores beside a backup's contents, by file name."""
    return {
        "velero-backup.json": _indented(result.request.to_object()),
        "itemoperations.json": encode_operations(result.request.backup(), result.operations),
        "results.json": _indented(result.journal.results()),
        "backup.log": result.journal.text().encode("utf-8", "backslashreplace"),
    }


def summary(result: BackupResult, output: Path | None) -> JSONObject:
    """Returns what a program wants to know of a backup."""
    status = result.request.status
    phases = [operation.phase for operation in result.operations]
    return {
        "name": result.request.spec.name,
        "phase": result.phase,
        "errors": status.get("errors", 0),
        "warnings": status.get("warnings", 0),
        "finalizeErrors": result.finalize_errors,
        "objects": len(result.request.cluster),
        "itemsBackedUp": status.get("progress", {}).get("itemsBackedUp", 0),
        "leftOut": [str(item) for item in result.left_out],
        "operations": {
            "attempted": len(phases),
            "completed": phases.count(OperationPhase.COMPLETED),
            "failed": phases.count(OperationPhase.FAILED),
            "list": json.loads(encode_operations(result.request.backup(), result.operations)),
        },
        "results": result.journal.results(),
        "files": list(result.contents.files),
        "output": None if output is None else str(output),
    } | ({"failureReason": status["failureReason"]} if "failureReason" in status else {})


def _indented(value: JSONObject) -> bytes:
    return f"{json.dumps(value, indent=2, ensure_ascii=False)}\n".encode("utf-8", "replace")
