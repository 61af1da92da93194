"""Everything that is done to this checkout; `nox` alone checks all that it needs to be trusted.

Arguments after `--` go to the tool that a session runs. Versions are in pyproject.toml.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import NoReturn

import nox

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.error_on_external_run = True

ROOT = Path(__file__).parent
PROJECT = nox.project.load_toml(ROOT / "pyproject.toml")
INTEROP = ROOT / "tests" / "interop"
GOLDEN = ROOT / "tests" / "golden"
# Tests that the sessions interop, conformance, build and generate_check run.
ELSEWHERE = (
    "tests/interop",
    "tests/conformance",
    "tests/test_wheel.py",
    "tests/test_generate_check.py",
)
# What has to be on the PATH to generate and to build a language's stubs.
TOOLCHAINS: dict[str, list[str]] = PROJECT["tool"]["velero-shim"]["toolchains"]
# Velero 1.10 still had this kind, which 1.11 dropped and which is not adapted.
DROPPED_AFTER_1_10 = "ItemSnapshotter.proto"


@nox.session
def lint(session: nox.Session) -> None:
    """Style of Python and of protos, and who imports whom."""
    install(session, "lint")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("buf", "lint")
    session.run("buf", "format", "--diff", "--exit-code")
    source = os.pathsep.join((str(ROOT / "gen" / "python"), str(ROOT / "shim")))
    session.run("lint-imports", "--no-cache", env={"PYTHONPATH": source})


@nox.session
def types(session: nox.Session) -> None:
    """Types, by mypy --strict and by pyright."""
    install(session, "types", "-e", ".")
    session.run("mypy")
    session.run("pyright")


@nox.session
def breaking(session: nox.Session) -> None:
    """Whether the schema still fits the last release; `-- COMMIT` compares with another commit."""
    install(session, "buf")
    session.run("python", "tools/breaking.py", *session.posargs)


@nox.session(default=False)
def generate(session: nox.Session) -> None:
    """Rewrites gen/; `-- LANGUAGE…` only some of it, `-- --check` only says whether it is fresh."""
    install(session, "generate")
    session.run("python", "tools/generate.py", *session.posargs)


@nox.session
def generate_check(session: nox.Session) -> None:
    """Whether gen/ is what proto/ gives, and whether this check notices when it is not."""
    install(session, "generate")
    session.run("python", "tools/generate.py", "--check", *with_toolchains(session))
    session.run("pytest", "tests/test_generate_check.py")


@nox.session
@nox.parametrize("versions", ["lowest", "newest"], ids=["lowest", "newest"])
def tests(session: nox.Session, versions: str) -> None:
    """The tests that need no Go, with the lowest and with the newest dependencies allowed."""
    pins = lowest() if versions == "lowest" else []
    install(session, "tests", "-e", ".", *pins)
    ignored = [f"--ignore={path}" for path in ELSEWHERE]
    session.run("pytest", *ignored, *session.posargs)


@nox.session
@nox.parametrize("language", list(TOOLCHAINS), ids=list(TOOLCHAINS))
def conformance(session: nox.Session, language: str) -> None:
    """The stubs of each language against Velero's bytes and a running plugin, and its examples."""
    if missing := lacking(language):
        give_up(session, missing)
    install(session, "tests", "-e", ".")
    # The rows of one run of nox make one table.
    rows = Path(session.cache_dir, f"conformance-{os.getpid()}.json").absolute()
    options = (f"--language={language}", f"--rows={rows}")
    session.run("pytest", "tests/conformance", *options, *session.posargs)


@nox.session
def build(session: nox.Session) -> None:
    """The sdist and the wheel, into dist/, and whether the wheel works where nothing else is."""
    install(session, "build")
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    session.run("python", "-m", "build")
    session.run("pytest", "tests/test_wheel.py")


@nox.session
def parity(session: nox.Session) -> None:
    """Whether the schema is that of the Velero releases, as their own descriptors have it."""
    need_go(session)
    install(session, "buf")
    for folder, arguments in (
        (INTEROP, []),
        (INTEROP / "v1_10", ["--subset", f"--without={DROPPED_AFTER_1_10}"]),
    ):
        theirs = Path(session.create_tmp(), f"{folder.name}.binpb").absolute()
        go(session, folder, "./cmd/descriptors", "-o", str(theirs))
        session.run("python", "tools/parity.py", str(theirs), *arguments)


@nox.session(default=False, venv_backend="none")
def golden(session: nox.Session) -> None:
    """Rewrites tests/golden/ by Velero's own code."""
    need_go(session)
    go(session, INTEROP, "./cmd/golden", str(GOLDEN))


@nox.session
def golden_check(session: nox.Session) -> None:
    """Whether tests/golden/ is what Velero's own code writes."""
    need_go(session)
    fresh = Path(session.create_tmp(), "golden").absolute()
    shutil.rmtree(fresh, ignore_errors=True)
    # Over a copy: a fixture that differs only in frames of Go's own runtime is kept.
    shutil.copytree(GOLDEN, fresh)
    go(session, INTEROP, "./cmd/golden", str(fresh))
    session.run("python", "tools/trees.py", str(fresh), str(GOLDEN), "nox -s golden")


@nox.session
def interop(session: nox.Session) -> None:
    """Python against Velero's own hosts and plugins, in Go."""
    need_go(session)
    install(session, "tests", "-e", ".")
    session.run("pytest", "tests/interop", *session.posargs)


@nox.session(default=False)
def bench(session: nox.Session) -> None:
    """Speed and memory against Go plugins; `-- --quick --compare bench/baseline.json` guards it."""
    need_go(session)
    install(session, "tests", "-e", ".")
    path = os.pathsep.join((str(ROOT / "bench"), str(ROOT / "tests")))
    session.run("python", "bench/benchmark.py", *session.posargs, env={"PYTHONPATH": path})


def install(session: nox.Session, group: str, *more: str) -> None:
    """Installs a dependency group, and what else is said."""
    session.install(*nox.project.dependency_groups(PROJECT, group), *more)


def lowest() -> list[str]:
    """Returns the lower bounds of the dependencies in pyproject.toml as exact versions."""
    return [re.sub(r">=([^,]+).*", r"==\1", line) for line in PROJECT["project"]["dependencies"]]


def need_go(session: nox.Session) -> None:
    """Skips the session where there is no Go, or fails it in CI."""
    if shutil.which("go") is None:
        give_up(session, "needs Go, and there is no `go` on the PATH")


def lacking(language: str) -> str:
    """Returns which programs a language needs and are not there; empty when it has all."""
    missing = [f"`{name}`" for name in TOOLCHAINS[language] if shutil.which(name) is None]
    return f"{language} needs {', '.join(missing)} on the PATH" if missing else ""


def with_toolchains(session: nox.Session) -> list[str]:
    """Returns the languages that can be generated; fails in CI when that is not all of them."""
    for missing in filter(None, map(lacking, TOOLCHAINS)):
        if os.environ.get("CI") == "true":
            session.error(missing)
        session.warn(f"left out: {missing}")
    return [language for language in TOOLCHAINS if not lacking(language)]


def give_up(session: nox.Session, reason: str) -> NoReturn:
    """Skips the session, or fails it in CI."""
    if os.environ.get("CI") == "true":
        session.error(reason)
    session.skip(reason)


def go(session: nox.Session, module: Path, command: str, *arguments: str) -> None:
    """Runs a command of a Go module with the caches that the user has."""
    with session.chdir(module):
        session.run("go", "run", "-trimpath", command, *arguments, external=True)
