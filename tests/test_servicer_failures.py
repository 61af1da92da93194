"""What a servicer of the plugin's own raises reaches the caller as an action's exception does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from servers import LIMIT, refused, served
from velero_plugin.object_store.v1 import object_store_pb2 as messages
from velero_plugin.object_store.v1.object_store_pb2_grpc import (
    ObjectStoreServicer,
    ObjectStoreStub,
)
from velero_plugin.shared.v1.shared_pb2 import Empty
from velero_shim import PluginError
from velero_shim.kinds import PluginKind
from velero_shim.servicers import handlers_from_servicer

# ruff: noqa: N802  # gRPC's generated code calls the methods by the wire's names

Fail = Callable[[Any], object]


class Store(ObjectStoreServicer):
    """Fails in each of the three shapes of a method."""

    def __init__(self) -> None:
        self.fail: Fail = lambda context: None

    def ObjectExists(self, request: Any, context: grpc.ServicerContext) -> Any:
        self.fail(context)
        return messages.ObjectExistsResponse(exists=True)

    def PutObject(self, request_iterator: Iterator[Any], context: grpc.ServicerContext) -> Empty:
        list(request_iterator)
        self.fail(context)
        return Empty()

    def GetObject(self, request: Any, context: grpc.ServicerContext) -> Iterator[messages.Bytes]:
        yield messages.Bytes(data=b"first")
        self.fail(context)
        yield messages.Bytes(data=b"last")


@pytest.fixture
def store() -> Store:
    return Store()  # type: ignore[abstract]  # what is left out is unimplemented


@pytest.fixture
def stub(store: Store, tmp_path: Path) -> Iterator[ObjectStoreStub]:
    with served(tmp_path, handlers_from_servicer(PluginKind.OBJECT_STORE, store)) as channel:
        yield ObjectStoreStub(channel)


def exists(stub: Any) -> object:
    return stub.ObjectExists(messages.ObjectExistsRequest(key="k"), timeout=LIMIT).exists


def put(stub: Any) -> object:
    return stub.PutObject(iter([messages.PutObjectRequest(key="k")]), timeout=LIMIT)


def get(stub: Any) -> object:
    return [part.data for part in stub.GetObject(messages.GetObjectRequest(key="k"), timeout=LIMIT)]


SHAPES = pytest.mark.parametrize("call", [exists, put, get])


def raising(error: BaseException) -> Fail:
    def fail(context: object) -> None:
        raise error

    return fail


@SHAPES
@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (PluginError("disk is full"), "UNKNOWN", "disk is full"),
        (KeyError("bucket"), "ABORTED", "plugin panicked: KeyError: 'bucket'"),
        (SystemExit(3), "ABORTED", "plugin panicked: SystemExit: 3"),
    ],
)
def test_an_exception_is_a_status_with_its_stack(
    store: Store,
    stub: Any,
    call: Callable[[Any], object],
    error: BaseException,
    code: str,
    text: str,
) -> None:
    store.fail = raising(error)
    refusal = refused(lambda: call(stub))
    assert (refusal.code, refusal.text) == (code, text)
    assert refusal.frames[0].file == __file__


@SHAPES
def test_a_servicer_may_end_the_call_itself(
    store: Store, stub: Any, call: Callable[[Any], object]
) -> None:
    store.fail = lambda context: context.abort(grpc.StatusCode.NOT_FOUND, "no such key")
    refusal = refused(lambda: call(stub))
    assert (refusal.code, refusal.text) == ("NOT_FOUND", "no such key")


def test_a_method_that_is_not_written_is_unimplemented(stub: Any) -> None:
    refusal = refused(lambda: stub.DeleteObject(messages.DeleteObjectRequest(key="k")))
    assert refusal.code == "UNIMPLEMENTED"


@SHAPES
def test_what_fails_not_is_answered(stub: Any, call: Callable[[Any], object]) -> None:
    assert call(stub) in (True, Empty(), [b"first", b"last"])


def test_a_reader_that_goes_away_costs_nothing(stub: Any) -> None:
    parts = stub.GetObject(messages.GetObjectRequest(key="k"))
    assert next(parts).data == b"first"
    parts.cancel()
    assert parts.code() is grpc.StatusCode.CANCELLED
    assert exists(stub)
