"""What a servicer raises, as the status that a Go plugin's caller gets.

Owns that for servicers of the plugin's own, whose exceptions grpcio would report as "Exception
calling application", and whose ``SystemExit`` would leave the caller waiting for ever. Our own
servicers do it themselves.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, NoReturn

import grpc

from velero_shim.status import abort


def with_statuses(handler: grpc.RpcMethodHandler[Any, Any]) -> grpc.RpcMethodHandler[Any, Any]:
    """Returns a handler that does the same and ends a call with the status of what it raises.

    A servicer that has ended the call itself, by ``context.abort`` or with a code and an
    exception, is left to it.
    """
    kind = "stream" if handler.request_streaming else "unary"
    kind += "_stream" if handler.response_streaming else "_unary"
    make: Any = getattr(grpc, f"{kind}_rpc_method_handler")
    wrap = _streaming if handler.response_streaming else _single
    ending: grpc.RpcMethodHandler[Any, Any] = make(
        wrap(getattr(handler, kind)), handler.request_deserializer, handler.response_serializer
    )
    return ending


def _single(behavior: Any) -> Any:
    @functools.wraps(behavior)
    def ending(request: Any, context: grpc.ServicerContext, *respond: Any) -> Any:
        try:
            return behavior(request, context, *respond)
        except BaseException as error:
            _end(context, error)

    return ending


def _streaming(behavior: Any) -> Any:
    @functools.wraps(behavior)
    def ending(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        try:
            yield from behavior(request, context)
        except GeneratorExit:
            raise
        except BaseException as error:
            _end(context, error)

    return ending


def _end(context: Any, error: BaseException) -> NoReturn:
    if context.code() is not None:
        raise error
    abort(context, error)
