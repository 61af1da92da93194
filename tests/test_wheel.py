"""The built wheel holds what it should and works where nothing else of the project is."""

from __future__ import annotations

import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import checkout

IMPORT_ALL = """
import importlib, pathlib, pkgutil, sys
import grpc_health.v1.health_pb2_grpc, grpc_reflection.v1alpha.reflection_pb2_grpc
import grpc_status.rpc_status
import velero_plugin, velero_shim
assert pathlib.Path(velero_plugin.__file__).is_relative_to(sys.prefix), velero_plugin.__file__
for package in (velero_plugin, velero_shim):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if module.name == "velero_shim.pytest_plugin":  # pytest imports it, and only there
            continue
        importlib.import_module(module.name)
        print(module.name)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the wheel from the sdist, as an installer without wheels would."""
    out = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--outdir", str(out), str(checkout.ROOT)]
    subprocess.run(build, check=True)
    (path,) = out.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def files(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_has_no_other_top_level_name(files: set[str]) -> None:
    tops = {name.partition("/")[0] for name in files}
    assert {name for name in tops if not name.endswith(".dist-info")} == {
        "velero_plugin",
        "velero_shim",
    }


def test_the_wheel_has_every_module_with_its_types_and_nothing_else(files: set[str]) -> None:
    sources = (checkout.ROOT / "gen" / "python", checkout.ROOT / "shim")
    modules = {
        path.relative_to(source).as_posix()
        for source in sources
        for path in source.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert {name for name in files if ".dist-info/" not in name} == modules
    assert {"velero_plugin/py.typed", "velero_shim/py.typed"} <= files


def test_the_wheel_carries_its_licence_and_command(wheel: Path, files: set[str]) -> None:
    (licence,) = (name for name in files if name.endswith("/LICENSE"))
    (entry_points,) = (name for name in files if name.endswith("/entry_points.txt"))
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read(licence) == (checkout.ROOT / "LICENSE").read_bytes()
        assert b"velero-shim = velero_shim.cli:main" in archive.read(entry_points)


def test_everything_imports_from_an_empty_environment_elsewhere(
    wheel: Path, tmp_path: Path
) -> None:
    """All stubs live in one process beside the generated code of grpcio's own packages."""
    venv.create(tmp_path / "venv", with_pip=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([python, *install, str(wheel), "grpcio-reflection"], check=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    command = [python, "-I", "-W", "error", "-c", IMPORT_ALL]
    done = subprocess.run(command, cwd=elsewhere, check=True, stdout=subprocess.PIPE, text=True)
    assert set(re.findall(r"^velero_plugin.*_pb2.*$", done.stdout, re.MULTILINE)) == {
        ".".join(path.relative_to(checkout.ROOT / "gen" / "python").with_suffix("").parts)
        for path in (checkout.ROOT / "gen" / "python").rglob("*_pb2*.py")
    }
