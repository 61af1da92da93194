"""A plugin file in a test: started as Velero starts it, called by its actions' names.

Owns the look-up of actions and the plugin's log; the pytest fixtures in
:mod:`velero_shim.pytest_plugin` give it to tests. It works without pytest, too.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TypeVar

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
    list_plugins,
)
from velero_shim.kinds import PluginIdentifier, PluginKind, qualified_name
from velero_shim.loglines import LogLine
from velero_shim.process import START_TIMEOUT
from velero_shim.registry import PluginPath, PluginRegistry
from velero_shim.supervisor import RestartableProcess

_Client = TypeVar("_Client", bound=ActionClient)


class PluginUnderTest:
    """A plugin file with its actions. Use it as a context manager, or call :meth:`close`.

    A name without a slash gets ``velero.io/`` in front, as in Velero.

    Args:
        file: the plugin file.
        arguments: passed to it, for example ``["--log-level", "debug"]``.
        environment: variables on top of this process's own and those of a Velero host.
        start_timeout: seconds until the handshake line has to be there.

    Raises:
        PluginStartError: the plugin did not start.
        PluginCallError: it does not say what it serves.
        RegistrationError: Velero would refuse what it lists.
    """

    def __init__(
        self,
        file: PluginPath,
        *,
        arguments: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        start_timeout: float = START_TIMEOUT,
    ) -> None:
        self._command = (os.path.abspath(file), *arguments)  # noqa: PTH100  # a link stays one
        self._environment = environment
        self._start_timeout = start_timeout
        self._lines: list[str] = []
        self._lock = threading.Lock()
        self._process = self._new_process()
        try:
            self._registry = self._listed()
        except BaseException:
            self.close()
            raise

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.file!r})"

    def __enter__(self) -> PluginUnderTest:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- the plugin -------------------------------------------------------------

    @property
    def file(self) -> str:
        """The plugin file."""
        return self._command[0]

    @property
    def plugins(self) -> list[PluginIdentifier]:
        """What the file serves, in the order in which it lists it."""
        return list(self._registry)

    @property
    def pid(self) -> int | None:
        """The ID of the present process; it changes when the plugin is restarted."""
        return self._process.pid

    @property
    def log(self) -> str:
        """What the plugin has logged and printed so far."""
        with self._lock:
            return "".join(self._lines)

    def restart(self) -> None:
        """Ends the process; the next call finds a new one.

        Velero does so between Execute and Progress, and between one Progress and the next.
        """
        self._process.close()
        self._process = self._new_process()

    def close(self) -> None:
        """Ends the process. May be called again."""
        self._process.close()

    # --- its actions ------------------------------------------------------------

    def backup_item_action(self, name: str) -> BackupItemActionV1Client:
        """Returns a BackupItemAction v1.

        Raises:
            PluginNotRegisteredError: the file does not serve it. So do all of these.
        """
        return self._client(BackupItemActionV1Client, name)

    def backup_item_action_v2(self, name: str) -> BackupItemActionV2Client | BackupItemActionV1AsV2:
        """Returns a BackupItemAction v2, or a v1 in its shape, as Velero's server uses it."""
        v2, v1 = PluginKind.BACKUP_ITEM_ACTION_V2, PluginKind.BACKUP_ITEM_ACTION
        if self._registry.get(qualified_name(name), v2, v1).kind == v2:
            return self._client(BackupItemActionV2Client, name)
        return BackupItemActionV1AsV2(self.backup_item_action(name))

    def restore_item_action(self, name: str) -> RestoreItemActionV1Client:
        """Returns a RestoreItemAction v1."""
        return self._client(RestoreItemActionV1Client, name)

    def restore_item_action_v2(
        self, name: str
    ) -> RestoreItemActionV2Client | RestoreItemActionV1AsV2:
        """Returns a RestoreItemAction v2, or a v1 in its shape, as Velero's server uses it."""
        v2, v1 = PluginKind.RESTORE_ITEM_ACTION_V2, PluginKind.RESTORE_ITEM_ACTION
        if self._registry.get(qualified_name(name), v2, v1).kind == v2:
            return self._client(RestoreItemActionV2Client, name)
        return RestoreItemActionV1AsV2(self.restore_item_action(name))

    def delete_item_action(self, name: str) -> DeleteItemActionClient:
        """Returns a DeleteItemAction."""
        return self._client(DeleteItemActionClient, name)

    def item_block_action(self, name: str) -> ItemBlockActionClient:
        """Returns an ItemBlockAction."""
        return self._client(ItemBlockActionClient, name)

    def channel(self) -> grpc.Channel:
        """Returns the channel for the next call, for kinds and calls without a client here."""
        return self._process.channel()

    def _client(self, client: type[_Client], name: str) -> _Client:
        self._registry.get(qualified_name(name), client.kind)
        # Not the channel itself: a restart brings another.
        return client(self.channel, qualified_name(name))

    def _listed(self) -> PluginRegistry:
        registry = PluginRegistry()
        for plugin in list_plugins(self.channel, timeout=self._start_timeout):
            registry.register(plugin)
        return registry

    def _new_process(self) -> RestartableProcess:
        return RestartableProcess(
            self._command,
            environment=self._environment,
            start_timeout=self._start_timeout,
            on_log=self._on_log,
            on_stdio=self._on_stdio,
        )

    def _on_log(self, line: LogLine) -> None:
        facts = [f"{k}={v}" for k, v in line.fields.items() if not k.startswith("@")]
        self._keep(" ".join([f"[{line.level}] {line.message}", *facts]) + "\n")

    def _on_stdio(self, _stream: str, data: bytes) -> None:
        self._keep(data.decode("utf-8", "backslashreplace"))

    def _keep(self, text: str) -> None:
        with self._lock:
            self._lines.append(text)
