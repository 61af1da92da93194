"""The comparison with another side's descriptors notices what either side lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

import buf
import checkout
import parity

V2 = "proto/velero_plugin/backup_item_action/v2/backup_item_action.proto"


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """Returns a schema like ours in files of other names, with descriptors still to be built."""
    schema = checkout.copy(tmp_path / "theirs", "buf.yaml", "proto")
    for path in list((schema / "proto").rglob("shared.proto")):
        path.rename(path.with_name("Shared.proto"))
    for path in (schema / "proto").rglob("*.proto"):
        text = path.read_text("utf-8").replace("/shared.proto", "/Shared.proto")
        path.write_text(text, "utf-8")
    return schema


def compare(theirs: Path, *options: str) -> int:
    descriptors = theirs / "theirs.binpb"
    assert buf.run("build", "-o", descriptors, cwd=theirs).returncode == 0
    return parity.main([str(descriptors), *options], checkout.ROOT)


def test_equal_schemas_in_other_files_pass(theirs: Path) -> None:
    assert compare(theirs) == 0


def test_what_we_lack_fails(theirs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checkout.edit(
        theirs / V2, "  string operationID = 3;", "  string operationID = 3;\n  string more = 9;"
    )
    assert compare(theirs) == 1
    assert compare(theirs, "--subset") == 1
    assert "We lack:" in capsys.readouterr().out


def test_what_they_lack_fails_unless_they_may(
    theirs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout.edit(theirs / V2, "  rpc Progress(", "  // rpc Progress(")
    assert compare(theirs) == 1
    assert "They lack:" in capsys.readouterr().out
    assert compare(theirs, "--subset") == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("string operationID = 3;", "string operationID = 9;"),
        ("string operationID = 3;", "bytes operationID = 3;"),
        ("rpc Cancel(", "rpc Stop("),
    ],
)
def test_what_is_said_differently_fails(theirs: Path, old: str, new: str) -> None:
    checkout.edit(theirs / V2, old, new)
    assert compare(theirs) == 1


def test_descriptors_that_cannot_be_read_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "theirs.binpb").write_bytes(b"\xff")
    with pytest.raises(SystemExit):
        parity.main([str(tmp_path / "theirs.binpb")], checkout.ROOT)
