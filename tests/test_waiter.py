from __future__ import annotations

import gc
import logging
import random
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator

import pytest

from adapter_servers import LIMIT, Calls, completed, running, wait_until
from velero_plugin.shared.v1.shared_pb2 import OperationProgress
from velero_shim.adapters.waiter import TIMED_OUT, OperationWaiter
from velero_shim.adapters.waiting import WaitingOperation
from velero_shim.errors import PluginCallError

START = 1000.0
Poll = Callable[[float], OperationProgress]
Result = OperationProgress | Exception


class Clock:
    def __init__(self) -> None:
        self.now = START
        self._moves = 0
        self.waiter = OperationWaiter(self)

    def __call__(self) -> float:
        return self.now

    def move_to(self, seconds: float) -> None:
        """Moves to a time counted from the start (a little past it: floats do not add up)."""
        self._moves += 1
        self.now = START + seconds + self._moves * 1e-6
        self.waiter.wake()


class Watched:
    """An operation that notes what happens to it, and when."""

    def __init__(
        self,
        clock: Clock,
        poll: Poll = lambda _: running(),
        *,
        timeout: float = 100.0,
        interval: float = 10.0,
    ) -> None:
        self.calls = Calls()
        self._clock = clock
        self._poll = poll
        self.on_cancel: Callable[[], object] = lambda: None
        self.on_succeed: Callable[[], object] = lambda: None
        self.operation = WaitingOperation(
            plugin="example.io/slow",
            operation_id="op-1",
            poll=self._polled,
            cancel=self._cancelled,
            succeed=self._succeeded,
            fail=self._failed,
            timeout=timeout,
            interval=interval,
            cancel_timeout=3.0,
        )

    def _polled(self, timeout: float) -> OperationProgress:
        self.calls.note("poll", round(self._clock.now - START, 3))
        self.calls.note("poll timeout", timeout)
        return self._poll(timeout)

    def _cancelled(self, timeout: float) -> None:
        self.calls.note("cancel", timeout)
        self.on_cancel()

    def _failed(self, error: PluginCallError) -> None:
        self.calls.note("end", error)

    def _succeeded(self) -> None:
        self.on_succeed()
        self.calls.note("end", None)

    def added(self) -> Watched:
        self._clock.waiter.add(self.operation)
        return self

    def polled(self, count: int = 1) -> None:
        """Waits until so many polls were made and the next one has its time."""
        self.calls.wait("poll", count)
        wait_until(lambda: self.operation.settled or self._next_poll_is_due())

    def _next_poll_is_due(self) -> bool:
        waiter = self._clock.waiter
        with waiter._changed:
            return (self.operation.key, False) in [entry[1:] for entry in waiter._due]

    def end(self) -> PluginCallError | None:
        """Waits for the answer, which comes once."""
        answers = self.calls.wait("end")
        assert len(answers) == 1
        answer = answers[0]
        assert answer is None or isinstance(answer, PluginCallError)
        return answer

    def failure(self) -> PluginCallError:
        error = self.end()
        assert error is not None
        return error


def polls(*results: Result) -> Poll:
    """Returns these one after the other, the last one for ever."""
    left = list(results)

    def poll(timeout: float) -> OperationProgress:
        result = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(result, Exception):
            raise result
        return result

    return poll


@pytest.fixture
def clock() -> Iterator[Clock]:
    clock = Clock()
    yield clock
    clock.waiter.close()


# --- when polls happen ----------------------------------------------------------------------------


def test_polls_come_soon_at_first_and_then_at_the_interval(clock: Clock) -> None:
    watched = Watched(clock, interval=1.0).added()
    expected = [0.1, 0.3, 0.7, 1.5, 2.5, 3.5, 4.5]
    for count, moment in enumerate(expected, 1):
        clock.move_to(moment)
        watched.polled(count)
    assert watched.calls.of("poll") == expected


def test_nothing_is_polled_before_its_time(clock: Clock) -> None:
    early = Watched(clock, interval=10.0).added()
    probe = Watched(clock, interval=0.05).added()
    clock.move_to(0.09)  # what was due before the probe would have been polled before it
    probe.polled()
    assert early.calls.of("poll") == []


def test_an_interval_shorter_than_the_first_pause_is_kept(clock: Clock) -> None:
    watched = Watched(clock, interval=0.01).added()
    for count, moment in enumerate((0.01, 0.02, 0.03), 1):
        clock.move_to(moment)
        watched.polled(count)


def test_a_poll_that_lasts_is_not_overtaken_by_the_next(clock: Clock) -> None:
    free = threading.Event()
    hanging = Watched(clock, lambda _: (free.wait(LIMIT), running())[1], interval=1.0).added()
    probe = Watched(clock, interval=1.0).added()
    clock.move_to(0.1)
    hanging.calls.wait("poll")
    for count, moment in enumerate((0.1, 5, 10, 20), 1):
        clock.move_to(moment)
        probe.polled(count)
    assert len(hanging.calls.of("poll")) == 1
    free.set()


def test_a_time_of_centuries_is_no_trouble(clock: Clock) -> None:
    Watched(clock, timeout=2.0**63 / 1e9, interval=1e13).added().operation.pause = 1e13
    probe = Watched(clock).added()
    clock.move_to(0.1)
    probe.polled()


# --- how operations end ---------------------------------------------------------------------------


def test_completed_is_success(clock: Clock) -> None:
    watched = Watched(clock, polls(running(), completed())).added()
    clock.move_to(0.1)
    watched.polled()
    clock.move_to(0.3)
    assert watched.end() is None
    assert watched.calls.of("cancel") == []
    assert clock.waiter.waiting == 0


def test_completed_with_an_error_names_plugin_and_operation(clock: Clock) -> None:
    watched = Watched(clock, polls(completed("disk full"))).added()
    clock.move_to(0.1)
    error = watched.failure()
    assert error.code == "UNKNOWN"
    assert "disk full" in error.message
    assert "example.io/slow" in error.message
    assert "op-1" in error.message
    assert watched.calls.of("cancel") == []


def test_an_error_of_progress_ends_the_operation_as_it_is(clock: Clock) -> None:
    sent = PluginCallError("NOT_FOUND", "operation ID op-1 is invalid", details=b"d")
    watched = Watched(clock, polls(sent)).added()
    clock.move_to(0.1)
    error = watched.failure()
    assert (error.code, error.message, error.details) == ("NOT_FOUND", sent.message, b"d")
    assert error.__traceback__ is None
    assert watched.calls.of("cancel") == []


def test_an_exception_of_progress_ends_the_operation(clock: Clock) -> None:
    watched = Watched(clock, polls(KeyError("x"))).added()
    clock.move_to(0.1)
    assert watched.failure().code == "ABORTED"


def test_a_system_exit_of_progress_ends_the_operation_only(clock: Clock) -> None:
    def leave(timeout: float) -> OperationProgress:
        sys.exit(3)

    watched = Watched(clock, leave).added()
    clock.move_to(0.1)
    assert watched.failure().code == "ABORTED"


def test_an_answer_that_cannot_be_given_is_given_as_failure(clock: Clock) -> None:
    watched = Watched(clock, polls(completed()))

    def fail() -> None:
        raise ValueError("broken answer")

    watched.on_succeed = fail
    watched.added()
    clock.move_to(0.1)
    assert "broken answer" in watched.failure().message


def test_a_caller_that_cannot_be_told_is_logged(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    watched = Watched(clock)

    def fail(error: PluginCallError) -> None:
        raise ValueError("no caller")

    watched.operation.fail = fail
    watched.added()
    clock.waiter.abandon(watched.operation)
    assert "no caller" in caplog.text
    assert watched.calls.wait("cancel") == [3.0]


# --- the time limit -------------------------------------------------------------------------------


def test_the_time_limit_cancels_once_and_has_veleros_text(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    watched = Watched(clock, timeout=5.0).added()
    for count, moment in enumerate((0.1, 0.3, 0.7, 1.5, 3.1), 1):
        clock.move_to(moment)
        watched.polled(count)
    clock.move_to(5.0)
    error = watched.failure()
    assert (error.code, error.message) == ("DEADLINE_EXCEEDED", "Asynchronous action timed out")
    assert error.message == TIMED_OUT
    assert watched.calls.wait("cancel") == [3.0]
    assert watched.calls.of("poll")[-1] == 5.0
    clock.move_to(500.0)
    clock.waiter.close()
    assert len(watched.calls.of("cancel")) == 1
    wait_until(lambda: caplog.text.count("timed out") == 1)


def test_a_result_in_the_poll_of_the_time_limit_wins(clock: Clock) -> None:
    watched = Watched(clock, polls(running(), completed()), timeout=0.2).added()
    clock.move_to(0.1)
    watched.polled()
    clock.move_to(0.2)
    assert watched.end() is None
    assert watched.calls.of("cancel") == []


def test_a_result_in_a_poll_that_outlasts_the_time_limit_wins(clock: Clock) -> None:
    free = threading.Event()
    watched = Watched(clock, lambda _: (free.wait(LIMIT), completed())[1], timeout=1.0).added()
    clock.move_to(0.5)
    watched.calls.wait("poll")
    clock.move_to(3.0)
    free.set()
    assert watched.end() is None


def test_a_poll_before_the_time_limit_is_followed_by_one_at_it(clock: Clock) -> None:
    free = threading.Event()
    results = polls(running(), completed())
    watched = Watched(clock, lambda t: (free.wait(LIMIT), results(t))[1], timeout=1.0).added()
    clock.move_to(0.5)
    watched.calls.wait("poll")
    clock.move_to(3.0)
    free.set()
    assert watched.end() is None
    assert watched.calls.of("poll") == [0.5, 3.0]


def test_a_hanging_poll_does_not_hold_up_the_time_limit(clock: Clock) -> None:
    free = threading.Event()
    watched = Watched(clock, lambda _: (free.wait(LIMIT), completed())[1], timeout=1.0).added()
    clock.move_to(0.1)
    watched.calls.wait("poll")
    clock.move_to(6.0)
    assert watched.failure().code == "DEADLINE_EXCEEDED"
    watched.calls.wait("cancel")
    free.set()  # the result comes too late, and changes nothing
    clock.waiter.close()
    watched.end()


def test_a_poll_is_told_how_long_it_may_take(clock: Clock) -> None:
    long = Watched(clock, timeout=1000.0).added()
    short = Watched(clock, timeout=2.0).added()
    clock.move_to(0.1)
    assert long.calls.wait("poll timeout") == [60.0]
    assert short.calls.wait("poll timeout") == [pytest.approx(6.9)]


# --- polls that are lost --------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED"])
def test_a_lost_poll_is_repeated_after_an_interval(clock: Clock, code: str) -> None:
    lost = PluginCallError(code, "gone")
    watched = Watched(clock, polls(lost, lost, lost, completed())).added()
    for count, moment in enumerate((0.1, 10.1, 20.1, 30.1), 1):
        clock.move_to(moment)
        watched.polled(count)
    assert watched.end() is None
    assert watched.calls.of("poll") == [0.1, 10.1, 20.1, 30.1]


def test_too_many_lost_polls_in_a_row_end_the_operation(clock: Clock) -> None:
    lost = polls(PluginCallError("UNAVAILABLE", "gone"))
    watched = Watched(clock, lost, timeout=1000.0).added()
    for count in range(1, 12):
        clock.move_to(10.0 * count)
        watched.polled(count)
    assert watched.failure().code == "UNAVAILABLE"
    assert len(watched.calls.wait("cancel")) == 1


def test_only_polls_lost_in_a_row_count(clock: Clock) -> None:
    lost = PluginCallError("UNAVAILABLE", "gone")
    results: list[Result] = [lost, running(), lost, lost, running(), lost, lost, lost, completed()]
    watched = Watched(clock, polls(*results), interval=1.0, timeout=1000.0).added()
    for count in range(1, len(results) + 1):
        clock.move_to(float(10 * count))
        watched.polled(count)
    assert watched.end() is None


def test_polls_lost_until_the_time_limit_time_out(clock: Clock) -> None:
    watched = Watched(clock, polls(PluginCallError("UNAVAILABLE", "gone")), timeout=5.0).added()
    clock.move_to(0.1)
    watched.polled()
    clock.move_to(5.0)
    assert watched.failure().message == TIMED_OUT


# --- callers that go, and the end of it all -------------------------------------------------------


def test_a_caller_that_goes_cancels_at_once_and_once(clock: Clock) -> None:
    watched = Watched(clock).added()
    clock.waiter.abandon(watched.operation)
    assert watched.failure().code == "CANCELLED"
    watched.calls.wait("cancel")
    clock.waiter.abandon(watched.operation)
    clock.waiter.close()
    assert len(watched.calls.of("cancel")) == 1
    assert len(watched.calls.of("end")) == 1


def test_an_operation_abandoned_before_it_is_added_is_not_kept(clock: Clock) -> None:
    watched = Watched(clock)
    clock.waiter.abandon(watched.operation)
    watched.added()
    assert clock.waiter.waiting == 0
    assert len(watched.calls.wait("end")) == 1


def test_after_the_end_the_callers_leaving_changes_nothing(clock: Clock) -> None:
    watched = Watched(clock, polls(completed())).added()
    clock.move_to(0.1)
    assert watched.end() is None
    clock.waiter.abandon(watched.operation)
    clock.waiter.close()
    assert watched.calls.of("cancel") == []
    assert len(watched.calls.of("end")) == 1


def test_an_operation_that_ended_is_not_polled_again(clock: Clock) -> None:
    watched = Watched(clock).added()
    clock.waiter.abandon(watched.operation)
    probe = Watched(clock).added()
    clock.move_to(0.1)
    probe.polled()
    assert watched.calls.of("poll") == []


def test_refuse_cancels_and_answers(clock: Clock) -> None:
    watched = Watched(clock)
    clock.waiter.refuse(watched.operation, PluginCallError("FAILED_PRECONDITION", "no"))
    assert watched.failure().code == "FAILED_PRECONDITION"
    assert watched.calls.wait("cancel") == [3.0]


def test_close_cancels_and_answers_everyone(clock: Clock) -> None:
    everyone = [Watched(clock).added() for _ in range(100)]
    clock.waiter.close()
    for watched in everyone:
        assert watched.failure().code == "UNAVAILABLE"
        assert len(watched.calls.of("cancel")) == 1
    assert clock.waiter.waiting == 0


def test_close_waits_for_the_cancels_of_operations_that_ended_before(clock: Clock) -> None:
    free = threading.Event()
    watched = Watched(clock)
    watched.on_cancel = lambda: watched.calls.note("done", free.wait(LIMIT))
    watched.added()
    clock.waiter.abandon(watched.operation)
    watched.calls.wait("cancel")
    threading.Timer(0.05, free.set).start()
    clock.waiter.close(LIMIT)
    assert watched.calls.of("done") == [True]


def test_cancels_that_hang_hold_nobody_up(clock: Clock) -> None:
    free = threading.Event()
    everyone = [Watched(clock) for _ in range(200)]
    for watched in everyone:
        watched.on_cancel = lambda: free.wait(LIMIT)
        watched.added()
    clock.waiter.close(timeout=0.0)
    for watched in everyone:
        assert watched.calls.of("end"), "close returned before everyone was answered"
    free.set()
    for watched in everyone:
        assert len(watched.calls.wait("cancel")) == 1


def test_a_cancel_that_fails_is_logged_and_no_more(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    watched = Watched(clock)

    def fail() -> None:
        raise PluginCallError("INTERNAL", "cannot cancel")

    watched.on_cancel = fail
    watched.added()
    clock.waiter.abandon(watched.operation)
    assert watched.failure().code == "CANCELLED"
    wait_until(lambda: "cannot cancel" in caplog.text)


def test_what_comes_after_close_is_cancelled_at_once(clock: Clock) -> None:
    clock.waiter.close()
    watched = Watched(clock).added()
    assert watched.failure().code == "UNAVAILABLE"
    watched.calls.wait("cancel")
    assert clock.waiter.waiting == 0


def test_close_can_be_repeated(clock: Clock) -> None:
    clock.waiter.close()
    clock.waiter.close()


# --- what it costs --------------------------------------------------------------------------------


def test_an_ended_operation_is_forgotten(clock: Clock) -> None:
    """Its time limit may be hours away, and its item is large."""
    watched = Watched(clock, polls(completed()), timeout=14_400.0).added()
    kept = weakref.ref(watched)
    clock.move_to(0.1)
    watched.end()
    del watched
    wait_until(lambda: gc.collect() >= 0 and kept() is None)


def test_ended_operations_do_not_fill_the_timetable(clock: Clock) -> None:
    waiting = Watched(clock, timeout=14_400.0).added()
    for _ in range(2000):
        clock.waiter.abandon(Watched(clock, timeout=14_400.0).added().operation)
    assert len(clock.waiter._due) < 200
    clock.move_to(0.1)
    waiting.calls.wait("poll")


def test_an_answer_that_nobody_reads_holds_up_no_poll(clock: Clock) -> None:
    free = threading.Event()
    for _ in range(100):
        unread = Watched(clock, polls(completed()))
        unread.on_succeed = lambda: free.wait(LIMIT)
        unread.added()
    probe = Watched(clock).added()
    clock.move_to(0.1)
    probe.polled()
    clock.move_to(100.0)
    assert probe.failure().message == TIMED_OUT
    free.set()


def test_a_hanging_plugin_does_not_keep_the_interpreter_alive() -> None:
    program = """
import threading
from velero_shim.adapters.waiter import OperationWaiter
from velero_shim.adapters.waiting import WaitingOperation
polled, hang = threading.Event(), threading.Event()
def poll(timeout):
    polled.set()
    hang.wait()
waiter = OperationWaiter()
for _ in range(3):
    waiter.add(WaitingOperation("p", "o", poll, lambda t: hang.wait(), print, print, 9, 9, 9))
polled.wait()
waiter.close()
"""
    done = subprocess.run([sys.executable, "-c", program], timeout=LIMIT, check=True)
    assert done.returncode == 0


def test_the_threads_are_few_however_many_operations_wait(clock: Clock) -> None:
    before = set(threading.enumerate())
    free = threading.Event()
    everyone = [
        Watched(clock, lambda _: (free.wait(LIMIT), running())[1]).added() for _ in range(1000)
    ]
    assert len(set(threading.enumerate()) - before) == 1
    clock.move_to(0.1)
    wait_until(lambda: sum(len(watched.calls.of("poll")) for watched in everyone) == 64)
    assert len(set(threading.enumerate()) - before) == 1 + 64
    free.set()
    for watched in everyone:
        watched.polled()


# --- progress in the log --------------------------------------------------------------------------


def test_progress_is_logged_when_it_changes(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    steps = [running(0, 8), running(0, 8), running(2, 8), running(2, 8), running(2, 8)]
    watched = Watched(clock, polls(*steps, completed())).added()
    for count, moment in enumerate((0.1, 0.3, 0.7, 1.5, 3.1, 6.3), 1):
        clock.move_to(moment)
        watched.polled(count)
    watched.end()
    lines = [line for line in caplog.messages if line.startswith("operation progress")]
    assert len(lines) == 3
    assert "plugin=example.io/slow operation_id=op-1" in lines[1]
    assert "n_completed=2 n_total=8 units=Bytes percent=25" in lines[1]


def test_without_a_total_the_percentage_is_unknown(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    watched = Watched(clock, polls(running(7))).added()
    clock.move_to(0.1)
    watched.polled()
    wait_until(lambda: "percent=unknown" in caplog.text)


# --- everything at the same moment ----------------------------------------------------------------


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("hasty_threads")
@pytest.mark.parametrize("seed", range(200))
def test_an_operation_ends_once_whatever_happens_at_the_same_moment(seed: int) -> None:
    choice = random.Random(seed)
    clock = Clock()
    results: list[Result] = [
        running(),
        completed(),
        completed("no"),
        PluginCallError("INTERNAL", ""),
    ]
    result = choice.choice(results)
    watched = Watched(clock, polls(result), timeout=choice.choice([0.1, 50.0]))
    events: list[Callable[[], object]] = [
        watched.added,
        lambda: clock.waiter.abandon(watched.operation),
        lambda: clock.move_to(0.1),
        lambda: clock.move_to(60.0),
    ]
    first = choice.choice([[], [events.pop(0)]])
    events = choice.sample(events, choice.randint(1, len(events)))
    if choice.random() < 0.5:
        events.append(clock.waiter.close)
    choice.shuffle(events)
    for event in first:
        event()
    gate = threading.Barrier(len(events))
    threads = [
        threading.Thread(target=lambda event=event: (gate.wait(LIMIT), event())) for event in events
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT)
    clock.waiter.close(LIMIT)
    if not first and watched.added not in events:
        clock.waiter.abandon(watched.operation)
    error = watched.end()
    cancels = len(watched.calls.of("cancel"))
    own_end = error is None or error.code in ("UNKNOWN", "INTERNAL")
    wait_until(lambda: len(watched.calls.of("cancel")) == (not own_end))
    assert cancels <= 1
    assert clock.waiter.waiting == 0
