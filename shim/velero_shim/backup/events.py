"""What a local backup tells while it runs. Showing it is the business of :mod:`velero_shim.cli`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from velero_shim.operations import Operation


@dataclass(frozen=True, slots=True)
class PhaseChanged:
    """The backup's phase is another one now."""

    phase: str


@dataclass(frozen=True, slots=True)
class ItemsDone:
    """So many items of a phase are done; ``total`` grows with additional items."""

    phase: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class OperationsPolled:
    """Every operation, as the last poll left it."""

    operations: Sequence[Operation]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the backup's log.

    Attributes:
        moment: when, in UTC.
        level: debug, info, warn or error.
        message: what happened.
        fields: facts: ``resource``, ``namespace``, ``name``, ``plugin``, ``error``.
    """

    moment: datetime
    level: str
    message: str
    fields: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        facts = "".join(f" {key}={value}" for key, value in self.fields.items() if value)
        return f"{self.message}{facts}"


Event = PhaseChanged | ItemsDone | OperationsPolled | LogEntry

OnEvent = Callable[[Event], None]
"""Takes each event; it is called from one thread at a time."""
