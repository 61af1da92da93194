"""One generated v1 servicer, served natively and upgraded to v2 in the same process."""

from __future__ import annotations

import grpc

from velero_plugin.backup_item_action.v1 import backup_item_action_pb2 as v1
from velero_plugin.backup_item_action.v1 import backup_item_action_pb2_grpc as v1_grpc
from velero_shim.adapters import upgrade_backup_item_action_v1_to_v2
from velero_shim.kinds import PluginKind
from velero_shim.runtime import serve_services
from velero_shim.servicers import handlers_from_servicer

# ruff: noqa: N802  # gRPC's own names


class Echo(v1_grpc.BackupItemActionServicer):
    """Returns each item as it came."""

    def AppliesTo(
        self, request: v1.BackupItemActionAppliesToRequest, context: grpc.ServicerContext
    ) -> v1.BackupItemActionAppliesToResponse:
        """Everything."""
        return v1.BackupItemActionAppliesToResponse()

    def Execute(
        self, request: v1.ExecuteRequest, context: grpc.ServicerContext
    ) -> v1.ExecuteResponse:
        """Returns the item."""
        return v1.ExecuteResponse(item=request.item)


def main() -> None:
    """Serves it both ways."""
    echo = Echo()
    native = handlers_from_servicer(PluginKind.BACKUP_ITEM_ACTION, echo)
    serve_services([native, upgrade_backup_item_action_v1_to_v2(echo)], lambda: [])


if __name__ == "__main__":
    main()
