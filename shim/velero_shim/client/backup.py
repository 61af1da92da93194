"""Clients of BackupItemAction, and a v1 one in the shape of v2."""

from __future__ import annotations

from velero_plugin.backup_item_action.v2 import backup_item_action_pb2
from velero_shim.client.calls import ActionClient, ObjectInput, encoded, identifiers
from velero_shim.client.operations import OperationsClient
from velero_shim.errors import AsyncOperationsNotSupportedError
from velero_shim.jsonbytes import JSONObject
from velero_shim.kinds import PluginKind
from velero_shim.model import ExecuteResult, ExecuteResultV2, OperationProgress, ResourceSelector


class _BackupItemActionClient(ActionClient):
    def _execute(
        self, item: ObjectInput, backup: ObjectInput, timeout: float | None
    ) -> tuple[JSONObject, backup_item_action_pb2.ExecuteResponse]:
        # v1's messages are v2's with nothing in the fields that v2 added.
        sent = encoded(item)
        request = backup_item_action_pb2.ExecuteRequest(
            plugin=self.name, item=sent, backup=encoded(backup)
        )
        answer = self._call("Execute", request, backup_item_action_pb2.ExecuteResponse, timeout)
        return self._returned_item(answer.item, sent), answer


class BackupItemActionV1Client(_BackupItemActionClient):
    """A BackupItemAction v1 of a running plugin."""

    kind = PluginKind.BACKUP_ITEM_ACTION

    def execute(
        self, item: ObjectInput, backup: ObjectInput, timeout: float | None = None
    ) -> ExecuteResult:
        """Sends one item of a backup; the result always has an item.

        Args:
            item: the item as earlier actions left it.
            backup: the backup that it is part of.
            timeout: seconds; ``None`` sets no deadline, as Velero does.

        Raises:
            PluginCallError: the plugin answered with an error.
            PluginResponseError: the item that it returned is no JSON object.
        """
        result, answer = self._execute(item, backup, timeout)
        return ExecuteResult(result, identifiers(answer.additionalItems))


class BackupItemActionV2Client(_BackupItemActionClient, OperationsClient):
    """A BackupItemAction v2 of a running plugin."""

    kind = PluginKind.BACKUP_ITEM_ACTION_V2

    def execute(
        self, item: ObjectInput, backup: ObjectInput, timeout: float | None = None
    ) -> ExecuteResultV2:
        """Sends one item of a backup, as in v1; the result may name an operation.

        Raises:
            PluginCallError: the plugin answered with an error.
            PluginResponseError: the item that it returned is no JSON object.
        """
        result, answer = self._execute(item, backup, timeout)
        return ExecuteResultV2(
            item=result,
            additional_items=identifiers(answer.additionalItems),
            operation_id=answer.operationID,
            post_operation_items=identifiers(answer.postOperationItems),
        )


class BackupItemActionV1AsV2:
    """A v1 action in the shape of v2, as Velero's server uses it.

    Source: AdaptedV1RestartableBackupItemAction of pkg/plugin/clientmgmt, v1.18.1.
    """

    def __init__(self, v1: BackupItemActionV1Client) -> None:
        self._v1 = v1

    @property
    def name(self) -> str:
        """The registered name."""
        return self._v1.name

    def applies_to(self, timeout: float | None = None) -> ResourceSelector:
        """Returns which items the action is for."""
        return self._v1.applies_to(timeout)

    def execute(
        self, item: ObjectInput, backup: ObjectInput, timeout: float | None = None
    ) -> ExecuteResultV2:
        """Sends one item; the result never names an operation."""
        result = self._v1.execute(item, backup, timeout)
        return ExecuteResultV2(result.item, result.additional_items)

    def progress(
        self, operation_id: str, owner: ObjectInput, timeout: float | None = None
    ) -> OperationProgress:
        """Always raises: a v1 action starts no operations.

        Raises:
            AsyncOperationsNotSupportedError: always.
        """
        raise AsyncOperationsNotSupportedError

    def cancel(self, operation_id: str, owner: ObjectInput, timeout: float | None = None) -> None:
        """Does nothing: there is nothing to cancel."""
