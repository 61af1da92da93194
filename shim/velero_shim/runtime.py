"""A running plugin process, from the check of the cookie to the last clean-up.

Owns the order of things: take standard output, listen, only then print the handshake line,
wait, and be gone within a second. It serves any gRPC handlers; which ones is for
:mod:`velero_shim.serve` to say, and what a host calls beside them is in
:mod:`velero_shim.goplugin`.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, cast

import grpc

from velero_shim import handshake, hclog
from velero_shim.errors import ShimError
from velero_shim.goplugin import HostServices, PluginList
from velero_shim.lifetime import Lifetime, exit_within
from velero_shim.listener import Listener, listen
from velero_shim.memory import Trimmer, set_collector
from velero_shim.pool import DaemonPool
from velero_shim.stdio import CapturedStdout, capture_stdout

_LOG = logging.getLogger(__name__)

# Calls of actions at a time; a handler that waits holds a thread. Threads are made when they
# are needed, so a high number costs nothing until so many calls come at once (32 callers on
# two cores: about 20 % fewer calls than with 16 threads). A low one would let calls that hang
# hold up Cancel; a Go plugin has no limit.
ACTION_WORKERS = 256

_SECONDS_TO_EXIT = 0.8
_SECONDS_FOR_OPEN_CALLS = 0.3

_MAX_METADATA = 16 * 1024 * 1024
_MAX_PENDING = 1_000_000
SERVER_OPTIONS: tuple[tuple[str, int], ...] = (
    # Items have no limit in Velero; -1 is none.
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.max_metadata_size", _MAX_METADATA),
    ("grpc.absolute_max_metadata_size", _MAX_METADATA),
    # The default cancels calls of a burst of 2,000.
    ("grpc.server.max_pending_requests", _MAX_PENDING),
    ("grpc.server.max_pending_requests_hard_limit", _MAX_PENDING),
    # Two plugins may not end up on one port.
    ("grpc.so_reuseport", 0),
)


class Registrable(Protocol):
    """Handlers that can add themselves to a server."""

    def register(self, server: grpc.Server) -> None:
        """Adds the handlers to a server that has not started yet."""


def serve_services(
    services: Iterable[grpc.GenericRpcHandler | Registrable],
    plugins: PluginList,
    *,
    drain: Callable[[], None] = lambda: None,
    drain_seconds: float = 0.0,
    close: Callable[[], None] = lambda: None,
) -> None:
    """Serves handlers as this process's plugin, until its host ends it or dies.

    Returns when everything is cleaned up. The process then ends within a second, by itself or
    by force: what is to run afterwards has to be quick.

    Args:
        services: what to serve; it is iterated when standard output is already taken, so it
            may import things that print.
        plugins: returns the kind and name of each plugin, for the host's list.
        drain: called once when the end has come, while calls under way can still be answered.
        drain_seconds: how much longer the end may take for that; a host waits two seconds.
        close: called once after that, when no call is answered any more.

    Raises:
        SystemExit: with status 1 and an explanation, when there is no host, or one that wants
            TLS, or no address to listen on.
    """
    check_host(os.environ)
    captured = capture_stdout()
    hclog.install(log_level(sys.argv[1:]))
    plugin = _RunningPlugin(captured, plugins, _SECONDS_TO_EXIT + drain_seconds)
    with contextlib.ExitStack() as end:  # from the last to the first
        end.callback(plugin.wait_for_handlers)
        end.callback(close)
        end.callback(plugin.stop, drain)
        try:
            plugin.start(services)
            _LOG.debug("plugin ends reason=%s", plugin.lifetime.wait(Trimmer().trim))
        except ShimError as error:
            sys.exit(f"{sys.argv[0]}: {error}")


def check_host(environment: Mapping[str, str]) -> None:
    """Ends the program with an explanation when no host started it that it can serve.

    Raises:
        SystemExit: with status 1.
    """
    if not handshake.started_by_host(environment):
        sys.exit(
            f"{sys.argv[0]} is a Velero plugin: a Velero server starts it, and it does nothing "
            f"without one.\nTo see what it serves: velero-shim list {sys.argv[0]}"
        )
    if environment.get(handshake.ENV_CLIENT_CERT):
        sys.exit(
            f"{sys.argv[0]}: {handshake.ENV_CLIENT_CERT} is set, so the host wants mutual TLS "
            "(AutoMTLS). Velero does not use it and this plugin does not speak it; "
            "start it without AutoMTLS."
        )


def log_level(arguments: Sequence[str]) -> int:
    """Returns the logging level of ``--log-level LEVEL`` or ``--log-level=LEVEL``.

    Every other argument is skipped: which ones come depends on Velero's version and on how
    its server was started. Without the flag, or without sense in it, the level is info.
    """
    level = logging.INFO
    for flag, following in itertools.zip_longest(arguments, arguments[1:], fillvalue=""):
        name, equals, value = flag.partition("=")
        if name == "--log-level":
            level = hclog.level_from_flag(value if equals else following) or level
    return level


class _RunningPlugin:
    """The server with everything that has to be taken down again."""

    def __init__(
        self, captured: CapturedStdout, plugins: PluginList, seconds_to_exit: float
    ) -> None:
        self._captured = captured
        self._seconds_to_exit = seconds_to_exit
        self.lifetime = Lifetime(captured.real)
        self.lifetime.handle_signals()
        self._host_services = HostServices(
            plugins, captured.output, captured.errors, self._shut_down
        )
        # grpcio asks of a pool no more than submit().
        self._workers = DaemonPool(ACTION_WORKERS, "action")
        self._server = grpc.server(cast(Any, self._workers), options=SERVER_OPTIONS)
        self._listener: Listener | None = None
        self._ending = threading.Lock()

    def start(self, services: Iterable[grpc.GenericRpcHandler | Registrable]) -> None:
        self._host_services.register(self._server)
        for service in services:
            if isinstance(service, grpc.GenericRpcHandler):
                self._server.add_generic_rpc_handlers((service,))
            else:
                service.register(self._server)
        self._listener = listen(self._server.add_insecure_port, os.environ)
        self._server.start()
        self._print_handshake(self._listener)
        set_collector()  # when all is imported, and the host need not wait for it

    def _print_handshake(self, listener: Listener) -> None:
        line = handshake.format_line(
            handshake.Handshake(
                handshake.CORE_VERSION,
                handshake.APP_VERSION,
                listener.network,
                listener.address,
                multiplex=False if os.environ.get(handshake.ENV_MULTIPLEX) else None,
            )
        )
        # A host that is gone already is noticed at once by Lifetime.wait().
        with contextlib.suppress(OSError):
            os.write(self._captured.real, os.fsencode(line) + b"\n")

    def _shut_down(self) -> None:
        self._begin_to_end()
        self.lifetime.end("Shutdown")

    def stop(self, drain: Callable[[], None]) -> None:
        self._begin_to_end()
        drain()
        self._host_services.close()
        self._server.stop(_SECONDS_FOR_OPEN_CALLS).wait(2 * _SECONDS_FOR_OPEN_CALLS)
        self._remove_socket()

    def wait_for_handlers(self) -> None:
        """Lets handlers come to their end, until the process is ended by force."""
        self._workers.close()

    def _begin_to_end(self) -> None:
        if self._ending.acquire(blocking=False):  # never released: it happens once
            exit_within(self._seconds_to_exit, self._remove_socket)
            self._captured.close()

    def _remove_socket(self) -> None:
        if self._listener is not None:
            self._listener.close()
