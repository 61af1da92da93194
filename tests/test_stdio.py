"""The buffer between what a plugin prints and the host's stream."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from plugin_host import LIMIT
from velero_shim.stdio import CHUNK_SIZE, OutputBuffer


def _read_in_background(buffer: OutputBuffer) -> tuple[list[bytes], threading.Thread]:
    chunks: list[bytes] = []
    reader = buffer.attach()
    thread = threading.Thread(target=lambda: chunks.extend(buffer.chunks(reader)))
    thread.start()
    return chunks, thread


def test_data_from_before_the_reader_is_kept() -> None:
    buffer = OutputBuffer()
    buffer.put(b"early ")
    chunks, thread = _read_in_background(buffer)
    buffer.put(b"late")
    buffer.wait_until_delivered(LIMIT)
    buffer.detach_all()
    thread.join(LIMIT)
    assert b"".join(chunks) == b"early late"


def test_a_full_buffer_keeps_the_newest_and_says_how_much_it_dropped(
    caplog: pytest.LogCaptureFixture,
) -> None:
    buffer = OutputBuffer(size=10)
    for data in (b"0123456789", b"abc", b"d"):
        buffer.put(data)
    reader = buffer.attach()
    assert next(buffer.chunks(reader)) == b"456789abcd"
    assert "bytes=4" in caplog.text


def test_chunks_have_a_limit() -> None:
    buffer = OutputBuffer()
    buffer.put(b"x" * (CHUNK_SIZE + 1))
    chunks = buffer.chunks(buffer.attach())
    assert [len(next(chunks)), len(next(chunks))] == [CHUNK_SIZE, 1]


def test_a_new_reader_ends_the_old_one() -> None:
    buffer = OutputBuffer()
    _, thread = _read_in_background(buffer)
    reader = buffer.attach()
    thread.join(LIMIT)
    assert not thread.is_alive()
    buffer.put(b"new")
    assert next(buffer.chunks(reader)) == b"new"


def test_detaching_an_old_reader_leaves_the_new_one() -> None:
    buffer = OutputBuffer()
    old = buffer.attach()
    new = buffer.attach()
    buffer.detach(old)
    buffer.put(b"data")
    assert next(buffer.chunks(new)) == b"data"
    assert list(buffer.chunks(old)) == []


def test_delivery_is_not_waited_for_without_a_reader() -> None:
    buffer = OutputBuffer()
    buffer.put(b"data")
    buffer.wait_until_delivered(LIMIT)
    assert buffer.take_all() == b"data"
    assert buffer.take_all() == b""


def test_a_chunk_counts_as_delivered_when_the_next_is_asked_for() -> None:
    buffer = OutputBuffer()
    buffer.put(b"data")
    chunks = buffer.chunks(buffer.attach())
    assert next(chunks) == b"data"
    waiting = threading.Thread(target=buffer.wait_until_delivered, args=(LIMIT,))
    waiting.start()
    waiting.join(0.05)
    assert waiting.is_alive()
    buffer.detach_all()
    assert list(chunks) == []
    waiting.join(LIMIT)
    assert not waiting.is_alive()


def test_a_closed_standard_error_is_not_taken_over_by_something_else() -> None:
    code = (
        "import os\n"
        "from velero_shim.stdio import capture_stdout\n"
        "real = capture_stdout().real\n"
        "null = os.stat(os.devnull)\n"
        "os.write(real, str(os.fstat(2).st_rdev == null.st_rdev).encode())\n"
    )
    ran = subprocess.run(
        ["bash", "-c", 'exec "$0" -c "$1" 2>&-', sys.executable, code],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    assert ran.stdout == "True"
