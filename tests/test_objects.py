"""The views of a backup and a restore: checked at once, decoded when touched."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

import pytest

from velero_shim import objects
from velero_shim.errors import InvalidJSONError
from velero_shim.jsonbytes import decode_object
from velero_shim.objects import Backup, LazyObject, Restore

RAW = b"""
{"metadata": {"name": "daily", "namespace": "velero", "uid": "u-1"},
 "spec": {"itemOperationTimeout": "1h30m", "big": 9007199254740993},
 "status": {"phase": "InProgress"}}
"""


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was decoded so far, by the name of the field."""
    seen: list[str] = []

    def decode(data: bytes, what: str) -> dict[str, object]:
        seen.append(what)
        return decode_object(data, what)

    monkeypatch.setattr(objects, "decode_object", decode)
    return seen


def test_nothing_is_decoded_before_the_first_touch_and_then_once(decoded: list[str]) -> None:
    backup = Backup(RAW)
    assert backup.raw is RAW
    assert decoded == []
    assert backup.name == "daily"
    assert (backup.namespace, backup.uid, backup.phase) == ("velero", "u-1", "InProgress")
    assert backup["spec"]["big"] == 9007199254740993
    assert decoded == ["backup"]


def test_raw_stays_what_it_was() -> None:
    backup = Backup(RAW)
    backup["spec"]["big"] = 1
    assert backup.raw == RAW


def test_is_a_read_only_mapping() -> None:
    restore = Restore(b'{"a": 1, "b": {"c": 2}}')
    assert isinstance(restore, Mapping)
    assert dict(restore) == {"a": 1, "b": {"c": 2}} == restore
    assert (len(restore), list(restore), "a" in restore, restore.get("z")) == (
        2,
        ["a", "b"],
        True,
        None,
    )
    assert not hasattr(restore, "__setitem__")
    with pytest.raises(KeyError):
        restore["z"]


def test_repr_names_it() -> None:
    assert repr(Backup(RAW)) == "Backup(velero/daily)"


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"null", b"[]", b'"{}"', b"1", b"{} {}", b"\xff", b"\xef\xbb\xbf{}", b"{'a': 1}"],
)
@pytest.mark.parametrize(("view", "what"), [(Backup, "backup"), (Restore, "restore")])
def test_bad_json_is_refused_at_once(view: type[LazyObject], what: str, raw: bytes) -> None:
    with pytest.raises(InvalidJSONError, match=f"^{what} is not valid JSON") as caught:
        view(raw)
    assert caught.value.what == what


@pytest.mark.parametrize("raw", [b'{"a": "\xff"}', b'{"a": 1e400}'])
def test_value_that_cannot_be_held_is_refused_at_the_first_touch(raw: bytes) -> None:
    """The check at construction looks at the form alone; it builds nothing."""
    backup = Backup(raw)
    with pytest.raises(InvalidJSONError, match=r"^backup is not valid JSON"):
        backup.get("a")


@pytest.mark.parametrize(
    "raw",
    [
        b"{}",
        b'{"metadata": null, "spec": null, "status": null}',
        b'{"metadata": [], "spec": "x", "status": 1}',
        b'{"metadata": {"name": null, "namespace": null, "uid": null}, "status": {"phase": null},'
        b' "spec": {"itemOperationTimeout": null}}',
    ],
)
def test_what_is_absent_reads_as_empty(raw: bytes) -> None:
    backup = Backup(raw)
    assert (backup.name, backup.namespace, backup.uid, backup.phase) == ("", "", "", "")
    assert backup.item_operation_timeout is None
    assert not backup.is_finalizing


@pytest.mark.parametrize(
    ("phase", "finalizing"),
    [
        ("Finalizing", True),
        ("FinalizingPartiallyFailed", True),
        ("InProgress", False),
        ("WaitingForPluginOperations", False),
        ("", False),
    ],
)
def test_finalizing_is_what_the_phase_says(phase: str, finalizing: bool) -> None:
    assert Backup(b'{"status": {"phase": "%s"}}' % phase.encode()).is_finalizing is finalizing


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b'"4h0m0s"', timedelta(hours=4)),
        (b'"0s"', None),
        (b'"0"', None),
        (b'"-1s"', timedelta(seconds=-1)),
        (b"null", None),
    ],
)
def test_item_operation_timeout(value: bytes, expected: timedelta | None) -> None:
    raw = b'{"spec": {"itemOperationTimeout": %s}}' % value
    assert Backup(raw).item_operation_timeout == expected
    assert Restore(raw).item_operation_timeout == expected


@pytest.mark.parametrize("value", [b"14400000000000", b'""', b'"4"', b"true", b"{}"])
def test_item_operation_timeout_that_is_no_duration(value: bytes) -> None:
    backup = Backup(b'{"spec": {"itemOperationTimeout": %s}}' % value)
    with pytest.raises(ValueError, match="expected a Go duration"):
        assert backup.item_operation_timeout
