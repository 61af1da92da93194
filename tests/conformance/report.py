"""What a language's program says, and the table made of it."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
EXPECTED_FAILURES = HERE / "expected_failures.txt"
LIMIT = 120.0  # seconds for a run over all fixtures


@dataclass(slots=True)
class Results:
    """What has been found out about a language."""

    language: str
    fixtures: dict[str, str] = field(default_factory=dict)
    """The problem with each fixture, empty for none."""
    calls: dict[str, bool] = field(default_factory=dict)
    """Whether the answer to each call was the right one."""
    notes: dict[str, str] = field(default_factory=dict)
    """What a fixture was read and written without, where that is so."""
    flipped: tuple[int, int] = (0, 0)
    """How many flipped bytes were found, of how many."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a program printed: problems and notes by fixture, answers by call."""

    fixtures: Mapping[str, str]
    notes: Mapping[str, str]
    answers: Mapping[str, Any]


def run(command: Sequence[str], golden: Path, *socket: str) -> Said:
    """Runs a language's program over a golden folder and, if it is given one, against a plugin."""
    path = os.pathsep.join([str(HERE.parent), os.environ.get("PYTHONPATH", "")])
    ran = subprocess.run(
        [*command, str(golden), *socket],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert ran.returncode == 0, f"{command} failed:\n{ran.stdout[-2000:]}\n{ran.stderr}"
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    return Said(
        {line["fixture"]: line["problem"] for line in lines if "fixture" in line},
        {line["fixture"]: line["note"] for line in lines if line.get("note")},
        {line["call"]: line["answer"] for line in lines if "call" in line},
    )


def expected_failures(language: str) -> set[str]:
    """Returns the fixtures that are known to fail in a language: lines of language and file."""
    lines = (line.split(maxsplit=1) for line in EXPECTED_FAILURES.read_text("utf-8").splitlines())
    return {name for where, name in lines if where == language}


def row(results: Results) -> list[str]:
    """Returns a language's row of the table."""
    good = sum(not problem for problem in results.fixtures.values())
    return [
        results.language,
        f"{good} of {len(results.fixtures)}",
        f"{results.flipped[0]} of {results.flipped[1]}",
        f"{sum(results.calls.values())} of {len(results.calls)}",
        ", ".join(name for name, right in results.calls.items() if right),
        "; ".join(f"{count} {note}" for note, count in Counter(results.notes.values()).items()),
    ]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Returns rows as a table with a head."""
    lines = [["LANGUAGE", "FIXTURES", "FLIPPED BYTES FOUND", "CALLS", "", ""], *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
