"""``velero-shim demo`` shows what it says, and leaves nothing behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from velero_shim.demo import Demo
from velero_shim.samples import annotate, snapshot


def test_demo_runs_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    command = [sys.executable, "-c", "from velero_shim.cli import main; main()", "demo"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    for shown in ("annotate-as-v2", snapshot.NAME, "Completed 100%", "1 operation(s) completed"):
        assert shown in ran.stdout
    assert not list(tmp_path.iterdir())


def test_demo_takes_the_path_of_a_backup(tmp_path: Path) -> None:
    demo = Demo(tmp_path)
    steps = list(demo.run())
    started = [step for step in steps if step.operation_id]
    assert [step.action for step in started] == [snapshot.NAME]
    assert {step.action for step in steps} == {annotate.NAME, snapshot.NAME}
    while demo.poll():
        pass
    assert (demo.operations.completed, demo.operations.failed) == (1, 0)
    finalized = [step.annotations for step in demo.finalize()]
    assert finalized[-1] == {snapshot.ANNOTATION: "demo"}
