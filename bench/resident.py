"""Bytes: what plugin processes hold at rest, after work, and while callers wait."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import payloads
from gohost import GoHost
from measure import Comparison
from subjects import ANNOTATE, OPERATE, Subjects

CALLS = 10_000
WAITING = 1_000
WAITING_LIMIT = 60_000_000

_SETTLED = 1.5  # seconds in which a plugin gives back what it does not need
_PATIENCE = 60.0


def compare_memory(host: GoHost, subjects: Subjects, calls: int = CALLS) -> Iterator[Comparison]:
    """Yields the comparisons of resident memory: one number a side, since it hardly varies."""
    pids = {name: host.start(f"memory-{name}", str(getattr(subjects, name))) for name in _SIDES}
    for name in _SIDES:
        _call(host, name, 1, 1_000)
    time.sleep(_SETTLED)
    yield _row("memory at rest", 1.0, *(_resident(pids[name]) for name in _SIDES))
    for name in _SIDES:
        _call(host, name, calls, payloads.SIZES["100 KB"])
    time.sleep(_SETTLED)
    work = f"memory after {calls:,} calls of 100 KB"
    yield _row(work, None, *(_resident(pids[name]) for name in _SIDES))
    for name in _SIDES:
        host.kill(f"memory-{name}")
    yield _waiting(host, subjects)


_SIDES = ("python", "go")


def _call(host: GoHost, name: str, calls: int, size: int) -> None:
    objects = {"item": payloads.item(size), "backup": payloads.backup()}
    fields = {"id": f"memory-{name}", "how": "raw-v1", "name": ANNOTATE, **objects}
    host.ask("calls", calls=calls, callers=1, **fields)


def _row(work: str, target: float | None, ours: int, theirs: int) -> Comparison:
    return Comparison(work, "Python", "Go", "bytes", "lower", target, [ours], [theirs])


def _waiting(host: GoHost, subjects: Subjects) -> Comparison:
    """1,000 Executes of the Go plugin's v2 action, downgraded: none of them is ever answered."""
    pid = host.start("waiting", str(subjects.as_v1))
    objects = {"item": payloads.item(1_000), "backup": payloads.backup()}
    fields = {"id": "waiting", "how": "raw-v1", "name": OPERATE, **objects}
    host.ask("wait", calls=1, **fields)
    time.sleep(_SETTLED)
    before = _resident(pid)
    host.ask("wait", calls=WAITING, **fields)
    extra = _settled(lambda: _resident(pid)) - before
    host.kill("waiting")
    work = f"extra memory of {WAITING:,} waiting Executes"
    limit = f"{WAITING_LIMIT // 1_000_000} MB"
    return Comparison(work, "wrapper", limit, "bytes", "lower", 1.0, [extra], [WAITING_LIMIT])


def _settled(measure: Callable[[], int]) -> int:
    """Returns the number when it has stayed within one percent for a while."""
    last, deadline = 0, time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        time.sleep(2 * _SETTLED)
        now = measure()
        if abs(now - last) < last / 100:
            return now
        last = now
    return last


def _resident(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_bytes().split()[1])
    return pages * resource.getpagesize()
