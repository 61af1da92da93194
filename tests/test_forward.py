from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from adapter_servers import LIMIT, Calls, Servers
from velero_plugin.object_store.v1 import object_store_pb2 as messages
from velero_plugin.object_store.v1.object_store_pb2_grpc import ObjectStoreStub
from velero_plugin.shared.v1.shared_pb2 import Empty
from velero_shim.adapters.forward import forward_service, forward_unary
from velero_shim.errors import PluginExitedError
from velero_shim.kinds import SERVICES, PluginKind
from velero_shim.servicers import ServiceHandlers, handlers_from_servicer

# ruff: noqa: N802  # gRPC's generated code calls the methods by the wire's names

METHOD = "/generated.BackupItemAction/Execute"
Behaviour = Callable[[bytes, grpc.ServicerContext], bytes]


@pytest.fixture(params=[False, True], ids=["channel", "lines"])
def servers(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Servers]:
    with Servers(tmp_path, lines=request.param) as servers:
        yield servers


def plugin(behaviour: Behaviour) -> ServiceHandlers:
    """A plugin whose Execute is this function of bytes."""
    handler: Any = grpc.unary_unary_rpc_method_handler(behaviour)
    return ServiceHandlers("generated.BackupItemAction", {"Execute": handler})


def forwarding(servers: Servers, behaviour: Behaviour) -> Any:
    """Returns the Execute of a server that passes on to such a plugin, over raw bytes."""
    inner = servers.serve(plugin(behaviour))
    outer = servers.serve(forward_service(PluginKind.BACKUP_ITEM_ACTION, inner))
    return outer.unary_unary(METHOD)


# --- one request, one response --------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 5_000_000])
def test_bytes_go_through_as_they_are(servers: Servers, size: int) -> None:
    body = b"\xff\x00\xfe no protobuf \x80" * (size // 16) + b"\x07" * (size % 16)
    execute = forwarding(servers, lambda request, _: request[::-1])
    assert execute(body) == body[::-1]


def test_the_callers_metadata_arrives_and_the_transports_does_not(servers: Servers) -> None:
    calls = Calls()

    def note(request: bytes, context: grpc.ServicerContext) -> bytes:
        calls.note("metadata", list(context.invocation_metadata()))
        return b""

    sent = (("x-trace", "a"), ("x-trace", "b"), ("x-raw-bin", b"\x00\xff\n"))
    forwarding(servers, note)(b"", metadata=sent)
    (received,) = calls.of("metadata")
    assert [(key, value) for key, value in received if key.startswith("x-")] == list(sent)
    assert [key for key, _ in received if not key.startswith("x-")] == ["user-agent"]


def test_the_deadline_arrives(servers: Servers) -> None:
    calls = Calls()

    def note(request: bytes, context: grpc.ServicerContext) -> bytes:
        calls.note("left", context.time_remaining())
        return b""

    execute = forwarding(servers, note)
    execute(b"", timeout=30.0)
    execute(b"")
    with_deadline, without = calls.of("left")
    assert 20.0 < with_deadline < 31.0
    assert without > 1e6


def test_trailing_metadata_of_success_comes_back(servers: Servers) -> None:
    def answer(request: bytes, context: grpc.ServicerContext) -> bytes:
        context.set_trailing_metadata((("x-cost", "7"), ("x-raw-bin", b"\x00")))
        return b"ok"

    _, call = forwarding(servers, answer).with_call(b"")
    assert [tuple(pair) for pair in call.trailing_metadata()] == [
        ("x-cost", "7"),
        ("x-raw-bin", b"\x00"),
    ]


@pytest.mark.parametrize(
    "code", [code for code in grpc.StatusCode if code is not grpc.StatusCode.OK]
)
def test_a_status_comes_back_unchanged(servers: Servers, code: grpc.StatusCode) -> None:
    text = f"größer: {code.name}\nsecond line %41"
    trailing = (("grpc-status-details-bin", b"\x08\x02\xff"), ("x-more", "1"), ("x-bin", b"\xff"))

    def fail(request: bytes, context: grpc.ServicerContext) -> bytes:
        context.set_trailing_metadata(trailing)
        context.abort(code, text)

    with pytest.raises(grpc.RpcError) as caught:
        forwarding(servers, fail)(b"")
    error: Any = caught.value
    assert (error.code(), error.details()) == (code, text)
    assert [tuple(pair) for pair in error.trailing_metadata()] == list(trailing)


def test_a_status_without_details_gets_none(servers: Servers) -> None:
    def fail(request: bytes, context: grpc.ServicerContext) -> bytes:
        context.abort(grpc.StatusCode.UNKNOWN, "")

    with pytest.raises(grpc.RpcError) as caught:
        forwarding(servers, fail)(b"")
    error: Any = caught.value
    assert (error.code(), error.details()) == (grpc.StatusCode.UNKNOWN, "")
    assert list(error.trailing_metadata()) == []


def waiting(calls: Calls) -> Behaviour:
    def wait(request: bytes, context: grpc.ServicerContext) -> bytes:
        ended = threading.Event()
        context.add_callback(ended.set)
        calls.note("called")
        calls.note("ended", ended.wait(LIMIT))
        return b""

    return wait


def test_a_cancelled_call_is_cancelled_in_the_plugin(servers: Servers) -> None:
    calls = Calls()
    call = forwarding(servers, waiting(calls)).future(b"")
    calls.wait("called")
    call.cancel()
    assert calls.wait("ended") == [True]


def test_a_caller_that_closes_its_channel_cancels_in_the_plugin(servers: Servers) -> None:
    calls = Calls()
    inner = servers.serve(plugin(waiting(calls)))
    _, address = servers.start(forward_service(PluginKind.BACKUP_ITEM_ACTION, inner))
    caller = servers.connect(address)
    call = caller.unary_unary(METHOD).future(b"")
    calls.wait("called")
    caller.close()
    assert calls.wait("ended") == [True]
    assert call.code() is grpc.StatusCode.CANCELLED


def test_a_deadline_that_passes_ends_the_call_in_the_plugin(servers: Servers) -> None:
    calls = Calls()
    with pytest.raises(grpc.RpcError) as caught:
        forwarding(servers, waiting(calls))(b"", timeout=0.2)
    error: Any = caught.value
    assert error.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    assert calls.wait("ended") == [True]


def test_a_call_that_is_over_is_not_kept_by_the_callers_own(servers: Servers) -> None:
    """A downgraded Execute goes on for hours after the plugin's Execute has returned."""
    callbacks: list[Any] = []
    inner = servers.serve(plugin(lambda request, _: request))
    handler = forward_unary(METHOD, lambda: inner)

    class Context:
        def __getattr__(self, name: str) -> Any:
            return {"time_remaining": lambda: None}.get(name, lambda *_: ())

        def add_callback(self, callback: Any) -> bool:
            callbacks.append(callback)
            return True

    assert handler.unary_unary is not None
    context: Any = Context()
    assert handler.unary_unary(b"x", context) == b"x"
    (callback,) = callbacks
    if servers.lines is None:
        assert callback.__closure__[0].cell_contents() is None  # a weak reference that is dead
    else:
        assert next(cell.cell_contents for cell in callback.__closure__) == []  # given back
    callback()
    assert handler.unary_unary(b"y", context) == b"y"


# --- plugins that are not there -------------------------------------------------------------------


def test_a_plugin_that_nobody_serves_is_unavailable(servers: Servers) -> None:
    inner = servers.connect(servers.address())
    outer = servers.serve(forward_service(PluginKind.BACKUP_ITEM_ACTION, inner))
    with pytest.raises(grpc.RpcError) as caught:
        outer.unary_unary(METHOD)(b"")
    error: Any = caught.value
    assert error.code() is grpc.StatusCode.UNAVAILABLE


def test_a_plugin_that_cannot_be_started_is_unavailable(servers: Servers) -> None:
    def source() -> grpc.Channel:
        raise PluginExitedError("it exited", command=["/p"], exit_code=1)

    outer = servers.serve(forward_service(PluginKind.BACKUP_ITEM_ACTION, source))
    with pytest.raises(grpc.RpcError) as caught:
        outer.unary_unary(METHOD)(b"")
    error: Any = caught.value
    assert error.code() is grpc.StatusCode.UNAVAILABLE
    assert "it exited" in (error.details() or "")


def test_a_channel_that_was_closed_meanwhile_is_unavailable(servers: Servers) -> None:
    inner = servers.serve(plugin(lambda request, _: request))
    outer = servers.serve(forward_service(PluginKind.BACKUP_ITEM_ACTION, inner))
    servers.close(inner)
    with pytest.raises(grpc.RpcError) as caught:
        outer.unary_unary(METHOD)(b"")
    error: Any = caught.value
    assert error.code() is grpc.StatusCode.UNAVAILABLE


def test_a_plugin_that_dies_during_the_call_is_reported(servers: Servers) -> None:
    calls = Calls()
    server, address = servers.start(plugin(waiting(calls)))
    inner = servers.connect(address)
    outer = servers.serve(forward_service(PluginKind.BACKUP_ITEM_ACTION, inner))
    call = outer.unary_unary(METHOD).future(b"")
    calls.wait("called")
    server.stop(None)
    assert call.exception(LIMIT).code() in (
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.CANCELLED,
    )


def test_each_call_goes_to_the_channel_of_the_moment(servers: Servers) -> None:
    def numbered(number: int) -> Behaviour:
        return lambda request, context: bytes([number])

    channels = [servers.serve(plugin(numbered(number))) for number in range(3)]
    order = iter([0, 0, 1, 2, 2, 0])
    outer = servers.serve(
        forward_service(PluginKind.BACKUP_ITEM_ACTION, lambda: channels[next(order)])
    )
    execute = outer.unary_unary(METHOD)
    assert [execute(b"")[0] for _ in range(6)] == [0, 0, 1, 2, 2, 0]


# --- every method of every kind -------------------------------------------------------------------


@pytest.mark.parametrize("kind", PluginKind)
def test_every_method_of_a_kind_is_passed_on(servers: Servers, kind: PluginKind) -> None:
    class Anything:
        def __getattr__(self, name: str) -> Any:
            return lambda request, context: None

    expected = handlers_from_servicer(kind, Anything())
    found = forward_service(kind, servers.connect(servers.address()))
    assert found.service == expected.service == SERVICES[kind]
    assert set(found.methods) == set(expected.methods)
    for name, handler in expected.methods.items():
        mine = found.methods[name]
        assert mine.request_streaming == handler.request_streaming
        assert mine.response_streaming == handler.response_streaming


# --- ObjectStore and its streams ------------------------------------------------------------------


def unimplemented(request: object, context: grpc.ServicerContext) -> None:
    context.abort(grpc.StatusCode.UNIMPLEMENTED, "not here")


class Store:
    ObjectExists = ListCommonPrefixes = DeleteObject = CreateSignedURL = staticmethod(unimplemented)

    def __init__(self) -> None:
        self.calls = Calls()
        self.objects: dict[str, bytes] = {}
        self.chunks = 3

    def Init(
        self, request: messages.ObjectStoreInitRequest, context: grpc.ServicerContext
    ) -> Empty:
        self.calls.note("Init", dict(request.config))
        return Empty()

    def PutObject(
        self, request_iterator: Iterator[messages.PutObjectRequest], context: grpc.ServicerContext
    ) -> Empty:
        body, key = b"", ""
        try:
            for request in request_iterator:
                body, key = body + request.body, request.key
                self.calls.note("chunk", len(request.body))
        except BaseException:
            self.calls.note("broken off", key)
            raise
        if key == "refused":
            context.abort(grpc.StatusCode.PERMISSION_DENIED, "no")
        self.objects[key] = body
        self.calls.note("stored", key)
        return Empty()

    def GetObject(
        self, request: messages.GetObjectRequest, context: grpc.ServicerContext
    ) -> Iterator[messages.Bytes]:
        context.add_callback(functools.partial(self.calls.add, "get ended"))
        for _ in range(self.chunks):
            self.calls.note("sent")
            yield messages.Bytes(data=self.objects.get(request.key, b""))
        context.set_trailing_metadata((("x-cost", "7"),))
        if request.key == "missing":
            context.set_trailing_metadata((("x-why", "absent"),))
            context.abort(grpc.StatusCode.NOT_FOUND, "no such key")

    def ListObjects(
        self, request: messages.ListObjectsRequest, context: grpc.ServicerContext
    ) -> messages.ListObjectsResponse:
        return messages.ListObjectsResponse(keys=sorted(self.objects))


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def stub(servers: Servers, store: Store) -> Any:
    inner = servers.serve(handlers_from_servicer(PluginKind.OBJECT_STORE, store))
    return ObjectStoreStub(servers.serve(forward_service(PluginKind.OBJECT_STORE, inner)))


def test_unary_methods_of_another_kind_are_passed_on(stub: Any, store: Store) -> None:
    stub.Init(messages.ObjectStoreInitRequest(plugin="p", config={"a": "b"}))
    assert store.calls.of("Init") == [{"a": "b"}]
    assert stub.ListObjects(messages.ListObjectsRequest()).keys == []


def test_an_unimplemented_method_is_reported_as_such(stub: Any) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        stub.DeleteObject(messages.DeleteObjectRequest())
    error: Any = caught.value
    assert error.code() is grpc.StatusCode.UNIMPLEMENTED


def test_a_large_object_is_put_and_got(stub: Any, store: Store) -> None:
    chunk = bytes(range(256)) * 4096 * 5  # over gRPC's default limit of 4 MiB
    stub.PutObject(messages.PutObjectRequest(key="k", body=chunk) for _ in range(8))
    assert store.objects["k"] == 8 * chunk
    store.objects["k"] = chunk
    parts = stub.GetObject(messages.GetObjectRequest(key="k"))
    assert [part.data for part in parts] == [chunk] * 3
    assert [tuple(pair) for pair in parts.trailing_metadata()] == [("x-cost", "7")]


def test_empty_streams_are_passed_on(stub: Any, store: Store) -> None:
    stub.PutObject(iter(()))
    assert store.objects == {"": b""}
    store.chunks = 0
    assert list(stub.GetObject(messages.GetObjectRequest(key="k"))) == []


def test_empty_chunks_do_not_end_a_stream(stub: Any) -> None:
    assert len(list(stub.GetObject(messages.GetObjectRequest(key="k")))) == 3


def test_put_object_passes_on_an_error(stub: Any) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        stub.PutObject(iter([messages.PutObjectRequest(key="refused")]))
    error: Any = caught.value
    assert (error.code(), error.details()) == (grpc.StatusCode.PERMISSION_DENIED, "no")


def test_get_object_passes_on_an_error_after_its_chunks(stub: Any) -> None:
    chunks = stub.GetObject(messages.GetObjectRequest(key="missing"))
    for _ in range(3):
        next(chunks)
    with pytest.raises(grpc.RpcError) as caught:
        next(chunks)
    error: Any = caught.value
    assert (error.code(), error.details()) == (grpc.StatusCode.NOT_FOUND, "no such key")
    assert [tuple(pair) for pair in error.trailing_metadata()] == [("x-why", "absent")]


def test_a_cancelled_get_object_ends_in_the_plugin(stub: Any, store: Store) -> None:
    store.objects["k"] = bytes(1_000_000)
    store.chunks = 1_000_000
    chunks = stub.GetObject(messages.GetObjectRequest(key="k"))
    next(chunks)
    chunks.cancel()
    store.calls.wait("get ended")
    assert len(store.calls.of("sent")) < 1000


def test_a_reader_that_is_slow_slows_the_plugin_down(stub: Any, store: Store) -> None:
    store.objects["k"] = bytes(4_000_000)
    store.chunks = 50
    chunks = stub.GetObject(messages.GetObjectRequest(key="k"))
    next(chunks)
    assert len(store.calls.of("sent")) < 10
    assert sum(1 for _ in chunks) == 49


def test_a_cancelled_put_object_stores_nothing(stub: Any, store: Store) -> None:
    for attempt in range(1, 31):
        request = messages.PutObjectRequest(key="part", body=b"1")
        cancel_after_a_chunk(stub.PutObject, request, store.calls, attempt)
        store.calls.wait("broken off", attempt)
    assert store.calls.of("stored") == []


def cancel_after_a_chunk(method: Any, chunk: object, calls: Calls, attempt: int) -> None:
    more = threading.Event()

    def requests() -> Iterator[object]:
        yield chunk
        more.wait(LIMIT)

    call = method.future(requests())
    calls.wait("chunk", attempt)
    call.cancel()
    more.set()
