"""The language of a conformance run, its programs, and the table of what came of it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance import languages
from conformance.report import Results, row, table
from velero_shim.process import PluginProcess

RESULTS = pytest.StashKey[Results]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--language", default="python", choices=list(languages.LANGUAGES))
    parser.addoption("--rows", type=Path, help="file with the rows of the languages before")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[RESULTS] = Results(str(config.getoption("--language", "python")))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Prints the table, with the rows of the languages before when there is a file for them."""
    results = config.stash[RESULTS]
    if not results.fixtures:
        return
    file: Path | None = config.getoption("--rows", None)
    rows = json.loads(file.read_text("utf-8")) if file is not None and file.exists() else []
    rows.append(row(results))
    if file is not None:
        file.write_text(json.dumps(rows), "utf-8")
    terminalreporter.section("conformance")
    terminalreporter.write_line(table(rows))


@pytest.fixture(scope="session")
def results(request: pytest.FixtureRequest) -> Results:
    """What is told of this language."""
    return request.config.stash[RESULTS]


@pytest.fixture(scope="session")
def programs(results: Results) -> languages.Programs:
    """The programs of this language."""
    return languages.build(results.language)


@pytest.fixture(scope="session")
def fixed_plugin() -> Iterator[str]:
    """The socket of a running Python plugin with fixed answers."""
    path = os.pathsep.join([str(languages.HERE.parent), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "conformance.fixed_plugin"]
    with PluginProcess.start(command, environment={"PYTHONPATH": path}) as process:
        assert process.line is not None
        yield process.line.split("|")[3]
