"""``velero-shim call``: one call to one action of a plugin."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from velero_shim.cli.listing import executable
from velero_shim.cli.options import duration
from velero_shim.cli.output import print_json
from velero_shim.client import list_plugins
from velero_shim.errors import PluginCallError
from velero_shim.invoke import Arguments, Method, choose_kind, invoke
from velero_shim.jsonbytes import JSONObject
from velero_shim.kinds import PluginKind
from velero_shim.loglines import LogLine
from velero_shim.manifest import minimal_backup, minimal_restore, read_object, to_yaml
from velero_shim.process import PluginProcess


class CallFormat(StrEnum):
    """What ``--output`` takes."""

    YAML = "yaml"
    JSON = "json"


def call(
    plugin: Annotated[Path, typer.Argument(help="The plugin file.", show_default=False)],
    name: Annotated[str, typer.Argument(help="The action's registered name.", show_default=False)],
    method: Annotated[Method, typer.Argument(help="What to ask.", show_default=False)],
    item: Annotated[
        str | None,
        typer.Argument(
            help="For execute: a file with the item, YAML or JSON, - for standard input. For "
            "ready: the result of execute.",
            show_default=False,
        ),
    ] = None,
    kind: Annotated[
        PluginKind | None, typer.Option(help="The kind, when the name is served as several.")
    ] = None,
    backup: Annotated[
        str | None, typer.Option(metavar="FILE", help="The backup to send; a minimal one else.")
    ] = None,
    restore: Annotated[
        str | None, typer.Option(metavar="FILE", help="The restore to send; a minimal one else.")
    ] = None,
    item_from_backup: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="For a restore: the item as backed up; ITEM else."),
    ] = None,
    operation_id: Annotated[
        str, typer.Option(metavar="ID", help="For progress and cancel: which operation.")
    ] = "",
    timeout: Annotated[
        timedelta | None,
        typer.Option(parser=duration, metavar="DURATION", help="For the call; Velero sets none."),
    ] = None,
    output: Annotated[CallFormat, typer.Option("--output", "-o", help="How to print it.")] = (
        CallFormat.YAML
    ),
) -> None:
    """Call one action of PLUGIN once and print what comes back.

    What the plugin logs, from level info on, and what it prints goes to standard error.
    """
    arguments = Arguments(
        item=_read(item, "the item"),
        item_from_backup=_read(item_from_backup, "the item from the backup"),
        backup=_read(backup, "the backup") or minimal_backup(),
        restore=_read(restore, "the restore") or minimal_restore(),
        operation_id=operation_id,
        timeout=None if timeout is None else timeout.total_seconds(),
    )
    try:
        result = _call(plugin, name, kind, method, arguments)
    except PluginCallError as error:
        typer.echo(_described(error), err=True)
        raise typer.Exit(1) from None
    _print(result, output)


def _read(source: str | None, what: str) -> JSONObject | None:
    return None if source is None else read_object(source, what)


def _call(
    plugin: Path, name: str, kind: PluginKind | None, method: Method, arguments: Arguments
) -> Any:
    command = [executable(plugin)]
    with PluginProcess.start(command, on_log=_show_log, on_stdio=_show_output) as process:
        chosen = choose_kind(list_plugins(process.channel), name, kind)
        return invoke(process.channel, chosen, name, method, arguments)


def _described(error: PluginCallError) -> str:
    text = f"velero-shim: {error}"
    if error.stack:
        text += f"\n  at {error.file}:{error.line} {error.function}"
    return text


def _print(result: Any, output: CallFormat) -> None:
    if output is CallFormat.JSON:
        print_json(result)
    elif result is not None:
        typer.echo(to_yaml(result), nl=False)


def _show_log(line: LogLine) -> None:
    if line.level not in ("trace", "debug"):
        typer.echo(f"{line.level}: {line.message}", err=True)


def _show_output(_stream: str, data: bytes) -> None:
    typer.echo(data.decode("utf-8", "backslashreplace"), err=True, nl=False)
