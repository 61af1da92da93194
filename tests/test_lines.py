"""Connections of one call at a time: who uses them, what ends a call, when they are given up."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest

from adapter_servers import LIMIT, OPTIONS, Calls, Servers
from velero_shim.lines import CallerGoneError, Lines, add_lines, lines_of
from velero_shim.servicers import ServiceHandlers

METHOD = "/generated.BackupItemAction/Execute"
Behaviour = Callable[[bytes, grpc.ServicerContext], bytes]
End = Callable[[], None]


class Plugin:
    """A server, the lines to it, and how often one was dialled."""

    def __init__(self, servers: Servers, behaviour: Behaviour) -> None:
        handler: Any = grpc.unary_unary_rpc_method_handler(behaviour)
        service = ServiceHandlers("generated.BackupItemAction", {"Execute": handler})
        self.server, self._address = servers.start(service, workers=64)
        self.dialled: list[grpc.Channel] = []
        self.reachable = True
        self.lines = Lines(self._dial)

    def _dial(self) -> grpc.Channel | None:
        self.dialled.append(grpc.insecure_channel(self._address, options=OPTIONS))
        return self.dialled[-1] if self.reachable else None

    def execute(self, request: bytes, ends: list[End] | None = None, **options: Any) -> bytes:
        """Makes a call; what ends it is added to the list."""

        def at_end(end: End) -> bool:
            if ends is not None:
                ends.append(end)
            return True

        answer = self.lines.call(METHOD, request, at_end, **options)
        assert answer is not None
        return answer[0]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[Behaviour], Plugin]]:
    plugins: list[Plugin] = []
    with Servers(tmp_path) as servers:

        def make(behaviour: Behaviour) -> Plugin:
            plugins.append(Plugin(servers, behaviour))
            return plugins[-1]

        yield make
        for plugin in plugins:
            plugin.lines.close()


def waiting(calls: Calls) -> Behaviour:
    """Answers ``wait`` only when the call has ended, and everything else at once."""

    def answer(request: bytes, context: grpc.ServicerContext) -> bytes:
        if request == b"wait":
            ended = threading.Event()
            context.add_callback(ended.set)
            calls.note("called")
            calls.note("ended", ended.wait(LIMIT))
        return request

    return answer


def test_calls_one_after_another_share_a_line(serve: Callable[[Behaviour], Plugin]) -> None:
    plugin = serve(lambda request, _: request * 2)
    assert [plugin.execute(bytes([n])) for n in range(20)] == [bytes([n, n]) for n in range(20)]
    assert len(plugin.dialled) == 1


def test_calls_at_once_have_a_line_each(serve: Callable[[Behaviour], Plugin]) -> None:
    met = threading.Barrier(12)

    def meet(request: bytes, context: grpc.ServicerContext) -> bytes:
        met.wait(LIMIT)
        return request

    plugin = serve(meet)
    with ThreadPoolExecutor(12) as pool:
        for _ in range(5):
            requests = [bytes([n]) for n in range(12)]
            assert list(pool.map(plugin.execute, requests)) == requests
    assert len(plugin.dialled) == 12


def test_a_line_that_is_one_too_many_is_closed(serve: Callable[[Behaviour], Plugin]) -> None:
    met = threading.Barrier(40)

    def meet(request: bytes, context: grpc.ServicerContext) -> bytes:
        if request == b"meet":
            met.wait(LIMIT)
        return request

    plugin = serve(meet)
    with ThreadPoolExecutor(40) as pool:
        assert list(pool.map(plugin.execute, [b"meet"] * 40)) == [b"meet"] * 40
    assert sum(map(is_closed, plugin.dialled)) == 40 - 16
    assert plugin.execute(b"x") == b"x"
    assert len(plugin.dialled) == 40


def is_closed(channel: grpc.Channel) -> bool:
    call: Any = channel.unary_unary(METHOD)
    try:
        call(b"x")
    except ValueError:
        return True
    return False


def test_the_end_of_the_callers_call_ends_this_call_and_no_other(
    serve: Callable[[Behaviour], Plugin],
) -> None:
    calls = Calls()
    plugin = serve(waiting(calls))
    ends: list[End] = []
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(plugin.execute, b"wait", ends)
        calls.wait("called", 1)
        second = pool.submit(plugin.execute, b"wait")
        calls.wait("called", 2)
        ends[0]()
        error: Any = first.exception(LIMIT)
        assert error.code() is grpc.StatusCode.CANCELLED
        assert calls.wait("ended") == [True]
        assert not second.done()
        assert plugin.execute(b"x") == b"x"
        plugin.lines.close()
        assert isinstance(second.exception(LIMIT), grpc.RpcError)
    assert calls.wait("ended", 2) == [True, True]


def test_an_end_after_the_call_ends_nothing(serve: Callable[[Behaviour], Plugin]) -> None:
    """Callers' own calls end when ours has long ended, and the line serves another by then."""
    calls = Calls()
    plugin = serve(waiting(calls))
    ends: list[End] = []
    plugin.execute(b"x", ends)
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(plugin.execute, b"wait", timeout=2.0)
        calls.wait("called")
        ends[0]()
        error: Any = second.exception(LIMIT)
    assert error.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    assert len(plugin.dialled) == 1


def test_a_caller_that_is_gone_already_costs_the_plugin_no_call(
    serve: Callable[[Behaviour], Plugin],
) -> None:
    calls = Calls()
    plugin = serve(waiting(calls))
    with pytest.raises(CallerGoneError):
        plugin.lines.call(METHOD, b"wait", lambda end: False)
    assert calls.of("called") == []
    assert plugin.execute(b"x") == b"x"
    assert len(plugin.dialled) == 1


def test_an_error_of_the_plugins_keeps_the_line(serve: Callable[[Behaviour], Plugin]) -> None:
    def fail(request: bytes, context: grpc.ServicerContext) -> bytes:
        context.abort(grpc.StatusCode.NOT_FOUND, "no")

    plugin = serve(fail)
    for _ in range(3):
        with pytest.raises(grpc.RpcError):
            plugin.execute(b"x")
    assert len(plugin.dialled) == 1


def test_a_line_that_reaches_nobody_is_given_up(serve: Callable[[Behaviour], Plugin]) -> None:
    plugin = serve(lambda request, _: request)
    plugin.execute(b"x")
    plugin.server.stop(None).wait(LIMIT)
    with pytest.raises(grpc.RpcError):
        plugin.execute(b"x")
    assert is_closed(plugin.dialled[0])


def test_where_none_can_be_had_nothing_is_sent_nor_tried_again(
    serve: Callable[[Behaviour], Plugin],
) -> None:
    plugin = serve(lambda request, _: request)
    plugin.reachable = False
    for _ in range(3):
        assert plugin.lines.call(METHOD, b"x", lambda end: True) is None
    assert len(plugin.dialled) == 1


def test_closed_lines_are_none(serve: Callable[[Behaviour], Plugin]) -> None:
    plugin = serve(lambda request, _: request)
    plugin.execute(b"x")
    plugin.lines.close()
    assert plugin.lines.call(METHOD, b"x", lambda end: True) is None


def test_lines_are_known_by_their_channel_and_keep_neither_alive(
    serve: Callable[[Behaviour], Plugin],
) -> None:
    plugin = serve(lambda request, _: request)
    channel = grpc.insecure_channel("unix:nobody")
    assert lines_of(channel) is None
    add_lines(channel, plugin.lines)
    assert lines_of(channel) is plugin.lines
    gone = weakref.ref(channel)
    channel.close()
    del channel
    gc.collect()
    assert gone() is None
