"""``velero-shim backup``: what a backup would hold, without a cluster."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from velero_shim.backup import BackupSpec, Cluster, RunOptions, read_manifests, run_backup
from velero_shim.backup.archive import check_output
from velero_shim.backup.labels import SelectorError
from velero_shim.backup.output import summary, write_backup
from velero_shim.backup.request import InvalidBackupError
from velero_shim.cli.backup_progress import shown_by
from velero_shim.cli.options import duration
from velero_shim.cli.output import print_json, warn
from velero_shim.errors import DiscoveryError
from velero_shim.kinds import PluginKind
from velero_shim.registry import PluginRegistry, discover

_EXIT_STATUS = {"Completed": 0, "PartiallyFailed": 3}
_FAILED = 1
_SHOWN = 5  # items that are left out, by name


class ReportFormat(StrEnum):
    """What ``--output-format`` takes."""

    TEXT = "text"
    JSON = "json"


_Names = Annotated[list[str] | None, typer.Option(metavar="NAMES", show_default=False)]


def backup(
    manifests: Annotated[
        list[str],
        typer.Argument(
            help="YAML or JSON files, folders, or - for standard input.", show_default=False
        ),
    ],
    plugins: Annotated[
        list[Path],
        typer.Option(
            metavar="DIR_OR_FILE",
            help="A plugins folder or a plugin file; may be given again.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR|FILE.tar.gz",
            help="Where the backup goes; without it nothing is written.",
            show_default=False,
        ),
    ] = None,
    include_resources: _Names = None,
    exclude_resources: _Names = None,
    include_namespaces: _Names = None,
    exclude_namespaces: _Names = None,
    selector: Annotated[
        str, typer.Option("--selector", "-l", help="Take items with these labels only.")
    ] = "",
    item_operation_timeout: Annotated[
        timedelta,
        typer.Option(parser=duration, metavar="DURATION", help="How long an operation may take."),
    ] = "4h",  # type: ignore[assignment]  # typer parses defaults too
    poll_interval: Annotated[
        timedelta,
        typer.Option(
            parser=duration, metavar="DURATION", help="The time between polls of operations."
        ),
    ] = "10s",  # type: ignore[assignment]  # typer parses defaults too
    workers: Annotated[
        int, typer.Option(min=1, help="How many items are backed up at a time.")
    ] = 1,
    resource: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND=PLURAL.GROUP",
            help="The resource of a kind that is neither built in nor defined in the manifests.",
            show_default=False,
        ),
    ] = None,
    keep_plugins: Annotated[
        bool,
        typer.Option("--keep-plugins", help="Keep plugin processes running, unlike Velero."),
    ] = False,
    name: Annotated[str, typer.Option(help="The name of the Backup object.")] = "local",
    output_format: Annotated[
        ReportFormat, typer.Option(help="Text for people, JSON for programs.")
    ] = ReportFormat.TEXT,
) -> None:
    """Run plugins through the backup that Velero would make of MANIFESTS.

    Items go through the actions of all plugins, operations are polled by new plugin processes
    every time, and items are finalized. NAMES are separated by commas. The exit status is 0 for
    Completed, 3 for PartiallyFailed, 1 for Failed.
    """
    try:
        spec = BackupSpec(
            name=name,
            included_namespaces=_names(include_namespaces),
            excluded_namespaces=_names(exclude_namespaces),
            included_resources=_names(include_resources),
            excluded_resources=_names(exclude_resources),
            selector=selector,
            item_operation_timeout=item_operation_timeout,
        )
        cluster = _cluster(manifests, resource or [])
        registry = _plugins(plugins)
        if output is not None:
            check_output(output)
        options = RunOptions(poll_interval, workers, keep_plugins)
        with shown_by(output_format is ReportFormat.TEXT) as on_event:
            result = run_backup(cluster, registry, spec, on_event, options)
    except (InvalidBackupError, SelectorError) as error:
        raise typer.BadParameter(str(error)) from None
    if output is not None:
        write_backup(output, result)
    report = summary(result, output)
    if output_format is ReportFormat.JSON:
        print_json(report)
    else:
        _print(report)
    sys.exit(_EXIT_STATUS.get(result.phase, _FAILED))


def _names(values: Iterable[str] | None) -> tuple[str, ...]:
    return tuple(part.strip() for value in values or () for part in value.split(",") if part)


def _cluster(manifests: list[str], resources: list[str]) -> Cluster:
    for path in manifests:
        if path != "-" and not Path(path).exists():
            raise typer.BadParameter(f"there is no file or folder {path}", param_hint="MANIFESTS")
    found = read_manifests(manifests)
    try:
        return Cluster(found, resources)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--resource") from None


def _plugins(paths: list[Path]) -> PluginRegistry:
    for path in paths:
        if not path.exists():
            raise typer.BadParameter(f"there is no file or folder {path}", param_hint="--plugins")
    registry = discover(*(path.absolute() for path in paths))
    if not registry.of_kind(PluginKind.BACKUP_ITEM_ACTION_V2):
        found = ", ".join(f"{p.kind} {p.name}" for p in registry) or "nothing"
        listed = ", ".join(map(str, paths))
        raise DiscoveryError(
            listed,
            f"no BackupItemAction is served there, so a backup would show nothing; found {found}",
        )
    return registry


def _print(report: dict[str, Any]) -> None:
    operations = report["operations"]
    typer.echo(
        f"{report['phase']}: {report['itemsBackedUp']} of {report['objects']} objects, "
        f"{report['errors']} errors, "
        f"{report['warnings']} warnings, {operations['completed']} of "
        f"{operations['attempted']} operations completed"
    )
    if report["leftOut"]:
        shown = report["leftOut"][:_SHOWN]
        more = len(report["leftOut"]) - len(shown)
        typer.echo(f"left out: {', '.join(shown)}{f' and {more} more' if more else ''}")
    if report["finalizeErrors"]:
        warn(
            f"{report['finalizeErrors']} errors while finalizing, which change neither phase nor "
            "counts of a backup in Velero: its items stay as they were before the operations"
        )
    if "failureReason" in report:
        warn(report["failureReason"])
    if report["output"]:
        typer.echo(f"written to {report['output']}")
