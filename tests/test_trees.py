"""The comparison of two folders, which the checks of generated code and golden files rest on."""

from __future__ import annotations

from pathlib import Path

import pytest

import trees


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    wanted, found = tmp_path / "wanted", tmp_path / "found"
    for root in (wanted, found):
        (root / "folder").mkdir(parents=True)
        (root / "folder" / "file").write_bytes(b"\x00\n")
    return wanted, found


def test_equal_folders_have_no_differences(pair: tuple[Path, Path]) -> None:
    (pair[1] / "__pycache__").mkdir()
    (pair[1] / "__pycache__" / "module.pyc").touch()
    assert trees.differences(*pair) == []


def test_each_difference_is_named(pair: tuple[Path, Path]) -> None:
    wanted, found = pair
    (wanted / "new").touch()
    (found / "old").touch()
    (found / "folder" / "file").write_bytes(b"\x00\r\n")
    assert trees.differences(wanted, found) == [
        f"missing: {found / 'new'}",
        f"stray: {found / 'old'}",
        f"different: {found / 'folder' / 'file'}",
    ]


def test_a_link_to_a_folder_is_a_stray(pair: tuple[Path, Path]) -> None:
    wanted, found = pair
    (found / "link").symlink_to(wanted)
    assert trees.differences(wanted, found) == [f"stray: {found / 'link'}"]


def test_a_link_in_the_place_of_a_file_differs_even_with_its_bytes(pair: tuple[Path, Path]) -> None:
    wanted, found = pair
    for target in (wanted / "folder" / "file", wanted / "nothing"):
        (found / "folder" / "file").unlink()
        (found / "folder" / "file").symlink_to(target)
        assert trees.differences(wanted, found) == [
            f"different: {found / 'folder' / 'file'}: found a symbolic link, "
            "expected a file that is not executable"
        ]


def test_a_link_in_the_place_of_a_folder_is_a_stray_and_hides_its_files(
    pair: tuple[Path, Path],
) -> None:
    wanted, found = pair
    (found / "folder").rename(found.parent / "elsewhere")
    (found / "folder").symlink_to(found.parent / "elsewhere")
    assert trees.differences(wanted, found) == [
        f"missing: {found / 'folder' / 'file'}",
        f"stray: {found / 'folder'}",
    ]


def test_a_changed_executable_bit_differs_either_way(pair: tuple[Path, Path]) -> None:
    file = pair[1] / "folder" / "file"
    file.chmod(0o755)
    plain, executable = "a file that is not executable", "an executable file"
    assert trees.differences(*pair) == [f"different: {file}: found {executable}, expected {plain}"]
    wanted = pair[0] / "folder" / "file"
    assert trees.differences(*pair[::-1]) == [
        f"different: {wanted}: found {plain}, expected {executable}"
    ]


def test_a_folder_that_is_not_there_lacks_everything(pair: tuple[Path, Path]) -> None:
    assert trees.differences(pair[0], pair[1] / "none") == [
        f"missing: {pair[1] / 'none' / 'folder' / 'file'}"
    ]


def test_differences_fail_and_name_what_mends_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert trees.report([], "nox -s golden") == 0
    assert trees.report(["missing: x"], "nox -s golden") == 1
    assert capsys.readouterr().out.endswith("To mend: nox -s golden\n")
