"""A plugin that keeps every rule of velero-shim check, and a way to break each of them.

The first argument says how it is broken: the name of a function below, ``good`` for not at all.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.empty_pb2 import Empty
from google.protobuf.timestamp_pb2 import Timestamp
from grpc_health.v1 import health_pb2

from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as bia
from velero_plugin.backup_item_action.v2 import backup_item_action_pb2_grpc as bia_grpc
from velero_plugin.goplugin import grpc_controller_pb2
from velero_plugin.shared.v1 import shared_pb2
from velero_shim import goplugin, runtime
from velero_shim.kinds import PluginKind
from velero_shim.lifetime import Lifetime
from velero_shim.serve import PluginServer

NAME = "example.io/broken"
V2 = PluginKind.BACKUP_ITEM_ACTION_V2
Context = grpc.ServicerContext


class Action(bia_grpc.BackupItemActionServicer):
    """An action as it should be; its operation lives in a file."""

    def AppliesTo(self, request: Any, context: Context) -> Any:  # noqa: N802
        known(request.plugin, context)
        return bia.BackupItemActionAppliesToResponse(ResourceSelector=self.selector())

    def selector(self) -> shared_pb2.ResourceSelector:
        return shared_pb2.ResourceSelector(includedResources=["pods"], selector="app in (a, b),!c")

    def Execute(self, request: Any, context: Context) -> Any:  # noqa: N802
        known(request.plugin, context)
        item = self.parsed(request.item, context)
        self.parsed(request.backup, context)
        response = bia.ExecuteResponse(item=request.item, operationID=self.begin())
        self.answer(item, response)
        return response

    def parsed(self, data: bytes, context: Context) -> Any:
        try:
            return json.loads(data)
        except ValueError as error:
            context.abort(grpc.StatusCode.UNKNOWN, str(error))

    def begin(self) -> str:
        descriptor, path = tempfile.mkstemp(prefix="operation-", dir=os.environ.get("STATE"))
        os.close(descriptor)
        return Path(path).name

    def answer(self, item: Any, response: bia.ExecuteResponse) -> None:
        """Changes the response."""

    def Progress(self, request: Any, context: Context) -> Any:  # noqa: N802
        if not Path(os.environ.get("STATE", "."), request.operationID).exists():
            context.abort(grpc.StatusCode.UNKNOWN, f"operation ID {request.operationID} is invalid")
        progress = shared_pb2.OperationProgress(nTotal=1)
        progress.started.FromSeconds(1_700_000_000)
        progress.updated.FromSeconds(1_700_000_001)
        self.report(progress)
        return bia.BackupItemActionProgressResponse(progress=progress)

    def report(self, progress: shared_pb2.OperationProgress) -> None:
        """Changes the progress."""

    def Cancel(self, request: Any, context: Context) -> Any:  # noqa: N802
        return Empty()


def known(name: str, context: Context) -> None:
    if name != NAME:
        text = f"plugin: {name} was not found or has an invalid name format"
        context.abort(grpc.StatusCode.UNKNOWN, text)


def serve(action: bia_grpc.BackupItemActionServicer | None = None) -> None:
    PluginServer().register_servicer(V2, [NAME], action or Action()).serve()


def serve_listing(*plugins: tuple[str, str]) -> None:
    server = PluginServer().register_servicer(V2, [NAME], Action())
    runtime.serve_services(server.services(), lambda: plugins)


def good() -> None:
    serve()


def replace(owner: Any, name: str, new: Callable[..., Any]) -> None:
    """Puts another function in the place of one of velero_shim's, which has to exist."""
    getattr(owner, name)
    setattr(owner, name, new)


# --- the start ------------------------------------------------------------------


def noisy() -> None:
    print("loading", flush=True)
    serve()


def noisy_afterwards() -> None:
    original = runtime._RunningPlugin._print_handshake

    def greet(self: Any, address: Any) -> None:
        original(self, address)
        os.write(self._captured.real, b"ready to serve\n")

    replace(runtime._RunningPlugin, "_print_handshake", greet)
    serve()


def exits_with_zero_by_hand() -> None:
    if "VELERO_PLUGIN" not in os.environ:
        print("hello")
        sys.exit(0)
    serve()


def silent_by_hand() -> None:
    if "VELERO_PLUGIN" not in os.environ:
        sys.exit(1)
    serve()


def refuses_flags() -> None:
    import argparse

    parser = argparse.ArgumentParser()
    parser.add_argument("how")
    parser.add_argument("--log-level")
    parser.add_argument("--features")
    parser.parse_args()
    serve()


def slow() -> None:
    time.sleep(1.0)
    serve()


# --- the services -----------------------------------------------------------------


def without(service: str) -> None:
    original = goplugin.HostServices._services

    def services(self: Any) -> Any:
        return {name: rpcs for name, rpcs in original(self).items() if name != service}

    replace(goplugin.HostServices, "_services", services)
    serve()


def not_serving() -> None:
    original = goplugin.HostServices.__init__

    def init(self: Any, *arguments: Any) -> None:
        original(self, *arguments)
        self._health.set("plugin", health_pb2.HealthCheckResponse.NOT_SERVING)

    replace(goplugin.HostServices, "__init__", init)
    serve()


def without_stdio() -> None:
    without("plugin.GRPCStdio")


def without_broker() -> None:
    without("plugin.GRPCBroker")


def without_lister() -> None:
    without("generated.PluginLister")


# --- the list ---------------------------------------------------------------------


def lists_nothing() -> None:
    serve_listing()


def lists_a_bad_name() -> None:
    serve_listing((V2, "no-slash"))


def lists_a_name_twice() -> None:
    serve_listing((V2, NAME), (V2, NAME))


def lists_both_versions() -> None:
    serve_listing((PluginKind.BACKUP_ITEM_ACTION, NAME), (V2, NAME))


def lists_an_unknown_kind() -> None:
    serve_listing(("BackupItemActionV3", NAME))


# --- requests ---------------------------------------------------------------------


def selects_nonsense() -> None:
    class Broken(Action):
        def selector(self) -> shared_pb2.ResourceSelector:
            return shared_pb2.ResourceSelector(selector="app==(")

    serve(Broken())


def selects_kinds() -> None:
    class Broken(Action):
        def selector(self) -> shared_pb2.ResourceSelector:
            return shared_pb2.ResourceSelector(includedResources=["Pod"])

    serve(Broken())


def answers_for_any_name() -> None:
    class Broken(Action):
        def AppliesTo(self, request: Any, context: Context) -> Any:  # noqa: N802
            return bia.BackupItemActionAppliesToResponse(ResourceSelector=self.selector())

    serve(Broken())


def takes_bad_json() -> None:
    class Broken(Action):
        def parsed(self, data: bytes, context: Context) -> Any:
            with contextlib.suppress(ValueError):
                return json.loads(data)

    serve(Broken())


def knows_any_operation() -> None:
    class Broken(Action):
        def Progress(self, request: Any, context: Context) -> Any:  # noqa: N802
            return bia.BackupItemActionProgressResponse(progress=shared_pb2.OperationProgress())

    serve(Broken())


def has_its_own_words() -> None:
    class Broken(Action):
        def Progress(self, request: Any, context: Context) -> Any:  # noqa: N802
            context.abort(grpc.StatusCode.UNKNOWN, "never heard of it")

    serve(Broken())


def sends_no_progress() -> None:
    class Broken(Action):
        def Progress(self, request: Any, context: Context) -> Any:  # noqa: N802
            return bia.BackupItemActionProgressResponse()

    serve(Broken())


def cannot_cancel() -> None:
    class Broken(Action):
        def Cancel(self, request: Any, context: Context) -> Any:  # noqa: N802
            context.abort(grpc.StatusCode.UNKNOWN, "nothing to cancel")

    serve(Broken())


def limited(size: int) -> None:
    option = ("grpc.max_receive_message_length", size)
    runtime.SERVER_OPTIONS = (option, *runtime.SERVER_OPTIONS[1:])
    serve()


def has_the_default_limit() -> None:
    limited(4 * 1024**2)


def has_a_small_limit() -> None:
    limited(1024**2)


def one_call_at_a_time() -> None:
    busy = threading.Lock()

    class Broken(Action):
        def AppliesTo(self, request: Any, context: Context) -> Any:  # noqa: N802
            if not busy.acquire(blocking=False):
                raise RuntimeError("called while a call is under way")
            try:
                time.sleep(0.01)
                return super().AppliesTo(request, context)
            finally:
                busy.release()

    serve(Broken())


def dies_of_bad_json() -> None:
    class Broken(Action):
        def parsed(self, data: bytes, context: Context) -> Any:
            try:
                return json.loads(data)
            except ValueError:
                os._exit(4)

    serve(Broken())


def never_answers() -> None:
    class Broken(Action):
        def AppliesTo(self, request: Any, context: Context) -> Any:  # noqa: N802
            threading.Event().wait()

    serve(Broken())


# --- the sample -------------------------------------------------------------------


def fails_the_sample() -> None:
    class Broken(Action):
        def begin(self) -> str:
            raise RuntimeError("the disk is full")

    serve(Broken())


def returns(data: bytes) -> None:
    class Broken(Action):
        def answer(self, item: Any, response: bia.ExecuteResponse) -> None:
            response.item = data

    serve(Broken())


def returns_nothing() -> None:
    returns(b"")


def returns_no_json() -> None:
    returns(b"{")


def returns_another_kind() -> None:
    returns(b'{"apiVersion":"v1","kind":"Secret"}')


def tells_impossible_times() -> None:
    class Broken(Action):
        def report(self, progress: shared_pb2.OperationProgress) -> None:
            progress.updated.CopyFrom(Timestamp(seconds=2**60))

    serve(Broken())


def tells_no_times() -> None:
    class Broken(Action):
        def report(self, progress: shared_pb2.OperationProgress) -> None:
            progress.ClearField("started")
            progress.updated.FromSeconds(0)

    serve(Broken())


def keeps_operations_in_memory() -> None:
    operations: set[str] = set()

    class Broken(Action):
        def begin(self) -> str:
            operations.add("op-1")
            return "op-1"

        def Progress(self, request: Any, context: Context) -> Any:  # noqa: N802
            if request.operationID not in operations:
                return super().Progress(request, context)
            return bia.BackupItemActionProgressResponse(progress=shared_pb2.OperationProgress())

    serve(Broken())


# --- the end ----------------------------------------------------------------------


def ignores_shutdown() -> None:
    replace(goplugin.HostServices, "_shut_down", lambda *_: grpc_controller_pb2.Empty())
    serve()


def leaves_a_child() -> None:
    if "VELERO_PLUGIN" in os.environ:
        subprocess.Popen(["sleep", "600"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    serve()


def ignores_sigterm() -> None:
    replace(Lifetime, "handle_signals", lambda _: signal.signal(signal.SIGTERM, signal.SIG_IGN))
    serve()


def ends_on_sigint() -> None:
    replace(Lifetime, "handle_signals", lambda _: signal.signal(signal.SIGINT, signal.SIG_DFL))
    serve()


def leaves_its_socket() -> None:
    replace(Lifetime, "end", lambda *_: os._exit(0))
    serve()


def outlives_its_host() -> None:
    def wait(self: Any, _meanwhile: object) -> str:
        while not self._reason:
            time.sleep(0.02)
        return str(self._reason)

    replace(Lifetime, "wait", wait)
    serve()


if __name__ == "__main__":
    globals()[sys.argv[1]]()
