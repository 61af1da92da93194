"""Manifests are read as kubectl reads them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
import yaml

from velero_shim.errors import ManifestError
from velero_shim.jsonbytes import encode_object
from velero_shim.manifest import documents, minimal_backup, minimal_restore, read_object, to_yaml
from velero_shim.objects import Backup, Restore


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2024-05-06T07:08:09Z", "2024-05-06T07:08:09Z"),
        ("2024-05-06", "2024-05-06"),
        ("1:30", "1:30"),
        ("1e3", 1000.0),
        ("1.5", 1.5),
        ("0644", 420),
        ("0o644", 420),
        ("0x1F", 31),
        ("9007199254740993", 9007199254740993),
        ("-7", -7),
        ("1.2.3", "1.2.3"),
        ("yes", True),
        ("~", None),
        ("v1", "v1"),
        ("'7'", "7"),
    ],
)
def test_scalars(text: str, value: object) -> None:
    (found,) = documents(f"a: {text}", "test")
    assert found == {"a": value}
    assert type(found["a"]) is type(value)


def test_keys_are_texts() -> None:
    (found,) = documents("8080: web\ntrue: x\n", "test")
    assert found == {"8080": "web", "true": "x"}


def test_a_stream_of_documents_leaves_out_empty_ones() -> None:
    assert list(documents("---\na: 1\n---\n---\n# nothing\n---\nb: 2\n", "test")) == [
        {"a": 1},
        {"b": 2},
    ]


def test_json_keeps_large_integers() -> None:
    assert list(documents('{"a": 123456789012345678901234567890}', "test")) == [
        {"a": 123456789012345678901234567890}
    ]


def test_anchors_and_merges_work() -> None:
    (found,) = documents("base: &b {x: 1, y: 2}\nother: {<<: *b, y: 3}\n", "test")
    assert found["other"] == {"x": 1, "y": 3}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\na: 2\n", "twice"),
        ("a: [1", "no YAML"),
        ("- a\n", "document 1 is list, expected an object"),
        ("a: !!python/object:os.system x", "no YAML"),
        ("{broken", "no YAML"),
    ],
)
def test_what_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ManifestError, match=problem):
        list(documents(text, "file.yaml"))


def test_one_object_is_one(tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    file.write_text("a: 1\n---\nb: 2\n")
    with pytest.raises(ManifestError, match=r"two.yaml: found 2 objects, expected one as an item"):
        read_object(str(file), "an item")
    file.write_text("a: 1\n")
    assert read_object(str(file)) == {"a": 1}


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stream: Any = io.TextIOWrapper(io.BytesIO(b"a: 1\n"))
    monkeypatch.setattr("sys.stdin", stream)
    assert read_object("-") == {"a": 1}


def test_no_utf8_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "latin"
    file.write_bytes(b"a: \xe4")
    with pytest.raises(ManifestError, match="no UTF-8"):
        read_object(str(file))


def test_the_minimal_owners_are_what_velero_sends() -> None:
    backup = Backup(encode_object(minimal_backup()))
    assert (backup.name, backup.phase, backup.is_finalizing) == ("velero-shim", "InProgress", False)
    restore = Restore(encode_object(minimal_restore()))
    assert restore.item_operation_timeout is not None


@pytest.mark.parametrize(
    "value",
    [
        "1e3",
        "y",
        "0o17",
        "1:30",
        "2024-05-06",
        "0x1F",
        "yes",
        "",
        "a: b",
        "Grüße",
        1,
        2.5,
        True,
        None,
    ],
)
def test_what_is_written_reads_back(value: object) -> None:
    text = to_yaml({"a": value, "b": [value, value]})
    assert list(documents(text, "test")) == [{"a": value, "b": [value, value]}]
    assert list(yaml.safe_load_all(text)) == [{"a": value, "b": [value, value]}]


def test_shared_values_are_written_out() -> None:
    shared = {"x": [1]}
    assert "&" not in to_yaml({"a": shared, "b": shared})
