"""Our Go stubs and Velero's in one binary, which protobuf has to be told to allow."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from conformance import languages
from conformance.report import Results

pytestmark = pytest.mark.timeout(languages.BUILD_LIMIT)

MODULE = languages.HERE / "beside_velero"
ALLOWED = "-X google.golang.org/protobuf/reflect/protoregistry.conflictPolicy=ignore"
VARIABLE = "GOLANG_PROTOBUF_REGISTRATION_CONFLICT"


@pytest.fixture(autouse=True)
def _go_only(results: Results) -> None:
    if results.language != "go":
        pytest.skip("is about Go")


def program(folder: Path, *flags: str) -> Path:
    languages.run(["go", "build", "-buildvcs=false", *flags, "-o", str(folder)], MODULE)
    return folder / MODULE.name


def start(program: Path, **environment: str) -> tuple[int, str, str]:
    ran = subprocess.run(
        [str(program)],
        env={**{k: v for k, v in os.environ.items() if k != VARIABLE}, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return ran.returncode, ran.stdout, ran.stderr


def test_both_work_when_the_linker_is_told_to_allow_it(tmp_path: Path) -> None:
    done = start(program(tmp_path, f"-ldflags={ALLOWED}"))
    assert done == (0, "v2.ExecuteRequest in both\n", "")


def test_both_work_when_the_environment_allows_it(tmp_path: Path) -> None:
    done = start(program(tmp_path), **{VARIABLE: "ignore"})
    assert done == (0, "v2.ExecuteRequest in both\n", "")


def test_otherwise_the_program_does_not_start(tmp_path: Path) -> None:
    """Should protobuf stop to mind, the README is to be changed."""
    status, _, stderr = start(program(tmp_path))
    assert status != 0
    assert "has a name conflict over generated." in stderr


def test_the_readme_says_how() -> None:
    readme = (languages.ROOT / "gen" / "go" / "README.md").read_text("utf-8")
    assert ALLOWED in readme
    assert f"{VARIABLE}=ignore" in readme
