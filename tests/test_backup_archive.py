"""A backup is written in Velero's layout, whole or not at all, the same bytes every time."""

from __future__ import annotations

import os
import tarfile
from pathlib import Path

import pytest

from backup_objects import Object, made, namespace, pod
from velero_shim.backup.archive import Contents, OutputError, check_output, item_files, write
from velero_shim.backup.cluster import Cluster, Item
from velero_shim.backup.manifests import Manifest


def item_of(obj: Object) -> Item:
    cluster = Cluster([Manifest("test", obj)])
    (item,) = [item for resource in cluster.table for item in cluster.items(resource)]
    return item


@pytest.mark.parametrize(
    ("obj", "paths"),
    [
        (
            pod("web"),
            (
                "resources/pods/namespaces/shop/web.json",
                "resources/pods/v1-preferredversion/namespaces/shop/web.json",
            ),
        ),
        (
            namespace("shop"),
            (
                "resources/namespaces/cluster/shop.json",
                "resources/namespaces/v1-preferredversion/cluster/shop.json",
            ),
        ),
        (
            made("autoscaling/v2", "HorizontalPodAutoscaler", "h", "shop"),
            (
                "resources/horizontalpodautoscalers.autoscaling/namespaces/shop/h.json",
                "resources/horizontalpodautoscalers.autoscaling/v2-preferredversion/namespaces/shop/h.json",
            ),
        ),
    ],
)
def test_paths(obj: Object, paths: tuple[str, ...]) -> None:
    files = item_files(item_of(obj), obj)
    assert tuple(files) == paths
    assert len(set(files.values())) == 1


@pytest.mark.parametrize("name", ["../x", "a/b", ".."])
def test_a_name_that_is_a_path_is_refused(name: str) -> None:
    updated = {**pod("web"), "metadata": {"name": name, "namespace": "shop"}}
    with pytest.raises(ValueError, match="would be another path"):
        item_files(item_of(pod("web")), updated)


def test_numbers_of_any_size_and_any_character_survive() -> None:
    obj = {**pod("web"), "n": 2**70, "f": 1.5, "text": "ü\ud800<&"}
    data = item_files(item_of(pod("web")), obj)["resources/pods/namespaces/shop/web.json"]
    assert b"1180591620717411303424" in data
    assert b"\\ud800" in data


REPORTS = {"velero-backup.json": b"{}", "backup.log": b"log"}


def contents() -> dict[str, bytes]:
    found = Contents()
    found.add({"resources/pods/namespaces/shop/web.json": b"{}"})
    return found.files


def test_a_folder(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    check_output(target)
    write(target, contents(), REPORTS)
    files = {str(f.relative_to(target)): f.read_bytes() for f in target.rglob("*") if f.is_file()}
    assert files == {**contents(), **REPORTS}
    assert files["metadata/version"] == b"1.1.0\n"
    assert list(tmp_path.iterdir()) == [target]


def test_an_archive_has_its_reports_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "nightly.tar.gz"
    target.write_text("from before")
    check_output(target)
    write(target, contents(), REPORTS)
    assert sorted(f.name for f in tmp_path.iterdir()) == [
        "nightly-backup.log",
        "nightly-velero-backup.json",
        "nightly.tar.gz",
    ]
    with tarfile.open(target) as archive:
        assert archive.getnames() == list(contents())


def test_an_archive_is_the_same_bytes_again(tmp_path: Path) -> None:
    for name in ("a.tar.gz", "b.tar.gz"):
        write(tmp_path / name, contents(), {})
    assert (tmp_path / "a.tar.gz").read_bytes() == (tmp_path / "b.tar.gz").read_bytes()


def test_what_cannot_be_written_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("the disk is full")

    target = tmp_path / "a.tar.gz"
    target.write_text("from before")
    monkeypatch.setattr(os, "fdopen", full)
    with pytest.raises(OSError, match="full"):
        write(target, contents(), {})
    assert [f.read_text() for f in tmp_path.iterdir()] == ["from before"]


def test_outputs_that_are_refused_early(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "dir.tar.gz").mkdir()
    for target, problem in (
        (tmp_path / "no" / "out", "there is no folder"),
        (tmp_path, "not empty"),
        (tmp_path / "file", "found a file"),
        (tmp_path / "dir.tar.gz", "found a folder"),
    ):
        with pytest.raises(OutputError, match=problem):
            check_output(target)
