"""Calls passed on to a running plugin, bytes in and bytes out.

Owns what has to survive the passage: metadata, deadline, cancellation, and the status with
its details. Messages are not parsed.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import grpc

from velero_shim.errors import PluginCallError
from velero_shim.kinds import SERVICES, PluginKind
from velero_shim.lines import CallerGoneError, Lines, lines_of
from velero_shim.servicers import ServiceHandlers
from velero_shim.status import ForwardedStatusError, guarded

ChannelSource = Callable[[], grpc.Channel]
"""Returns the channel for the next call; it may have to start a plugin process first."""

Metadata = tuple[tuple[str, str | bytes], ...]

# grpcio reports "no deadline" as a number of seconds that it then refuses as a time-out.
_NO_DEADLINE = 10 * 365 * 86_400.0

# Called once for each item; what is called once for a process is not worth a connection.
_FOR_EACH_ITEM = ("Execute", "GetRelatedItems")

_UNARY = {
    "generated.BackupItemAction": ("AppliesTo", "Execute"),
    "v2.BackupItemAction": ("AppliesTo", "Execute", "Progress", "Cancel"),
    "generated.RestoreItemAction": ("AppliesTo", "Execute"),
    "v2.RestoreItemAction": (
        "AppliesTo",
        "Execute",
        "Progress",
        "Cancel",
        "AreAdditionalItemsReady",
    ),
    "generated.DeleteItemAction": ("AppliesTo", "Execute"),
    "v1.ItemBlockAction": ("AppliesTo", "GetRelatedItems"),
    "generated.ObjectStore": (
        "Init",
        "ObjectExists",
        "ListCommonPrefixes",
        "ListObjects",
        "DeleteObject",
        "CreateSignedURL",
    ),
    "generated.VolumeSnapshotter": (
        "Init",
        "CreateVolumeFromSnapshot",
        "GetVolumeInfo",
        "CreateSnapshot",
        "DeleteSnapshot",
        "GetVolumeID",
        "SetVolumeID",
    ),
}


def channel_source(channel: grpc.Channel | ChannelSource) -> ChannelSource:
    """Returns the source for a channel that stays the same, or the source itself."""
    return channel if callable(channel) else lambda: channel


def forward_service(kind: PluginKind, channel: grpc.Channel | ChannelSource) -> ServiceHandlers:
    """Returns handlers that pass every method of a kind's service on to a plugin."""
    service, source = SERVICES[kind], channel_source(channel)
    methods = {name: forward_unary(f"/{service}/{name}", source) for name in _UNARY[service]}
    if kind is PluginKind.OBJECT_STORE:
        methods["PutObject"] = _forward_stream_unary(f"/{service}/PutObject", source)
        methods["GetObject"] = _forward_unary_stream(f"/{service}/GetObject", source)
    return ServiceHandlers(service, methods)


def forward_unary(path: str, source: ChannelSource) -> grpc.RpcMethodHandler[Any, Any]:
    """Returns a handler that passes a call of one request and one response on."""
    # On the wire one message and a stream of one are the same. A stream can be cancelled while
    # it is read in this thread; a unary call that can be goes through a thread of the channel,
    # which costs 0.1 ms.
    calls = _Calls(source, lambda channel: channel.unary_stream(path))

    has_lines = path.rpartition("/")[2] in _FOR_EACH_ITEM

    @guarded
    def forward(request: bytes, context: grpc.ServicerContext) -> bytes:
        channel = source()
        lines = lines_of(channel) if has_lines else None
        answer = None if lines is None else _call_on_line(lines, path, request, context)
        if answer is None:
            call = calls.start_on(channel, "__call__", request, context)
            answer = _only_message(call), call
        message, call = answer
        _pass_trailing(call, context)
        return message

    return grpc.unary_unary_rpc_method_handler(forward)


def _call_on_line(
    lines: Lines, path: str, request: bytes, context: grpc.ServicerContext
) -> tuple[bytes, Any] | None:
    options = {"timeout": time_limit(context), "metadata": passed_metadata(context)}
    try:
        return lines.call(path, request, context.add_callback, **options)
    except grpc.RpcError as error:
        raise ForwardedStatusError(error) from None
    except ValueError as error:
        raise _unreachable(error) from None
    except CallerGoneError:
        raise PluginCallError("CANCELLED", "the caller went away") from None


def _only_message(call: Any) -> bytes:
    try:
        messages: list[bytes] = list(call)  # up to the end: after the message comes the status
    except grpc.RpcError as error:
        raise ForwardedStatusError(error) from None
    if len(messages) != 1:
        raise PluginCallError("INTERNAL", f"the plugin answered with {len(messages)} messages")
    return messages[0]


def _forward_stream_unary(path: str, source: ChannelSource) -> grpc.RpcMethodHandler[Any, Any]:
    calls = _Calls(source, lambda channel: channel.stream_unary(path))

    @guarded
    def forward(requests: Iterator[bytes], context: grpc.ServicerContext) -> bytes:
        call = calls.start("future", requests, context)
        return _result(call, context)

    return grpc.stream_unary_rpc_method_handler(forward)


def _forward_unary_stream(path: str, source: ChannelSource) -> grpc.RpcMethodHandler[Any, Any]:
    calls = _Calls(source, lambda channel: channel.unary_stream(path))

    def forward(request: bytes, context: grpc.ServicerContext) -> Iterator[bytes]:
        return _stream(calls, request, context)

    return grpc.unary_stream_rpc_method_handler(forward)


@guarded
def _next(chunks: Iterator[bytes], context: grpc.ServicerContext) -> bytes | None:
    try:
        return next(chunks, None)
    except grpc.RpcError as error:
        raise ForwardedStatusError(error) from None


def _stream(calls: _Calls, request: bytes, context: grpc.ServicerContext) -> Iterator[bytes]:
    call = guarded(calls.start)("__call__", request, context)
    while (chunk := _next(call, context)) is not None:
        yield chunk
    _pass_trailing(call, context)


class _Calls:
    """Starts calls of one method; the stub is made anew only when the channel is."""

    def __init__(self, source: ChannelSource, make: Callable[[grpc.Channel], Any]) -> None:
        self._source = source
        self._make = make
        self._stub: tuple[grpc.Channel, Any] | None = None

    def start(self, how: str, request: object, context: grpc.ServicerContext) -> Any:
        return self.start_on(self._source(), how, request, context)

    def start_on(
        self, channel: grpc.Channel, how: str, request: object, context: grpc.ServicerContext
    ) -> Any:
        stub = self._stub
        if stub is None or stub[0] is not channel:
            stub = self._stub = (channel, self._make(channel))
        start = getattr(stub[1], how)
        try:
            call = start(request, timeout=time_limit(context), metadata=passed_metadata(context))
        except ValueError as error:  # grpcio's word for a channel that was closed meanwhile
            raise _unreachable(error) from None
        if not context.add_callback(_cancel_weakly(call)):
            call.cancel()  # the caller went away before the callback could be added
        return call


def _unreachable(error: ValueError) -> PluginCallError:
    return PluginCallError("UNAVAILABLE", f"the plugin cannot be reached: {error}")


def _cancel_weakly(call: Any) -> Callable[[], None]:
    # The caller's own call may last for hours longer, with an operation to wait for.
    reference = weakref.ref(call)

    def cancel() -> None:
        if (running := reference()) is not None:
            running.cancel()

    return cancel


def _result(call: Any, context: grpc.ServicerContext) -> bytes:
    try:
        result: bytes = call.result()
    except grpc.RpcError as error:
        raise ForwardedStatusError(error) from None
    except grpc.FutureCancelledError:
        raise PluginCallError("CANCELLED", "the caller went away") from None
    _pass_trailing(call, context)
    return result


def _pass_trailing(call: Any, context: grpc.ServicerContext) -> None:
    if trailing := call.trailing_metadata():
        context.set_trailing_metadata(tuple(trailing))


def time_limit(context: grpc.ServicerContext) -> float | None:
    """Returns the seconds that a call has left, ``None`` without a deadline."""
    remaining: float | None = context.time_remaining()
    return None if remaining is None or remaining > _NO_DEADLINE else remaining


def passed_metadata(context: grpc.ServicerContext) -> Metadata:
    """Returns the metadata of a call that is the caller's own, not its transport's."""
    sent: Iterable[tuple[str, str | bytes]] = context.invocation_metadata() or ()
    return tuple(
        (key, value)
        for key, value in sent
        if key != "user-agent" and not key.startswith(("grpc-", ":"))
    )
