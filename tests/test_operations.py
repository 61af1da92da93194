from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from velero_shim.errors import (
    AsyncOperationsNotSupportedError,
    PluginCallError,
    PluginNotRegisteredError,
    PluginResponseError,
)
from velero_shim.model import OperationProgress, ResourceIdentifier
from velero_shim.objects import Backup, Restore
from velero_shim.operations import (
    TIMED_OUT,
    Operation,
    OperationList,
    OperationPhase,
    OwnerPhase,
)

START = datetime(2024, 5, 1, 12, tzinfo=UTC)
POD = ResourceIdentifier("", "pods", "shop", "web-0")
PVC = ResourceIdentifier("", "persistentvolumeclaims", "shop", "data")
BACKUP = Backup(b'{"metadata": {"name": "daily"}, "spec": {"itemOperationTimeout": "1h"}}')
RUNNING = OperationProgress(n_completed=1, n_total=2, operation_units="Bytes", started=START)
DONE = replace(RUNNING, n_completed=2, completed=True)


@dataclass
class Clock:
    now: datetime = START

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **by: float) -> None:
        self.now += timedelta(**by)


@dataclass
class FakeAction:
    """An action whose answers are given in advance; the last one stays."""

    answers: list[OperationProgress | Exception]
    name: str = "example.io/action"
    cancel_error: BaseException | None = None
    calls: list[tuple[str, str, object]] = field(default_factory=list)

    def progress(self, operation_id: str, owner: Any) -> OperationProgress:
        self.calls.append(("progress", operation_id, owner))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def cancel(self, operation_id: str, owner: Any) -> None:
        self.calls.append(("cancel", operation_id, owner))
        if self.cancel_error is not None:
            raise self.cancel_error


def list_of(
    *actions: FakeAction, owner: Backup | Restore = BACKUP, clock: Clock | None = None
) -> OperationList:
    clock = clock or Clock()
    by_name = {f"example.io/{n}": action for n, action in enumerate(actions)}
    operations = OperationList(owner, by_name.__getitem__, clock)
    for n, name in enumerate(by_name):
        operations.add(name, POD, f"op-{n}")
    return operations


def only(operations: OperationList) -> Operation:
    (operation,) = operations.operations
    return operation


def phases_of(operations: OperationList) -> list[OwnerPhase]:
    """Polls until nothing is open; returns the owner's phase after each poll."""
    phases = []
    still_open = True
    while still_open:
        still_open = operations.poll()
        phases.append(operations.phase)
    return phases


# --- phases of an operation ---------------------------------------------------------


def test_an_operation_is_new_and_created_now() -> None:
    clock = Clock()
    operations = OperationList(BACKUP, lambda name: FakeAction([RUNNING]), clock)
    operation = operations.add("example.io/a", POD, "op-1", [PVC])
    assert operation == Operation("example.io/a", POD, "op-1", START, (PVC,))
    assert (operation.phase, operation.is_open) == (OperationPhase.NEW, True)
    assert only(operations) is operation
    with pytest.raises(ValueError, match="found no operation ID"):
        operations.add("example.io/a", POD, "")


def test_a_start_moves_new_to_in_progress_and_nothing_moves_it_back() -> None:
    waiting = OperationProgress(description="queued")
    operations = list_of(FakeAction([waiting, RUNNING, waiting]))
    phases = []
    for _ in range(3):
        assert operations.poll()
        phases.append(only(operations).phase)
    assert phases == [OperationPhase.NEW, OperationPhase.IN_PROGRESS, OperationPhase.IN_PROGRESS]
    assert operations.phase is OwnerPhase.WAITING


def test_what_a_poll_says_is_kept() -> None:
    told = OperationProgress(
        n_completed=3,
        n_total=9,
        operation_units="Bytes",
        description="copying",
        started=START,
        updated=START + timedelta(seconds=5),
    )
    operations = list_of(FakeAction([told]))
    operations.poll()
    operation = only(operations)
    assert operation == replace(
        Operation("example.io/0", POD, "op-0", START),
        phase=OperationPhase.IN_PROGRESS,
        n_completed=3,
        n_total=9,
        operation_units="Bytes",
        description="copying",
        started=START,
        updated=START + timedelta(seconds=5),
    )


@pytest.mark.parametrize(
    ("answer", "phase", "error"),
    [
        (DONE, OperationPhase.COMPLETED, ""),
        (replace(DONE, started=None), OperationPhase.COMPLETED, ""),
        (replace(DONE, err="disk full"), OperationPhase.FAILED, "disk full"),
        # Not completed: an error in between is not an end.
        (replace(RUNNING, err="a retry"), OperationPhase.IN_PROGRESS, ""),
        (
            PluginCallError("UNKNOWN", "operation ID op-0 is invalid"),
            OperationPhase.FAILED,
            "rpc error: code = Unknown desc = operation ID op-0 is invalid",
        ),
        (
            PluginCallError("DEADLINE_EXCEEDED", "too slow"),
            OperationPhase.FAILED,
            "rpc error: code = DeadlineExceeded desc = too slow",
        ),
        (
            PluginCallError("CANCELLED", "gone"),
            OperationPhase.FAILED,
            "rpc error: code = Canceled desc = gone",
        ),
        (
            AsyncOperationsNotSupportedError(),
            OperationPhase.FAILED,
            "Plugin does not support asynchronous operations",
        ),
        (PluginResponseError("no progress"), OperationPhase.FAILED, "no progress"),
    ],
)
def test_each_answer_leads_to_its_phase(
    answer: OperationProgress | Exception, phase: OperationPhase, error: str
) -> None:
    action = FakeAction([answer])
    operations = list_of(action)
    operations.poll()
    assert (only(operations).phase, only(operations).error) == (phase, error)
    assert [call[0] for call in action.calls] == ["progress"]


def test_an_action_that_is_not_there_any_more_fails_its_operation() -> None:
    def get(name: str) -> FakeAction:
        raise PluginNotRegisteredError("BackupItemActionV2", name, [])

    operations = OperationList(BACKUP, get, Clock())
    operations.add("example.io/gone", POD, "op-1")
    assert not operations.poll()
    assert only(operations).phase is OperationPhase.FAILED
    assert operations.errors == [f"{only(operations).error}, plugin: unknown"]


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (TypeError("a bug"), "asking for progress failed: TypeError: a bug"),
        (None, "progress of example.io/0 returned NoneType, expected OperationProgress"),
        ("half", "progress of example.io/0 returned str, expected OperationProgress"),
    ],
)
def test_a_mistake_of_an_action_fails_its_operation_and_no_other(
    answer: Any, error: str, caplog: pytest.LogCaptureFixture
) -> None:
    operations = list_of(FakeAction([answer]), FakeAction([RUNNING, DONE]))
    assert operations.poll()
    assert not operations.poll()
    phases = [operation.phase for operation in operations.operations]
    assert phases == [OperationPhase.FAILED, OperationPhase.COMPLETED]
    assert operations.operations[0].error == error
    assert operations.errors == [f"{error}, plugin: example.io/action"]
    assert ("Traceback" in caplog.text) == isinstance(answer, Exception)


def test_a_mistake_in_looking_up_an_action_fails_its_operations() -> None:
    action = FakeAction([DONE])
    operations = OperationList(BACKUP, {"example.io/there": action}.__getitem__, Clock())
    operations.add("example.io/gone", POD, "op-1")
    operations.add("example.io/there", POD, "op-2")
    assert not operations.poll()
    assert (operations.completed, operations.failed) == (1, 1)
    assert operations.errors == [
        "asking for progress failed: KeyError: 'example.io/gone', plugin: unknown"
    ]


# --- polls ------------------------------------------------------------------------------


def test_each_open_operation_gets_one_progress_per_poll_and_a_closed_one_none() -> None:
    quick, slow = FakeAction([DONE]), FakeAction([RUNNING, RUNNING, DONE])
    operations = list_of(quick, slow)
    assert operations.poll()
    assert operations.poll()
    assert not operations.poll()
    assert quick.calls == [("progress", "op-0", BACKUP)]
    assert slow.calls == [("progress", "op-1", BACKUP)] * 3
    assert (operations.completed, operations.failed) == (2, 0)


def test_the_action_is_asked_for_anew_in_every_poll() -> None:
    asked: list[str] = []

    def get(name: str) -> FakeAction:
        asked.append(name)
        return FakeAction([RUNNING])

    operations = OperationList(BACKUP, get, Clock())
    operations.add("example.io/a", POD, "op-1")
    operations.poll()
    operations.poll()
    assert asked == ["example.io/a"] * 2


# --- the time limit -------------------------------------------------------------------


def test_past_the_time_limit_there_is_one_cancel_and_a_failure() -> None:
    clock, action = Clock(), FakeAction([RUNNING])
    operations = list_of(action, clock=clock)
    clock.advance(hours=1)
    assert operations.poll()  # exactly at the limit it still runs
    clock.advance(microseconds=1)
    assert not operations.poll()
    assert not operations.poll()
    assert [call[0] for call in action.calls] == ["progress", "progress", "cancel"]
    assert (only(operations).phase, only(operations).error) == (OperationPhase.FAILED, TIMED_OUT)
    assert TIMED_OUT == "Asynchronous action timed out"
    assert only(operations).n_completed == RUNNING.n_completed
    assert operations.errors == ["Asynchronous action timed out, plugin: example.io/action"]


@pytest.mark.parametrize("error", [PluginCallError("UNKNOWN", "cannot"), TypeError("a bug")])
def test_the_error_of_a_cancel_is_ignored(error: Exception) -> None:
    clock = Clock(START)
    failing, other = FakeAction([RUNNING], cancel_error=error), FakeAction([RUNNING])
    operations = list_of(failing, other, clock=clock)
    clock.advance(hours=2)
    assert not operations.poll()
    assert [operation.error for operation in operations.operations] == [TIMED_OUT] * 2
    assert [call[0] for call in other.calls] == ["progress", "cancel"]


def test_a_cancel_that_is_interrupted_is_not_repeated() -> None:
    clock = Clock(START)
    action = FakeAction([RUNNING], cancel_error=SystemExit(143))
    operations = list_of(action, clock=clock)
    clock.advance(hours=2)
    with pytest.raises(SystemExit):
        operations.poll()
    assert not operations.poll()
    assert [call[0] for call in action.calls] == ["progress", "cancel"]
    assert only(operations).error == TIMED_OUT


@pytest.mark.parametrize(
    ("answer", "phase", "error"),
    [
        (DONE, OperationPhase.COMPLETED, ""),
        (replace(DONE, err="late and bad"), OperationPhase.FAILED, "late and bad"),
        (PluginResponseError("bad"), OperationPhase.FAILED, "bad"),
    ],
)
def test_an_end_counts_even_past_the_time_limit(
    answer: OperationProgress | Exception, phase: OperationPhase, error: str
) -> None:
    clock, action = Clock(), FakeAction([answer])
    operations = list_of(action, clock=clock)
    clock.advance(days=3)
    operations.poll()
    assert (only(operations).phase, only(operations).error) == (phase, error)
    assert [call[0] for call in action.calls] == ["progress"]


@pytest.mark.parametrize(
    "spec", [b"{}", b'{"spec": {}}', b'{"spec": {"itemOperationTimeout": "0s"}}']
)
def test_the_time_limit_is_four_hours_by_default(spec: bytes) -> None:
    assert OperationList(Backup(spec), lambda name: FakeAction([])).timeout == timedelta(hours=4)
    assert list_of().timeout == timedelta(hours=1)


# --- the phase of the owner --------------------------------------------------------------


def test_all_completed_leads_to_finalizing() -> None:
    operations = list_of(FakeAction([DONE]), FakeAction([RUNNING, DONE]))
    assert phases_of(operations) == [OwnerPhase.WAITING, OwnerPhase.FINALIZING]
    assert operations.errors == []


def test_one_failure_makes_the_wait_partially_failed_and_it_stays_so() -> None:
    failing = FakeAction([replace(DONE, err="disk full")])
    operations = list_of(failing, FakeAction([RUNNING, RUNNING, DONE]))
    assert phases_of(operations) == [
        OwnerPhase.WAITING_PARTIALLY_FAILED,
        OwnerPhase.WAITING_PARTIALLY_FAILED,
        OwnerPhase.FINALIZING_PARTIALLY_FAILED,
    ]
    assert (operations.completed, operations.failed) == (1, 1)
    assert operations.errors == ["disk full, plugin: example.io/action"]


def test_a_failure_of_the_main_phase_is_not_forgotten() -> None:
    operations = list_of(FakeAction([DONE]))
    operations.phase = OwnerPhase.WAITING_PARTIALLY_FAILED
    operations.poll()
    assert operations.phase is OwnerPhase.FINALIZING_PARTIALLY_FAILED


def test_nothing_is_polled_once_the_owner_is_finalizing() -> None:
    action = FakeAction([DONE])
    operations = list_of(action)
    operations.poll()
    operations.add("example.io/0", POD, "too late")
    assert not operations.poll()
    assert len(action.calls) == 1


def test_no_operations_lead_to_finalizing_at_once() -> None:
    operations = list_of()
    assert not operations.poll()
    assert operations.phase is OwnerPhase.FINALIZING


def test_the_errors_of_a_restore_do_not_name_the_plugin() -> None:
    restore = Restore(b"{}")
    action = FakeAction([replace(DONE, err="disk full")])
    operations = list_of(action, owner=restore)
    operations.poll()
    assert operations.errors == ["disk full"]
    assert action.calls == [("progress", "op-0", restore)]


def test_post_operation_items_of_all_operations_come_once_each() -> None:
    operations = OperationList(BACKUP, lambda name: FakeAction([]), Clock())
    operations.add("example.io/a", POD, "op-1", [PVC, POD])
    operations.add("example.io/a", PVC, "op-2", [PVC])
    operations.operations[1] = operations.operations[1].failed("broken")
    assert operations.post_operation_items() == [PVC, POD]
