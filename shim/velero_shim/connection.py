"""The gRPC connection of a go-plugin host to its plugin.

Owns the channels and the calls that every go-plugin host makes: health, Shutdown, the
GRPCStdio stream. Source: hashicorp/go-plugin v1.6.0 (grpc_client.go, grpc_stdio.go).
"""

from __future__ import annotations

import string
import threading
from functools import partial
from typing import Any

import grpc
import grpc.experimental
from grpc_health.v1 import health_pb2

from velero_plugin.goplugin import grpc_stdio_pb2
from velero_shim.drain import tolerant
from velero_shim.handshake import Handshake
from velero_shim.lines import Lines, add_lines
from velero_shim.output import OnStdio

_SERVICE = "plugin"
_RESTORE_TIMEOUT = 1.0  # seconds that a call may be held up after a lost connection
_UNANSWERED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
_METADATA_LIMIT = 16 * 1024 * 1024
_INT_MAX = 2**31 - 1
_PLAIN = frozenset("/-_." + string.ascii_letters + string.digits)

CHANNEL_OPTIONS = (
    ("grpc.max_send_message_length", -1),
    ("grpc.max_receive_message_length", -1),
    # The text and the stack of a plugin's error travel in trailers.
    ("grpc.max_metadata_size", _METADATA_LIMIT),
    ("grpc.absolute_max_metadata_size", _METADATA_LIMIT),
    # Else it is the socket's path, which servers that want a host name refuse (h2 in Rust).
    ("grpc.default_authority", "localhost"),
    # An http_proxy of the environment would get the traffic of the plugin's socket.
    ("grpc.enable_http_proxy", 0),
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.enable_retries", 0),
    # A stream is read by the thread that asks for it, with no thread of the channel in between.
    (grpc.experimental.ChannelOptions.SingleThreadedUnaryStream, 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    # This one also limits how long a connection may take to be made: the first one to a virtual
    # machine that has just started takes longer than the pause between two attempts.
    ("grpc.min_reconnect_backoff_ms", 5000),
    ("grpc.max_reconnect_backoff_ms", 1000),
    # The socket may be gone when an idle connection would be opened again.
    ("grpc.client_idle_timeout_ms", _INT_MAX),
)


class Connection:
    """A channel to a plugin and the stream of what it prints.

    Args:
        greeting: the plugin's handshake.
        on_stdio: takes what comes over the GRPCStdio stream.
    """

    def __init__(self, greeting: Handshake, on_stdio: OnStdio) -> None:
        self.address = greeting.address
        target = _target(greeting)
        self.channel = grpc.insecure_channel(target, options=CHANNEL_OPTIONS)
        self._lines = Lines(partial(_dial, target))
        add_lines(self.channel, self._lines)
        self._on_stdio = tolerant(on_stdio)
        self._check = _health_check(self.channel)
        self._stdio: Any = None
        self._lost = threading.Event()

    def open(self, timeout: float) -> str | None:
        """Connects and opens the GRPCStdio stream.

        Returns:
            Why nothing answered within ``timeout`` seconds, else ``None``.
        """
        problem = _unanswered(self._check, timeout)
        if problem is not None:
            return f"nothing answers at {self.address}: {problem}"
        self._open_stdio()
        return None

    def health_check(self, timeout: float) -> bool:
        """Whether the plugin answers within ``timeout`` seconds that it is serving."""
        request = health_pb2.HealthCheckRequest(service=_SERVICE)
        try:
            response = self._check(request, timeout=timeout)
        except (grpc.RpcError, ValueError):  # grpcio: ValueError for a closed channel
            return False
        return bool(response.status == health_pb2.HealthCheckResponse.SERVING)

    def restore(self) -> bool:
        """Whether there is a connection; one that was lost is tried once more."""
        if not self._lost.is_set():
            return True
        return self.open(_RESTORE_TIMEOUT) is None

    def shut_down(self, timeout: float) -> bool:
        """Asks the plugin to end; false when it cannot be reached within ``timeout`` seconds.

        A plugin may end before its answer is out: a connection that breaks is an answer.
        """
        call: Any = self.channel.unary_unary("/plugin.GRPCController/Shutdown")
        lost = self._lost.is_set()
        try:
            call(b"", timeout=timeout)
        except grpc.RpcError as error:
            return not lost and error.code() is not grpc.StatusCode.DEADLINE_EXCEEDED
        except ValueError:
            return False
        return True

    def close_streams(self) -> None:
        """Ends the GRPCStdio stream."""
        if self._stdio is not None:
            self._stdio.cancel()

    def close(self) -> None:
        """Closes the channel, and all that were made for single calls."""
        self.channel.close()
        self._lines.close()

    def _open_stdio(self) -> None:
        self._lost.clear()
        open_stream: Any = self.channel.unary_stream(
            "/plugin.GRPCStdio/StreamStdio",
            response_deserializer=grpc_stdio_pb2.StdioData.FromString,
        )
        self._stdio = stream = open_stream(b"")
        stream.add_done_callback(self._stream_ended)
        threading.Thread(
            target=self._read_stdio, args=(stream,), name="plugin-stdio", daemon=True
        ).start()

    def _stream_ended(self, stream: Any) -> None:
        # Called before any waiting thread runs. A plugin without the service is not lost.
        if stream.code() is grpc.StatusCode.UNAVAILABLE:
            self._lost.set()

    def _read_stdio(self, stream: Any) -> None:
        try:
            for data in stream:
                known = data.channel == grpc_stdio_pb2.StdioData.STDERR
                self._on_stdio("stderr" if known else "stdout", data.data)
        except grpc.RpcError:
            pass  # the stream ends with the plugin, or the plugin has none


def _dial(target: str) -> grpc.Channel | None:
    # The socket may be gone while the connection that there is still works.
    channel = grpc.insecure_channel(target, options=CHANNEL_OPTIONS)
    if _unanswered(_health_check(channel), _RESTORE_TIMEOUT) is None:
        return channel
    channel.close()
    return None


def _health_check(channel: grpc.Channel) -> Any:
    return channel.unary_unary(
        "/grpc.health.v1.Health/Check",
        request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
        response_deserializer=health_pb2.HealthCheckResponse.FromString,
    )


def _unanswered(check: Any, timeout: float) -> str | None:
    """Returns why nothing answered a health check, ``None`` when something did."""
    try:
        check(health_pb2.HealthCheckRequest(service=_SERVICE), timeout=timeout)
    except grpc.RpcError as error:
        # Any other status is an answer: go-plugin's hosts do not ask at the start.
        if error.code() in _UNANSWERED:
            return error.details() or error.code().name
    return None


def _target(greeting: Handshake) -> str:
    if greeting.network == "unix":
        return "unix:" + _quoted(greeting.address)
    return greeting.address


def _quoted(path: str) -> str:
    if _PLAIN.issuperset(path):
        return path
    from urllib.parse import quote  # 4 ms of a start, for paths that nobody has

    return quote(path)
