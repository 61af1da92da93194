"""Velero's plugin protocol in Python: write, serve, adapt and drive plugins.

The names that plugin authors and hosts need most are here; each is imported when it is
first used, so that a plugin's start does not pay for what it does not use.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from velero_shim.actions import (
        BackupItemActionV1,
        BackupItemActionV2,
        RestoreItemActionV1,
        RestoreItemActionV2,
    )
    from velero_shim.errors import (
        AsyncOperationsNotSupportedError,
        InvalidOperationIDError,
        PluginCallError,
        PluginError,
        ShimError,
    )
    from velero_shim.kinds import PluginKind
    from velero_shim.model import (
        ExecuteResult,
        ExecuteResultV2,
        OperationProgress,
        ResourceIdentifier,
        ResourceSelector,
        RestoreResult,
        RestoreResultV2,
    )
    from velero_shim.objects import Backup, Restore
    from velero_shim.serve import PluginServer

_HOMES = {
    "BackupItemActionV1": "actions",
    "BackupItemActionV2": "actions",
    "RestoreItemActionV1": "actions",
    "RestoreItemActionV2": "actions",
    "AsyncOperationsNotSupportedError": "errors",
    "InvalidOperationIDError": "errors",
    "PluginCallError": "errors",
    "PluginError": "errors",
    "ShimError": "errors",
    "PluginKind": "kinds",
    "ExecuteResult": "model",
    "ExecuteResultV2": "model",
    "OperationProgress": "model",
    "ResourceIdentifier": "model",
    "ResourceSelector": "model",
    "RestoreResult": "model",
    "RestoreResultV2": "model",
    "Backup": "objects",
    "Restore": "objects",
    "PluginServer": "serve",
}

__all__ = [
    "AsyncOperationsNotSupportedError",
    "Backup",
    "BackupItemActionV1",
    "BackupItemActionV2",
    "ExecuteResult",
    "ExecuteResultV2",
    "InvalidOperationIDError",
    "OperationProgress",
    "PluginCallError",
    "PluginError",
    "PluginKind",
    "PluginServer",
    "ResourceIdentifier",
    "ResourceSelector",
    "Restore",
    "RestoreItemActionV1",
    "RestoreItemActionV2",
    "RestoreResult",
    "RestoreResultV2",
    "ShimError",
]


def __getattr__(name: str) -> Any:
    """Imports a public name from its module at first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
