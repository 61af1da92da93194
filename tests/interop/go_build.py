"""Builds the Go programs of this folder, once a test run for each Velero version that is asked for.

Go's own cache makes a second run short; the first one compiles Velero and Kubernetes' API, which
takes minutes.
"""

from __future__ import annotations

import fcntl
import functools
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
BUILT = HERE / ".build"
NEWEST = "1.18.1"
# A cold build on a small machine, with room to spare.
BUILD_LIMIT = 1800.0


@dataclass(frozen=True, slots=True)
class Velero:
    """How the programs are built with one Velero version."""

    module: Path
    programs: tuple[str, ...]
    flags: tuple[str, ...] = ()


_PROGRAMS = ("host", "plugin-v1", "plugin-v1-only", "plugin-v2", "descriptors")
_ONLY_NEWEST = ("golden", "operations", "backup", "bench-host", "bench-plugin", "bench-proxy")
VERSIONS = {
    NEWEST: Velero(HERE, (*_PROGRAMS, *_ONLY_NEWEST)),
    "1.17.2": Velero(HERE, _PROGRAMS, ("-modfile=velero-1.17.2.mod",)),
    # The first with version 2 of item actions; it has no ItemBlockAction.
    "1.11.1": Velero(HERE, _PROGRAMS, ("-modfile=velero-1.11.1.mod", "-tags=velero_v1_11")),
    # The last with version 1 only.
    "1.10.3": Velero(HERE / "v1_10", ("host", "plugin-v1-only", "descriptors")),
}


class BuildError(Exception):
    """Go did not build a program.

    Attributes:
        output: what Go printed.
    """

    def __init__(self, program: str, version: str, output: str) -> None:
        super().__init__(f"{program} for Velero {version} does not build:\n{output}")
        self.output = output


def has_go() -> bool:
    """Whether there is a Go toolchain."""
    return shutil.which("go") is not None


@functools.cache
def built(program: str, version: str = NEWEST) -> Path:
    """Returns the path of a program of tests/interop/cmd, built with that Velero version.

    Raises:
        BuildError: Go did not build it.
    """
    velero = VERSIONS[version]
    if program not in velero.programs:
        raise BuildError(program, version, "no such program for this version")
    folder = BUILT / version
    folder.mkdir(parents=True, exist_ok=True)
    # Test processes that run at the same time must not write one file together.
    with (BUILT / f"{version}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _build(velero, program, version, folder / program)
    return folder / program


def _build(velero: Velero, program: str, version: str, target: Path) -> None:
    # -buildvcs=false: a checkout that git does not trust would fail the build.
    flags = ["-trimpath", "-buildvcs=false", "-ldflags=-s -w", *velero.flags]
    try:
        run = subprocess.run(
            ["go", "build", *flags, "-o", str(target), f"./cmd/{program}"],
            cwd=velero.module,
            capture_output=True,
            text=True,
            timeout=BUILD_LIMIT,
        )
    except subprocess.TimeoutExpired as error:
        raise BuildError(program, version, f"still building after {BUILD_LIMIT} s") from error
    if run.returncode:
        raise BuildError(program, version, run.stdout + run.stderr)
