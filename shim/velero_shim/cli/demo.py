"""``velero-shim demo``: two plugins at work, without a cluster."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from rich.table import Table

from velero_shim.cli.output import console
from velero_shim.demo import Demo, Step

_POLL_SECONDS = 0.5


def demo() -> None:
    """Send a few Kubernetes objects through two sample plugins, as a Velero server would.

    One plugin is a BackupItemAction v1, wrapped to be served as v2. The other is a v2 whose
    operation takes a few seconds. Nothing outside of a temporary folder is touched.
    """
    out = console()
    with tempfile.TemporaryDirectory(prefix="velero-shim-demo-") as folder:
        out.print("Two plugin files, found as Velero finds them in its plugins folder:\n")
        shown = Demo(Path(folder))
        out.print(_plugins(shown), "")
        out.print("The objects of a small shop, each through the actions that select it:\n")
        out.print(_steps(list(shown.run())), "")
        out.print("Their operations, polled as Velero polls: new plugin processes each time.\n")
        _poll(shown, out)
        out.print("\nThe items that the operations asked for, once more at the end:\n")
        out.print(_steps(list(shown.finalize())), "")
    out.print(
        f"{shown.operations.completed} operation(s) completed, {shown.operations.failed} failed."
    )


def _plugins(shown: Demo) -> Table:
    table = Table("FILE", "KIND", "NAME", box=None, pad_edge=False, header_style="bold")
    for plugin in shown.registry:
        table.add_row(Path(plugin.command).name, str(plugin.kind), plugin.name)
    return table


def _steps(steps: list[Step]) -> Table:
    table = Table("OBJECT", "ACTION", "CAME BACK", box=None, pad_edge=False, header_style="bold")
    for step in steps:
        table.add_row(step.item, step.action, _came_back(step))
    return table


def _came_back(step: Step) -> str:
    parts = [f"annotation {key}={value}" for key, value in step.annotations.items()]
    parts += [f"also back up {i.resource} {i.name}" for i in step.additional_items]
    if step.operation_id:
        parts.append(f"operation {step.operation_id[:13]}…")
    return "; ".join(parts) or "unchanged"


def _poll(shown: Demo, out: Console) -> None:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(binary_units=True),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=out, disable=not out.is_terminal) as bars:
        tasks = [bars.add_task(o.action, total=None) for o in shown.operations.operations]
        while shown.poll():
            _show(shown, out, bars, tasks)
            time.sleep(_POLL_SECONDS)
        _show(shown, out, bars, tasks)


def _show(shown: Demo, out: Console, bars: Progress, tasks: list[TaskID]) -> None:
    for operation, task in zip(shown.operations.operations, tasks, strict=True):
        bars.update(task, completed=operation.n_completed, total=operation.n_total)
        if not out.is_terminal:
            percent = 100 * operation.n_completed // max(operation.n_total, 1)
            out.print(
                f"{operation.action} {operation.phase} {percent}% "
                f"({operation.n_completed} of {operation.n_total} {operation.operation_units})"
            )
