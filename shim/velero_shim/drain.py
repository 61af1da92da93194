"""Pipes read to their end, so that the process at the other end never blocks.

Owns the reading thread and the cutting of a byte stream into lines. What the bytes mean is
the business of :mod:`velero_shim.output`.
"""

from __future__ import annotations

import logging
import os
import selectors
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import IO, NamedTuple, ParamSpec

logger = logging.getLogger(__name__)

LINE_LIMIT = 64 * 1024
"""Bytes of a line that stay together: go-plugin's buffer (client.go, v1.4.3 to v1.7.0)."""

Sink = Callable[[bytes], None]
"""Takes what was read from one pipe; empty bytes are its end."""

_CHUNK = 256 * 1024
_P = ParamSpec("_P")


class Drain:
    """Reads pipes for ever, in one thread that owns and closes them.

    Args:
        sinks: each pipe and who takes its bytes.
        on_end: called in the thread when every pipe has come to its end; not called when
            :meth:`stop` cut the reading short.
        name: the thread's name.
    """

    def __init__(
        self, sinks: Mapping[IO[bytes], Sink], on_end: Callable[[], object], name: str
    ) -> None:
        self._sinks = dict(sinks)
        self._on_end = on_end
        self._stopped, self._stop = os.pipe()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def stop(self, grace: float) -> None:
        """Ends the thread and closes the pipes, after they ended or ``grace`` seconds passed.

        The grace is for a process that has ended: what it wrote last is still in the pipes.
        A descendant of it may hold them open for ever, so their end is not waited for longer.
        """
        if threading.current_thread() is self._thread:
            grace = 0.0
        else:
            self._thread.join(grace)
        with self._lock:
            if self._stop >= 0:
                os.close(self._stop)
                self._stop = -1
        if threading.current_thread() is not self._thread:
            self._thread.join(1.0)  # longer only when a callback blocks; the thread is a daemon

    def _run(self) -> None:
        with ExitStack() as owned:
            owned.callback(os.close, self._stopped)
            for pipe in self._sinks:
                owned.callback(pipe.close)
            # poll, not epoll: no further descriptor for each process.
            with selectors.PollSelector() as selector:
                selector.register(self._stopped, selectors.EVENT_READ)
                for pipe, sink in self._sinks.items():
                    selector.register(pipe.fileno(), selectors.EVENT_READ, sink)
                self._read_all(selector)

    def _read_all(self, selector: selectors.BaseSelector) -> None:
        while len(selector.get_map()) > 1:
            for key, _ in selector.select():
                if key.fd == self._stopped:
                    return
                data = os.read(key.fd, _CHUNK)
                if not data:
                    selector.unregister(key.fd)
                tolerant(key.data)(data)
        tolerant(self._on_end)()


def tolerant(callback: Callable[_P, object]) -> Callable[_P, None]:
    """Returns the callback with its exceptions logged: they must not end a reading thread."""

    def call(*args: _P.args, **kwargs: _P.kwargs) -> None:
        try:
            callback(*args, **kwargs)
        except Exception:
            logger.exception("a callback for a plugin's output failed")

    return call


class Line(NamedTuple):
    """A line without its line end; ``whole`` is false for a piece of one that was too long."""

    data: bytes
    whole: bool


class LineSplitter:
    """Cuts a stream into lines, and lines over 64 KiB into pieces."""

    def __init__(self) -> None:
        self._rest = b""
        self._in_long_line = False

    def feed(self, data: bytes) -> Iterator[Line]:
        """Yields the lines that are complete with this data; empty data ends the stream."""
        if not data:
            if self._rest:
                yield self._line(b"")
            return
        *ends, rest = data.split(b"\n")
        for end in ends:
            yield from self._pieces(end)
            yield self._line(b"")
        yield from self._pieces(rest)

    def _pieces(self, data: bytes) -> Iterator[Line]:
        self._rest += data
        while len(self._rest) > LINE_LIMIT:
            piece, self._rest = self._rest[:LINE_LIMIT], self._rest[LINE_LIMIT:]
            self._in_long_line = True
            yield Line(piece, whole=False)

    def _line(self, end: bytes) -> Line:
        line = Line(self._rest + end, whole=not self._in_long_line)
        self._rest, self._in_long_line = b"", False
        return line
