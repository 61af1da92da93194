"""Holds our schema against the descriptors that a Velero release carries in itself.

As a command: parity.py THEIRS compares both ways, so that neither side has anything that the other
has not; with --subset it only demands that we have all that they have. Proto files have other names
on the two sides; the category PACKAGE compares by full names, which is what is on the wire.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import buf

CONFIG = '{"version": "v2", "breaking": {"use": ["PACKAGE"]}}'


def findings(new: Path, old: Path, root: Path) -> str:
    """Returns what the new descriptors lack of the old or say differently; empty for nothing."""
    against = ("--against", old, "--against-config", CONFIG)
    result = buf.run("breaking", new, "--config", CONFIG, *against, cwd=root)
    if result.returncode not in (0, 100):  # 100 is buf's code for findings
        raise SystemExit(result.stdout)
    return result.stdout


def without(descriptors: Path, files: list[str], out: Path, root: Path) -> None:
    """Writes the descriptors without those of some proto files."""
    leave_out = [argument for name in files for argument in ("--exclude-path", name)]
    result = buf.run("build", descriptors, *leave_out, "-o", out, cwd=root)
    if result.returncode != 0:
        raise SystemExit(result.stdout)


def main(arguments: list[str], root: Path) -> int:
    """Runs the command on a checkout; returns the exit code."""
    parser = argparse.ArgumentParser(prog="parity", description=__doc__)
    parser.add_argument("theirs", type=Path, help="a FileDescriptorSet, .binpb")
    parser.add_argument("--subset", action="store_true", help="let them lack some of ours")
    parser.add_argument("--without", action="append", default=[], help="their proto to leave out")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder, "ours.binpb"), Path(folder, "theirs.binpb")
        without(Path(), [], ours, root)
        without(options.theirs.absolute(), options.without, theirs, root)
        lacking = findings(ours, theirs, root)
        surplus = "" if options.subset else findings(theirs, ours, root)
    for title, lines in (("We lack", lacking), ("They lack", surplus)):
        if lines:
            print(f"{title}:\n{lines}")
    return 1 if lacking or surplus else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).parents[1]))
