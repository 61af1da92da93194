"""Copies of this checkout for tests that change files in it."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]


def copy(target: Path, *names: str) -> Path:
    """Copies files and folders of the checkout, named from its top, into a folder; returns it."""
    ignore = shutil.ignore_patterns("__pycache__")
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=ignore)
        else:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    return target


def edit(path: Path, old: str, new: str) -> None:
    """Replaces a text that must be in the file."""
    text = path.read_text("utf-8")
    assert old in text, f"{path} has no {old!r}"
    path.write_text(text.replace(old, new), "utf-8")
