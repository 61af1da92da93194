"""The log of a local backup, whose warnings and errors decide how the backup ends.

Velero counts the lines of a backup's log by level: one at level error makes the backup
PartiallyFailed, also when a plugin wrote it. Source: pkg/util/logging/log_counter_hook.go and
pkg/plugin/clientmgmt/process/logrus_adapter.go of Velero v1.18.1.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime

from velero_shim.backup.events import Event, LogEntry, OnEvent
from velero_shim.jsonbytes import JSONObject
from velero_shim.loglines import LogLine

_LEVELS = {"trace": "debug", "debug": "debug", "info": "info", "warn": "warn", "error": "error"}


class Journal:
    """Keeps the log and hands every event on, one at a time.

    Args:
        on_event: takes the events.
        clock: returns the present time.

    Attributes:
        entries: all lines so far.
    """

    def __init__(self, on_event: OnEvent, clock: Callable[[], datetime]) -> None:
        self.entries: list[LogEntry] = []
        self._on_event = on_event
        self._clock = clock
        self._lock = threading.RLock()

    def tell(self, event: Event) -> None:
        """Hands on an event; a log line is kept as well."""
        with self._lock:
            if isinstance(event, LogEntry):
                self.entries.append(event)
            self._on_event(event)

    def log(self, level: str, message: str, **fields: object) -> None:
        """Writes a line."""
        facts = {key: str(value) for key, value in fields.items() if value is not None}
        self.tell(LogEntry(self._clock(), level, message, facts))

    def plugin_line(self, line: LogLine) -> None:
        """Writes a line that a plugin logged."""
        fields = {k: str(v) for k, v in line.fields.items() if not k.startswith("@")}
        fields.pop("timestamp", None)
        self.tell(LogEntry(self._clock(), _LEVELS[line.level], line.message, fields))

    def count(self, level: str) -> int:
        """Returns how many lines of a level there are."""
        with self._lock:
            return sum(entry.level == level for entry in self.entries)

    def results(self) -> JSONObject:
        """Returns warnings and errors by namespace, as Velero stores them with a backup."""
        return {"warnings": self._result("warn"), "errors": self._result("error")}

    def text(self) -> str:
        """Returns the log as lines of text."""
        return "".join(
            f"{entry.moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ} {entry.level} {entry}\n"
            for entry in self.entries
        )

    def _result(self, level: str) -> JSONObject:
        result: JSONObject = {}
        for entry in (e for e in self.entries if e.level == level):
            namespace = entry.fields.get("namespace")
            if namespace:
                result.setdefault("namespaces", {}).setdefault(namespace, []).append(str(entry))
            else:
                scope = "velero" if namespace is None else "cluster"
                result.setdefault(scope, []).append(str(entry))
        return result


def printed(journal: Journal, stream: str, data: bytes) -> None:
    """Logs what a plugin printed beside its log."""
    text = data.decode("utf-8", "backslashreplace").rstrip("\n")
    journal.log("debug", text, printed_on=stream)
