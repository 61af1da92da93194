"""Durations, by the grammar that Go's time.ParseDuration documents."""

from __future__ import annotations

import contextlib
from datetime import timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from velero_shim.durations import parse_duration

HOUR = timedelta(hours=1)
MICROSECOND = timedelta(microseconds=1)
UNITS = {
    "h": timedelta(hours=1),
    "m": timedelta(minutes=1),
    "s": timedelta(seconds=1),
    "ms": timedelta(milliseconds=1),
    "us": timedelta(microseconds=1),
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4h0m0s", 4 * HOUR),
        ("90s", timedelta(seconds=90)),
        ("1.5h", timedelta(minutes=90)),
        ("250ms", timedelta(milliseconds=250)),
        ("1h30m", timedelta(minutes=90)),
        ("2us", 2 * MICROSECOND),
        ("2µs", 2 * MICROSECOND),
        ("2μs", 2 * MICROSECOND),
        ("-1h", -HOUR),
        ("-1.5h", -1.5 * HOUR),
        ("-1h30m", -1.5 * HOUR),
        ("0", timedelta(0)),
        ("+0", timedelta(0)),
        ("-0", timedelta(0)),
        ("0s", timedelta(0)),
        ("+5s", timedelta(seconds=5)),
        ("5.s", timedelta(seconds=5)),
        (".5s", timedelta(seconds=0.5)),
        ("1s1h", HOUR + timedelta(seconds=1)),
        ("1s1s", timedelta(seconds=2)),
        ("007s", timedelta(seconds=7)),
        ("0.1s", timedelta(milliseconds=100)),
        ("1000ns", MICROSECOND),
        ("1999ns", MICROSECOND),
        ("-1999ns", -MICROSECOND),
        ("1ns", MICROSECOND),
        ("-1ns", -MICROSECOND),
        ("0.3ns", timedelta(0)),
        ("2540400h10m10s", timedelta(hours=2540400, minutes=10, seconds=10)),
        ("9223372036854775807ns", timedelta(microseconds=2**63 // 1000)),
        ("-9223372036854775808ns", -timedelta(microseconds=2**63 // 1000)),
    ],
)
def test_duration_that_go_reads(text: str, expected: timedelta) -> None:
    assert parse_duration(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "", "1", "h", "1d", "1w", "1h 30m", " 1h", "1h ", "1H", "1,5h", "٣s", "1٣s", "²s",
        "-", "+", "+-5s", "--5s", "-+5s", "1h-30m", ".", ".s", "-.s", "1.5.5s", "1h30", "00",
        "0.0", "1e3s", "0x1s", "1_0s", "infs", "nans", "1 s", "1s\n", "\x001s", "1s\0",
        "9223372036854775808ns", "-9223372036854775809ns", "2562048h", "9" * 100 + "h",
        "1" * 1_000_000, "1s" * 1_000_000, "\ud800",
    ],
)  # fmt: skip
def test_text_that_go_refuses(text: str) -> None:
    """The error is short, whatever the text was, and says what is expected."""
    with pytest.raises(ValueError, match="expected a Go duration") as caught:
        parse_duration(text)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("value", [None, True, False, 0, 1, 1.5, 10**9, b"1h", ["1h"], {}])
def test_other_than_text_is_refused(value: object) -> None:
    """Kubernetes' metav1.Duration is a text; Go refuses a number of nanoseconds there too."""
    with pytest.raises(ValueError, match="expected a Go duration"):
        parse_duration(value)


@given(
    st.sampled_from(["", "+", "-"]),
    st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from(sorted(UNITS))), min_size=1),
)
def test_parts_add_up(sign: str, parts: list[tuple[int, str]]) -> None:
    text = sign + "".join(f"{number}{unit}" for number, unit in parts)
    if len(text) <= 128:
        total = sum((number * UNITS[unit] for number, unit in parts), timedelta(0))
        assume(total < timedelta(microseconds=2**63 // 1000))  # Go has no longer ones
        assert parse_duration(text) == (-total if sign == "-" else total)


@given(st.text())
def test_any_text_is_a_duration_or_a_value_error(text: str) -> None:
    with contextlib.suppress(ValueError):
        assert isinstance(parse_duration(text), timedelta)
