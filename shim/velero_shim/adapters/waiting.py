"""One operation that a v1 caller waits for: what is known of it, and the ways to answer.

Owns that nothing which a caller or a plugin does while it is answered reaches the waiter.
Knows nothing of messages.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from velero_shim.errors import PluginCallError
from velero_shim.status import call_error_from_exception

logger = logging.getLogger(__name__)

# A plugin that answers within moments should not cost a whole interval.
_FIRST_POLL_SECONDS = 0.1


class Progress(Protocol):
    """What a poll returns: the fields of OperationProgress that decide."""

    completed: bool
    err: str
    nCompleted: int  # noqa: N815  # the message's own names
    nTotal: int  # noqa: N815
    operationUnits: str  # noqa: N815
    description: str


@dataclass(slots=True, eq=False)
class WaitingOperation:
    """One operation and how to ask after it, stop it and answer for it.

    Attributes:
        plugin: the registered name of its action.
        operation_id: as the plugin gave it.
        poll: asks for the progress; takes a time-out in seconds.
        cancel: stops it; takes a time-out in seconds.
        succeed: answers the caller; it may block until the caller reads.
        fail: answers the caller with a status, and may not block.
        timeout: seconds until it is given up.
        interval: seconds between polls.
        cancel_timeout: seconds that the Cancel may take.
    """

    plugin: str
    operation_id: str
    poll: Callable[[float], Progress]
    cancel: Callable[[float], None]
    succeed: Callable[[], None]
    fail: Callable[[PluginCallError], None]
    timeout: float
    interval: float
    cancel_timeout: float
    key: int = field(default=0, init=False)
    deadline: float = field(default=0.0, init=False)
    pause: float = field(default=_FIRST_POLL_SECONDS, init=False)
    lost_polls: int = field(default=0, init=False)
    settled: bool = field(default=False, init=False)
    logged: tuple[object, ...] = field(default=(), init=False)


def succeed(operation: WaitingOperation) -> None:
    """Answers the caller; when that cannot be done, with a status that says why."""
    try:
        operation.succeed()
    except BaseException as error:
        fail(operation, call_error_from_exception(error))


def fail(operation: WaitingOperation, error: PluginCallError) -> None:
    """Answers the caller with a status; that it could not be told is logged."""
    try:
        operation.fail(error)
    except Exception as failure:
        logger.warning(
            "a caller could not be told plugin=%s operation_id=%s status=%s error=%s",
            operation.plugin,
            operation.operation_id,
            error,
            failure,
        )


def shutting_down(operation: WaitingOperation) -> PluginCallError:
    """Returns the status for an operation that ends with this process."""
    return PluginCallError(
        "UNAVAILABLE",
        f"the plugin is shutting down: operation {operation.operation_id} of plugin "
        f"{operation.plugin} is cancelled",
    )


def log_progress(operation: WaitingOperation, progress: Progress) -> None:
    """Logs how far an operation is, when that has changed."""
    state = (progress.nCompleted, progress.nTotal, progress.description, progress.completed)
    if state == operation.logged:
        return
    operation.logged = state
    logger.info(
        "operation progress plugin=%s operation_id=%s n_completed=%d n_total=%d units=%s "
        "percent=%s description=%s",
        operation.plugin,
        operation.operation_id,
        progress.nCompleted,
        progress.nTotal,
        progress.operationUnits,
        _percent(progress),
        progress.description,
    )


def _percent(progress: Progress) -> str:
    if progress.nTotal <= 0:
        return "unknown"
    return f"{100 * progress.nCompleted / progress.nTotal:.0f}"
