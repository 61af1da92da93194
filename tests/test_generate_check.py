"""Whether generated code is what the protos give, and that the check notices when it is not."""

from __future__ import annotations

import importlib.metadata
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import checkout
import generate

SHARED = "gen/python/velero_plugin/shared/v1"
PROJECT = tomllib.loads((checkout.ROOT / "pyproject.toml").read_text("utf-8"))
TOOLCHAINS: dict[str, list[str]] = PROJECT["tool"]["velero-shim"]["toolchains"]
PINNED = dict(
    line.split("==")
    for line in PROJECT["dependency-groups"]["generate"]
    if isinstance(line, str) and "==" in line
)


def generators_as_pinned() -> bool:
    try:
        return all(importlib.metadata.version(name) == want for name, want in PINNED.items())
    except importlib.metadata.PackageNotFoundError:
        return False


needs_generators = pytest.mark.skipif(
    not generators_as_pinned(), reason="needs the pinned generators: nox -s generate_check"
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return checkout.copy(tmp_path, "buf.yaml", "buf.gen.yaml", "tools", "proto", "gen")


@needs_generators
def test_fresh_code_passes_and_stays_as_it_is(copy: Path) -> None:
    assert generate.main(["python"], copy) == 0
    assert generate.main(["--check", "python"], copy) == 0
    written = (copy / SHARED / "shared_pb2.py").read_bytes()
    assert written == (checkout.ROOT / SHARED / "shared_pb2.py").read_bytes()


@needs_generators
@pytest.mark.parametrize("name", [f"{SHARED}/stray.py", "gen/python/stray.py", "gen/stray/x.py"])
def test_a_stray_file_fails(copy: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (copy / name).parent.mkdir(parents=True, exist_ok=True)
    (copy / name).touch()
    assert generate.main(["--check", "python"], copy) == 1
    assert "stray: " in (out := capsys.readouterr().out)
    assert "To mend: nox -s generate" in out


def _link_stray(copy: Path) -> None:
    (copy / SHARED / "stray").symlink_to(copy / "proto")


def _link_file(copy: Path) -> None:
    (copy / SHARED / "shared_pb2.py").rename(copy / "moved.py")
    (copy / SHARED / "shared_pb2.py").symlink_to(copy / "moved.py")


def _link_folder(copy: Path) -> None:
    (copy / "gen/python").rename(copy / "moved")
    (copy / "gen/python").symlink_to(copy / "moved")


def _make_executable(copy: Path) -> None:
    (copy / SHARED / "shared_pb2.py").chmod(0o755)


def _remove_all(copy: Path) -> None:
    shutil.rmtree(copy / "gen")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (_link_stray, f"stray: {{}}/{SHARED}/stray\n"),
        (_link_file, f"different: {{}}/{SHARED}/shared_pb2.py: found a symbolic link, "),
        (_link_folder, "different: {}/gen/python: found a symbolic link, expected a folder\n"),
        (_make_executable, f"different: {{}}/{SHARED}/shared_pb2.py: found an executable file, "),
        (_remove_all, f"missing: {{}}/{SHARED}/shared_pb2.py\n"),
    ],
)
def test_what_is_no_such_file_any_more_fails_until_it_is_written_again(
    copy: Path,
    damage: Callable[[Path], None],
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The committed code stands for fresh code here, which needs no generator."""
    fresh = checkout.copy(copy / "fresh", "gen/python")
    damage(copy)
    assert generate.check(copy, ["python"], fresh) == 1
    assert message.format(copy) in (out := capsys.readouterr().out)
    assert out.endswith("To mend: nox -s generate\n")
    generate.replace(copy, ["python"], fresh)
    assert generate.check(copy, ["python"], fresh) == 0


@needs_generators
@pytest.mark.parametrize("name", ["shared_pb2.py", "shared_pb2_grpc.pyi", "__init__.py"])
def test_an_edited_or_deleted_file_fails_until_it_is_written_again(copy: Path, name: str) -> None:
    path = copy / SHARED / name
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    assert generate.main(["--check", "python"], copy) == 1
    path.unlink()
    assert generate.main(["--check", "python"], copy) == 1
    assert generate.main(["python"], copy) == 0
    assert generate.main(["--check", "python"], copy) == 0


@needs_generators
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("string function = 3;", "string function = 3;\n\n  // Column.\n  int32 column = 4;"),
        ("// Any words.", "// Other words."),
    ],
    ids=["field", "comment"],
)
def test_an_edited_proto_fails(copy: Path, old: str, new: str) -> None:
    path = copy / "proto/velero_plugin/shared/v1/shared.proto"
    checkout.edit(path, "// One call on the stack of an error.", "// Any words.")
    generate.main(["python"], copy)
    checkout.edit(path, old, new)
    assert generate.main(["--check", "python"], copy) == 1


@needs_generators
def test_a_proto_that_does_not_compile_leaves_the_old_code(copy: Path) -> None:
    checkout.edit(
        copy / "proto/velero_plugin/shared/v1/shared.proto", "message Stack {", "message {"
    )
    with pytest.raises(SystemExit, match="buf generate failed for python"):
        generate.main(["python"], copy)
    assert (copy / SHARED / "shared_pb2.py").exists()


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        generate.main(["cobol"], checkout.ROOT)
    assert "no such language: cobol" in capsys.readouterr().err


@needs_generators
@pytest.mark.parametrize("language", TOOLCHAINS)
def test_each_language_is_checked(copy: Path, language: str) -> None:
    """A file that is edited, one that is missing and one too many fail, and are mended."""
    if not all(map(shutil.which, TOOLCHAINS[language])):
        pytest.skip(f"needs the toolchain of {language}")
    folder = copy / generate.Template(copy).folders[language]
    first, second = sorted(path for path in folder.rglob("*") if path.is_file())[:2]
    for damage in (lambda: first.write_text("//"), second.unlink, (folder / "stray").touch):
        assert generate.main(["--check", language], copy) == 0
        damage()
        assert generate.main(["--check", language], copy) == 1
        assert generate.main([language], copy) == 0


def test_every_language_has_its_toolchain_named() -> None:
    assert list(generate.Template(checkout.ROOT).folders) == list(TOOLCHAINS)
