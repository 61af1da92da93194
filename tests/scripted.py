"""Item actions that do what a test tells them, a request for each of their methods, and calls."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import Message

from servers import LIMIT, Refusal, refused, served
from velero_plugin.backup_item_action.v1 import backup_item_action_pb2 as backup_v1
from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as backup_v2
from velero_plugin.delete_item_action.v1.delete_item_action_pb2_grpc import DeleteItemActionServicer
from velero_plugin.item_block_action.v1.item_block_action_pb2_grpc import ItemBlockActionServicer
from velero_plugin.object_store.v1.object_store_pb2_grpc import ObjectStoreServicer
from velero_plugin.restore_item_action.v1 import restore_item_action_pb2 as restore_v1
from velero_plugin.restore_item_action.v2 import restore_item_action_pb2 as restore_v2
from velero_plugin.volume_snapshotter.v1.volume_snapshotter_pb2_grpc import (
    VolumeSnapshotterServicer,
)
from velero_shim.actions import (
    BackupItemActionV1,
    BackupItemActionV2,
    RestoreItemActionV1,
    RestoreItemActionV2,
)
from velero_shim.kinds import SERVICES, PluginKind
from velero_shim.model import (
    ExecuteResult,
    ExecuteResultV2,
    OperationProgress,
    ResourceIdentifier,
    ResourceSelector,
    RestoreResult,
    RestoreResultV2,
)
from velero_shim.servicers import handlers_for, handlers_from_servicer

NAME = "example.io/action"
SELECTOR = ResourceSelector(["web"], ["kube-system"], ["pods"], ["secrets"], "app=x")
POD = ResourceIdentifier("", "pods", "web", "a")
CLAIM = ResourceIdentifier("", "persistentvolumeclaims", "web", "data")
BACKUP = b'{"metadata":{"name":"daily","namespace":"velero"},"status":{"phase":"InProgress"}}'
# Blanks, escapes, doubled keys and numbers that a decoder would respell.
ITEM = rb""" {"kind" : "Pod", "a":1.0, "b": 1e3, "s":"\u0041\ud800","n":9007199254740993,"a":2 } """

Do = Callable[..., Any]
Method = tuple[PluginKind, str]
"""A kind and the name of a method of its service."""

REQUESTS: dict[Method, tuple[Message, type[Message]]] = {
    (PluginKind.BACKUP_ITEM_ACTION, "AppliesTo"): (
        backup_v1.BackupItemActionAppliesToRequest(plugin=NAME),
        backup_v1.BackupItemActionAppliesToResponse,
    ),
    (PluginKind.BACKUP_ITEM_ACTION, "Execute"): (
        backup_v1.ExecuteRequest(plugin=NAME, item=ITEM, backup=BACKUP),
        backup_v1.ExecuteResponse,
    ),
    (PluginKind.BACKUP_ITEM_ACTION_V2, "AppliesTo"): (
        backup_v2.BackupItemActionAppliesToRequest(plugin=NAME),
        backup_v2.BackupItemActionAppliesToResponse,
    ),
    (PluginKind.BACKUP_ITEM_ACTION_V2, "Execute"): (
        backup_v2.ExecuteRequest(plugin=NAME, item=ITEM, backup=BACKUP),
        backup_v2.ExecuteResponse,
    ),
    (PluginKind.BACKUP_ITEM_ACTION_V2, "Progress"): (
        backup_v2.BackupItemActionProgressRequest(plugin=NAME, operationID="op", backup=BACKUP),
        backup_v2.BackupItemActionProgressResponse,
    ),
    (PluginKind.BACKUP_ITEM_ACTION_V2, "Cancel"): (
        backup_v2.BackupItemActionCancelRequest(plugin=NAME, operationID="op", backup=BACKUP),
        Empty,
    ),
    (PluginKind.RESTORE_ITEM_ACTION, "AppliesTo"): (
        restore_v1.RestoreItemActionAppliesToRequest(plugin=NAME),
        restore_v1.RestoreItemActionAppliesToResponse,
    ),
    (PluginKind.RESTORE_ITEM_ACTION, "Execute"): (
        restore_v1.RestoreItemActionExecuteRequest(
            plugin=NAME, item=ITEM, restore=BACKUP, itemFromBackup=b'{"kind":"Pod"}'
        ),
        restore_v1.RestoreItemActionExecuteResponse,
    ),
    (PluginKind.RESTORE_ITEM_ACTION_V2, "AppliesTo"): (
        restore_v2.RestoreItemActionAppliesToRequest(plugin=NAME),
        restore_v2.RestoreItemActionAppliesToResponse,
    ),
    (PluginKind.RESTORE_ITEM_ACTION_V2, "Execute"): (
        restore_v2.RestoreItemActionExecuteRequest(
            plugin=NAME, item=ITEM, restore=BACKUP, itemFromBackup=b'{"kind":"Pod"}'
        ),
        restore_v2.RestoreItemActionExecuteResponse,
    ),
    (PluginKind.RESTORE_ITEM_ACTION_V2, "Progress"): (
        restore_v2.RestoreItemActionProgressRequest(plugin=NAME, operationID="op", restore=BACKUP),
        restore_v2.RestoreItemActionProgressResponse,
    ),
    (PluginKind.RESTORE_ITEM_ACTION_V2, "Cancel"): (
        restore_v2.RestoreItemActionCancelRequest(plugin=NAME, operationID="op", restore=BACKUP),
        Empty,
    ),
    (PluginKind.RESTORE_ITEM_ACTION_V2, "AreAdditionalItemsReady"): (
        restore_v2.RestoreItemActionItemsReadyRequest(
            plugin=NAME, restore=BACKUP, additionalItems=[POD.to_message(), CLAIM.to_message()]
        ),
        restore_v2.RestoreItemActionItemsReadyResponse,
    ),
}
"""A good request for each method of the item actions, and the class of its response."""

METHODS = sorted(REQUESTS)
EXECUTES = [method for method in METHODS if method[1] == "Execute"]
PROGRESSES = [method for method in METHODS if method[1] == "Progress"]
OF_OPERATIONS = [method for method in METHODS if method[1] in ("Progress", "Cancel")]
V2_EXECUTES = [method for method in EXECUTES if method[0].endswith("V2")]
RESTORE_EXECUTES = [method for method in EXECUTES if method[0].startswith("Restore")]
RESULTS: dict[PluginKind, type[Any]] = {
    PluginKind.BACKUP_ITEM_ACTION: ExecuteResult,
    PluginKind.BACKUP_ITEM_ACTION_V2: ExecuteResultV2,
    PluginKind.RESTORE_ITEM_ACTION: RestoreResult,
    PluginKind.RESTORE_ITEM_ACTION_V2: RestoreResultV2,
}


def each_of(methods: Iterable[Method]) -> pytest.MarkDecorator:
    """Runs a test with each of these methods as ``method``."""
    return pytest.mark.parametrize("method", list(methods), ids="/".join)


class _Script:
    """What the actions under test do, by the name of their method."""

    def __init__(self) -> None:
        self.does: dict[str, Do] = {}

    def __call__(self, method: str, *arguments: object, **named: object) -> Any:
        return self.does[method](*arguments, **named)


SCRIPT = _Script()


class Scripted:
    """Each method of an action does what the script says."""

    def applies_to(self) -> ResourceSelector:
        return SCRIPT("applies_to")  # type: ignore[no-any-return]  # wrong ones are tested

    def execute(self, *arguments: Any, **named: Any) -> Any:
        return SCRIPT("execute", *arguments, **named)

    def progress(self, *arguments: Any, **named: Any) -> Any:
        return SCRIPT("progress", *arguments, **named)

    def cancel(self, *arguments: Any, **named: Any) -> Any:
        return SCRIPT("cancel", *arguments, **named)

    def are_additional_items_ready(self, *arguments: Any, **named: Any) -> Any:
        return SCRIPT("are_additional_items_ready", *arguments, **named)


class BackupV1(Scripted, BackupItemActionV1):
    pass


class BackupV2(Scripted, BackupItemActionV2):
    pass


class RestoreV1(Scripted, RestoreItemActionV1):
    pass


class RestoreV2(Scripted, RestoreItemActionV2):
    pass


class OnlyRequired(BackupItemActionV2):
    """What an author has to write."""

    def applies_to(self) -> ResourceSelector:
        return ResourceSelector()

    def execute(self, item: object, backup: object) -> ExecuteResultV2 | None:
        return None


class OnlyRequiredRestore(RestoreItemActionV2):
    """What an author has to write."""

    def applies_to(self) -> ResourceSelector:
        return ResourceSelector()

    def execute(self, item: object, item_from_backup: object, restore: object) -> None:
        return None


ACTIONS: dict[PluginKind, Callable[[], object]] = {
    PluginKind.BACKUP_ITEM_ACTION: BackupV1,
    PluginKind.BACKUP_ITEM_ACTION_V2: BackupV2,
    PluginKind.RESTORE_ITEM_ACTION: RestoreV1,
    PluginKind.RESTORE_ITEM_ACTION_V2: RestoreV2,
}
SERVICERS: dict[PluginKind, type[Any]] = {
    PluginKind.DELETE_ITEM_ACTION: DeleteItemActionServicer,
    PluginKind.ITEM_BLOCK_ACTION: ItemBlockActionServicer,
    PluginKind.OBJECT_STORE: ObjectStoreServicer,
    PluginKind.VOLUME_SNAPSHOTTER: VolumeSnapshotterServicer,
}
"""The generated servicers of the other kinds, which implement nothing."""


@contextlib.contextmanager
def every_kind(folder: Path) -> Iterator[grpc.Channel]:
    """Serves every kind: scripted actions where there are, else servicers without methods."""
    actions = [handlers_for(kind, {NAME: factory}) for kind, factory in ACTIONS.items()]
    servicers = [handlers_from_servicer(kind, servicer()) for kind, servicer in SERVICERS.items()]
    with served(folder, *actions, *servicers) as channel:
        yield channel


@contextlib.contextmanager
def fresh_script() -> Iterator[dict[str, Do]]:
    """Gives a script in which every method answers, and changes nothing."""
    SCRIPT.does = {
        "applies_to": lambda: SELECTOR,
        "execute": lambda *_: None,
        "progress": lambda *_: OperationProgress(completed=True),
        "cancel": lambda *_: None,
        "are_additional_items_ready": lambda *_: True,
    }
    yield SCRIPT.does
    SCRIPT.does = {}


def call_raw(channel: grpc.Channel, path: str, request: bytes) -> bytes:
    """Calls a method by its path with these bytes."""
    method: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(path)
    return method(request, timeout=LIMIT)


def call(channel: grpc.Channel, method: Method, request: Message | None = None) -> Any:
    """Calls a method with its good request, or another one; returns the response."""
    good, response = REQUESTS[method]
    sent = (good if request is None else request).SerializeToString()
    received = call_raw(channel, f"/{SERVICES[method[0]]}/{method[1]}", sent)
    return response.FromString(received)


def fail(channel: grpc.Channel, method: Method, request: Message | None = None) -> Refusal:
    """Calls a method that has to fail."""
    return refused(lambda: call(channel, method, request))


def changed(method: Method, **fields: object) -> Message:
    """The good request of a method with some fields changed."""
    request = type(REQUESTS[method][0])()
    request.CopyFrom(REQUESTS[method][0])
    for name, value in fields.items():
        setattr(request, name, value)
    return request
