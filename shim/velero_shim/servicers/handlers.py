"""Handlers of a gRPC service as data.

Owns :class:`ServiceHandlers` and the ways to get one: from factories of actions, from one
action, from any servicer that the generated code knows.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import grpc

from velero_shim.kinds import SERVICES, PluginKind
from velero_shim.requests import shielded
from velero_shim.servicers.failures import with_statuses
from velero_shim.servicers.mux import Factory, ServerMux, SingleActionMux

_STUBS = {
    PluginKind.OBJECT_STORE: "object_store.v1.object_store",
    PluginKind.VOLUME_SNAPSHOTTER: "volume_snapshotter.v1.volume_snapshotter",
    PluginKind.BACKUP_ITEM_ACTION: "backup_item_action.v1.backup_item_action",
    PluginKind.BACKUP_ITEM_ACTION_V2: "backup_item_action.v2.backup_item_action",
    PluginKind.RESTORE_ITEM_ACTION: "restore_item_action.v1.restore_item_action",
    PluginKind.RESTORE_ITEM_ACTION_V2: "restore_item_action.v2.restore_item_action",
    PluginKind.DELETE_ITEM_ACTION: "delete_item_action.v1.delete_item_action",
    PluginKind.ITEM_BLOCK_ACTION: "item_block_action.v1.item_block_action",
}

# Kind → module and class of our servicer for its actions, and the action's interface.
_SERVICERS = {
    PluginKind.BACKUP_ITEM_ACTION: ("backup", "BackupItemActionV1"),
    PluginKind.BACKUP_ITEM_ACTION_V2: ("backup", "BackupItemActionV2"),
    PluginKind.RESTORE_ITEM_ACTION: ("restore", "RestoreItemActionV1"),
    PluginKind.RESTORE_ITEM_ACTION_V2: ("restore", "RestoreItemActionV2"),
}


class ServiceHandlers(NamedTuple):
    """The handlers of one service.

    Attributes:
        service: the full service name, for example ``v2.BackupItemAction``.
        methods: a gRPC method handler for each method name.
    """

    service: str
    methods: Mapping[str, grpc.RpcMethodHandler[Any, Any]]

    def register(self, server: grpc.Server) -> None:
        """Adds the handlers to a server that has not started yet."""
        methods = {name: shielded(handler) for name, handler in self.methods.items()}
        handler = grpc.method_handlers_generic_handler(self.service, methods)
        server.add_generic_rpc_handlers((handler,))
        server.add_registered_method_handlers(self.service, methods)


class _Recorder:
    """Takes the place of a server when generated code registers a servicer's methods."""

    def __init__(self) -> None:
        self.methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {}

    def add_generic_rpc_handlers(self, handlers: object) -> None:
        pass

    def add_registered_method_handlers(
        self, service: str, methods: Mapping[str, grpc.RpcMethodHandler[Any, Any]]
    ) -> None:
        del service
        self.methods.update(methods)


def handlers_from_servicer(kind: PluginKind, servicer: object) -> ServiceHandlers:
    """Returns the handlers of a generated servicer (or anything with its methods).

    What it raises ends a call with the status that an action's exception has.

    Raises:
        AttributeError: the servicer lacks a method of that kind's service.
    """
    recorded = _recorded(kind, servicer)
    methods = {name: with_statuses(handler) for name, handler in recorded.methods.items()}
    return ServiceHandlers(recorded.service, methods)


def _recorded(kind: PluginKind, servicer: object) -> ServiceHandlers:
    service = SERVICES[kind]
    stubs: Any = importlib.import_module(f"velero_plugin.{_STUBS[kind]}_pb2_grpc")
    recorder = _Recorder()
    getattr(stubs, f"add_{service.partition('.')[2]}Servicer_to_server")(servicer, recorder)
    return ServiceHandlers(service, recorder.methods)


def handlers_for(kind: PluginKind, factories: Mapping[str, Factory]) -> ServiceHandlers:
    """Returns the handlers that serve actions by their registered names.

    Args:
        kind: one of the item actions' kinds.
        factories: by registered name, functions without arguments that make the action.

    Raises:
        ValueError: there are no Python actions of that kind.
    """
    return _handlers(kind, ServerMux(_interface(kind), factories))


def handlers_of_action(action: object) -> ServiceHandlers:
    """Returns the handlers that serve one action, whatever name a request carries.

    Raises:
        TypeError: it is no action of a known kind.
    """
    for kind in _SERVICERS:
        if isinstance(action, _interface(kind)):
            return _handlers(kind, SingleActionMux(action))
    expected = ", ".join(interface for _, interface in _SERVICERS.values())
    raise TypeError(f"found {type(action).__name__}, expected one of {expected}")


def _handlers(kind: PluginKind, mux: ServerMux[Any]) -> ServiceHandlers:
    module, interface = _SERVICERS[kind]
    servicers = importlib.import_module(f"velero_shim.servicers.{module}")
    return _recorded(kind, getattr(servicers, f"{interface}Servicer")(mux))


def _interface(kind: PluginKind) -> type[Any]:
    if kind not in _SERVICERS:
        known = ", ".join(_SERVICERS)
        raise ValueError(
            f"there is no action class for kind {kind}, only for {known}; "
            "register a generated servicer instead"
        )
    interface: type[Any] = getattr(
        importlib.import_module("velero_shim.actions"), _SERVICERS[kind][1]
    )
    return interface
