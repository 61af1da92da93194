"""Log lines as a host reads them from a plugin's standard error.

Owns go-plugin's rules for them: what is a record, and what plain text. Sources:
hashicorp/go-plugin v1.6.0 (client.go, log_entry.go) and pkg/plugin/framework/logger.go of
Velero v1.18.1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from velero_shim.hclog import LEVELS

# Go's layout 2006-01-02T15:04:05.000000Z07:00; any other makes the line plain text.
_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(Z|[-+]\d\d:\d\d)", re.ASCII)
_PREFIXES = {f"[{level.upper()}]": level for level in LEVELS}


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of a plugin's standard error, as a host logs it.

    ``level`` is a key of :data:`LEVELS`. ``fields`` is what the plugin sent beside level and
    message, its time as ``timestamp``; it is empty for a line that is no hclog JSON. ``raw``
    is the line as it came, without its line end.
    """

    level: str
    message: str
    fields: dict[str, object]
    raw: bytes = field(default=b"", compare=False)


def parse_line(line: bytes) -> LogLine:
    """Reads a line by go-plugin's rules.

    Args:
        line: one line, with or without its line end; any bytes.

    Returns:
        The parsed record of a JSON line with a known level. Any other line is its own message,
        at the level of a prefix like ``[WARN]``, else at debug. Where a Go host would panic (a
        message or level that is no string), the line counts as plain text.
    """
    raw = line.rstrip(b"\r\n")
    text = raw.decode("utf-8", "replace")
    entry = _json_object(text)
    if entry is None:
        return LogLine(_level_of_prefix(text), text, {}, raw)
    level = str(entry.pop("@level", "")).strip().lower()
    if level not in LEVELS:
        return LogLine("debug", text, {}, raw)
    message = str(entry.pop("@message", ""))
    if "@timestamp" in entry:
        entry["timestamp"] = entry.pop("@timestamp")
    return LogLine(level, message, entry, raw)


def _json_object(text: str) -> dict[str, object] | None:
    if not text.lstrip().startswith("{"):
        return None
    import json  # a wrapper's plugin, started for a poll, mostly logs nothing

    try:
        entry = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    strings = [entry.get(key, "") for key in ("@level", "@message", "@timestamp")]
    if not all(isinstance(value, str) for value in strings):
        return None
    return entry if not strings[2] or _TIMESTAMP.fullmatch(strings[2]) else None


def _refuse(text: str) -> float:
    raise ValueError(f"{text} is no JSON")


def _level_of_prefix(text: str) -> str:
    return next((level for prefix, level in _PREFIXES.items() if text.startswith(prefix)), "debug")
