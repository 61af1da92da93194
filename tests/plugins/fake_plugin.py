"""A plugin written straight on gRPC, which can misbehave in every way that a host must stand.

The first argument says how it starts; what a call does stands in the item, under "do".
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent import futures
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc import status_pb2
from grpc_health.v1 import health_pb2

from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as bia
from velero_plugin.goplugin import grpc_stdio_pb2
from velero_plugin.item_block_action.v1 import item_block_action_pb2 as iba
from velero_plugin.plugin_lister.v1 import plugin_lister_pb2
from velero_plugin.restore_item_action.v2 import restore_item_action_pb2 as ria
from velero_plugin.shared.v1 import shared_pb2

V1 = "example.io/v1"
V2 = "example.io/v2"
DEFAULT_PLUGINS = f"BackupItemAction={V1},BackupItemActionV2={V2},RestoreItemActionV2={V2}"

over = threading.Event()
to_print: list[bytes] = [b"printed by the plugin\n"]


def main() -> None:
    how = sys.argv[1] if len(sys.argv) > 1 else "serve"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    getattr(Starts, how.replace("-", "_"))()


class Starts:
    """Ways to start, each named as the argument that asks for it."""

    @staticmethod
    def serve() -> None:
        with Server() as server:
            server.greet("1|2|unix|{path}|grpc|")

    @staticmethod
    def serve_tcp() -> None:
        with Server() as server:
            server.greet("1|2|tcp|127.0.0.1:{port}|grpc|")

    @staticmethod
    def seventh_field() -> None:
        with Server() as server:
            server.greet("1|2|unix|{path}|grpc||true")

    @staticmethod
    def seventh_field_and_no_server() -> None:
        speak("1|2|unix|/nowhere/plugin.sock|grpc||true")

    @staticmethod
    def nobody_listens() -> None:
        speak("1|2|unix|/nowhere/plugin.sock|grpc|")

    @staticmethod
    def ignore_shutdown() -> None:
        with Server() as server:
            server.greet("1|2|unix|{path}|grpc|")
            over.wait()
            time.sleep(600)

    @staticmethod
    def flood() -> None:
        line = b'{"@level":"info","@message":"' + b"x" * 971 + b'"}\n'
        with Server() as server:
            sys.stderr.buffer.write(line * 5_000)
            server.greet("1|2|unix|{path}|grpc|")
            for stream in (sys.stdout.buffer, sys.stderr.buffer):
                for _ in range(10):
                    stream.write(line * 1_000)
                stream.flush()
            to_print[:] = [b"flooded\n"]

    @staticmethod
    def children_hold_pipes() -> None:
        child = subprocess.Popen(["sleep", "600"])
        Path(os.environ["CHILD_PID_FILE"]).write_text(str(child.pid))
        Starts.serve()

    @staticmethod
    def child_holds_pipes_and_exit() -> None:
        child = subprocess.Popen(["sleep", "600"])
        Path(os.environ["CHILD_PID_FILE"]).write_text(str(child.pid))
        sys.exit("the parent gives up")

    @staticmethod
    def exit_at_once() -> None:
        print("no database", file=sys.stderr)
        sys.exit(3)

    @staticmethod
    def killed() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    @staticmethod
    def killed_while_a_file_exists() -> None:
        if Path(os.environ["FAULT_FILE"]).exists():
            Starts.killed()
        Starts.serve()

    @staticmethod
    def silent() -> None:
        print("waiting for a lock", file=sys.stderr, flush=True)
        time.sleep(600)

    @staticmethod
    def silent_and_closed() -> None:
        os.close(1)
        time.sleep(600)

    @staticmethod
    def junk() -> None:
        speak("hello from a library")

    @staticmethod
    def long_junk() -> None:
        sys.stdout.write("x" * 200_000)
        sys.stdout.flush()
        time.sleep(600)

    @staticmethod
    def four_fields() -> None:
        speak("1|2|unix|/nowhere/plugin.sock")

    @staticmethod
    def netrpc() -> None:
        speak("1|2|unix|/nowhere/plugin.sock|netrpc|")

    @staticmethod
    def core_version() -> None:
        speak("2|2|unix|/nowhere/plugin.sock|grpc|")

    @staticmethod
    def app_version() -> None:
        speak("1|1|unix|/nowhere/plugin.sock|grpc|")

    @staticmethod
    def network() -> None:
        speak("1|2|udp|127.0.0.1:1|grpc|")

    @staticmethod
    def tls() -> None:
        speak(f"1|2|unix|/nowhere/plugin.sock|grpc|{'MIIB' * 20}")


def speak(line: str) -> None:
    print("about to greet", file=sys.stderr, flush=True)
    print(line, flush=True)
    time.sleep(600)


class Server:
    """A gRPC server that serves until Shutdown."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="p-", dir=os.environ.get("PLUGIN_UNIX_SOCKET_DIR"))
        self.path = f"{self.folder}/s"
        self.server = grpc.server(
            futures.ThreadPoolExecutor(64),
            options=[("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)],
        )
        self.server.add_generic_rpc_handlers(
            [grpc.method_handlers_generic_handler(name, rpcs) for name, rpcs in SERVICES.items()]
        )
        self.server.add_insecure_port(f"unix:{self.path}")
        self.port = self.server.add_insecure_port("127.0.0.1:0")

    def greet(self, line: str) -> None:
        self.server.start()
        print(line.format(path=self.path, port=self.port), flush=True)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        over.wait()
        self.server.stop(0.2).wait()
        with contextlib.suppress(OSError):
            Path(self.path).unlink()
        with contextlib.suppress(OSError):
            Path(self.folder).rmdir()
        os._exit(0)


# --- services ------------------------------------------------------------------


def check(request: bytes, context: Any) -> bytes:
    return health_pb2.HealthCheckResponse(
        status=health_pb2.HealthCheckResponse.SERVING
    ).SerializeToString()


def shutdown(request: bytes, context: Any) -> bytes:
    over.set()
    return b""


def stdio(request: bytes, context: Any) -> Iterator[bytes]:
    for data in to_print:
        yield grpc_stdio_pb2.StdioData(
            channel=grpc_stdio_pb2.StdioData.STDOUT, data=data
        ).SerializeToString()
    over.wait()


def list_plugins(request: bytes, context: Any) -> bytes:
    served = [pair.split("=") for pair in os.environ.get("PLUGINS", DEFAULT_PLUGINS).split(",")]
    return plugin_lister_pb2.ListPluginsResponse(
        plugins=[
            plugin_lister_pb2.PluginIdentifier(command=sys.argv[0], kind=kind, name=name)
            for kind, name in served
        ]
    ).SerializeToString()


def applies_to(request: bytes, context: Any) -> bytes:
    name = bia.BackupItemActionAppliesToRequest.FromString(request).plugin
    return bia.BackupItemActionAppliesToResponse(
        ResourceSelector=shared_pb2.ResourceSelector(
            includedResources=["pods", name], excludedNamespaces=["kube-system"], selector="a=b"
        )
    ).SerializeToString()


def execute(request: bytes, context: Any) -> bytes:
    parsed = bia.ExecuteRequest.FromString(request)
    item = json.loads(parsed.item)
    act(item, context)
    item["seen_by"] = [parsed.plugin, os.getpid()]
    other = shared_pb2.ResourceIdentifier(resource="secrets", namespace="ns", name="token")
    response = bia.ExecuteResponse(item=json.dumps(item).encode(), additionalItems=[other])
    if item.get("do") == "empty item":
        response.ClearField("item")
    if item.get("do") == "broken item":
        response.item = b"{"
    if item.get("do") == "operation":
        response.operationID = "op-1"
        response.postOperationItems.append(other)
    return response.SerializeToString()


def execute_restore(request: bytes, context: Any) -> bytes:
    parsed = ria.RestoreItemActionExecuteRequest.FromString(request)
    item = {**json.loads(parsed.item), "from_backup": json.loads(parsed.itemFromBackup)}
    response = ria.RestoreItemActionExecuteResponse(
        item=json.dumps(item).encode(),
        skipRestore=True,
        operationID="op-1",
        waitForAdditionalItems=True,
    )
    response.additionalItemsReadyTimeout.FromSeconds(90)
    return response.SerializeToString()


def act(item: dict[str, Any], context: Any) -> None:
    if "touch" in item:
        with Path(item["touch"]).open("ab", buffering=0) as file:
            file.write(b"called\n")
    if "sleep" in item:
        over.wait(item["sleep"])
    if item.get("do") == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    if item.get("do") == "hang up":
        hang_up()
    if item.get("do") == "fail":
        fail("the disk is full", context)


def hang_up() -> None:
    """Breaks every connection, as a middleman would, while the process lives on."""
    for link in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            if str(link.readlink()).startswith("socket:"):
                with socket.socket(fileno=os.dup(int(link.name))) as connection:
                    connection.shutdown(socket.SHUT_RDWR)


def fail(message: str, context: Any) -> None:
    status = status_pb2.Status(code=2, message=message)
    frame = shared_pb2.StackFrame(file="/src/plugin.go", line=42, function="main.execute")
    status.details.add().Pack(shared_pb2.Stack(frames=[frame]))
    context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
    context.abort(grpc.StatusCode.UNKNOWN, message)


def progress(request: bytes, context: Any) -> bytes:
    parsed = bia.BackupItemActionProgressRequest.FromString(request)
    if parsed.operationID == "no progress":
        return b""
    if parsed.operationID == "unknown":
        fail("operation ID unknown is invalid", context)
    if parsed.operationID == "bad time":
        return bia.BackupItemActionProgressResponse(
            progress=shared_pb2.OperationProgress(started=Timestamp(nanos=-1))
        ).SerializeToString()
    return bia.BackupItemActionProgressResponse(
        progress=shared_pb2.OperationProgress(
            completed=True,
            err="half of it failed",
            nCompleted=7,
            nTotal=2**40,
            operationUnits="Bytes",
            description=f"{parsed.plugin} {parsed.backup.decode()}",
            started=Timestamp(seconds=1_700_000_000, nanos=5_000),
            updated=Timestamp(seconds=1_700_000_001),
        )
    ).SerializeToString()


def cancel(request: bytes, context: Any) -> bytes:
    if bia.BackupItemActionCancelRequest.FromString(request).operationID == "unknown":
        fail("nothing to cancel", context)
    return b""


def items_ready(request: bytes, context: Any) -> bytes:
    items = ria.RestoreItemActionItemsReadyRequest.FromString(request).additionalItems
    return ria.RestoreItemActionItemsReadyResponse(ready=len(items) == 1).SerializeToString()


def delete(request: bytes, context: Any) -> bytes:
    return b""


def related_items(request: bytes, context: Any) -> bytes:
    other = shared_pb2.ResourceIdentifier(resource="secrets", namespace="ns", name="token")
    return iba.ItemBlockActionGetRelatedItemsResponse(relatedItems=[other]).SerializeToString()


def unary(handler: Any) -> grpc.RpcMethodHandler[Any, Any]:
    return grpc.unary_unary_rpc_method_handler(handler)


SERVICES: dict[str, dict[str, grpc.RpcMethodHandler[Any, Any]]] = {
    "grpc.health.v1.Health": {"Check": unary(check)},
    "plugin.GRPCController": {"Shutdown": unary(shutdown)},
    "plugin.GRPCStdio": {"StreamStdio": grpc.unary_stream_rpc_method_handler(stdio)},
    "generated.PluginLister": {"ListPlugins": unary(list_plugins)},
    "generated.BackupItemAction": {"AppliesTo": unary(applies_to), "Execute": unary(execute)},
    "v2.BackupItemAction": {
        "AppliesTo": unary(applies_to),
        "Execute": unary(execute),
        "Progress": unary(progress),
        "Cancel": unary(cancel),
    },
    "v2.RestoreItemAction": {
        "AppliesTo": unary(applies_to),
        "Execute": unary(execute_restore),
        "Progress": unary(progress),
        "Cancel": unary(cancel),
        "AreAdditionalItemsReady": unary(items_ready),
    },
    "generated.RestoreItemAction": {
        "AppliesTo": unary(applies_to),
        "Execute": unary(execute_restore),
    },
    "generated.DeleteItemAction": {"AppliesTo": unary(applies_to), "Execute": unary(delete)},
    "v1.ItemBlockAction": {
        "AppliesTo": unary(applies_to),
        "GetRelatedItems": unary(related_items),
    },
}


if __name__ == "__main__":
    main()
