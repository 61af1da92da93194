"""Ratios of an earlier run, and which of today's fell behind them.

Owns the regression guard. Only ratios are compared, never times, rates or bytes: they would
compare machines.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from measure import Comparison

MARGIN = 0.3
"""How far a ratio may fall behind: what two quick runs on a busy machine differ by, and more."""


class BaselineError(Exception):
    """A baseline that nothing can be compared with."""


def read(path: Path) -> dict[str, float]:
    """Returns the ratio of each row by its name.

    Raises:
        BaselineError: the file is missing, or no baseline.
    """
    try:
        found = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BaselineError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise BaselineError(f"{path} is no JSON: {error}") from None
    ratios = found.get("ratios") if isinstance(found, dict) else None
    if not isinstance(ratios, dict) or not ratios:
        raise BaselineError(f'{path} holds no "ratios"; write one with --json')
    for name, ratio in ratios.items():
        if type(ratio) not in (int, float) or not 0 < ratio < math.inf:
            raise BaselineError(f"{path}: found {ratio!r} for {name!r}, expected a ratio above 0")
    return ratios


def regressions(
    baseline: Mapping[str, float], found: Sequence[Comparison], margin: float = MARGIN
) -> list[str]:
    """Returns a line for each row that fell behind; none when all is well.

    A row that the baseline has and this run has not is one too: a guard that silently looks at
    less than before guards less. A new row, or one without a target, is not looked at.
    """
    rows = {row.name: row for row in found if row.target is not None}
    lines = [f"{name}: not measured" for name in baseline if name not in rows]
    for name, row in rows.items():
        before = baseline.get(name)
        if before is not None and _fell(row, before, margin):
            lines.append(f"{name}: ratio {row.ratio:.2f}, was {before:.2f}")
    return lines


def to_json(machine: Mapping[str, str], found: Sequence[Comparison]) -> dict[str, Any]:
    """Returns a run as data: machine, ratios that a later run is compared with, all rows."""
    ratios = {row.name: round(row.ratio, 3) for row in found if row.target is not None}
    return {"machine": dict(machine), "ratios": ratios, "rows": [row.to_json() for row in found]}


def _fell(row: Comparison, before: float, margin: float) -> bool:
    # What has become slower shows in the medians and in the best; other work on the machine,
    # which is never spread evenly over both sides, rarely in both.
    if row.better == "higher":
        return max(row.ratio, row.best_ratio) < before * (1 - margin)
    return min(row.ratio, row.best_ratio) > before * (1 + margin)
