"""The events of a local backup on a terminal, as bars; elsewhere as lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.filesize import decimal
from rich.markup import escape
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from velero_shim.backup import Event, ItemsDone, LogEntry, OperationsPolled, PhaseChanged
from velero_shim.backup.events import OnEvent
from velero_shim.cli.output import console
from velero_shim.operations import Operation

_STYLES = {"warn": "yellow", "error": "red"}
_WORDS = {"warn": "warning", "error": "error"}


@contextmanager
def shown_by(wanted: bool) -> Iterator[OnEvent]:
    """Yields what takes a backup's events: bars, lines, or nothing when they are not wanted."""
    out = console()
    if not wanted:
        yield lambda event: None
    elif out.is_terminal:
        with _Bars(out) as bars:
            yield bars.show
    else:
        yield _Lines(out).show


class _Lines:
    """One line for each phase, warning, error and change of an operation."""

    def __init__(self, out: Console) -> None:
        self._out = out
        self._last: dict[str, str] = {}

    def show(self, event: Event) -> None:
        match event:
            case PhaseChanged(phase):
                self._out.print(f"phase {phase}", soft_wrap=True)
            case LogEntry(level=level) if level in _STYLES:
                self._out.print(log_line(event), soft_wrap=True)
            case OperationsPolled(operations):
                for operation in operations:
                    self._show_operation(operation)

    def _show_operation(self, operation: Operation) -> None:
        key = f"{operation.action} {operation.operation_id}"
        text = f"operation {key}: {operation.phase} {amount(operation)}".rstrip()
        if self._last.get(key) != text:
            self._last[key] = text
            self._out.print(text, soft_wrap=True, markup=False)


class _Bars:
    """A bar for the items of a phase, and one for each operation."""

    def __init__(self, out: Console) -> None:
        self._out = out
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            _Amount(),
            _Rate(),
            TimeRemainingColumn(),
            console=out,
        )
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> _Bars:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def show(self, event: Event) -> None:
        match event:
            case PhaseChanged(phase):
                self._bars.console.print(f"phase {phase}")
            case ItemsDone(phase, done, total):
                self._update(f"{phase} items", f"{phase} items", done, total, "items")
            case LogEntry(level=level) if level in _STYLES:
                self._bars.console.print(f"[{_STYLES[level]}]{log_line(event)}[/]")
            case OperationsPolled(operations):
                for o in operations:
                    text = f"{escape(o.action)} {o.item.name}: {o.phase}"
                    units = o.operation_units
                    self._update(o.operation_id, text, o.n_completed, o.n_total, units)

    def _update(self, key: str, text: str, done: int, total: int, units: str) -> None:
        if key not in self._tasks:
            self._tasks[key] = self._bars.add_task(text, total=total or None, units=units)
        self._bars.update(
            self._tasks[key], description=text, completed=done, total=total or None, units=units
        )


class _Amount(ProgressColumn):
    """How much is done, in the operation's own units."""

    def render(self, task: Task) -> Text:
        units = task.fields["units"]
        total = "?" if task.total is None else quantity(task.total, units)
        return Text(f"{quantity(task.completed, units)}/{total} {_shown_units(units)}".rstrip())


class _Rate(ProgressColumn):
    """How fast it goes."""

    def render(self, task: Task) -> Text:
        speed, units = task.finished_speed or task.speed, task.fields["units"]
        if not speed:
            return Text("")
        return Text(f"{quantity(speed, units)}{_spaced(_shown_units(units))}/s")


def log_line(entry: LogEntry) -> str:
    """Returns a warning or error as one line, with nothing in it that is markup."""
    return escape(f"{_WORDS[entry.level]}: {entry}".replace("\n", " / "))


def amount(operation: Operation) -> str:
    """Returns how far an operation is, in words."""
    if not operation.n_total and not operation.n_completed:
        return operation.error
    percent = f"{100 * operation.n_completed // operation.n_total}% " if operation.n_total else ""
    units = operation.operation_units
    done = f"{percent}({operation.n_completed} of {operation.n_total} {units})".replace(" )", ")")
    return f"{done} {operation.error}".rstrip()


def quantity(number: float, units: str) -> str:
    """Returns a number as people read it; bytes with a prefix."""
    return decimal(int(number)) if _is_bytes(units) else f"{number:,.0f}"


def _shown_units(units: str) -> str:
    return "" if _is_bytes(units) else units


def _spaced(units: str) -> str:
    return f" {units}" if units else ""


def _is_bytes(units: str) -> bool:
    return units.lower() in ("b", "byte", "bytes")
