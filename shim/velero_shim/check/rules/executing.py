"""Rules of what actions do with the sample item, and of the operations that they start."""

from __future__ import annotations

import time

from velero_shim.check.bench import HARMLESS, RETURNING_ITEMS, WITH_OPERATIONS, Action, Bench
from velero_shim.check.rule import Outcome, failed, passed, rule, skipped, warned, worst
from velero_shim.check.rules.requests import cancelled
from velero_shim.errors import InvalidJSONError, PluginCallError
from velero_shim.jsonbytes import decode_object, encode_object
from velero_shim.model import GO_ZERO_TIME_SECONDS

_MAX_SECONDS = 253_402_300_799  # 9999-12-31T23:59:59Z, the end of Timestamp's range
_NOT_FOR_IT = "no action is for the sample"
_NO_OPERATION = "the sample started no operation"


@rule(
    "execute",
    "Actions that are for the sample item execute it without an error",
    "An error from Execute leaves the item out and the backup partially failed.",
    kinds=HARMLESS,
    sample=True,
)
def execute(bench: Bench) -> Outcome:
    """Executes the sample once with each action that is for it; never with one that deletes."""
    return worst([_execute(bench, action) for action in bench.sampled(*HARMLESS)], _NOT_FOR_IT)


def _execute(bench: Bench, action: Action) -> Outcome:
    try:
        executed = bench.executed(action)
    except PluginCallError as error:
        where = f" at {error.file}:{error.line} {error.function}" if error.stack else ""
        return failed(f"{error}{where}", "see there; the sample has to be one that it can handle")
    operation = f", operation {executed.operation_id}" if executed.operation_id else ""
    return passed(f"{action}: OK{operation}")


@rule(
    "returned-item",
    "The response holds an item of the same kind, also when the action changes nothing",
    "Velero stores what comes back: it cannot read an empty item, and finds no place for another.",
    kinds=RETURNING_ITEMS,
    sample=True,
)
def returned_item(bench: Bench) -> Outcome:
    """Looks at the item that came back for the sample."""
    actions = bench.sampled(*RETURNING_ITEMS)
    return worst([_returned_item(bench, action) for action in actions], _NOT_FOR_IT)


def _returned_item(bench: Bench, action: Action) -> Outcome:
    do = "return the whole item; the bytes of the request when nothing changed"
    try:
        returned = bench.executed(action).item
    except PluginCallError:
        return skipped(f"{action} failed, see execute")
    if not returned:
        return failed(f"{action}: the response's item is empty", do)
    try:
        item = decode_object(returned, "item")
    except InvalidJSONError as error:
        return failed(f"{action}: {error}", do)
    sent = bench.sample or {}
    if (item.get("apiVersion"), item.get("kind")) != (sent.get("apiVersion"), sent.get("kind")):
        return failed(f"{action}: it has another apiVersion or kind", do)
    return passed(f"{action}: {'unchanged' if item == sent else 'changed'}")


@rule(
    "bad-backup-json",
    "A backup or restore that is no JSON is an error",
    "Velero's own server refuses it; an action that goes on works without what it needs to know.",
    kinds=HARMLESS,
    sample=True,
)
def bad_backup_json(bench: Bench) -> Outcome:
    """Executes the sample as part of half a backup."""
    return worst([_bad_backup(bench, action) for action in bench.sampled(*HARMLESS)], _NOT_FOR_IT)


def _bad_backup(bench: Bench, action: Action) -> Outcome:
    try:
        bench.execute(action, encode_object(bench.sample or {}), owner=b'{"kind": ')
    except PluginCallError as error:
        return passed(f"{error.code}: {error.message[:200]}")
    return warned(f"{action} answers OK", "parse the backup and return what the parser says")


# --- operations ---------------------------------------------------------------


@rule(
    "progress-filled",
    "Progress of an operation answers with a progress in it",
    "A Velero server looks into it without a check and crashes when it is missing.",
    kinds=WITH_OPERATIONS,
    sample=True,
)
def progress_filled(bench: Bench) -> Outcome:
    """Asks for each operation that the sample started."""
    outcomes = [_progress_filled(bench, *operation) for operation in bench.operations()]
    return worst(outcomes, _NO_OPERATION)


def _progress_filled(bench: Bench, action: Action, operation_id: str) -> Outcome:
    do = "return a progress, or an error"
    try:
        reported = bench.progress(action, operation_id)
    except PluginCallError as error:
        return failed(f"{action}: Progress of {operation_id}: {error.code}: {error.message}", do)
    if reported is None:
        return failed(f"{action}: the answer holds no progress", do)
    how = "completed" if reported.completed else "under way"
    return passed(f"{action}: {how}{f', {reported.err}' if reported.err else ''}")


@rule(
    "progress-times",
    "The times of a progress are within the years 1 to 9999, and the start is told",
    "A time out of range cannot be stored; without a start Velero shows the operation as new.",
    kinds=WITH_OPERATIONS,
    sample=True,
)
def progress_times(bench: Bench) -> Outcome:
    """Looks at the times of each operation that the sample started."""
    outcomes = [_times(bench, *operation) for operation in bench.operations()]
    return worst(outcomes, _NO_OPERATION)


def _times(bench: Bench, action: Action, operation_id: str) -> Outcome:
    try:
        reported = bench.progress(action, operation_id)
    except PluginCallError:
        return skipped(f"{action} failed, see progress-filled")
    if reported is None:
        return skipped(f"{action} sent no progress, see progress-filled")
    moments = {"started": reported.started, "updated": reported.updated}
    for field, moment in moments.items():
        if moment and not _in_range(*moment):
            do = "set seconds since 1970 and 0 to 999999999 nanoseconds"
            return failed(f"{action}: {field} is {moment[0]} s and {moment[1]} ns", do)
    unknown = [f for f, moment in moments.items() if not moment or _means_unknown(*moment)]
    if unknown:
        return warned(f"{action}: {' and '.join(unknown)} unset, or 1970", "set both to real times")
    return passed(f"{action}: both set")


def _in_range(seconds: int, nanos: int) -> bool:
    return GO_ZERO_TIME_SECONDS <= seconds <= _MAX_SECONDS and 0 <= nanos < 1_000_000_000


def _means_unknown(seconds: int, nanos: int) -> bool:
    return nanos == 0 and seconds in (0, GO_ZERO_TIME_SECONDS)


@rule(
    "operation-survives-restart",
    "An operation is known to the next process of the plugin",
    "Velero ends the plugin between Execute and Progress, and between one Progress and the next.",
    kinds=WITH_OPERATIONS,
    sample=True,
)
def operation_survives_restart(bench: Bench) -> Outcome:
    """Ends the process, starts another, and asks it for the operation."""
    operations = bench.operations()
    if operations:
        bench.renew()
    outcomes = [_survives(bench, *operation) for operation in operations]
    return worst(outcomes, _NO_OPERATION)


def _survives(bench: Bench, action: Action, operation_id: str) -> Outcome:
    began = time.monotonic()
    try:
        bench.progress(action, operation_id)
    except PluginCallError as error:
        return failed(
            f"{action}: Progress in a new process: {error.code}: {error.message}",
            "keep the state outside of the process: in a custom resource, or where the work is",
        )
    return passed(f"{action}: known after {time.monotonic() - began:.2f} s")


@rule(
    "cancel-twice",
    "Cancel of an operation returns without an error, also when it is over already",
    "Cancel may come late and more than once; Velero ignores its error, other hosts may not.",
    kinds=WITH_OPERATIONS,
    sample=True,
)
def cancel_twice(bench: Bench) -> Outcome:
    """Cancels each operation that the sample started, twice."""
    outcomes = [cancelled(bench, *operation) for operation in bench.operations()]
    return worst(outcomes, _NO_OPERATION)


RULES = (
    execute,
    returned_item,
    bad_backup_json,
    progress_filled,
    progress_times,
    operation_survives_restart,
    cancel_twice,
)
