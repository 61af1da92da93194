"""The regression guard of bench/: what it lets pass, and what it does not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import baseline
import benchmark
from baseline import BaselineError, regressions
from checkout import ROOT
from measure import Comparison, in_turns

COMMITTED = ROOT / "bench" / "baseline.json"
FAST = Comparison("Execute", "Python", "Go", "calls/s", "higher", 0.6, [900, 1000], [1000, 900])
SLOW = Comparison("start", "Python", "Go", "s", "lower", 1.0, [0.2, 0.3], [0.1, 0.15])
ROWS = [FAST, SLOW]


def ratios(*rows: Comparison) -> dict[str, float]:
    return {row.name: row.ratio for row in rows}


def test_run_does_not_fall_behind_itself() -> None:
    assert regressions(ratios(*ROWS), ROWS) == []


def test_faster_or_slower_machine_changes_nothing() -> None:
    slower = replace(FAST, our_samples=[9.0, 10.0], their_samples=[10.0, 9.0])
    assert regressions(ratios(FAST), [slower]) == []


@pytest.mark.parametrize(("share", "falls"), [(0.71, False), (0.69, True)])
def test_rate_may_fall_by_the_margin(share: float, falls: bool) -> None:
    row = replace(FAST, our_samples=[n * share for n in FAST.our_samples])
    assert bool(regressions(ratios(FAST), [row], margin=0.3)) == falls


@pytest.mark.parametrize(("share", "falls"), [(1.29, False), (1.31, True)])
def test_time_may_rise_by_the_margin(share: float, falls: bool) -> None:
    row = replace(SLOW, our_samples=[n * share for n in SLOW.our_samples])
    assert bool(regressions(ratios(SLOW), [row], margin=0.3)) == falls


def test_load_that_hits_one_side_for_a_while_is_no_regression() -> None:
    disturbed = replace(FAST, our_samples=[1.0, 1.0, 1000.0])
    assert disturbed.ratio < FAST.ratio / 100
    assert regressions(ratios(FAST), [disturbed]) == []


def test_better_is_never_worse() -> None:
    better = [replace(FAST, our_samples=[9e9]), replace(SLOW, our_samples=[1e-9])]
    assert regressions(ratios(*ROWS), better) == []


def test_row_that_is_gone_counts_and_a_new_one_does_not() -> None:
    (line,) = regressions(ratios(FAST), [SLOW])
    assert line == "Execute: Python / Go: not measured"


def test_row_without_a_target_is_for_information() -> None:
    row = replace(FAST, target=None, our_samples=[1.0])
    assert baseline.to_json({}, [row])["ratios"] == {}


def test_tampered_baseline_is_noticed(tmp_path: Path) -> None:
    """The committed one, with a ratio that nobody reaches."""
    name, value = next(iter(baseline.read(COMMITTED).items()))
    row = replace(FAST, work=name.partition(": ")[0], our_samples=[value], their_samples=[1.0])
    row = replace(
        row, ours=name.partition(": ")[2].partition(" / ")[0], theirs=name.partition(" / ")[2]
    )
    tampered = tmp_path / "baseline.json"
    for factor, expected in ((1, 0), (10, 1)):
        change = factor if row.better == "higher" else 1 / factor
        tampered.write_text(json.dumps({"ratios": {name: value * change}}))
        assert len(regressions(baseline.read(tampered), [row])) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        ("{}", 'holds no "ratios"'),
        ("[]", 'holds no "ratios"'),
        ('"x"', 'holds no "ratios"'),
        ('{"ratios": {}}', 'holds no "ratios"'),
        ('{"ratios": []}', 'holds no "ratios"'),
        ('{"ratios": null}', 'holds no "ratios"'),
        ('{"ratios": {"a": "1.0"}}', "found '1.0' for 'a', expected a ratio above 0"),
        ('{"ratios": {"a": NaN}}', "found nan for 'a'"),
        ('{"ratios": {"a": Infinity}}', "found inf for 'a'"),
        ('{"ratios": {"a": null}}', "found None for 'a'"),
        ('{"ratios": {"a": true}}', "found True for 'a'"),
        ('{"ratios": {"a": -5}}', "found -5 for 'a'"),
        ('{"ratios": {"b": 1, "a": 0}}', "found 0 for 'a'"),
    ],
)
def test_file_that_is_no_baseline_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(BaselineError, match=re.escape(problem)):
        baseline.read(path)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--compare", "missing"], "missing cannot be read: No such file or directory"),
        (["--compare", "."], ". cannot be read: Is a directory"),
        (["--json", "no/such/folder"], "no/such/folder cannot be written: No such file"),
        (["--markdown", "."], ". cannot be written: Is a directory"),
        (["--packed", "missing"], "there is no packed plugin missing"),
        (["--margin", "nan"], "found nan, expected a part between 0 and 1"),
        (["--margin", "1.5"], "found 1.5, expected a part between 0 and 1"),
        (["--margin", "-0.1"], "found -0.1, expected a part between 0 and 1"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_measured(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    problem: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(benchmark, "prepare", lambda _: pytest.fail("it begins"))
    with pytest.raises(SystemExit) as ended:
        benchmark.main(arguments)
    assert ended.value.code == 2
    assert problem in capsys.readouterr().err


def test_sides_take_turns_and_each_begins_as_often() -> None:
    order: list[str] = []

    def side(name: str, value: float) -> Callable[[], float]:
        def sample() -> float:
            order.append(name)
            return value

        return sample

    assert in_turns(4, side("a", 1.0), side("b", 2.0)) == ([1.0] * 4, [2.0] * 4)
    assert "".join(order) == "baabbaab"
