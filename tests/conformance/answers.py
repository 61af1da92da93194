"""What the plugin of the conformance tests answers, and so what a client in any language gets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

from google.protobuf import json_format
from google.protobuf.message import Message

from velero_plugin.backup_item_action.v1 import backup_item_action_pb2 as v1
from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as v2

GOLDEN = Path(__file__).parents[1] / "golden"
V1_NAME = "example.io/fixed-v1"
V2_NAME = "example.io/fixed-v2"
ITEM = b'{"kind":"Pod"}'
BROKEN = b'{"kind":"Broken"}'
BACKUP = b'{"kind":"Backup"}'
OPERATION = "operation-1"
BEYOND_FLOAT64 = 2**53 + 1

_Message = TypeVar("_Message", bound=Message)


def golden(kind: type[_Message]) -> _Message:
    """Returns the message of a type that has every field set, as Velero wrote it."""
    file = GOLDEN / kind.DESCRIPTOR.full_name / "full.binpb"
    return kind.FromString(file.read_bytes())


def progress() -> v2.BackupItemActionProgressResponse:
    """Times to the nanosecond, and a number that a float cannot hold."""
    response = golden(v2.BackupItemActionProgressResponse)
    response.progress.nTotal = BEYOND_FLOAT64
    assert response.progress.started.nanos == 123456789
    return response


def error_status() -> bytes:
    """The status of an error as Velero's own code made it."""
    return (GOLDEN / "google.rpc.Status" / "error.binpb").read_bytes()


def expected() -> dict[str, Any]:
    """Returns the answer of each call as a client has to report it, as JSON."""
    status = json.loads((GOLDEN / "google.rpc.Status" / "error.json").read_bytes())
    (stack,) = ({"frames": detail["frames"]} for detail in status["details"])
    error = {"code": status["code"], "message": status["message"], "stack": stack}
    to_dict = json_format.MessageToDict
    return {
        "v1 AppliesTo": to_dict(golden(v1.BackupItemActionAppliesToResponse)),
        "v1 Execute": to_dict(golden(v1.ExecuteResponse)),
        "v1 error": error,
        "v2 AppliesTo": to_dict(golden(v2.BackupItemActionAppliesToResponse)),
        "v2 Execute": to_dict(golden(v2.ExecuteResponse)),
        "v2 error": error,
        "v2 Progress": to_dict(progress()),
        "v2 Cancel": {},
    }
