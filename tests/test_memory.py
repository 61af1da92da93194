"""Memory is given back when the process has grown, and only then."""

from __future__ import annotations

import subprocess
import sys

import pytest

from velero_shim import memory


def test_trims_after_growth_and_again_when_something_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    grown = 90 + memory._GROWTH
    # Each row: the size that is found, the size after a trim, whether there is one.
    rows = [
        (100, None, False),
        (90, None, False),
        (grown, None, False),
        (grown + 2, grown + 1, True),  # most of it is still in use
        (grown + 1, None, False),
        (grown + 3, 95, True),
        (95, None, False),
    ]
    sizes = [100, *(size for found, after, _ in rows for size in (found, after) if size)]
    trims: list[int] = []
    monkeypatch.setattr(memory, "_resident", lambda: sizes.pop(0))
    monkeypatch.setattr(memory, "_malloc_trim", lambda: lambda: trims.append(1))
    monkeypatch.setattr(memory, "_keep_blocks", lambda: None)
    trimmer = memory.Trimmer()
    for _, _, expected in rows:
        trims.clear()
        trimmer.trim()
        assert bool(trims) == expected
    assert sizes == []


def test_runs_on_this_system() -> None:
    memory.Trimmer().trim()
    memory._malloc_trim()()
    memory._keep_blocks()


def test_large_blocks_are_kept_once_large_items_come(monkeypatch: pytest.MonkeyPatch) -> None:
    large = 100 + memory._LARGE_ITEMS
    sizes = [100, large, 100, large + 1, large + 2]
    kept: list[int] = []
    monkeypatch.setattr(memory, "_resident", lambda: sizes.pop(0))
    monkeypatch.setattr(memory, "_keep_blocks", lambda: kept.append(len(sizes)))
    trimmer = memory.Trimmer()
    while sizes:
        trimmer.trim()
    assert kept == [1]


def test_collector_is_set_unless_the_program_has_set_it() -> None:
    code = (
        "import gc\nfrom velero_shim.memory import set_collector\n{}\nset_collector()\n"
        "print(gc.get_threshold()[0], gc.get_freeze_count() > 0)"
    )
    for line, expected in (("", f"{memory._CONTAINERS} True"), ("gc.set_threshold(9)", "9 True")):
        command = [sys.executable, "-c", code.format(line)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        assert done.stdout.strip() == expected


@pytest.mark.parametrize(
    ("before", "collects"), [("pass", True), ("gc.disable()", False), ("gc.enable()", True)]
)
def test_collector_that_was_paused_goes_on(before: str, collects: bool) -> None:
    """One that the program itself has stopped stays so."""
    code = (
        f"import gc\nfrom velero_shim.memory import pause_collector, set_collector\n{before}\n"
        "pause_collector()\nassert not gc.isenabled()\nset_collector()\nprint(gc.isenabled())\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == f"{collects}\n"
