"""Calls per second: plugins, wrappers and adapters, each beside what it is held against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import payloads
from gohost import GoHost
from measure import Comparison, in_turns
from subjects import ANNOTATE, Subjects

_FIRST_CALLS = 24


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is done for each number.

    Attributes:
        rounds: how often each side is measured.
        seconds: how long one measurement of calls takes.
        lives: how many processes are started for each side.
    """

    rounds: int
    seconds: float
    lives: int


QUICK = Effort(rounds=5, seconds=0.12, lives=9)
FULL = Effort(rounds=15, seconds=0.4, lives=25)


class Rate:
    """Calls per second of one plugin; a sample of :func:`measure.in_turns`.

    Args:
        host: the host that calls.
        plugin: the name under which the host has it.
        how: ``raw-v1``, ``raw-v2``, ``manager-v1`` or ``manager-v2``.
        size: bytes of the item.
        callers: how many call at once.
        seconds: how long to call for one sample.
    """

    def __init__(
        self, host: GoHost, plugin: str, how: str, size: int, callers: int, seconds: float
    ) -> None:
        self._host = host
        self._callers = callers
        self._fields = {"id": plugin, "how": how, "name": ANNOTATE, "callers": callers}
        self._objects = {"item": payloads.item(size), "backup": payloads.backup()}
        self._time(_FIRST_CALLS)  # makes the action, and every thread that it takes
        self._calls = _FIRST_CALLS
        wanted = seconds * _FIRST_CALLS / self._time(_FIRST_CALLS)
        self._calls = max(callers, round(wanted / callers) * callers)

    def __call__(self) -> float:
        """Measures once."""
        return self._calls / self._time(self._calls)

    def _time(self, calls: int) -> float:
        seconds: float = self._host.ask("calls", calls=calls, **self._fields, **self._objects)
        return seconds


def compare_calls(host: GoHost, subjects: Subjects, effort: Effort) -> Iterator[Comparison]:
    """Yields the comparisons of calls, one after another."""
    rates = _Rates(host, effort)
    yield from _plugins(host, subjects, rates)
    yield from _wrappers(host, subjects, rates)
    yield from _upgraded(host, subjects, rates)


class _Rates:
    def __init__(self, host: GoHost, effort: Effort) -> None:
        self._host = host
        self._effort = effort

    def compare(
        self,
        work: str,
        ours: tuple[str, str, str],
        theirs: tuple[str, str, str],
        size: str,
        target: float | None,
        callers: int = 1,
    ) -> Comparison:
        """Compares two sides, each given as (label, plugin, how)."""
        first, second = (
            Rate(self._host, plugin, how, payloads.SIZES[size], callers, self._effort.seconds)
            for _, plugin, how in (ours, theirs)
        )
        numbers = in_turns(self._effort.rounds, first, second)
        count = "one caller" if callers == 1 else f"{callers} callers"
        return Comparison(
            f"{work}, {size}, {count}", ours[0], theirs[0], "calls/s", "higher", target, *numbers
        )


_EXECUTE = {
    1: {"1 KB": 0.6, "20 KB": 1.0, "500 KB": 2.5},
    8: {"1 KB": 0.25, "20 KB": 0.5, "500 KB": 1.5},
}


def _plugins(host: GoHost, subjects: Subjects, rates: _Rates) -> Iterator[Comparison]:
    host.start("go", str(subjects.go))
    host.start("python", str(subjects.python))
    host.manage("manager-go", subjects.go.parent)
    host.manage("manager-python", subjects.python.parent)
    for callers, targets in _EXECUTE.items():
        for size, target in targets.items():
            python, go = ("Python", "python", "raw-v1"), ("Go", "go", "raw-v1")
            yield rates.compare("Execute", python, go, size, target, callers)
    for size in _EXECUTE[1]:
        python = ("Python", "manager-python", "manager-v1")
        go = ("Go", "manager-go", "manager-v1")
        yield rates.compare("Execute with the host's own JSON work", python, go, size, None)
    host.kill("go")
    host.kill("python")


def _wrappers(host: GoHost, subjects: Subjects, rates: _Rates) -> Iterator[Comparison]:
    host.start("wrapper", str(subjects.wrapper))
    host.start("bare", str(subjects.bare_proxy))
    host.start("proxy", str(subjects.go_proxy))
    host.manage("manager-wrapper", subjects.as_v2.parent)
    wrapper = ("wrapper", "wrapper", "raw-v2")
    for callers in (1, 8):
        for size in ("1 KB", "20 KB", "500 KB"):
            bare = ("bare grpcio proxy", "bare", "raw-v2")
            yield rates.compare("Execute, v1 as v2", wrapper, bare, size, 0.95, callers)
    proxy = ("parsing Go proxy", "proxy", "raw-v2")
    yield rates.compare("Execute, v1 as v2", wrapper, proxy, "1 MB", 1.2)
    for size in ("1 KB", "20 KB", "500 KB"):
        managed = ("wrapper", "manager-wrapper", "manager-v2")
        adapter = ("Velero's adapter", "manager-go", "manager-v2")
        yield rates.compare("Execute, v1 as v2, in Velero's host", managed, adapter, size, None)
    managed = ("Velero's adapter", "manager-go", "manager-v2")
    direct = ("direct", "manager-go", "manager-v1")
    yield rates.compare("Execute of v1, in Velero's host", managed, direct, "20 KB", None)
    for name in ("wrapper", "bare", "proxy"):
        host.kill(name)


def _upgraded(host: GoHost, subjects: Subjects, rates: _Rates) -> Iterator[Comparison]:
    host.start("upgraded", str(subjects.upgraded))
    for size in ("1 KB", "20 KB", "500 KB"):
        upgraded = ("upgraded", "upgraded", "raw-v2")
        native = ("native", "upgraded", "raw-v1")
        yield rates.compare("Execute of one servicer", upgraded, native, size, 0.98)
    host.kill("upgraded")
