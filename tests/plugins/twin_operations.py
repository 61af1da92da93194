"""Operations of the twin in Python: cmd/plugin-v2/operations.go, with the same state files.

The state of an operation is a file whose path is the operation's ID: Velero ends the plugin's
process between any two calls. For what an item may ask, see the Go source.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from plugins.twin_behaviour import Asked
from velero_shim import InvalidOperationIDError, OperationProgress, PluginError

# When every operation starts, but for the nanoseconds that a datetime does not have.
_LONG_AGO = datetime(2024, 5, 6, 7, 8, 9, 123456, tzinfo=UTC)
_ODD_TIMES = {
    "zero": None,
    "epoch": datetime(1970, 1, 1, tzinfo=UTC),
    "before-1970": datetime(1969, 12, 31, 23, 59, 58, 500000, tzinfo=UTC),
    "year-9999": datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
}

_busy = threading.Lock()


def begin(asked: Asked) -> str:
    """Starts the operation that is asked for with "operation", the folder of its state."""
    if "operation" not in asked:
        return ""
    descriptor, path = tempfile.mkstemp(prefix="operation-", suffix=".json", dir=asked["operation"])
    os.write(descriptor, json.dumps({"asked": asked, "polls": 0, "cancels": 0}).encode())
    os.close(descriptor)
    return path


def poll(operation_id: str) -> OperationProgress:
    """Counts a poll and does what the operation was asked to do at it."""
    state = _count(operation_id, "polls")
    if state is None:
        raise InvalidOperationIDError(operation_id)
    asked = Asked(state["asked"])
    time.sleep(asked.duration("progress-sleep").total_seconds())
    if asked.number("crash-at-poll", 0) == state["polls"]:
        os._exit(3)
    if "progress-panic" in asked:
        raise RuntimeError(asked["progress-panic"])
    if "progress-error" in asked:
        raise PluginError(asked["progress-error"])
    return _progress(asked, state["polls"], state["cancels"])


def cancel(operation_id: str) -> None:
    """Counts the call first, so that a test sees one that then fails or hangs."""
    state = _count(operation_id, "cancels")
    if state is None:
        return
    match state["asked"].get("cancel"):
        case "error":
            raise PluginError("cannot be cancelled")
        case "hang":
            threading.Event().wait()


def _count(operation_id: str, what: str) -> dict[str, Any] | None:
    file = Path(operation_id)
    with _busy:
        try:
            state: dict[str, Any] = json.loads(file.read_bytes())
        except FileNotFoundError:
            return None
        state[what] += 1
        new = file.with_name(f".{file.name}.{os.getpid()}")
        new.write_text(json.dumps(state))
        new.replace(file)
    return state


def _progress(asked: Asked, polls: int, cancels: int) -> OperationProgress:
    total = asked.number("polls", 1)
    cancelled = cancels > 0 and asked.get("cancel") != "ignore"
    completed = cancelled or ("hang" not in asked and polls >= total)
    started: datetime | None = _LONG_AGO
    updated: datetime | None = _LONG_AGO + timedelta(seconds=polls)
    if asked.get("times") in _ODD_TIMES:
        started = updated = _ODD_TIMES[asked["times"]]
    return OperationProgress(
        completed=completed,
        err="cancelled" if cancelled else asked.get("operation-error", "") if completed else "",
        n_completed=asked.number("n-completed", min(polls, total)),
        n_total=asked.number("n-total", total),
        operation_units=asked.get("units", "polls"),
        description=asked.get("description", f"poll {polls} of {total}"),
        started=started,
        updated=updated,
    )
