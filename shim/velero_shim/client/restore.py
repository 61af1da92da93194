"""Clients of RestoreItemAction, and a v1 one in the shape of v2."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from google.protobuf.duration_pb2 import Duration

from velero_plugin.restore_item_action.v2 import restore_item_action_pb2
from velero_shim.client.calls import ActionClient, ObjectInput, encoded, identifiers
from velero_shim.client.operations import OperationsClient
from velero_shim.errors import AsyncOperationsNotSupportedError, PluginResponseError
from velero_shim.jsonbytes import JSONObject
from velero_shim.kinds import PluginKind
from velero_shim.model import (
    OperationProgress,
    ResourceIdentifier,
    ResourceSelector,
    RestoreResult,
    RestoreResultV2,
)


class _RestoreItemActionClient(ActionClient):
    def _execute(
        self,
        item: ObjectInput,
        item_from_backup: ObjectInput,
        restore: ObjectInput,
        timeout: float | None,
    ) -> tuple[JSONObject, restore_item_action_pb2.RestoreItemActionExecuteResponse]:
        # v1's messages are v2's with nothing in the fields that v2 added.
        sent = encoded(item)
        request = restore_item_action_pb2.RestoreItemActionExecuteRequest(
            plugin=self.name,
            item=sent,
            restore=encoded(restore),
            itemFromBackup=encoded(item_from_backup),
        )
        response = restore_item_action_pb2.RestoreItemActionExecuteResponse
        answer = self._call("Execute", request, response, timeout)
        return self._returned_item(answer.item, sent), answer


class RestoreItemActionV1Client(_RestoreItemActionClient):
    """A RestoreItemAction v1 of a running plugin."""

    kind = PluginKind.RESTORE_ITEM_ACTION

    def execute(
        self,
        item: ObjectInput,
        item_from_backup: ObjectInput,
        restore: ObjectInput,
        timeout: float | None = None,
    ) -> RestoreResult:
        """Sends one item of a restore; the result always has an item.

        Args:
            item: the item as it is about to be restored.
            item_from_backup: the item as the backup holds it.
            restore: the restore that it is part of.
            timeout: seconds; ``None`` sets no deadline, as Velero does.

        Raises:
            PluginCallError: the plugin answered with an error.
            PluginResponseError: the item that it returned is no JSON object.
        """
        result, answer = self._execute(item, item_from_backup, restore, timeout)
        return RestoreResult(result, identifiers(answer.additionalItems), answer.skipRestore)


class RestoreItemActionV2Client(_RestoreItemActionClient, OperationsClient):
    """A RestoreItemAction v2 of a running plugin."""

    kind = PluginKind.RESTORE_ITEM_ACTION_V2

    def execute(
        self,
        item: ObjectInput,
        item_from_backup: ObjectInput,
        restore: ObjectInput,
        timeout: float | None = None,
    ) -> RestoreResultV2:
        """Sends one item of a restore, as in v1; the result may name an operation.

        Raises:
            PluginCallError: the plugin answered with an error.
            PluginResponseError: what it returned is no JSON object or no duration.
        """
        result, answer = self._execute(item, item_from_backup, restore, timeout)
        return RestoreResultV2(
            item=result,
            additional_items=identifiers(answer.additionalItems),
            skip_restore=answer.skipRestore,
            operation_id=answer.operationID,
            wait_for_additional_items=answer.waitForAdditionalItems,
            additional_items_ready_timeout=_timedelta(answer.additionalItemsReadyTimeout),
        )

    def are_additional_items_ready(
        self,
        additional_items: Sequence[ResourceIdentifier],
        restore: ObjectInput,
        timeout: float | None = None,
    ) -> bool:
        """Asks whether the additional items of an ``execute`` are ready for its item.

        Raises:
            PluginCallError: the plugin answered with an error.
        """
        request = restore_item_action_pb2.RestoreItemActionItemsReadyRequest(
            plugin=self.name,
            restore=encoded(restore),
            additionalItems=[identifier.to_message() for identifier in additional_items],
        )
        response = restore_item_action_pb2.RestoreItemActionItemsReadyResponse
        return self._call("AreAdditionalItemsReady", request, response, timeout).ready


class RestoreItemActionV1AsV2:
    """A v1 action in the shape of v2, as Velero's server uses it.

    Source: AdaptedV1RestartableRestoreItemAction of pkg/plugin/clientmgmt, v1.18.1.
    """

    def __init__(self, v1: RestoreItemActionV1Client) -> None:
        self._v1 = v1

    @property
    def name(self) -> str:
        """The registered name."""
        return self._v1.name

    def applies_to(self, timeout: float | None = None) -> ResourceSelector:
        """Returns which items the action is for."""
        return self._v1.applies_to(timeout)

    def execute(
        self,
        item: ObjectInput,
        item_from_backup: ObjectInput,
        restore: ObjectInput,
        timeout: float | None = None,
    ) -> RestoreResultV2:
        """Sends one item; the result never names an operation."""
        result = self._v1.execute(item, item_from_backup, restore, timeout)
        return RestoreResultV2(result.item, result.additional_items, result.skip_restore)

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

    def are_additional_items_ready(
        self,
        additional_items: Sequence[ResourceIdentifier],
        restore: ObjectInput,
        timeout: float | None = None,
    ) -> bool:
        """Always true: a v1 action waits for nothing."""
        return True


def _timedelta(duration: Duration) -> timedelta | None:
    """Reads a duration; Go's plugins send zero for "not set"."""
    try:
        return duration.ToTimedelta() or None
    except (ValueError, OverflowError) as error:
        raise PluginResponseError(f"the returned duration cannot be: {error}") from error
