"""The packages around the generated code: one version, one licence, READMEs that show what runs."""

from __future__ import annotations

import json
import re
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import checkout

GEN = checkout.ROOT / "gen"
EXAMPLES = checkout.ROOT / "examples"
VERSION: str = tomllib.loads((checkout.ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "version"
]
CLIENTS = {
    "go": "client/main.go",
    "typescript": "client.ts",
    "rust": "src/bin/client.rs",
    "java": "src/main/java/Client.java",
}
PACKAGES = sorted(path.name for path in GEN.iterdir() if path.name != "python")


def _of_npm(path: Path) -> str:
    return str(json.loads(path.read_bytes())["version"])


def _of_cargo(path: Path) -> str:
    return str(tomllib.loads(path.read_text("utf-8"))["package"]["version"])


def _of_maven(path: Path) -> str:
    found = ET.parse(path).find("{*}version")
    assert found is not None
    return str(found.text)


VERSIONS: Mapping[str, Callable[[Path], str]] = {
    "package.json": _of_npm,
    "Cargo.toml": _of_cargo,
    "pom.xml": _of_maven,
}


def versions(root: Path) -> dict[str, str]:
    """The version in each manifest of a package; a Go module has its in the tag only."""
    found = (path for name in VERSIONS for path in root.glob(f"*/{name}"))
    return {path.relative_to(root).as_posix(): VERSIONS[path.name](path) for path in found}


def test_every_language_has_a_client_in_its_readme() -> None:
    assert sorted(CLIENTS) == PACKAGES


def test_all_packages_have_the_version_of_pyproject() -> None:
    assert versions(GEN) == dict.fromkeys(versions(GEN), VERSION)
    assert len(versions(GEN)) == len(PACKAGES) - 1


@pytest.mark.parametrize("language", PACKAGES)
def test_a_package_has_the_licence(language: str) -> None:
    licence = (checkout.ROOT / "LICENSE").read_bytes()
    assert (GEN / language / "LICENSE").read_bytes() == licence


@pytest.mark.parametrize("language", PACKAGES)
def test_the_client_in_a_readme_is_the_example_that_is_run(language: str) -> None:
    """Sessions build it and call a plugin with it: nox -s conformance."""
    readme = (GEN / language / "README.md").read_text("utf-8")
    code = re.search(r"^```(?:go|ts|java|rust,no_run)\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)
    assert code is not None
    assert code[1] == (EXAMPLES / language / CLIENTS[language]).read_text("utf-8")


@pytest.mark.parametrize("language", PACKAGES)
def test_a_readme_is_a_screen(language: str) -> None:
    assert len((GEN / language / "README.md").read_text("utf-8").splitlines()) <= 80
