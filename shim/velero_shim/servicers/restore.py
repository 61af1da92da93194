"""Handlers of RestoreItemAction, v1 and v2."""

from __future__ import annotations

import grpc
from google.protobuf.empty_pb2 import Empty

from velero_plugin.restore_item_action.v1 import restore_item_action_pb2 as v1
from velero_plugin.restore_item_action.v2 import restore_item_action_pb2 as v2
from velero_shim.actions import RestoreItemActionV1, RestoreItemActionV2
from velero_shim.jsonbytes import decode_object
from velero_shim.model import ResourceIdentifier, RestoreResult, RestoreResultV2
from velero_shim.objects import Restore
from velero_shim.servicers.items import (
    duration_message,
    flag,
    identifier_messages,
    item_bytes,
    operation_id_text,
    progress_message,
    result_or_default,
    selector_message,
)
from velero_shim.servicers.mux import ServerMux
from velero_shim.status import guarded

# The methods have the wire's names because gRPC's generated code calls them by those.
# ruff: noqa: N802


class RestoreItemActionV1Servicer:
    """Serves the v1 actions of a mux as ``generated.RestoreItemAction``."""

    def __init__(self, mux: ServerMux[RestoreItemActionV1]) -> None:
        self._mux = mux

    @guarded
    def AppliesTo(
        self, request: v1.RestoreItemActionAppliesToRequest, context: grpc.ServicerContext
    ) -> v1.RestoreItemActionAppliesToResponse:
        """Answers which items the action is for."""
        selector = self._mux.get(request.plugin).applies_to()
        return v1.RestoreItemActionAppliesToResponse(ResourceSelector=selector_message(selector))

    @guarded
    def Execute(
        self, request: v1.RestoreItemActionExecuteRequest, context: grpc.ServicerContext
    ) -> v1.RestoreItemActionExecuteResponse:
        """Runs the action on one item."""
        returned = self._mux.get(request.plugin).execute(
            decode_object(request.item, "item"),
            decode_object(request.itemFromBackup, "itemFromBackup"),
            Restore(request.restore),
        )
        result = result_or_default(returned, RestoreResult)
        return v1.RestoreItemActionExecuteResponse(
            item=item_bytes(result.item, request.item),
            additionalItems=identifier_messages(result.additional_items, "additional_items"),
            skipRestore=flag(result.skip_restore, "skip_restore is"),
        )


class RestoreItemActionV2Servicer:
    """Serves the v2 actions of a mux as ``v2.RestoreItemAction``."""

    def __init__(self, mux: ServerMux[RestoreItemActionV2]) -> None:
        self._mux = mux

    @guarded
    def AppliesTo(
        self, request: v2.RestoreItemActionAppliesToRequest, context: grpc.ServicerContext
    ) -> v2.RestoreItemActionAppliesToResponse:
        """Answers which items the action is for."""
        selector = self._mux.get(request.plugin).applies_to()
        return v2.RestoreItemActionAppliesToResponse(ResourceSelector=selector_message(selector))

    @guarded
    def Execute(
        self, request: v2.RestoreItemActionExecuteRequest, context: grpc.ServicerContext
    ) -> v2.RestoreItemActionExecuteResponse:
        """Runs the action on one item; it may leave an operation under way."""
        returned = self._mux.get(request.plugin).execute(
            decode_object(request.item, "item"),
            decode_object(request.itemFromBackup, "itemFromBackup"),
            Restore(request.restore),
        )
        result = result_or_default(returned, RestoreResultV2)
        return v2.RestoreItemActionExecuteResponse(
            item=item_bytes(result.item, request.item),
            additionalItems=identifier_messages(result.additional_items, "additional_items"),
            skipRestore=flag(result.skip_restore, "skip_restore is"),
            operationID=operation_id_text(result.operation_id),
            waitForAdditionalItems=flag(
                result.wait_for_additional_items, "wait_for_additional_items is"
            ),
            additionalItemsReadyTimeout=duration_message(
                result.additional_items_ready_timeout, "additional_items_ready_timeout"
            ),
        )

    @guarded
    def Progress(
        self, request: v2.RestoreItemActionProgressRequest, context: grpc.ServicerContext
    ) -> v2.RestoreItemActionProgressResponse:
        """Reports on an operation."""
        action = self._mux.get(request.plugin)
        progress = action.progress(request.operationID, Restore(request.restore))
        return v2.RestoreItemActionProgressResponse(progress=progress_message(progress))

    @guarded
    def Cancel(
        self, request: v2.RestoreItemActionCancelRequest, context: grpc.ServicerContext
    ) -> Empty:
        """Stops an operation."""
        self._mux.get(request.plugin).cancel(request.operationID, Restore(request.restore))
        return Empty()

    @guarded
    def AreAdditionalItemsReady(
        self, request: v2.RestoreItemActionItemsReadyRequest, context: grpc.ServicerContext
    ) -> v2.RestoreItemActionItemsReadyResponse:
        """Answers whether the additional items of an Execute are ready."""
        items = [ResourceIdentifier.from_message(item) for item in request.additionalItems]
        action = self._mux.get(request.plugin)
        ready = action.are_additional_items_ready(items, Restore(request.restore))
        return v2.RestoreItemActionItemsReadyResponse(
            ready=flag(ready, "are_additional_items_ready returned")
        )
