"""Two sides of one work, measured in turns and compared by the ratio of their medians.

Owns the interleaving, since on a machine that others use too only what ran side by side can
be compared, and :class:`Comparison`, which is one row of the table.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

Better = Literal["higher", "lower"]
Sample = Callable[[], float]
"""Measures once: calls per second, seconds, or bytes."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One work done by two, in numbers of one unit.

    Attributes:
        work: what was done; names the row.
        ours: what is measured.
        theirs: what it is measured against.
        unit: of the numbers.
        better: whether a higher number is better, or a lower one.
        target: the ratio to reach; ``None`` for a row that is only for information.
        our_samples: what was measured of ours.
        their_samples: what was measured of theirs.
    """

    work: str
    ours: str
    theirs: str
    unit: str
    better: Better
    target: float | None
    our_samples: list[float]
    their_samples: list[float]

    @property
    def name(self) -> str:
        """What tells this row from all others."""
        return f"{self.work}: {self.ours} / {self.theirs}"

    @property
    def ratio(self) -> float:
        """The median of ours divided by the median of theirs."""
        return statistics.median(self.our_samples) / statistics.median(self.their_samples)

    @property
    def best_ratio(self) -> float:
        """The best of ours divided by the best of theirs: what others' load disturbs least."""
        best = max if self.better == "higher" else min
        return best(self.our_samples) / best(self.their_samples)

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; ``None`` without one."""
        if self.target is None:
            return None
        return self.ratio >= self.target if self.better == "higher" else self.ratio <= self.target

    def to_json(self) -> dict[str, Any]:
        """Returns everything, and the numbers that follow from it."""
        return {**asdict(self), "ratio": self.ratio, "best_ratio": self.best_ratio, "met": self.met}


def in_turns(rounds: int, first: Sample, second: Sample) -> tuple[list[float], list[float]]:
    """Measures both sides ``rounds`` times, each time the other one first."""
    ours: list[float] = []
    theirs: list[float] = []
    for number in range(rounds):
        pair = [(ours, first), (theirs, second)]
        for samples, sample in pair if number % 2 else reversed(pair):
            samples.append(sample())
    return ours, theirs
