"""Handlers of BackupItemAction, v1 and v2."""

from __future__ import annotations

import grpc
from google.protobuf.empty_pb2 import Empty

from velero_plugin.backup_item_action.v1 import backup_item_action_pb2 as v1
from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as v2
from velero_shim.actions import BackupItemActionV1, BackupItemActionV2
from velero_shim.jsonbytes import decode_object
from velero_shim.model import ExecuteResult, ExecuteResultV2
from velero_shim.objects import Backup
from velero_shim.servicers.items import (
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


class BackupItemActionV1Servicer:
    """Serves the v1 actions of a mux as ``generated.BackupItemAction``."""

    def __init__(self, mux: ServerMux[BackupItemActionV1]) -> None:
        self._mux = mux

    @guarded
    def AppliesTo(
        self, request: v1.BackupItemActionAppliesToRequest, context: grpc.ServicerContext
    ) -> v1.BackupItemActionAppliesToResponse:
        """Answers which items the action is for."""
        selector = self._mux.get(request.plugin).applies_to()
        return v1.BackupItemActionAppliesToResponse(ResourceSelector=selector_message(selector))

    @guarded
    def Execute(
        self, request: v1.ExecuteRequest, context: grpc.ServicerContext
    ) -> v1.ExecuteResponse:
        """Runs the action on one item."""
        action = self._mux.get(request.plugin)
        returned = action.execute(decode_object(request.item, "item"), Backup(request.backup))
        result = result_or_default(returned, ExecuteResult)
        return v1.ExecuteResponse(
            item=item_bytes(result.item, request.item),
            additionalItems=identifier_messages(result.additional_items, "additional_items"),
        )


class BackupItemActionV2Servicer:
    """Serves the v2 actions of a mux as ``v2.BackupItemAction``."""

    def __init__(self, mux: ServerMux[BackupItemActionV2]) -> None:
        self._mux = mux

    @guarded
    def AppliesTo(
        self, request: v2.BackupItemActionAppliesToRequest, context: grpc.ServicerContext
    ) -> v2.BackupItemActionAppliesToResponse:
        """Answers which items the action is for."""
        selector = self._mux.get(request.plugin).applies_to()
        return v2.BackupItemActionAppliesToResponse(ResourceSelector=selector_message(selector))

    @guarded
    def Execute(
        self, request: v2.ExecuteRequest, context: grpc.ServicerContext
    ) -> v2.ExecuteResponse:
        """Runs the action on one item; it may leave an operation under way."""
        action = self._mux.get(request.plugin)
        returned = action.execute(decode_object(request.item, "item"), Backup(request.backup))
        result = result_or_default(returned, ExecuteResultV2)
        return v2.ExecuteResponse(
            item=item_bytes(result.item, request.item),
            additionalItems=identifier_messages(result.additional_items, "additional_items"),
            operationID=operation_id_text(result.operation_id),
            postOperationItems=identifier_messages(
                result.post_operation_items, "post_operation_items"
            ),
        )

    @guarded
    def Progress(
        self, request: v2.BackupItemActionProgressRequest, context: grpc.ServicerContext
    ) -> v2.BackupItemActionProgressResponse:
        """Reports on an operation."""
        action = self._mux.get(request.plugin)
        progress = action.progress(request.operationID, Backup(request.backup))
        return v2.BackupItemActionProgressResponse(progress=progress_message(progress))

    @guarded
    def Cancel(
        self, request: v2.BackupItemActionCancelRequest, context: grpc.ServicerContext
    ) -> Empty:
        """Stops an operation."""
        self._mux.get(request.plugin).cancel(request.operationID, Backup(request.backup))
        return Empty()
