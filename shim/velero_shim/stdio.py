"""Standard output of a plugin: taken away from the program, kept for the host's stream.

Owns descriptor 1. A host reads the handshake line from it and nothing else, so whatever the
program prints (also C code and child processes, which know only the descriptor) has to land
elsewhere: in a pipe, from there in a bounded buffer, and from there in the StreamStdio call
of :mod:`velero_shim.goplugin`.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import sys
import threading
from collections.abc import Iterator

_LOG = logging.getLogger(__name__)

BUFFER_SIZE = 1024 * 1024
"""Bytes that are kept while the host does not take them."""

CHUNK_SIZE = 32 * 1024
"""Bytes in one piece at most, as the host gets it."""

_LAST_MOMENT = 0.15


class OutputBuffer:
    """A bounded buffer of bytes between one writer and the newest of its readers.

    A full buffer drops its oldest bytes: a host that stops reading must not stop the plugin.
    """

    def __init__(self, size: int = BUFFER_SIZE) -> None:
        self._size = size
        self._data = bytearray()
        self._dropped = 0
        self._in_flight = False
        self._reader: object = None
        self._changed = threading.Condition()

    def put(self, data: bytes) -> None:
        """Appends bytes; never blocks."""
        with self._changed:
            self._data += data
            excess = max(0, len(self._data) - self._size)
            del self._data[:excess]
            self._dropped += excess
            self._changed.notify_all()

    def attach(self) -> object:
        """Makes the caller the reader, in place of an earlier one, and returns its token."""
        reader = object()
        with self._changed:
            self._reader = reader
            self._changed.notify_all()
        return reader

    def detach(self, reader: object) -> None:
        """Ends a reader; one that is not the newest any more has ended already."""
        with self._changed:
            if self._reader is reader:
                self._reader = None
                self._changed.notify_all()

    def detach_all(self) -> None:
        """Ends whoever reads."""
        self.detach(self._reader)

    def chunks(self, reader: object) -> Iterator[bytes]:
        """Yields the bytes as they come, until this reader ends.

        A chunk counts as delivered when the next one is asked for.
        """
        while (chunk := self._take(reader)) is not None:
            yield chunk

    def _take(self, reader: object) -> bytes | None:
        with self._changed:
            self._in_flight = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._reader is not reader or self._data)
            if self._reader is not reader:
                return None
            chunk = self._pop(CHUNK_SIZE)
            self._in_flight = True
            dropped, self._dropped = self._dropped, 0
        if dropped:
            _LOG.warning("standard output was dropped bytes=%d", dropped)
        return chunk

    def _pop(self, size: int) -> bytes:
        chunk = bytes(self._data[:size])
        del self._data[:size]
        return chunk

    def take_all(self) -> bytes:
        """Returns and forgets what no reader has taken."""
        with self._changed:
            return self._pop(len(self._data))

    def wait_until_delivered(self, seconds: float) -> None:
        """Waits until the reader has everything, as long as there is one."""
        with self._changed:
            self._changed.wait_for(self._is_idle, seconds)

    def _is_idle(self) -> bool:
        return self._reader is None or not (self._data or self._in_flight)


class CapturedStdout:
    """Descriptor 1 after :func:`capture_stdout`.

    Attributes:
        real: the descriptor of the real standard output, which child processes do not get.
        output: what the program has printed.
        errors: what the host gets as standard error besides; the program's own goes to the
            real one, which the host reads as log lines.
    """

    def __init__(self, real: int, pipe: int) -> None:
        self.real = real
        self.output = OutputBuffer()
        self.errors = OutputBuffer()
        self._pipe = pipe
        self._pump = threading.Thread(target=self._read, name="stdout", daemon=True)
        self._pump.start()

    def _read(self) -> None:
        while data := os.read(self._pipe, CHUNK_SIZE):
            self.output.put(data)

    def close(self) -> None:
        """Sends later prints to standard error, and waits until the host has the earlier ones.

        Never takes longer than a moment: a child process may still hold the pipe, and the host
        may not read.
        """
        with contextlib.suppress(Exception):  # sys.stdout may be anything by now
            sys.stdout.flush()
        with contextlib.suppress(OSError):
            os.dup2(2, 1)
        self._pump.join(_LAST_MOMENT)
        self.output.wait_until_delivered(_LAST_MOMENT)

    def spill(self) -> None:
        """Writes what no host has taken to standard error, when no host will come."""
        self.close()
        with contextlib.suppress(OSError):
            os.write(2, self.output.take_all())


_captured: CapturedStdout | None = None
_lock = threading.Lock()


def capture_stdout() -> CapturedStdout:
    """Takes over descriptor 1 before anything can print, once for the process.

    Text that an earlier ``print`` left in ``sys.stdout``'s buffer is captured as well.

    Raises:
        OSError: the process was started without a standard output.
    """
    # There is one descriptor 1 in a process, hence one state in this module.
    global _captured
    with _lock:
        if _captured is None:
            occupy_standard_descriptors()
            _captured = _capture()
        return _captured


def occupy_standard_descriptors() -> None:
    """Opens the null device in place of standard input and error where they are closed.

    The next descriptor that anything opens would take their numbers, and what is written to
    standard error would then go there: into a pipe that nobody reads, for example.
    """
    for descriptor in (0, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            _open_null_as(descriptor)


def _open_null_as(descriptor: int) -> None:
    opened = os.open(os.devnull, os.O_RDWR)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)


def _capture() -> CapturedStdout:
    real = os.dup(1)  # close-on-exec, as every descriptor that Python makes
    read_end, write_end = os.pipe()
    os.dup2(write_end, 1)
    os.close(write_end)
    captured = CapturedStdout(real, read_end)
    _settle(sys.stdout)
    return captured


def _settle(stdout: object) -> None:
    if not isinstance(stdout, io.TextIOWrapper):
        return
    stdout.flush()
    # Line by line, or the host would see prints late; and print() may not fail on a character
    # that the locale cannot encode. A stream that began on a regular file cannot be changed,
    # but then no host reads it either.
    with contextlib.suppress(OSError):
        stdout.reconfigure(line_buffering=True, errors="backslashreplace")
