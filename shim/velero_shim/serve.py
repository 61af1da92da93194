"""What plugin authors write: a plugin server with their actions registered.

Owns which action is served under which kind and name. Running it is the business of
:mod:`velero_shim.runtime`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Self

from velero_shim.actions import (
    BackupItemActionV1,
    BackupItemActionV2,
    RestoreItemActionV1,
    RestoreItemActionV2,
)
from velero_shim.errors import RegistrationError
from velero_shim.kinds import ADAPTABLE_TO, PluginKind, validate_plugin_name
from velero_shim.runtime import serve_services
from velero_shim.servicers import ServiceHandlers, handlers_for, handlers_from_servicer

Factory = Callable[[], object]

_OTHER_VERSION = {**ADAPTABLE_TO, **{v2: v1 for v1, v2 in ADAPTABLE_TO.items()}}


class PluginServer:
    """A plugin file's actions, by kind and name.

    A factory is a function without arguments that returns the action; the action's class will
    do. It is called once, when the host first asks for that name. A name has the form
    ``example.io/snapshot``. Each ``register_…`` returns the server, for chaining.

    Example:
        >>> PluginServer().register_backup_item_action_v2("example.io/snapshot", Snapshot).serve()
    """

    def __init__(self) -> None:
        self._names: dict[PluginKind, list[str]] = {}
        self._factories: dict[PluginKind, dict[str, Factory]] = {}
        self._servicers: dict[PluginKind, object] = {}

    def register_backup_item_action(
        self, name: str, factory: Callable[[], BackupItemActionV1]
    ) -> Self:
        """Registers a BackupItemAction v1; every version of Velero can use it.

        Raises:
            RegistrationError: the name is invalid or taken.
        """
        return self._register(PluginKind.BACKUP_ITEM_ACTION, name, factory)

    def register_backup_item_actions(
        self, factories: Mapping[str, Callable[[], BackupItemActionV1]]
    ) -> Self:
        """Registers BackupItemActions v1 by name.

        Raises:
            RegistrationError: a name is invalid or taken.
        """
        return self._register_all(PluginKind.BACKUP_ITEM_ACTION, factories)

    def register_backup_item_action_v2(
        self, name: str, factory: Callable[[], BackupItemActionV2]
    ) -> Self:
        """Registers a BackupItemAction v2; Velero 1.11 and later can use it.

        Raises:
            RegistrationError: the name is invalid or taken.
        """
        return self._register(PluginKind.BACKUP_ITEM_ACTION_V2, name, factory)

    def register_backup_item_actions_v2(
        self, factories: Mapping[str, Callable[[], BackupItemActionV2]]
    ) -> Self:
        """Registers BackupItemActions v2 by name.

        Raises:
            RegistrationError: a name is invalid or taken.
        """
        return self._register_all(PluginKind.BACKUP_ITEM_ACTION_V2, factories)

    def register_restore_item_action(
        self, name: str, factory: Callable[[], RestoreItemActionV1]
    ) -> Self:
        """Registers a RestoreItemAction v1; every version of Velero can use it.

        Raises:
            RegistrationError: the name is invalid or taken.
        """
        return self._register(PluginKind.RESTORE_ITEM_ACTION, name, factory)

    def register_restore_item_actions(
        self, factories: Mapping[str, Callable[[], RestoreItemActionV1]]
    ) -> Self:
        """Registers RestoreItemActions v1 by name.

        Raises:
            RegistrationError: a name is invalid or taken.
        """
        return self._register_all(PluginKind.RESTORE_ITEM_ACTION, factories)

    def register_restore_item_action_v2(
        self, name: str, factory: Callable[[], RestoreItemActionV2]
    ) -> Self:
        """Registers a RestoreItemAction v2; Velero 1.11 and later can use it.

        Raises:
            RegistrationError: the name is invalid or taken.
        """
        return self._register(PluginKind.RESTORE_ITEM_ACTION_V2, name, factory)

    def register_restore_item_actions_v2(
        self, factories: Mapping[str, Callable[[], RestoreItemActionV2]]
    ) -> Self:
        """Registers RestoreItemActions v2 by name.

        Raises:
            RegistrationError: a name is invalid or taken.
        """
        return self._register_all(PluginKind.RESTORE_ITEM_ACTION_V2, factories)

    def register_servicer(self, kind: PluginKind, names: Iterable[str], servicer: object) -> Self:
        """Registers a generated servicer for all plugins of a kind.

        It is for kinds without an action class here, and for who wants the messages as they
        are. The servicer gets each request with its ``plugin`` name and answers for all names.
        What it raises ends the call as an action's exception does.

        Raises:
            RegistrationError: a name is invalid or taken, or the kind is.
        """
        if kind in self._names:
            raise RegistrationError(
                f"{kind} is served already and has one servicer for all its names; register "
                "them together, all with one servicer or all as actions"
            )
        for name in names:
            self._claim(kind, name)
        self._servicers[kind] = servicer
        return self

    def plugins(self) -> list[tuple[str, str]]:
        """Returns the kind and the name of each plugin, as a host gets them listed."""
        return [(str(kind), name) for kind, names in self._names.items() for name in names]

    def services(self) -> Iterator[ServiceHandlers]:
        """Yields the handlers of each kind that has plugins."""
        for kind, factories in self._factories.items():
            yield handlers_for(kind, factories)
        for kind, servicer in self._servicers.items():
            yield handlers_from_servicer(kind, servicer)

    def serve(self) -> None:
        """Serves the plugins to the host that started this process, until it ends them.

        Call it last: when it returns, the process has less than a second left.

        Raises:
            SystemExit: with status 1 and an explanation, when no Velero host started this
                process, or one that it cannot serve.
        """
        serve_services(self.services(), self.plugins)

    def _register_all(self, kind: PluginKind, factories: Mapping[str, Factory]) -> Self:
        for name, factory in factories.items():
            self._register(kind, name, factory)
        return self

    def _register(self, kind: PluginKind, name: str, factory: Factory) -> Self:
        if not callable(factory):
            raise RegistrationError(
                f"plugin {name!r}: found a {type(factory).__name__} as factory, expected a "
                "function without arguments that returns the action, for example its class"
            )
        if kind in self._servicers:
            raise RegistrationError(
                f"plugin {name!r}: {kind} is served by a servicer already, which answers for "
                "all its names; register all of them with it, or all as actions"
            )
        self._claim(kind, name)
        self._factories.setdefault(kind, {})[name] = factory
        return self

    def _claim(self, kind: PluginKind, name: str) -> None:
        validate_plugin_name(name)
        if name in self._names.get(kind, ()):
            raise RegistrationError(
                f"plugin name {name!r} is registered twice as {kind}; give each its own name"
            )
        other = _OTHER_VERSION.get(kind)
        if other is not None and name in self._names.get(other, ()):
            raise RegistrationError(
                f"plugin name {name!r} is registered as {other} and as {kind}: Velero would run "
                "it twice for each item; register one of them, or use two plugin files of which "
                "only one is installed"
            )
        self._names.setdefault(kind, []).append(name)
