"""The interfaces that plugin authors implement.

Owns BackupItemAction and RestoreItemAction, v1 and v2, in Python's style. How a call
arrives and how an exception leaves is the business of :mod:`velero_shim.servicers` and
:mod:`velero_shim.status`. Source of the rules: pkg/plugin/velero, Velero v1.18.1.

One instance serves all calls of its name and may be called from several threads at once.
An instance does not outlive its process, and Velero starts a new process for every poll:
the state of an operation has to live elsewhere, for example in a custom resource.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from velero_shim.errors import AsyncOperationsNotSupportedError
from velero_shim.jsonbytes import JSONObject
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


class Applicable(ABC):
    """An action that says which items it is for."""

    @abstractmethod
    def applies_to(self) -> ResourceSelector:
        """Returns which items to call ``execute`` for; ``ResourceSelector()`` is all."""


class BackupItemActionV1(Applicable):
    """A backup item action whose work is done when ``execute`` returns."""

    @abstractmethod
    def execute(self, item: JSONObject, backup: Backup) -> ExecuteResult | None:
        """Acts on one item of a backup.

        Args:
            item: the item as earlier actions left it; changing it in place does nothing
                unless it is returned.
            backup: the backup, decoded when it is looked at.

        Returns:
            The changed item and further items to back up. ``None``, or a result without
            an item, means that the item is unchanged.

        Raises:
            PluginError: to fail this item with exactly that text.
        """


class BackupItemActionV2(Applicable):
    """A backup item action that may leave an operation under way."""

    @abstractmethod
    def execute(self, item: JSONObject, backup: Backup) -> ExecuteResultV2 | None:
        """Acts on one item, as in v1, and may start an operation.

        A result with an ``operation_id`` makes Velero poll ``progress`` until the
        operation is over. While ``backup.is_finalizing`` none may be started.

        Raises:
            PluginError: to fail this item with exactly that text.
        """

    def progress(self, operation_id: str, backup: Backup) -> OperationProgress:
        """Reports on an operation, in a process that may not be the one that started it.

        Raises:
            InvalidOperationIDError: the operation is not known.
            AsyncOperationsNotSupportedError: this action starts none (the default).
        """
        raise AsyncOperationsNotSupportedError

    def cancel(self, operation_id: str, backup: Backup) -> None:
        """Stops an operation if that can be done; unknown and finished ones are no error."""


class RestoreItemActionV1(Applicable):
    """A restore item action whose work is done when ``execute`` returns."""

    @abstractmethod
    def execute(
        self, item: JSONObject, item_from_backup: JSONObject, restore: Restore
    ) -> RestoreResult | None:
        """Acts on one item before it is restored.

        Args:
            item: the item as it is about to be restored.
            item_from_backup: the item as the backup holds it.
            restore: the restore, decoded when it is looked at.

        Returns:
            The changed item, further items to restore, whether to leave this one out.
            ``None``, or a result without an item, means that the item is unchanged.

        Raises:
            PluginError: to fail this item with exactly that text.
        """


class RestoreItemActionV2(Applicable):
    """A restore item action that may leave an operation under way."""

    @abstractmethod
    def execute(
        self, item: JSONObject, item_from_backup: JSONObject, restore: Restore
    ) -> RestoreResultV2 | None:
        """Acts on one item, as in v1, and may start an operation.

        Raises:
            PluginError: to fail this item with exactly that text.
        """

    def progress(self, operation_id: str, restore: Restore) -> OperationProgress:
        """Reports on an operation, in a process that may not be the one that started it.

        Raises:
            InvalidOperationIDError: the operation is not known.
            AsyncOperationsNotSupportedError: this action starts none (the default).
        """
        raise AsyncOperationsNotSupportedError

    def cancel(self, operation_id: str, restore: Restore) -> None:
        """Stops an operation if that can be done; unknown and finished ones are no error."""

    def are_additional_items_ready(
        self, additional_items: Sequence[ResourceIdentifier], restore: Restore
    ) -> bool:
        """Whether the additional items of an ``execute`` are ready for its item.

        Asked only when that result had ``wait_for_additional_items`` set.
        """
        return True
