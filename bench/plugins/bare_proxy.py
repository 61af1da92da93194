"""The least that grpcio can do in front of a plugin: bytes in, bytes out, nothing looked at.

It maps v2's service to v1's, as the wrapper does for a v1 plugin. The plugin file to run is
named by the variable BENCH_INNER.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc

UNLIMITED = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]


class Proxy(grpc.GenericRpcHandler):
    """Passes every call on."""

    def __init__(self, address: str) -> None:
        self._channel = grpc.insecure_channel(f"unix:{address}", UNLIMITED)

    def service(self, handler_call_details: Any) -> Any:
        """Returns a handler for whatever method it is."""
        path = handler_call_details.method.replace("/v2.", "/generated.")
        call: Any = self._channel.unary_unary(path)
        return grpc.unary_unary_rpc_method_handler(lambda request, context: call(request))


def main() -> None:
    """Starts the inner plugin and serves in front of it until the host kills this process."""
    inner = subprocess.Popen([os.environ.pop("BENCH_INNER")], stdout=subprocess.PIPE)
    assert inner.stdout is not None
    server = grpc.server(
        ThreadPoolExecutor(32),
        [Proxy(inner.stdout.readline().split(b"|")[3].decode())],
        options=UNLIMITED,
    )
    socket = f"{tempfile.mkdtemp()}/s"
    server.add_insecure_port(f"unix:{socket}")
    server.start()
    sys.stdout.write(f"1|2|unix|{socket}|grpc|\n")
    sys.stdout.flush()
    threading.Event().wait()


if __name__ == "__main__":
    main()
