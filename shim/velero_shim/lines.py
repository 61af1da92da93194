"""Further connections to a plugin process, each for one call at a time.

Owns a faster way to make calls that others can end. grpcio's blocking unary call is its
cheapest by far, but nothing ends one that is under way, short of closing its channel: with
the channel to itself that ends this call and no other. What is said of a channel's process
here is known by the channel (:func:`lines_of`), so that whoever has the one has the other.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any

import grpc

AtEnd = Callable[[Callable[[], None]], bool]
"""Keeps a function to run at the end of the caller's own call; false when that has ended."""

# So many callers at once are many for a plugin; each line costs both processes some 100 KB.
_KEPT = 16


class CallerGoneError(Exception):
    """The caller's own call ended before anything was sent."""


class Lines:
    """The lines to one process: made when they are needed, kept for the next call.

    Args:
        dial: returns a new channel to the process that is known to be connected, or ``None``
            where none can be had, and then it is not asked again.
    """

    def __init__(self, dial: Callable[[], grpc.Channel | None]) -> None:
        self._dial = dial
        self._idle: list[_Line] = []
        self._lock = threading.Lock()
        self._lines: set[_Line] = set()
        self._dials = True

    def call(
        self, path: str, request: bytes, at_end: AtEnd, **options: Any
    ) -> tuple[bytes, grpc.Call] | None:
        """Makes one unary call on a line that nobody else uses meanwhile.

        Args:
            path: the method, ``/service/Method``.
            request: the serialized request.
            at_end: how to learn that the caller's own call has ended.
            options: ``timeout`` and ``metadata``, as grpcio has them.

        Returns:
            The serialized response and the call, which has ended; ``None`` where no line can
            be had, and nothing was sent.

        Raises:
            grpc.RpcError: the call failed.
            ValueError: the lines were closed.
            CallerGoneError: nothing was sent, since nobody waits any more.
        """
        line = _popped(self._idle) or self._new()
        if line is None:
            return None
        held = [line]  # whoever takes it out has it: at the end of the call, or to end it

        def hang_up() -> None:
            if (mine := _popped(held)) is not None:
                self._drop(mine)

        try:
            if not at_end(hang_up):
                raise CallerGoneError
            answer: tuple[bytes, grpc.Call] = line.stub(path).with_call(request, **options)
        except grpc.RpcError as error:
            if _is_unavailable(error):
                hang_up()
            raise
        finally:
            if (mine := _popped(held)) is not None:
                self._keep(mine)
        return answer

    def close(self) -> None:
        """Closes all lines, which ends the calls on them."""
        with self._lock:
            self._dials = False
            lines = list(self._lines)
        self._idle.clear()
        for line in lines:
            self._drop(line)

    def _new(self) -> _Line | None:
        channel = self._dial() if self._dials else None
        if channel is None:
            self._dials = False
            return None
        line = _Line(channel)
        with self._lock:
            self._lines.add(line)
            closed = not self._dials
        if closed:
            self._drop(line)
        return line

    def _keep(self, line: _Line) -> None:
        if len(self._idle) < _KEPT:
            self._idle.append(line)
        else:
            self._drop(line)

    def _drop(self, line: _Line) -> None:
        with self._lock:
            self._lines.discard(line)
        line.close()


class _Line:
    """One channel with its stubs."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._channel = channel
        self._stubs: dict[str, Any] = {}
        self.close = channel.close

    def stub(self, path: str) -> Any:
        """Returns what calls a method with bytes and returns bytes."""
        try:
            return self._stubs[path]
        except KeyError:
            return self._stubs.setdefault(path, self._channel.unary_unary(path))


def _popped(lines: list[_Line]) -> _Line | None:
    try:
        return lines.pop()
    except IndexError:
        return None


def _is_unavailable(error: grpc.RpcError) -> bool:
    return isinstance(error, grpc.Call) and error.code() is grpc.StatusCode.UNAVAILABLE


_LINES: weakref.WeakKeyDictionary[grpc.Channel, Lines] = weakref.WeakKeyDictionary()


def lines_of(channel: grpc.Channel) -> Lines | None:
    """Returns the lines to the process behind a channel; ``None`` for a channel without."""
    return _LINES.get(channel)


def add_lines(channel: grpc.Channel, lines: Lines) -> None:
    """Makes lines known by the channel to the same process."""
    _LINES[channel] = lines
