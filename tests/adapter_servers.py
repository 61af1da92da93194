"""Real servers and plugins of both versions for the tests of the adapters."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any

import grpc
from google.protobuf.empty_pb2 import Empty

from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as backup_v2
from velero_plugin.backup_item_action.v2.backup_item_action_pb2_grpc import (
    BackupItemActionServicer as BackupV2Servicer,
)
from velero_plugin.restore_item_action.v2 import restore_item_action_pb2 as restore_v2
from velero_plugin.restore_item_action.v2.restore_item_action_pb2_grpc import (
    RestoreItemActionServicer as RestoreV2Servicer,
)
from velero_plugin.shared.v1 import shared_pb2
from velero_shim.lines import Lines, add_lines
from velero_shim.servicers import ServiceHandlers

# ruff: noqa: N802  # gRPC's generated code calls the methods by the wire's names

LIMIT = 20.0
"""Seconds after which a test gives up waiting for something."""

OPTIONS = (
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.server.max_pending_requests", 1_000_000),
    ("grpc.server.max_pending_requests_hard_limit", 1_000_000),
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.enable_http_proxy", 0),
)


class Servers:
    """Servers on unix sockets in a folder, and channels to them; all end with the test.

    Args:
        folder: where the sockets are.
        lines: whether channels have lines, as those to a plugin process have.
    """

    def __init__(self, folder: Path, lines: bool = False) -> None:
        self._folder = folder
        self.lines: dict[grpc.Channel, Lines] | None = {} if lines else None
        self._numbers = itertools.count()
        self._servers: list[tuple[grpc.Server, ThreadPoolExecutor]] = []
        self._channels: list[grpc.Channel] = []

    def __enter__(self) -> Servers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for channel in self._channels:
            self.close(channel)
        for server, _ in self._servers:
            assert server.stop(None).wait(LIMIT)
        for _, pool in self._servers:
            pool.shutdown()

    def address(self) -> str:
        """Returns an address that nothing listens on."""
        return f"unix:{self._folder}/{next(self._numbers)}.sock"

    def start(self, *services: ServiceHandlers, workers: int = 8) -> tuple[grpc.Server, str]:
        """Starts a server; returns it with its address."""
        address = self.address()
        pool = ThreadPoolExecutor(workers)
        server = grpc.server(pool, options=OPTIONS)
        for service in services:
            service.register(server)
        server.add_insecure_port(address)
        server.start()
        self._servers.append((server, pool))
        return server, address

    def connect(self, address: str) -> Any:  # so that stubs of raw bytes can be made
        """Returns a channel."""
        channel = grpc.insecure_channel(address, options=OPTIONS)
        self._channels.append(channel)
        if self.lines is not None:
            lines = Lines(lambda: grpc.insecure_channel(address, options=OPTIONS))
            self.lines[channel] = lines
            add_lines(channel, lines)
        return channel

    def close(self, channel: grpc.Channel) -> None:
        """Closes a channel, and its lines."""
        channel.close()
        if self.lines is not None:
            self.lines[channel].close()

    def serve(self, *services: ServiceHandlers, workers: int = 8) -> Any:
        """Starts a server and returns a channel to it."""
        return self.connect(self.start(*services, workers=workers)[1])


class Calls:
    """What happened, in order, and a way to wait for it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._entries: list[tuple[str, Any]] = []

    def note(self, what: str, fact: Any = None) -> int:
        """Adds an entry; returns how many of its sort there are now."""
        with self._changed:
            self._entries.append((what, fact))
            self._changed.notify_all()
            return self._count(what)

    def add(self, what: str) -> None:
        """Adds an entry without a fact."""
        self.note(what)

    def of(self, what: str) -> list[Any]:
        """Returns the facts of all entries of a sort."""
        with self._changed:
            return [fact for name, fact in self._entries if name == what]

    def wait(self, what: str, count: int = 1) -> list[Any]:
        """Waits until there are so many entries of a sort; returns their facts."""
        with self._changed:
            there = self._changed.wait_for(lambda: self._count(what) >= count, LIMIT)
        assert there, f"{self._count(what)} times {what}, expected {count}"
        return self.of(what)

    def _count(self, what: str) -> int:
        return sum(name == what for name, _ in self._entries)


def wait_until(condition: Callable[[], object]) -> None:
    """Waits for something that nobody announces."""
    pause = threading.Event()
    for _ in range(int(LIMIT / 0.01)):
        if condition():
            return
        pause.wait(0.01)
    raise AssertionError("it did not happen within the limit")


Script = Callable[[int], shared_pb2.OperationProgress]


def completed(error: str = "") -> shared_pb2.OperationProgress:
    """Returns the progress of an operation that is over."""
    return shared_pb2.OperationProgress(completed=True, err=error)


def running(count: int = 0, total: int = 0) -> shared_pb2.OperationProgress:
    """Returns the progress of an operation that goes on."""
    return shared_pb2.OperationProgress(nCompleted=count, nTotal=total, operationUnits="Bytes")


class BackupPluginV2(BackupV2Servicer):
    """A v2 plugin that answers as told.

    Attributes:
        calls: every request by its method.
        response: the answer to Execute, or a function that makes it.
        progress: gives the progress of the n-th poll, from 1.
        on_cancel: runs in Cancel.
    """

    def __init__(
        self, response: backup_v2.ExecuteResponse, progress: Script = lambda _: completed()
    ) -> None:
        self.calls = Calls()
        self.response = response
        self.progress = progress
        self.on_cancel: Callable[[grpc.ServicerContext], object] = lambda _: None

    def AppliesTo(
        self, request: backup_v2.BackupItemActionAppliesToRequest, context: grpc.ServicerContext
    ) -> backup_v2.BackupItemActionAppliesToResponse:
        self.calls.note("AppliesTo", request)
        selector = shared_pb2.ResourceSelector(selector="a=b", includedResources=["pods"])
        return backup_v2.BackupItemActionAppliesToResponse(ResourceSelector=selector)

    def Execute(
        self, request: backup_v2.ExecuteRequest, context: grpc.ServicerContext
    ) -> backup_v2.ExecuteResponse:
        self.calls.note("Execute", request)
        return self.response

    def Progress(
        self, request: backup_v2.BackupItemActionProgressRequest, context: grpc.ServicerContext
    ) -> backup_v2.BackupItemActionProgressResponse:
        count = self.calls.note("Progress", request)
        return backup_v2.BackupItemActionProgressResponse(progress=self.progress(count))

    def Cancel(
        self, request: backup_v2.BackupItemActionCancelRequest, context: grpc.ServicerContext
    ) -> Empty:
        self.calls.note("Cancel", request)
        self.on_cancel(context)
        return Empty()


class RestorePluginV2(RestoreV2Servicer):
    """A v2 restore plugin that answers as told; see :class:`BackupPluginV2`."""

    def __init__(
        self,
        response: restore_v2.RestoreItemActionExecuteResponse,
        progress: Script = lambda _: completed(),
    ) -> None:
        self.calls = Calls()
        self.response = response
        self.progress = progress

    def AppliesTo(
        self, request: restore_v2.RestoreItemActionAppliesToRequest, context: grpc.ServicerContext
    ) -> restore_v2.RestoreItemActionAppliesToResponse:
        return restore_v2.RestoreItemActionAppliesToResponse()

    def Execute(
        self, request: restore_v2.RestoreItemActionExecuteRequest, context: grpc.ServicerContext
    ) -> restore_v2.RestoreItemActionExecuteResponse:
        self.calls.note("Execute", request)
        return self.response

    def Progress(
        self, request: restore_v2.RestoreItemActionProgressRequest, context: grpc.ServicerContext
    ) -> restore_v2.RestoreItemActionProgressResponse:
        count = self.calls.note("Progress", request)
        return restore_v2.RestoreItemActionProgressResponse(progress=self.progress(count))

    def Cancel(
        self, request: restore_v2.RestoreItemActionCancelRequest, context: grpc.ServicerContext
    ) -> Empty:
        self.calls.note("Cancel", request)
        return Empty()

    def AreAdditionalItemsReady(
        self, request: restore_v2.RestoreItemActionItemsReadyRequest, context: grpc.ServicerContext
    ) -> restore_v2.RestoreItemActionItemsReadyResponse:
        return restore_v2.RestoreItemActionItemsReadyResponse()
