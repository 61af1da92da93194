"""Two hosts of one Velero version, each with the same actions in another plugin file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interop.go_build import NEWEST, VERSIONS, built
from interop.harness import HostError, VeleroHost

WITH_V2 = [version for version in VERSIONS if version != "1.10.3"]
WITH_ITEM_BLOCK = [version for version in WITH_V2 if version != "1.11.1"]
DEBUG = ("--log-level=debug",)


@dataclass(frozen=True, slots=True)
class Side:
    """A host, and what its actions are called up to the version: ``example.io/go``."""

    host: VeleroHost
    prefix: str
    file: Path

    def name(self, action: str) -> str:
        return f"{self.prefix}-{action}"

    def of_its_own(self, text: str) -> str:
        """Returns a text in which every name of an action of this side is a general one."""
        return text.replace(f"{self.prefix}-", "example.io/any-")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sides that are to be found equal."""

    judge: Side
    judged: Side

    def both(self, call: Callable[[Side], Any]) -> tuple[Any, Any]:
        """Makes a call on both sides and returns both results; an error is a result too."""
        return outcome(lambda: call(self.judge)), outcome(lambda: call(self.judged))


def outcome(call: Callable[[], Any]) -> Any:
    """Returns what a call returns, or the attributes of the HostError that it raises."""
    try:
        return call()
    except HostError as error:
        return vars(error)


@contextmanager
def side(version: str, prefix: str, file: Path) -> Iterator[Side]:
    """Runs a host that logs everything, with the folder of that file as its plugins folder."""
    with VeleroHost(version, DEBUG) as host:
        host.discover(file.parent)
        yield Side(host, prefix, file)


def go_plugin(folder: Path, actions: str, version: str) -> Path:
    """Puts a Go plugin into a new folder, under a path that no other process has.

    Args:
        folder: the folder to make.
        actions: ``v1`` or ``v2``, which most of the plugin's actions are.
        version: of the host: it refuses plugins with kinds that it does not know.
    """
    program, built_with = _PROGRAMS[actions, version in WITH_ITEM_BLOCK]
    folder.mkdir()
    link = folder / program
    link.symlink_to(built(program, built_with))
    return link


_PROGRAMS = {
    ("v1", True): ("plugin-v1", NEWEST),
    ("v1", False): ("plugin-v1-only", NEWEST),
    ("v2", True): ("plugin-v2", NEWEST),
    ("v2", False): ("plugin-v2", "1.11.1"),  # built without ItemBlockAction
}
