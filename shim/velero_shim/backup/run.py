"""A local backup from its first phase to its last, as Velero's three controllers run it.

Owns the phases and the lives of plugin processes: one plugin manager for the main phase and the
first poll in it, a new one for each further poll, a new one to finalize. Source:
pkg/controller/backup_controller.go, backup_operations_controller.go and
backup_finalizer_controller.go of Velero v1.18.1.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial

from velero_shim.backup.archive import Contents
from velero_shim.backup.cluster import Cluster, Item
from velero_shim.backup.events import OnEvent, OperationsPolled, PhaseChanged
from velero_shim.backup.execution import ItemBackupper
from velero_shim.backup.finalizing import finalized_files
from velero_shim.backup.journal import Journal, printed
from velero_shim.backup.mainphase import MainPhase
from velero_shim.backup.request import BackupSpec, Request, prepare, timestamp
from velero_shim.errors import ShimError
from velero_shim.manager import BackupItemActionV2, PluginManager
from velero_shim.operations import POLL_INTERVAL, Operation, OperationList, OwnerPhase
from velero_shim.registry import PluginRegistry

COMPLETED = "Completed"
PARTIALLY_FAILED = "PartiallyFailed"
FAILED = "Failed"

_ARGOCD_LABEL = "argocd.argoproj.io/managed-by"


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How a backup runs.

    Attributes:
        poll_interval: the time between two polls of its operations.
        workers: how many blocks of items are backed up at a time.
        keep_plugins: keeps plugin processes running, which Velero does not.
        clock: returns the present time.
        sleep: waits so many seconds.
    """

    poll_interval: timedelta = POLL_INTERVAL
    workers: int = 1
    keep_plugins: bool = False
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    sleep: Callable[[float], None] = time.sleep


@dataclass(frozen=True, slots=True)
class BackupResult:
    """What a backup came to.

    Attributes:
        request: the backup, with its last status.
        contents: its files.
        operations: all operations, as the last poll left them.
        journal: its log.
        finalize_errors: how many errors the finalize phase logged; Velero does not count them.
        left_out: the items that filters or actions keep out of the backup; failed ones are not
            among them.
    """

    request: Request
    contents: Contents
    operations: Sequence[Operation]
    journal: Journal
    finalize_errors: int
    left_out: Sequence[Item] = ()

    @property
    def phase(self) -> str:
        """Completed, PartiallyFailed or Failed."""
        return str(self.request.status["phase"])


def run_backup(
    cluster: Cluster,
    registry: PluginRegistry,
    spec: BackupSpec,
    on_event: OnEvent,
    options: RunOptions | None = None,
) -> BackupResult:
    """Backs up a cluster of manifests.

    Args:
        cluster: the manifests.
        registry: the plugins.
        spec: what is backed up.
        on_event: takes what happens, one event at a time.
        options: how it runs.

    Raises:
        SelectorError: the label selector is none.
    """
    chosen = options or RunOptions()
    return _Run(cluster, registry, spec, on_event, chosen).run()


class _Run:
    def __init__(
        self,
        cluster: Cluster,
        registry: PluginRegistry,
        spec: BackupSpec,
        on_event: OnEvent,
        options: RunOptions,
    ) -> None:
        self._registry = registry
        self._options = options
        self._journal = Journal(on_event, options.clock)
        self._request = prepare(spec, cluster, options.clock())
        self._contents = Contents()
        self._manager: PluginManager | None = None
        self._operations = OperationList(self._request.backup(), self._action, options.clock)
        self._finalize_errors = 0
        self._left_out: tuple[Item, ...] = ()

    def run(self) -> BackupResult:
        self._journal.tell(PhaseChanged("InProgress"))
        with self._kept_plugins():
            try:
                self._back_up_and_poll()
            except ShimError as error:
                self._fail(error)
        return BackupResult(
            self._request,
            self._contents,
            tuple(self._operations.operations),
            self._journal,
            self._finalize_errors,
            self._left_out,
        )

    def _back_up_and_poll(self) -> None:
        with self._plugins() as manager:
            phase = MainPhase(self._request, self._registry, self._journal, self._options.workers)
            backupper = phase.run(manager, self._operations, self._contents)
            items = self._request.cluster.all_items()
            self._left_out = tuple(i for i in items if i.key not in backupper.backed_up)
            self._poll()  # while the processes of the main phase still run
        # Everything so far counts, a plugin's own lines of that level too.
        status = self._request.status
        status["warnings"] = self._journal.count("warn")
        status["errors"] = self._journal.count("error")
        self._operations_phase(status["errors"] > 0)
        while any(operation.is_open for operation in self._operations.operations):
            self._options.sleep(self._options.poll_interval.total_seconds())
            with self._plugins():
                status["errors"] += self._poll()
            self._set_phase(self._operations.phase)
        self._finalize(backupper)

    # --- plugin processes ---------------------------------------------------------

    @contextmanager
    def _kept_plugins(self) -> Iterator[None]:
        if not self._options.keep_plugins:
            yield
            return
        with self._new_manager() as self._manager:
            yield

    @contextmanager
    def _plugins(self) -> Iterator[PluginManager]:
        if self._options.keep_plugins and self._manager is not None:
            yield self._manager
            return
        with self._new_manager() as manager:
            self._manager = manager
            yield manager

    def _new_manager(self) -> PluginManager:
        return PluginManager(
            self._registry,
            on_log=self._journal.plugin_line,
            on_stdio=partial(printed, self._journal),
        )

    def _action(self, name: str) -> BackupItemActionV2:
        assert self._manager is not None
        return self._manager.get_backup_item_action_v2(name)

    # --- operations -----------------------------------------------------------------

    def _poll(self) -> int:
        before = len(self._operations.errors)
        self._operations.poll()
        for error in self._operations.errors[before:]:
            self._journal.log("error", error)
        self._count_operations()
        self._journal.tell(OperationsPolled(tuple(self._operations.operations)))
        return len(self._operations.errors) - before

    def _count_operations(self) -> None:
        if self._operations.operations:
            status, operations = self._request.status, self._operations
            status["backupItemOperationsAttempted"] = len(operations.operations)
            status["backupItemOperationsCompleted"] = operations.completed
            status["backupItemOperationsFailed"] = operations.failed

    def _operations_phase(self, failed: bool) -> None:
        waiting = any(operation.is_open for operation in self._operations.operations)
        phases = (OwnerPhase.WAITING, OwnerPhase.WAITING_PARTIALLY_FAILED)
        self._operations.phase = (phases if waiting else _FINALIZING)[failed]
        self._set_phase(self._operations.phase)

    def _set_phase(self, phase: str) -> None:
        if self._request.status["phase"] != str(phase):
            self._request.status["phase"] = str(phase)
            self._journal.tell(PhaseChanged(str(phase)))
        self._operations.owner = self._request.backup()

    # --- the end --------------------------------------------------------------------

    def _finalize(self, main: ItemBackupper) -> None:
        before = self._journal.count("error")
        if self._operations.operations:
            with self._plugins() as manager:
                self._contents.add(finalized_files(main, manager))
        self._finalize_errors = self._journal.count("error") - before
        failed = self._operations.phase is OwnerPhase.FINALIZING_PARTIALLY_FAILED
        self._end(PARTIALLY_FAILED if failed else COMPLETED)

    def _fail(self, error: ShimError) -> None:
        status = self._request.status
        # What fails a whole backup is its failureReason, and no error that counts.
        status.setdefault("warnings", self._journal.count("warn"))
        status.setdefault("errors", self._journal.count("error"))
        status["failureReason"] = str(error)
        self._journal.log("error", "The backup failed", error=error)
        self._end(FAILED)

    def _end(self, phase: str) -> None:
        self._request.status["completionTimestamp"] = timestamp(self._options.clock())
        self._set_phase(phase)


_FINALIZING = (OwnerPhase.FINALIZING, OwnerPhase.FINALIZING_PARTIALLY_FAILED)
