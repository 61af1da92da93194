"""Which plugin file serves which action: discovery as Velero's server does it.

Owns the walk through plugin folders and the rules for what may be registered. Source:
pkg/plugin/clientmgmt/process/registry.go of Velero v1.18.1.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Unpack

from velero_shim.client import list_plugins
from velero_shim.errors import (
    DiscoveryError,
    PluginNotRegisteredError,
    PluginStartError,
    RegistrationError,
    ShimError,
)
from velero_shim.kinds import ADAPTABLE_TO, PluginIdentifier, PluginKind, validate_plugin_name
from velero_shim.process import START_TIMEOUT, PluginProcess, StartOptions

logger = logging.getLogger(__name__)

PluginPath = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class DoubleExecution:
    """A name that is served in two versions: Velero runs the v2 action twice for each item.

    It lists the v1 action under v2 as well, and then finds both by the one name.
    """

    v1: PluginIdentifier
    v2: PluginIdentifier

    def __str__(self) -> str:
        return (
            f"{self.v2.name} is served as {self.v1.kind} by {self.v1.command} and as "
            f"{self.v2.kind} by {self.v2.command}: Velero runs {self.v2.kind} twice for each item"
        )


class PluginRegistry:
    """What a set of plugin files serves, in the order in which it was registered.

    Attributes:
        problems: what a discovery that is not strict left out, and why.
    """

    def __init__(self) -> None:
        self._by_id: dict[tuple[PluginKind, str], PluginIdentifier] = {}
        self.problems: list[DiscoveryError] = []

    def __iter__(self) -> Iterator[PluginIdentifier]:
        return iter(self._by_id.values())

    def register(self, plugin: PluginIdentifier) -> None:
        """Adds one action.

        Raises:
            RegistrationError: its kind is unknown, its name breaks Velero's rule, or the
                same kind and name is there already; the text names both files then.
        """
        if not isinstance(plugin.kind, PluginKind):
            raise RegistrationError(
                f"plugin {plugin.command} lists {plugin.name} as {plugin.kind!r}, a kind that "
                "Velero 1.18 does not know"
            )
        existing = self._by_id.get((plugin.kind, plugin.name))
        if existing is not None:
            raise RegistrationError(
                f"{plugin.kind} {plugin.name} is served by {existing.command} and again by "
                f"{plugin.command}"
            )
        try:
            validate_plugin_name(plugin.name)
        except RegistrationError as error:
            raise RegistrationError(f"plugin {plugin.command}: {error}") from error
        self._by_id[plugin.kind, plugin.name] = plugin

    def register_all(self, plugins: Iterable[PluginIdentifier]) -> None:
        """Adds actions, all of them or none.

        Raises:
            RegistrationError: of the first that cannot be added, as in :meth:`register`.
        """
        before = self._by_id.copy()
        try:
            for plugin in plugins:
                self.register(plugin)
        except RegistrationError:
            self._by_id = before
            raise

    def of_kind(self, kind: PluginKind) -> list[PluginIdentifier]:
        """Returns the actions of a kind, those of a v1 kind that can stand in for it included.

        A name that is served in both versions is there twice, as in Velero.
        """
        return [p for p in self if p.kind == kind or _adapted(p) == kind]

    def get(self, name: str, *kinds: PluginKind) -> PluginIdentifier:
        """Returns the action of that name, of the first of the kinds that has one.

        Raises:
            PluginNotRegisteredError: there is none.
        """
        for kind in kinds:
            if (kind, name) in self._by_id:
                return self._by_id[kind, name]
        known = sorted({p.name for p in self if p.kind in kinds})
        raise PluginNotRegisteredError(kinds[0], name, known)

    def double_executions(self) -> list[DoubleExecution]:
        """Returns the names that Velero would run twice."""
        return [
            DoubleExecution(v1, v2)
            for v1 in self
            if (kind := _adapted(v1)) is not None
            and (v2 := self._by_id.get((kind, v1.name))) is not None
        ]


def discover(
    *paths: PluginPath,
    strict: bool = True,
    arguments: Sequence[str] = (),
    **options: Unpack[StartOptions],
) -> PluginRegistry:
    """Starts every plugin file, asks what it serves, ends it.

    Args:
        paths: folders, searched with everything below them as :func:`plugin_files` says, and
            single files. A path that does not exist is an empty folder, as in Velero.
        strict: whether one bad file fails the discovery, as it keeps a Velero server from
            starting. Else it is logged, kept in ``problems`` and left out as a whole.
        arguments: passed to each plugin file, for example ``["--log-level", "debug"]``.
        options: how each file is started, as for :meth:`PluginProcess.start`.

    Raises:
        DiscoveryError: a file is bad; the text names it and says what it printed.
    """
    registry = PluginRegistry()
    for file, error in _files(paths):
        try:
            if error is not None:
                raise error
            _register_file(registry, file, arguments, options)
        except DiscoveryError as problem:
            _report(registry, problem, strict)
    for double in registry.double_executions():
        logger.warning("%s", double)
    return registry


def plugin_files(folder: PluginPath) -> list[str]:
    """Returns what Velero takes for plugin files in a folder and below, in its order.

    It is everything but folders that has any executable bit, or whose name ends in ``.exe``.
    A symbolic link has all bits, wherever it points, and is never followed as a folder.

    Raises:
        OSError: a folder cannot be read.
    """
    found: list[str] = []
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: os.fsencode(entry.name)):
            if entry.is_dir(follow_symlinks=False):
                found += plugin_files(entry.path)
            elif _is_executable(entry):
                found.append(entry.path)
            else:
                logger.debug("not executable, not a plugin file=%s", entry.path)
    return found


def _is_executable(entry: os.DirEntry[str]) -> bool:
    try:
        mode = entry.stat(follow_symlinks=False).st_mode
    except FileNotFoundError:  # removed since the folder was read
        return False
    any_bit = stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH
    return bool(mode & any_bit) or os.path.splitext(entry.name)[1].lower() == ".exe"  # noqa: PTH122  # Go's rule for ".exe" itself


def _files(paths: Iterable[PluginPath]) -> Iterator[tuple[str, DiscoveryError | None]]:
    for path in (os.fspath(path) for path in paths):
        if os.path.isfile(path):  # noqa: PTH113  # the path stays as it was given
            yield path, None
            continue
        try:
            yield from ((file, None) for file in plugin_files(path))
        except FileNotFoundError:
            logger.warning("plugin folder does not exist folder=%s", path)
        except OSError as error:
            folder = os.fsdecode(error.filename or path)
            yield path, DiscoveryError(folder, f"it cannot be read: {error.strerror}")


def _register_file(
    registry: PluginRegistry,
    file: str,
    arguments: Sequence[str],
    options: StartOptions,
) -> None:
    listed = _list_file((file, *arguments), options)
    try:
        registry.register_all(listed)
    except RegistrationError as error:
        raise DiscoveryError(file, str(error)) from error


def _list_file(command: Sequence[str], options: StartOptions) -> list[PluginIdentifier]:
    file, limit = command[0], options.get("start_timeout", START_TIMEOUT)
    printed: tuple[str, ...] = ()
    try:
        with PluginProcess.start(command, **options) as process:
            try:
                listed = list_plugins(process.channel, timeout=limit)
            finally:
                process.kill()
                printed = process.stderr_tail
    except PluginStartError as error:
        raise DiscoveryError(file, str(error)) from error
    except ShimError as error:
        text = "; it printed: " + " / ".join(printed) if printed else ""
        raise DiscoveryError(file, f"it does not say what it serves: {error}{text}") from error
    # The file is what has to be started; what the plugin calls itself may be another path.
    return [PluginIdentifier(plugin.kind, plugin.name, file) for plugin in listed]


def _report(registry: PluginRegistry, problem: DiscoveryError, strict: bool) -> None:
    if strict:
        raise problem
    logger.warning("left out: %s", problem)
    registry.problems.append(problem)


def _adapted(plugin: PluginIdentifier) -> PluginKind | None:
    return ADAPTABLE_TO.get(plugin.kind) if isinstance(plugin.kind, PluginKind) else None
