"""Threads that are there while there is work for them.

Owns :class:`DaemonPool`. The standard library's pool makes the interpreter wait at its exit
for jobs that hang, keeps every thread for good, and refuses jobs once it is shut down; a
plugin that hangs in an action may hold nothing up. It also makes a future of every job, which
nobody here asks for and which costs a small call a tenth of its time.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

Job = tuple[Callable[..., object], tuple[Any, ...], dict[str, Any]]

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
        self._lock = threading.Lock()
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._threads: set[threading.Thread] = set()
        # Threads that have nothing to do, less jobs that no thread has taken yet.
        self._spare = 0
        self._closed = False

    def submit(self, job: Callable[..., object], /, *arguments: Any, **options: Any) -> None:
        """Has a job run soon; what it raises goes to ``threading.excepthook``.

        Raises:
            RuntimeError: no thread can be started, and there is none.
        """
        with self._lock:
            self._spare -= 1
            if self._spare < 0 and len(self._threads) < self._limit:
                self._start_thread()
        self._jobs.put((job, arguments, options))

    def close(self) -> None:
        """Waits for the jobs that were submitted, and ends all threads."""
        with self._lock:
            self._closed = True
            threads = list(self._threads)
        for _ in threads:
            self._jobs.put(None)
        for thread in threads:
            thread.join()

    def _start_thread(self) -> None:
        thread = threading.Thread(target=self._work, name=self._name, daemon=True)
        try:
            thread.start()
        except RuntimeError:
            if not self._threads:
                self._spare += 1
                raise
        else:
            self._threads.add(thread)
            self._spare += 1

    def _work(self) -> None:
        while (job := self._next()) is not None:
            call, arguments, options = job
            try:
                call(*arguments, **options)
            except BaseException:
                threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), None)))
            del job, call, arguments, options  # and what they refer to, while this thread waits
            with self._lock:
                self._spare += 1

    def _next(self) -> Job | None:
        while True:
            try:
                return self._jobs.get(timeout=_IDLE_SECONDS)
            except Empty:
                with self._lock:
                    if self._spare > 0:  # else there is a job on its way
                        self._spare -= 1
                        self._threads.discard(threading.current_thread())
                        return None
