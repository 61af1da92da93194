"""Handlers called from within this process, without a server in between.

Owns :class:`LocalContext`, which stands in for the context of a gRPC call when an adapter
itself asks a servicer (or a forwarding handler) for progress.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import grpc
from google.protobuf.message import DecodeError

from velero_shim.errors import PluginCallError
from velero_shim.status import DETAILS_KEY, call_error_from_exception

logger = logging.getLogger(__name__)


class LocalContext(grpc.ServicerContext):
    """The context of a call that has no caller but this process."""

    def __init__(self, timeout: float) -> None:
        """Starts the clock.

        Args:
            timeout: seconds after which the call should have ended.
        """
        self._deadline = time.monotonic() + timeout
        self._callbacks: list[Callable[[], None]] | None = []
        self._code: grpc.StatusCode | None = None
        self._details = ""
        self._trailing: Sequence[tuple[str, str | bytes]] = ()

    def error(self) -> PluginCallError | None:
        """Returns the status that a handler set without raising, ``None`` for OK."""
        if self._code is None or self._code is grpc.StatusCode.OK:
            return None
        details = dict(self._trailing).get(DETAILS_KEY)
        raw = details if isinstance(details, bytes) else None
        return PluginCallError(self._code.name, self._details, details=raw)

    def abort(self, code: grpc.StatusCode, details: str) -> NoReturn:
        """Ends the call with a status."""
        self._code, self._details = code, details
        raise self.error() or PluginCallError("UNKNOWN", details)

    def abort_with_status(self, status: grpc.Status) -> NoReturn:
        """Ends the call with a status."""
        self._trailing = tuple(status.trailing_metadata or ())
        self.abort(status.code, status.details)

    def set_code(self, code: grpc.StatusCode) -> None:
        """Sets the status code."""
        self._code = code

    def set_details(self, details: str) -> None:
        """Sets the status text."""
        self._details = details

    def set_trailing_metadata(self, trailing_metadata: Any) -> None:
        """Sets the trailing metadata."""
        self._trailing = tuple(trailing_metadata)

    def code(self) -> grpc.StatusCode | None:
        """Returns the status code that was set."""
        return self._code

    def details(self) -> bytes:
        """Returns the status text that was set, as grpcio does."""
        return self._details.encode()

    def trailing_metadata(self) -> Any:
        """Returns the trailing metadata that was set."""
        return self._trailing

    def set_compression(self, compression: grpc.Compression) -> None:
        """There is nothing to compress."""

    def disable_next_message_compression(self) -> None:
        """There is nothing to compress."""

    def send_initial_metadata(self, initial_metadata: Any) -> None:
        """There is nobody to send it to."""

    def time_remaining(self) -> float:
        """Returns the seconds that are left."""
        return max(self._deadline - time.monotonic(), 0.0)

    def is_active(self) -> bool:
        """Whether the call still has time."""
        return self.time_remaining() > 0

    def add_callback(self, callback: Callable[[], None]) -> bool:
        """Keeps a function that the end of the call runs; false when it has ended."""
        if self._callbacks is None:
            return False
        self._callbacks.append(callback)
        return True

    def cancel(self) -> bool:
        """Runs the callbacks, as the end of a call does."""
        callbacks, self._callbacks = self._callbacks, None
        for callback in callbacks or ():
            try:
                callback()
            except Exception:
                logger.exception("a callback of a servicer failed")
        return True

    def invocation_metadata(self) -> tuple[()]:
        """Returns nothing: no caller sent any."""
        return ()

    def peer(self) -> str:
        """Returns the name of this process as a peer."""
        return "inproc:"

    def peer_identities(self) -> None:
        """Returns ``None``: there is no transport."""

    def peer_identity_key(self) -> None:
        """Returns ``None``: there is no transport."""

    def auth_context(self) -> dict[str, Any]:
        """Returns nothing: there is no transport."""
        return {}


def call_locally(method: grpc.RpcMethodHandler[Any, Any], request: bytes, timeout: float) -> Any:
    """Calls a unary handler and returns what it returned, a message or its bytes.

    Args:
        method: the handler with its serializers.
        request: the serialized request.
        timeout: seconds that the handler is told it has; it is not interrupted after that.

    Raises:
        PluginCallError: whatever went wrong, as the status that a caller would have got.
    """
    context = LocalContext(timeout)
    try:
        response = call_handler(method, request, context)
    except BaseException as error:  # a SystemExit too may not end more than this call
        raise context.error() or call_error_from_exception(error) from error
    finally:
        context.cancel()
    if (failure := context.error()) is not None:
        raise failure
    return response


def call_handler(
    method: grpc.RpcMethodHandler[Any, Any], request: bytes, context: grpc.ServicerContext
) -> Any:
    """Calls a unary handler on a serialized request; what it raises passes through."""
    if method.unary_unary is None:
        raise TypeError("found a streaming handler, expected one of a single response")
    return method.unary_unary(_deserialized(method, request), context)


def _deserialized(method: grpc.RpcMethodHandler[Any, Any], request: bytes) -> Any:
    if method.request_deserializer is None:
        return request
    try:
        return method.request_deserializer(request)
    except DecodeError as error:  # the caller's fault, and no panic of the plugin
        raise PluginCallError("INTERNAL", f"the request cannot be read: {error}") from None
