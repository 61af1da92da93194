"""The processes of wrapped plugins on a real Velero host: started anew, ended, cleaned up after."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from interop.conftest import StartHost
from interop.go_build import NEWEST
from interop.harness import HostError, VeleroHost
from interop.items import pod
from interop.pairs import DEBUG, go_plugin
from interop.plugin_programs import kill, pids_of, python_plugin, wrap
from plugin_files import wait_until

SOON = 10.0  # seconds, for what happens by itself
ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A host with a wrapped plugin, and the folder in which all sockets lie."""

    host: VeleroHost
    name: str
    inner: Path
    wrapper: Path
    sockets: Path

    def execute(self, manager: str = "", **asked: object) -> str:
        executed = self.host.execute(self.name, pod(**asked), manager=manager)
        return executed.annotations["example.io/handled-by"]

    def left(self) -> list[object]:
        """Returns every process, its keeper too, and every socket."""
        files = [name for _, folders, files in os.walk(self.sockets) for name in folders + files]
        return [*pids_of(self.inner), *pids_of(self.wrapper), *files]


@pytest.fixture
def sockets() -> Iterator[Path]:
    """A folder for temporary files, whose path is short enough for sockets."""
    folder = Path(tempfile.mkdtemp(prefix="interop-"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module", params=["go", "python"])
def files(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Path]:
    """A v1 plugin, and its wrapper as v2."""
    folder = tmp_path_factory.mktemp("wrapped")
    if request.param == "go":
        inner = go_plugin(folder / "inner", "v1", NEWEST)
    else:
        inner = python_plugin(folder / "twin", "twin_v1")
    (folder / "plugins").mkdir()
    return inner, wrap(inner, folder / "plugins" / "wrapper", "v2")


@pytest.fixture
def wrapped(files: tuple[Path, Path], sockets: Path, velero_host: StartHost) -> Wrapped:
    """A host of its own for each test."""
    inner, wrapper = files
    host = velero_host(flags=DEBUG, env={"TMPDIR": str(sockets)})
    host.discover(wrapper.parent)
    name = f"example.io/{'py' if inner.name == 'twin' else 'go'}-v1"
    return Wrapped(host, name, inner, wrapper, sockets)


# --- the inner plugin dies ----------------------------------------------------


def test_a_call_after_the_inner_plugin_was_killed_works(wrapped: Wrapped) -> None:
    for _ in range(5):
        assert wrapped.execute() == wrapped.name
        kill(wrapped.inner)
    assert wrapped.execute() == wrapped.name
    assert len(wrapped.host.plugin_pids()) == 1, "Velero never had to start the wrapper again"


def test_a_call_during_which_the_inner_plugin_dies_fails_and_the_next_works(
    wrapped: Wrapped,
) -> None:
    wrapped.execute()
    slow = wrapped.host.start_execute(wrapped.name, pod(sleep="1h", log="sleeping"))
    wrapped.host.log.wait_for(lambda entry: entry["msg"] == "sleeping")
    kill(wrapped.inner)
    with pytest.raises(HostError) as caught:
        slow.result()
    assert caught.value.code == "Unavailable"
    assert wrapped.execute() == wrapped.name
    with pytest.raises(HostError) as caught:
        wrapped.execute(exit=3)
    assert caught.value.code == "Unavailable"
    assert wrapped.execute() == wrapped.name


# --- the wrapper dies ---------------------------------------------------------


def test_a_killed_wrapper_takes_everything_with_it(wrapped: Wrapped) -> None:
    wrapped.execute()
    assert wrapped.left()
    (pid,) = wrapped.host.plugin_pids()
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not wrapped.left(), "the inner plugin and the sockets are gone", SOON)
    wait_until(lambda: not wrapped.host.plugin_pids(), "Velero has noticed", SOON)
    assert wrapped.execute() == wrapped.name


def test_a_killed_host_leaves_nothing(wrapped: Wrapped) -> None:
    wrapped.execute()
    wrapped.host.start_execute(wrapped.name, pod(sleep="1h", log="sleeping"))
    wrapped.host.log.wait_for(lambda entry: entry["msg"] == "sleeping")
    os.kill(wrapped.host.pid, signal.SIGKILL)
    wait_until(lambda: not wrapped.left(), "everything is gone", SOON)


# --- the host ends the plugin -------------------------------------------------


def test_cleanup_ends_both_processes_within_two_seconds(wrapped: Wrapped) -> None:
    wrapped.execute()
    wrapped.host.cleanup()
    wait_until(lambda: not wrapped.left(), "everything is gone", limit=2.0)
    assert wrapped.host.plugin_pids() == [], "no zombies"


def test_cleanup_does_not_wait_for_a_call(wrapped: Wrapped) -> None:
    wrapped.execute()
    slow = wrapped.host.start_execute(wrapped.name, pod(sleep="1h", log="sleeping"))
    wrapped.host.log.wait_for(lambda entry: entry["msg"] == "sleeping")
    wrapped.host.cleanup()
    wait_until(lambda: not wrapped.left(), "everything is gone", limit=2.0)
    with pytest.raises(HostError):
        slow.result()
    assert wrapped.host.plugin_pids() == [], "no zombies"


def test_many_rounds_of_start_and_cleanup_leave_nothing(wrapped: Wrapped) -> None:
    for number in range(ROUNDS):
        manager = f"round-{number}"
        wrapped.host.new_manager(manager)
        assert wrapped.execute(manager) == wrapped.name
        wrapped.host.cleanup(manager)
    wait_until(lambda: not wrapped.left(), "everything is gone", SOON)
    assert wrapped.host.plugin_pids() == [], "no zombies"


def test_managers_at_the_same_time_have_processes_of_their_own(wrapped: Wrapped) -> None:
    managers = ["one", "two", "three"]
    for manager in managers:
        wrapped.host.new_manager(manager)
        wrapped.execute(manager)
    assert len(pids_of(wrapped.inner)) == len(wrapped.host.plugin_pids()) == 3
    wrapped.host.cleanup("two")
    assert [wrapped.execute(manager) for manager in ("one", "three")] == [wrapped.name] * 2
    for manager in ("one", "three"):
        wrapped.host.cleanup(manager)
    wait_until(lambda: not wrapped.left(), "everything is gone", SOON)


# --- starts that fail, and odd paths ------------------------------------------


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("#!/bin/sh\necho the licence has expired >&2\nexit 1\n", "the licence has expired"),
        ("#!/bin/sh\necho hello\n", "hello"),
        ("#!/no/such/interpreter\n", "it cannot be executed"),
    ],
    ids=["exits", "is no plugin", "cannot run"],
)
def test_a_discovery_that_fails_names_the_inner_plugin(
    velero_host: StartHost, tmp_path: Path, script: str, said: str
) -> None:
    inner = python_plugin(tmp_path / "twin", "twin_v1")
    (tmp_path / "plugins").mkdir()
    wrapper = wrap(inner, tmp_path / "plugins" / "wrapper", "v2")
    inner.write_text(script)
    with pytest.raises(HostError) as caught:
        velero_host().discover(wrapper.parent)
    assert str(inner) in caught.value.message
    assert said in caught.value.message


def test_an_inner_plugin_that_is_gone_is_named(velero_host: StartHost, tmp_path: Path) -> None:
    inner = python_plugin(tmp_path / "twin", "twin_v1")
    (tmp_path / "plugins").mkdir()
    wrapper = wrap(inner, tmp_path / "plugins" / "wrapper", "v2")
    inner.unlink()
    with pytest.raises(HostError, match=f"{inner}.*[Nn]o such file"):
        velero_host().discover(wrapper.parent)


@pytest.mark.parametrize("folder", ["with blanks and 'quotes' \"$HOME\"", "ß日本", "x" * 150])
def test_paths_of_all_kinds_work(velero_host: StartHost, tmp_path: Path, folder: str) -> None:
    awkward = tmp_path / folder
    (awkward / "plugins").mkdir(parents=True)
    inner = python_plugin(awkward / "the plugin", "twin_v1")
    host = velero_host()
    host.discover(wrap(inner, awkward / "plugins" / "the wrapper", "v2").parent)
    assert host.execute("example.io/py-v1", pod()).item_json


@pytest.mark.parametrize("folder", ["with blanks and 'quotes'", "x" * 150])
def test_interpreters_on_all_kinds_of_paths_work(
    velero_host: StartHost, tmp_path: Path, folder: str
) -> None:
    environment = tmp_path / folder
    environment.symlink_to(sys.prefix, target_is_directory=True)
    interpreter = environment / "bin" / Path(sys.executable).name
    inner = python_plugin(tmp_path / "twin", "twin_v1")
    (tmp_path / "plugins").mkdir()
    wrapper = wrap(inner, tmp_path / "plugins" / "wrapper", "v2", python=str(interpreter))
    assert wrapper.read_text().startswith("#!/bin/sh\n")
    host = velero_host()
    host.discover(wrapper.parent)
    assert host.execute("example.io/py-v1", pod()).item_json
    (pid,) = host.plugin_pids()
    assert Path(f"/proc/{pid}/cmdline").read_bytes().startswith(os.fsencode(interpreter) + b"\0")
