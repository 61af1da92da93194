"""A real gRPC server with handlers of the shim, channels to it, and what a refused call says."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import status_pb2

from velero_plugin.shared.v1 import shared_pb2
from velero_shim.servicers import ServiceHandlers

LIMIT = 60.0
"""Seconds after which a call fails; generous, since it is reached in failures only."""

NO_PROXY = ("grpc.enable_http_proxy", 0)
UNLIMITED = (
    NO_PROXY,
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.max_metadata_size", 16 * 1024 * 1024),
    ("grpc.absolute_max_metadata_size", 16 * 1024 * 1024),
)


@contextlib.contextmanager
def serving(folder: Path, *services: ServiceHandlers, workers: int = 8) -> Iterator[str]:
    """Serves on a unix socket in the folder; gives the address."""
    address = f"unix:{folder}/s"
    with ThreadPoolExecutor(workers) as pool:
        server = grpc.server(pool, options=UNLIMITED)
        for service in services:
            service.register(server)
        server.add_insecure_port(address)
        server.start()
        try:
            yield address
        finally:
            assert server.stop(None).wait(LIMIT)


@contextlib.contextmanager
def served(folder: Path, *services: ServiceHandlers, workers: int = 8) -> Iterator[grpc.Channel]:
    """Serves as :func:`serving` does; gives a channel without limits to it."""
    with (
        serving(folder, *services, workers=workers) as address,
        grpc.insecure_channel(address, options=UNLIMITED) as channel,
    ):
        yield channel


@dataclass(frozen=True, slots=True)
class Refusal:
    """The status of a call that failed, read without the shim's help."""

    code: str
    text: str
    details: bytes | None

    @property
    def status(self) -> status_pb2.Status:
        """The message in ``grpc-status-details-bin``."""
        assert self.details is not None
        return status_pb2.Status.FromString(self.details)

    @property
    def frames(self) -> list[shared_pb2.StackFrame]:
        """The frames of the one detail, which has to be a Stack."""
        (detail,) = self.status.details
        stack = shared_pb2.Stack()
        assert detail.Unpack(stack)
        return list(stack.frames)


def refused(call: Callable[[], object]) -> Refusal:
    """Returns the status of a call that has to fail."""
    with pytest.raises(grpc.RpcError) as caught:
        call()
    error: Any = caught.value
    details = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin")
    return Refusal(error.code().name, error.details(), details)
