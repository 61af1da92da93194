"""A backup without a cluster: the flow that Velero's backup takes, on manifests from files.

Owns reading manifests, what a cluster would make of them, selection, the run and its output.
Velero's own code is what it is held against (``tests/interop/test_backup_parity.py``). Built-in
actions of a Velero server, hooks, pod volumes and snapshots of persistent volumes are not run.
"""

from __future__ import annotations

from velero_shim.backup.cluster import Cluster
from velero_shim.backup.events import Event, ItemsDone, LogEntry, OperationsPolled, PhaseChanged
from velero_shim.backup.manifests import read_manifests
from velero_shim.backup.request import BackupSpec
from velero_shim.backup.run import BackupResult, RunOptions, run_backup

__all__ = [
    "BackupResult",
    "BackupSpec",
    "Cluster",
    "Event",
    "ItemsDone",
    "LogEntry",
    "OperationsPolled",
    "PhaseChanged",
    "RunOptions",
    "read_manifests",
    "run_backup",
]
