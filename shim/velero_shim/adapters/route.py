"""One service whose methods are answered by different handlers for different plugins.

Owns the choice by the ``plugin`` name of a request, made without parsing the request.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from velero_plugin.backup_item_action.v2 import backup_item_action_pb2
from velero_shim.adapters.callback import Respond, calling_back
from velero_shim.adapters.local import call_handler
from velero_shim.errors import PluginCallError
from velero_shim.servicers import ServiceHandlers
from velero_shim.status import guarded

Choose = Callable[[str], ServiceHandlers]
"""Returns the handlers for a plugin name, or raises what its caller gets as status."""

_PLUGIN_TAG = 0x0A  # field 1, length-delimited: Go writes it first


def route_service(service: str, methods: dict[str, bool], choose: Choose) -> ServiceHandlers:
    """Returns handlers that let ``choose`` say who answers.

    Args:
        service: the full service name.
        methods: the method names; ``True`` for those whose chosen handler may answer by a
            callback, as a downgraded Execute does.
        choose: is asked for each call.
    """
    return ServiceHandlers(
        service,
        {
            name: _calling_back(name, choose) if calls_back else _returning(name, choose)
            for name, calls_back in methods.items()
        },
    )


def plugin_of(request: bytes) -> str:
    """Returns the plugin name in a request: field 1 in every request of an item action.

    Raises:
        PluginCallError: INTERNAL, as gRPC answers to bytes that are no such message.
    """
    try:
        if request[:1] == bytes((_PLUGIN_TAG,)):
            length, start = _varint(request, 1)
            if start + length <= len(request):
                return request[start : start + length].decode()
        message = backup_item_action_pb2.BackupItemActionAppliesToRequest.FromString(request)
    except (DecodeError, UnicodeDecodeError, IndexError):
        raise PluginCallError("INTERNAL", "the request is no protobuf message") from None
    return message.plugin


def _varint(data: bytes, start: int) -> tuple[int, int]:
    value = shift = 0
    for at in range(start, start + 10):
        value |= (data[at] & 0x7F) << shift
        if data[at] < 0x80:
            return value, at + 1
        shift += 7
    raise IndexError("a varint of more than ten bytes")


def _chosen(name: str, choose: Choose) -> Callable[..., grpc.RpcMethodHandler[Any, Any]]:
    # Only the choice is guarded: the handler ends its call itself.
    @guarded
    def chosen(request: bytes, context: grpc.ServicerContext) -> grpc.RpcMethodHandler[Any, Any]:
        return choose(plugin_of(request)).methods[name]

    return chosen


def _returning(name: str, choose: Choose) -> grpc.RpcMethodHandler[Any, Any]:
    chosen = _chosen(name, choose)

    def behavior(request: bytes, context: grpc.ServicerContext) -> Any:
        return call_handler(chosen(request, context), request, context)

    return grpc.unary_unary_rpc_method_handler(behavior)


def _calling_back(name: str, choose: Choose) -> grpc.RpcMethodHandler[Any, Any]:
    chosen = _chosen(name, choose)

    def behavior(request: bytes, context: grpc.ServicerContext, respond: Respond) -> None:
        handler: Any = chosen(request, context)
        if handler.unary_stream is not None:
            handler.unary_stream(request, context, respond)
        else:
            respond(call_handler(handler, request, context))
            respond(None)

    return calling_back(behavior)
