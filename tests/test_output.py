from __future__ import annotations

import os
import threading
from typing import IO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velero_shim.drain import LINE_LIMIT, Drain, Line, LineSplitter
from velero_shim.loglines import LogLine
from velero_shim.output import Stderr, Stdout


def split(*chunks: bytes) -> list[Line]:
    splitter = LineSplitter()
    return [line for chunk in (*chunks, b"") for line in splitter.feed(chunk)]


# --- lines --------------------------------------------------------------------------------


def test_a_line_may_come_in_pieces_and_the_last_without_an_end() -> None:
    assert split(b"on", b"e\ntw", b"o\n\nrest") == [
        Line(b"one", True),
        Line(b"two", True),
        Line(b"", True),
        Line(b"rest", True),
    ]
    assert split() == []


@pytest.mark.parametrize("chunk", [1000, 10 * LINE_LIMIT])
def test_a_line_over_64_kib_is_cut_and_no_piece_is_whole(chunk: int) -> None:
    data = b"x" * (2 * LINE_LIMIT + 5) + b"\nshort\n"
    lines = split(*(data[n : n + chunk] for n in range(0, len(data), chunk)))
    assert [(len(line.data), line.whole) for line in lines] == [
        (LINE_LIMIT, False),
        (LINE_LIMIT, False),
        (5, False),
        (5, True),
    ]


def test_a_line_of_exactly_64_kib_is_whole() -> None:
    assert split(b"x" * LINE_LIMIT + b"\n") == [Line(b"x" * LINE_LIMIT, True)]


@given(st.lists(st.binary(min_size=1, max_size=50), max_size=20))
def test_how_the_bytes_arrive_does_not_matter(chunks: list[bytes]) -> None:
    whole = b"".join(chunks)
    lines = split(*chunks)
    assert lines == (split(whole) if whole else [])
    assert b"\n".join(line.data for line in lines) == whole.removesuffix(b"\n")


# --- standard output -----------------------------------------------------------------------


def stdout_after(*chunks: bytes) -> tuple[Stdout, bytes]:
    printed: list[bytes] = []
    stdout = Stdout(lambda stream, data: printed.append(data))
    for chunk in chunks:
        stdout.feed(chunk)
    return stdout, b"".join(printed)


@pytest.mark.parametrize(
    ("chunks", "line", "printed"),
    [
        ((b"1|2|uni", b"x|a\nhello", b" you\n"), "1|2|unix|a", b"hello you\n"),
        ((b"1|2\r\n",), "1|2", b""),
        ((b"no end", b""), "no end", b""),
        ((b"",), None, b""),
        ((b"\n",), "", b""),
        ((b"\xff\n",), "\\xff", b""),
    ],
)
def test_the_first_line_is_the_handshake_and_the_rest_is_output(
    chunks: tuple[bytes, ...], line: str | None, printed: bytes
) -> None:
    stdout, found = stdout_after(*chunks)
    assert stdout.ready.is_set()
    assert (stdout.line, found) == (line, printed)


def test_the_first_line_is_waited_for() -> None:
    stdout, _ = stdout_after(b"1|2|unix")
    assert not stdout.ready.is_set()


def test_a_first_line_without_an_end_is_not_read_for_ever() -> None:
    stdout, _ = stdout_after(b"x" * (LINE_LIMIT + 1))
    assert stdout.ready.is_set()
    assert stdout.line == "x" * LINE_LIMIT


# --- standard error ------------------------------------------------------------------------


def stderr_after(*chunks: bytes) -> tuple[Stderr, list[LogLine]]:
    entries: list[LogLine] = []
    stderr = Stderr(entries.append)
    for chunk in (*chunks, b""):
        stderr.feed(chunk)
    return stderr, entries


def test_lines_are_parsed_and_pieces_are_text_at_debug() -> None:
    entry = b'{"@level":"error","@message":"%s"}'
    _, entries = stderr_after(entry % b"low" + b"\n", entry % (b"x" * LINE_LIMIT) + b"\n")
    assert entries[0] == LogLine("error", "low", {})
    assert [(e.level, len(e.message)) for e in entries[1:]] == [
        ("debug", LINE_LIMIT),
        ("debug", len(entry) - 2),
    ]


def test_the_tail_has_the_last_lines_with_their_facts_but_not_go_plugin_s() -> None:
    lines = [b"line %d\n" % n for n in range(100)]
    failed = b'{"@level":"error","@message":"init","@timestamp":"2024-05-01T12:00:00.000000Z",'
    stderr, _ = stderr_after(*lines, failed + b'"@module":"m","error":"no socket"}\n')
    assert len(stderr.tail()) == 20
    assert stderr.tail()[-2:] == ("line 99", "init error=no socket")
    assert stderr_after(b"x" * 10_000)[0].tail() == ("x" * 2000,)


# --- the reading thread -----------------------------------------------------------------------


def pipe() -> tuple[IO[bytes], int]:
    reading, writing = os.pipe()
    return open(reading, "rb", buffering=0), writing  # noqa: PTH123  # the drain closes it


def test_every_pipe_is_read_to_its_end_and_closed() -> None:
    (first, write_first), (second, write_second) = pipe(), pipe()
    read: dict[str, bytes] = {"first": b"", "second": b""}
    ended = threading.Event()

    def into(name: str, data: bytes) -> None:
        read[name] += data

    drain = Drain(
        {first: lambda data: into("first", data), second: lambda data: into("second", data)},
        ended.set,
        "test",
    )
    os.write(write_first, b"one")
    os.write(write_second, b"two")
    os.close(write_first)
    assert not ended.wait(0.05)
    os.close(write_second)
    assert ended.wait(5)
    drain.stop(5)
    assert read == {"first": b"one", "second": b"two"}
    assert (first.closed, second.closed) == (True, True)


def test_a_pipe_that_does_not_end_is_let_go() -> None:
    reading, writing = pipe()
    ended: list[bool] = []
    drain = Drain({reading: lambda data: None}, lambda: ended.append(True), "test")
    drain.stop(0.05)
    drain.stop(0.05)
    assert reading.closed
    assert ended == []
    os.close(writing)


def test_the_reading_thread_may_stop_itself() -> None:
    reading, writing = pipe()
    stopped = threading.Event()
    drains: list[Drain] = []

    def stop(data: bytes) -> None:
        drains[0].stop(60)
        stopped.set()

    drains.append(Drain({reading: stop}, lambda: None, "test"))
    os.write(writing, b"x")
    assert stopped.wait(5)
    drains[0].stop(5)
    assert reading.closed
    os.close(writing)
