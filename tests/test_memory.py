"""Memory is given back when the process has grown, and only then."""

from __future__ import annotations

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
    trimmer = memory.Trimmer()
    for _, _, expected in rows:
        trims.clear()
        trimmer.trim()
        assert bool(trims) == expected
    assert sizes == []


def test_runs_on_this_system() -> None:
    memory.Trimmer().trim()
    memory._malloc_trim()()
