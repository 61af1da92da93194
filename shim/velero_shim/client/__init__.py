"""Actions of running plugins as Python objects: one class per kind and version.

Owns what a host sends and how it reads the answer. Where the channel comes from is the
business of :mod:`velero_shim.process` and :mod:`velero_shim.supervisor`. Source:
pkg/plugin/framework of Velero v1.18.1.
"""

from __future__ import annotations

from velero_shim.client.backup import (
    BackupItemActionV1AsV2,
    BackupItemActionV1Client,
    BackupItemActionV2Client,
)
from velero_shim.client.calls import ActionClient, ChannelSource, ObjectInput
from velero_shim.client.others import (
    DeleteItemActionClient,
    ItemBlockActionClient,
    list_plugins,
)
from velero_shim.client.restore import (
    RestoreItemActionV1AsV2,
    RestoreItemActionV1Client,
    RestoreItemActionV2Client,
)

__all__ = [
    "ActionClient",
    "BackupItemActionV1AsV2",
    "BackupItemActionV1Client",
    "BackupItemActionV2Client",
    "ChannelSource",
    "DeleteItemActionClient",
    "ItemBlockActionClient",
    "ObjectInput",
    "RestoreItemActionV1AsV2",
    "RestoreItemActionV1Client",
    "RestoreItemActionV2Client",
    "list_plugins",
]
