"""A plugin file served with its item actions in the other version.

Owns which kind of the inner plugin appears as which to the host, and the handlers for each.
Everything that needs no other version is passed on as it is.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import grpc

from velero_plugin.object_store.v1 import object_store_pb2
from velero_plugin.volume_snapshotter.v1 import volume_snapshotter_pb2
from velero_shim.adapters import (
    ChannelSource,
    DowngradeOptions,
    OperationWaiter,
    downgrade_backup_item_action_v2_to_v1,
    downgrade_restore_item_action_v2_to_v1,
    forward_service,
    upgrade_backup_item_action_v1_to_v2,
    upgrade_restore_item_action_v1_to_v2,
)
from velero_shim.adapters.route import route_service
from velero_shim.client import list_plugins
from velero_shim.errors import PluginNotFoundError, RegistrationError
from velero_shim.kinds import (
    ADAPTABLE_TO,
    KINDS_OF_VELERO_1_10,
    SERVICES,
    PluginIdentifier,
    PluginKind,
)
from velero_shim.servicers import ServiceHandlers

Target = Literal["v1", "v2"]

_UPGRADES = {
    PluginKind.BACKUP_ITEM_ACTION: upgrade_backup_item_action_v1_to_v2,
    PluginKind.RESTORE_ITEM_ACTION: upgrade_restore_item_action_v1_to_v2,
}
_DOWNGRADES = {
    PluginKind.BACKUP_ITEM_ACTION_V2: downgrade_backup_item_action_v2_to_v1,
    PluginKind.RESTORE_ITEM_ACTION_V2: downgrade_restore_item_action_v2_to_v1,
}
_ADAPTED_FROM = {
    "v2": {v2: v1 for v1, v2 in ADAPTABLE_TO.items()},
    "v1": dict(ADAPTABLE_TO),
}

PluginNames = dict[PluginKind, list[str]]


def served_names(plugins: Sequence[PluginIdentifier], target: Target) -> PluginNames:
    """Returns the names that the host sees under each kind.

    Args:
        plugins: what the inner plugin lists.
        target: the version that the item actions shall have. For ``v1`` a kind that Velero
            1.10 does not know is left out: one such kind makes it refuse the whole file.

    Raises:
        RegistrationError: the inner plugin serves a name in both versions, or a kind that
            nobody knows.
    """
    names: PluginNames = {}
    becomes = {inner: outer for outer, inner in _ADAPTED_FROM[target].items()}
    for plugin in plugins:
        kind = becomes.get(_known(plugin), _known(plugin))
        if target == "v1" and kind not in KINDS_OF_VELERO_1_10:
            continue
        if plugin.name in names.setdefault(kind, []):
            raise RegistrationError(
                f"the plugin serves {plugin.name!r} in both versions: it cannot be served as "
                f"{kind} twice, and Velero 1.11 and later run both for each item; remove one"
            )
        names[kind].append(plugin.name)
    return names


def left_out(plugins: Sequence[PluginIdentifier], target: Target) -> list[PluginIdentifier]:
    """Returns what the host does not get to see: kinds that Velero 1.10 does not know."""
    if target == "v2":
        return []
    usable = KINDS_OF_VELERO_1_10.union(ADAPTABLE_TO.values())
    return [plugin for plugin in plugins if _known(plugin) not in usable]


def _known(plugin: PluginIdentifier) -> PluginKind:
    try:
        return PluginKind(plugin.kind)
    except ValueError:
        known = ", ".join(PluginKind)
        raise RegistrationError(
            f"the plugin lists {plugin.name!r} as kind {plugin.kind!r}; expected one of {known}"
        ) from None


class WrappedPlugin:
    """What a wrapper serves in place of the plugin behind it.

    Args:
        source: a channel to the inner plugin, started if need be.
        target: the version that its item actions get.
        waiter: keeps the operations of actions that become v1.
        options: what to do with those operations.
        remember: called with a key and a call to repeat whenever the inner plugin has been
            started again; object stores and volume snapshotters are useless before Init.
    """

    def __init__(
        self,
        source: ChannelSource,
        target: Target,
        waiter: OperationWaiter,
        options: DowngradeOptions,
        remember: Callable[[object, Callable[[grpc.Channel], object]], None],
    ) -> None:
        self._source = source
        self._target: Target = target
        self._waiter = waiter
        self._options = options
        self._remember = remember
        self._listing = threading.Lock()
        self._plugins: Sequence[PluginIdentifier] | None = None

    def plugins(self) -> list[tuple[str, str]]:
        """Returns the kind and name of each plugin, as the host gets them listed.

        Raises:
            ShimError: the inner plugin does not start, or cannot be served as asked.
        """
        names = served_names(self._inner(), self._target)
        return [(str(kind), name) for kind, listed in names.items() for name in listed]

    def services(self) -> Iterator[ServiceHandlers]:
        """Yields the handlers of every kind; which names exist shows only at run time."""
        adapted = _ADAPTED_FROM[self._target]
        for kind in PluginKind:
            if kind in adapted:
                yield self._either(kind, adapted[kind])
            elif kind not in adapted.values():
                yield self._passed_on(kind)

    def _inner(self) -> Sequence[PluginIdentifier]:
        with self._listing:
            if self._plugins is None:
                self._plugins = list_plugins(self._source())
            return self._plugins

    # --- kinds with two versions ---

    def _either(self, native: PluginKind, other: PluginKind) -> ServiceHandlers:
        by_kind = {
            str(native): forward_service(native, self._source),
            str(other): self._adapted(other),
        }

        chosen: dict[str, ServiceHandlers] = {}

        def choose(name: str) -> ServiceHandlers:
            if name not in chosen:
                listed = [each.kind for each in self._inner() if each.name == name]
                kind = next((kind for kind in listed if kind in by_kind), None)
                if kind is None:
                    raise PluginNotFoundError(name)
                chosen[name] = by_kind[kind]
            return chosen[name]

        calls_back = {
            name: self._target == "v1" and name == "Execute"
            for name in by_kind[str(native)].methods
        }
        return route_service(SERVICES[native], calls_back, choose)

    def _adapted(self, kind: PluginKind) -> ServiceHandlers:
        if kind in _UPGRADES:
            return _UPGRADES[kind](self._source)
        return _DOWNGRADES[kind](self._source, self._waiter, self._options)

    # --- kinds with one ---

    def _passed_on(self, kind: PluginKind) -> ServiceHandlers:
        handlers = forward_service(kind, self._source)
        requests: dict[PluginKind, Any] = {
            PluginKind.OBJECT_STORE: object_store_pb2.ObjectStoreInitRequest,
            PluginKind.VOLUME_SNAPSHOTTER: volume_snapshotter_pb2.VolumeSnapshotterInitRequest,
        }
        if kind not in requests:
            return handlers
        init = self._remembered(kind, handlers.methods["Init"], requests[kind])
        return ServiceHandlers(handlers.service, {**handlers.methods, "Init": init})

    def _remembered(
        self, kind: PluginKind, init: grpc.RpcMethodHandler[Any, Any], request_type: Any
    ) -> grpc.RpcMethodHandler[Any, Any]:
        path = f"/{SERVICES[kind]}/Init"
        forward: Any = init.unary_unary

        def behavior(request: bytes, context: grpc.ServicerContext) -> Any:
            response = forward(request, context)
            key = (kind, request_type.FromString(request).plugin)
            self._remember(key, lambda channel: _call(channel, path, request))
            return response

        return grpc.unary_unary_rpc_method_handler(behavior)


def _call(channel: grpc.Channel, path: str, request: bytes) -> None:
    # Without serializers, which the types do not foresee, a call takes and returns bytes.
    call: Any = channel.unary_unary(path)
    call(request)
