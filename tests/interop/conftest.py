"""Fixtures for tests against real Velero code, which need Go."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest

from interop.go_build import NEWEST, built, has_go
from interop.harness import LIMIT, VeleroHost

HERE = Path(__file__).parent


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "interop: needs Go, and compiles Velero the first time")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("interop")


@pytest.fixture(scope="session", autouse=True)
def _go() -> None:
    if has_go():
        return
    message = "Go is not installed, and these tests are about Velero's own Go code"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


class StartHost(Protocol):
    """What the fixture velero_host is."""

    def __call__(
        self,
        version: str = NEWEST,
        flags: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        limit: float = LIMIT,
    ) -> VeleroHost:
        """Starts a host, which ends with the test."""
        ...


@pytest.fixture
def velero_host() -> Iterator[StartHost]:
    """Starts Velero hosts, of any version; they end with the test."""
    with ExitStack() as stack:

        def start(
            version: str = NEWEST,
            flags: Sequence[str] = (),
            env: Mapping[str, str] | None = None,
            limit: float = LIMIT,
        ) -> VeleroHost:
            return stack.enter_context(VeleroHost(version, flags, env, limit))

        yield start


@pytest.fixture(scope="session")
def go_plugin_v1() -> Path:
    """A Go plugin file with an action of every kind, each in its first version."""
    return built("plugin-v1")


@pytest.fixture(scope="session")
def go_plugin_v1_only() -> Path:
    """The same with only the kinds that Velero 1.10 knows."""
    return built("plugin-v1-only")


@pytest.fixture(scope="session")
def go_plugin_v2() -> Path:
    """A Go plugin file with actions of version 2."""
    return built("plugin-v2")


@pytest.fixture
def plugins_folder(tmp_path: Path) -> Callable[..., Path]:
    """Makes a plugins folder, as Velero has one, of plugin files that lie elsewhere."""

    def make(*plugins: Path) -> Path:
        folder = tmp_path / "plugins"
        folder.mkdir()
        for plugin in plugins:
            (folder / plugin.name).symlink_to(plugin)
        return folder

    return make
