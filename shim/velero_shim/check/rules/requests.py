"""Rules of how item actions answer: good requests, and those that make no sense.

None of these executes anything: what is sent names no plugin, no operation or no item.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from velero_shim.backup.labels import parse_selector
from velero_shim.check import wire
from velero_shim.check.bench import HARMLESS, ITEM_ACTIONS, WITH_OPERATIONS, Action, Bench
from velero_shim.check.rule import Outcome, failed, passed, rule, warned, worst
from velero_shim.errors import (
    AsyncOperationsNotSupportedError,
    InvalidOperationIDError,
    PluginCallError,
)
from velero_shim.jsonbytes import encode_object
from velero_shim.kinds import PluginKind
from velero_shim.model import ResourceSelector

NO_SUCH_NAME = "velero-shim.example.io/no-such-plugin"
NO_SUCH_OPERATION = "velero-shim-no-such-operation"
CALLERS = 32

NO_ANSWERS = frozenset({"UNAVAILABLE", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "CANCELLED"})
"""Codes that are not of the plugin's own code: nobody is there, or knows the method."""

_NOTHING = b"{}"
_BROKEN = b'{"kind": '
_NOT_FOUND = "was not found or has an invalid name format"
_INITIALIZED = (PluginKind.OBJECT_STORE, PluginKind.VOLUME_SNAPSHOTTER)


@rule(
    "applies-to",
    "AppliesTo answers, and its label selector is one",
    "An error from AppliesTo, or a label selector that does not parse, fails every backup.",
    kinds=ITEM_ACTIONS,
)
def applies_to(bench: Bench) -> Outcome:
    """Asks each action."""
    return worst([_applies_to(bench, a) for a in bench.actions(*ITEM_ACTIONS)], "no item actions")


def _applies_to(bench: Bench, action: Action) -> Outcome:
    try:
        selector = bench.applies_to(action)
        parse_selector(selector.label_selector)
    except (PluginCallError, ValueError) as error:
        return failed(f"{action}: {error}", "return a selector; one without limits is empty")
    odd = _odd_names(selector)
    if odd:
        return warned(
            f"{action} selects {', '.join(odd)}",
            "name resources in the plural, in lower case, with or without group: deployments.apps",
        )
    return passed(f"{action} answers")


def _odd_names(selector: ResourceSelector) -> list[str]:
    # A resource that Velero does not find matches nothing, without a word.
    names = [*selector.included_resources, *selector.excluded_resources]
    return [repr(name) for name in names if name != name.lower() or not name.strip("/ ")]


@rule(
    "unknown-names",
    "A request for a name that it does not serve is an error",
    "An action that answers for any name would be run for another's items.",
    kinds=tuple(PluginKind),
)
def unknown_names(bench: Bench) -> Outcome:
    """Asks each kind for a name that nobody has."""
    outcomes = [_refused(bench, kind, call) for kind, call in _unknown_calls(bench)]
    return worst(outcomes, "no kind that takes names")


def _unknown_calls(bench: Bench) -> list[tuple[PluginKind, Callable[[], object]]]:
    calls: list[tuple[PluginKind, Callable[[], object]]] = []
    for kind in dict.fromkeys(action.kind for action in bench.actions(*PluginKind)):
        if kind in _INITIALIZED:
            calls.append((kind, _unknown_init(bench, kind)))
        else:
            calls.append((kind, _unknown_applies_to(bench, kind)))
            calls.append((kind, _unknown_execute(bench, kind)))
    return calls


def _unknown_init(bench: Bench, kind: PluginKind) -> Callable[[], object]:
    return lambda: wire.initialize(bench.channel, kind, NO_SUCH_NAME)


def _unknown_applies_to(bench: Bench, kind: PluginKind) -> Callable[[], object]:
    return lambda: wire.applies_to(bench.channel, kind, NO_SUCH_NAME)


def _unknown_execute(bench: Bench, kind: PluginKind) -> Callable[[], object]:
    return lambda: wire.execute(bench.channel, kind, NO_SUCH_NAME, _NOTHING, bench.owner(kind))


def _refused(bench: Bench, kind: PluginKind, call: Callable[[], object]) -> Outcome:
    do = f'return an error with the text "plugin: <name> {_NOT_FOUND}"'
    try:
        call()
    except PluginCallError as error:
        if error.code in NO_ANSWERS:
            return failed(f"{kind}: {error.code}: {error.message}", do)
        return passed(f"{kind}: {error.message.strip()}")
    return failed(f"{kind} answers for the name {NO_SUCH_NAME}", do)


@rule(
    "bad-json",
    "An item that is no JSON is an error",
    "Taken for an empty item it would replace the real one in the backup.",
    kinds=ITEM_ACTIONS,
)
def bad_json(bench: Bench) -> Outcome:
    """Sends each action half an item."""
    return worst([_bad_json(bench, a) for a in bench.actions(*ITEM_ACTIONS)], "no item actions")


def _bad_json(bench: Bench, action: Action) -> Outcome:
    do = "parse the item and return what the parser says as an error"
    try:
        wire.execute(bench.channel, action.kind, action.name, _BROKEN, bench.owner(action.kind))
    except PluginCallError as error:
        if error.code in NO_ANSWERS:
            return failed(f"{action}: {error.code}: {error.message}", do)
        return passed(f"{error.code}: {error.message[:200]}")
    return failed(f"{action} answers OK", do)


@rule(
    "unknown-operation",
    "Progress of an operation that it does not know is an error, with Velero's text",
    "Velero fails the operation for an error; for anything else it polls until the time is over.",
    kinds=WITH_OPERATIONS,
)
def unknown_operation(bench: Bench) -> Outcome:
    """Asks each action of version 2 for an operation that never was."""
    actions = bench.actions(*WITH_OPERATIONS)
    return worst([_unknown_operation(bench, action) for action in actions], "no version 2")


def _unknown_operation(bench: Bench, action: Action) -> Outcome:
    texts = (
        str(InvalidOperationIDError(NO_SUCH_OPERATION)),
        str(AsyncOperationsNotSupportedError()),
    )
    do = f"return an error with the text {texts[0]!r}, or {texts[1]!r}"
    try:
        reported = bench.progress(action, NO_SUCH_OPERATION)
    except PluginCallError as error:
        if error.code in NO_ANSWERS:
            return failed(f"{action}: {error.code}: {error.message}", do)
        tell = passed if error.message in texts else lambda seen: warned(seen, do)
        return tell(f"{action}: {error.message}")
    answer = "a progress" if reported else "no progress, which crashes a Velero server"
    return failed(f"{action} answers OK with {answer}", do)


@rule(
    "cancel-unknown",
    "Cancel of an operation that it does not know returns without an error, also a second time",
    "Cancel may come late and more than once; Velero ignores its error, other hosts may not.",
    kinds=WITH_OPERATIONS,
)
def cancel_unknown(bench: Bench) -> Outcome:
    """Cancels an operation that never was, twice."""
    outcomes = [
        cancelled(bench, action, NO_SUCH_OPERATION) for action in bench.actions(*WITH_OPERATIONS)
    ]
    return worst(outcomes, "no version 2")


def cancelled(bench: Bench, action: Action, operation_id: str) -> Outcome:
    """Cancels an operation twice and says how that went."""
    do = "return without an error: there is nothing left to cancel"
    for time in ("the first", "the second"):
        try:
            bench.cancel(action, operation_id)
        except PluginCallError as error:
            tell = failed if error.code in NO_ANSWERS else warned
            return tell(f"{action}, {time} time: {error.code}: {error.message}", do)
    return passed(f"{action}: OK, OK")


@rule(
    "concurrent-calls",
    f"{CALLERS} calls at a time are all answered",
    "Velero backs up items in parallel; its own streams must not use up the plugin's threads.",
    kinds=ITEM_ACTIONS,
)
def concurrent_calls(bench: Bench) -> Outcome:
    """Asks for what the actions apply to, many times at once."""
    actions = bench.actions(*ITEM_ACTIONS)
    todo = [actions[number % len(actions)] for number in range(2 * CALLERS)]
    with ThreadPoolExecutor(CALLERS) as pool:
        errors = [error for error in pool.map(lambda a: _error_of(bench, a), todo) if error]
    if errors:
        return failed(
            f"{len(errors)} of {len(todo)} calls failed, the first with {errors[0]}",
            "guard what the calls share, and give the server threads enough",
        )
    return passed(f"{len(todo)} calls answered")


def _error_of(bench: Bench, action: Action) -> str:
    try:
        bench.applies_to(action)
    except PluginCallError as error:
        return str(error)
    return ""


@rule(
    "survives-errors",
    "A request that fails leaves the process running",
    "All actions of a file share a process: one that ends it fails the calls of the others.",
    kinds=ITEM_ACTIONS,
)
def survives_errors(bench: Bench) -> Outcome:
    """Sends what makes no sense, and looks whether the process is still the same."""
    bench.channel()
    before = bench.pid
    for action, what, item in _provocations(bench):
        with contextlib.suppress(PluginCallError):  # what it says does not matter here
            bench.execute(action, item)
        bench.channel()
        if bench.pid != before:
            return failed(
                f"the process was gone after {action} got {what}",
                "catch the exception and return it as an error of the call",
            )
    return passed("the same process after all errors")


def _provocations(bench: Bench) -> Iterator[tuple[Action, str, bytes]]:
    for action in bench.actions(*ITEM_ACTIONS):
        yield action, "an item that is no JSON", _BROKEN
    sample = bench.sample or {}
    bare = {key: sample.get(key) for key in ("apiVersion", "kind")}
    for action in bench.sampled(*HARMLESS):
        yield action, "an item with nothing but its kind", encode_object(bare)


RULES = (
    applies_to,
    unknown_names,
    bad_json,
    unknown_operation,
    cancel_unknown,
    concurrent_calls,
    survives_errors,
)
