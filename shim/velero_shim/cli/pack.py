"""``velero-shim pack``: make a folder of a plugin that runs where there is no Python."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from velero_shim.cli.listing import executable
from velero_shim.client import list_plugins
from velero_shim.kinds import PluginIdentifier
from velero_shim.pack import Bundle
from velero_shim.pack import pack as make_bundle
from velero_shim.process import PluginProcess

_MEBIBYTE = 1024 * 1024


def pack(
    plugin: Annotated[
        str,
        typer.Argument(
            metavar="MODULE_OR_FILE",
            help="A module with main(), a plugin file in Python, or a file that wrap wrote.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The folder to write.", show_default=False)
    ],
    name: Annotated[
        str | None,
        typer.Option(help="The executable's name; the plugin's, if left out.", show_default=False),
    ] = None,
    include_plugin: Annotated[
        bool,
        typer.Option(
            "--include-plugin/--no-include-plugin",
            help="Of a wrapper: carry the wrapped plugin along, or expect it at its path.",
        ),
    ] = True,
    hidden_import: Annotated[
        list[str] | None,
        typer.Option(
            help="A module that the plugin imports by a name in a text; may be given often.",
            show_default=False,
        ),
    ] = None,
    data: Annotated[
        list[Path] | None,
        typer.Option(
            help="A file or folder that the plugin reads beside its own file; may be given often.",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option(help="Replace a packed plugin that is there.")] = False,
) -> None:
    """Make a folder of a Python plugin that runs without Python, for Velero's plugins folder.

    One file in it is executable; Velero tries no other. It is started once, to see that it works
    and what it serves. This needs PyInstaller: pip install 'velero-shim[pack]'.
    """
    listed: list[PluginIdentifier] = []

    def check(bundle: Bundle) -> None:
        with PluginProcess.start([executable(bundle.entry)]) as process:
            listed.extend(list_plugins(process.channel))

    with Console(stderr=True).status("packing, which takes a minute or less"):
        bundle = make_bundle(
            plugin,
            output,
            name=name,
            include_plugin=include_plugin,
            hidden=hidden_import or (),
            data=data or (),
            force=force,
            check=check,
        )
    for entry in listed:
        typer.echo(f"{bundle.entry}: {entry.kind} {entry.name}")
    size = bundle.size / _MEBIBYTE
    typer.echo(f"{bundle.folder}: {size:.0f} MiB, runs with glibc {bundle.glibc} or newer")
