"""Holds the Python stubs against the golden fixtures, and calls a plugin, as each language does."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import json_format
from google.protobuf.message import Message
from google.rpc import status_pb2

import test_golden
from conformance.answers import BACKUP, BROKEN, ITEM, OPERATION, V1_NAME, V2_NAME
from velero_plugin.backup_item_action.v1 import backup_item_action_pb2 as v1
from velero_plugin.backup_item_action.v1 import backup_item_action_pb2_grpc as v1_grpc
from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as v2
from velero_plugin.backup_item_action.v2 import backup_item_action_pb2_grpc as v2_grpc
from velero_plugin.shared.v1 import shared_pb2


def problem(golden: Path, fixture: test_golden.Fixture) -> str:
    """Returns what the stubs read or write differently from Velero, or nothing."""
    try:
        return test_golden.fixture_problem(golden, fixture) or ""
    except Exception as error:
        return f"cannot be decoded: {error}"


def call(socket: str) -> None:
    """Makes every call once."""
    with grpc.insecure_channel(f"unix:{socket}") as channel:
        first = v1_grpc.BackupItemActionStub(channel)
        second = v2_grpc.BackupItemActionStub(channel)
        of_v1, of_v2 = {"plugin": V1_NAME}, {"plugin": V2_NAME}
        operation: Any = {**of_v2, "operationID": OPERATION, "backup": BACKUP}
        for name, method, request in (
            ("v1 AppliesTo", first.AppliesTo, v1.BackupItemActionAppliesToRequest(**of_v1)),
            ("v1 Execute", first.Execute, v1.ExecuteRequest(**of_v1, item=ITEM, backup=BACKUP)),
            ("v1 error", first.Execute, v1.ExecuteRequest(**of_v1, item=BROKEN, backup=BACKUP)),
            ("v2 AppliesTo", second.AppliesTo, v2.BackupItemActionAppliesToRequest(**of_v2)),
            ("v2 Execute", second.Execute, v2.ExecuteRequest(**of_v2, item=ITEM, backup=BACKUP)),
            ("v2 error", second.Execute, v2.ExecuteRequest(**of_v2, item=BROKEN, backup=BACKUP)),
            ("v2 Progress", second.Progress, v2.BackupItemActionProgressRequest(**operation)),
            ("v2 Cancel", second.Cancel, v2.BackupItemActionCancelRequest(**operation)),
        ):
            report({"call": name, "answer": outcome(method, request)})


def outcome(method: Callable[..., Any], request: Message) -> dict[str, Any]:
    """Returns what becomes of a call, as JSON."""
    try:
        return json_format.MessageToDict(method(request, timeout=30))
    except grpc.RpcError as error:
        # A call that fails is the error itself; grpc's types do not say so.
        failure: Any = error
    line = {"code": failure.code().value[0], "message": failure.details()}
    details = dict(failure.trailing_metadata()).get("grpc-status-details-bin", b"")
    for detail in status_pb2.Status.FromString(details).details:
        stack = shared_pb2.Stack()
        if detail.Unpack(stack):
            line["stack"] = json_format.MessageToDict(stack)
    return line


def report(line: dict[str, Any]) -> None:
    """Prints a line of JSON."""
    print(json.dumps(line))


def main(arguments: list[str]) -> None:
    """Runs the program."""
    golden = Path(arguments[0])
    for fixture in test_golden.fixtures(golden):
        report({"fixture": fixture.file, "problem": problem(golden, fixture)})
    for socket in arguments[1:]:
        call(socket)


if __name__ == "__main__":
    main(sys.argv[1:])
