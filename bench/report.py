"""A run for people: a table on the terminal, and the same rows in Markdown."""

from __future__ import annotations

import datetime
import os
import platform
import statistics
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from measure import Better, Comparison

_TABLE = ("work", "ours", "theirs", "ratio", "to reach", "")


def machine() -> dict[str, str]:
    """Returns what the numbers were measured on, and when."""
    models = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "cpu": models[0] if models else platform.machine(),
        "cpus": str(len(os.sched_getaffinity(0))),
        "load": " ".join(f"{load:.1f}" for load in os.getloadavg()),
        "python": platform.python_version(),
    }


def show(console: Console, rows: Sequence[Comparison]) -> None:
    """Prints the table."""
    table = Table(*_TABLE)
    for row in rows:
        table.add_row(*_cells(row))
    console.print(table)


def markdown(rows: Sequence[Comparison]) -> str:
    """Returns the table for the README."""
    lines = ["| " + " | ".join(_TABLE) + " |", "|" + "---|" * len(_TABLE)]
    lines += ["| " + " | ".join(_cells(row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _cells(row: Comparison) -> tuple[str, ...]:
    sign = "≥" if row.better == "higher" else "≤"
    target = "" if row.target is None else f"{sign} {row.target:g}"
    met = {True: "met", False: "missed", None: ""}[row.met]
    sides = ((row.ours, row.our_samples), (row.theirs, row.their_samples))
    ours, theirs = (f"{label} {_number(samples, row.unit, row.better)}" for label, samples in sides)
    return row.work, ours, theirs, f"{row.ratio:.2f}", target, met


def _number(samples: Sequence[float], unit: str, better: Better) -> str:
    """Returns the median, and the best where there are several."""
    best = max(samples) if better == "higher" else min(samples)
    shown = _with_unit(statistics.median(samples), unit)
    return shown if len(samples) == 1 else f"{shown} (best {_with_unit(best, unit)})"


def _with_unit(value: float, unit: str) -> str:
    if unit == "s":
        return f"{value * 1000:.0f} ms"
    if unit == "bytes":
        return f"{value / 1_000_000:.1f} MB"
    return f"{value:,.0f}/s"
