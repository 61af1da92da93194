"""Manifests come from files, folders and standard input, and are what a cluster could hold."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from velero_shim.backup.manifests import Manifest, read_manifests
from velero_shim.errors import ManifestError

POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: shop}\n"


def read(tmp_path: Path, text: str, name: str = "m.yaml") -> list[Manifest]:
    file = tmp_path / name
    file.write_text(text)
    return read_manifests([str(file)])


def names(found: list[Manifest]) -> list[str]:
    return [manifest.obj["metadata"]["name"] for manifest in found]


def test_many_documents(tmp_path: Path) -> None:
    text = f"---\n{POD}---\n# nothing here\n---\n{POD.replace('web', 'db')}...\n"
    assert names(read(tmp_path, text)) == ["web", "db"]


@pytest.mark.parametrize("kind", ["List", "PodList"])
def test_lists_as_kubectl_and_the_api_server_print_them(tmp_path: Path, kind: str) -> None:
    items: list[dict[str, Any]] = [{"metadata": {"name": name}} for name in ("a", "b")]
    if kind == "List":
        items = [{"apiVersion": "v1", "kind": "Pod", **item} for item in items]
    text = json.dumps({"apiVersion": "v1", "kind": kind, "items": items})
    found = read(tmp_path, text, "list.json")
    assert names(found) == ["a", "b"]
    assert {manifest.obj["kind"] for manifest in found} == {"Pod"}


def test_a_list_in_a_list(tmp_path: Path) -> None:
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}}
    inner = {"apiVersion": "v1", "kind": "List", "items": [pod]}
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": [inner]})
    assert names(read(tmp_path, text)) == ["web"]


def test_an_object_may_have_items_of_its_own(tmp_path: Path) -> None:
    text = "apiVersion: example.io/v1\nkind: Order\nmetadata: {name: o}\nitems: [1]\n"
    assert names(read(tmp_path, text)) == ["o"]


def test_folders_are_read_by_name_with_what_is_below(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("c.yaml", "a.yml", "b/x.json", "notes.txt"):
        obj = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": Path(name).stem}}
        (tmp_path / name).write_text("no: [yaml" if name.endswith("txt") else json.dumps(obj))
    assert names(read_manifests([str(tmp_path)])) == ["a", "x", "c"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = SimpleNamespace(buffer=io.BytesIO(POD.encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    (found,) = read_manifests(["-"])
    assert found.source == "-"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "found no Kubernetes object"),
        ("# nothing\n---\n", "found no Kubernetes object"),
        ("just text", "document 1 is str, expected an object"),
        ("a: [", "it is no YAML: (?s:.*)line 2"),
        ("kind: Pod\nmetadata: {name: a}", "Pod a: found no apiVersion"),
        ("apiVersion: v1\nmetadata: {name: a}", r"\(no kind\) a: found no kind"),
        ("apiVersion: v1\nkind: Pod", r"Pod \(no name\): found no metadata.name"),
        ("apiVersion: v1\nkind: Pod\nmetadata: {generateName: a-}", "found no metadata.name"),
        ("apiVersion: v1\nkind: Pod\nmetadata: {name: a/b}", "the name 'a/b'"),
        ("apiVersion: v1\nkind: Pod\nmetadata: {name: ..}", "the name '..'"),
        ("apiVersion: v1\nkind: Pod\nmetadata: {name: a, labels: {x: 1}}", "metadata.labels"),
        ("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nx: !!binary eA==", "bytes at .x"),
        ("apiVersion: v1\nkind: PodList\nitems: [7]", "PodList: item 0 is no object"),
    ],
)
def test_what_is_no_manifest(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(ManifestError, match=problem) as error:
        read(tmp_path, text)
    assert "m.yaml" in str(error.value)


def test_a_folder_without_manifests(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match=r"no file that ends in \.yaml"):
        read_manifests([str(tmp_path)])
