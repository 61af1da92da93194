"""The same plugin in Go and in Python, for tests of our own host."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from interop.go_build import built
from interop.plugin_programs import python_plugin


@dataclass(frozen=True, slots=True)
class Twin:
    """A plugin file with the actions of cmd/plugin-v2 or of tests/plugins/twin_v2.py."""

    file: Path
    language: str

    @property
    def v2(self) -> str:
        """A BackupItemActionV2 that does what an item asks for."""
        return f"example.io/{self.language}-v2"

    @property
    def selector(self) -> str:
        """The same with a selector that has every field."""
        return f"example.io/{self.language}-v2-selector"

    @property
    def sync(self) -> str:
        """A BackupItemActionV2 without operations."""
        return f"example.io/{self.language}-v2-sync"

    @property
    def restore(self) -> str:
        """A RestoreItemActionV2."""
        return f"example.io/{self.language}-restore-v2"

    @property
    def backup_actions(self) -> tuple[str, ...]:
        """The BackupItemActionsV2."""
        return (self.v2, self.selector, self.sync)


def make_twin(language: str, folder: Path) -> Twin:
    """Returns the twin in that language, ``go`` or ``py``; the latter is written to the folder."""
    if language == "go":
        return Twin(built("plugin-v2"), language)
    return Twin(python_plugin(folder / "py-plugin", "twin_v2"), language)
