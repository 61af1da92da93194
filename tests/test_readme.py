"""The README's first plugin works as shown, and its commands print what it says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import checkout

README = (checkout.ROOT / "README.md").read_text("utf-8")
SHOWN = re.findall(r"^\$ (velero-shim .*)\n((?:(?!```|\$ ).*\n)*)", README, re.MULTILINE)


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interpreter and the commands of this environment come first, as after activating it."""
    here = str(Path(sys.executable).parent)
    monkeypatch.setenv("PATH", here + os.pathsep + os.environ["PATH"])


def the_plugin(folder: Path) -> Path:
    found = re.search(r"^```python\n(#!.*?)^```", README, re.DOTALL | re.MULTILINE)
    assert found is not None
    plugin = folder / "add-owner"
    plugin.write_text(found[1], "utf-8")
    plugin.chmod(0o755)
    return plugin


@pytest.mark.usefixtures("environment")
def test_commands_print_what_is_shown(tmp_path: Path) -> None:
    the_plugin(tmp_path)
    (tmp_path / "plugins").mkdir()
    assert SHOWN
    for command, expected in SHOWN:
        ran = subprocess.run(
            shlex.split(command),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (ran.returncode, lines(ran.stdout), ran.stderr) == (0, lines(expected), "")


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().splitlines()]
