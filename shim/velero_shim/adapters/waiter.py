"""Operations that a v1 caller waits for.

Owns when an operation is polled, when it is given up, and that each one ends exactly once:
with an answer to its caller, and with at most one Cancel. Waiting costs no thread: one
thread keeps the times, a few share the polls. What is known of one operation is in
:mod:`velero_shim.adapters.waiting`.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable

from velero_shim.adapters.waiting import (
    WaitingOperation,
    fail,
    log_progress,
    shutting_down,
    succeed,
)
from velero_shim.errors import PluginCallError
from velero_shim.pool import DaemonPool
from velero_shim.status import call_error_from_exception

logger = logging.getLogger(__name__)

TIMED_OUT = "Asynchronous action timed out"
"""Velero's text for an operation that passed its time limit."""

# How long the last Progress may take once the time limit has passed.
_LAST_POLL_SECONDS = 5.0
# A Progress that takes longer counts as lost: its thread is needed for other operations.
_POLL_SECONDS = 60.0
# Polls lost in a row because the plugin process died or its channel was closed under them:
# it is restarted, but one that dies at every poll must not be started for hours. Velero
# stands ten failed starts in a row.
_MAX_LOST_POLLS = 10
# How long the answer to a refused operation waits for its Cancel.
_REFUSAL_SECONDS = 1.0
_LOST = ("UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED")
# Upper limits; threads are made when there is work for them, and most polls are short.
_POLL_THREADS = 64
_CANCEL_THREADS = 64
_ANSWER_THREADS = 8
# A condition cannot wait for centuries, as Go's durations may.
_LONGEST_WAIT_SECONDS = 3600.0
# How many times of ended operations may be kept, beside those of waiting ones.
_ENDED_ENTRIES = 64


class OperationWaiter:
    """Polls operations until each has ended."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Starts nothing yet; the first operation does.

        Args:
            clock: seconds of a clock that never goes back.
        """
        self._clock = clock
        self._changed = threading.Condition()
        self._waiting: dict[int, WaitingOperation] = {}
        # (when, key, whether it is the end): the operations themselves, with their items,
        # are not kept until their time limits when they end long before.
        self._due: list[tuple[float, int, bool]] = []
        self._keys = itertools.count(1)
        self._cancelling = 0
        self._thread: threading.Thread | None = None
        self._closed = False
        self._polls = DaemonPool(_POLL_THREADS, "velero-shim-poll")
        self._cancels = DaemonPool(_CANCEL_THREADS, "velero-shim-cancel")
        self._answers = DaemonPool(_ANSWER_THREADS, "velero-shim-answer")

    def add(self, operation: WaitingOperation) -> None:
        """Takes an operation over; from now on its end is this object's duty."""
        now = self._clock()
        with self._changed:
            closed = self._closed
            if not closed and not operation.settled:
                self._start()
                operation.deadline = now + operation.timeout
                operation.key = next(self._keys)
                self._waiting[operation.key] = operation
                self._schedule(self._next_poll(operation, now), operation)
                # Holds also when the last poll hangs.
                self._schedule(operation.deadline + _LAST_POLL_SECONDS, operation, last=True)
        if closed:
            self._stop(operation, shutting_down(operation))

    def refuse(self, operation: WaitingOperation, error: PluginCallError) -> None:
        """Cancels an operation that is not waited for at all, and then answers its caller."""
        if not self._settle(operation, cancel=True):
            return
        cancelled = threading.Event()

        def cancel() -> None:
            self._cancel(operation)
            cancelled.set()

        def answer() -> None:
            cancelled.wait(_REFUSAL_SECONDS)  # one that hangs holds nothing up for longer
            fail(operation, error)

        _submit(self._cancels, cancel)
        _submit(self._answers, answer)

    def abandon(self, operation: WaitingOperation) -> None:
        """Notes that the caller has gone; an operation that still runs is cancelled."""
        self._stop(operation, PluginCallError("CANCELLED", "the caller went away"))

    def close(self, timeout: float = 0.5) -> None:
        """Cancels every operation, answers its caller, and stops.

        Args:
            timeout: seconds to give all Cancels that are under way, also those of operations
                that ended before; they are not waited for beyond that.
        """
        with self._changed:
            self._closed = True
            operations = list(self._waiting.values())
            self._due.clear()
            self._changed.notify_all()
        for operation in operations:
            self._stop(operation, shutting_down(operation))
        with self._changed:
            self._changed.wait_for(lambda: self._cancelling == 0, timeout)

    def wake(self) -> None:
        """Has the clock read again; only one that jumps needs it."""
        with self._changed:
            self._changed.notify_all()

    @property
    def waiting(self) -> int:
        """How many operations have not ended."""
        return len(self._waiting)

    # --- the clockwork ---

    def _start(self) -> None:
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="velero-shim-operations", daemon=True)
            thread.start()
            self._thread = thread

    def _schedule(self, due: float, operation: WaitingOperation, *, last: bool = False) -> None:
        heapq.heappush(self._due, (due, operation.key, last))
        self._changed.notify_all()

    def _run(self) -> None:
        while self._act_on_next():
            pass

    def _act_on_next(self) -> bool:
        entry = self._wait_for_due()
        if entry is None:
            return False
        operation, last = entry
        if last:
            self._time_out(operation)
        else:
            _submit(self._polls, lambda: self._poll(operation))
        return True

    def _wait_for_due(self) -> tuple[WaitingOperation, bool] | None:
        with self._changed:
            while not self._closed:
                now = self._clock()
                if not self._due:
                    self._changed.wait()
                elif self._due[0][0] > now:
                    self._changed.wait(min(self._due[0][0] - now, _LONGEST_WAIT_SECONDS))
                else:
                    _, key, last = heapq.heappop(self._due)
                    if key in self._waiting:
                        return self._waiting[key], last
        return None

    def _next_poll(self, operation: WaitingOperation, now: float) -> float:
        due = now + min(operation.pause, operation.interval)
        operation.pause = min(2 * operation.pause, operation.interval)
        # The time limit gets a poll of its own: a result that is there by then still counts.
        return min(due, operation.deadline)

    # --- one poll ---

    def _poll(self, operation: WaitingOperation) -> None:
        if operation.settled:
            return
        started = self._clock()
        left = max(operation.deadline - started, 0.0) + _LAST_POLL_SECONDS
        try:
            progress = operation.poll(min(left, _POLL_SECONDS))
        except PluginCallError as error:
            # Without the trace of this process, which would become the plugin's stack.
            self._poll_failed(operation, error.with_traceback(None), started)
            return
        except BaseException as error:  # whatever it is, the caller waits for an answer
            self._poll_failed(operation, call_error_from_exception(error), started)
            return
        operation.lost_polls = 0
        log_progress(operation, progress)
        if progress.completed:
            self._complete(operation, progress.err)
        else:
            self._go_on(operation, started)

    def _go_on(self, operation: WaitingOperation, started: float) -> None:
        # Judged by when the poll was started: a result in it was already looked at.
        if started >= operation.deadline:
            self._time_out(operation)
            return
        with self._changed:
            if not (self._closed or operation.settled):
                self._schedule(self._next_poll(operation, self._clock()), operation)

    def _poll_failed(
        self, operation: WaitingOperation, error: PluginCallError, started: float
    ) -> None:
        operation.lost_polls += error.code in _LOST
        if operation.lost_polls > _MAX_LOST_POLLS:
            self._stop(operation, error)
        elif error.code in _LOST:
            logger.warning(
                "a poll was lost plugin=%s operation_id=%s error=%s",
                operation.plugin,
                operation.operation_id,
                error.message,
            )
            operation.pause = operation.interval  # a plugin that starts anew gets the time
            self._go_on(operation, started)
        elif self._settle(operation):
            fail(operation, error)

    # --- the one end of an operation ---

    def _complete(self, operation: WaitingOperation, failure: str) -> None:
        if not self._settle(operation):
            return
        if failure:
            message = (
                f"operation {operation.operation_id} of plugin {operation.plugin} failed: {failure}"
            )
            fail(operation, PluginCallError("UNKNOWN", message))
        else:
            # Not from here: it takes as long as the host takes to read the answer.
            _submit(self._answers, lambda: succeed(operation))

    def _time_out(self, operation: WaitingOperation) -> None:
        if self._stop(operation, PluginCallError("DEADLINE_EXCEEDED", TIMED_OUT)):
            logger.warning(
                "operation timed out and is cancelled plugin=%s operation_id=%s timeout_seconds=%g",
                operation.plugin,
                operation.operation_id,
                operation.timeout,
            )

    def _stop(self, operation: WaitingOperation, error: PluginCallError) -> bool:
        """Cancels an operation and answers its caller; false if it has ended already."""
        if not self._settle(operation, cancel=True):
            return False
        # Not from here: this may be gRPC's own thread, or the one that keeps the times.
        _submit(self._cancels, lambda: self._cancel(operation))
        fail(operation, error)
        return True

    def _settle(self, operation: WaitingOperation, *, cancel: bool = False) -> bool:
        with self._changed:
            if operation.settled:
                return False
            operation.settled = True
            self._cancelling += cancel
            self._waiting.pop(operation.key, None)
            self._forget_ended()
            return True

    def _forget_ended(self) -> None:
        # At most two entries of each operation that waits are of any use.
        if len(self._due) > 4 * len(self._waiting) + _ENDED_ENTRIES:
            self._due = [entry for entry in self._due if entry[1] in self._waiting]
            heapq.heapify(self._due)

    def _cancel(self, operation: WaitingOperation) -> None:
        try:
            operation.cancel(operation.cancel_timeout)
        except BaseException as error:
            logger.warning(
                "Cancel failed plugin=%s operation_id=%s error=%s",
                operation.plugin,
                operation.operation_id,
                call_error_from_exception(error).message,
            )
        finally:
            with self._changed:
                self._cancelling -= 1
                self._changed.notify_all()


def _submit(pool: DaemonPool, job: Callable[[], None]) -> None:
    try:
        pool.submit(job)
    except RuntimeError:  # no thread can be started; the operation must go on all the same
        job()
