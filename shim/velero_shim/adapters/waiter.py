"""Operations that a v1 caller waits for.

Owns when an operation is polled, when it is given up, and that each one ends exactly once:
with an answer to its caller, and with at most one Cancel. Waiting costs no thread: one
thread keeps the times, a few share the polls. Knows nothing of messages.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Protocol

from velero_shim.errors import PluginCallError
from velero_shim.status import call_error_from_exception

logger = logging.getLogger(__name__)

TIMED_OUT = "Asynchronous action timed out"
"""Velero's text for an operation that passed its time limit."""

# A plugin that answers within moments should not cost a whole interval.
_FIRST_POLL_SECONDS = 0.1
# How long the last Progress may take once the time limit has passed.
_LAST_POLL_SECONDS = 5.0
# A Progress that takes longer counts as lost: its thread is needed for other operations.
_POLL_SECONDS = 60.0
# Polls lost in a row because the plugin process died under them: it is restarted, but one
# that dies at every poll must not be started for hours.
_MAX_LOST_POLLS = 3
_LOST = ("UNAVAILABLE", "DEADLINE_EXCEEDED")
# Upper limits; threads are made when there is work for them, and most polls are short.
_POLL_THREADS = 64
_CANCEL_THREADS = 16
_ANSWER_THREADS = 8


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
        succeed: answers the caller.
        fail: answers the caller with a status.
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
    deadline: float = field(default=0.0, init=False)
    pause: float = field(default=_FIRST_POLL_SECONDS, init=False)
    lost_polls: int = field(default=0, init=False)
    settled: bool = field(default=False, init=False)
    logged: tuple[object, ...] = field(default=(), init=False)


class OperationWaiter:
    """Polls operations until each has ended."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Starts nothing yet; the first operation does.

        Args:
            clock: seconds of a clock that never goes back.
        """
        self._clock = clock
        self._changed = threading.Condition()
        self._due: list[tuple[float, int, bool, WaitingOperation]] = []
        self._order = itertools.count()
        self._waiting: set[WaitingOperation] = set()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._polls = ThreadPoolExecutor(_POLL_THREADS, "velero-shim-poll")
        self._cancels = ThreadPoolExecutor(_CANCEL_THREADS, "velero-shim-cancel")
        self._answers = ThreadPoolExecutor(_ANSWER_THREADS, "velero-shim-answer")

    def add(self, operation: WaitingOperation) -> None:
        """Takes an operation over; from now on its end is this object's duty."""
        now = self._clock()
        operation.deadline = now + operation.timeout
        with self._changed:
            self._waiting.add(operation)
            closed = self._closed
            if not closed:
                self._schedule(self._next_poll(operation, now), operation)
                # Holds also when the last poll hangs.
                self._schedule(operation.deadline + _LAST_POLL_SECONDS, operation, last=True)
                self._start()
        if closed:
            self._stop(operation, _shutting_down(operation))

    def refuse(self, operation: WaitingOperation, error: PluginCallError) -> None:
        """Ends an operation before it is waited for."""
        with self._changed:
            self._waiting.add(operation)
        self._stop(operation, error)

    def abandon(self, operation: WaitingOperation) -> None:
        """Notes that the caller has gone; an operation that still runs is cancelled."""
        self._stop(operation, PluginCallError("CANCELLED", "the caller went away"))

    def close(self, timeout: float = 0.5) -> None:
        """Cancels every operation, answers its caller, and stops.

        Args:
            timeout: seconds to give the Cancels; they are not waited for beyond that.
        """
        with self._changed:
            self._closed = True
            operations = list(self._waiting)
            self._changed.notify_all()
        cancels = [self._stop(operation, _shutting_down(operation)) for operation in operations]
        wait([cancel for cancel in cancels if cancel is not None], timeout)
        for pool in (self._polls, self._cancels, self._answers):
            pool.shutdown(wait=False)

    @property
    def waiting(self) -> int:
        """How many operations have not ended."""
        return len(self._waiting)

    # --- the clockwork ---

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._run, name="velero-shim-operations", daemon=True
            )
            self._thread.start()

    def _schedule(self, due: float, operation: WaitingOperation, *, last: bool = False) -> None:
        heapq.heappush(self._due, (due, next(self._order), last, operation))
        self._changed.notify()

    def _run(self) -> None:
        while (entry := self._wait_for_due()) is not None:
            last, operation = entry
            if operation.settled:
                continue
            if last:
                self._stop(operation, _timed_out(operation))
            else:
                self._submit(self._polls, self._poll, operation)

    def _wait_for_due(self) -> tuple[bool, WaitingOperation] | None:
        with self._changed:
            while not self._closed:
                now = self._clock()
                if self._due and self._due[0][0] <= now:
                    _, _, last, operation = heapq.heappop(self._due)
                    return last, operation
                self._changed.wait(self._due[0][0] - now if self._due else None)
        return None

    def _next_poll(self, operation: WaitingOperation, now: float) -> float:
        due = now + min(operation.pause, operation.interval)
        operation.pause *= 2
        # The time limit gets a poll of its own: a result that is there by then still counts.
        return min(due, operation.deadline)

    # --- one poll ---

    def _poll(self, operation: WaitingOperation) -> None:
        started = self._clock()
        left = max(operation.deadline - started, 0.0) + _LAST_POLL_SECONDS
        try:
            progress = operation.poll(min(left, _POLL_SECONDS))
        except Exception as error:
            self._poll_failed(operation, call_error_from_exception(error), started)
            return
        operation.lost_polls = 0
        _log_progress(operation, progress)
        if progress.completed:
            self._complete(operation, progress.err)
        else:
            self._go_on(operation, started)

    def _go_on(self, operation: WaitingOperation, started: float) -> None:
        # Judged by when the poll was started: a result in it was already looked at.
        if started >= operation.deadline:
            self._stop(operation, _timed_out(operation))
            return
        with self._changed:
            if not (self._closed or operation.settled):
                self._schedule(self._next_poll(operation, self._clock()), operation)

    def _poll_failed(
        self, operation: WaitingOperation, error: PluginCallError, started: float
    ) -> None:
        operation.lost_polls += 1
        if error.code in _LOST and operation.lost_polls <= _MAX_LOST_POLLS:
            logger.warning(
                "a poll was lost plugin=%s operation_id=%s error=%s",
                operation.plugin,
                operation.operation_id,
                error.message,
            )
            self._go_on(operation, started)
        elif self._settle(operation):
            operation.fail(error)

    # --- the one end of an operation ---

    def _complete(self, operation: WaitingOperation, failure: str) -> None:
        if not self._settle(operation):
            return
        if failure:
            operation.fail(
                PluginCallError(
                    "UNKNOWN",
                    f"operation {operation.operation_id} of plugin {operation.plugin} "
                    f"failed: {failure}",
                )
            )
        else:
            operation.succeed()

    def _stop(self, operation: WaitingOperation, error: PluginCallError) -> Future[None] | None:
        """Cancels an operation and answers its caller, unless it has ended already."""
        if not self._settle(operation):
            return None
        cancel = self._submit(self._cancels, self._cancel, operation)
        # Not from here: this may be gRPC's own thread, or the one that keeps the times.
        self._submit(self._answers, operation.fail, error)
        return cancel

    def _submit(
        self, pool: ThreadPoolExecutor, function: Callable[..., None], *arguments: object
    ) -> Future[None]:
        try:
            return pool.submit(function, *arguments)
        except RuntimeError:  # closed meanwhile; the operation must end all the same
            done: Future[None] = Future()
            done.set_result(None)
            function(*arguments)
            return done

    def _settle(self, operation: WaitingOperation) -> bool:
        with self._changed:
            if operation.settled:
                return False
            operation.settled = True
            self._waiting.discard(operation)
            return True

    def _cancel(self, operation: WaitingOperation) -> None:
        try:
            operation.cancel(operation.cancel_timeout)
        except Exception as error:
            logger.warning(
                "Cancel failed plugin=%s operation_id=%s error=%s",
                operation.plugin,
                operation.operation_id,
                error,
            )


def _timed_out(operation: WaitingOperation) -> PluginCallError:
    logger.warning(
        "operation timed out and is cancelled plugin=%s operation_id=%s timeout_seconds=%g",
        operation.plugin,
        operation.operation_id,
        operation.timeout,
    )
    return PluginCallError("DEADLINE_EXCEEDED", TIMED_OUT)


def _shutting_down(operation: WaitingOperation) -> PluginCallError:
    return PluginCallError(
        "UNAVAILABLE",
        f"the plugin is shutting down: operation {operation.operation_id} of plugin "
        f"{operation.plugin} was cancelled",
    )


def _log_progress(operation: WaitingOperation, progress: Progress) -> None:
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
