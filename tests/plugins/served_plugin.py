"""A plugin written with PluginServer, as an author would, for the tests of the plugin side.

What an action does stands in the item, under "do". Environment variables make it noisy
before it serves.
"""

from __future__ import annotations

import ctypes
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

if os.environ.get("NOISE_AT_IMPORT"):
    print("print at import")
    os.write(1, b"write at import\n")
    ctypes.CDLL(None).puts(b"puts at import")
    ctypes.CDLL(None).fflush(None)
    subprocess.run([sys.executable, "-c", "print('child at import')"], check=True)

from velero_shim import (
    Backup,
    BackupItemActionV1,
    BackupItemActionV2,
    ExecuteResult,
    ExecuteResultV2,
    OperationProgress,
    PluginError,
    PluginServer,
    ResourceIdentifier,
    ResourceSelector,
)

V1 = "example.io/v1"
V2 = "example.io/v2"

_LOG = logging.getLogger("served")


def do(item: dict[str, Any]) -> None:
    """Does what the item says."""
    match item.get("do"):
        case "block":
            Path(item["marker"]).touch()
            threading.Event().wait()
        case "thread":
            threading.Thread(target=threading.Event().wait, name="never ends").start()
        case "print":
            print(item["text"])
            os.write(1, b"written\n")
            subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
        case "flood":
            for _ in range(item["lines"]):
                print("x" * 1023)
        case "log":
            _LOG.log(item["level"], item["text"], extra={"item": "example"})
        case "raise":
            raise PluginError(item["text"])
        case "panic":
            raise ValueError(item["text"])
        case "exit":
            sys.exit(3)


class ActionV1(BackupItemActionV1):
    """A v1 action."""

    def applies_to(self) -> ResourceSelector:
        """Applies to pods."""
        return ResourceSelector(included_resources=("pods",))

    def execute(self, item: dict[str, Any], backup: Backup) -> ExecuteResult | None:
        """Does what the item says."""
        do(item)
        count = item.get("identifiers", 0)
        identifiers = [ResourceIdentifier("", "pods", "ns", f"pod-{n}") for n in range(count)]
        return ExecuteResult(item if item.get("return") else None, identifiers)


class ActionV2(BackupItemActionV2):
    """A v2 action."""

    def applies_to(self) -> ResourceSelector:
        """Applies to everything."""
        return ResourceSelector()

    def execute(self, item: dict[str, Any], backup: Backup) -> ExecuteResultV2 | None:
        """Does what the item says."""
        do(item)
        return None

    def progress(self, operation_id: str, backup: Backup) -> OperationProgress:
        """Reports an operation that is done."""
        return OperationProgress(completed=True)

    def cancel(self, operation_id: str, backup: Backup) -> None:
        """Has nothing to cancel."""


def main() -> None:
    """Serves both actions."""
    server = PluginServer()
    server.register_backup_item_action(V1, ActionV1)
    server.register_backup_item_action_v2(V2, ActionV2)
    server.serve()


if __name__ == "__main__":
    main()
