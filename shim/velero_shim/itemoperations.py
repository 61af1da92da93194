"""The list of operations as Velero stores it beside a backup or a restore.

Owns the JSON of ``<backup>-itemoperations.json.gz`` and ``restore-<restore>-…``, to the
byte what Go's encoder writes, and reading it back. Source: pkg/itemoperation,
pkg/itemoperationmap and pkg/util/encode of Velero v1.18.1.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from velero_shim.jsonbytes import JSONObject
from velero_shim.model import ResourceIdentifier
from velero_shim.objects import Backup, Restore
from velero_shim.operations import Operation, OperationPhase

# Go's encoder escapes what could end a script element, and two line ends of JavaScript.
_ESCAPES = str.maketrans({c: f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"})


def encode_operations(owner: Backup | Restore, operations: Iterable[Operation]) -> bytes:
    """Returns the list as JSON with a line end, not yet compressed."""
    values = [_to_json(owner, operation) for operation in operations]
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return f"{text.translate(_ESCAPES)}\n".encode("utf-8", "replace")


def decode_operations(data: bytes) -> list[Operation]:
    """Reads a list of either kind.

    Args:
        data: the JSON, compressed or not.

    Raises:
        ValueError: it is no such list; the text says where.
    """
    values = json.loads(_decompressed(data) if data.startswith(b"\x1f\x8b") else data)
    if values is None:
        return []
    if not isinstance(values, list):
        raise ValueError(f"found {type(values).__name__}, expected a list of operations")
    return [_decode(value, f"operation {index}") for index, value in enumerate(values)]


def _decompressed(data: bytes) -> bytes:
    try:
        return gzip.decompress(data)
    except (EOFError, OSError, zlib.error) as error:
        raise ValueError(f"the compressed list is cut off or damaged: {error}") from error


def _to_json(owner: Backup | Restore, operation: Operation) -> JSONObject:
    what = "restore" if isinstance(owner, Restore) else "backup"
    spec: JSONObject = {
        f"{what}Name": owner.name,
        f"{what}UID": owner.uid,
        f"{what}ItemAction": operation.action,
        "resourceIdentifier": _identifier_to_json(operation.item),
        "operationID": operation.operation_id,
    }
    if what == "backup":
        items = [_identifier_to_json(item) for item in operation.post_operation_items]
        spec["postOperationItems"] = items or None
    return {"spec": spec, "status": _status_to_json(operation)}


def _status_to_json(operation: Operation) -> JSONObject:
    status = {
        "phase": operation.phase.value,
        "error": operation.error,
        "nCompleted": operation.n_completed,
        "nTotal": operation.n_total,
        "operationUnits": operation.operation_units,
        "description": operation.description,
        "created": _time_to_json(operation.created),
        "started": _time_to_json(operation.started),
        "updated": _time_to_json(operation.updated),
    }
    return {key: value for key, value in status.items() if value}


def _identifier_to_json(item: ResourceIdentifier) -> JSONObject:
    # Go's struct has no names for JSON.
    return {
        "Group": item.group,
        "Resource": item.resource,
        "Namespace": item.namespace,
        "Name": item.name,
    }


def _time_to_json(moment: datetime | None) -> str:
    if moment is None:
        return ""
    # isoformat, since strftime writes years before 1000 without their zeros.
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def _decode(value: object, where: str) -> Operation:
    try:
        return _from_json(value)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error
    except (AttributeError, TypeError) as error:
        raise ValueError(f"{where}: {type(error).__name__}: {error}") from error


def _from_json(value: object) -> Operation:
    spec, status = _needed(value, "spec"), _needed(value, "status")
    created = _time_from_json(_needed(status, "status.created"))
    if created is None:
        raise ValueError("found no time of creation")
    action = "spec.backupItemAction", "spec.restoreItemAction"
    return Operation(
        action=_needed(spec, *action),
        item=_identifier_from_json(_needed(spec, "spec.resourceIdentifier")),
        operation_id=_needed(spec, "spec.operationID"),
        created=created,
        post_operation_items=tuple(
            _identifier_from_json(item) for item in spec.get("postOperationItems") or ()
        ),
        phase=OperationPhase(_needed(status, "status.phase")),
        error=status.get("error", ""),
        n_completed=status.get("nCompleted", 0),
        n_total=status.get("nTotal", 0),
        operation_units=status.get("operationUnits", ""),
        description=status.get("description", ""),
        started=_time_from_json(status.get("started")),
        updated=_time_from_json(status.get("updated")),
    )


def _needed(value: object, *paths: str) -> Any:
    """Returns what an object has under the last part of the first path that it has."""
    if not isinstance(value, dict):
        raise ValueError(f"found {type(value).__name__}, expected an object with {paths[0]}")
    for path in paths:
        if (key := path.rpartition(".")[2]) in value:
            return value[key]
    raise ValueError(f"the key {' or '.join(paths)} is missing")


def _identifier_from_json(value: Mapping[str, str]) -> ResourceIdentifier:
    return ResourceIdentifier(
        value.get("Group", ""),
        value.get("Resource", ""),
        value.get("Namespace", ""),
        value.get("Name", ""),
    )


def _time_from_json(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
