"""Measures velero-shim against what Velero users have otherwise: `nox -s bench -- --help`.

Every comparison runs both sides in turns and is quoted as the ratio of their medians.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

import baseline
import report
from baseline import BaselineError
from calls import FULL, QUICK, compare_calls
from gohost import GoHost
from lives import compare_lives
from measure import Comparison
from resident import CALLS, compare_memory
from subjects import prepare

PARTS = ("calls", "lives", "memory")
_QUICK_CALLS = 500


def main(arguments: list[str]) -> int:
    """Runs the benchmarks; returns 1 when a ratio fell behind the baseline."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        before = baseline.read(options.compare) if options.compare else {}
        # Before minutes are spent on what then cannot be written.
        for path in filter(None, (options.json, options.markdown)):
            path.open("a").close()
    except BaselineError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"{error.filename} cannot be written: {error.strerror}")
    if options.packed and not options.packed.is_file():
        parser.error(f"there is no packed plugin {options.packed}: name its entry file")
    console = Console(width=200)
    rows = []
    for row in _measure(options):
        console.log(f"{row.name} {row.ratio:.2f}")
        rows.append(row)
    report.show(console, rows)
    found = baseline.to_json(report.machine(), rows)
    console.print(found["machine"])
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n")
    if options.markdown:
        options.markdown.write_text(report.markdown(rows))
    fallen = baseline.regressions(before, rows, options.margin) if options.compare else []
    for line in fallen:
        console.print(f"fell behind {options.compare}: {line}", style="red")
    return 1 if fallen else 0


def _measure(options: argparse.Namespace) -> Iterator[Comparison]:
    effort = QUICK if options.quick else FULL
    with tempfile.TemporaryDirectory(prefix="vb-") as folder:
        subjects = prepare(Path(folder))
        with GoHost(subjects.host) as host:
            if "lives" in options.only:
                yield from compare_lives(host, subjects, effort, options.packed)
            if "calls" in options.only:
                yield from compare_calls(host, subjects, effort)
            if "memory" in options.only:
                calls = _QUICK_CALLS if options.quick else CALLS
                yield from compare_memory(host, subjects, calls)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds: under two minutes")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="some parts only")
    parser.add_argument("--packed", type=Path, help="a packed plugin to measure as well")
    parser.add_argument("--json", type=Path, help="write the run to this file")
    parser.add_argument("--markdown", type=Path, help="write the table to this file")
    parser.add_argument("--compare", type=Path, help="fail when a ratio fell behind this run's")
    parser.add_argument(
        "--margin",
        type=_part,
        default=baseline.MARGIN,
        help="how far a ratio may fall behind, as a part of it (default: %(default)s)",
    )
    return parser


def _part(text: str) -> float:
    part = float(text)
    if not 0 <= part < 1:
        raise argparse.ArgumentTypeError(f"found {text}, expected a part between 0 and 1")
    return part


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
