"""Handlers that answer by a callback, after they have returned.

Owns the use of grpcio's ``experimental_non_blocking``: with it a handler of a response
stream is given a function to respond with, and waiting holds no thread. One request and
one response on such a stream are on the wire what a unary call is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any

import grpc

from velero_shim.status import set_status

Respond = Callable[[Any], None]
"""Sends a response, ``None`` to end the call; the former blocks until the caller reads."""

Behavior = Callable[[bytes, grpc.ServicerContext, Respond], None]


def calling_back(behavior: Behavior) -> grpc.RpcMethodHandler[Any, Any]:
    """Returns a handler for a function that gets ``(request, context, respond)``.

    What the function raises becomes the caller's status, unless it has set one itself.
    """
    return grpc.unary_stream_rpc_method_handler(_NonBlocking(behavior))


def has_failed(context: Any) -> bool:
    """Whether a handler has set another status than OK."""
    return context.code() not in (None, grpc.StatusCode.OK)


class _NonBlocking:
    experimental_non_blocking = True

    def __init__(self, behavior: Behavior) -> None:
        self._behavior = behavior

    def __call__(
        self, request: bytes, context: Any, respond: Respond | None = None
    ) -> Iterator[bytes] | None:
        if respond is None:  # a grpcio that does not know the attribute: waiting holds a thread
            answers: SimpleQueue[bytes | None] = SimpleQueue()
            self._call(request, context, answers.put)
            return iter(answers.get, None)
        self._call(request, context, respond)
        return None

    def _call(self, request: bytes, context: Any, respond: Respond) -> None:
        try:
            self._behavior(request, context, respond)
        except BaseException as error:  # whatever it is, the caller waits for an answer
            if not has_failed(context):
                set_status(context, error)
            respond(None)
