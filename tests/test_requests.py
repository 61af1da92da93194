"""Streams of requests: the end of one that was broken off is no end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from adapter_servers import LIMIT, Calls, Servers
from velero_shim.servicers import ServiceHandlers

ROUNDS = 100


def note_each(calls: Calls, requests: Iterator[bytes]) -> None:
    try:
        for request in requests:
            calls.note("chunk", request)
    except grpc.RpcError:
        calls.note("over", "broken off")
    else:
        calls.note("over", "complete")


def broken_off(method: Any, calls: Calls, attempt: int) -> None:
    more = threading.Event()

    def requests() -> Iterator[bytes]:
        yield b"1"
        more.wait(LIMIT)

    call = method(requests())
    calls.wait("chunk", attempt)
    call.cancel()
    more.set()


@pytest.mark.parametrize("streamed", [False, True], ids=["one response", "many"])
def test_a_cancelled_stream_is_never_taken_for_one_that_ended(
    tmp_path: Path, streamed: bool
) -> None:
    """Of grpcio's own iterators one in ten does; part of an object would be stored as all."""
    calls = Calls()

    def put(requests: Iterator[bytes], context: grpc.ServicerContext) -> bytes:
        note_each(calls, requests)
        return b""

    def exchange(requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        note_each(calls, requests)
        yield b""

    handler: Any = (
        grpc.stream_stream_rpc_method_handler(exchange)
        if streamed
        else grpc.stream_unary_rpc_method_handler(put)
    )
    with Servers(tmp_path) as servers:
        channel = servers.serve(ServiceHandlers("s", {"Put": handler}))
        stub = channel.stream_stream("/s/Put") if streamed else channel.stream_unary("/s/Put")
        start = stub if streamed else stub.future
        for attempt in range(1, ROUNDS + 1):
            broken_off(start, calls, attempt)
            calls.wait("over", attempt)
        assert set(calls.of("over")) == {"broken off"}
        call = start(iter([b"1", b"2"]))
        assert (list(call) if streamed else [call.result()]) == [b""]
    assert calls.of("over")[-1] == "complete"
    assert calls.of("chunk")[-2:] == [b"1", b"2"]
