"""What a change to the schema is compared with, in histories of every shape."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import breaking
import checkout

PROTO = "proto/velero_plugin/backup_item_action/v2/backup_item_action.proto"


class Repo:
    """A git repository with the schema in it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def git(self, *arguments: str) -> str:
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments]
        done = subprocess.run(command, cwd=self.path, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def commit(self, message: str) -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")

    def renumber(self) -> None:
        checkout.edit(self.path / PROTO, "string operationID = 3;", "string operationID = 7;")

    def clone(self, *options: str) -> Repo:
        target = self.path.with_name("clone")
        self.git("clone", "--quiet", *options, self.path.as_uri(), str(target))
        return Repo(target)

    def base(self) -> breaking.Base:
        base = breaking.find_base(self.path)
        assert base is not None
        return base


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    path = tmp_path / "repo"
    path.mkdir()
    repo = Repo(path)
    repo.git("init", "--quiet", "--initial-branch=main")
    checkout.copy(path, "buf.yaml", "proto")
    repo.commit("first")
    return repo


def test_the_first_commit_has_nothing_before_it_and_that_is_said(
    repo: Repo, capsys: pytest.CaptureFixture[str]
) -> None:
    assert breaking.find_base(repo.path) is None
    assert breaking.main([], repo.path) == 0
    assert "Nothing to compare with: HEAD is the first commit." in capsys.readouterr().out


def test_a_base_without_a_schema_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    repo = Repo(tmp_path)
    repo.git("init", "--quiet", "--initial-branch=main")
    repo.commit("no schema yet")
    checkout.copy(tmp_path, "buf.yaml", "proto")
    repo.commit("schema")
    assert breaking.main([], repo.path) == 0
    assert "has no proto/" in capsys.readouterr().out


def test_uncommitted_edits_are_compared_with_head(repo: Repo) -> None:
    repo.renumber()
    assert repo.base().commit == repo.git("rev-parse", "HEAD")
    assert breaking.main([], repo.path) == 100


def test_a_commit_on_main_is_compared_with_its_parent(
    repo: Repo, capsys: pytest.CaptureFixture[str]
) -> None:
    first = repo.git("rev-parse", "HEAD")
    repo.renumber()
    repo.commit("break it")
    assert repo.base().commit == first
    assert breaking.main([], repo.path) == 100
    assert (
        f"Compared with {first[:12]} (first parent of HEAD): breaking." in capsys.readouterr().out
    )
    repo.commit("go on")
    assert breaking.main([], repo.path) == 0
    assert "nothing breaks" in capsys.readouterr().out


def test_a_merge_is_compared_with_what_main_was(repo: Repo) -> None:
    repo.git("checkout", "--quiet", "-b", "change")
    repo.renumber()
    repo.commit("break it")
    repo.git("checkout", "--quiet", "main")
    main = repo.commit("elsewhere")
    repo.git("merge", "--quiet", "--no-ff", "--no-edit", "change")
    assert repo.base().commit == main


def test_a_branch_is_compared_with_where_it_left_main(repo: Repo) -> None:
    fork = repo.git("rev-parse", "HEAD")
    repo.git("checkout", "--quiet", "-b", "change")
    repo.renumber()
    repo.commit("break it")
    repo.commit("go on")
    assert repo.base() == breaking.Base(fork, "where the change left refs/heads/main")
    repo.git("checkout", "--quiet", "--detach")
    assert repo.base().commit == fork


def test_commits_not_yet_pushed_are_compared_with_the_remote(repo: Repo) -> None:
    clone = repo.clone()
    remote = clone.git("rev-parse", "HEAD")
    clone.renumber()
    clone.commit("break it")
    clone.commit("go on")
    assert clone.base() == breaking.Base(remote, "where the change left refs/remotes/origin/main")


def test_the_last_release_goes_before_everything_else(repo: Repo) -> None:
    repo.git("tag", "v0.1.0")
    repo.commit("go on")
    release = repo.commit("second release")
    repo.git("tag", "--annotate", "v0.2.0", "--message", "second")
    repo.git("tag", "visit")
    repo.commit("go on")
    assert repo.base() == breaking.Base(release, "last release, v0.2.0")
    repo.git("checkout", "--quiet", "--detach")
    assert repo.base().commit == release


def test_a_release_itself_is_compared_with_the_one_before(repo: Repo) -> None:
    first = repo.git("rev-parse", "HEAD")
    repo.git("tag", "v0.1.0")
    repo.renumber()
    repo.commit("break it")
    repo.commit("second release")
    repo.git("tag", "v0.2.0")
    assert repo.base().commit == first


def test_a_shallow_clone_fetches_what_it_lacks(repo: Repo) -> None:
    release = repo.git("rev-parse", "HEAD")
    repo.git("tag", "v0.1.0")
    repo.commit("go on")
    repo.renumber()
    repo.commit("break it")
    clone = repo.clone("--depth=1")
    clone.git("checkout", "--quiet", "--detach")
    assert clone.base() == breaking.Base(release, "last release, v0.1.0")
    assert breaking.main([], clone.path) == 100


def test_a_shallow_clone_that_cannot_fetch_fails_and_says_what_to_do(
    repo: Repo, capsys: pytest.CaptureFixture[str]
) -> None:
    repo.commit("go on")
    clone = repo.clone("--depth=1")
    repo.path.rename(repo.path.with_name("gone"))
    assert breaking.main([], clone.path) == 1
    assert "git fetch --unshallow --tags" in capsys.readouterr().out


def test_a_commit_may_be_named(repo: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    first = repo.git("rev-parse", "HEAD")
    repo.renumber()
    repo.commit("break it")
    repo.commit("go on")
    assert breaking.main([], repo.path) == 0
    assert breaking.main([first], repo.path) == 100
    assert breaking.main(["v9.9.9"], repo.path) == 1
    assert "v9.9.9" in capsys.readouterr().out


def test_a_folder_without_a_repository_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert breaking.main([], tmp_path) == 1
    assert "not a git repository" in capsys.readouterr().out
