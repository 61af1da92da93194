"""The least that a go-plugin host does, for tests of the plugin side.

It is written straight on subprocess and grpc, so that the plugin side is not tested with our
own idea of a host.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.empty_pb2 import Empty
from grpc_health.v1 import health_pb2, health_pb2_grpc

from velero_plugin.backup_item_action.v1 import backup_item_action_pb2 as bia_v1
from velero_plugin.backup_item_action.v1 import backup_item_action_pb2_grpc as bia_v1_grpc
from velero_plugin.goplugin import (
    grpc_controller_pb2,
    grpc_controller_pb2_grpc,
    grpc_stdio_pb2,
    grpc_stdio_pb2_grpc,
)

PLUGINS = Path(__file__).parent / "plugins"
SERVED = PLUGINS / "served_plugin.py"
COMMAND = (sys.executable, str(SERVED))
RUNNER = (sys.executable, "-m", "velero_shim.runner", str(SERVED))

LIMIT = 20.0
"""Seconds after which a wait fails; generous, since it is reached in failures only."""

CHANNEL_OPTIONS = (
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.enable_http_proxy", 0),
)


def environment(**more: str) -> dict[str, str]:
    """The environment that a host gives its plugins."""
    return {**os.environ, "VELERO_PLUGIN": "hello", "PLUGIN_PROTOCOL_VERSIONS": "2", **more}


def wait_until(condition: Callable[[], object], what: str, limit: float = LIMIT) -> None:
    """Waits until the condition holds."""
    deadline = time.monotonic() + limit
    while not condition():
        assert time.monotonic() < deadline, f"waited {limit} s for: {what}"
        time.sleep(0.01)


class Plugin:
    """A started plugin process."""

    def __init__(
        self, command: Sequence[str], env: Mapping[str, str], stderr: int = subprocess.PIPE
    ) -> None:
        self.process = subprocess.Popen(
            command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr
        )
        self.stderr: list[bytes] = []
        if self.process.stderr is not None:
            self._reader = threading.Thread(target=self._read_stderr)
            self._reader.start()
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        self._channel: grpc.Channel | None = None

    def _read_stderr(self) -> None:
        assert self.process.stderr is not None
        self.stderr.extend(self.process.stderr)

    @property
    def fields(self) -> list[str]:
        """The fields of the handshake line."""
        return self.line.decode().rstrip("\n").split("|")

    @property
    def channel(self) -> grpc.Channel:
        """A channel to the plugin."""
        if self._channel is None:
            network, address = self.fields[2:4]
            target = address if network == "tcp" else "unix:" + urllib.parse.quote(address)
            self._channel = grpc.insecure_channel(target, options=CHANNEL_OPTIONS)
        return self._channel

    def execute(self, do: Mapping[str, Any], name: str = "example.io/v1") -> Any:
        """Calls Execute of the v1 action."""
        request = bia_v1.ExecuteRequest(plugin=name, item=json.dumps(do).encode(), backup=b"{}")
        return bia_v1_grpc.BackupItemActionStub(self.channel).Execute(request, timeout=LIMIT)

    def execute_in_background(self, do: Mapping[str, Any]) -> Any:
        """Calls Execute of the v1 action and does not wait; the caller keeps the result."""
        request = bia_v1.ExecuteRequest(
            plugin="example.io/v1", item=json.dumps(do).encode(), backup=b"{}"
        )
        return bia_v1_grpc.BackupItemActionStub(self.channel).Execute.future(request)

    def block(self, folder: Path, count: int) -> list[Any]:
        """Makes handlers block and returns the calls when all of them do."""
        markers = [folder / str(number) for number in range(count)]
        calls = [
            self.execute_in_background({"do": "block", "marker": str(marker)}) for marker in markers
        ]
        wait_until(lambda: all(m.exists() for m in markers), f"{count} blocked handlers")
        return calls

    def health(self, service: str = "plugin") -> int:
        """Asks for the health of a service."""
        request = health_pb2.HealthCheckRequest(service=service)
        stub: Any = health_pb2_grpc.HealthStub(self.channel)  # its stubs leave the methods out
        return int(stub.Check(request, timeout=LIMIT).status)

    def stdio(self) -> Any:
        """Opens the stdio stream."""
        return grpc_stdio_pb2_grpc.GRPCStdioStub(self.channel).StreamStdio(Empty())

    def shut_down(self) -> None:
        """Calls Shutdown."""
        stub = grpc_controller_pb2_grpc.GRPCControllerStub(self.channel)
        stub.Shutdown(grpc_controller_pb2.Empty(), timeout=LIMIT)

    def log_lines(self) -> list[dict[str, Any]]:
        """The JSON lines that the plugin has written to standard error."""
        lines = []
        for line in list(self.stderr):
            with contextlib.suppress(ValueError):
                lines.append(json.loads(line))
        return lines

    def end(self) -> int:
        """Waits for the process's end by itself and returns its status."""
        status = self.process.wait(LIMIT)
        if self.process.stderr is not None:
            self._reader.join(LIMIT)
        return status

    def close(self) -> None:
        """Leaves nothing behind."""
        if self._channel is not None:
            self._channel.close()
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        if self.process.stderr is not None:
            self._reader.join(LIMIT)
            self.process.stderr.close()


@contextlib.contextmanager
def started(
    command: Sequence[str] = COMMAND, *, stderr: int = subprocess.PIPE, **more: str
) -> Iterator[Plugin]:
    """Starts a plugin, with further environment variables."""
    plugin = Plugin(command, environment(**more), stderr)
    try:
        yield plugin
    finally:
        plugin.close()


def received(stream: Iterator[grpc_stdio_pb2.StdioData], until: bytes) -> bytes:
    """Reads a stdio stream up to and with a text."""
    data = b""
    for message in stream:
        assert message.channel == grpc_stdio_pb2.StdioData.STDOUT
        data += message.data
        if until in data:
            break
    return data
