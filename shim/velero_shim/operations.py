"""Asynchronous operations as Velero's server keeps and polls them.

Owns the phases of operations and what one poll does to them and to their backup or restore.
When to poll is the caller's business; what time it is comes from an injected clock. How
Velero stores them is in :mod:`velero_shim.itemoperations`. Source: pkg/itemoperation and
pkg/controller/{backup,restore}_operations_controller.go of Velero v1.18.1.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Protocol

from velero_shim.errors import PluginCallError, PluginResponseError, ShimError
from velero_shim.model import OperationProgress, ResourceIdentifier
from velero_shim.objects import Backup, Restore

logger = logging.getLogger(__name__)

POLL_INTERVAL = timedelta(seconds=10)
"""How often Velero polls the open operations of a backup."""

DEFAULT_TIMEOUT = timedelta(hours=4)
"""``spec.itemOperationTimeout`` where a backup or a restore sets none."""

TIMED_OUT = "Asynchronous action timed out"
"""Velero's own text for an operation past its time limit."""


class OperationPhase(StrEnum):
    """The phase of one operation; New and InProgress are open."""

    NEW = "New"
    IN_PROGRESS = "InProgress"
    COMPLETED = "Completed"
    FAILED = "Failed"


class OwnerPhase(StrEnum):
    """The phases of a backup or restore that have to do with its operations."""

    WAITING = "WaitingForPluginOperations"
    WAITING_PARTIALLY_FAILED = "WaitingForPluginOperationsPartiallyFailed"
    FINALIZING = "Finalizing"
    FINALIZING_PARTIALLY_FAILED = "FinalizingPartiallyFailed"


class Operating(Protocol):
    """The part of an action that a poll calls."""

    @property
    def name(self) -> str:
        """The registered name."""
        ...

    def progress(self, operation_id: str, owner: Any, /) -> OperationProgress:
        """Reports how far an operation is."""
        ...

    def cancel(self, operation_id: str, owner: Any, /) -> None:
        """Stops an operation."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation that an action started, as a poll left it.

    ``created``, ``started`` and ``updated`` are aware datetimes, the latter two ``None``
    where the plugin did not say them.
    """

    action: str
    item: ResourceIdentifier
    operation_id: str
    created: datetime
    post_operation_items: Sequence[ResourceIdentifier] = ()
    phase: OperationPhase = OperationPhase.NEW
    error: str = ""
    n_completed: int = 0
    n_total: int = 0
    operation_units: str = ""
    description: str = ""
    started: datetime | None = None
    updated: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is still to be polled."""
        return self.phase in (OperationPhase.NEW, OperationPhase.IN_PROGRESS)

    def after(self, progress: OperationProgress) -> Operation:
        """Returns the operation with what a poll said; the time limit is not looked at."""
        told = replace(
            self,
            n_completed=progress.n_completed,
            n_total=progress.n_total,
            operation_units=progress.operation_units,
            description=progress.description,
            started=progress.started,
            updated=progress.updated,
        )
        if progress.completed and progress.err:
            return told.failed(progress.err)
        if progress.completed:
            return replace(told, phase=OperationPhase.COMPLETED)
        return told if told.started is None else replace(told, phase=OperationPhase.IN_PROGRESS)

    def failed(self, error: str) -> Operation:
        """Returns the operation in phase Failed."""
        return replace(self, phase=OperationPhase.FAILED, error=error)


@dataclass(slots=True)
class OperationList:
    """The operations of one backup or restore, and what polling them makes of it.

    Args:
        owner: the backup or the restore; it goes with every call and has the time limit.
        get_action: returns the action of a name; it is asked anew for every operation in
            every poll. What it or the action raises makes the operation fail, as in Velero.
        clock: returns the present time as an aware datetime.

    Attributes:
        operations: in the order in which they were started.
        phase: the owner's phase, from WaitingForPluginOperations on.
        errors: of all polls so far, as Velero counts and logs them.
    """

    owner: Backup | Restore
    get_action: Callable[[str], Operating]
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    operations: list[Operation] = field(default_factory=list)
    phase: OwnerPhase = OwnerPhase.WAITING
    errors: list[str] = field(default_factory=list)

    def add(
        self,
        action: str,
        item: ResourceIdentifier,
        operation_id: str,
        post_operation_items: Iterable[ResourceIdentifier] = (),
    ) -> Operation:
        """Records an operation that an ``execute`` returned, created now.

        Raises:
            ValueError: the ID is empty: then there is no operation.
        """
        if not operation_id:
            raise ValueError("found no operation ID, expected that of an operation under way")
        operation = Operation(action, item, operation_id, self.clock(), tuple(post_operation_items))
        self.operations.append(operation)
        return operation

    @property
    def timeout(self) -> timedelta:
        """How long an operation may take: the owner's own limit, else four hours."""
        return self.owner.item_operation_timeout or DEFAULT_TIMEOUT

    @property
    def completed(self) -> int:
        """How many operations have completed."""
        return sum(o.phase is OperationPhase.COMPLETED for o in self.operations)

    @property
    def failed(self) -> int:
        """How many operations have failed."""
        return sum(o.phase is OperationPhase.FAILED for o in self.operations)

    def poll(self) -> bool:
        """Asks once how far each open operation is, and moves the phases on.

        Does nothing any more once the phase is Finalizing or FinalizingPartiallyFailed.

        Returns:
            Whether operations are still open. When none is, the phase is Finalizing, or
            FinalizingPartiallyFailed if anything has failed, in the main phase too.
        """
        if self.phase not in (OwnerPhase.WAITING, OwnerPhase.WAITING_PARTIALLY_FAILED):
            return False
        for index, operation in enumerate(self.operations):
            if operation.is_open:
                self._poll(index, operation)
        if self.errors:
            self.phase = OwnerPhase.WAITING_PARTIALLY_FAILED
        still_open = any(operation.is_open for operation in self.operations)
        if not still_open:
            failed = self.phase is OwnerPhase.WAITING_PARTIALLY_FAILED
            self.phase = OwnerPhase.FINALIZING_PARTIALLY_FAILED if failed else OwnerPhase.FINALIZING
        return still_open

    def post_operation_items(self) -> list[ResourceIdentifier]:
        """Returns the items to back up again in the finalize phase, each once.

        Those of failed operations are among them, as in Velero.
        """
        items = (item for o in self.operations for item in o.post_operation_items)
        return list(dict.fromkeys(items))

    def _poll(self, index: int, operation: Operation) -> None:
        name, to_cancel = "unknown", None
        try:
            action = self.get_action(operation.action)
            name = action.name
            told = operation.after(_progress(action, operation, self.owner))
        except Exception as error:
            told = operation.failed(_text(error))
        else:
            if told.is_open and told.created + self.timeout < self.clock():
                told, to_cancel = told.failed(TIMED_OUT), action
        # Kept before Cancel: what interrupts that does not lead to a second one.
        self.operations[index] = told
        if not told.is_open and told.error:
            self.errors.append(told.error + self._suffix(name))
        if to_cancel is not None:
            self._cancel(to_cancel, operation)

    def _suffix(self, name: str) -> str:
        return "" if isinstance(self.owner, Restore) else f", plugin: {name}"

    def _cancel(self, action: Operating, operation: Operation) -> None:
        try:
            action.cancel(operation.operation_id, self.owner)
        except Exception as error:  # Velero ignores it too: the operation has failed anyway
            logger.debug("cancel failed operation=%s error=%r", operation.operation_id, error)


def _progress(
    action: Operating, operation: Operation, owner: Backup | Restore
) -> OperationProgress:
    progress = action.progress(operation.operation_id, owner)
    if not isinstance(progress, OperationProgress):
        raise PluginResponseError(
            f"progress of {operation.action} returned {type(progress).__name__}, "
            "expected OperationProgress"
        )
    return progress


def _text(error: Exception) -> str:
    """Returns the text that Velero would store: a status has the one of Go's grpc."""
    if not isinstance(error, ShimError):
        # A mistake of the action or of the caller: where it is, only the traceback tells.
        logger.warning("an operation fails by an unexpected error", exc_info=error)
        return f"asking for progress failed: {type(error).__name__}: {error}"
    if not isinstance(error, PluginCallError):
        return str(error)
    name = "Canceled" if error.code == "CANCELLED" else error.code.title().replace("_", "")
    return f"rpc error: code = {name} desc = {error.message}"
