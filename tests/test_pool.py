from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable

import pytest

from adapter_servers import LIMIT, Calls, wait_until
from velero_shim import pool as pool_module
from velero_shim.pool import DaemonPool


def threads_of(name: str) -> int:
    return sum(thread.name == name for thread in threading.enumerate())


def noting(calls: Calls, fact: object) -> Callable[[], None]:
    def job() -> None:
        calls.note("ran", fact)

    return job


def test_jobs_run_in_the_order_of_their_arrival() -> None:
    pool, calls = DaemonPool(1, "in-order"), Calls()
    for number in range(100):
        pool.submit(noting(calls, number))
    assert calls.wait("ran", 100) == list(range(100))


def test_there_are_as_many_threads_as_jobs_up_to_the_limit() -> None:
    pool, free, calls = DaemonPool(3, "limited"), threading.Event(), Calls()

    def job() -> None:
        calls.note("started")
        free.wait(LIMIT)

    for number in range(1, 6):
        pool.submit(job)
        calls.wait("started", min(number, 3))
        assert threads_of("limited") == min(number, 3)
    free.set()
    calls.wait("started", 5)


def test_an_idle_thread_takes_the_next_job() -> None:
    pool, calls = DaemonPool(8, "again"), Calls()
    pool.submit(noting(calls, 0))
    wait_until(lambda: pool._spare == 1)
    pool.submit(noting(calls, 1))
    assert calls.wait("ran", 2) == [0, 1]
    assert threads_of("again") == 1


def test_threads_without_work_end_and_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_IDLE_SECONDS", 0.01)
    pool, calls = DaemonPool(2, "short-lived"), Calls()
    for number in range(1, 4):
        pool.submit(noting(calls, number))
        calls.wait("ran", number)
        wait_until(lambda: threads_of("short-lived") == 0)


def test_no_job_is_lost_to_a_thread_that_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_IDLE_SECONDS", 0.0)
    pool, calls = DaemonPool(1, "ending"), Calls()
    for number in range(1, 501):
        pool.submit(noting(calls, number))
        calls.wait("ran", number)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_job_that_fails_is_reported_and_costs_no_thread() -> None:
    pool, calls = DaemonPool(1, "failing"), Calls()

    def fail() -> None:
        raise KeyError("lost")

    reported = threading.excepthook
    try:
        threading.excepthook = lambda arguments: calls.add(f"{arguments.exc_value!r}")
        pool.submit(fail)
        pool.submit(noting(calls, 1))
        calls.wait("ran")
    finally:
        threading.excepthook = reported
    assert calls.of("KeyError('lost')") == [None]


def test_a_job_that_is_done_is_forgotten() -> None:
    class Large:
        pass

    pool, large = DaemonPool(1, "forgetful"), Large()
    kept = weakref.ref(large)

    def job(large: Large = large) -> None:
        del large

    pool.submit(job)
    del job, large
    wait_until(lambda: gc.collect() >= 0 and kept() is None)


def test_without_any_thread_the_submitter_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    pool, calls = DaemonPool(2, "refused"), Calls()
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RuntimeError, match="can't start"):
            pool.submit(noting(calls, "never"))
    pool.submit(noting(calls, "later"))
    assert calls.wait("ran") == ["later"]


def test_a_job_gets_its_arguments() -> None:
    pool, calls = DaemonPool(1, "arguments"), Calls()
    pool.submit(lambda *args, **options: calls.note("ran", (args, options)), 1, 2, key=3)
    assert calls.wait("ran") == [((1, 2), {"key": 3})]


def test_jobs_of_many_submitters_run_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """While threads come and go, which is where one may be miscounted."""
    monkeypatch.setattr(pool_module, "_IDLE_SECONDS", 0.0005)
    pool, calls = DaemonPool(3, "crowded"), Calls()

    def submit(submitter: int) -> None:
        for number in range(300):
            pool.submit(noting(calls, (submitter, number)))
            if number % 50 == 0:
                wait_until(lambda: threads_of("crowded") <= 3)

    submitters = [threading.Thread(target=submit, args=(n,)) for n in range(8)]
    for thread in submitters:
        thread.start()
    for thread in submitters:
        thread.join()
    assert sorted(calls.wait("ran", 2400)) == [(s, n) for s in range(8) for n in range(300)]
    wait_until(lambda: threads_of("crowded") == 0)
    assert pool._spare == 0
    pool.submit(noting(calls, "after"))
    assert calls.wait("ran", 2401)[-1] == "after"


def test_a_job_behind_a_hanging_one_gets_a_thread_of_its_own() -> None:
    pool, calls, free = DaemonPool(16, "beside"), Calls(), threading.Event()
    for _ in range(10):
        pool.submit(free.wait, LIMIT)
        pool.submit(noting(calls, 1))
    calls.wait("ran", 10)
    free.set()


def test_close_waits_for_what_was_submitted_and_ends_the_threads() -> None:
    pool, calls, free = DaemonPool(2, "closing"), Calls(), threading.Event()

    def slow() -> None:
        free.wait(LIMIT)
        calls.note("ran")

    for _ in range(6):
        pool.submit(slow)
    closing = threading.Thread(target=pool.close)
    closing.start()
    closing.join(0.1)
    assert closing.is_alive()
    free.set()
    closing.join(LIMIT)
    assert len(calls.of("ran")) == 6
    assert threads_of("closing") == 0
    DaemonPool(2, "unused").close()
