"""What a local backup is asked to do, as the Backup object that plugins get.

Owns the defaults that a Velero server fills in and what it refuses. Source:
prepareBackupRequest in pkg/controller/backup_controller.go of Velero v1.18.1.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from velero_shim.backup.cluster import Cluster
from velero_shim.backup.filters import (
    EVERYTHING,
    GlobalResourceFilter,
    IncludesExcludes,
    NamespaceFilter,
    ResourceFilter,
    ScopedResourceFilter,
    namespace_filter,
    resolved,
    scope_of,
)
from velero_shim.backup.labels import LabelSelector, parse_selector
from velero_shim.backup.resources import NAMESPACES
from velero_shim.errors import ShimError
from velero_shim.jsonbytes import JSONObject, encode_object
from velero_shim.objects import Backup
from velero_shim.operations import DEFAULT_TIMEOUT

EXCLUDE_LABEL = "velero.io/exclude-from-backup"
"""On an item or a namespace, with the value ``true``: it is left out."""

FORMAT_VERSION = "1.1.0"

# Made by Velero while it backs up, so never listed.
_SNAPSHOTS = "volumesnapshots.snapshot.storage.k8s.io"
_SNAPSHOT_CONTENTS = "volumesnapshotcontents.snapshot.storage.k8s.io"
_NAME = re.compile(r"[a-z0-9]([-a-z0-9.]*[a-z0-9])?")
_MAX_NAME = 253
_TTL = timedelta(days=30)


class InvalidBackupError(ShimError):
    """A Velero server would refuse the backup: FailedValidation."""


@dataclass(frozen=True, slots=True)
class BackupSpec:
    """What the user says about a backup; empty lists and texts set no limit.

    Attributes:
        name: of the Backup object.
        selector: a label selector as ``kubectl -l`` takes it.
        item_operation_timeout: how long an operation may take.
    """

    name: str = "local"
    included_namespaces: Sequence[str] = ()
    excluded_namespaces: Sequence[str] = ()
    included_resources: Sequence[str] = ()
    excluded_resources: Sequence[str] = ()
    selector: str = ""
    item_operation_timeout: timedelta = DEFAULT_TIMEOUT

    def __post_init__(self) -> None:
        if len(self.name) > _MAX_NAME or not _NAME.fullmatch(self.name):
            raise InvalidBackupError(
                f"found the backup name {self.name!r}, expected lower case letters, digits, '-' "
                "and '.'"
            )
        for what in ("namespace", "resource"):
            included = getattr(self, f"included_{what}s")
            _check_lists(what, included, getattr(self, f"excluded_{what}s"))


@dataclass(slots=True)
class Request:
    """A backup of one cluster, prepared as a Velero server prepares it.

    Attributes:
        namespaces: which namespaces are in.
        resources: which resources are in.
        selector: which labels items must have; ``None`` for any.
        status: the object's status, written on by the run.
    """

    spec: BackupSpec
    cluster: Cluster
    namespaces: NamespaceFilter
    resources: ResourceFilter
    selector: LabelSelector | None
    status: JSONObject
    uid: str = field(default_factory=lambda: str(uuid.uuid4()))
    excluded_namespaces: Sequence[str] = ()

    def backup(self) -> Backup:
        """Returns the Backup object with the present status."""
        return Backup(encode_object(self.to_object()))

    def to_object(self) -> JSONObject:
        """Returns the Backup object as a Velero server hands it to plugins."""
        metadata = {
            "name": self.spec.name,
            "namespace": "velero",
            "uid": self.uid,
            "creationTimestamp": self.status["startTimestamp"],
            "labels": {"velero.io/storage-location": "default"},
        }
        return {
            "apiVersion": "velero.io/v1",
            "kind": "Backup",
            "metadata": metadata,
            "spec": self._spec_object(),
            "status": dict(self.status),
        }

    def _spec_object(self) -> JSONObject:
        spec: JSONObject = {
            "metadata": {},
            "includedNamespaces": list(self.spec.included_namespaces) or [EVERYTHING],
            "excludedNamespaces": list(self.excluded_namespaces),
            **_resource_lists(self.spec),
            "labelSelector": self.selector.to_object() if self.selector else None,
            "storageLocation": "default",
            "hooks": {},
            "ttl": go_duration(_TTL),
            "csiSnapshotTimeout": "10m0s",
            "itemOperationTimeout": go_duration(self.spec.item_operation_timeout),
            "defaultVolumesToFsBackup": False,
            "snapshotMoveData": False,
        }
        return {key: value for key, value in spec.items() if value not in (None, [])}


def prepare(spec: BackupSpec, cluster: Cluster, now: datetime) -> Request:
    """Prepares a backup.

    Raises:
        SelectorError: the label selector is none.
    """
    selector = parse_selector(spec.selector) if spec.selector.strip() else None
    if selector is not None:
        selector.to_object()
    excluded = (*spec.excluded_namespaces, *_opted_out(cluster))
    included = spec.included_namespaces or (EVERYTHING,)
    namespaces = namespace_filter(included, excluded, cluster.namespaces)
    status: JSONObject = {
        "version": 1,
        "formatVersion": FORMAT_VERSION,
        "phase": "InProgress",
        "startTimestamp": timestamp(now),
        "expiration": timestamp(now + _TTL),
    }
    resources = _resource_filter(spec, cluster, namespaces)
    request = Request(spec, cluster, namespaces, resources, selector, status)
    request.excluded_namespaces = excluded
    return request


def _opted_out(cluster: Cluster) -> list[str]:
    namespaces = cluster.table.resource_for(NAMESPACES)
    items = cluster.items(namespaces) if namespaces else []
    return [item.name for item in items if item.labels.get(EXCLUDE_LABEL) == "true"]


def _resource_filter(
    spec: BackupSpec, cluster: Cluster, namespaces: NamespaceFilter
) -> ResourceFilter:
    table, lists = cluster.table, _resource_lists(spec)
    if "excludedResources" in lists:
        names = resolved(table, lists["includedResources"], lists["excludedResources"])
        return GlobalResourceFilter(table, names, namespaces)
    namespaced = scope_of(table, lists["excludedNamespaceScopedResources"], True)
    cluster_scoped = scope_of(table, lists["excludedClusterScopedResources"], False)
    return ScopedResourceFilter(
        table, IncludesExcludes((), namespaced), IncludesExcludes((), cluster_scoped), namespaces
    )


def _resource_lists(spec: BackupSpec) -> dict[str, list[str]]:
    # A backup that names resources has one pair of lists, another one pair for each scope.
    if not (spec.included_resources or spec.excluded_resources):
        return {
            "excludedNamespaceScopedResources": [_SNAPSHOTS],
            "excludedClusterScopedResources": [_SNAPSHOT_CONTENTS],
        }
    excluded = list(dict.fromkeys((*spec.excluded_resources, _SNAPSHOTS, _SNAPSHOT_CONTENTS)))
    included = [name for name in spec.included_resources if name not in excluded]
    return {"includedResources": included, "excludedResources": excluded}


def _check_lists(what: str, included: Sequence[str], excluded: Sequence[str]) -> None:
    if EVERYTHING in included and len(set(included)) > 1:
        raise InvalidBackupError(f"included {what}s: '*' stands alone or not at all")
    if EVERYTHING in excluded:
        raise InvalidBackupError(f"excluded {what}s: '*' cannot be excluded")
    both = sorted(set(included) & set(excluded))
    if both:
        raise InvalidBackupError(f"{what}s both included and excluded: {', '.join(both)}")


def timestamp(moment: datetime) -> str:
    """Returns a time as Kubernetes objects hold it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def go_duration(duration: timedelta) -> str:
    """Returns a duration as Go writes it, for example ``4h0m0s``."""
    seconds = duration.total_seconds()
    if seconds < 1:
        return f"{seconds * 1000:g}ms" if seconds else "0s"
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    text = f"{rest:.6f}".rstrip("0").rstrip(".") + "s"
    if hours:
        return f"{hours}h{minutes}m{text}"
    return f"{minutes}m{text}" if minutes else text
