"""One call to one action of a plugin, and its result as plain values with the wire's names.

Owns which kind a name stands for, which call a kind has, and what it needs to be called with.
Where the channel is from and how results are printed is left to others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from velero_shim.client import (
    ActionClient,
    BackupItemActionV1Client,
    BackupItemActionV2Client,
    ChannelSource,
    DeleteItemActionClient,
    ItemBlockActionClient,
    RestoreItemActionV1Client,
    RestoreItemActionV2Client,
)
from velero_shim.errors import InvocationError, PluginNotRegisteredError
from velero_shim.jsonbytes import JSONObject
from velero_shim.kinds import PluginIdentifier, PluginKind, qualified_name
from velero_shim.manifest import minimal_backup, minimal_restore
from velero_shim.model import ResourceIdentifier

WithOperations = BackupItemActionV2Client | RestoreItemActionV2Client
_Restoring = RestoreItemActionV1Client | RestoreItemActionV2Client

_CLIENTS: dict[PluginKind, type[ActionClient]] = {
    client.kind: client
    for client in (
        BackupItemActionV1Client,
        BackupItemActionV2Client,
        RestoreItemActionV1Client,
        RestoreItemActionV2Client,
        DeleteItemActionClient,
        ItemBlockActionClient,
    )
}


class Method(StrEnum):
    """What can be asked of an action."""

    APPLIES_TO = "applies-to"
    EXECUTE = "execute"
    PROGRESS = "progress"
    CANCEL = "cancel"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class Arguments:
    """What a call sends. Each is needed by some methods only.

    Attributes:
        item: the item to execute; for ``ready`` an object whose ``additionalItems`` are asked
            for, as the result of ``execute`` is one.
        item_from_backup: the item as the backup holds it; ``None`` takes ``item``.
        backup: the backup that goes with it.
        restore: the restore that goes with it.
        operation_id: of the operation in question; empty for none.
        timeout: seconds; ``None`` sets no deadline, as Velero does.
    """

    item: JSONObject | None = None
    item_from_backup: JSONObject | None = None
    backup: JSONObject = field(default_factory=minimal_backup)
    restore: JSONObject = field(default_factory=minimal_restore)
    operation_id: str = ""
    timeout: float | None = None


def choose_kind(
    plugins: Iterable[PluginIdentifier], name: str, kind: PluginKind | None
) -> PluginKind:
    """Returns the kind under which a name is served.

    Args:
        plugins: what the plugin lists.
        name: the registered name; one without a slash gets ``velero.io/`` in front.
        kind: the kind to take when there are several; ``None`` takes the only one.

    Raises:
        PluginNotRegisteredError: nothing is served under that name, or not as that kind.
        InvocationError: the name is served as several kinds, or as one without items.
    """
    listed = list(plugins)
    kinds = [p.kind for p in listed if p.name == qualified_name(name) and kind in (None, p.kind)]
    if not kinds:
        known = sorted({f"{p.kind} {p.name}" for p in listed})
        raise PluginNotRegisteredError(str(kind or "an action"), qualified_name(name), known)
    if len(kinds) > 1:
        raise InvocationError(f"{name} is served as {', '.join(kinds)}: say which with --kind")
    if kinds[0] not in _CLIENTS:
        raise InvocationError(f"{name} is of kind {kinds[0]}, which handles no items")
    return PluginKind(kinds[0])


def invoke(
    channel: ChannelSource, kind: PluginKind, name: str, method: Method, arguments: Arguments
) -> Any:
    """Makes one call.

    Returns:
        What came back, of dicts, lists and texts; ``None`` where there is nothing to tell.

    Raises:
        InvocationError: the kind has no such method, or an argument is missing.
        PluginCallError: the plugin answered with an error.
        PluginResponseError: what it answered makes no sense.
    """
    client = _CLIENTS[kind](channel, qualified_name(name))
    return _METHODS[method](client, arguments)


# --- methods --------------------------------------------------------------------


def _applies_to(client: ActionClient, arguments: Arguments) -> Any:
    return _plain(client.applies_to(arguments.timeout))


def _execute(client: ActionClient, arguments: Arguments) -> Any:
    item = _needed(arguments.item, "an item")
    backup, timeout = arguments.backup, arguments.timeout
    if isinstance(client, ItemBlockActionClient):
        return {"relatedItems": _plain(client.get_related_items(item, backup, timeout))}
    if isinstance(client, _Restoring):
        before = arguments.item_from_backup or item
        return _plain(client.execute(item, before, arguments.restore, timeout))
    if isinstance(client, DeleteItemActionClient):
        client.execute(item, backup, timeout)
        return None
    if isinstance(client, BackupItemActionV1Client | BackupItemActionV2Client):
        return _plain(client.execute(item, backup, timeout))
    raise _no_method(client, "execute")


def _progress(client: ActionClient, arguments: Arguments) -> Any:
    if not isinstance(client, WithOperations):
        raise _no_method(client, "operations")
    operation_id = _needed(arguments.operation_id, "an operation ID")
    return _plain(client.progress(operation_id, _owner(client, arguments), arguments.timeout))


def _cancel(client: ActionClient, arguments: Arguments) -> None:
    if not isinstance(client, WithOperations):
        raise _no_method(client, "operations")
    operation_id = _needed(arguments.operation_id, "an operation ID")
    client.cancel(operation_id, _owner(client, arguments), arguments.timeout)


def _ready(client: ActionClient, arguments: Arguments) -> Any:
    if not isinstance(client, RestoreItemActionV2Client):
        raise _no_method(client, "additional items to wait for")
    items = _identifiers(_needed(arguments.item, "the additional items"))
    timeout = arguments.timeout
    return {"ready": client.are_additional_items_ready(items, arguments.restore, timeout)}


_METHODS: dict[Method, Callable[[Any, Arguments], Any]] = {
    Method.APPLIES_TO: _applies_to,
    Method.EXECUTE: _execute,
    Method.PROGRESS: _progress,
    Method.CANCEL: _cancel,
    Method.READY: _ready,
}


def _owner(client: ActionClient, arguments: Arguments) -> JSONObject:
    restoring = isinstance(client, RestoreItemActionV2Client)
    return arguments.restore if restoring else arguments.backup


def _needed(value: Any, what: str) -> Any:
    if not value:
        raise InvocationError(f"{what} is needed for this call")
    return value


def _no_method(client: ActionClient, what: str) -> InvocationError:
    return InvocationError(f"{client.name} is of kind {client.kind}, which has no {what}")


def _identifiers(result: JSONObject) -> Sequence[ResourceIdentifier]:
    entries = result.get("additionalItems")
    if not isinstance(entries, list):
        raise InvocationError("found no list additionalItems, as the result of execute has one")
    try:
        return [ResourceIdentifier(**entry) for entry in entries]
    except TypeError as error:
        raise InvocationError(f"an entry of additionalItems is no identifier: {error}") from None


# --- results --------------------------------------------------------------------


def _plain(value: Any) -> Any:
    names = [f.name for f in fields(value)] if is_dataclass(value) else _names(value)
    if names:
        return {_wire_name(name): _plain(getattr(value, name)) for name in names}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, timedelta):
        return f"{value.total_seconds():g}s"
    return value


def _names(value: object) -> Sequence[str]:
    """Returns the names of a named tuple's fields, none for anything else."""
    return getattr(value, "_fields", ()) if isinstance(value, tuple) else ()


def _wire_name(name: str) -> str:
    first, *words = name.split("_")
    return first + "".join("ID" if word == "id" else word.capitalize() for word in words)
