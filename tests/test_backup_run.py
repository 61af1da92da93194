"""A local backup takes the way of Velero's, with its traps, through real plugin processes."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from backup_objects import (
    COMPLETED,
    FAILED,
    RUNNING,
    Object,
    actions_plugin,
    claim,
    made,
    namespace,
    pod,
)
from plugin_files import children, wait_until, write_plugin
from plugins.backup_actions import FORGETFUL, SELECTOR, STATE
from velero_shim.backup import (
    BackupResult,
    BackupSpec,
    Cluster,
    Event,
    ItemsDone,
    LogEntry,
    OperationsPolled,
    PhaseChanged,
    RunOptions,
    run_backup,
)
from velero_shim.backup.manifests import Manifest
from velero_shim.backup.request import InvalidBackupError, go_duration
from velero_shim.registry import discover

SHOP = namespace("shop")
CLAIM = ["", "persistentvolumeclaims", "shop", "data"]
DATA = "resources/persistentvolumeclaims/namespaces/shop/data.json"
WEB = "resources/pods/namespaces/shop/web.json"


@dataclass(slots=True)
class Clock:
    """A time that goes on when somebody sleeps."""

    now: datetime = field(default=datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC))
    slept: list[float] = field(default_factory=list)
    before: Callable[[], object] = lambda: None

    def sleep(self, seconds: float) -> None:
        self.before()
        self.slept.append(seconds)
        self.now += timedelta(seconds=seconds)


@dataclass(slots=True)
class Bench:
    """Plugins, and what a backup with them told."""

    plugins: Path
    state: Path
    clock: Clock = field(default_factory=Clock)
    events: list[Event] = field(default_factory=list)

    def run(self, *objects: Object, spec: BackupSpec | None = None, **more: Any) -> BackupResult:
        cluster = Cluster([Manifest("test", obj) for obj in (SHOP, *objects)])
        options = RunOptions(clock=lambda: self.clock.now, sleep=self.clock.sleep, **more)
        registry = discover(self.plugins)
        return run_backup(cluster, registry, spec or BackupSpec(), self.events.append, options)

    @property
    def phases(self) -> list[str]:
        return [event.phase for event in self.events if isinstance(event, PhaseChanged)]

    def lines(self, level: str) -> list[str]:
        found = [event for event in self.events if isinstance(event, LogEntry)]
        return [str(entry) for entry in found if entry.level == level]

    def pids(self) -> list[int]:
        return [json.loads(f.read_text()).get("pid") for f in sorted(self.state.iterdir())]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    state = tmp_path / "state"
    state.mkdir()
    monkeypatch.setenv(STATE, str(state))
    return Bench(actions_plugin(tmp_path / "plugins"), state)


def operation(*script: Any, **more: Any) -> dict[str, Any]:
    return {"operation": {"a": list(script)}, **more}


def stored(result: BackupResult, path: str) -> Any:
    return json.loads(result.contents.files[path])


def test_the_phases_of_a_backup_without_operations(bench: Bench) -> None:
    result = bench.run(pod("web"))
    assert bench.phases == ["InProgress", "Finalizing", "Completed"]
    assert result.phase == "Completed"
    assert set(result.contents.files) == {
        "metadata/version",
        "resources/namespaces/cluster/shop.json",
        "resources/namespaces/v1-preferredversion/cluster/shop.json",
        WEB,
        "resources/pods/v1-preferredversion/namespaces/shop/web.json",
    }


def test_the_phases_of_a_backup_with_operations(bench: Bench) -> None:
    result = bench.run(claim("data", **operation(RUNNING, RUNNING, COMPLETED, post={"a": [CLAIM]})))
    assert bench.phases == [
        "InProgress",
        "WaitingForPluginOperations",
        "Finalizing",
        "Completed",
    ]
    assert bench.clock.slept == [10.0, 10.0]
    polls = [event for event in bench.events if isinstance(event, OperationsPolled)]
    assert [poll.operations[0].n_completed for poll in polls] == [1, 1, 4]
    assert stored(result, DATA)["metadata"]["annotations"]["phase"] == "Finalizing"


def test_plugin_processes_are_new_for_every_poll(bench: Bench) -> None:
    """Also between the main phase, whose processes make the first poll, and the next one."""
    seen: list[int] = []
    left: set[int] = set()
    before = children()

    def note() -> None:
        seen.extend(bench.pids())
        left.update(children() - before)

    bench.clock.before = note
    bench.run(claim("data", **operation(RUNNING, RUNNING, RUNNING, COMPLETED)))
    assert len(seen) == len(set(seen)) == 3
    assert left == set()


def test_kept_plugins_are_the_same_processes(bench: Bench) -> None:
    seen: list[int] = []
    before = children()
    bench.clock.before = lambda: seen.extend(bench.pids())
    bench.run(claim("data", **operation(RUNNING, RUNNING, COMPLETED)), keep_plugins=True)
    assert len(seen) == 2
    assert len(set(seen)) == 1
    wait_until(lambda: children() <= before, "the processes end")


def test_operations_in_memory_are_lost(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trap that a first look at a plugin misses: the first poll still finds them."""
    monkeypatch.setenv(FORGETFUL, "1")
    objects = claim("data", **operation(RUNNING, COMPLETED))
    result = bench.run(objects)
    assert result.phase == "PartiallyFailed"
    assert bench.lines("error") == [
        "rpc error: code = Unknown desc = operation ID shop-data-a is invalid, "
        "plugin: test.example.io/a"
    ]
    assert bench.run(objects, keep_plugins=True).phase == "Completed"


def test_an_early_failed_operation_is_not_forgotten(bench: Bench) -> None:
    result = bench.run(
        claim("bad", **operation(FAILED)), claim("data", **operation(RUNNING, COMPLETED))
    )
    assert bench.phases[1:] == [
        "WaitingForPluginOperationsPartiallyFailed",
        "FinalizingPartiallyFailed",
        "PartiallyFailed",
    ]
    assert bench.lines("error") == ["the disk is full, plugin: test.example.io/a"]
    assert result.request.status["backupItemOperationsCompleted"] == 1
    assert result.request.status["backupItemOperationsFailed"] == 1


def test_an_operation_past_its_time_is_cancelled_once(bench: Bench) -> None:
    spec = BackupSpec(item_operation_timeout=timedelta(seconds=25))
    result = bench.run(claim("data", **operation(RUNNING)), spec=spec)
    assert result.phase == "PartiallyFailed"
    assert bench.clock.slept == [10.0, 10.0, 10.0]
    assert bench.lines("error") == ["Asynchronous action timed out, plugin: test.example.io/a"]
    (state,) = bench.state.iterdir()
    assert json.loads(state.read_text())["cancels"] == 1


def test_an_operation_while_finalizing_is_an_error_of_its_item(bench: Bench) -> None:
    """Velero logs it and completes the backup all the same, with the item of the main phase."""
    again = operation(COMPLETED, post={"a": [CLAIM]}, again={"a": True})
    result = bench.run(claim("data", **again))
    assert result.phase == "Completed"
    assert result.finalize_errors == 1
    (line,) = bench.lines("error")
    assert "plugin=test.example.io/a" in line
    assert "started operation shop-data-a during finalize" in line
    assert "phase" not in stored(result, DATA)["metadata"]["annotations"]


def test_post_operation_items_without_an_operation_are_ignored(bench: Bench) -> None:
    result = bench.run(claim("data"), pod("web", post={"a": [CLAIM]}))
    assert result.operations == ()
    assert "phase" not in stored(result, DATA)["metadata"].get("annotations", {})
    assert any("ignored" in line and "test.example.io/a" in line for line in bench.lines("debug"))


def test_a_renamed_item_is_stored_under_its_new_name(bench: Bench) -> None:
    result = bench.run(pod("web", rename={"b": "web-2"}))
    assert WEB not in result.contents.files
    assert stored(result, WEB.replace("web", "web-2"))["metadata"]["name"] == "web-2"


def test_a_name_that_is_a_path_is_an_error_of_its_item(bench: Bench) -> None:
    result = bench.run(pod("web", rename={"b": "../../web"}))
    assert result.phase == "PartiallyFailed"
    assert all(".." not in path for path in result.contents.files)


def test_an_action_sees_what_earlier_ones_did(bench: Bench) -> None:
    result = bench.run(pod("web", annotate={"a": {"x": "a", "y": "a"}, "b": {"x": "b"}}))
    annotations = stored(result, WEB)["metadata"]["annotations"]
    assert (annotations["x"], annotations["y"]) == ("b", "a")


@pytest.mark.parametrize("action", ["a", "b", "old"])
def test_an_error_names_its_plugin(bench: Bench, action: str) -> None:
    result = bench.run(pod("web", error={action: "no luck"}), claim("data"))
    assert result.phase == "PartiallyFailed"
    (line,) = bench.lines("error")
    assert "resource=pods namespace=shop name=web" in line
    assert f"plugin=test.example.io/{action}" in line
    assert "no luck" in line
    assert DATA in result.contents.files
    assert result.journal.results()["errors"] == {"namespaces": {"shop": [line]}}


def test_a_crash_names_its_plugin_and_spares_the_rest(bench: Bench) -> None:
    result = bench.run(pod("bad", crash={"a": True}), pod("web"))
    (line,) = bench.lines("error")
    assert "name=bad" in line
    assert "plugin=test.example.io/a" in line
    assert WEB in result.contents.files


def test_an_error_in_an_additional_item_names_it_too(bench: Bench) -> None:
    bench.run(pod("web", additional={"a": [CLAIM]}), claim("data", error={"old": "no luck"}))
    (line,) = bench.lines("error")
    assert "name=web" in line
    assert "additional_item=persistentvolumeclaims shop/data" in line
    assert "plugin=test.example.io/old" in line


def test_missing_additional_items_are_warnings(bench: Bench) -> None:
    result = bench.run(pod("web", additional={"a": [CLAIM]}))
    assert result.phase == "Completed"
    (line,) = bench.lines("warn")
    assert "not among the manifests" in line
    assert "plugin=test.example.io/a" in line
    assert "name=data" in line


def test_an_unknown_type_of_additional_item_is_an_error(bench: Bench) -> None:
    result = bench.run(pod("web", additional={"a": [["example.io", "extras", "shop", "x"]]}))
    assert result.phase == "PartiallyFailed"
    (line,) = bench.lines("error")
    assert "no resource extras.example.io is known" in line
    assert "--resource" in line
    assert WEB not in result.contents.files


def test_items_that_name_each_other_are_taken_once(bench: Bench) -> None:
    back = [["", "pods", "shop", "web"]]
    result = bench.run(pod("web", additional={"a": [CLAIM]}), claim("data", additional={"a": back}))
    assert result.phase == "Completed"
    assert result.request.status["progress"]["itemsBackedUp"] == 3


def test_additional_items_may_follow_each_other_without_a_limit(bench: Bench) -> None:
    pods = [
        pod(f"p{n:04}", additional={"a": [["", "pods", "shop", f"p{n + 1:04}"]]})
        for n in range(500)
    ]
    selectors = {name: {"included_resources": ["none"]} for name in ("b", "old")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(SELECTOR, json.dumps(selectors))
        result = bench.run(*pods)
    assert result.phase == "Completed"
    assert result.request.status["progress"]["itemsBackedUp"] == 501
    assert len(bench.lines("warn")) == 1


def test_what_a_plugin_logs_counts(bench: Bench) -> None:
    result = bench.run(pod("web", log={"a": ["ERROR", "it looks bad"]}))
    assert result.phase == "PartiallyFailed"
    assert bench.lines("error")[0].startswith("it looks bad")


def test_an_action_that_does_not_say_what_it_is_for_fails_the_backup(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SELECTOR, json.dumps({"b": {"label_selector": "a in b"}}))
    result = bench.run(pod("web"))
    assert result.phase == "Failed"
    assert bench.phases == ["InProgress", "Failed"]
    assert "test.example.io/b: AppliesTo" in result.request.status["failureReason"]
    assert set(result.contents.files) == {"metadata/version"}


def test_many_workers_take_the_same_items(bench: Bench) -> None:
    pods = [
        pod(f"web-{n}", additional={"a": [CLAIM]}, annotate={"b": {"n": str(n)}}) for n in range(20)
    ]
    objects = [*pods, claim("data", **operation(COMPLETED))]
    one, many = bench.run(*objects), bench.run(*objects, workers=8)
    assert many.contents.files == one.contents.files
    assert len(many.operations) == 1
    done = [event.done for event in bench.events if isinstance(event, ItemsDone)]
    assert max(done) == len(objects) + 1


def test_an_interrupted_backup_leaves_no_process(bench: Bench) -> None:
    before = children()

    def interrupt(event: Event) -> None:
        if isinstance(event, ItemsDone) and event.done:
            raise KeyboardInterrupt

    cluster = Cluster([Manifest("test", obj) for obj in (SHOP, pod("web"), pod("db"))])
    with pytest.raises(KeyboardInterrupt):
        run_backup(cluster, discover(bench.plugins), BackupSpec(), interrupt)
    wait_until(lambda: children() <= before, "the processes end")


def test_a_plugin_that_does_not_start_any_more(
    bench: Bench, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    registry = discover(bench.plugins)
    (plugin,) = bench.plugins.iterdir()
    write_plugin(plugin, "exit")
    result = run_backup(
        Cluster([Manifest("test", pod("web"))]), registry, BackupSpec(), bench.events.append
    )
    assert result.phase == "Failed"
    assert str(plugin) in result.request.status["failureReason"]


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"name": "Big"}, "lower case"),
        ({"included_namespaces": ["*", "shop"]}, "stands alone"),
        ({"excluded_resources": ["*"]}, "cannot be excluded"),
        ({"included_resources": ["pods"], "excluded_resources": ["pods"]}, "both included and"),
    ],
)
def test_what_velero_refuses(fields: dict[str, Sequence[str]], problem: str) -> None:
    with pytest.raises(InvalidBackupError, match=problem):
        BackupSpec(**fields)  # type: ignore[arg-type]  # the table mixes texts and lists


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(14400, "4h0m0s"), (90, "1m30s"), (1.5, "1.5s"), (0.25, "250ms"), (3601, "1h0m1s"), (0, "0s")],
)
def test_durations_as_go_writes_them(seconds: float, text: str) -> None:
    assert go_duration(timedelta(seconds=seconds)) == text


def test_the_backup_that_plugins_get_is_complete(bench: Bench) -> None:
    result = bench.run(made("v1", "ConfigMap", "c", "shop"), spec=BackupSpec(selector="a=b"))
    backup = result.request.to_object()
    assert backup["metadata"]["uid"]
    assert backup["spec"]["labelSelector"] == {"matchLabels": {"a": "b"}}
    assert backup["spec"]["itemOperationTimeout"] == "4h0m0s"
    assert backup["status"]["startTimestamp"] == "2024-05-06T07:08:09Z"
    assert backup["status"]["completionTimestamp"] == "2024-05-06T07:08:09Z"
