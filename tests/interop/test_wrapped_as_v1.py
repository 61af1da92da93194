"""v2 plugins wrapped as v1 on Velero 1.10.3, which knows nothing of v2 and of operations.

The judge of what an action returns is Velero 1.18.1 with the plugin itself. What becomes of an
operation is read from the state that the plugin keeps of it.
"""

from __future__ import annotations

import json
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from interop.conftest import StartHost
from interop.go_build import NEWEST, built
from interop.harness import BACKUP, HostError, Identifier, VeleroHost
from interop.items import Operation, pod
from interop.manifests import manifests
from interop.pairs import DEBUG, Pair, Side, go_plugin, side
from interop.plugin_programs import kill, python_plugin, wrap
from plugin_files import wait_until

ONLY_V1 = "1.10.3"
V1_KIND = "BackupItemAction"
RESTORE_V1_KIND = "RestoreItemAction"
TIMED_OUT = "Asynchronous action timed out"
OPTIONS = ("--poll-interval", "200ms", "--operation-timeout", "5m")
PREFIXES = {"go": "example.io/go", "python": "example.io/py"}


def _plugin(inner: str, folder: Path) -> Path:
    if inner == "go":
        return go_plugin(folder, "v2", NEWEST)
    folder.mkdir()
    return python_plugin(folder / "twin", "twin_v2")


@pytest.fixture(scope="module", params=["go", "python"])
def pair(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    """A v2 plugin on Velero 1.18.1, and its wrapper on 1.10.3."""
    folder = tmp_path_factory.mktemp("v1")
    plugin = _plugin(request.param, folder / "plain")
    (folder / "wrapped").mkdir()
    wrapper = wrap(plugin, folder / "wrapped" / "wrapper", "v1", *OPTIONS)
    prefix = PREFIXES[request.param]
    with ExitStack() as stack:
        plain = stack.enter_context(side(NEWEST, prefix, plugin))
        yield Pair(plain, stack.enter_context(side(ONLY_V1, prefix, wrapper)))


@pytest.fixture
def old(pair: Pair) -> Side:
    """The wrapper on Velero 1.10.3."""
    return pair.judged


StartSide = Callable[..., Side]


class Wrappers:
    """Makes the wrappers that are asked for, once each, in plugins folders of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[tuple[str, ...], Path] = {}

    def plugin(self, inner: str) -> Path:
        """Returns the plugin file in Go or in Python."""
        return self._cached((inner,), lambda folder: _plugin(inner, folder / "inner"))

    def get(self, inner: str, *options: str) -> Path:
        """Returns a wrapper of that plugin."""
        plugin = self.plugin(inner)
        return self._cached(
            (inner, *options), lambda folder: wrap(plugin, folder / "wrapper", "v1", *options)
        )

    def _cached(self, key: tuple[str, ...], make: Callable[[Path], Path]) -> Path:
        if key not in self._made:
            self._made[key] = make(Path(tempfile.mkdtemp(dir=self._folder)))
        return self._made[key]


@pytest.fixture(scope="module")
def wrappers(tmp_path_factory: pytest.TempPathFactory) -> Wrappers:
    return Wrappers(tmp_path_factory.mktemp("wrappers"))


@pytest.fixture(params=["go", "python"])
def start(request: pytest.FixtureRequest, wrappers: Wrappers, velero_host: StartHost) -> StartSide:
    """Starts a host with a wrapper; ``file`` of the result is the inner plugin."""

    def start(*options: str, version: str = ONLY_V1) -> Side:
        host = velero_host(version, flags=DEBUG)
        host.discover(wrappers.get(request.param, *(options or OPTIONS)).parent)
        return Side(host, PREFIXES[request.param], wrappers.plugin(request.param))

    return start


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the plugin keeps the state of its operations."""
    folder = tmp_path / "operations"
    folder.mkdir()
    return folder


def _execute(side: Side, item: Any, action: str = "v2", backup: Any = BACKUP) -> Any:
    return side.host.execute(side.name(action), item, backup, kind=V1_KIND)


def _error(side: Side, item: Any) -> HostError:
    with pytest.raises(HostError) as caught:
        _execute(side, item)
    return caught.value


# --- what it is for -----------------------------------------------------------


@pytest.mark.parametrize("built_with", ["1.18.1", "1.11.1"])
def test_without_a_wrapper_the_plugin_keeps_velero_from_starting(
    velero_host: StartHost, tmp_path: Path, built_with: str
) -> None:
    plugins = tmp_path / "plugins"
    plugins.mkdir()
    (plugins / "plugin-v2").symlink_to(built("plugin-v2", built_with))
    with pytest.raises(HostError, match="BackupItemActionV2"):
        velero_host(ONLY_V1).discover(plugins)
    (plugins / "plugin-v2").unlink()
    wrap(built("plugin-v2", built_with), plugins / "wrapper", "v1")
    host = velero_host(ONLY_V1)
    host.discover(plugins)
    assert host.execute("example.io/go-v2", pod(), kind=V1_KIND).item_json


def test_the_host_finds_only_kinds_that_it_knows(old: Side) -> None:
    found = old.host.discover(old.file.parent)
    names = {kind: {old.of_its_own(p.name) for p in found[kind]} for kind in found}
    beside = {"example.io/any-v1-beside-v2"} if old.prefix == PREFIXES["go"] else set()
    assert names == {
        V1_KIND: {f"example.io/any-{name}" for name in ("v2", "v2-selector", "v2-sync")} | beside,
        RESTORE_V1_KIND: {"example.io/any-restore-v2"},
    }
    assert old.host.count(V1_KIND) == len(names[V1_KIND])


@pytest.mark.parametrize("action", ["v2", "v2-selector", "v2-sync", "restore-v2"])
def test_selectors_are_the_same(pair: Pair, action: str) -> None:
    kind = RESTORE_V1_KIND if action.startswith("restore") else V1_KIND
    plain = pair.judge.host.applies_to(pair.judge.name(action), f"{kind}V2")
    assert pair.judged.host.applies_to(pair.judged.name(action), kind) == plain


# --- without an operation -----------------------------------------------------


@pytest.mark.parametrize("manifest", manifests())
def test_real_objects_come_back_the_same(pair: Pair, manifest: str) -> None:
    item = manifests()[manifest]
    plain = pair.judge.host.execute(pair.judge.name("v2"), item)
    assert _execute(pair.judged, item) == plain


@pytest.mark.parametrize(
    "asked",
    [{"unchanged": 1}, {"additional_count": 2_000}, {"post_operation_count": 3}],
    ids=lambda asked: "-".join(asked),
)
@pytest.mark.parametrize("action", ["v2", "v2-sync"])
def test_what_an_action_returns_arrives(pair: Pair, action: str, asked: dict[str, object]) -> None:
    plain = pair.judge.host.execute(pair.judge.name(action), pod(**asked))
    assert _execute(pair.judged, pod(**asked), action) == plain


def test_a_v1_action_beside_them_is_passed_on(pair: Pair) -> None:
    if pair.judge.prefix == PREFIXES["python"]:  # has none
        return
    plain = pair.judge.host.execute(pair.judge.name("v1-beside-v2"), pod())
    assert _execute(pair.judged, pod(), "v1-beside-v2") == plain


@pytest.mark.parametrize("phase", ["Finalizing", "FinalizingPartiallyFailed"])
def test_the_phase_of_the_backup_arrives(old: Side, phase: str) -> None:
    backup = {**json.loads(json.dumps(BACKUP)), "status": {"phase": phase}}
    assert _execute(old, pod(), backup=backup).annotations["example.io/phase"] == phase


@pytest.mark.parametrize(
    "asked",
    [
        {"error": "disk is full"},
        {"error": "é\n🚀"},
        {"plain_error": "no stack"},
        {"status": 5, "error": "no such snapshot"},
        {"panic": "index is gone"},
    ],
    ids=lambda asked: "-".join(asked),
)
def test_errors_are_the_same_to_the_line(pair: Pair, asked: dict[str, object]) -> None:
    with pytest.raises(HostError) as caught:
        pair.judge.host.execute(pair.judge.name("v2"), pod(**asked))
    assert vars(_error(pair.judged, pod(**asked))) == vars(caught.value)


# --- operations that end ------------------------------------------------------


def test_an_operation_that_succeeds_is_awaited(pair: Pair, folder: Path) -> None:
    asked = pod(operation=folder, polls=3, additional_count=2, post_operation_count=3)
    plain = pair.judge.host.execute(pair.judge.name("v2"), asked)
    executed = _execute(pair.judged, asked)
    assert executed == replace(
        plain,
        additional_items=plain.additional_items + plain.post_operation_items,
        operation_id="",
        post_operation_items=(),
    )
    (mine,) = [o for o in Operation.all(folder) if o.id != plain.operation_id]
    assert (mine.polls, mine.cancels) == (3, 0)


def test_items_of_both_lists_come_once(old: Side, folder: Path) -> None:
    both = '[{"Resource": "pvcs", "Name": "a"}, {"Resource": "pvcs", "Name": "b"}]'
    after = '[{"Resource": "pvcs", "Name": "b"}, {"Resource": "pvcs", "Name": "c"}]'
    executed = _execute(old, pod(operation=folder, additional=both, post_operation=after))
    assert executed.additional_items == tuple(Identifier(resource="pvcs", name=n) for n in "abc")


def test_a_short_operation_does_not_take_an_interval(start: StartSide, folder: Path) -> None:
    side = start("--poll-interval", "1h")
    assert _execute(side, pod(operation=folder)).item_json


def test_an_operation_that_fails_fails_the_item(old: Side, folder: Path) -> None:
    error = _error(old, pod(operation=folder, polls=2, operation_error="disk is full"))
    (operation,) = Operation.all(folder)
    assert error.code == "Unknown"
    for part in ("disk is full", old.name("v2"), operation.id):
        assert part in error.description
    assert (operation.polls, operation.cancels) == (2, 0)


@pytest.mark.parametrize(
    ("asked", "code", "text"),
    [
        ({"progress_error": "lost touch"}, "Unknown", "lost touch"),
        ({"progress_panic": "index is gone"}, "Aborted", "index is gone"),
    ],
    ids=["error", "panic"],
)
def test_an_error_of_progress_is_the_status(
    pair: Pair, folder: Path, asked: dict[str, object], code: str, text: str
) -> None:
    item = pod(operation=folder, **asked)
    begun = pair.judge.host.execute(pair.judge.name("v2"), item)
    with pytest.raises(HostError) as caught:
        pair.judge.host.progress(pair.judge.name("v2"), begun.operation_id)
    error = _error(pair.judged, item)
    assert vars(error) == vars(caught.value)
    assert (error.code, text in error.description) == (code, True)


def test_progress_is_logged_when_it_changes(old: Side, folder: Path) -> None:
    _execute(old, pod(operation=folder, polls=4, description="copying", units="Bytes"))
    (operation,) = Operation.all(folder)
    messages = [e["msg"] for e in old.host.log.entries() if operation.id in e["msg"]]
    progress = [message for message in messages if message.startswith("operation progress")]
    assert len(progress) == 4
    for part in (old.name("v2"), "units=Bytes", "percent=100", "copying"):
        assert part in progress[-1]
    assert "percent=25" in progress[0]


# --- operations that do not end -----------------------------------------------


@pytest.mark.parametrize("cancel", ["", "error", "hang", "ignore"])
def test_an_operation_that_hangs_is_cancelled_once_at_the_time_limit(
    start: StartSide, folder: Path, cancel: str
) -> None:
    side = start("--operation-timeout", "1s", "--poll-interval", "200ms")
    asked = {"cancel": cancel} if cancel else {}
    error = _error(side, pod(operation=folder, hang=1, **asked))
    assert (error.code, error.description) == ("DeadlineExceeded", TIMED_OUT)
    wait_until(lambda: Operation.all(folder)[0].cancels, "it is cancelled")
    assert _execute(side, pod()).item_json, "others are served"
    side.host.cleanup()
    (operation,) = Operation.all(folder)
    assert operation.cancels == 1
    assert operation.polls >= 3


@pytest.mark.parametrize("version", [ONLY_V1, NEWEST])
def test_the_time_limit_of_the_backup_counts_where_the_host_knows_it(
    start: StartSide, folder: Path, version: str
) -> None:
    """Velero 1.10 drops the field, which it does not know, before the plugin sees it."""
    own = "1s" if version == ONLY_V1 else "1h"
    side = start("--operation-timeout", own, "--poll-interval", "200ms", version=version)
    named = "1h" if version == ONLY_V1 else "1s"
    backup = {**json.loads(json.dumps(BACKUP)), "spec": {"itemOperationTimeout": named}}
    with pytest.raises(HostError, match=TIMED_OUT):
        _execute(side, pod(operation=folder, hang=1), backup=backup)
    wait_until(lambda: Operation.all(folder)[0].cancels == 1, "it is cancelled")


def test_operations_can_be_refused(start: StartSide, folder: Path) -> None:
    side = start("--operations", "refuse")
    error = _error(side, pod(operation=folder, hang=1))
    (operation,) = Operation.all(folder)
    assert error.code == "FailedPrecondition"
    for part in (side.name("v2"), operation.id, "--operations wait"):
        assert part in error.description
    wait_until(lambda: Operation.all(folder)[0].cancels == 1, "it is cancelled")
    assert _execute(side, pod()).item_json


# --- processes that end while an operation runs -------------------------------


def test_an_operation_survives_the_death_of_its_plugin(start: StartSide, folder: Path) -> None:
    side = start("--poll-interval", "200ms")
    call = side.host.start_execute(
        side.name("v2"), pod(operation=folder, polls=12, additional_count=1), kind=V1_KIND
    )
    for polls in (2, 5):
        wait_until(lambda polls=polls: _polls(folder) >= polls, f"{polls} polls")  # type: ignore[misc]  # a lambda's default
        kill(side.file)
    assert len(call.result().additional_items) == 2
    (operation,) = Operation.all(folder)
    assert operation.cancels == 0
    assert operation.polls >= 12


def _polls(folder: Path) -> int:
    return sum(operation.polls for operation in Operation.all(folder))


def test_a_plugin_that_dies_at_a_poll_is_started_again(start: StartSide, folder: Path) -> None:
    side = start("--poll-interval", "200ms")
    assert _execute(side, pod(operation=folder, polls=4, crash_at_poll=2)).item_json
    (operation,) = Operation.all(folder)
    assert (operation.polls, operation.cancels) == (4, 0)


@pytest.mark.parametrize("how", ["cleanup", "SIGKILL"])
def test_an_operation_is_cancelled_once_when_the_host_goes(
    start: StartSide, folder: Path, how: str
) -> None:
    side = start("--poll-interval", "200ms")
    call = side.host.start_execute(side.name("v2"), pod(operation=folder, hang=1), kind=V1_KIND)
    wait_until(lambda: Operation.all(folder) and _polls(folder) >= 2, "it is polled")
    if how == "cleanup":
        side.host.cleanup()
        with pytest.raises(HostError):
            call.result()
    else:
        os.kill(side.host.pid, signal.SIGKILL)
    wait_until(lambda: Operation.all(folder)[0].cancels == 1, "it is cancelled", limit=10.0)
    side.host.kill()
    assert Operation.all(folder)[0].cancels == 1


# --- many at once -------------------------------------------------------------


def test_a_hundred_waiting_operations_hold_nothing_up(start: StartSide, folder: Path) -> None:
    side = start("--poll-interval", "1s")
    # Velero's plugin server looks implementations up without a lock: the first calls go alone.
    for action in ("v2", "v2-sync"):
        _execute(side, pod(), action)
    waiting = [
        side.host.start_execute(
            side.name("v2"), pod(f"pod-{number}", operation=folder, polls=12), kind=V1_KIND
        )
        for number in range(100)
    ]
    wait_until(lambda: len(Operation.all(folder)) == 100, "all have begun")
    begun = time.monotonic()
    for number in range(10):
        assert _execute(side, pod(f"quick-{number}"), "v2-sync").item_json
    assert time.monotonic() - begun < 5.0
    assert not all(call.done() for call in waiting), "they were waiting meanwhile"
    names = [call.result(limit=60).item["metadata"]["name"] for call in waiting]
    assert names == [f"pod-{number}" for number in range(100)]
    assert {(o.polls, o.cancels) for o in Operation.all(folder)} == {(12, 0)}


# --- restore ------------------------------------------------------------------


def _restore(side: Side, item: Any) -> Any:
    return side.host.execute_restore(
        side.name("restore-v2"), item, pod("original"), kind=RESTORE_V1_KIND
    )


@pytest.mark.parametrize(
    "asked",
    [{}, {"skip_restore": 1}, {"unchanged": 1}, {"additional_count": 3}],
    ids=lambda asked: "-".join(asked) or "plain",
)
def test_a_restore_action_gives_the_same(pair: Pair, asked: dict[str, object]) -> None:
    plain = pair.judge.host.execute_restore(
        pair.judge.name("restore-v2"), pod(**asked), pod("original")
    )
    assert _restore(pair.judged, pod(**asked)) == plain


def test_the_operation_of_a_restore_is_awaited(old: Side, folder: Path) -> None:
    assert _restore(old, pod(operation=folder, polls=3)).operation_id == ""
    assert [(o.polls, o.cancels) for o in Operation.all(folder)] == [(3, 0)]
    with pytest.raises(HostError, match="disk is full"):
        _restore(old, pod(operation=folder, operation_error="disk is full"))


def test_a_restore_that_cannot_wait_for_items_says_so_once(start: StartSide) -> None:
    side = start()
    for _ in range(3):
        executed = _restore(side, pod(wait_for_additional_items="1m"))
        assert not executed.wait_for_additional_items
    lost = "without waiting for their additional items"
    side.host.log.wait_for(lambda entry: lost in entry["msg"])
    entries = [e for e in side.host.log.entries() if lost in e["msg"]]
    assert [entry["level"] for entry in entries] == ["warning"]
    assert side.name("restore-v2") in entries[0]["msg"]


def test_a_host_that_ends_calmly_leaves_no_operation_behind(start: StartSide, folder: Path) -> None:
    side = start("--poll-interval", "200ms")
    host: VeleroHost = side.host
    host.start_execute(side.name("v2"), pod(operation=folder, hang=1), kind=V1_KIND)
    wait_until(lambda: Operation.all(folder) and _polls(folder) >= 1, "it is polled")
    host.close()
    wait_until(lambda: Operation.all(folder)[0].cancels == 1, "it is cancelled")
