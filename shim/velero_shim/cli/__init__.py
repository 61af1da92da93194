"""The command line: arguments, tables, progress bars, exit statuses; no protocol knowledge.

Exit statuses: 0 done, 1 failed with a message on standard error, 2 wrong usage, 130 interrupted,
143 terminated.
"""

from __future__ import annotations

import signal
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from velero_shim.cli.backup import backup
from velero_shim.cli.call import call
from velero_shim.cli.check import check
from velero_shim.cli.demo import demo
from velero_shim.cli.listing import list_command
from velero_shim.cli.pack import pack
from velero_shim.cli.wrap import wrap
from velero_shim.errors import ShimError

app = typer.Typer(
    name="velero-shim",
    help="Run, adapt and look into Velero plugins without a cluster.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("list")(list_command)
app.command("wrap")(wrap)
app.command("pack")(pack)
app.command("demo")(demo)
app.command("backup")(backup)
app.command("check")(check)
app.command("call")(call)


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


def main() -> None:
    """Runs the command line; what goes wrong is one message and an exit status."""
    # As an exception, SIGTERM ends the plugins that a command has started, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except (ShimError, OSError) as error:
        sys.exit(f"velero-shim: {error}")
