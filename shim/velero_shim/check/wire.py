"""Calls as they are on the wire: a check has to see what the clients would mend or refuse."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import Message

from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as bia
from velero_plugin.delete_item_action.v1 import delete_item_action_pb2 as dia
from velero_plugin.item_block_action.v1 import item_block_action_pb2 as iba
from velero_plugin.object_store.v1 import object_store_pb2
from velero_plugin.restore_item_action.v2 import restore_item_action_pb2 as ria
from velero_plugin.shared.v1 import shared_pb2
from velero_plugin.volume_snapshotter.v1 import volume_snapshotter_pb2
from velero_shim.client import ChannelSource
from velero_shim.client.calls import call
from velero_shim.kinds import SERVICES, PluginKind
from velero_shim.model import ResourceSelector

CALL_SECONDS = 20.0
"""Seconds that a call of a check may take."""


@dataclass(frozen=True, slots=True)
class Executed:
    """What came back from one Execute.

    Attributes:
        item: the bytes of the item; ``None`` for a kind that returns none.
        operation_id: empty for none.
    """

    item: bytes | None
    operation_id: str


@dataclass(frozen=True, slots=True)
class Reported:
    """What came back from one Progress; times are seconds and nanoseconds, ``None`` if unset."""

    completed: bool
    err: str
    started: tuple[int, int] | None
    updated: tuple[int, int] | None


def applies_to(channel: ChannelSource, kind: PluginKind, name: str) -> ResourceSelector:
    """Asks an action which items it is for.

    Raises:
        PluginCallError: the plugin answered with an error.
    """
    # AppliesTo's messages are the same bytes in every kind.
    request = bia.BackupItemActionAppliesToRequest(plugin=name)
    path, response = f"/{SERVICES[kind]}/AppliesTo", bia.BackupItemActionAppliesToResponse
    answer = call(channel, path, request, response, timeout=CALL_SECONDS, plugin=name)
    return ResourceSelector.from_message(answer.ResourceSelector)


def execute(
    channel: ChannelSource, kind: PluginKind, name: str, item: bytes, owner: bytes
) -> Executed:
    """Sends one item to an action: Execute, or what is its like in the action's kind.

    Raises:
        PluginCallError: the plugin answered with an error.
    """
    method, request, response = _EXECUTES[kind](name, item, owner)
    path = f"/{SERVICES[kind]}/{method}"
    answer: Any = call(channel, path, request, response, timeout=CALL_SECONDS, plugin=name)
    return Executed(getattr(answer, "item", None), getattr(answer, "operationID", ""))


def initialize(channel: ChannelSource, kind: PluginKind, name: str) -> None:
    """Calls Init of an object store or a volume snapshotter, without any configuration.

    Raises:
        PluginCallError: the plugin answered with an error.
    """
    request = _INITS[kind](plugin=name)
    path = f"/{SERVICES[kind]}/Init"
    call(channel, path, request, shared_pb2.Empty, timeout=CALL_SECONDS, plugin=name)


def progress(
    channel: ChannelSource, kind: PluginKind, name: str, operation_id: str, owner: bytes
) -> Reported | None:
    """Asks how far an operation is; ``None`` is an answer without a progress.

    Raises:
        PluginCallError: the plugin answered with an error.
    """
    # Progress's and Cancel's messages are the same bytes in both kinds.
    request = bia.BackupItemActionProgressRequest(plugin=name, operationID=operation_id)
    request.backup = owner
    path, response = f"/{SERVICES[kind]}/Progress", bia.BackupItemActionProgressResponse
    answer = call(channel, path, request, response, timeout=CALL_SECONDS, plugin=name)
    return _reported(answer.progress) if answer.HasField("progress") else None


def cancel(
    channel: ChannelSource, kind: PluginKind, name: str, operation_id: str, owner: bytes
) -> None:
    """Asks to stop an operation.

    Raises:
        PluginCallError: the plugin answered with an error.
    """
    request = bia.BackupItemActionCancelRequest(plugin=name, operationID=operation_id)
    request.backup = owner
    path = f"/{SERVICES[kind]}/Cancel"
    call(channel, path, request, Empty, timeout=CALL_SECONDS, plugin=name)


def stream_end(channel: grpc.Channel, path: str, *, two_way: bool, seconds: float) -> str:
    """Opens a stream that a host keeps open, and returns how it ended, empty if it did not.

    Args:
        channel: the plugin's channel.
        path: the full method name.
        two_way: whether the host's side is a stream, too.
        seconds: how long it is watched.
    """
    over = threading.Event()
    method: Any = channel.stream_stream(path) if two_way else channel.unary_stream(path)
    stream = method(_silent(over) if two_way else b"")
    ends: list[str] = []
    # A deadline would do, were it not that the plugin may notice it before this side does.
    reader = threading.Thread(target=lambda: ends.append(_end_of(stream)), daemon=True)
    reader.start()
    reader.join(seconds)
    ended = ends[0] if ends else ""
    stream.cancel()
    over.set()
    return ended


def _end_of(stream: Any) -> str:
    try:
        for _ in stream:
            pass
    except grpc.RpcError as error:
        code: Any = error.code()
        return str(code.name)
    return "closed by the plugin"


def _silent(over: threading.Event) -> Iterator[bytes]:
    over.wait()
    yield from ()


def _reported(message: shared_pb2.OperationProgress) -> Reported:
    def moment(field: Any) -> tuple[int, int] | None:
        time = getattr(message, field)
        return (time.seconds, time.nanos) if message.HasField(field) else None

    return Reported(message.completed, message.err, moment("started"), moment("updated"))


_Call = tuple[str, Message, type[Message]]


def _backup(name: str, item: bytes, owner: bytes) -> _Call:
    # v1's messages are v2's with nothing in the fields that v2 added.
    request = bia.ExecuteRequest(plugin=name, item=item, backup=owner)
    return "Execute", request, bia.ExecuteResponse


def _restore(name: str, item: bytes, owner: bytes) -> _Call:
    request = ria.RestoreItemActionExecuteRequest(
        plugin=name, item=item, restore=owner, itemFromBackup=item
    )
    return "Execute", request, ria.RestoreItemActionExecuteResponse


def _delete(name: str, item: bytes, owner: bytes) -> _Call:
    request = dia.DeleteItemActionExecuteRequest(plugin=name, item=item, backup=owner)
    return "Execute", request, shared_pb2.Empty


def _related(name: str, item: bytes, owner: bytes) -> _Call:
    request = iba.ItemBlockActionGetRelatedItemsRequest(plugin=name, item=item, backup=owner)
    return "GetRelatedItems", request, iba.ItemBlockActionGetRelatedItemsResponse


_EXECUTES: dict[PluginKind, Callable[[str, bytes, bytes], _Call]] = {
    PluginKind.BACKUP_ITEM_ACTION: _backup,
    PluginKind.BACKUP_ITEM_ACTION_V2: _backup,
    PluginKind.RESTORE_ITEM_ACTION: _restore,
    PluginKind.RESTORE_ITEM_ACTION_V2: _restore,
    PluginKind.DELETE_ITEM_ACTION: _delete,
    PluginKind.ITEM_BLOCK_ACTION: _related,
}
_INITS: dict[PluginKind, Callable[..., Message]] = {
    PluginKind.OBJECT_STORE: object_store_pb2.ObjectStoreInitRequest,
    PluginKind.VOLUME_SNAPSHOTTER: volume_snapshotter_pb2.VolumeSnapshotterInitRequest,
}
