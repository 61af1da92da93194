"""Log lines are read by go-plugin's rules, whatever a plugin prints."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velero_shim.hclog import LEVELS
from velero_shim.loglines import LogLine, parse_line


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"plain text\n", LogLine("debug", "plain text", {})),
        (b"", LogLine("debug", "", {})),
        (b"[INFO] ready\r\n", LogLine("info", "[INFO] ready", {})),
        (b"[TRACE]", LogLine("trace", "[TRACE]", {})),
        (b"[WARN]: x", LogLine("warn", "[WARN]: x", {})),
        (b"[ERROR]", LogLine("error", "[ERROR]", {})),
        (b" [ERROR]", LogLine("debug", " [ERROR]", {})),
        (b'{"@level":"WARN ","@message":"m"}', LogLine("warn", "m", {})),
        (b'{"@level":"info"}', LogLine("info", "", {})),
        (
            b'{"@level":"error","@message":"m","@timestamp":"2024-01-02T03:04:05.000006Z","k":[1]}',
            LogLine("error", "m", {"k": [1], "timestamp": "2024-01-02T03:04:05.000006Z"}),
        ),
    ],
)
def test_lines_are_read_as_a_host_reads_them(line: bytes, expected: LogLine) -> None:
    assert parse_line(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        b'{"@level":"info","@message":7}',
        b'{"@level":7,"@message":"m"}',
        b'{"@level":"info","@message":"m","@timestamp":"yesterday"}',
        b'{"@level":"info","@message":NaN}',
        b'{"@level":"loud","@message":"m"}',
        b'{"@message":"no level"}',
        b'{"@level":"info"',
        b"[1, 2]",
        b"null",
        b'{"a":' * 5000,
        b'{"\xff":',
        b"\x00\xff\xfe",
    ],
)
def test_what_is_no_record_is_text_at_debug(line: bytes) -> None:
    read = parse_line(line)
    assert (read.level, read.message) == ("debug", line.decode("utf-8", "replace"))


@given(st.binary())
def test_any_bytes_can_be_read(line: bytes) -> None:
    assert parse_line(line).level in LEVELS
