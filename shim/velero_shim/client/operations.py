"""Progress and Cancel of the v2 item actions.

The messages of both kinds are the same bytes: field 3 holds the backup of the one, the
restore of the other. So the backup item action's serve both here.
"""

from __future__ import annotations

from google.protobuf.empty_pb2 import Empty

from velero_plugin.backup_item_action.v2 import backup_item_action_pb2
from velero_shim.client.calls import ActionClient, ObjectInput, encoded
from velero_shim.errors import PluginResponseError
from velero_shim.model import OperationProgress


class OperationsClient(ActionClient):
    """An action that may leave operations under way."""

    def progress(
        self, operation_id: str, owner: ObjectInput, timeout: float | None = None
    ) -> OperationProgress:
        """Asks how far an operation is.

        Args:
            operation_id: what ``execute`` returned.
            owner: the backup or the restore that the operation is part of.
            timeout: seconds; ``None`` sets no deadline.

        Raises:
            PluginCallError: the plugin answered with an error.
            PluginResponseError: it answered without a progress, or with an impossible time.
        """
        request = backup_item_action_pb2.BackupItemActionProgressRequest(
            plugin=self.name, operationID=operation_id, backup=encoded(owner)
        )
        response = backup_item_action_pb2.BackupItemActionProgressResponse
        answer = self._call("Progress", request, response, timeout)
        if not answer.HasField("progress"):
            raise PluginResponseError(
                f"{self.name}: the answer to Progress of operation {operation_id} holds no "
                "progress, which would crash a Velero server"
            )
        try:
            return OperationProgress.from_message(answer.progress)
        except ValueError as error:
            raise PluginResponseError(f"{self.name}: the returned progress has {error}") from error

    def cancel(self, operation_id: str, owner: ObjectInput, timeout: float | None = None) -> None:
        """Asks to stop an operation.

        Args:
            operation_id: what ``execute`` returned.
            owner: the backup or the restore that the operation is part of.
            timeout: seconds; ``None`` sets no deadline.

        Raises:
            PluginCallError: the plugin answered with an error; Velero ignores it.
        """
        request = backup_item_action_pb2.BackupItemActionCancelRequest(
            plugin=self.name, operationID=operation_id, backup=encoded(owner)
        )
        self._call("Cancel", request, Empty, timeout)
