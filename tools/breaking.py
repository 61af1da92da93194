"""Fails when a change to proto/ would break those who use the schema.

The comparison is with the last release, or before the first one with what main was before the
change. Having nothing to compare with is said aloud, and a history that cannot be looked into is an
error.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

import buf

SCHEMA = ("proto", "buf.yaml")
MAIN = ("refs/remotes/origin/main", "refs/heads/main")


class HistoryError(Exception):
    """The commit to compare with cannot be told."""


@dataclass(frozen=True, slots=True)
class Base:
    """What to compare with, and why that."""

    commit: str
    reason: str


def find_base(repo: Path) -> Base | None:
    """Returns what the schema in the working tree is to be compared with.

    Returns None when HEAD is the first commit.

    Raises:
        HistoryError: the folder is no repository, or a shallow one whose history cannot be fetched.
    """
    _complete_history(repo)
    head = _git(repo, "rev-parse", "HEAD")
    edited = bool(_git(repo, "status", "--porcelain", "--", *SCHEMA))
    before = head if edited else _try(repo, "rev-parse", "--verify", "--quiet", "HEAD^")
    if before is None:
        return None
    if tag := _try(repo, "describe", "--tags", "--abbrev=0", "--match=v[0-9]*", before):
        return Base(_git(repo, "rev-parse", f"{tag}^{{commit}}"), f"last release, {tag}")
    for main in MAIN:
        fork = _try(repo, "merge-base", main, head)
        if fork is not None and fork != head:
            return Base(fork, f"where the change left {main}")
    return Base(before, "HEAD, for uncommitted edits" if edited else "first parent of HEAD")


def export(repo: Path, commit: str, out: Path) -> bool:
    """Writes the schema of a commit to a folder; False when it has none."""
    if _try(repo, "cat-file", "-e", f"{commit}:{SCHEMA[0]}") is None:
        return False
    archive = ["git", "archive", commit, "--", *SCHEMA]
    data = subprocess.run(archive, cwd=repo, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        # Python before 3.11.4 has no filters.
        tar.extraction_filter = getattr(tarfile, "data_filter", lambda member, path: member)
        tar.extractall(out)
    return True


def compare(repo: Path, base: Base | None) -> int:
    """Runs buf breaking against the base and says what was compared; returns the exit code."""
    if base is None:
        print("Nothing to compare with: HEAD is the first commit.")
        return 0
    name = f"{base.commit[:12]} ({base.reason})"
    with tempfile.TemporaryDirectory() as folder:
        if not export(repo, base.commit, Path(folder)):
            print(f"Nothing to compare with: {name} has no {SCHEMA[0]}/.")
            return 0
        result = buf.run("breaking", "--against", folder, cwd=repo)
    print(result.stdout, end="")
    print(f"Compared with {name}: {'breaking' if result.returncode else 'nothing breaks'}.")
    return result.returncode


def _complete_history(repo: Path) -> None:
    """Fetches the rest of a shallow clone: only whole history tells which release was the last."""
    if _git(repo, "rev-parse", "--is-shallow-repository") == "false":
        return
    print("This is a shallow clone; fetching its history and tags.")
    if _try(repo, "fetch", "--quiet", "--unshallow", "--tags") is None:
        raise HistoryError(
            "This is a shallow clone and the rest of its history cannot be fetched, so the last"
            " release is not known. Run `git fetch --unshallow --tags` where the remote can be"
            " reached, or name the commit to compare with: `nox -s breaking -- COMMIT`."
        )


def _git(repo: Path, *arguments: str) -> str:
    result = subprocess.run(
        ["git", *arguments], cwd=repo, capture_output=True, text=True, check=False
    )
    if result.returncode != 0:
        raise HistoryError(f"git {' '.join(arguments)}: {result.stderr.strip()}")
    return result.stdout.strip()


def _try(repo: Path, *arguments: str) -> str | None:
    try:
        return _git(repo, *arguments)
    except HistoryError:
        return None


def main(arguments: list[str], repo: Path) -> int:
    """Compares with the commit in the arguments or else with the base; returns the exit code."""
    try:
        if arguments:
            commit = _git(repo, "rev-parse", "--verify", f"{arguments[0]}^{{commit}}")
            return compare(repo, Base(commit, f"{arguments[0]}, as asked for"))
        return compare(repo, find_base(repo))
    except HistoryError as error:
        print(error)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).parents[1]))
