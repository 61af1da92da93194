"""Which instance answers to the ``plugin`` name of a request.

Owns the making of instances: once per name, on first use, also under concurrency; as in
Velero's ServerMux (pkg/plugin/framework/common/server_mux.go, v1.18.1).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from velero_shim.errors import PluginNotFoundError

Action = TypeVar("Action")
Factory = Callable[[], object]


class ServerMux(Generic[Action]):
    """The actions of one plugin kind by their registered names."""

    def __init__(self, interface: type[Action], factories: Mapping[str, Factory]) -> None:
        """Keeps the factories; none is called yet.

        Args:
            interface: what a factory has to return an instance of.
            factories: by registered name, functions without arguments.
        """
        self._interface = interface
        self._factories = dict(factories)
        self._instances: dict[str, Action] = {}
        # A lock for each name: a factory that takes its time holds up nobody else.
        self._locks = {name: threading.Lock() for name in self._factories}

    def get(self, name: str) -> Action:
        """Returns the instance for a name, made at the first call.

        A factory that raises is called anew for the next request, as in Velero.

        Raises:
            PluginNotFoundError: no action has that name.
            TypeError: the factory returned something else than the kind's action.
        """
        instance = self._instances.get(name)
        return instance if instance is not None else self._make(name)

    def _make(self, name: str) -> Action:
        lock = self._locks.get(name)
        if lock is None:
            raise PluginNotFoundError(name)
        with lock:
            if name not in self._instances:
                self._instances[name] = self._checked(name, self._factories[name]())
            return self._instances[name]

    def _checked(self, name: str, instance: object) -> Action:
        if isinstance(instance, self._interface):
            return instance
        raise TypeError(
            f"the factory of {name} returned {type(instance).__name__}, "
            f"expected {self._interface.__name__}"
        )


class SingleActionMux(ServerMux[Action]):
    """One action that answers to every name."""

    def __init__(self, action: Action) -> None:
        super().__init__(type(action), {})
        self._action = action

    def get(self, name: str) -> Action:
        """Returns the action, whatever the name."""
        del name
        return self._action
