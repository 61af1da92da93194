"""One backup made twice: by Velero's own code (cmd/backup) and by ``velero_shim.backup``."""

from __future__ import annotations

import gzip
import json
import subprocess
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from backup_objects import Object
from interop.go_build import built
from velero_shim.backup import BackupSpec, Cluster, RunOptions, run_backup
from velero_shim.backup.labels import parse_selector
from velero_shim.backup.manifests import Manifest
from velero_shim.backup.output import reports
from velero_shim.backup.request import go_duration
from velero_shim.operations import DEFAULT_TIMEOUT
from velero_shim.registry import discover

POLL = timedelta(milliseconds=200)

_LIMIT = 180.0
_INT64 = 2**63
_TIMES = ("created", "started", "updated")
# Counts that Velero leaves out when they are zero.
_COUNTS = (
    "errors",
    "warnings",
    "backupItemOperationsAttempted",
    "backupItemOperationsCompleted",
    "backupItemOperationsFailed",
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a backup came to, without what differs from run to run.

    Attributes:
        phase: the last one.
        counts: of errors, warnings and operations.
        progress: ``status.progress``.
        spec: of the Backup object, without what only Velero's side was asked for.
        operations: the list as it is stored, without times.
        items: the archive's files by path, decoded.
        log: warnings and errors, for a failing test to show.
    """

    phase: str
    counts: dict[str, int]
    progress: Any
    spec: Object
    operations: list[Object]
    items: dict[str, Any]
    log: Sequence[str] = field(compare=False)


def velero_backup(
    plugins: Path, objects: Sequence[Object], spec: BackupSpec, options: Sequence[str], output: Path
) -> Outcome:
    """Makes a backup by Velero's own code."""
    request = {
        "Plugins": str(plugins),
        "Output": str(output),
        "Name": spec.name,
        "Spec": _spec(spec),
        "Poll": go_duration(POLL),
        "Resources": _resources(objects, options),
        "Objects": objects,
    }
    run = subprocess.run(
        [built("backup"), "server"],
        input=json.dumps(request).encode(),
        capture_output=True,
        timeout=_LIMIT,
    )
    assert run.returncode == 0, run.stderr.decode(errors="replace")[-4000:]
    stored = output / "backups" / spec.name
    with tarfile.open(stored / f"{spec.name}.tar.gz") as archive:
        files = {m.name: archive.extractfile(m).read() for m in archive}  # type: ignore[union-attr]  # all are files
    operations = gzip.decompress((stored / f"{spec.name}-itemoperations.json.gz").read_bytes())
    backup = json.loads((output / "backup.json").read_text())
    return _outcome(backup, operations, files, _loud(run.stdout))


def shim_backup(
    plugins: Path, objects: Sequence[Object], spec: BackupSpec, options: Sequence[str]
) -> Outcome:
    """Makes the same backup by ours."""
    cluster = _cluster(objects, options)
    result = run_backup(
        cluster, discover(plugins), spec, lambda event: None, RunOptions(poll_interval=POLL)
    )
    stored = reports(result)
    log = [str(e) for e in result.journal.entries if e.level in ("warn", "error")]
    backup = json.loads(stored["velero-backup.json"])
    return _outcome(backup, stored["itemoperations.json"], result.contents.files, log)


def _cluster(objects: Sequence[Object], options: Sequence[str]) -> Cluster:
    return Cluster([Manifest("test", obj) for obj in objects], options)


def _spec(spec: BackupSpec) -> Object:
    found: Object = {
        "includedNamespaces": list(spec.included_namespaces),
        "excludedNamespaces": list(spec.excluded_namespaces),
        "includedResources": list(spec.included_resources),
        "excludedResources": list(spec.excluded_resources),
    }
    if spec.selector:
        found["labelSelector"] = parse_selector(spec.selector).to_object()
    if spec.item_operation_timeout != DEFAULT_TIMEOUT:
        found["itemOperationTimeout"] = go_duration(spec.item_operation_timeout)
    return found


def _resources(objects: Sequence[Object], options: Sequence[str]) -> list[Object]:
    cluster = _cluster(objects, options)
    given = {}
    for obj in objects:
        resource = cluster.table.of_kind(obj["apiVersion"], obj["kind"])
        assert resource is not None
        given[resource.group_resource] = obj["apiVersion"].rpartition("/")[2]
    return [
        {
            "Group": r.group,
            "Version": given.get(r.group_resource, r.version),
            "Plural": r.plural,
            "Singular": r.singular or r.kind.lower(),
            "Kind": r.kind,
            "Namespaced": r.namespaced,
            "ShortNames": list(r.short_names),
        }
        for r in cluster.table
    ]


def _outcome(
    backup: Object, operations: bytes, files: dict[str, bytes], log: Sequence[str]
) -> Outcome:
    status = backup["status"]
    spec = {k: v for k, v in backup["spec"].items() if k != "snapshotVolumes" and v != []}
    found = [_without_times(operation) for operation in json.loads(operations) or []]
    return Outcome(
        phase=status["phase"],
        counts={name: status.get(name, 0) for name in _COUNTS},
        progress=status.get("progress"),
        spec=spec,
        operations=sorted(found, key=json.dumps),
        items={path: _decoded(path, data) for path, data in sorted(files.items())},
        log=log,
    )


def _without_times(operation: Object) -> Object:
    status = {k: v for k, v in operation["status"].items() if k not in _TIMES}
    spec = {k: v for k, v in operation["spec"].items() if k != "backupUID"}
    # What the Go plugins make up anew each time, and then may say in an error.
    error = status.get("error", "").replace(spec["operationID"], "ID")
    if "/" in spec["operationID"]:
        spec["operationID"] = "ID"
    return {"spec": spec, "status": {**status, "error": error}}


def _decoded(path: str, data: bytes) -> Any:
    return json.loads(data, parse_int=_as_go) if path.endswith(".json") else data


def _as_go(text: str) -> int | float:
    # Go keeps whole numbers in 64 bits and makes floats of larger ones; ours stay what they are.
    number = int(text)
    return number if -_INT64 <= number < _INT64 else float(number)


def _loud(output: bytes) -> list[str]:
    entries = (json.loads(line) for line in output.splitlines() if line.startswith(b"{"))
    return [
        f"{e['level']} {e['msg']} {e.get('error', '')}"
        for e in entries
        if e.get("level") in ("warning", "error")
    ]
