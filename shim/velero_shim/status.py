"""Where exceptions and gRPC statuses meet: the only place.

Owns what a caller sees when an action fails, and what an exception says when a plugin
did. As in Velero's framework (pkg/plugin/framework/common, v1.18.1) a returned error is
UNKNOWN with the error's text, a panic is ABORTED with "plugin panicked: " in front, and
both carry a ``generated.Stack`` whose frame 0 is the innermost.
"""

from __future__ import annotations

import functools
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any, NoReturn, Protocol, TypeVar

import grpc

from velero_shim.errors import (
    PluginCallError,
    PluginError,
    PluginGaveUpError,
    PluginStartError,
    StackFrame,
)
from velero_shim.model import valid_utf8

DETAILS_KEY = "grpc-status-details-bin"

_MAX_FRAMES = 64
# A gRPC client of Python with default settings drops trailers from 8 KiB on, at random, and
# then sees RESOURCE_EXHAUSTED instead of the error. Text (twice) and frames stay below that
# where they can; the frames that a host looks at, the innermost, come first.
_ROOM = 7 * 1024
_UNESCAPED = bytes(range(0x20, 0x7F)).replace(b"%", b"")  # in grpc-message
# The text travels in HTTP/2 trailers, twice; hosts refuse trailers of many megabytes.
_MAX_MESSAGE = 256 * 1024
_FAILURES = frozenset(code.name for code in grpc.StatusCode) - {"OK"}

_Handler = TypeVar("_Handler", bound=Callable[..., Any])


class ForwardedStatusError(Exception):
    """Ends a handler with the status of the call that it forwarded, details unchanged.

    Attributes:
        error: the failed call: it has ``code()``, ``details()``, ``trailing_metadata()``.
    """

    def __init__(self, error: grpc.RpcError) -> None:
        super().__init__(error)
        self.error = error


class HandlerContext(Protocol):
    """The part of a gRPC servicer context that ends a call with a status."""

    def set_code(self, code: grpc.StatusCode) -> None:
        """Sets the status code."""

    def set_details(self, details: str) -> None:
        """Sets the status text."""

    def set_trailing_metadata(self, trailing_metadata: tuple[tuple[str, str | bytes], ...]) -> None:
        """Sets the trailing metadata."""


# --- exception → status ------------------------------------------------------


def guarded(handler: _Handler) -> _Handler:
    """Makes every exception of a handler ``(…, context)`` the status that a caller gets.

    A ``SystemExit`` counts as well: it would leave the caller waiting for ever.
    """

    @functools.wraps(handler)
    def call(*arguments: Any) -> Any:
        try:
            return handler(*arguments)
        except BaseException as error:
            abort(arguments[-1], error)

    return call  # type: ignore[return-value]  # functools.wraps loses the type variable


def abort(context: grpc.ServicerContext, error: BaseException) -> NoReturn:
    """Ends a call with the status for an exception. Never returns."""
    if isinstance(error, ForwardedStatusError):
        trailing: Any = error.error.trailing_metadata() or ()
        context.set_trailing_metadata(trailing)
        context.abort(error.error.code() or grpc.StatusCode.UNKNOWN, error.error.details() or "")
    status = call_error_from_exception(error)
    if status.details is not None:
        context.set_trailing_metadata(((DETAILS_KEY, status.details),))
    context.abort(grpc.StatusCode[status.code], status.message)


def set_status(context: HandlerContext, error: BaseException) -> None:
    """Sets the status for an exception without raising, for handlers that call back."""
    status = call_error_from_exception(error)
    if status.details is not None:
        context.set_trailing_metadata(((DETAILS_KEY, status.details),))
    context.set_code(grpc.StatusCode[status.code])
    context.set_details(status.message)


def call_error_from_exception(error: BaseException) -> PluginCallError:
    """Returns the status for an exception, its details made and its text cut to size.

    A status that the action itself met, raised as ``grpc.RpcError`` or PluginCallError, is
    passed on with its own code, text and details; a code that is no failure of gRPC's, with
    which no call can end, becomes UNKNOWN.
    """
    status = _own_status(error)
    if status is None:
        code, message = _classify(error)
        status = PluginCallError(code, message)
    code = status.code if status.code in _FAILURES else "UNKNOWN"
    message = _cut(valid_utf8(status.message))
    details = status.details
    if details is None:
        details = _details(code, message, _frames(error.__traceback__))
    return PluginCallError(code, message, details=details)


def _own_status(error: BaseException) -> PluginCallError | None:
    if isinstance(error, PluginCallError):
        return error
    if isinstance(error, grpc.RpcError) and callable(getattr(error, "code", None)):
        try:
            status = call_error_from_rpc_error(error)
        except Exception:  # a subclass of the action's own, with methods that fail
            return None
        return None if status.code == "OK" else status
    return None


def _classify(error: BaseException) -> tuple[str, str]:
    text = _text_of(error)
    if isinstance(error, PluginError):
        return "UNKNOWN", text
    if isinstance(error, PluginStartError | PluginGaveUpError):
        return "UNAVAILABLE", text
    name = type(error).__name__
    return "ABORTED", f"plugin panicked: {name}: {text}" if text else f"plugin panicked: {name}"


def _text_of(error: BaseException) -> str:
    try:
        return str(error)
    except BaseException as failure:
        return f"(the text of this {type(error).__name__} failed: {type(failure).__name__})"


def _cut(message: str) -> str:
    if len(message) <= _MAX_MESSAGE:
        return message
    return f"{message[:_MAX_MESSAGE]}… ({len(message) - _MAX_MESSAGE} characters cut)"


def _frames(trace: TracebackType | None) -> list[StackFrame]:
    frames = [
        StackFrame(
            file=frame.f_code.co_filename,
            # An instruction without a line has None, or -1 before Python 3.11.4.
            line=max(line or 0, 0),
            function=f"{frame.f_globals.get('__name__', '')}.{frame.f_code.co_qualname}",
        )
        for frame, line in traceback.walk_tb(trace)
    ]
    return frames[: -_MAX_FRAMES - 1 : -1]


def _details(code: str, message: str, frames: list[StackFrame]) -> bytes | None:
    if not frames:
        return None
    # Imported when the first error happens: start-up does not pay for it.
    from google.rpc import status_pb2

    from velero_plugin.shared.v1 import shared_pb2

    status = status_pb2.Status(code=grpc.StatusCode[code].value[0], message=message)
    room = _ROOM - status.ByteSize() - _percent_encoded_size(message)
    stack = shared_pb2.Stack()
    for frame in frames:
        sent = shared_pb2.StackFrame(
            file=valid_utf8(frame.file), line=frame.line, function=valid_utf8(frame.function)
        )
        room -= sent.ByteSize()
        if room < 0 and stack.frames:
            break
        stack.frames.append(sent)
    status.details.add().Pack(stack)
    return bytes(status.SerializeToString())


def _percent_encoded_size(message: str) -> int:
    raw = message.encode()
    return len(raw) + 2 * len(raw.translate(None, _UNESCAPED))


# --- status → exception ------------------------------------------------------


def call_error_from_rpc_error(error: grpc.RpcError, plugin: str = "") -> PluginCallError:
    """Returns the exception for a failed call, with the plugin's stack where it sent one.

    Args:
        error: what a stub raised; it has ``code()``, ``details()``, ``trailing_metadata()``.
        plugin: the registered name that was called.
    """
    code: grpc.StatusCode | None = error.code()
    details = _raw_details(error)
    return PluginCallError(
        code.name if code is not None else "UNKNOWN",
        str(error.details() or ""),
        stack=_stack(details),
        details=details,
        plugin=plugin,
    )


def _raw_details(error: grpc.RpcError) -> bytes | None:
    metadata = getattr(error, "trailing_metadata", None)
    for key, value in (metadata() if metadata is not None else None) or ():
        if key == DETAILS_KEY:
            return bytes(value)
    return None


def _stack(details: bytes | None) -> list[StackFrame]:
    if details is None:
        return []
    from google.protobuf.message import DecodeError
    from google.rpc import status_pb2

    from velero_plugin.shared.v1 import shared_pb2

    stack = shared_pb2.Stack()
    try:
        for detail in status_pb2.Status.FromString(details).details:
            if detail.Unpack(stack):
                return [StackFrame(f.file, f.line, f.function) for f in stack.frames]
    except DecodeError:
        pass  # the status itself is still good; only its details are not readable
    return []
