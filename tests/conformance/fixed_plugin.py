"""A plugin with fixed answers, which takes no request but the one agreed on."""

from __future__ import annotations

import grpc
from google.protobuf.empty_pb2 import Empty
from google.rpc import status_pb2

from conformance import answers
from velero_plugin.backup_item_action.v1 import backup_item_action_pb2 as v1
from velero_plugin.backup_item_action.v1 import backup_item_action_pb2_grpc as v1_grpc
from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as v2
from velero_plugin.backup_item_action.v2 import backup_item_action_pb2_grpc as v2_grpc
from velero_shim import PluginServer
from velero_shim.errors import PluginCallError
from velero_shim.kinds import PluginKind
from velero_shim.status import guarded


def expect(found: object, wanted: object) -> None:
    """Refuses a request that is not the one agreed on."""
    if found != wanted:
        raise ValueError(f"expected the request\n{wanted}\nfound\n{found}")


def fail_if_broken(item: bytes) -> None:
    """Fails as Velero's own code did when the fixture was made."""
    if item == answers.BROKEN:
        details = answers.error_status()
        message = status_pb2.Status.FromString(details).message
        raise PluginCallError("UNKNOWN", message, details=details)


class FixedV1(v1_grpc.BackupItemActionServicer):
    """BackupItemAction v1."""

    def AppliesTo(  # noqa: N802  # gRPC's name
        self, request: v1.BackupItemActionAppliesToRequest, context: grpc.ServicerContext
    ) -> v1.BackupItemActionAppliesToResponse:
        """Answers with every field set."""
        expect(request, v1.BackupItemActionAppliesToRequest(plugin=answers.V1_NAME))
        return answers.golden(v1.BackupItemActionAppliesToResponse)

    @guarded
    def Execute(  # noqa: N802  # gRPC's name
        self, request: v1.ExecuteRequest, context: grpc.ServicerContext
    ) -> v1.ExecuteResponse:
        """Answers with every field set, or fails."""
        fail_if_broken(request.item)
        wanted = v1.ExecuteRequest(plugin=answers.V1_NAME, item=answers.ITEM, backup=answers.BACKUP)
        expect(request, wanted)
        return answers.golden(v1.ExecuteResponse)


class FixedV2(v2_grpc.BackupItemActionServicer):
    """BackupItemAction v2."""

    def AppliesTo(  # noqa: N802  # gRPC's name
        self, request: v2.BackupItemActionAppliesToRequest, context: grpc.ServicerContext
    ) -> v2.BackupItemActionAppliesToResponse:
        """Answers with every field set."""
        expect(request, v2.BackupItemActionAppliesToRequest(plugin=answers.V2_NAME))
        return answers.golden(v2.BackupItemActionAppliesToResponse)

    @guarded
    def Execute(  # noqa: N802  # gRPC's name
        self, request: v2.ExecuteRequest, context: grpc.ServicerContext
    ) -> v2.ExecuteResponse:
        """Answers with every field set, or fails."""
        fail_if_broken(request.item)
        wanted = v2.ExecuteRequest(plugin=answers.V2_NAME, item=answers.ITEM, backup=answers.BACKUP)
        expect(request, wanted)
        return answers.golden(v2.ExecuteResponse)

    def Progress(  # noqa: N802  # gRPC's name
        self, request: v2.BackupItemActionProgressRequest, context: grpc.ServicerContext
    ) -> v2.BackupItemActionProgressResponse:
        """Answers to the nanosecond."""
        wanted = v2.BackupItemActionProgressRequest(
            plugin=answers.V2_NAME, operationID=answers.OPERATION, backup=answers.BACKUP
        )
        expect(request, wanted)
        return answers.progress()

    def Cancel(  # noqa: N802  # gRPC's name
        self, request: v2.BackupItemActionCancelRequest, context: grpc.ServicerContext
    ) -> Empty:
        """Answers nothing."""
        wanted = v2.BackupItemActionCancelRequest(
            plugin=answers.V2_NAME, operationID=answers.OPERATION, backup=answers.BACKUP
        )
        expect(request, wanted)
        return Empty()


def main() -> None:
    """Serves the plugin to the host that started this process."""
    server = PluginServer()
    server.register_servicer(PluginKind.BACKUP_ITEM_ACTION, [answers.V1_NAME], FixedV1())
    server.register_servicer(PluginKind.BACKUP_ITEM_ACTION_V2, [answers.V2_NAME], FixedV2())
    server.serve()


if __name__ == "__main__":
    main()
