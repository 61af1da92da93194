from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from velero_shim.itemoperations import decode_operations, encode_operations
from velero_shim.model import ResourceIdentifier
from velero_shim.objects import Backup, Restore
from velero_shim.operations import Operation, OperationPhase

BACKUP = Backup(b'{"metadata": {"name": "daily", "uid": "1-2"}}')
RESTORE = Restore(b'{"metadata": {"name": "back", "uid": "3-4"}}')
CREATED = datetime(2024, 5, 1, 12, 0, 1, tzinfo=UTC)
POD = ResourceIdentifier("", "pods", "shop", "web-0")
VOLUME = ResourceIdentifier("example.io", "volumes", "", "data")

NEW = Operation("example.io/a", POD, "op-1", CREATED)
FULL = Operation(
    "example.io/a",
    POD,
    'op "2" <&>\u2028 é',
    CREATED,
    post_operation_items=(VOLUME,),
    phase=OperationPhase.FAILED,
    error="disk full",
    n_completed=2**62,
    n_total=2**63 - 1,
    operation_units="Bytes",
    description="copying",
    started=CREATED,
    updated=datetime(2024, 5, 1, 14, 0, 2, tzinfo=timezone(timedelta(hours=2))),
)


def test_a_new_operation_has_velero_s_shape() -> None:
    assert encode_operations(BACKUP, [NEW]) == (
        b'[{"spec":{"backupName":"daily","backupUID":"1-2","backupItemAction":"example.io/a",'
        b'"resourceIdentifier":{"Group":"","Resource":"pods","Namespace":"shop","Name":"web-0"},'
        b'"operationID":"op-1","postOperationItems":null},'
        b'"status":{"phase":"New","created":"2024-05-01T12:00:01Z"}}]\n'
    )


def test_every_field_has_velero_s_name_order_and_escapes() -> None:
    assert encode_operations(BACKUP, [FULL]).decode() == (
        '[{"spec":{"backupName":"daily","backupUID":"1-2","backupItemAction":"example.io/a",'
        '"resourceIdentifier":{"Group":"","Resource":"pods","Namespace":"shop","Name":"web-0"},'
        '"operationID":"op \\"2\\" \\u003c\\u0026\\u003e\\u2028 é","postOperationItems":'
        '[{"Group":"example.io","Resource":"volumes","Namespace":"","Name":"data"}]},'
        '"status":{"phase":"Failed","error":"disk full","nCompleted":4611686018427387904,'
        '"nTotal":9223372036854775807,"operationUnits":"Bytes","description":"copying",'
        '"created":"2024-05-01T12:00:01Z","started":"2024-05-01T12:00:01Z",'
        '"updated":"2024-05-01T12:00:02Z"}}]\n'
    )


def test_an_operation_of_a_restore_has_its_own_names() -> None:
    (value,) = json.loads(encode_operations(RESTORE, [NEW]))
    assert list(value["spec"]) == [
        "restoreName",
        "restoreUID",
        "restoreItemAction",
        "resourceIdentifier",
        "operationID",
    ]
    assert (value["spec"]["restoreName"], value["spec"]["restoreUID"]) == ("back", "3-4")


@pytest.mark.parametrize("owner", [BACKUP, RESTORE])
def test_a_list_is_read_back(owner: Backup | Restore) -> None:
    data = encode_operations(owner, [NEW, FULL])
    read = decode_operations(data)
    assert read[0] == NEW
    if owner is BACKUP:
        assert read[1] == FULL
    assert decode_operations(gzip.compress(data)) == read
    assert decode_operations(b"null") == []
    assert decode_operations(b"[]\n") == []


def test_an_early_year_keeps_its_zeros() -> None:
    early = datetime(33, 1, 2, 3, 4, 5, tzinfo=UTC)
    data = encode_operations(BACKUP, [Operation("a", POD, "op", early)])
    assert b'"created":"0033-01-02T03:04:05Z"' in data
    assert decode_operations(data)[0].created == early


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"{}", "found dict, expected a list"),
        (b"[1]", "operation 0: found int, expected an object with spec"),
        (b'[{"spec": {}}]', "operation 0: the key status is missing"),
        (b'[{"spec": {}, "status": {}}]', r"operation 0: the key status\.created is missing"),
        (b'[{"spec": {}, "status": null}]', r"found NoneType, expected an object with status\."),
        (b"\x1f\x8b\x00", "the compressed list is cut off or damaged: "),
        (gzip.compress(b"[]", mtime=0)[:-9], "the compressed list is cut off or damaged: "),
        (
            gzip.compress(b"[]", mtime=0)[:-8] + bytes(8),
            "the compressed list is cut off or damaged: ",
        ),
        (b"\x1f\x8b\x08" + bytes(7) + b"\xff" * 9, "the compressed list is cut off or damaged: "),
        (b"[", "Expecting value"),
    ],
)
def test_what_is_no_such_list_is_an_error_that_says_where(data: bytes, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        decode_operations(data)


@pytest.mark.parametrize(
    ("section", "key", "named"),
    [
        ("spec", "backupItemAction", r"spec\.backupItemAction or spec\.restoreItemAction"),
        ("spec", "resourceIdentifier", r"spec\.resourceIdentifier"),
        ("spec", "operationID", r"spec\.operationID"),
        ("status", "phase", r"status\.phase"),
        ("status", "created", r"status\.created"),
    ],
)
def test_a_key_that_is_missing_is_named_with_its_operation(
    section: str, key: str, named: str
) -> None:
    values = json.loads(encode_operations(BACKUP, [NEW, FULL]))
    del values[1][section][key]
    with pytest.raises(ValueError, match=f"^operation 1: the key {named} is missing$"):
        decode_operations(json.dumps(values).encode())


def test_an_unknown_phase_is_an_error() -> None:
    data = encode_operations(BACKUP, [NEW]).replace(b'"New"', b'"Paused"')
    with pytest.raises(ValueError, match="operation 0: 'Paused' is not a valid"):
        decode_operations(data)
