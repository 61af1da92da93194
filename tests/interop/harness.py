"""Drives a real Velero plugin manager from Python.

``VeleroHost`` is cmd/host: Velero's own registry and manager in a process of its own, as it is in
Velero's server. Every call has a time limit, after which the host is killed: a test never hangs.

Calls may overlap: each method may be called from any thread, and ``start_execute`` does not wait.
"""

from __future__ import annotations

import base64
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from interop.go_build import built
from interop.hostprocess import LIMIT, Call, HostProcess, Log
from interop.results import (
    Executed,
    HostDiedError,
    HostError,
    Identifier,
    Instant,
    Plugin,
    Progress,
    Selector,
)

__all__ = [
    "BACKUP",
    "LIMIT",
    "RESTORE",
    "Call",
    "Document",
    "Executed",
    "HostDiedError",
    "HostError",
    "Identifier",
    "Instant",
    "Log",
    "Plugin",
    "Progress",
    "Selector",
    "VeleroHost",
    "once_back",
]

T = TypeVar("T")

Document = Mapping[str, Any] | bytes | str

BACKUP: Document = {
    "apiVersion": "velero.io/v1",
    "kind": "Backup",
    "metadata": {"name": "nightly", "namespace": "velero"},
}
RESTORE: Document = {
    "apiVersion": "velero.io/v1",
    "kind": "Restore",
    "metadata": {"name": "nightly-1", "namespace": "velero"},
}


class VeleroHost:
    """A running cmd/host.

    Args:
        version: of the Velero that the host is built with.
        flags: what "velero server" is started with, which later versions hand on to the plugins.
        env: more environment for the host, and so for the plugins.
        limit: seconds that a call may take, unless it says otherwise.
    """

    def __init__(
        self,
        version: str,
        flags: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        limit: float = LIMIT,
    ) -> None:
        self.version = version
        command = [str(built("host", version)), "server", *flags]
        self._process = HostProcess(command, {**os.environ, **(env or {})}, limit)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The host's process ID."""
        return self._process.pid

    @property
    def log(self) -> Log:
        """Velero's log, and with it the plugins'."""
        return self._process.log

    def close(self) -> None:
        """Ends the host as Velero's server ends, plugins first; by force if that takes long."""
        self._process.close()

    def kill(self) -> None:
        """Kills the host and whatever is left of its plugins."""
        self._process.kill()

    def plugin_pids(self) -> list[int]:
        """The process IDs of the plugins that the host runs now (Linux only)."""
        tasks = Path(f"/proc/{self.pid}/task")
        children = [(task / "children").read_text().split() for task in tasks.iterdir()]
        return [int(pid) for pids in children for pid in pids]

    def discover(self, folder: Path) -> dict[str, list[Plugin]]:
        """Reads a plugins folder as Velero's server does when it starts, and makes a manager.

        Returns:
            What the registry lists for each kind; a v1 action is also under its v2 kind.

        Raises:
            HostError: a plugin file failed, which keeps Velero from starting.
        """
        listed = self._call("discover", dir=str(folder))
        self.new_manager()
        return {kind: [Plugin(**entry) for entry in listed[kind]] for kind in sorted(listed)}

    def new_manager(self, name: str = "") -> None:
        """Makes the manager that calls go to by that name.

        Velero has a new one for each phase of a backup. The one before keeps its plugin processes,
        unless ``cleanup`` came first.
        """
        self._call("new_manager", manager=name)

    def cleanup(self, manager: str = "") -> None:
        """Ends the plugin processes of a manager."""
        self._call("cleanup", manager=manager)

    def actions(self, kind: str = "BackupItemActionV2") -> list[str]:
        """Returns the names of all actions of a kind that Velero asks for its name."""
        actions: list[str] = self._call("actions", kind=kind)
        return actions

    def count(self, kind: str) -> int:
        """Returns how many actions there are of a kind that Velero does not ask for its name."""
        count: int = self._call("count", kind=kind)
        return count

    def applies_to(
        self, name: str, kind: str = "BackupItemActionV2", manager: str = ""
    ) -> Selector:
        """Calls AppliesTo."""
        return Selector.read(self._call("applies_to", kind=kind, name=name, manager=manager))

    def execute(
        self,
        name: str,
        item: Document,
        backup: Document = BACKUP,
        *,
        kind: str = "BackupItemActionV2",
        manager: str = "",
        limit: float | None = None,
    ) -> Executed:
        """Calls Execute of a backup action, a DeleteItemAction or an ItemBlockAction."""
        call = self.start_execute(name, item, backup, kind=kind, manager=manager)
        return call.result(limit)

    def start_execute(
        self,
        name: str,
        item: Document,
        backup: Document = BACKUP,
        *,
        kind: str = "BackupItemActionV2",
        manager: str = "",
    ) -> Call[Executed]:
        """Does what ``execute`` does, without waiting for the answer."""
        fields = {"kind": kind, "name": name, "manager": manager}
        documents = {"item": _text(item), "backup": _text(backup)}
        return self._process.start("execute", Executed.read, {**fields, **documents})

    def execute_restore(
        self,
        name: str,
        item: Document,
        item_from_backup: Document | None = None,
        restore: Document = RESTORE,
        *,
        kind: str = "RestoreItemActionV2",
        manager: str = "",
        limit: float | None = None,
    ) -> Executed:
        """Calls Execute of a restore action; ``item_from_backup`` is ``item`` when None."""
        original = item if item_from_backup is None else item_from_backup
        fields = {
            "kind": kind,
            "name": name,
            "manager": manager,
            "item": _text(item),
            "item_from_backup": _text(original),
            "restore": _text(restore),
        }
        return self._process.start("execute", Executed.read, fields).result(limit)

    def progress(
        self,
        name: str,
        operation_id: str,
        owner: Document | None = None,
        *,
        kind: str = "BackupItemActionV2",
        manager: str = "",
    ) -> Progress:
        """Calls Progress; ``owner`` is the backup or the restore."""
        found = self._about_operation("progress", name, operation_id, owner, kind, manager)
        return Progress.read(found)

    def cancel(
        self,
        name: str,
        operation_id: str,
        owner: Document | None = None,
        *,
        kind: str = "BackupItemActionV2",
        manager: str = "",
    ) -> None:
        """Calls Cancel; ``owner`` is the backup or the restore."""
        self._about_operation("cancel", name, operation_id, owner, kind, manager)

    def ready(
        self,
        name: str,
        items: Sequence[Identifier],
        restore: Document = RESTORE,
        *,
        kind: str = "RestoreItemActionV2",
        manager: str = "",
    ) -> bool:
        """Calls AreAdditionalItemsReady."""
        ids = [
            {"group": i.group, "resource": i.resource, "namespace": i.namespace, "name": i.name}
            for i in items
        ]
        ready: bool = self._call(
            "ready",
            kind=kind,
            name=name,
            manager=manager,
            additional_items=ids,
            restore=_text(restore),
        )
        return ready

    def object_store(self, name: str, method: str, **arguments: object) -> Any:
        """Calls a method of an ObjectStore; see internal/host/stores.go for the arguments."""
        plain = {
            key: base64.b64encode(value).decode() if isinstance(value, bytes) else value
            for key, value in arguments.items()
        }
        answer = self._call("call", kind="ObjectStore", name=name, method=method, arguments=plain)
        return base64.b64decode(answer) if method == "GetObject" else answer

    def volume_snapshotter(self, name: str, method: str, **arguments: object) -> Any:
        """Calls a method of a VolumeSnapshotter; see internal/host/stores.go for the arguments."""
        return self._call(
            "call", kind="VolumeSnapshotter", name=name, method=method, arguments=arguments
        )

    def _about_operation(
        self,
        op: str,
        name: str,
        operation_id: str,
        owner: Document | None,
        kind: str,
        manager: str,
    ) -> Any:
        restoring = kind.startswith("Restore")
        document = owner if owner is not None else RESTORE if restoring else BACKUP
        documents = {"restore" if restoring else "backup": _text(document)}
        fields = {"kind": kind, "name": name, "manager": manager, "operation_id": operation_id}
        return self._call(op, **fields, **documents)

    def _call(self, op: str, **fields: object) -> Any:
        return self._process.start(op, _as_it_is, fields).result()


def once_back(call: Callable[[], T], limit: float = LIMIT) -> T:
    """Repeats a call until the host has noticed that its plugin had ended.

    Velero starts a plugin anew when it finds before a call that the process has ended. It learns
    that a moment after the call that was under way has failed, and calls in between fail too.

    Raises:
        HostError: the call failed otherwise, or still after ``limit`` seconds.
    """
    end = time.monotonic() + limit
    while True:
        try:
            return call()
        except HostError as error:
            if error.code != "Unavailable" or time.monotonic() > end:
                raise
        time.sleep(0.01)


def _as_it_is(found: Any) -> Any:
    return found


def _text(document: Document) -> str:
    if isinstance(document, bytes):
        return document.decode()
    return document if isinstance(document, str) else json.dumps(document)
