"""Plugins in Python on real Velero hosts, held against the Go plugins that do the same.

What differs is named here: Python's exceptions are called by their type, every error has a
stack, and a datetime has no nanoseconds.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from interop.harness import Executed, HostError, Identifier, Instant, Progress
from interop.items import Operation, pod
from interop.manifests import manifests
from interop.pairs import WITH_V2, Pair, Side, go_plugin, side
from interop.plugin_programs import python_plugin
from plugin_files import wait_until

BEHAVIOUR = Path(__file__).parents[1] / "plugins" / "twin_behaviour.py"


Served = tuple[Pair, str, str]
"""A pair, the action to call and its kind."""


class Pairs:
    """Starts the pairs that are asked for, once each."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self._started: dict[tuple[str, str], Pair] = {}

    def get(self, version: str, actions: str) -> Pair:
        """Returns the plugins with actions of v1 or v2 on hosts of that Velero version."""
        if (version, actions) not in self._started:
            self._started[version, actions] = self._start(version, actions)
        return self._started[version, actions]

    def _start(self, version: str, actions: str) -> Pair:
        folder = self._folder / f"{version}-{actions}"
        (folder / "python").mkdir(parents=True)
        go = go_plugin(folder / "go", actions, version)
        python = python_plugin(folder / "python" / "twin", f"twin_{actions}")
        return Pair(
            self._stack.enter_context(side(version, "example.io/go", go)),
            self._stack.enter_context(side(version, "example.io/py", python)),
        )


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pairs]:
    with ExitStack() as stack:
        yield Pairs(tmp_path_factory.mktemp("pairs"), stack)


@pytest.fixture(params=WITH_V2)
def v1(request: pytest.FixtureRequest, pairs: Pairs) -> Pair:
    """The v1 plugins in Go and in Python."""
    return pairs.get(request.param, "v1")


@pytest.fixture(params=WITH_V2)
def v2(request: pytest.FixtureRequest, pairs: Pairs) -> Pair:
    """The v2 plugins in Go and in Python."""
    return pairs.get(request.param, "v2")


@pytest.fixture(
    params=[(version, way) for version in WITH_V2 for way in ("v1 as v1", "v1 as v2", "v2 as v2")],
    ids="-".join,
)
def served(request: pytest.FixtureRequest, pairs: Pairs) -> Served:
    """Each way in which a host sees Python."""
    version, way = request.param
    actions, _, seen = way.partition(" as ")
    kind = "BackupItemAction" if seen == "v1" else "BackupItemActionV2"
    return pairs.get(version, actions), actions, kind


@pytest.fixture(
    params=[(version, action) for version in WITH_V2 for action in ("v2", "restore-v2")],
    ids="-".join,
)
def operating(request: pytest.FixtureRequest, pairs: Pairs) -> Served:
    """The actions that have operations."""
    version, action = request.param
    kind = "RestoreItemActionV2" if action.startswith("restore") else "BackupItemActionV2"
    return pairs.get(version, "v2"), action, kind


def _same(go: Any, python: Any, pair: Pair) -> bool:
    if isinstance(go, Executed) and isinstance(python, Executed):
        go = replace(go, item_json=pair.judge.of_its_own(go.item_json))
        python = replace(python, item_json=pair.judged.of_its_own(python.item_json))
    assert python == go
    return True


# --- what the host finds ------------------------------------------------------


@pytest.mark.parametrize("kind", ["BackupItemActionV2", "RestoreItemActionV2"])
def test_a_manager_hands_out_the_same_actions(v1: Pair, kind: str) -> None:
    go, python = v1.both(lambda side: [side.of_its_own(name) for name in side.host.actions(kind)])
    assert python == go
    assert v1.judged.host.count("BackupItemAction") == 2


def test_a_manager_hands_out_v2_actions(v2: Pair) -> None:
    names = {
        kind: [v2.judged.of_its_own(name) for name in v2.judged.host.actions(kind)]
        for kind in ("BackupItemActionV2", "RestoreItemActionV2")
    }
    assert names == {
        "BackupItemActionV2": [
            f"example.io/any-{name}" for name in ("v2", "v2-selector", "v2-sync")
        ],
        "RestoreItemActionV2": ["example.io/any-restore-v2"],
    }
    assert v2.judged.host.count("BackupItemAction") == 0


@pytest.mark.parametrize("action", ["v1", "v1-selector", "restore-v1"])
def test_v1_selectors_are_the_same(v1: Pair, action: str) -> None:
    _assert_same_selector(v1, action)


@pytest.mark.parametrize("action", ["v2", "v2-selector", "v2-sync", "restore-v2"])
def test_v2_selectors_are_the_same(v2: Pair, action: str) -> None:
    _assert_same_selector(v2, action)


def _assert_same_selector(pair: Pair, action: str) -> None:
    kind = "RestoreItemActionV2" if "restore" in action else "BackupItemActionV2"
    go, python = pair.both(lambda side: side.host.applies_to(side.name(action), kind))
    assert python == go


# --- Execute ------------------------------------------------------------------


@pytest.mark.parametrize("manifest", manifests())
def test_real_objects_come_back_the_same(served: Served, manifest: str) -> None:
    pair, action, kind = served
    item = manifests()[manifest]
    go, python = pair.both(lambda side: side.host.execute(side.name(action), item, kind=kind))
    assert _same(go, python, pair)
    assert python.item_json != go.item_json, "each has its own name in it"


@pytest.mark.parametrize(
    "asked",
    [
        {"unchanged": 1},
        {"unchanged": 1, "additional_count": 3},
        {"additional_count": 0},
        {"additional_count": 5_000},
        {"additional": '[{}, {"Group": "a.b", "Resource": "c", "Name": "ü🚀"}]'},
        {"pad": 8 * 1024 * 1024},
    ],
    ids=lambda asked: "-".join(asked),
)
def test_what_an_action_returns_arrives(served: Served, asked: dict[str, object]) -> None:
    pair, action, kind = served
    item = pod(**asked)
    go, python = pair.both(lambda side: side.host.execute(side.name(action), item, kind=kind))
    assert _same(go, python, pair)


def test_the_backup_arrives(served: Served) -> None:
    pair, action, kind = served
    backup = {
        "apiVersion": "velero.io/v1",
        "kind": "Backup",
        "metadata": {"name": "täglich", "namespace": "velero"},
        "status": {"phase": "Finalizing"},
    }
    go, python = pair.both(
        lambda side: side.host.execute(side.name(action), pod(), backup, kind=kind)
    )
    assert _same(go, python, pair)
    assert python.annotations["example.io/backup"] == "velero/täglich"
    assert python.annotations["example.io/phase"] == "Finalizing"


def test_calls_overlap(served: Served) -> None:
    pair, action, kind = served
    host, name = pair.judged.host, pair.judged.name(action)
    # No call before: instances are made once, also when the first calls come together.
    slow = [host.start_execute(name, pod(sleep="1500ms"), kind=kind) for _ in range(10)]
    assert host.execute(name, pod("quick"), kind=kind).item_json
    assert not any(call.done() for call in slow)
    assert {call.result().item["metadata"]["name"] for call in slow} == {"web-0"}


# --- errors -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "panic"),
    [
        ({"error": "disk is full"}, ""),
        ({"error": ""}, ""),
        ({"error": "é\n🚀 100% <&>"}, ""),
        ({"error": "long " * 20_000}, ""),
        ({"plain_error": "no stack"}, ""),
        ({"status": 5, "error": "no such snapshot"}, ""),
        ({"panic": "index is gone"}, "RuntimeError: "),
    ],
    ids=["error", "empty", "odd", "long", "plain", "status", "panic"],
)
def test_errors_have_code_and_text_of_go_and_the_place_in_python(
    served: Served, asked: dict[str, object], panic: str
) -> None:
    pair, action, kind = served
    go, python = pair.both(
        lambda side: side.host.execute(side.name(action), pod(**asked), kind=kind)
    )
    assert python["code"] == go["code"]
    assert python["description"] == go["description"].replace("panicked: ", f"panicked: {panic}")
    assert python["file"] == str(BEHAVIOUR)
    assert python["function"].endswith("twin_behaviour._fail")
    line = BEHAVIOUR.read_text().splitlines()[python["line"] - 1]
    assert line.strip().startswith("raise ")


def test_a_name_that_nobody_registered_is_unknown(v1: Pair) -> None:
    go, python = v1.both(lambda side: side.host.execute("example.io/nobody", pod()))
    assert python == go


# --- output -------------------------------------------------------------------


def _logged(side: Side, text: str, level: str) -> dict[str, Any]:
    return side.host.log.wait_for(lambda entry: (entry["msg"], entry.get("level")) == (text, level))


def test_log_lines_arrive_with_level_text_and_source(served: Served) -> None:
    pair, action, kind = served
    text = f"said by {action} as {kind}: é\t🚀"
    pair.both(lambda side: side.host.execute(side.name(action), pod(log=text), kind=kind))
    for level in ("debug", "info", "warning", "error"):
        go, python = pair.both(partial(_logged, text=text, level=level))
        assert python["item"] == go["item"] == text
        file, _, line = python["logSource"].rpartition(":")
        assert file == str(BEHAVIOUR)
        assert "_LOG.log(" in BEHAVIOUR.read_text().splitlines()[int(line) - 1]


def test_what_is_printed_does_no_harm(served: Served) -> None:
    pair, action, kind = served
    host, name = pair.judged.host, pair.judged.name(action)
    for text in ("printed", "1|2|unix|/tmp/x|grpc|", "x" * 100_000, '{"@level": "error"}'):
        assert host.execute(name, pod(print=text, complain=text), kind=kind).item_json
    host.log.wait_for(lambda entry: entry.get("channel") == "STDOUT")


# --- the process --------------------------------------------------------------


@pytest.mark.parametrize("how", ["exits", "is killed"])
def test_a_plugin_that_ends_is_started_again(v1: Pair, how: str) -> None:
    host, name = v1.judged.host, v1.judged.name("v1")
    host.execute(name, pod())
    (pid,) = host.plugin_pids()
    if how == "is killed":
        call = host.start_execute(name, pod(sleep="1h", log="is killed"))
        host.log.wait_for(lambda entry: entry["msg"] == "is killed")
        os.kill(pid, signal.SIGKILL)
    else:
        call = host.start_execute(name, pod(exit=3))
    with pytest.raises(HostError) as caught:
        call.result()
    assert caught.value.code == "Unavailable"
    wait_until(lambda: pid not in host.plugin_pids(), "Velero has noticed")
    assert host.execute(name, pod()).item_json


def test_cleanup_ends_the_process_at_once(v1: Pair) -> None:
    host, name = v1.judged.host, v1.judged.name("v1")
    host.new_manager("short")
    host.execute(name, pod(), manager="short")
    before = host.plugin_pids()
    slow = host.start_execute(name, pod(sleep="1h", log="about to sleep"), manager="short")
    host.log.wait_for(lambda entry: entry["msg"] == "about to sleep")
    host.cleanup("short")
    wait_until(lambda: len(host.plugin_pids()) < len(before), "the process ends", limit=2.0)
    with pytest.raises(HostError):
        slow.result()


# --- restore ------------------------------------------------------------------


@pytest.mark.parametrize(
    "asked",
    [{}, {"skip_restore": 1}, {"unchanged": 1}, {"additional_count": 3}, {"pad": 5_000_000}],
    ids=lambda asked: "-".join(asked) or "plain",
)
@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ("restore-v1", "RestoreItemAction"),
        ("restore-v1", "RestoreItemActionV2"),
        ("restore-v2", "RestoreItemActionV2"),
    ],
)
@pytest.mark.parametrize("version", WITH_V2)
def test_restore_actions_give_the_same(
    pairs: Pairs, version: str, action: str, kind: str, asked: dict[str, object]
) -> None:
    pair = pairs.get(version, action.removeprefix("restore-"))
    go, python = pair.both(
        lambda side: side.host.execute_restore(
            side.name(action), pod(**asked), pod("original"), kind=kind
        )
    )
    assert _same(go, python, pair)


def test_a_restore_waits_for_its_items(v2: Pair) -> None:
    item = pod(wait_for_additional_items="1m30.5s")
    go, python = v2.both(lambda side: side.host.execute_restore(side.name("restore-v2"), item))
    assert _same(go, python, v2)
    assert python.ready_timeout_nanos == 90_500_000_000


@pytest.mark.parametrize("names", [[], ["fine"], ["fine", "unready"], ["broken"]], ids=str)
def test_whether_items_are_ready_is_the_same(v2: Pair, names: list[str]) -> None:
    ids = [Identifier("g", "r", "n", name) for name in names]
    go, python = v2.both(lambda side: side.host.ready(side.name("restore-v2"), ids))
    if "broken" in names:
        assert python["description"] == go["description"] == "additional item is broken"
    else:
        assert python is go


# --- operations ---------------------------------------------------------------


def _begin(side: Side, action: str, folder: Path, **asked: object) -> Executed:
    item = pod(operation=folder, **asked)
    execute = side.host.execute_restore if "restore" in action else side.host.execute
    return execute(side.name(action), item)


def _as_datetime(progress: Progress) -> Progress:
    """Cuts the nanoseconds off, which a datetime does not have."""
    cut = [
        Instant("", moment.seconds, moment.nanos // 1000 * 1000, moment.is_zero)
        for moment in (progress.started, progress.updated)
    ]
    return replace(progress, started=cut[0], updated=cut[1])


@pytest.mark.parametrize(
    "asked",
    [
        {"polls": 3},
        {"operation_error": "disk is full"},
        {"operation_error": "é\n🚀"},
        {"hang": 1},
        {"times": "zero"},
        {"times": "epoch"},
        {"times": "before-1970"},
        {"times": "year-9999"},
        {"n_completed": 2**63 - 1, "n_total": 2**63 - 1, "units": "Bytes"},
        {"n_completed": -(2**63), "n_total": 0, "units": ""},
        {"n_completed": 2**53 + 1, "n_total": 2**62, "description": "größtenteils\n🚀"},
        {"description": ""},
    ],
    ids=lambda asked: "-".join(map(str, (*asked, *asked.values())))[:40],
)
def test_progress_is_the_same_field_by_field(
    operating: Served, tmp_path: Path, asked: dict[str, object]
) -> None:
    pair, action, kind = operating

    def three_polls(side: Side) -> list[Progress]:
        executed = _begin(side, action, tmp_path, **asked)
        name, operation = side.name(action), executed.operation_id
        return [_as_datetime(side.host.progress(name, operation, kind=kind)) for _ in range(3)]

    go, python = pair.both(three_polls)
    assert python == go


def test_an_execute_that_starts_an_operation_is_the_same(v2: Pair, tmp_path: Path) -> None:
    go, python = v2.both(
        lambda side: _begin(side, "v2", tmp_path, post_operation_count=4, additional_count=2)
    )
    assert {go.operation_id, python.operation_id} <= {o.id for o in Operation.all(tmp_path)}
    assert len(python.post_operation_items) == 4
    assert _same(
        replace(go, operation_id="", item_json=""),
        replace(python, operation_id="", item_json=""),
        v2,
    )


def test_errors_of_progress_are_the_same(operating: Served, tmp_path: Path) -> None:
    pair, action, kind = operating

    def progress(side: Side, operation_id: str, action: str = action) -> Progress:
        return side.host.progress(side.name(action), operation_id, kind=kind)

    def failing(side: Side) -> Progress:
        begun = _begin(side, action, tmp_path, progress_error="lost touch")
        return progress(side, begun.operation_id)

    calls = [failing, lambda side: progress(side, "nobody")]
    if kind == "BackupItemActionV2":
        calls.append(lambda side: progress(side, "any", "v2-sync"))
    for call in calls:
        go, python = pair.both(call)
        assert python["code"] == go["code"]
        # Plugins built with Velero 1.11 write it with a capital and a full stop.
        assert python["description"].lower() == go["description"].lower().removesuffix(".")


def test_a_panic_of_progress_is_aborted(operating: Served, tmp_path: Path) -> None:
    pair, action, kind = operating
    begun = _begin(pair.judged, action, tmp_path, progress_panic="index is gone")
    with pytest.raises(HostError) as caught:
        pair.judged.host.progress(pair.judged.name(action), begun.operation_id, kind=kind)
    assert caught.value.code == "Aborted"
    assert caught.value.description == "plugin panicked: RuntimeError: index is gone"
    assert caught.value.file.endswith("twin_operations.py")


def test_a_cancelled_operation_ends(operating: Served, tmp_path: Path) -> None:
    pair, action, kind = operating

    def cancelled(side: Side) -> tuple[int, Progress]:
        operation = _begin(side, action, tmp_path, hang=1).operation_id
        side.host.cancel(side.name(action), operation, kind=kind)
        progress = side.host.progress(side.name(action), operation, kind=kind)
        return Operation.read(operation).cancels, _as_datetime(progress)

    go, python = pair.both(cancelled)
    assert python == go
    assert python[1].err == "cancelled"
    go, python = pair.both(lambda side: side.host.cancel(side.name(action), "nobody", kind=kind))
    assert python is go is None
    refusing = _begin(pair.judged, action, tmp_path, hang=1, cancel="error").operation_id
    with pytest.raises(HostError, match="cannot be cancelled"):
        pair.judged.host.cancel(pair.judged.name(action), refusing, kind=kind)


def test_an_operation_outlives_the_plugin_process(operating: Served, tmp_path: Path) -> None:
    pair, action, kind = operating
    host, name = pair.judged.host, pair.judged.name(action)
    operation = _begin(pair.judged, action, tmp_path, polls=4, crash_at_poll=3).operation_id
    for manager in ("first", "second"):  # as Velero has one for each poll
        host.new_manager(manager)
        progress = host.progress(name, operation, kind=kind, manager=manager)
        host.cleanup(manager)
        assert not progress.completed
    with pytest.raises(HostError):
        host.progress(name, operation, kind=kind)
    host.new_manager("last")
    last = host.progress(name, operation, kind=kind, manager="last")
    host.cleanup("last")
    assert (last.completed, last.n_completed) == (True, 4)
