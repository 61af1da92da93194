"""What a rule is, and what it says about a plugin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from velero_shim.check.bench import Bench
from velero_shim.kinds import PluginKind


class Status(StrEnum):
    """How a rule came out."""

    PASS = "pass"
    WARN = "warn"
    FAIL = "fail"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rule found.

    Attributes:
        status: fail where Velero or the backup would suffer, warn where an author should know.
        seen: what the plugin did.
        do: what to do about it; empty when there is nothing to do.
    """

    status: Status
    seen: str
    do: str = ""


def passed(seen: str) -> Outcome:
    """Returns the outcome of a rule that holds."""
    return Outcome(Status.PASS, seen)


def warned(seen: str, do: str) -> Outcome:
    """Returns the outcome of a rule that a plugin breaks at little cost."""
    return Outcome(Status.WARN, seen, do)


def failed(seen: str, do: str) -> Outcome:
    """Returns the outcome of a rule that a plugin breaks."""
    return Outcome(Status.FAIL, seen, do)


def skipped(seen: str) -> Outcome:
    """Returns the outcome of a rule that says nothing about this plugin."""
    return Outcome(Status.SKIPPED, seen)


_SHOWN = 4
_ORDER = (Status.FAIL, Status.WARN, Status.PASS, Status.SKIPPED)


def worst(outcomes: Sequence[Outcome], otherwise: str) -> Outcome:
    """Joins the outcomes for single actions into one: the worst, with those that are as bad.

    Args:
        outcomes: in the order in which they are told.
        otherwise: what a skipped outcome says when there are none.
    """
    if not outcomes:
        return skipped(otherwise)
    status = next(s for s in _ORDER if any(o.status is s for o in outcomes))
    told = [outcome for outcome in outcomes if outcome.status is status]
    seen = list(dict.fromkeys(outcome.seen for outcome in told))
    more = [f"and {len(seen) - _SHOWN} more"] if len(seen) > _SHOWN else []
    return Outcome(status, "; ".join(seen[:_SHOWN] + more), told[0].do)


Run = Callable[[Bench], Outcome]


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that a plugin has to do, and how to find out whether it does.

    Attributes:
        id: its stable name, for ``--rule`` and ``--skip``.
        title: what a plugin does that keeps it, in one line.
        why: what a host does when it does not.
        run: finds out. A :class:`velero_shim.errors.ShimError` that it raises is a fail.
        limit: seconds after which all processes are ended and the rule counts as failed.
        starts: whether it needs a plugin that starts.
        kinds: the rule is only about plugins that serve one of these; empty for all.
        sample: whether it needs a sample item to execute.
    """

    id: str
    title: str
    why: str
    run: Run
    limit: float = 60.0
    starts: bool = True
    kinds: tuple[PluginKind, ...] = ()
    sample: bool = False

    def reason_to_skip(self, bench: Bench) -> str:
        """Returns why the rule says nothing about a plugin; empty when it does."""
        if self.starts and bench.start_failure:
            return "the plugin does not start"
        if self.kinds and not bench.actions(*self.kinds):
            return f"it serves no {', '.join(self.kinds)}"
        if self.sample and bench.sample is None:
            return "needs a sample item"
        return ""


def rule(
    id: str,  # noqa: A002  # the name that it has everywhere
    title: str,
    why: str,
    *,
    limit: float = 60.0,
    starts: bool = True,
    kinds: tuple[PluginKind, ...] = (),
    sample: bool = False,
) -> Callable[[Run], Rule]:
    """Makes a function that looks at a plugin a :class:`Rule`, whose attributes these are."""

    def make(run: Run) -> Rule:
        return Rule(id, title, why, run, limit, starts, kinds, sample)

    return make
