"""One version of an item action served as the other.

Owns both directions, ``upgrade`` (v1 plugins for hosts that want v2) and ``downgrade``
(v2 plugins for hosts that know only v1), for backup and restore item actions, over
generated servicers, Python actions and channels to running plugins.
"""

from __future__ import annotations

from velero_shim.adapters.downgrade import (
    DowngradeOptions,
    downgrade_backup_item_action_v2_to_v1,
    downgrade_restore_item_action_v2_to_v1,
)
from velero_shim.adapters.forward import ChannelSource, forward_service
from velero_shim.adapters.upgrade import (
    upgrade_backup_item_action_v1_to_v2,
    upgrade_handlers_v1_to_v2,
    upgrade_restore_item_action_v1_to_v2,
)
from velero_shim.adapters.waiter import OperationWaiter

__all__ = [
    "ChannelSource",
    "DowngradeOptions",
    "OperationWaiter",
    "downgrade_backup_item_action_v2_to_v1",
    "downgrade_restore_item_action_v2_to_v1",
    "forward_service",
    "upgrade_backup_item_action_v1_to_v2",
    "upgrade_handlers_v1_to_v2",
    "upgrade_restore_item_action_v1_to_v2",
]
