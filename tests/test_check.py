"""Each rule of velero-shim check holds for good plugins, and notices one that breaks it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from broken_plugins import POD, broken
from plugin_files import children
from velero_shim.check import RULES, Bench, Outcome, Status, UnknownRuleError, choose, run
from velero_shim.check.bench import ITEM_ACTIONS
from velero_shim.check.leftovers import marked
from velero_shim.check.rule import Rule, passed, rule
from velero_shim.check.rules import ending, executing, requests, sizes, start
from velero_shim.check.selection import plural, selects
from velero_shim.launcher import write_launcher
from velero_shim.model import ResourceSelector
from velero_shim.samples import annotate, snapshot

WARN, FAIL = Status.WARN, Status.FAIL
CLAIM = {
    "apiVersion": "v1",
    "kind": "PersistentVolumeClaim",
    "metadata": {"name": "orders", "namespace": "shop"},
}
POLICY = {"apiVersion": "example.io/v1", "kind": "Policy", "metadata": {"name": "p"}}

# How a plugin is broken (a function of plugins/broken_plugin.py), and what that makes of a rule.
BROKEN = [
    ("noisy", "handshake-line", FAIL, "no go-plugin handshake"),
    ("noisy_afterwards", "only-handshake-on-stdout", WARN, "ready to serve"),
    ("exits_with_zero_by_hand", "explains-itself", FAIL, "exit status 0"),
    ("silent_by_hand", "explains-itself", WARN, "without a word"),
    ("refuses_flags", "velero-flags", FAIL, "--uploader-type"),
    ("slow", "start-time", WARN, "s, the fastest of"),
    ("not_serving", "health-service", FAIL, "SERVING"),
    ("without_stdio", "stdio-stream", WARN, "UNIMPLEMENTED"),
    ("without_broker", "broker-stream", WARN, "UNIMPLEMENTED"),
    ("without_lister", "lists-plugins", FAIL, "UNIMPLEMENTED"),
    ("lists_nothing", "lists-plugins", WARN, "nothing"),
    ("lists_a_bad_name", "plugin-names", FAIL, "'no-slash' is invalid"),
    ("lists_a_name_twice", "unique-names", FAIL, "BackupItemActionV2 example.io/broken"),
    ("lists_both_versions", "one-version-per-name", FAIL, "BackupItemAction and BackupItem"),
    ("lists_an_unknown_kind", "known-kinds", FAIL, "BackupItemActionV3"),
    ("good", "velero-1.10", WARN, "BackupItemActionV2"),
    ("selects_nonsense", "applies-to", FAIL, "app==("),
    ("selects_kinds", "applies-to", WARN, "'Pod'"),
    ("answers_for_any_name", "unknown-names", FAIL, "answers for the name"),
    ("takes_bad_json", "bad-json", FAIL, "answers OK"),
    ("knows_any_operation", "unknown-operation", FAIL, "with a progress"),
    ("has_its_own_words", "unknown-operation", WARN, "never heard of it"),
    ("sends_no_progress", "unknown-operation", FAIL, "crashes a Velero server"),
    ("cannot_cancel", "cancel-unknown", WARN, "the first time: UNKNOWN: nothing to cancel"),
    ("one_call_at_a_time", "concurrent-calls", FAIL, "while a call is under way"),
    ("dies_of_bad_json", "survives-errors", FAIL, "was gone after"),
    ("has_the_default_limit", "big-requests", WARN, "8 MiB: RESOURCE_EXHAUSTED"),
    ("has_a_small_limit", "big-requests", FAIL, "3 MiB: RESOURCE_EXHAUSTED"),
    ("has_the_default_limit", "big-items", WARN, "8 MiB: RESOURCE_EXHAUSTED"),
    ("has_a_small_limit", "big-items", FAIL, "3 MiB: RESOURCE_EXHAUSTED"),
    ("fails_the_sample", "execute", FAIL, "the disk is full"),
    ("returns_nothing", "returned-item", FAIL, "is empty"),
    ("returns_no_json", "returned-item", FAIL, "not valid JSON"),
    ("returns_another_kind", "returned-item", FAIL, "another apiVersion or kind"),
    ("takes_bad_json", "bad-backup-json", WARN, "answers OK"),
    ("sends_no_progress", "progress-filled", FAIL, "holds no progress"),
    ("tells_impossible_times", "progress-times", FAIL, "updated is 1152921504606846976 s"),
    ("tells_no_times", "progress-times", WARN, "started and updated unset"),
    ("keeps_operations_in_memory", "operation-survives-restart", FAIL, "op-1 is invalid"),
    ("cannot_cancel", "cancel-twice", WARN, "nothing to cancel"),
    ("ignores_shutdown", "shutdown", FAIL, "had to be killed"),
    ("leaves_a_child", "shutdown", FAIL, "processes left behind: 1"),
    ("ignores_sigterm", "sigterm", FAIL, "still running"),
    ("ends_on_sigint", "sigint", FAIL, "ended with status -2"),
    ("leaves_its_socket", "socket-removed", WARN, "still there after Shutdown"),
    ("outlives_its_host", "ends-with-host", WARN, "still running after"),
]


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """Whatever a check started is gone after it."""
    before = children()
    yield
    assert children() <= before
    assert marked(f"{os.getpid()}-") == []


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "_SIGTERM_SECONDS", 1.0)
    monkeypatch.setattr(ending, "_ORPHAN_SECONDS", 3.0)


@contextmanager
def bench(plugin: Path, sample: dict[str, Any] | None = POD) -> Iterator[Bench]:
    with Bench([str(plugin)], sample=sample) as made:
        yield made


def look(plugin: Path, *ids: str, sample: dict[str, Any] | None = POD) -> dict[str, Outcome]:
    with bench(plugin, sample) as made:
        return {result.rule.id: result.outcome for result in run(made, choose(ids))}


@pytest.mark.parametrize(("how", "broken_rule", "status", "seen"), BROKEN)
def test_a_broken_plugin_is_noticed(
    tmp_path: Path, how: str, broken_rule: str, status: Status, seen: str
) -> None:
    outcome = look(broken(tmp_path, how), broken_rule)[broken_rule]
    assert outcome.status is status, outcome
    assert seen in outcome.seen
    assert outcome.do


def test_every_rule_is_shown_to_notice_something() -> None:
    assert {rule_id for _, rule_id, _, _ in BROKEN} == {found.id for found in RULES}


def test_a_good_plugin_passes_everything(tmp_path: Path) -> None:
    outcomes = look(broken(tmp_path, "good"))
    worse = {i: o for i, o in outcomes.items() if o.status is not Status.PASS}
    assert set(worse) <= {"velero-1.10", "start-time"}
    assert all(o.status is WARN for o in worse.values())


@pytest.mark.parametrize(
    ("module", "sample", "skipped"),
    [
        (annotate, POD, {"BackupItemActionV2, RestoreItemActionV2"}),
        (snapshot, CLAIM, set()),
    ],
)
def test_the_samples_have_nothing_that_fails(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    module: Any,
    sample: dict[str, Any],
    skipped: set[str],
) -> None:
    monkeypatch.setenv(snapshot.ENV_FOLDER, str(tmp_path / "state"))
    plugin = tmp_path / "plugin"
    write_launcher(plugin, f"from {module.__name__} import main\n\nmain()\n")
    outcomes = look(plugin, sample=sample)
    assert [i for i, o in outcomes.items() if o.status is FAIL] == []
    reasons = {o.seen for o in outcomes.values() if o.status is Status.SKIPPED}
    assert reasons == {f"it serves no {kinds}" for kinds in skipped}


# --- without a sample -------------------------------------------------------------


def test_nothing_is_executed_without_a_sample(tmp_path: Path) -> None:
    rules = [found.id for found in (*requests.RULES, *sizes.RULES, *executing.RULES)]
    outcomes = look(broken(tmp_path, "good"), *rules, sample=None)
    assert outcomes["execute"] == Outcome(Status.SKIPPED, "needs a sample item")
    assert list((tmp_path / "state").iterdir()) == []
    assert outcomes["bad-json"].status is Status.PASS


def test_a_sample_that_no_action_selects_is_not_executed(tmp_path: Path) -> None:
    outcomes = look(broken(tmp_path, "good"), "execute", "progress-filled", sample=CLAIM)
    assert outcomes["execute"] == Outcome(Status.SKIPPED, "no action is for the sample")
    assert outcomes["progress-filled"].seen == "the sample started no operation"
    assert list((tmp_path / "state").iterdir()) == []


# --- plugins that do not work at all ------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seen", "do"),
    [
        ("#!/bin/sh\necho no database >&2\nexit 3\n", "no database", "see what it printed"),
        ("#!/nowhere/python\n", "cannot be executed", "make it an executable file"),
        ("#!/bin/sh\nsleep 600\n", "no handshake line within 1 seconds", "before any slow work"),
    ],
)
def test_a_plugin_that_does_not_start_gets_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, seen: str, do: str
) -> None:
    monkeypatch.setattr(start, "_UNSTARTED_SECONDS", 1.0)
    plugin = tmp_path / "plugin"
    plugin.write_text(text)
    plugin.chmod(0o755)
    with Bench([str(plugin)], start_timeout=1.0) as made:
        outcomes = {result.rule.id: result.outcome for result in run(made, choose())}
    assert outcomes.keys() == {found.id for found in RULES}
    assert outcomes["handshake-line"].status is FAIL
    assert seen in outcomes["handshake-line"].seen
    assert do in outcomes["handshake-line"].do
    others = {i for i, o in outcomes.items() if o.status is not Status.SKIPPED}
    assert others == {"handshake-line", "explains-itself"}


def test_a_file_that_is_not_there_gets_a_report(tmp_path: Path) -> None:
    outcomes = look(tmp_path / "nothing", "handshake-line", "explains-itself", "shutdown")
    assert [o.status for o in outcomes.values()] == [FAIL, FAIL, Status.SKIPPED]
    assert "No such file or directory" in outcomes["handshake-line"].seen


def test_a_rule_that_takes_too_long_fails_and_its_processes_end(tmp_path: Path) -> None:
    @rule("endless", "", "", limit=2.0)
    def endless(made: Bench) -> Outcome:
        made.applies_to(made.actions(*ITEM_ACTIONS)[0])
        return passed("")

    began = time.monotonic()
    with bench(broken(tmp_path, "never_answers")) as made:
        (result,) = run(made, [endless])
        assert marked(made.mark) == []
    assert result.outcome.status is FAIL
    assert result.outcome.seen == "not over after 2 s"
    assert time.monotonic() - began < 15


def test_a_mistake_in_a_rule_is_no_outcome(tmp_path: Path) -> None:
    def mistaken(_: Bench) -> Outcome:
        raise ZeroDivisionError

    with bench(tmp_path / "nothing") as made, pytest.raises(ZeroDivisionError):
        list(run(made, [Rule("mistaken", "", "", mistaken, starts=False)]))


# --- choosing rules -----------------------------------------------------------------


def test_rules_are_chosen_and_skipped_in_their_order() -> None:
    assert [found.id for found in choose(["sigterm", "applies-to"])] == ["applies-to", "sigterm"]
    assert [found.id for found in choose(["sigterm", "sigint"], ["sigint"])] == ["sigterm"]
    assert len(choose()) == len(RULES)
    with pytest.raises(UnknownRuleError, match="no rule is called sig; there are: handshake-line"):
        choose(["sig"])


def test_ids_are_unique() -> None:
    assert len({found.id for found in RULES}) == len(RULES)


def test_operations_of_the_sample_are_cancelled_at_the_end(tmp_path: Path) -> None:
    state = tmp_path / "state"
    os.environ[snapshot.ENV_FOLDER] = str(state)
    try:
        plugin = tmp_path / "plugin"
        write_launcher(plugin, f"from {snapshot.__name__} import main\n\nmain()\n")
        look(plugin, "execute", sample=CLAIM)
    finally:
        del os.environ[snapshot.ENV_FOLDER]
    (file,) = state.iterdir()
    assert yaml.safe_load(file.read_text())["cancelled"] is True


@pytest.mark.parametrize(
    ("selector", "item", "selected"),
    [
        (ResourceSelector(), POD, True),
        (ResourceSelector(["shop"], (), ["pod"]), POD, True),
        (ResourceSelector(["bank"]), POD, False),
        (ResourceSelector(excluded_resources=["pods"]), POD, False),
        (ResourceSelector(label_selector="app=b"), POD, False),
        (ResourceSelector(included_resources=["policies.example.io"]), POLICY, True),
        (ResourceSelector(included_resources=["policies.example.org"]), POLICY, False),
        (ResourceSelector(included_namespaces=["shop"]), POLICY, False),
    ],
)
def test_which_samples_an_action_is_for(
    selector: ResourceSelector, item: dict[str, Any], selected: bool
) -> None:
    assert selects(selector, item) is selected


@pytest.mark.parametrize(
    ("kind", "resource"),
    [("Pod", "pods"), ("Policy", "policies"), ("Class", "classes"), ("Endpoints", "endpoints")],
)
def test_plurals_are_guessed_as_kubernetes_does(kind: str, resource: str) -> None:
    assert plural(kind) == resource
