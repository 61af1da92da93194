"""The rules looked at one by one, each for a limited time.

Owns the order, the limits, and that a rule which meets an error of the plugin says so
instead of ending the check.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from dataclasses import dataclass
from threading import Thread

from velero_shim.check.bench import Bench
from velero_shim.check.rule import Outcome, Rule, Status, failed, skipped
from velero_shim.check.rules import RULES
from velero_shim.errors import ShimError

_TURN_SECONDS = 0.2
_UNWINDING_SECONDS = 5.0


class UnknownRuleError(ShimError):
    """A rule was named that does not exist.

    Attributes:
        id: the name.
    """

    def __init__(self, id: str) -> None:  # noqa: A002  # the name that it has everywhere
        super().__init__(f"no rule is called {id}; there are: {', '.join(r.id for r in RULES)}")
        self.id = id


@dataclass(frozen=True, slots=True)
class Result:
    """How one rule came out, and how long it took."""

    rule: Rule
    outcome: Outcome
    seconds: float


def choose(only: Iterable[str] = (), skip: Iterable[str] = ()) -> list[Rule]:
    """Returns the rules with these IDs, in their order.

    Args:
        only: the IDs to take; none takes all.
        skip: the IDs to leave out.

    Raises:
        UnknownRuleError: there is no rule of a name.
    """
    only, skip = set(only), set(skip)
    known = {rule.id for rule in RULES}
    for wanted in sorted(only | skip):
        if wanted not in known:
            raise UnknownRuleError(wanted)
    return [rule for rule in RULES if rule.id not in skip and (not only or rule.id in only)]


def run(
    bench: Bench, rules: Iterable[Rule], on_start: Callable[[Rule], None] = lambda _: None
) -> Iterator[Result]:
    """Looks at rules, one after the other, and yields each result when it is there.

    Args:
        bench: the plugin.
        rules: see :func:`choose`.
        on_start: called before each rule.
    """
    for rule in rules:
        on_start(rule)
        began = time.monotonic()
        outcome = _limited(bench, rule)
        yield Result(rule, outcome, time.monotonic() - began)


def any_failed(results: Iterable[Result]) -> bool:
    """Whether a rule failed."""
    return any(result.outcome.status is Status.FAIL for result in results)


def _limited(bench: Bench, rule: Rule) -> Outcome:
    found: Future[Outcome] = Future()
    thread = Thread(target=_look, args=(bench, rule, found), name=rule.id, daemon=True)
    thread.start()
    deadline = time.monotonic() + rule.limit
    while time.monotonic() < deadline:
        # In turns: a signal that another thread gets does not wake this one.
        if wait([found], _TURN_SECONDS).done:
            return found.result()
    bench.end_processes()  # whatever it waits for fails then
    thread.join(_UNWINDING_SECONDS)
    return failed(f"not over after {rule.limit:g} s", "see which call does not come back")


def _look(bench: Bench, rule: Rule, found: Future[Outcome]) -> None:
    try:
        found.set_result(_outcome(bench, rule))
    except BaseException as error:  # a mistake in a rule: raised where the result is awaited
        found.set_exception(error)


def _outcome(bench: Bench, rule: Rule) -> Outcome:
    reason = rule.reason_to_skip(bench)
    if reason:
        return skipped(reason)
    try:
        return rule.run(bench)
    except ShimError as error:
        return failed(str(error), "it worked before: see what is different this time")
