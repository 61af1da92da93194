"""Fixtures for tests of plugin files, which pytest finds by itself.

Owns the fixtures and what a failed test shows of a plugin's log. Every run of pytest where
velero-shim is installed imports this module, so it imports nothing that costs before a test
asks for it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    import os

    from velero_shim.testing import PluginUnderTest

_STARTED = pytest.StashKey[list["PluginUnderTest"]]()


class StartPlugin(Protocol):
    """What the fixture ``velero_plugin`` is."""

    def __call__(
        self,
        file: str | os.PathLike[str],
        *,
        arguments: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
    ) -> PluginUnderTest:
        """Starts a plugin file, which ends with the test.

        Args:
            file: the plugin file; a relative path starts at the folder of the test's file,
                or where there is none, at pytest's root folder.
            arguments: passed to it, for example ``["--log-level", "debug"]``.
            environment: further variables for it.
        """
        ...


@pytest.fixture
def velero_plugin(request: pytest.FixtureRequest) -> Iterator[StartPlugin]:
    """Starts plugin files; their processes end with the test.

    A failed test shows what they logged.
    """
    from velero_shim.testing import PluginUnderTest

    started: list[PluginUnderTest] = []
    request.node.stash[_STARTED] = started
    folders = (request.path.parent, request.config.rootpath)
    with ExitStack() as stack:

        def start(
            file: str | os.PathLike[str],
            *,
            arguments: Sequence[str] = (),
            environment: Mapping[str, str] | None = None,
        ) -> PluginUnderTest:
            found = _find(Path(file), folders)
            plugin = PluginUnderTest(found, arguments=arguments, environment=environment)
            started.append(stack.enter_context(plugin))
            return plugin

        yield start


@pytest.fixture
def velero_backup() -> dict[str, Any]:
    """A backup as Velero sends it, with little in it, for the test to change."""
    from velero_shim.manifest import minimal_backup

    return minimal_backup()


@pytest.fixture
def velero_restore() -> dict[str, Any]:
    """A restore as Velero sends it, with little in it, for the test to change."""
    from velero_shim.manifest import minimal_restore

    return minimal_restore()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the log of the plugins that a failed test started."""
    report = yield
    if report.failed:
        for plugin in item.stash.get(_STARTED, []):
            report.sections.append((f"Log of plugin {plugin.file}", plugin.log))
    return report


def _find(file: Path, folders: Sequence[Path]) -> Path:
    # An absolute path stays what it is when it is joined to a folder.
    candidates = [folder / file for folder in folders]
    return next((found for found in candidates if found.exists()), candidates[0])
