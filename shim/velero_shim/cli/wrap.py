"""``velero-shim wrap``: write a file that serves a plugin in the other version."""

from __future__ import annotations

import os
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from velero_shim.cli.listing import executable
from velero_shim.cli.options import duration
from velero_shim.cli.output import warn
from velero_shim.client import list_plugins
from velero_shim.errors import RegistrationError
from velero_shim.kinds import PluginIdentifier
from velero_shim.launcher import write_launcher
from velero_shim.process import PluginProcess
from velero_shim.wrapped import PluginNames, Target, left_out, served_names

_WRITTEN = "Written by velero-shim wrap; to change it, run that again."
_HEAD = 16 * 1024  # bytes, among which that line is, however long the path of an interpreter


class Version(StrEnum):
    """What ``--as`` takes."""

    V1 = "v1"
    V2 = "v2"


class Operations(StrEnum):
    """What ``--operations`` takes."""

    WAIT = "wait"
    REFUSE = "refuse"


def wrap(
    plugin: Annotated[
        Path,
        typer.Argument(
            help="The plugin file; it stays where it is and may not lie in the plugins folder.",
            show_default=False,
        ),
    ],
    target: Annotated[
        Version,
        typer.Option("--as", help="The version that its item actions get.", show_default=False),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write.", show_default=False)
    ],
    operations: Annotated[
        Operations,
        typer.Option(help="With --as v1: wait until an operation is over, or refuse to have any."),
    ] = Operations.WAIT,
    operation_timeout: Annotated[
        timedelta,
        typer.Option(
            parser=duration,
            metavar="DURATION",
            help="With --as v1: how long to wait where the backup sets no itemOperationTimeout.",
        ),
    ] = "4h",  # type: ignore[assignment]  # typer parses defaults too
    poll_interval: Annotated[
        timedelta,
        typer.Option(
            parser=duration, metavar="DURATION", help="With --as v1: the time between two polls."
        ),
    ] = "10s",  # type: ignore[assignment]  # typer parses defaults too
) -> None:
    """Write an executable that serves PLUGIN with its item actions as v1 or v2.

    Put the written file into Velero's plugins folder, and leave PLUGIN outside of it: Velero
    starts every executable that it finds there.
    """
    if problem := _problem_of_output(output, plugin):
        raise typer.BadParameter(problem, param_hint="--output")
    version: Target = "v1" if target is Version.V1 else "v2"
    with PluginProcess.start([executable(plugin)]) as process:
        found = list_plugins(process.channel)
    names = _checked(plugin, found, version)
    _warn_of_traps(plugin, output, found, version)
    write_launcher(
        output.absolute(),
        _code(plugin, version, str(operations), operation_timeout, poll_interval),
    )
    for kind, listed in names.items():
        for name in listed:
            typer.echo(f"{output}: {kind} {name}")


def _problem_of_output(output: Path, plugin: Path) -> str:
    """Returns why the wrapper cannot be written there, empty if it can."""
    if not output.absolute().parent.is_dir():
        return f"there is no folder {output.absolute().parent}; make it first"
    if output.is_dir():
        return f"{output} is a folder; name the file to write, for example {output / plugin.name}"
    if output.exists() and plugin.exists() and output.samefile(plugin):
        return f"{output} is the plugin itself; the wrapper has to be another file"
    if os.path.lexists(output) and not _is_wrapper(output):
        return (
            f"{output} is there already and was not written by velero-shim wrap; remove it or "
            "choose another name"
        )
    return ""


def _is_wrapper(path: Path) -> bool:
    # A link or a device is nothing that wrap has written.
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return _WRITTEN.encode() in file.read(_HEAD).splitlines()


def _checked(plugin: Path, found: list[PluginIdentifier], version: Target) -> PluginNames:
    try:
        names = served_names(found, version)
    except RegistrationError as error:
        raise RegistrationError(f"{plugin}: {error}") from None
    if names == served_names_unchanged(found):
        listed = ", ".join(f"{entry.kind} {entry.name}" for entry in found) or "nothing"
        other = "v1" if version == "v2" else "v2"
        raise RegistrationError(
            f"{plugin} has no {other} item action to serve as {version}; it serves: {listed}"
        )
    return names


def served_names_unchanged(found: list[PluginIdentifier]) -> PluginNames:
    """Returns what the host would see without a wrapper."""
    names: PluginNames = {}
    for entry in found:
        names.setdefault(entry.kind, []).append(entry.name)  # type: ignore[arg-type]  # compared only
    return names


def _warn_of_traps(
    plugin: Path, output: Path, found: list[PluginIdentifier], version: Target
) -> None:
    if output.resolve().parent in plugin.resolve().parents:
        warn(
            f"{plugin} lies under the folder of {output}: if that is Velero's plugins folder, "
            "Velero starts both and refuses the name that it then finds twice; keep it elsewhere"
        )
    for entry in left_out(found, version):
        warn(f"{entry.kind} {entry.name} is left out: Velero 1.10 does not know that kind")


def _code(
    plugin: Path,
    version: Target,
    operations: str,
    operation_timeout: timedelta,
    poll_interval: timedelta,
) -> str:
    path = executable(plugin)
    return (
        f'"""Serves the plugin named below with its item actions as {version}.\n\n'
        f"{_WRITTEN}\n"
        '"""\n\n'
        "from velero_shim.wrapper import main\n\n"
        "main(\n"
        f"    {path!a},\n"
        f"    {version!r},\n"
        f"    operations={operations!r},\n"
        f"    operation_timeout={operation_timeout.total_seconds()!r},\n"
        f"    poll_interval={poll_interval.total_seconds()!r},\n"
        ")\n"
    )
