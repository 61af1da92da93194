"""Programs of the adapters' tests: a plugin and a caller that can be killed.

``plugin ADDRESS FOLDER`` serves a v2 BackupItemAction whose operation lives in a folder, as
operations have to; ``call ADDRESS`` calls v1's Execute and waits.
"""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc

from velero_plugin.backup_item_action.v1 import backup_item_action_pb2 as v1
from velero_plugin.backup_item_action.v1.backup_item_action_pb2_grpc import BackupItemActionStub
from velero_shim.actions import BackupItemActionV2
from velero_shim.jsonbytes import JSONObject
from velero_shim.model import ExecuteResultV2, OperationProgress, ResourceSelector
from velero_shim.objects import Backup
from velero_shim.servicers import handlers_of_action


class OperationInFolder(BackupItemActionV2):
    """Its Progress hangs while there is a file ``hang``, and completes with a file ``done``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def applies_to(self) -> ResourceSelector:
        return ResourceSelector()

    def execute(self, item: JSONObject, backup: Backup) -> ExecuteResultV2:
        return ExecuteResultV2(operation_id="op-in-folder")

    def progress(self, operation_id: str, backup: Backup) -> OperationProgress:
        self._note(f"progress {os.getpid()} {operation_id}")
        if (self._folder / "hang").exists():
            threading.Event().wait()
        return OperationProgress(completed=(self._folder / "done").exists())

    def cancel(self, operation_id: str, backup: Backup) -> None:
        self._note(f"cancel {os.getpid()} {operation_id}")

    def _note(self, line: str) -> None:
        with (self._folder / "log").open("a") as log:
            log.write(line + "\n")


def main() -> None:
    if sys.argv[1] == "plugin":
        server = grpc.server(ThreadPoolExecutor(8))
        handlers_of_action(OperationInFolder(Path(sys.argv[3]))).register(server)
        server.add_insecure_port(sys.argv[2])
        server.start()
        server.wait_for_termination()
    else:
        stub = BackupItemActionStub(grpc.insecure_channel(sys.argv[2]))
        stub.Execute(v1.ExecuteRequest(plugin="p", item=b"{}", backup=b"{}"))


if __name__ == "__main__":
    main()
