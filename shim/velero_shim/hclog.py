"""Log lines as go-plugin hosts read them from a plugin's standard error.

Owns hclog's JSON as a plugin writes it; how a host reads it is in
:mod:`velero_shim.loglines`. Sources: hashicorp/go-plugin v1.6.0 (client.go, log_entry.go) and
pkg/plugin/framework/logger.go of Velero v1.18.1.
"""

from __future__ import annotations

import logging
import math
import os
import select
import sys
import threading
import time
from collections.abc import Iterator
from types import TracebackType

TRACE = 5
"""The Python logging level that stands for hclog's ``trace``."""

LEVELS: dict[str, int] = {
    "trace": TRACE,
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warn": logging.WARNING,
    "error": logging.ERROR,
}
"""hclog's level names, lowest first, and the Python logging level of each."""

MAX_LINE = 60_000
"""Bytes in a line. A host cuts lines over 64 KiB, and the pieces lose their level."""

# A character takes at most six bytes in JSON (a control character's escape).
_PIECE = (MAX_LINE - 6_000) // 6
_MAX_SOURCE = 400
_SAFE_INTEGER = 2**53
_STANDARD_ATTRIBUTES = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime"}
_RESERVED = frozenset({"timestamp", "logSource", "part"})


class HclogFormatter(logging.Formatter):
    """Formats a record as one line of hclog's JSON, or as several when it is too long.

    Further attributes of a record (``extra=``) become fields. No record makes it raise: what
    cannot be formatted is named in the line.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Returns the lines, joined by line ends, without a last one."""
        message = _message(record)
        fields = {"@module": record.name, **_extra_fields(record), **_error_fields(record)}
        line = _line(record, message, fields)
        if _size(line) <= MAX_LINE:
            return line
        return "\n".join(_parts(record, message, fields))


class HclogHandler(logging.Handler):
    """Writes records to a file descriptor, each line as a whole.

    A descriptor that is closed or that nobody reads any more loses the records; the caller
    never hears of it.
    """

    def __init__(self, descriptor: int = 2) -> None:
        super().__init__()
        self._descriptor = descriptor
        self.setFormatter(HclogFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        """Writes one record; called with the handler's lock held."""
        try:
            # In JSON a backslash escape is just what a lone surrogate needs.
            data = f"{self.format(record)}\n".encode("utf-8", "backslashreplace")
            _write_all(self._descriptor, data)
        except Exception:
            pass  # standard error is gone: there is nowhere left to say so


def install(level: int) -> None:
    """Sends all log records and uncaught exceptions of this process to standard error.

    It takes the place of handlers that write to the console; others stay.

    Args:
        level: the lowest Python logging level that is written.
    """
    root = logging.getLogger()
    others = [handler for handler in root.handlers if not _writes_to_console(handler)]
    root.handlers = [*others, HclogHandler()]
    root.setLevel(level)
    logging.captureWarnings(True)
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_uncaught_in_thread


def level_from_flag(text: str) -> int | None:
    """Returns the logging level for a ``--log-level`` of Velero, ``None`` if it is none."""
    name = text.strip().lower()
    return LEVELS.get({"warning": "warn", "fatal": "error", "panic": "error"}.get(name, name))


def _writes_to_console(handler: logging.Handler) -> bool:
    stream = getattr(handler, "stream", None)
    return isinstance(handler, HclogHandler) or stream in (sys.stdout, sys.stderr)


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    logging.getLogger(__name__).error("uncaught exception", exc_info=(kind, error, trace))


def _log_uncaught_in_thread(arguments: threading.ExceptHookArgs) -> None:
    if arguments.exc_value is not None and arguments.exc_type is not SystemExit:
        _log_uncaught(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)


def _line(record: logging.LogRecord, message: str, fields: dict[str, object]) -> str:
    import json  # most plugins, started for a poll, log nothing

    line: dict[str, object] = {
        "@level": _level_name(record.levelno),
        "@message": message,
        "@timestamp": _timestamp(record.created),
        **fields,
        # Makes a Velero server show the plugin's source line and not its own.
        "@logSourceSetBy": "plugin",
        "logSource": f"{record.pathname[-_MAX_SOURCE:]}:{record.lineno}",
    }
    return json.dumps(line, ensure_ascii=False, allow_nan=False)


def _parts(record: logging.LogRecord, message: str, fields: dict[str, object]) -> Iterator[str]:
    # Any field may be the long one, so all of them move into the text, which can be cut.
    text = message + "".join(f"\n{key}={value}" for key, value in fields.items())
    count = math.ceil(len(text) / _PIECE)
    for index in range(count):
        piece = text[index * _PIECE : (index + 1) * _PIECE]
        yield _line(record, piece, {"part": f"{index + 1}/{count}"})


def _size(line: str) -> int:
    return len(line.encode("utf-8", "backslashreplace"))


def _level_name(level: int) -> str:
    return next((name for name, least in reversed(LEVELS.items()) if level >= least), "trace")


def _timestamp(seconds: float) -> str:
    whole, micros = divmod(int(seconds * 1_000_000), 1_000_000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(whole))}.{micros:06d}Z"


def _message(record: logging.LogRecord) -> str:
    try:
        return str(record.getMessage())
    except Exception as error:
        return f"{_text(record.msg)} {_text(record.args)} (not formatted: {type(error).__name__})"


def _extra_fields(record: logging.LogRecord) -> dict[str, object]:
    return {
        _field_name(str(key)): _scalar(value)
        for key, value in record.__dict__.items()
        if key not in _STANDARD_ATTRIBUTES
    }


def _field_name(key: str) -> str:
    return f"field.{key}" if key in _RESERVED or key.startswith("@") else key


def _error_fields(record: logging.LogRecord) -> dict[str, object]:
    fields: dict[str, object] = {}
    if record.exc_info and record.exc_info[1] is not None:
        error = record.exc_info[1]
        fields["error"] = f"{type(error).__name__}: {_text(error)}"
        fields["stack"] = _traceback(record)
    if record.stack_info:
        fields["stack"] = record.stack_info
    return fields


def _traceback(record: logging.LogRecord) -> str:
    try:
        return logging.Formatter().formatException(record.exc_info)  # type: ignore[arg-type]  # is not None here
    except Exception as error:
        return f"(the traceback could not be formatted: {type(error).__name__})"


def _scalar(value: object) -> object:
    # Go reads numbers as float64: what does not fit one would make the whole line plain text.
    if value is None or isinstance(value, bool):
        return value
    if type(value) is int and abs(value) <= _SAFE_INTEGER:
        return value
    if type(value) is float and math.isfinite(value):
        return value
    return _text(value)


def _text(value: object) -> str:
    try:
        if isinstance(value, bytes | bytearray):
            return value.decode("utf-8", "backslashreplace")
        return str(value)
    except Exception as error:
        return f"(the text of this {type(value).__name__} failed: {type(error).__name__})"


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BlockingIOError:  # a host may have made its end of the pipe non-blocking
            _wait_until_writable(descriptor)


def _wait_until_writable(descriptor: int) -> None:
    poller = select.poll()
    poller.register(descriptor, select.POLLOUT)
    poller.poll()
