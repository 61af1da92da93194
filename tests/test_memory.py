"""Memory is given back when the process has grown, and only then."""

from __future__ import annotations

import pytest

from velero_shim import memory


def test_trims_only_after_growth(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = iter([100, 100, 90, 90 + memory._GROWTH, 91 + memory._GROWTH, 95, 95])
    trims: list[int] = []
    monkeypatch.setattr(memory, "_resident", lambda: next(sizes))
    monkeypatch.setattr(memory, "_malloc_trim", lambda: lambda: trims.append(1))
    trimmer = memory.Trimmer()
    counts = []
    for _ in range(5):
        trimmer.trim()
        counts.append(len(trims))
    assert counts == [0, 0, 0, 1, 1]


def test_runs_on_this_system() -> None:
    memory.Trimmer().trim()
    memory._malloc_trim()()
