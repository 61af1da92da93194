"""The services that a go-plugin host calls on every plugin.

Owns health, controller, stdio, broker and Velero's PluginLister, and that they answer
whatever the plugin's actions do: they run in a small thread pool of their own. Source:
hashicorp/go-plugin v1.6.0 (grpc_server.go, grpc_controller.go, grpc_stdio.go,
grpc_broker.go) and Velero's pkg/plugin/framework/plugin_lister.go.
"""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
from google.protobuf.empty_pb2 import Empty as ProtobufEmpty
from grpc_health.v1 import health, health_pb2

from velero_plugin.goplugin import grpc_broker_pb2, grpc_controller_pb2, grpc_stdio_pb2
from velero_plugin.plugin_lister.v1 import plugin_lister_pb2
from velero_plugin.shared.v1 import shared_pb2
from velero_shim.requests import shielded
from velero_shim.status import guarded
from velero_shim.stdio import OutputBuffer

HEALTH_SERVICE = "plugin"
"""The service name that a go-plugin host asks the health service for."""

_WORKERS = 4

PluginList = Callable[[], Iterable[tuple[str, str]]]
"""Returns the kind and the name of each plugin."""

Send = Callable[[Any], None]
"""Sends a message of a stream; ``None`` ends the stream with status OK."""


class HostServices:
    """The host's side of a plugin server.

    Args:
        plugins: lists what the plugin serves; called for each ListPlugins.
        output: what the program printed, for the host's StreamStdio.
        errors: what goes into that stream as standard error: that of a plugin behind this one.
        shutdown: called when the host asks the plugin to end, before it gets its answer.
    """

    def __init__(
        self,
        plugins: PluginList,
        output: OutputBuffer,
        errors: OutputBuffer,
        shutdown: Callable[[], None],
    ) -> None:
        self._plugins = plugins
        self._outputs = {
            grpc_stdio_pb2.StdioData.STDOUT: output,
            grpc_stdio_pb2.StdioData.STDERR: errors,
        }
        self._shutdown = shutdown
        self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="go-plugin")
        self._brokers: set[Send] = set()
        self._health = health.HealthServicer()
        self._health.set(HEALTH_SERVICE, health_pb2.HealthCheckResponse.SERVING)

    def register(self, server: grpc.Server) -> None:
        """Adds the services to a server that has not started yet."""
        server.add_generic_rpc_handlers(
            [
                grpc.method_handlers_generic_handler(
                    service, {name: shielded(h) for name, h in handlers.items()}
                )
                for service, handlers in self._services().items()
            ]
        )

    def close(self) -> None:
        """Ends the host's streams; they would hold up the server's end."""
        self._health.enter_graceful_shutdown()
        for output in self._outputs.values():
            output.detach_all()
        for send in list(self._brokers):
            send(None)

    def _services(self) -> Mapping[str, dict[str, grpc.RpcMethodHandler[Any, Any]]]:
        unary, stream = self._unary, self._stream
        empty, pb_empty = grpc_controller_pb2.Empty, ProtobufEmpty
        check = health_pb2.HealthCheckRequest
        return {
            health.SERVICE_NAME: {
                "Check": unary(self._health.Check, check),
                "Watch": stream(self._health.Watch, check),
            },
            "plugin.GRPCController": {"Shutdown": unary(self._shut_down, empty)},
            "plugin.GRPCStdio": {"StreamStdio": stream(self._stream_stdio, pb_empty)},
            "plugin.GRPCBroker": {"StartStream": self._broker()},
            "generated.PluginLister": {"ListPlugins": unary(self._list, shared_pb2.Empty)},
        }

    # --- what the services do -------------------------------------------------

    @guarded
    def _shut_down(self, _request: object, _context: object) -> grpc_controller_pb2.Empty:
        self._shutdown()
        return grpc_controller_pb2.Empty()

    @guarded
    def _list(self, _request: object, _context: object) -> plugin_lister_pb2.ListPluginsResponse:
        # A host starts this command again whenever it needs one of the plugins.
        command = sys.argv[0]
        return plugin_lister_pb2.ListPluginsResponse(
            plugins=[
                plugin_lister_pb2.PluginIdentifier(command=command, kind=kind, name=name)
                for kind, name in self._plugins()
            ]
        )

    def _stream_stdio(self, _request: object, context: grpc.ServicerContext, send: Send) -> None:
        stream = _StdioStream(self._outputs, send)
        if context.add_callback(stream.end):
            stream.start()

    def _start_stream(self, _requests: object, context: grpc.ServicerContext, send: Send) -> None:
        # Velero brokers no further connections, but its hosts want the stream to stay open.
        if context.add_callback(lambda: self._brokers.discard(send)):
            self._brokers.add(send)

    # --- how they run -----------------------------------------------------------

    def _unary(self, behavior: Callable[..., Any], request: Any) -> grpc.RpcMethodHandler[Any, Any]:
        return grpc.unary_unary_rpc_method_handler(
            _in_pool(behavior, self._pool), request.FromString, _serialize
        )

    def _stream(
        self, behavior: Callable[..., Any], request: Any
    ) -> grpc.RpcMethodHandler[Any, Any]:
        return grpc.unary_stream_rpc_method_handler(
            _calling_back(_in_pool(behavior, self._pool)), request.FromString, _serialize
        )

    def _broker(self) -> grpc.RpcMethodHandler[Any, Any]:
        return grpc.stream_stream_rpc_method_handler(
            _calling_back(_in_pool(self._start_stream, self._pool)),
            grpc_broker_pb2.ConnInfo.FromString,
            _serialize,
        )


class _StdioStream:
    """One StreamStdio call: a thread for each output, which alone waits for a slow host."""

    def __init__(
        self, outputs: Mapping[grpc_stdio_pb2.StdioData.Channel.ValueType, OutputBuffer], send: Send
    ) -> None:
        self._readers = [(channel, output, output.attach()) for channel, output in outputs.items()]
        self._open = len(self._readers)
        self._send = send
        self._sending = threading.Lock()  # a call takes one message at a time

    def start(self) -> None:
        for reader in self._readers:
            threading.Thread(target=self._copy, args=reader, name="stdio", daemon=True).start()

    def end(self) -> None:
        for _channel, output, reader in self._readers:
            output.detach(reader)

    def _copy(
        self,
        channel: grpc_stdio_pb2.StdioData.Channel.ValueType,
        output: OutputBuffer,
        reader: object,
    ) -> None:
        for chunk in output.chunks(reader):
            with self._sending:
                self._send(grpc_stdio_pb2.StdioData(channel=channel, data=chunk))
        with self._sending:
            self._open -= 1
            if not self._open:
                self._send(None)


# grpcio's server looks for two attributes of a handler that its documentation does not name:
# grpc._server has had them since 1.27 (2020), and grpc_health's servicer is built on the
# second. Nothing else here depends on them, and a test fails should a release drop one.


def _in_pool(behavior: Callable[..., Any], pool: ThreadPoolExecutor) -> Callable[..., Any]:
    """Makes the handler run in that pool and not in the server's."""
    handler = functools.partial(behavior)
    handler.experimental_thread_pool = pool  # type: ignore[attr-defined]  # read by grpc._server
    return handler


def _calling_back(handler: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a stream's handler get ``send`` as third argument, and hold no thread."""
    handler.experimental_non_blocking = True  # type: ignore[attr-defined]  # read by grpc._server
    return handler


def _serialize(message: Any) -> bytes:
    data: bytes = message.SerializeToString()
    return data
