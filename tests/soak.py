"""Calls in many threads while the plugin's process is killed at random."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from velero_shim.errors import PluginCallError, PluginStartError
from velero_shim.supervisor import RestartableProcess

SECONDS = float(os.environ.get("SOAK_SECONDS", "5"))
"""How long one soak takes; the long run sets 30."""

THREADS = 32


def outcome(call: Callable[[], object]) -> str:
    """Makes a call; returns OK, the name of its status, or that there was no process for it."""
    try:
        call()
    except PluginCallError as error:
        return error.code
    except PluginStartError:
        return "NOT STARTED"
    return "OK"


@dataclass
class Soak:
    """Runs threads that call without pause, and counts how the calls ended.

    Attributes:
        results: how often each outcome was seen.
        failures: what the calls themselves raised beyond it: their own checks.
        lost: threads that never came back.
        kills: how many processes were killed.
    """

    results: Counter[str] = field(default_factory=Counter)
    failures: list[BaseException] = field(default_factory=list)
    lost: int = 0
    kills: int = 0

    def run(self, plugin: RestartableProcess, call: Callable[[int, int], str]) -> None:
        """Runs for :data:`SECONDS`.

        Args:
            plugin: whose process is killed.
            call: makes one call, given the number of its thread and its own number there;
                returns its outcome and checks what it left.
        """
        over, lock = threading.Event(), threading.Lock()

        def call_on(thread: int) -> None:
            number = 0
            while not over.is_set():
                number += 1
                try:
                    ended = call(thread, number)
                except BaseException as error:
                    self.failures.append(error)
                    return
                with lock:
                    self.results[ended] += 1

        threads = [threading.Thread(target=call_on, args=(n,)) for n in range(THREADS)]
        for thread in threads:
            thread.start()
        self._kill_at_random(plugin, time.monotonic() + SECONDS)
        over.set()
        for thread in threads:
            thread.join(60)
        self.lost = sum(thread.is_alive() for thread in threads)

    def check(self) -> None:
        """Checks that calls went well and badly, and each ended with a result or a status."""
        assert self.failures == []
        assert self.lost == 0
        assert self.kills >= 3
        assert self.results["OK"] > 0
        assert set(self.results) <= {"OK", "UNAVAILABLE", "NOT STARTED"}

    def _kill_at_random(self, plugin: RestartableProcess, deadline: float) -> None:
        """Kills whatever runs, at times while it starts, but never eleven starts in a row."""
        chance, killed = random.Random(7), 0
        last_ok, in_a_row = 0, 0
        while time.monotonic() < deadline:
            time.sleep(chance.uniform(0.0, 0.8))  # the fault, not a wait for something
            pid, ok = plugin.pid, self.results["OK"]
            in_a_row = in_a_row + 1 if ok == last_ok else 0
            if pid is None or pid == killed or in_a_row > 5:
                continue
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            killed, last_ok = pid, ok
            self.kills += 1
