"""v2 messages turned into v1 ones, as pure functions.

Owns what belongs to which pair of versions and what v1 cannot say. Where the bytes are
the same in both versions nothing is here: they are passed on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from google.protobuf.message import DecodeError

from velero_shim.errors import PluginCallError
from velero_shim.kinds import PluginKind
from velero_shim.objects import Backup, LazyObject, Restore

DECLARED_LOSSES: dict[str, str] = {
    "v2.ExecuteResponse.operationID": "the operation is awaited before v1's Execute returns",
    "v2.ExecuteResponse.postOperationItems": "they follow v1's additionalItems",
    "v2.RestoreItemActionExecuteResponse.operationID": (
        "the operation is awaited before v1's Execute returns"
    ),
    "v2.RestoreItemActionExecuteResponse.waitForAdditionalItems": (
        "a v1 host restores the item without waiting for its additional items"
    ),
    "v2.RestoreItemActionExecuteResponse.additionalItemsReadyTimeout": (
        "a v1 host does not wait for additional items"
    ),
}
"""Fields of v2 that have no place in v1's messages, and what becomes of them."""


@dataclass(frozen=True, slots=True)
class VersionPair:
    """The two versions of one item action.

    Attributes:
        v1: the v1 kind.
        v2: the v2 kind.
        subject: the request field that holds what the item is part of.
        view: the lazy view of that object.
        prefix: what the names of most messages start with.
        execute: the common part of the names of Execute's messages.
        messages_v1: the module of v1's messages.
        messages_v2: the module of v2's messages.
    """

    v1: PluginKind
    v2: PluginKind
    subject: str
    view: type[LazyObject]
    prefix: str
    execute: str
    messages_v1: ModuleType
    messages_v2: ModuleType

    def operation_request(self, execute_request: bytes, operation_id: str) -> tuple[str, bytes]:
        """Returns the plugin's name and the request for Progress or Cancel.

        Both have the same fields under the same numbers, so one text serves for both.
        """
        request = getattr(self.messages_v1, f"{self.execute}Request").FromString(execute_request)
        message = getattr(self.messages_v2, f"{self.prefix}ProgressRequest")(
            plugin=request.plugin, operationID=operation_id
        )
        setattr(message, self.subject, getattr(request, self.subject))
        return request.plugin, message.SerializeToString()

    def subject_of(self, operation_request: bytes) -> LazyObject:
        """Returns the backup or restore in a request for Progress or Cancel.

        Raises:
            InvalidJSONError: it is not JSON.
        """
        message = getattr(self.messages_v2, f"{self.prefix}ProgressRequest").FromString(
            operation_request
        )
        return self.view(getattr(message, self.subject))

    def execute_response(self, response: Any) -> Any:
        """Returns v2's ExecuteResponse as a message; a servicer gave one, a plugin bytes.

        Raises:
            PluginCallError: the plugin answered with other bytes.
            TypeError: the servicer answered with something else.
        """
        return _message(getattr(self.messages_v2, f"{self.execute}Response"), response)

    def progress_response(self, response: Any) -> Any:
        """Returns v2's ProgressResponse as a message.

        Raises:
            PluginCallError: the plugin answered with other bytes, or without the progress.
            TypeError: the servicer answered with something else.
        """
        message = _message(getattr(self.messages_v2, f"{self.prefix}ProgressResponse"), response)
        if not message.HasField("progress"):
            raise PluginCallError("INTERNAL", "the plugin answered Progress without a progress")
        return message

    def execute_response_v2_to_v1(self, response: Any, *, operation_over: bool) -> bytes:
        """Returns the bytes of v1's ExecuteResponse.

        Args:
            response: v2's message.
            operation_over: its operation was awaited, and the items to collect after it
                follow the additional items, none twice. Without an operation v2's
                postOperationItems are ignored, as Velero does.
        """
        fields: dict[str, Any] = {"item": response.item}
        if self.v1 is PluginKind.RESTORE_ITEM_ACTION:
            fields["skipRestore"] = response.skipRestore
        items: Iterable[Any] = response.additionalItems
        if operation_over:
            after = getattr(response, "postOperationItems", ())
            items = _without_repeats([*response.additionalItems, *after])
        message = getattr(self.messages_v1, f"{self.execute}Response")(**fields)
        message.additionalItems.extend(
            type(item)(
                group=item.group, resource=item.resource, namespace=item.namespace, name=item.name
            )
            for item in items
        )
        return bytes(message.SerializeToString())


def _message(expected: type[Any], response: object) -> Any:
    if isinstance(response, expected):
        return response
    name = expected.DESCRIPTOR.full_name
    if not isinstance(response, bytes):
        raise TypeError(f"the servicer returned {type(response).__name__}, expected a {name}")
    try:
        return expected.FromString(response)
    except DecodeError as error:
        raise PluginCallError("INTERNAL", f"the plugin answered with no {name}: {error}") from None


def _without_repeats(items: Iterable[Any]) -> Iterator[Any]:
    seen: set[tuple[str, str, str, str]] = set()
    for item in items:
        key = (item.group, item.resource, item.namespace, item.name)
        if key not in seen:
            seen.add(key)
            yield item


def backup_item_action_pair() -> VersionPair:
    """Returns the two versions of BackupItemAction."""
    from velero_plugin.backup_item_action.v1 import backup_item_action_pb2 as messages_v1
    from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as messages_v2

    return VersionPair(
        v1=PluginKind.BACKUP_ITEM_ACTION,
        v2=PluginKind.BACKUP_ITEM_ACTION_V2,
        subject="backup",
        view=Backup,
        prefix="BackupItemAction",
        execute="Execute",
        messages_v1=messages_v1,
        messages_v2=messages_v2,
    )


def restore_item_action_pair() -> VersionPair:
    """Returns the two versions of RestoreItemAction."""
    from velero_plugin.restore_item_action.v1 import restore_item_action_pb2 as messages_v1
    from velero_plugin.restore_item_action.v2 import restore_item_action_pb2 as messages_v2

    return VersionPair(
        v1=PluginKind.RESTORE_ITEM_ACTION,
        v2=PluginKind.RESTORE_ITEM_ACTION_V2,
        subject="restore",
        view=Restore,
        prefix="RestoreItemAction",
        execute="RestoreItemActionExecute",
        messages_v1=messages_v1,
        messages_v2=messages_v2,
    )
