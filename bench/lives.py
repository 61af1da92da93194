"""Seconds: from a plugin's start to its handshake, to its first answer, to its end."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import payloads
from calls import Effort
from gohost import GoHost
from measure import Comparison, Sample, in_turns
from subjects import OPERATE, Subjects

_IMPORT_GRPC = [sys.executable, "-c", "import grpc"]


def compare_lives(
    host: GoHost, subjects: Subjects, effort: Effort, packed: Path | None
) -> Iterator[Comparison]:
    """Yields the comparisons of processes' lives.

    Args:
        host: the host that starts them.
        subjects: the plugin files.
        effort: how many to start.
        packed: the Python plugin as ``velero-shim pack`` makes it; ``None`` to leave it out.
    """
    lives = _Lives(host, effort)
    python, script, go = (
        (label, str(path))
        for label, path in (
            ("Python", subjects.python),
            ("python PLUGIN", subjects.script),
            ("Go", subjects.go),
        )
    )
    for ours in (python, script):
        yield lives.against_import(ours, target=1.3)
    yield lives.compare("start to handshake", "handshake", python, go, None)
    yield lives.compare("start to first answer", "answer", python, go, None)
    yield lives.compare("whole poll (start, Progress, kill)", "life", python, go, 1.0)
    yield lives.compare("discovery (start, list, kill)", "life", python, go, None, how="list")
    wrapper = ("wrapper", str(subjects.as_v2))
    yield lives.compare("discovery (start, list, kill)", "life", wrapper, go, None, how="list")
    if packed is not None:
        standalone = ("packed", str(packed))
        yield lives.compare("start to handshake", "handshake", standalone, python, 1.1)
        yield lives.compare("whole poll (start, Progress, kill)", "life", standalone, go, None)


class _Lives:
    def __init__(self, host: GoHost, effort: Effort) -> None:
        self._host = host
        self._effort = effort

    def against_import(self, ours: tuple[str, str], target: float) -> Comparison:
        """Compares a plugin's start with that of the bare interpreter importing grpcio."""

        def bare() -> float:
            return self._host.seconds(_IMPORT_GRPC)

        numbers = in_turns(self._effort.lives, self._life(ours[1], "handshake", "list"), bare)
        return Comparison(
            "start to handshake", ours[0], "`import grpc`", "s", "lower", target, *numbers
        )

    def compare(
        self,
        work: str,
        moment: str,
        ours: tuple[str, str],
        theirs: tuple[str, str],
        target: float | None,
        how: str = "progress",
    ) -> Comparison:
        """Compares two plugins, each given as (label, file), up to a moment of their lives."""
        samples = (self._life(path, moment, how) for _, path in (ours, theirs))
        numbers = in_turns(self._effort.lives, *samples)
        return Comparison(work, ours[0], theirs[0], "s", "lower", target, *numbers)

    def _life(self, path: str, moment: str, how: str) -> Sample:
        def sample() -> float:
            fields = {"command": [path], "how": how, "name": OPERATE, "backup": payloads.backup()}
            seconds: float = self._host.ask("life", **fields)[moment]
            return seconds

        sample()  # writes the .pyc files, and fills the page cache
        return sample
