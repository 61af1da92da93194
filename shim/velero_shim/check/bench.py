"""A plugin file that is being checked, with what is known of it.

Owns what rules share: what the plugin lists, and what came back when its actions executed the
sample. Its processes are in :mod:`velero_shim.check.processes`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from velero_shim.check import wire
from velero_shim.check.processes import Processes
from velero_shim.check.selection import selects
from velero_shim.client import list_plugins
from velero_shim.errors import PluginCallError, PluginResponseError, PluginStartError, ShimError
from velero_shim.jsonbytes import JSONObject, encode_object
from velero_shim.kinds import PluginIdentifier, PluginKind
from velero_shim.manifest import minimal_backup, minimal_restore
from velero_shim.model import ResourceSelector
from velero_shim.process import START_TIMEOUT

BACKUP_V2 = (PluginKind.BACKUP_ITEM_ACTION_V2,)
WITH_OPERATIONS = (*BACKUP_V2, PluginKind.RESTORE_ITEM_ACTION_V2)
RESTORE_ACTIONS = (PluginKind.RESTORE_ITEM_ACTION, PluginKind.RESTORE_ITEM_ACTION_V2)
RETURNING_ITEMS = (PluginKind.BACKUP_ITEM_ACTION, *BACKUP_V2, *RESTORE_ACTIONS)
# Not those that delete: a sample is executed, and what it names may exist.
HARMLESS = (*RETURNING_ITEMS, PluginKind.ITEM_BLOCK_ACTION)
ITEM_ACTIONS = (*HARMLESS, PluginKind.DELETE_ITEM_ACTION)
"""The kinds that select and handle items."""


@dataclass(frozen=True, slots=True)
class Action:
    """One item action of the plugin."""

    kind: PluginKind
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class Bench(Processes):
    """The plugin under check. Use it as a context manager, or call :meth:`close`.

    Args:
        command: the plugin file and its arguments.
        sample: an item that its actions may execute, several times; ``None`` for none.
        backup: the backup that the item is part of; ``None`` takes a minimal one.
        start_timeout: seconds until the handshake line has to be there.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        sample: JSONObject | None = None,
        backup: JSONObject | None = None,
        start_timeout: float = START_TIMEOUT,
    ) -> None:
        super().__init__(command, start_timeout)
        self.sample = sample
        self._backup = encode_object(backup or minimal_backup())
        self._restore = encode_object(minimal_restore())
        self._executed: dict[Action, wire.Executed | PluginCallError] = {}
        self._under_way: set[tuple[Action, str]] = set()

    def close(self) -> None:
        """Cancels the operations that the sample started, and ends every process."""
        with contextlib.suppress(ShimError):  # a courtesy; the rule cancel-twice is about it
            while self._under_way:
                self.cancel(*self._under_way.pop())
        super().close()

    # --- what the plugin is -----------------------------------------------------

    @cached_property
    def start_failure(self) -> PluginStartError | None:
        """Why the plugin did not start the first time; ``None`` when it did."""
        try:
            with self.started() as started:
                self.line = started.process.line or ""
        except PluginStartError as error:
            return error
        return None

    @cached_property
    def list_failure(self) -> PluginCallError | None:
        """Why the plugin does not say what it serves; ``None`` when it does."""
        try:
            self._plugins = list_plugins(self.channel, timeout=wire.CALL_SECONDS)
        except PluginCallError as error:
            return error
        return None

    @property
    def plugins(self) -> list[PluginIdentifier]:
        """What the plugin lists; nothing when it does not say."""
        return [] if self.list_failure else self._plugins

    def actions(self, *kinds: PluginKind) -> list[Action]:
        """Returns what the plugin serves of these kinds, each once."""
        served = {(p.kind, p.name): None for p in self.plugins}
        return [Action(kind, name) for kind, name in served if kind in kinds]  # type: ignore[arg-type]  # in kinds

    def applies_to(self, action: Action) -> ResourceSelector:
        """Asks an action which items it is for.

        Raises:
            PluginCallError: the plugin answered with an error.
        """
        return wire.applies_to(self.channel, action.kind, action.name)

    def owner(self, kind: PluginKind) -> bytes:
        """Returns the backup, or for a restore's action the restore, that goes with each call."""
        return self._restore if kind in RESTORE_ACTIONS else self._backup

    # --- what it does with the sample -------------------------------------------

    def sampled(self, *kinds: PluginKind) -> list[Action]:
        """Returns the actions of these kinds that are for the sample."""
        return [a for a in self.actions(*kinds) if self._selects_sample(a)]

    def _selects_sample(self, action: Action) -> bool:
        if self.sample is None:
            return False
        try:
            return selects(self.applies_to(action), self.sample)
        except (PluginCallError, PluginResponseError):  # the rule applies-to tells it
            return False

    def execute(self, action: Action, item: bytes, owner: bytes | None = None) -> wire.Executed:
        """Has an action execute an item, and remembers the operation that it starts.

        Args:
            action: which one.
            item: the item's JSON.
            owner: the backup or restore to send; ``None`` takes the usual one.

        Raises:
            PluginCallError: the plugin answered with an error.
        """
        owner = self.owner(action.kind) if owner is None else owner
        executed = wire.execute(self.channel, action.kind, action.name, item, owner)
        if executed.operation_id:
            self._under_way.add((action, executed.operation_id))
        return executed

    def executed(self, action: Action) -> wire.Executed:
        """Returns what came back for the sample, which is sent the first time only.

        Raises:
            PluginCallError: the plugin answered with an error.
        """
        if action not in self._executed:
            try:
                self._executed[action] = self.execute(action, encode_object(self.sample or {}))
            except PluginCallError as error:
                self._executed[action] = error
        found = self._executed[action]
        if isinstance(found, PluginCallError):
            raise found
        return found

    def operations(self) -> list[tuple[Action, str]]:
        """Returns the operations that the sample started, each action's once."""
        found = []
        for action in self.sampled(*WITH_OPERATIONS):
            with contextlib.suppress(PluginCallError):  # the rule execute tells it
                if operation_id := self.executed(action).operation_id:
                    found.append((action, operation_id))
        return found

    def progress(self, action: Action, operation_id: str) -> wire.Reported | None:
        """Asks how far an operation is; ``None`` is an answer without a progress.

        Raises:
            PluginCallError: the plugin answered with an error.
        """
        owner = self.owner(action.kind)
        return wire.progress(self.channel, action.kind, action.name, operation_id, owner)

    def cancel(self, action: Action, operation_id: str) -> None:
        """Asks to stop an operation.

        Raises:
            PluginCallError: the plugin answered with an error.
        """
        owner = self.owner(action.kind)
        wire.cancel(self.channel, action.kind, action.name, operation_id, owner)
