"""Threads that are there while there is work for them.

Owns :class:`DaemonPool`. The standard library's pool makes the interpreter wait at its exit
for jobs that hang, keeps every thread for good, and refuses jobs once it is shut down; a
plugin that hangs in Progress or Cancel may hold nothing up.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable

Job = Callable[[], None]

# Longer than Velero's interval between two polls: the same threads serve the next round.
_IDLE_SECONDS = 15.0


class DaemonPool:
    """Runs jobs on daemon threads, in the order of their arrival."""

    def __init__(self, limit: int, name: str) -> None:
        """Starts nothing yet.

        Args:
            limit: how many threads there may be; further jobs wait.
            name: what the threads are called.
        """
        self._limit = limit
        self._name = name
        self._changed = threading.Condition()
        self._jobs: deque[Job] = deque()
        self._threads = 0
        self._idle = 0

    def submit(self, job: Job) -> None:
        """Has a job run soon; what it raises goes to ``threading.excepthook``.

        Raises:
            RuntimeError: no thread can be started, and there is none.
        """
        with self._changed:
            self._jobs.append(job)
            if len(self._jobs) <= self._idle:
                self._changed.notify()
            elif self._threads < self._limit:
                self._start_thread()

    def _start_thread(self) -> None:
        self._threads += 1
        try:
            threading.Thread(target=self._work, name=self._name, daemon=True).start()
        except RuntimeError:
            self._threads -= 1
            if self._threads == 0:
                self._jobs.pop()
                raise

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                job()
            except BaseException:
                threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), None)))
            del job  # and what it refers to, while this thread waits

    def _next(self) -> Job | None:
        with self._changed:
            self._idle += 1
            self._changed.wait_for(lambda: self._jobs, _IDLE_SECONDS)
            self._idle -= 1
            if self._jobs:
                return self._jobs.popleft()
            self._threads -= 1
            return None
