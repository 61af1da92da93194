"""Requests parsed inside of their handlers.

Owns a way around grpcio: where its server parses requests itself, each one that is no message
costs it some 17 KB for good (grpcio 1.75 and 1.85). Handlers that take bytes cost nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import grpc


def parsed_in_handler(
    handler: grpc.RpcMethodHandler[Any, Any],
) -> grpc.RpcMethodHandler[Any, Any]:
    """Returns a handler that parses its request itself and otherwise does the same.

    A request that is no message ends its call with INTERNAL, as grpcio has it. Streams of
    requests stay as they are: grpcio's own iterator knows how a stream was broken off.
    """
    parse = handler.request_deserializer
    if parse is None or handler.request_streaming:
        return handler
    if handler.response_streaming:
        return grpc.unary_stream_rpc_method_handler(
            _parsing(handler.unary_stream, parse), None, handler.response_serializer
        )
    return grpc.unary_unary_rpc_method_handler(
        _parsing(handler.unary_unary, parse), None, handler.response_serializer
    )


def _parsing(behavior: Any, parse: Callable[[bytes], Any]) -> Callable[..., Any]:
    # functools.wraps also copies what grpcio's server looks for in a handler's attributes.
    @functools.wraps(behavior)
    def parsing(request: bytes, context: grpc.ServicerContext, *respond: Any) -> Any:
        return behavior(_parsed(request, parse, context), context, *respond)

    return parsing


def _parsed(request: bytes, parse: Callable[[bytes], Any], context: grpc.ServicerContext) -> Any:
    try:
        return parse(request)
    except Exception:
        context.abort(grpc.StatusCode.INTERNAL, "Exception deserializing request!")
