"""Packed plugins in the plugins folder of a real Velero host."""

from __future__ import annotations

from pathlib import Path

import pytest

from bundles import pack
from interop.conftest import StartHost
from interop.go_build import NEWEST
from interop.items import pod
from interop.pairs import go_plugin
from interop.plugin_programs import pids_of, wrap
from plugin_files import wait_until
from velero_shim.samples import snapshot

pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plugins folder with a packed module and a packed wrapper around a Go plugin."""
    folder = tmp_path_factory.mktemp("packed")
    plugins = folder / "plugins"
    plugins.mkdir()
    pack(snapshot.__name__, plugins / "snapshot")
    inner = go_plugin(folder / "inner", "v1", NEWEST)
    pack(wrap(inner, folder / "wrapper", "v2"), plugins / "wrapper")
    inner.unlink()  # the bundle needs it no more
    return plugins


def test_velero_finds_and_runs_a_packed_plugin(
    velero_host: StartHost, plugins: Path, tmp_path: Path
) -> None:
    host = velero_host(env={snapshot.ENV_FOLDER: str(tmp_path)})
    listed = host.discover(plugins)
    (found,) = (one for one in listed["BackupItemActionV2"] if one.name == snapshot.NAME)
    assert found.command == str(plugins / "snapshot" / "snapshot")
    executed = host.execute(snapshot.NAME, pod())
    host.cleanup()
    host.new_manager()
    progress = host.progress(snapshot.NAME, executed.operation_id)
    assert progress.operation_units == "Bytes"


def test_velero_runs_a_go_plugin_that_a_packed_wrapper_carries(
    velero_host: StartHost, plugins: Path
) -> None:
    host = velero_host()
    names = {one.name for one in host.discover(plugins)["BackupItemActionV2"]}
    assert {snapshot.NAME, "example.io/go-v1"} <= names
    executed = host.execute("example.io/go-v1", pod())
    assert executed.annotations["example.io/handled-by"] == "example.io/go-v1"
    host.cleanup()
    wait_until(lambda: not pids_of(plugins / "wrapper" / "wrapper"), "nothing is left")


def test_every_file_but_the_entry_is_passed_over(velero_host: StartHost, plugins: Path) -> None:
    host = velero_host()
    host.discover(plugins)
    passed_over = {
        str(entry["msg"]).split("skip file ")[1].split(",")[0]
        for entry in host.log.entries()
        if "skip file" in str(entry["msg"])
    }
    files = {path.name for path in plugins.rglob("*") if path.is_file()}
    assert files - passed_over == {"snapshot", "wrapper"}
    assert "plugin-v1" in passed_over
