"""What a caller is told when an item action, or the request for it, is not as it should be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

import grpc
import pytest
from google.rpc import status_pb2

from scripted import (
    EXECUTES,
    METHODS,
    NAME,
    POD,
    REQUESTS,
    RESULTS,
    V2_EXECUTES,
    Do,
    Method,
    call,
    changed,
    each_of,
    every_kind,
    fail,
    fresh_script,
)
from velero_shim.errors import PluginError
from velero_shim.kinds import PluginKind
from velero_shim.model import (
    OperationProgress,
    ResourceIdentifier,
    ResourceSelector,
)

GOLDEN = Path(__file__).parent / "golden" / "google.rpc.Status" / "unknown_plugin.binpb"


@pytest.fixture(scope="module")
def channel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[grpc.Channel]:
    with every_kind(tmp_path_factory.mktemp("s")) as opened:
        yield opened


@pytest.fixture(autouse=True)
def script() -> Iterator[dict[str, Do]]:
    with fresh_script() as does:
        yield does


@each_of(METHODS)
@pytest.mark.parametrize("name", ["example.io/nobody", "", "action", NAME.upper(), f"{NAME} ", "é"])
def test_unknown_name_is_refused_with_the_text_of_velero(
    channel: grpc.Channel, method: Method, name: str
) -> None:
    """With the blank at the start, where Velero leaves the kind out."""
    golden = status_pb2.Status.FromString(GOLDEN.read_bytes())
    refusal = fail(channel, method, changed(method, plugin=name))
    assert refusal.code == "UNKNOWN"
    assert refusal.text == golden.message.replace("example.io/nobody", name)


@each_of(METHODS)
@pytest.mark.parametrize("bad", [b"", b"{", b"null", b"[]", b"{}x", b"\xff", b'{"a":1e400'])
def test_bad_json_is_refused_with_the_name_of_its_field(
    channel: grpc.Channel, method: Method, bad: bytes
) -> None:
    request = REQUESTS[method][0]
    for field in ("item", "backup", "restore", "itemFromBackup"):
        if field in request.DESCRIPTOR.fields_by_name:
            refusal = fail(channel, method, changed(method, **{field: bad}))
            assert refusal.code == "UNKNOWN"
            assert refusal.text.startswith(f"{field} is not valid JSON for a Kubernetes object: ")
            assert "jsonbytes" in refusal.frames[0].file


@each_of(METHODS)
@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (PluginError("disk is full"), "UNKNOWN", "disk is full"),
        (ValueError("bad"), "ABORTED", "plugin panicked: ValueError: bad"),
        (SystemExit(1), "ABORTED", "plugin panicked: SystemExit: 1"),
    ],
)
def test_exception_of_every_method_is_a_status(
    channel: grpc.Channel,
    script: dict[str, Do],
    method: Method,
    error: BaseException,
    code: str,
    text: str,
) -> None:
    def raise_it(*_: object) -> None:
        raise error

    script.update(dict.fromkeys(script, raise_it))
    refusal = fail(channel, method)
    assert (refusal.code, refusal.text) == (code, text)
    assert refusal.frames[0].file == __file__


@each_of(EXECUTES)
@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"item": [1]}, "TypeError: found list, expected a dict to write as JSON object"),
        ({"item": "{}"}, "TypeError: found str, expected a dict to write as JSON object"),
        ({"item": {"data": {"k": b"x"}}}, "TypeError: found bytes at .data.k, which JSON does"),
        ({"item": {"n": float("nan")}}, "TypeError: found nan at .n, which JSON does not have"),
        ({"item": {1: 2}}, "TypeError: found the key 1 in the object, expected a string"),
        ({"additional_items": None}, "TypeError: additional_items is NoneType, expected a list of"),
        ({"additional_items": POD}, "TypeError: additional_items is ResourceIdentifier, expected"),
        ({"additional_items": "pod"}, "TypeError: additional_items holds str, expected Resource"),
        ({"additional_items": [("", "pods", "web", "a")]}, "TypeError: additional_items holds tup"),
        (
            {"additional_items": [ResourceIdentifier("", "pods", "", 5)]},  # type: ignore[arg-type]
            "TypeError: found ResourceIdentifier(group='', resource='pods', namespace='', name=5),",
        ),
    ],
)
def test_result_that_cannot_be_sent_is_a_panic_with_a_clear_text(
    channel: grpc.Channel,
    script: dict[str, Do],
    method: Method,
    fields: Mapping[str, object],
    text: str,
) -> None:
    script["execute"] = lambda *_: RESULTS[method[0]](**fields)
    refusal = fail(channel, method)
    assert refusal.code == "ABORTED"
    assert refusal.text.startswith(f"plugin panicked: {text}")


@pytest.mark.parametrize(
    ("kind", "fields", "text"),
    [
        ("BackupItemActionV2", {"operation_id": 5}, "operation_id is int, expected str"),
        ("RestoreItemActionV2", {"operation_id": b"x"}, "operation_id is bytes, expected str"),
        (
            "BackupItemActionV2",
            {"post_operation_items": ["pods"]},
            "post_operation_items holds str, expected ResourceIdentifier",
        ),
        ("RestoreItemAction", {"skip_restore": "no"}, "skip_restore is str, expected bool"),
        ("RestoreItemActionV2", {"skip_restore": None}, "skip_restore is NoneType, expected bool"),
        (
            "RestoreItemActionV2",
            {"wait_for_additional_items": 1},
            "wait_for_additional_items is int, expected bool",
        ),
        (
            "RestoreItemActionV2",
            {"additional_items_ready_timeout": 90},
            "additional_items_ready_timeout is int, expected timedelta or None",
        ),
    ],
)
def test_field_of_a_wrong_type_is_named(
    channel: grpc.Channel,
    script: dict[str, Do],
    kind: str,
    fields: Mapping[str, object],
    text: str,
) -> None:
    script["execute"] = lambda *_: RESULTS[PluginKind(kind)](**fields)
    refusal = fail(channel, (PluginKind(kind), "Execute"))
    assert (refusal.code, refusal.text) == ("ABORTED", f"plugin panicked: TypeError: {text}")


@each_of(V2_EXECUTES)
def test_operation_id_of_none_is_no_operation(
    channel: grpc.Channel, script: dict[str, Do], method: Method
) -> None:
    script["execute"] = lambda *_: RESULTS[method[0]](operation_id=None)
    assert call(channel, method).operationID == ""


@each_of(EXECUTES)
@pytest.mark.parametrize("returned", [{}, (None, []), "x", True, ResourceSelector()], ids=repr)
def test_other_than_a_result_is_a_panic_with_a_clear_text(
    channel: grpc.Channel,
    script: dict[str, Do],
    method: Method,
    returned: object,
) -> None:
    script["execute"] = lambda *_: returned
    expected = RESULTS[method[0]].__name__
    refusal = fail(channel, method)
    assert refusal.code == "ABORTED"
    assert refusal.text == (
        f"plugin panicked: TypeError: execute returned {type(returned).__name__}, "
        f"expected {expected} or None"
    )


@each_of(EXECUTES)
def test_result_of_another_kind_is_a_panic(
    channel: grpc.Channel, script: dict[str, Do], method: Method
) -> None:
    for other in RESULTS.values():
        if other is not RESULTS[method[0]]:
            script["execute"] = lambda *_, other=other: other()
            assert f"returned {other.__name__}, expected" in fail(channel, method).text


@pytest.mark.parametrize(
    ("name", "method", "returned", "text"),
    [
        ("applies_to", "AppliesTo", None, "applies_to returned NoneType, expected ResourceSel"),
        ("applies_to", "AppliesTo", ["pods"], "applies_to returned list, expected ResourceSel"),
        ("progress", "Progress", None, "progress returned NoneType, expected OperationProgress"),
        ("progress", "Progress", 50, "progress returned int, expected OperationProgress"),
        (
            "progress",
            "Progress",
            OperationProgress(started=datetime(2026, 1, 1)),
            "started: datetime.datetime(2026, 1, 1, 0, 0) is naive",
        ),
        ("progress", "Progress", OperationProgress(n_total=2**63), "n_total: found 922337203685"),
        (
            "are_additional_items_ready",
            "AreAdditionalItemsReady",
            None,
            "are_additional_items_ready returned NoneType, expected bool",
        ),
    ],
)
def test_other_methods_that_return_a_wrong_type_are_named(
    channel: grpc.Channel,
    script: dict[str, Do],
    name: str,
    method: str,
    returned: object,
    text: str,
) -> None:
    script[name] = lambda *_: returned
    for each in METHODS:
        if each[1] == method:
            refusal = fail(channel, each)
            assert refusal.code == "ABORTED"
            assert f"Error: {text}" in refusal.text
