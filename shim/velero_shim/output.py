"""What a plugin process prints, and what it means to a go-plugin host.

Owns the two pipes' meaning: the first line of standard output is the handshake, the lines
of standard error are log lines. Source: hashicorp/go-plugin v1.6.0, client.go.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable

from velero_shim.drain import LINE_LIMIT, LineSplitter, tolerant
from velero_shim.hclog import LEVELS
from velero_shim.loglines import LogLine, parse_line

OnLog = Callable[[LogLine], None]
"""Takes one log line of a plugin. Called in a reading thread: a slow one slows the plugin."""

OnStdio = Callable[[str, bytes], None]
"""Takes ``"stdout"`` or ``"stderr"`` and what the plugin printed there, in pieces."""

_TAIL_LINES = 20
_TAIL_WIDTH = 2000


class Stdout:
    """Standard output: the handshake line, then output as any program's.

    Attributes:
        line: the first line without its line end; ``None`` when there was none.
        ready: set when the first line or the end of the output is there.
    """

    def __init__(self, on_stdio: OnStdio) -> None:
        self.line: str | None = None
        self.ready = threading.Event()
        self._on_stdio = tolerant(on_stdio)
        self._head = b""

    def feed(self, data: bytes) -> None:
        """Takes what was read; empty bytes are the end."""
        if not self.ready.is_set():
            data = self._feed_head(data)
        if data:
            # A go-plugin host drops it here; a host that debugs a plugin wants to see it.
            self._on_stdio("stdout", data)

    def _feed_head(self, data: bytes) -> bytes:
        self._head += data
        line, newline, rest = self._head.partition(b"\n")
        if data and not newline and len(self._head) <= LINE_LIMIT:
            return b""
        if self._head:
            self.line = line[:LINE_LIMIT].decode("utf-8", "backslashreplace").rstrip("\r")
        self._head = b""
        self.ready.set()
        return rest


class Stderr:
    """Standard error: log lines, the last of them kept for the text of an error."""

    def __init__(self, on_log: OnLog) -> None:
        self._on_log = tolerant(on_log)
        self._splitter = LineSplitter()
        self._tail: deque[str] = deque(maxlen=_TAIL_LINES)

    def feed(self, data: bytes) -> None:
        """Takes what was read; empty bytes are the end."""
        for line in self._splitter.feed(data):
            entry = parse_line(line.data) if line.whole else _piece(line.data)
            self._tail.append(_shown(entry)[:_TAIL_WIDTH])
            self._on_log(entry)

    def tail(self) -> tuple[str, ...]:
        """Returns the last lines, oldest first: message and facts of a log line, else its text."""
        return tuple(self._tail)


def _piece(data: bytes) -> LogLine:
    return LogLine("debug", data.decode("utf-8", "replace"), {}, data)


def _shown(entry: LogLine) -> str:
    """Returns the message of a log line and its facts, without go-plugin's own."""
    facts = (
        f"{key}={value}"
        for key, value in entry.fields.items()
        if not key.startswith("@") and key != "timestamp"
    )
    return " ".join([entry.message, *facts])


def log_to_logger(command: str) -> OnLog:
    """Returns the default for log lines: the logger ``velero_shim.plugin.<file name>``."""
    logger = _logger(command)

    def on_log(entry: LogLine) -> None:
        level = LEVELS[entry.level]
        if logger.isEnabledFor(level):
            logger.log(level, "%s", _shown(entry))

    return on_log


def stdio_to_logger(command: str) -> OnStdio:
    """Returns the default for printed output: the same logger, at debug."""
    logger = _logger(command)

    def on_stdio(stream: str, data: bytes) -> None:
        logger.debug("printed on %s: %s", stream, data.decode("utf-8", "backslashreplace"))

    return on_stdio


def _logger(command: str) -> logging.Logger:
    return logging.getLogger(f"velero_shim.plugin.{command.rpartition('/')[2]}")
