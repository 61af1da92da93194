"""The commands, each imported only when it is asked for, so that none breaks another."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import Annotated, Any

import typer
import typer.core
import typer.main

_COMMANDS = {
    "list": ("listing", "list_command"),
    "wrap": ("wrap", "wrap"),
    "pack": ("pack", "pack"),
    "demo": ("demo", "demo"),
    "backup": ("backup", "backup"),
    "check": ("check", "check"),
    "call": ("call", "call"),
}
"""The module and the function of each command."""

_OPTIONS: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,
}


class _Commands(typer.core.TyperGroup):
    # A context and a command are click's own, or a copy in typer, as the version has it.

    def list_commands(self, ctx: Any) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        # Where there is no such command, typer suggests one of those that are loaded.
        for name in [cmd_name] if cmd_name in _COMMANDS else _COMMANDS:
            if name not in self.commands:
                self.commands[name] = _load(name)
        return self.commands.get(cmd_name)


def _load(name: str) -> Any:
    module, function = _COMMANDS[name]
    single = typer.Typer(**_OPTIONS)
    single.command(name)(getattr(import_module(f"velero_shim.cli.{module}"), function))
    return typer.main.get_command(single)


app = typer.Typer(
    name="velero-shim",
    cls=_Commands,
    help="Run, adapt and look into Velero plugins without a cluster.",
    no_args_is_help=True,
    **_OPTIONS,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"velero-shim {version('velero-shim')}")
        raise typer.Exit


@app.callback()
def options(
    show_version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Run, adapt and look into Velero plugins without a cluster."""
