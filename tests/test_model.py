"""The values that cross the wire: nothing is lost, and what cannot cross is refused by name."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import Any

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import example, given
from hypothesis import strategies as st

from velero_plugin.shared.v1 import shared_pb2
from velero_shim.model import (
    GO_ZERO_TIME_SECONDS,
    ExecuteResult,
    OperationProgress,
    ResourceIdentifier,
    ResourceSelector,
    datetime_from_timestamp,
    nanoseconds_from_timestamp,
    timestamp_from_datetime,
    timestamp_from_nanoseconds,
    valid_utf8,
)

GO_ZERO = Timestamp(seconds=GO_ZERO_TIME_SECONDS)
YEAR_1 = datetime(1, 1, 1, tzinfo=UTC)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
END = datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
MAX_SECONDS = 253_402_300_799
FIRST_NANOSECOND = GO_ZERO_TIME_SECONDS * 10**9
LAST_NANOSECOND = MAX_SECONDS * 10**9 + 999_999_999


class SummerTime(tzinfo):
    """A zone whose offset depends on the date, and on ``fold`` in the hour that comes twice.

    Written out, so that the tests need no database of zones.
    """

    def utcoffset(self, moment: datetime | None) -> timedelta:
        return timedelta(hours=1) + self.dst(moment)

    def dst(self, moment: datetime | None) -> timedelta:
        assert moment is not None
        twice = (moment.month, moment.day, moment.hour) == (10, 1, 0)
        summer = moment.month in range(4, 10) or (twice and not moment.fold)
        return timedelta(hours=1 if summer else 0)

    def tzname(self, moment: datetime | None) -> str:
        return "summer" if self.dst(moment) else "winter"


# Offsets down to the microsecond, up to a day either way: all that a datetime can have.
OFFSETS = st.timedeltas(-timedelta(hours=23, minutes=59), timedelta(hours=23, minutes=59)).map(
    timezone
)
# A day off both ends, so that every offset stays inside of the range in UTC.
MOMENTS = st.datetimes(
    datetime(1, 1, 2), datetime(9999, 12, 30), timezones=OFFSETS | st.just(SummerTime())
)
TEXTS = st.text(st.characters(codec="utf-8"))
NAMES = st.lists(TEXTS).map(tuple)
INT64 = st.integers(-(2**63), 2**63 - 1)
IDENTIFIERS = st.builds(ResourceIdentifier, TEXTS, TEXTS, TEXTS, TEXTS)
SELECTORS = st.builds(ResourceSelector, NAMES, NAMES, NAMES, NAMES, TEXTS)
KNOWN_MOMENTS = MOMENTS.filter(lambda moment: moment not in (EPOCH, YEAR_1))
PROGRESSES = st.builds(
    OperationProgress,
    completed=st.booleans(),
    err=TEXTS,
    n_completed=INT64,
    n_total=INT64,
    operation_units=TEXTS,
    description=TEXTS,
    started=st.none() | KNOWN_MOMENTS,
    updated=st.none() | KNOWN_MOMENTS,
)


# --- timestamps --------------------------------------------------------------


@given(MOMENTS)
@example(EPOCH)
@example(YEAR_1)
@example(END)
@example(datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC))
@example(datetime(2026, 10, 1, 0, 30, tzinfo=SummerTime()))
@example(datetime(2026, 10, 1, 0, 30, tzinfo=SummerTime(), fold=1))
@example(datetime(1900, 1, 1, tzinfo=timezone(timedelta(microseconds=-1))))
def test_aware_datetime_round_trips_to_the_microsecond(moment: datetime) -> None:
    """From any zone, as the same instant in UTC."""
    timestamp = timestamp_from_datetime(moment)
    back = datetime_from_timestamp(timestamp)
    assert back == moment.astimezone(UTC)
    assert back.tzinfo is UTC
    assert 0 <= timestamp.nanos < 10**9


@given(MOMENTS)
def test_datetime_becomes_what_protobuf_makes_of_it(moment: datetime) -> None:
    expected = Timestamp()
    expected.FromDatetime(moment.astimezone(UTC))
    assert timestamp_from_datetime(moment) == expected


@given(st.integers(FIRST_NANOSECOND, LAST_NANOSECOND))
@example(FIRST_NANOSECOND)
@example(LAST_NANOSECOND)
@example(-1)
@example(0)
def test_nanoseconds_are_exact_over_the_whole_range(nanoseconds: int) -> None:
    timestamp = timestamp_from_nanoseconds(nanoseconds)
    assert nanoseconds_from_timestamp(timestamp) == nanoseconds
    assert timestamp.seconds * 10**9 + timestamp.nanos == nanoseconds
    assert 0 <= timestamp.nanos < 10**9


@given(st.integers(FIRST_NANOSECOND, LAST_NANOSECOND))
def test_datetime_cuts_nanoseconds_off_and_never_rounds_up(nanoseconds: int) -> None:
    moment = datetime_from_timestamp(timestamp_from_nanoseconds(nanoseconds))
    assert (moment - EPOCH) // timedelta(microseconds=1) == nanoseconds // 1000


def test_no_datetime_is_the_zero_time_of_go() -> None:
    """A host shows that one, and no other, as "not started"."""
    assert timestamp_from_datetime(None) == Timestamp(seconds=-62135596800)
    assert timestamp_from_datetime(YEAR_1) == GO_ZERO


@pytest.mark.parametrize(
    "nanoseconds", [FIRST_NANOSECOND - 1, LAST_NANOSECOND + 1, 2**80, -(2**80)]
)
def test_nanoseconds_out_of_range_are_refused_by_name(nanoseconds: int) -> None:
    with pytest.raises(ValueError, match=r"^updated: found -?\d+ seconds since 1970, expected"):
        timestamp_from_nanoseconds(nanoseconds, "updated")


@pytest.mark.parametrize("read", [nanoseconds_from_timestamp, datetime_from_timestamp])
@pytest.mark.parametrize(
    ("timestamp", "problem"),
    [
        (Timestamp(seconds=GO_ZERO_TIME_SECONDS - 1), "-62135596801 seconds"),
        (Timestamp(seconds=MAX_SECONDS + 1), "253402300800 seconds"),
        (Timestamp(seconds=2**63 - 1), "9223372036854775807 seconds"),
        (Timestamp(seconds=-(2**63), nanos=-1), "-9223372036854775808 seconds"),
        (Timestamp(nanos=-1), "-1 nanos"),
        (Timestamp(seconds=1, nanos=10**9), "1000000000 nanos"),
        (Timestamp(nanos=2**31 - 1), "2147483647 nanos"),
        (Timestamp(nanos=-(2**31)), "-2147483648 nanos"),
    ],
)
def test_timestamp_out_of_range_is_refused_by_name(
    read: Callable[[Timestamp, str], object], timestamp: Timestamp, problem: str
) -> None:
    with pytest.raises(ValueError, match=f"^started: found {problem}"):
        read(timestamp, "started")


@given(st.builds(Timestamp, seconds=INT64, nanos=st.integers(-(2**31), 2**31 - 1)))
def test_any_timestamp_is_read_or_refused_by_name(timestamp: Timestamp) -> None:
    in_range = (
        GO_ZERO_TIME_SECONDS <= timestamp.seconds <= MAX_SECONDS and 0 <= timestamp.nanos < 10**9
    )
    if in_range:
        assert timestamp_from_nanoseconds(nanoseconds_from_timestamp(timestamp)) == timestamp
    else:
        with pytest.raises(ValueError, match=r"^updated: "):
            nanoseconds_from_timestamp(timestamp, "updated")


@pytest.mark.parametrize(
    "moment",
    [
        YEAR_1.replace(tzinfo=timezone(timedelta(hours=1))),
        YEAR_1.replace(tzinfo=timezone(timedelta(microseconds=1))),
        END.replace(tzinfo=timezone(timedelta(hours=-1))),
    ],
)
def test_datetime_that_leaves_the_range_in_utc_is_refused_by_name(moment: datetime) -> None:
    with pytest.raises(ValueError, match=r"^started: found .* expected a time in the years 1 to"):
        timestamp_from_datetime(moment, "started")


# --- progress ----------------------------------------------------------------


def in_utc(moment: datetime | None) -> datetime | None:
    """The same instant; a datetime in an hour that comes twice equals none of another zone."""
    return None if moment is None else moment.astimezone(UTC)


@given(PROGRESSES)
@example(OperationProgress(updated=datetime(2026, 10, 1, tzinfo=SummerTime())))
@example(OperationProgress(updated=datetime(2026, 10, 1, tzinfo=SummerTime(), fold=1)))
def test_progress_round_trips(progress: OperationProgress) -> None:
    wire = progress.to_message().SerializeToString()
    back = OperationProgress.from_message(shared_pb2.OperationProgress.FromString(wire))
    assert back == dataclasses.replace(
        progress, started=in_utc(progress.started), updated=in_utc(progress.updated)
    )


@pytest.mark.parametrize("field", ["started", "updated"])
@pytest.mark.parametrize(
    "timestamp", [None, Timestamp(), GO_ZERO], ids=["unset", "epoch", "Go's zero time"]
)
def test_time_that_says_unknown_comes_in_as_none(field: str, timestamp: Timestamp | None) -> None:
    message = shared_pb2.OperationProgress(**{field: timestamp})  # type: ignore[arg-type]
    assert getattr(OperationProgress.from_message(message), field) is None


@pytest.mark.parametrize("seconds", [0, GO_ZERO_TIME_SECONDS])
def test_time_just_after_an_unknown_one_is_known(seconds: int) -> None:
    message = shared_pb2.OperationProgress(started=Timestamp(seconds=seconds, nanos=1000))
    started = OperationProgress.from_message(message).started
    assert started is not None
    assert started.microsecond == 1


def test_default_progress_says_not_started() -> None:
    message = OperationProgress().to_message()
    assert message == shared_pb2.OperationProgress(started=GO_ZERO, updated=GO_ZERO)


@pytest.mark.parametrize("field", ["started", "updated"])
@pytest.mark.parametrize(
    "timestamp",
    [Timestamp(nanos=-1), Timestamp(nanos=10**9), Timestamp(seconds=MAX_SECONDS + 1)],
)
def test_progress_with_a_bad_timestamp_is_refused_by_name(field: str, timestamp: Timestamp) -> None:
    message = shared_pb2.OperationProgress(**{field: timestamp})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=f"^{field}: "):
        OperationProgress.from_message(message)


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("started", datetime(2026, 1, 1), ValueError),
        ("updated", datetime(2026, 1, 1), ValueError),
        ("started", YEAR_1.replace(tzinfo=timezone(timedelta(hours=1))), ValueError),
        ("started", "2026-01-01T00:00:00Z", TypeError),
        ("updated", 1_700_000_000, TypeError),
        ("updated", date(2026, 1, 1), TypeError),
        ("n_completed", 2**63, ValueError),
        ("n_total", -(2**63) - 1, ValueError),
        ("n_completed", 2.0, TypeError),
        ("n_total", "5", TypeError),
        ("n_total", None, TypeError),
        ("completed", "no", TypeError),
        ("completed", None, TypeError),
        ("completed", 1, TypeError),
        ("err", None, TypeError),
        ("err", ValueError("disk is full"), TypeError),
        ("operation_units", b"Bytes", TypeError),
        ("description", 5, TypeError),
    ],
)
def test_progress_that_cannot_be_sent_is_refused_by_name(
    field: str, value: object, error: type[Exception]
) -> None:
    values: dict[str, Any] = {field: value}
    with pytest.raises(error, match=f"^{field}: "):
        OperationProgress(**values).to_message()


@pytest.mark.parametrize("count", [2**63 - 1, -(2**63), 0])
def test_count_at_the_limits_of_int64(count: int) -> None:
    message = OperationProgress(n_completed=count, n_total=count).to_message()
    assert (message.nCompleted, message.nTotal) == (count, count)


def test_text_without_utf8_is_sent_with_question_marks() -> None:
    """An error text with an odd file name in it is no reason to lose the error."""
    message = OperationProgress(
        err="\ud800", operation_units="a\udcffb", description="é\ud800漢"
    ).to_message()
    assert (message.err, message.operationUnits, message.description) == ("?", "a?b", "é?漢")


@given(st.text(st.characters()))
def test_valid_utf8_replaces_lone_surrogates_and_nothing_else(text: str) -> None:
    surrogates = range(0xD800, 0xE000)
    assert valid_utf8(text) == "".join("?" if ord(c) in surrogates else c for c in text)


# --- selectors and identifiers -----------------------------------------------


@given(SELECTORS)
def test_selector_round_trips(selector: ResourceSelector) -> None:
    wire = selector.to_message().SerializeToString()
    message = shared_pb2.ResourceSelector.FromString(wire)
    assert ResourceSelector.from_message(message) == selector


@given(IDENTIFIERS)
def test_identifier_round_trips(identifier: ResourceIdentifier) -> None:
    wire = identifier.to_message().SerializeToString()
    message = shared_pb2.ResourceIdentifier.FromString(wire)
    assert ResourceIdentifier.from_message(message) == identifier


def test_each_field_of_a_selector_is_sent_as_its_own() -> None:
    selector = ResourceSelector(["in"], ["ex"], ["pods"], ["secrets"], "app=x")
    assert selector.to_message() == shared_pb2.ResourceSelector(
        includedNamespaces=["in"],
        excludedNamespaces=["ex"],
        includedResources=["pods"],
        excludedResources=["secrets"],
        selector="app=x",
    )


def test_each_field_of_an_identifier_is_sent_as_its_own() -> None:
    assert ResourceIdentifier("apps", "deployments", "web", "nginx").to_message() == (
        shared_pb2.ResourceIdentifier(
            group="apps", resource="deployments", namespace="web", name="nginx"
        )
    )


@pytest.mark.parametrize(
    "names",
    [["b", "a"], ("b", "a"), (n for n in ("b", "a")), {"b": 1, "a": 2}, {"b": 1, "a": 2}.keys()],
    ids=["list", "tuple", "generator", "dict", "dict keys"],
)
def test_selector_keeps_any_iterable_as_a_tuple(names: Any) -> None:
    selector = ResourceSelector(included_resources=names)
    assert sorted(selector.included_resources) == ["a", "b"]
    assert isinstance(selector.included_resources, tuple)
    assert selector.to_message() == selector.to_message()  # a generator is not used up


def test_set_in_a_selector_has_an_order() -> None:
    """The order of a set differs from process to process; the bytes sent do not."""
    names: Any = frozenset(f"ns-{number}" for number in range(50))
    sets: list[Any] = [names, set(names), dict.fromkeys(names).keys()]
    for some in sets:
        selector = ResourceSelector(included_namespaces=some)
        assert selector.included_namespaces == tuple(sorted(names))


@pytest.mark.parametrize(
    "field",
    ["included_namespaces", "excluded_namespaces", "included_resources", "excluded_resources"],
)
@pytest.mark.parametrize("value", ["pods", b"pods", None, 1, [1], ["pods", None], [b"pods"]])
def test_selector_of_something_else_is_refused_by_name(field: str, value: object) -> None:
    """A lone text above all: it would select its letters."""
    values: dict[str, Any] = {field: value}
    with pytest.raises(TypeError, match=f"^{field}: found .*, expected a list of strings"):
        ResourceSelector(**values)


@pytest.mark.parametrize("value", [None, {"app": "x"}, b"app=x"])
def test_label_selector_of_something_else_is_refused_by_name(value: Any) -> None:
    with pytest.raises(TypeError, match=r"^label_selector: found .*, expected a string"):
        ResourceSelector(label_selector=value)


@pytest.mark.parametrize("field", ["group", "resource", "namespace", "name"])
def test_identifier_of_something_else_is_refused(field: str) -> None:
    values: dict[str, Any] = {"group": "", "resource": "pods", "namespace": "", "name": "a"}
    with pytest.raises(TypeError, match=f"{field}=5.*, expected strings in it"):
        ResourceIdentifier(**{**values, field: 5}).to_message()


# --- as Python values --------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [
        ResourceSelector(["a"]),
        ResourceIdentifier("", "pods", "web", "a"),
        OperationProgress(started=EPOCH),
    ],
)
def test_value_is_frozen_hashable_and_equal_to_its_copy(value: Any) -> None:
    assert {value, dataclasses.replace(value)} == {value}
    assert not hasattr(value, "__dict__")
    first = dataclasses.fields(value)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(value, first, None)


def test_selectors_of_a_list_and_of_a_tuple_are_equal() -> None:
    assert ResourceSelector(["a"]) == ResourceSelector(("a",))
    assert hash(ResourceSelector(["a"])) == hash(ResourceSelector(("a",)))


def test_result_compares_by_its_item() -> None:
    assert ExecuteResult({"a": 1}) == ExecuteResult({"a": 1})
    assert ExecuteResult({"a": 1}) != ExecuteResult(None)
