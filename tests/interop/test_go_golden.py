"""The programs that write the fixtures and the descriptors, run for real."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool

from interop.go_build import VERSIONS, built

GOLDEN = Path(__file__).parent.parent / "golden"
LIMIT = 60.0
STATUS = "google.rpc.Status/error.binpb"
_ALWAYS = {"generated", "plugin", "google.protobuf"}
PACKAGES = {
    "1.18.1": {*_ALWAYS, "v1", "v2"},
    "1.17.2": {*_ALWAYS, "v1", "v2"},
    "1.11.1": {*_ALWAYS, "v2"},
    "1.10.3": _ALWAYS,
}


def _golden(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(built("golden")), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)


def _content(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _edit_status(folder: Path, edit: Callable[[bytes], bytes]) -> None:
    """Changes a status in place, as if its fixture had been written by another toolchain."""
    path = folder / STATUS
    path.write_bytes(edit(path.read_bytes()))
    manifest = folder / "manifest.json"
    text = json.loads(manifest.read_bytes())
    for entry in text["fixtures"]:
        if entry["file"] == STATUS:
            entry["toolchain"] = "go1.99 plan9/mips"
    manifest.write_text(json.dumps(text))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(GOLDEN, tmp_path / "golden"))


def test_the_fixtures_are_what_velero_writes_now(copy: Path) -> None:
    assert _golden(copy).returncode == 0
    assert _content(copy) == _content(GOLDEN)


def test_two_runs_write_the_same_bytes(tmp_path: Path) -> None:
    assert _golden(tmp_path / "first").returncode == 0
    assert _golden(tmp_path / "second").returncode == 0
    assert _content(tmp_path / "first") == _content(tmp_path / "second")


def test_a_fixture_that_velero_does_not_write_any_more_goes_away(copy: Path) -> None:
    (copy / "v2.ExecuteRequest" / "old.binpb").touch()
    (copy / "v2.ExecuteRequest" / "full.binpb").write_bytes(b"edited")
    assert _golden(copy).returncode == 0
    assert _content(copy) == _content(GOLDEN)


def test_a_status_that_differs_only_in_go_s_own_runtime_is_kept(copy: Path) -> None:
    def move_line(wire: bytes) -> bytes:
        start = wire.index(b"runtime/asm_") + wire[wire.index(b"runtime/asm_") :].index(b"\x10") + 1
        return wire[:start] + bytes([wire[start] ^ 1]) + wire[start + 1 :]

    _edit_status(copy, move_line)
    edited = (copy / STATUS).read_bytes()
    assert edited != (GOLDEN / STATUS).read_bytes()
    assert _golden(copy).returncode == 0
    assert (copy / STATUS).read_bytes() == edited
    assert "go1.99 plan9/mips" in (copy / "manifest.json").read_text("utf-8")


def test_a_status_that_differs_otherwise_is_written_anew(copy: Path) -> None:
    _edit_status(copy, lambda wire: wire.replace(b"disk is full", b"disk is fool"))
    assert _golden(copy).returncode == 0
    assert _content(copy) == _content(GOLDEN)


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    run = _golden(tmp_path)
    assert run.returncode == 1
    assert "neither empty nor a folder of fixtures" in run.stderr
    assert precious.read_text() == "mine"


@pytest.mark.parametrize("version", VERSIONS)
def test_descriptors_are_a_whole_image(tmp_path: Path, version: str) -> None:
    """Every import is in it, ahead of the file that needs it: a pool takes it as it is."""
    image = tmp_path / "image.binpb"
    command = [str(built("descriptors", version)), "-o", str(image)]
    subprocess.run(command, check=True, timeout=LIMIT)
    pool = descriptor_pool.DescriptorPool()
    files = descriptor_pb2.FileDescriptorSet.FromString(image.read_bytes()).file
    for file in files:
        pool.Add(file)
    assert pool.FindMessageTypeByName("generated.ExecuteResponse")
    assert pool.FindServiceByName("plugin.GRPCStdio")
    assert {file.package for file in files} == PACKAGES[version]
