"""``velero-shim check``: what a plugin does, held against what Velero relies on."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from velero_shim.check import (
    Bench,
    Result,
    Rule,
    Status,
    UnknownRuleError,
    any_failed,
    choose,
    run,
    write_junit,
)
from velero_shim.cli.listing import executable
from velero_shim.cli.output import OutputFormat, OutputOption, console, print_json
from velero_shim.errors import ManifestError
from velero_shim.jsonbytes import JSONObject
from velero_shim.manifest import read_object

_STYLES = {
    Status.PASS: "green",
    Status.WARN: "yellow",
    Status.FAIL: "bold red",
    Status.SKIPPED: "dim",
}


def check(
    plugin: Annotated[Path, typer.Argument(help="The plugin file.", show_default=False)],
    sample: Annotated[
        str | None,
        typer.Option(
            metavar="MANIFEST",
            help="An item for the actions to execute, several times: one that may be handled for "
            "real. Without it nothing is executed. Actions that delete are never executed.",
        ),
    ] = None,
    backup: Annotated[
        str | None,
        typer.Option(metavar="MANIFEST", help="The backup that the sample is part of."),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the results as JUnit XML, too.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option("--rule", metavar="ID", help="Only this rule; repeatable.")
    ] = None,
    skip: Annotated[
        list[str] | None, typer.Option("--skip", metavar="ID", help="Not this rule; repeatable.")
    ] = None,
    output: OutputOption = OutputFormat.TABLE,
) -> None:
    """Say for each rule of Velero's plugin protocol whether PLUGIN keeps it.

    The exit status is 1 when a rule fails; warnings do not count.
    """
    rules = _chosen(only or [], skip or [])
    item, owner = _manifest(sample, "--sample"), _manifest(backup, "--backup")
    if junit is not None and not junit.absolute().parent.is_dir():
        raise typer.BadParameter(f"there is no folder {junit.absolute().parent}; make it first")
    with Bench([executable(plugin)], sample=item, backup=owner) as bench:
        results = _run(bench, rules)
    if junit is not None:
        write_junit(junit, str(plugin), results)
    _show(results, output)
    raise typer.Exit(1 if any_failed(results) else 0)


def _chosen(only: Sequence[str], skip: Sequence[str]) -> list[Rule]:
    try:
        return choose(only, skip)
    except UnknownRuleError as error:
        raise typer.BadParameter(str(error)) from None


def _manifest(source: str | None, option: str) -> JSONObject | None:
    try:
        return None if source is None else read_object(source, option)
    except (ManifestError, OSError) as error:
        raise typer.BadParameter(str(error), param_hint=option) from None


def _run(bench: Bench, rules: Sequence[Rule]) -> list[Result]:
    # On standard error: the table or the JSON may be sent to a file.
    err = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    results = []
    with Progress(*columns, console=err, disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task("", total=len(rules))
        for result in run(bench, rules, lambda rule: bar.update(task, description=rule.id)):
            bar.advance(task)
            results.append(result)
    return results


def _show(results: Sequence[Result], output: OutputFormat) -> None:
    if output is OutputFormat.JSON:
        print_json([_as_json(result) for result in results])
        return
    out = console()
    out.print(_table(results))
    counts = Counter(result.outcome.status for result in results)
    out.print("\n" + ", ".join(f"{counts[status]} {status}" for status in Status))


def _table(results: Sequence[Result]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("", no_wrap=True)
    table.add_column("RULE", no_wrap=True)
    table.add_column("SEEN", overflow="fold")
    table.add_column("DO")
    for result in results:
        outcome = result.outcome
        status = Text(str(outcome.status), _STYLES[outcome.status])
        # A plugin's own words may look like rich's markup.
        seen = Text(" ".join(outcome.seen.split()))
        table.add_row(status, result.rule.id, seen, Text(outcome.do))
    return table


def _as_json(result: Result) -> dict[str, Any]:
    outcome = result.outcome
    return {
        "rule": result.rule.id,
        "status": str(outcome.status),
        "title": result.rule.title,
        "seen": outcome.seen,
        "do": outcome.do,
        "why": result.rule.why,
        "seconds": round(result.seconds, 3),
    }
