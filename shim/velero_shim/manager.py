"""The actions of all plugin files, found by name, behind one process per file.

Owns the look-up: the native version first, then v1 in the shape of v2; and the processes,
until :meth:`PluginManager.close`. Source: pkg/plugin/clientmgmt/manager.go of Velero
v1.18.1. A Velero server makes and throws away a manager for each phase of a backup and for
each poll of its operations.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TypeVar, Unpack

import grpc

from velero_shim.client import (
    ActionClient,
    BackupItemActionV1AsV2,
    BackupItemActionV1Client,
    BackupItemActionV2Client,
    DeleteItemActionClient,
    ItemBlockActionClient,
    RestoreItemActionV1AsV2,
    RestoreItemActionV1Client,
    RestoreItemActionV2Client,
)
from velero_shim.errors import PluginClosedError
from velero_shim.kinds import PluginKind, qualified_name
from velero_shim.process import StartOptions
from velero_shim.registry import DoubleExecution, PluginRegistry
from velero_shim.supervisor import RestartableProcess

BackupItemActionV2 = BackupItemActionV2Client | BackupItemActionV1AsV2
RestoreItemActionV2 = RestoreItemActionV2Client | RestoreItemActionV1AsV2

_Client = TypeVar("_Client", bound=ActionClient)
_Action = TypeVar("_Action")


class PluginManager:
    """Gives the actions of a registry, and ends their processes when it is closed.

    A name without a slash gets ``velero.io/`` in front. No process is started before the
    first call of an action of its file.

    Args:
        registry: what :func:`velero_shim.registry.discover` found.
        arguments: passed to each plugin file, for example ``["--log-level", "debug"]``.
        options: how each file is started, as for :meth:`PluginProcess.start`.
    """

    def __init__(
        self,
        registry: PluginRegistry,
        *,
        arguments: Sequence[str] = (),
        **options: Unpack[StartOptions],
    ) -> None:
        self._registry = registry
        self._arguments = tuple(arguments)
        self._options = options
        self._lock = threading.Lock()
        self._closed = False
        self._processes: dict[str, RestartableProcess] = {}

    def __enter__(self) -> PluginManager:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends all processes. May be called again."""
        with self._lock:
            self._closed = True
            processes, self._processes = self._processes, {}
        for process in processes.values():
            process.close()

    # --- by name --------------------------------------------------------------

    def get_backup_item_action(self, name: str) -> BackupItemActionV1Client:
        """Returns a BackupItemAction v1.

        Raises:
            PluginNotRegisteredError: no plugin file serves it. So do all of these.
        """
        return self._client(BackupItemActionV1Client, name)

    def get_backup_item_action_v2(self, name: str) -> BackupItemActionV2:
        """Returns a BackupItemAction v2, or a v1 in its shape."""
        v2, v1 = PluginKind.BACKUP_ITEM_ACTION_V2, PluginKind.BACKUP_ITEM_ACTION
        if self._registry.get(qualified_name(name), v2, v1).kind == v2:
            return self._client(BackupItemActionV2Client, name)
        return BackupItemActionV1AsV2(self.get_backup_item_action(name))

    def get_restore_item_action(self, name: str) -> RestoreItemActionV1Client:
        """Returns a RestoreItemAction v1."""
        return self._client(RestoreItemActionV1Client, name)

    def get_restore_item_action_v2(self, name: str) -> RestoreItemActionV2:
        """Returns a RestoreItemAction v2, or a v1 in its shape."""
        v2, v1 = PluginKind.RESTORE_ITEM_ACTION_V2, PluginKind.RESTORE_ITEM_ACTION
        if self._registry.get(qualified_name(name), v2, v1).kind == v2:
            return self._client(RestoreItemActionV2Client, name)
        return RestoreItemActionV1AsV2(self.get_restore_item_action(name))

    def get_delete_item_action(self, name: str) -> DeleteItemActionClient:
        """Returns a DeleteItemAction."""
        return self._client(DeleteItemActionClient, name)

    def get_item_block_action(self, name: str) -> ItemBlockActionClient:
        """Returns an ItemBlockAction."""
        return self._client(ItemBlockActionClient, name)

    def channel_source(self, kind: PluginKind, name: str) -> Callable[[], grpc.Channel]:
        """Returns what gives the channel for each call of an action, of any kind."""
        return self._process(self._registry.get(qualified_name(name), kind).command).channel

    # --- all of a kind --------------------------------------------------------

    def get_backup_item_actions(self) -> list[BackupItemActionV1Client]:
        """Returns all BackupItemActions v1, in the order of their registration."""
        return self._all(PluginKind.BACKUP_ITEM_ACTION, self.get_backup_item_action)

    def get_backup_item_actions_v2(self) -> list[BackupItemActionV2]:
        """Returns all BackupItemActions v2, those adapted from v1 included.

        A name that is served in both versions comes twice, as a Velero server has it: see
        :meth:`double_executions`.
        """
        return self._all(PluginKind.BACKUP_ITEM_ACTION_V2, self.get_backup_item_action_v2)

    def get_restore_item_actions(self) -> list[RestoreItemActionV1Client]:
        """Returns all RestoreItemActions v1, in the order of their registration."""
        return self._all(PluginKind.RESTORE_ITEM_ACTION, self.get_restore_item_action)

    def get_restore_item_actions_v2(self) -> list[RestoreItemActionV2]:
        """Returns all RestoreItemActions v2, those adapted from v1 included."""
        return self._all(PluginKind.RESTORE_ITEM_ACTION_V2, self.get_restore_item_action_v2)

    def get_delete_item_actions(self) -> list[DeleteItemActionClient]:
        """Returns all DeleteItemActions."""
        return self._all(PluginKind.DELETE_ITEM_ACTION, self.get_delete_item_action)

    def get_item_block_actions(self) -> list[ItemBlockActionClient]:
        """Returns all ItemBlockActions."""
        return self._all(PluginKind.ITEM_BLOCK_ACTION, self.get_item_block_action)

    def double_executions(self) -> list[DoubleExecution]:
        """Returns the names that are served in two versions, and so run twice in Velero."""
        return self._registry.double_executions()

    def _all(self, kind: PluginKind, get: Callable[[str], _Action]) -> list[_Action]:
        return [get(plugin.name) for plugin in self._registry.of_kind(kind)]

    def _client(self, client: type[_Client], name: str) -> _Client:
        return client(self.channel_source(client.kind, name), qualified_name(name))

    def _process(self, command: str) -> RestartableProcess:
        with self._lock:
            if self._closed:
                raise PluginClosedError(command)
            if command not in self._processes:
                self._processes[command] = RestartableProcess(
                    (command, *self._arguments), **self._options
                )
            return self._processes[command]
