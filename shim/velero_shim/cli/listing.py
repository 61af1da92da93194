"""``velero-shim list``: what a plugin file serves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from velero_shim.cli.output import OutputFormat, OutputOption, console, print_json
from velero_shim.client import (
    BackupItemActionV1Client,
    BackupItemActionV2Client,
    DeleteItemActionClient,
    ItemBlockActionClient,
    RestoreItemActionV1Client,
    RestoreItemActionV2Client,
    list_plugins,
)
from velero_shim.kinds import PluginIdentifier, PluginKind
from velero_shim.model import ResourceSelector
from velero_shim.process import PluginProcess

_WITH_SELECTOR = {
    PluginKind.BACKUP_ITEM_ACTION: BackupItemActionV1Client,
    PluginKind.BACKUP_ITEM_ACTION_V2: BackupItemActionV2Client,
    PluginKind.RESTORE_ITEM_ACTION: RestoreItemActionV1Client,
    PluginKind.RESTORE_ITEM_ACTION_V2: RestoreItemActionV2Client,
    PluginKind.DELETE_ITEM_ACTION: DeleteItemActionClient,
    PluginKind.ITEM_BLOCK_ACTION: ItemBlockActionClient,
}
_CALL_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Served:
    """One plugin of a file; ``selector`` is ``None`` for a kind that selects no items."""

    kind: str
    name: str
    selector: ResourceSelector | None


def list_command(
    plugin: Annotated[Path, typer.Argument(help="The plugin file.", show_default=False)],
    output: OutputOption = OutputFormat.TABLE,
) -> None:
    """Show what a plugin serves: kinds, names, and the items that each is for."""
    with PluginProcess.start([executable(plugin)]) as process:
        served = [_look_at(process, found) for found in list_plugins(process.channel)]
    if output is OutputFormat.JSON:
        print_json([asdict(entry) for entry in served])
    else:
        console().print(_table(served))


def executable(plugin: Path) -> str:
    """Returns the path under which a file is started: with a folder, so that PATH is not asked."""
    return str(plugin.absolute())


def _look_at(process: PluginProcess, found: PluginIdentifier) -> Served:
    client = _WITH_SELECTOR.get(PluginKind(found.kind)) if found.kind in set(PluginKind) else None
    selector = None
    if client is not None:
        selector = client(process.channel, found.name).applies_to(timeout=_CALL_SECONDS)
    return Served(str(found.kind), found.name, selector)


def _table(served: list[Served]) -> Table:
    table = Table("KIND", "NAME", "APPLIES TO", box=None, pad_edge=False, header_style="bold")
    for entry in served:
        table.add_row(entry.kind, entry.name, describe(entry.selector))
    return table


def describe(selector: ResourceSelector | None) -> str:
    """Returns a selector in words; ``-`` for a kind that selects no items."""
    if selector is None:
        return "-"
    parts = [
        _list("resources", selector.included_resources),
        _list("not resources", selector.excluded_resources),
        _list("namespaces", selector.included_namespaces),
        _list("not namespaces", selector.excluded_namespaces),
        f"labels {selector.label_selector}" if selector.label_selector else "",
    ]
    return "; ".join(part for part in parts if part) or "everything"


def _list(what: str, names: Sequence[str]) -> str:
    return f"{what} {', '.join(names)}" if names else ""
