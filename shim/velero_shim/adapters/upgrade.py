"""v1 item actions served under their v2 methods.

A v1 request or response is the same bytes in v2, since v2 only added fields. The v1
handlers are therefore registered under v2's method names as they are, and nothing is
parsed twice. What v2 added is answered as Velero's own adapter does
(pkg/plugin/clientmgmt/*/v2/restartable_*_item_action.go, v1.18.1): Progress fails with
"does not support asynchronous operations", Cancel does nothing, and additional items are
always ready.
"""

from __future__ import annotations

from typing import cast

import grpc

from velero_shim.adapters.forward import ChannelSource, forward_service
from velero_shim.errors import AsyncOperationsNotSupportedError
from velero_shim.kinds import ADAPTABLE_TO, SERVICES, PluginKind
from velero_shim.servicers import ServiceHandlers, handlers_from_servicer, handlers_of_action
from velero_shim.status import guarded

V1Implementation = object | grpc.Channel | ChannelSource
"""A generated v1 servicer, a Python v1 action, or a channel to a running v1 plugin."""

_EMPTY = b""
_READY = b"\x08\x01"  # RestoreItemActionItemsReadyResponse{ready: true}


def upgrade_backup_item_action_v1_to_v2(v1: V1Implementation) -> ServiceHandlers:
    """Returns handlers of ``v2.BackupItemAction`` for a v1 implementation.

    Raises:
        TypeError: it is neither a servicer nor an action nor a channel.
    """
    return upgrade_handlers_v1_to_v2(
        PluginKind.BACKUP_ITEM_ACTION, handlers_of(PluginKind.BACKUP_ITEM_ACTION, v1)
    )


def upgrade_restore_item_action_v1_to_v2(v1: V1Implementation) -> ServiceHandlers:
    """Returns handlers of ``v2.RestoreItemAction`` for a v1 implementation.

    Raises:
        TypeError: it is neither a servicer nor an action nor a channel.
    """
    return upgrade_handlers_v1_to_v2(
        PluginKind.RESTORE_ITEM_ACTION, handlers_of(PluginKind.RESTORE_ITEM_ACTION, v1)
    )


def upgrade_handlers_v1_to_v2(kind: PluginKind, v1: ServiceHandlers) -> ServiceHandlers:
    """Returns v1 handlers under the v2 service's name, completed by what v2 added.

    Args:
        kind: the v1 kind.
        v1: the handlers of its service.
    """
    methods = {
        "AppliesTo": v1.methods["AppliesTo"],
        "Execute": v1.methods["Execute"],
        "Progress": grpc.unary_unary_rpc_method_handler(_no_operations),
        "Cancel": grpc.unary_unary_rpc_method_handler(_nothing_to_cancel),
    }
    if kind is PluginKind.RESTORE_ITEM_ACTION:
        methods["AreAdditionalItemsReady"] = grpc.unary_unary_rpc_method_handler(_always_ready)
    return ServiceHandlers(SERVICES[ADAPTABLE_TO[kind]], methods)


def handlers_of(kind: PluginKind, implementation: object) -> ServiceHandlers:
    """Returns the handlers of a servicer, an action or a channel, for its own version.

    Raises:
        TypeError: it is none of these, or an action of another kind.
    """
    if isinstance(implementation, type):
        raise TypeError(f"found the class {implementation.__name__}, expected an instance of it")
    if hasattr(implementation, "AppliesTo"):
        return _handlers_of_servicer(kind, implementation)
    if isinstance(implementation, grpc.Channel) or callable(implementation):
        return forward_service(kind, cast("grpc.Channel | ChannelSource", implementation))
    handlers = handlers_of_action(implementation)
    if handlers.service != SERVICES[kind]:
        raise TypeError(
            f"found {type(implementation).__name__}, an action of {handlers.service}, "
            f"expected one of {SERVICES[kind]}"
        )
    return handlers


def _handlers_of_servicer(kind: PluginKind, servicer: object) -> ServiceHandlers:
    if hasattr(servicer, "Progress") is (kind in ADAPTABLE_TO):
        raise TypeError(
            f"found {type(servicer).__name__}, a servicer of the other version, "
            f"expected one of {SERVICES[kind]}"
        )
    return handlers_from_servicer(kind, servicer)


@guarded
def _no_operations(request: bytes, context: grpc.ServicerContext) -> bytes:
    raise AsyncOperationsNotSupportedError


def _nothing_to_cancel(request: bytes, context: grpc.ServicerContext) -> bytes:
    return _EMPTY


def _always_ready(request: bytes, context: grpc.ServicerContext) -> bytes:
    return _READY
