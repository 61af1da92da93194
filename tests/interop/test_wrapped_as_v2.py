"""v1 plugins wrapped as v2 on real Velero hosts, held against the same plugins unwrapped.

The judge is a host with the plugin itself; whatever differs is the wrapper's doing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from interop.conftest import StartHost
from interop.go_build import NEWEST
from interop.harness import BACKUP, HostError, Identifier
from interop.items import pod
from interop.manifests import manifests
from interop.pairs import WITH_ITEM_BLOCK, WITH_V2, Pair, Side, go_plugin, outcome, side
from interop.plugin_programs import kill, pids_of, python_plugin, wrap

NOT_ASYNCHRONOUS = "Plugin does not support asynchronous operations"
FAILURES: list[dict[str, object]] = [
    {"error": "disk is full"},
    {"error": ""},
    {"error": "é\n🚀 100% <&>"},
    {"error": "long " * 1000},
    {"plain_error": "no stack"},
    {"status": 5, "error": "no such snapshot"},
    {"panic": "index is gone"},
    {"panic_error": "index is gone"},
]


def _pair(
    make_folder: Callable[[str], Path], version: str, inner: str, stack: ExitStack
) -> tuple[Pair, Path]:
    folder = make_folder("pair")
    if inner == "go":
        prefix, plugin = "example.io/go", go_plugin(folder / "plain", "v1", version)
    else:
        (folder / "plain").mkdir()
        prefix, plugin = "example.io/py", python_plugin(folder / "plain" / "twin", "twin_v1")
    (folder / "wrapped").mkdir()
    wrapper = wrap(plugin, folder / "wrapped" / "wrapper", "v2")
    plain = stack.enter_context(side(version, prefix, plugin))
    return Pair(plain, stack.enter_context(side(version, prefix, wrapper))), plugin


@pytest.fixture(
    scope="module",
    params=[(version, inner) for version in WITH_V2 for inner in ("go", "python")],
    ids=lambda param: "-".join(param),
)
def pair(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    """A plugin with v1 actions, and its wrapper."""
    version, inner = request.param
    with ExitStack() as stack:
        yield _pair(tmp_path_factory.mktemp, version, inner, stack)[0]


@pytest.fixture(scope="module", params=WITH_V2)
def go_pair(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    """The Go plugin with all the kinds that the host knows, and its wrapper."""
    with ExitStack() as stack:
        yield _pair(tmp_path_factory.mktemp, request.param, "go", stack)[0]


@pytest.fixture(scope="module")
def wrapped_twin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wrapper of the plugin in Python: the one in Go refuses flags that it does not know."""
    folder = tmp_path_factory.mktemp("twin")
    (folder / "plugins").mkdir()
    plugin = python_plugin(folder / "twin", "twin_v1")
    return wrap(plugin, folder / "plugins" / "wrapper", "v2")


# --- what the host finds ------------------------------------------------------


def test_only_the_item_actions_are_found_as_another_kind(pair: Pair) -> None:
    plain, wrapped = (s.host.discover(s.file.parent) for s in (pair.judge, pair.judged))
    as_v2 = {"BackupItemAction": "BackupItemActionV2", "RestoreItemAction": "RestoreItemActionV2"}
    for kind, found in plain.items():
        mine = [(as_v2.get(plugin.kind, plugin.kind), plugin.name) for plugin in found]
        assert [(p.kind, p.name) for p in wrapped.get(kind, [])] == (
            [] if kind in as_v2 else mine
        ), kind
    assert wrapped.keys() == plain.keys() - as_v2.keys()
    assert all(p.command == str(pair.judged.file) for found in wrapped.values() for p in found)


@pytest.mark.parametrize("kind", ["BackupItemActionV2", "RestoreItemActionV2"])
def test_a_manager_hands_out_the_same_actions(pair: Pair, kind: str) -> None:
    plain, wrapped = pair.both(lambda side: side.host.actions(kind))
    assert wrapped == plain
    assert len(plain) == (2 if kind == "BackupItemActionV2" else 1)
    assert pair.judged.host.count("BackupItemAction") == 0


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ("v1", "BackupItemActionV2"),
        ("v1-selector", "BackupItemActionV2"),
        ("restore-v1", "RestoreItemActionV2"),
    ],
)
def test_selectors_are_the_same(pair: Pair, action: str, kind: str) -> None:
    plain, wrapped = pair.both(lambda side: side.host.applies_to(side.name(action), kind))
    assert wrapped == plain


# --- Execute ------------------------------------------------------------------


@pytest.mark.parametrize("manifest", manifests())
def test_real_objects_come_back_the_same(pair: Pair, manifest: str) -> None:
    item = manifests()[manifest]
    plain, wrapped = pair.both(lambda side: side.host.execute(side.name("v1"), item))
    assert wrapped == plain
    assert plain.annotations["example.io/handled-by"] == pair.judge.name("v1")


@pytest.mark.parametrize("manifest", ["deployment", "numbers", "configmap_of_odd_text"])
def test_an_item_that_the_action_leaves_comes_back_the_same(pair: Pair, manifest: str) -> None:
    item = json.loads(manifests()[manifest])
    item["metadata"]["annotations"] = {"example.io/unchanged": ""}
    plain, wrapped = pair.both(lambda side: side.host.execute(side.name("v1"), item))
    assert wrapped == plain
    assert "example.io/handled-by" not in plain.annotations


def test_ten_thousand_additional_items_arrive_in_order(pair: Pair) -> None:
    item = pod(additional_count=10_000)
    plain, wrapped = pair.both(lambda side: side.host.execute(side.name("v1"), item))
    assert wrapped == plain
    assert len(plain.additional_items) == 10_000


def test_odd_additional_items_arrive(pair: Pair) -> None:
    odd = [
        {},
        {"Group": "a.b", "Resource": "c", "Namespace": "ü", "Name": "🚀"},
        {"Name": "n" * 999},
    ]
    item = pod(additional=json.dumps(odd))
    plain, wrapped = pair.both(lambda side: side.host.execute(side.name("v1"), item))
    assert wrapped == plain
    assert plain.additional_items[:2] == (Identifier(), Identifier("a.b", "c", "ü", "🚀"))


def test_an_item_of_sixteen_mebibytes_comes_back(pair: Pair) -> None:
    item = pod(pad=16 * 1024 * 1024)
    plain, wrapped = pair.both(lambda side: side.host.execute(side.name("v1"), item))
    assert wrapped == plain


@pytest.mark.parametrize("phase", ["InProgress", "Finalizing", "FinalizingPartiallyFailed"])
def test_the_backup_arrives(pair: Pair, phase: str) -> None:
    backup = {**json.loads(json.dumps(BACKUP)), "status": {"phase": phase}}
    plain, wrapped = pair.both(lambda side: side.host.execute(side.name("v1"), pod(), backup))
    assert wrapped == plain
    assert plain.annotations["example.io/phase"] == phase


def test_slow_calls_overlap(pair: Pair) -> None:
    host, name = pair.judged.host, pair.judged.name("v1")
    # Velero's plugin server looks implementations up without a lock: the first call goes alone.
    host.execute(name, pod())
    slow = [host.start_execute(name, pod(f"slow-{number}", sleep="2s")) for number in range(12)]
    assert host.execute(name, pod("quick")).item_json
    assert not any(call.done() for call in slow)
    names = [call.result().item["metadata"]["name"] for call in slow]
    assert names == [f"slow-{number}" for number in range(12)]


# --- Progress and Cancel ------------------------------------------------------


def test_progress_says_that_there_are_no_operations(pair: Pair) -> None:
    plain, wrapped = pair.both(lambda side: side.host.progress(side.name("v1"), "any"))
    # Velero's adapter is no plugin, so its text comes without a status.
    assert plain["message"] == NOT_ASYNCHRONOUS
    assert (wrapped["code"], wrapped["description"]) == ("Unknown", NOT_ASYNCHRONOUS)


def test_progress_and_cancel_of_a_restore_are_answered_alike(pair: Pair) -> None:
    kind = "RestoreItemActionV2"
    host, name = pair.judged.host, pair.judged.name("restore-v1")
    with pytest.raises(HostError, match=NOT_ASYNCHRONOUS):
        host.progress(name, "any", kind=kind)
    host.cancel(name, "any", kind=kind)
    assert host.ready(name, [Identifier(name="unready")]), "as Velero's own adapter says"


def test_cancel_does_nothing(pair: Pair) -> None:
    pair.judged.host.cancel(pair.judged.name("v1"), "any")


# --- errors -------------------------------------------------------------------


@pytest.mark.parametrize("asked", FAILURES, ids=lambda asked: "-".join(asked))
def test_errors_are_the_same_to_the_line(pair: Pair, asked: dict[str, object]) -> None:
    plain, wrapped = pair.both(lambda side: side.host.execute(side.name("v1"), pod(**asked)))
    assert wrapped == plain
    assert plain["code"]


def test_a_very_long_error_keeps_its_text(pair: Pair) -> None:
    text = "very long " * 10_000
    plain, wrapped = pair.both(lambda side: side.host.execute(side.name("v1"), pod(error=text)))
    assert wrapped == plain
    assert plain["description"] == text


def test_a_name_that_nobody_registered_is_unknown(pair: Pair) -> None:
    plain, wrapped = pair.both(lambda side: side.host.execute("example.io/nobody", pod()))
    assert wrapped == plain


# --- output -------------------------------------------------------------------


def _logged(side: Side, text: str, level: str) -> dict[str, Any]:
    entry = side.host.log.wait_for(
        lambda entry: (entry["msg"], entry.get("level")) == (text, level)
    )
    return {key: value for key, value in entry.items() if key not in ("cmd", "time", "pluginName")}


@pytest.mark.parametrize("level", ["debug", "info", "warning", "error"])
def test_log_lines_arrive_with_level_text_and_fields(pair: Pair, level: str) -> None:
    text = f"said at {level}: é\t🚀"
    pair.both(lambda side: side.host.execute(side.name("v1"), pod(log=text)))
    plain, wrapped = pair.both(lambda side: _logged(side, text, level))
    assert wrapped == plain
    assert "behaviour.go:" in plain["logSource"] or "behaviour.py:" in plain["logSource"]


def test_what_the_plugin_prints_does_no_harm(pair: Pair) -> None:
    host, name = pair.judged.host, pair.judged.name("v1")
    for text in ("printed", "1|2|unix|/tmp/x|grpc|", "x" * 100_000, '{"@level": "error"}'):
        executed = host.execute(name, pod(print=text, complain=text))
        assert executed.annotations["example.io/handled-by"] == name


@pytest.mark.parametrize(("asked", "channel"), [("print", "STDOUT"), ("complain", "STDERR")])
def test_both_output_streams_arrive(go_pair: Pair, asked: str, channel: str) -> None:
    # In one piece: Go reads a kibibyte at a time.
    text = "a line of an unlikely length: " + "x" * 777
    arrived = {"channel": channel, "len": len(text) + 1}.items()
    for one in (go_pair.judge, go_pair.judged):
        one.host.execute(one.name("v1"), pod(**{asked: text}))
        one.host.log.wait_for(lambda entry: arrived <= entry.items())


@pytest.mark.parametrize("version", WITH_V2)
@pytest.mark.parametrize(
    "flags",
    [
        ["--log-level=debug", "--features=EnableCSI", "--uploader-type", "kopia"],
        ["--log-level", "debug", "--features", "EnableCSI,EnableAPIGroupVersions"],
        ["--default-volumes-to-fs-backup", "--log-level=debug", "--unheard-of=1", "-x"],
        [],
    ],
    ids=["equals", "two words", "unknown", "none"],
)
def test_any_flags_are_passed_on(
    velero_host: StartHost, wrapped_twin: Path, version: str, flags: list[str]
) -> None:
    host = velero_host(version, flags=flags)
    host.discover(wrapped_twin.parent)
    host.execute("example.io/py-v1", pod(log="now"))
    host.log.wait_for(lambda entry: (entry["msg"], entry.get("level")) == ("now", "error"))
    debug = [e for e in host.log.entries() if (e["msg"], e.get("level")) == ("now", "debug")]
    assert len(debug) == bool(flags), "the level is the host's"


# --- other kinds --------------------------------------------------------------


def test_a_restore_action_gives_the_same_as_v2(pair: Pair) -> None:
    item = pod("copy", skip_restore=1, additional_count=3)
    plain, wrapped = pair.both(
        lambda side: side.host.execute_restore(side.name("restore-v1"), item, pod("original"))
    )
    assert wrapped == plain
    assert plain.skip_restore
    assert plain.annotations["example.io/backed-up-as"] == "original"
    asked = pod(error="cannot restore")
    plain, wrapped = pair.both(
        lambda side: side.host.execute_restore(side.name("restore-v1"), asked)
    )
    assert wrapped == plain


@pytest.mark.parametrize("asked", [{}, {"error": "cannot delete"}, {"panic": "gone"}], ids=str)
def test_a_delete_action_is_passed_on(go_pair: Pair, asked: dict[str, object]) -> None:
    kind = "DeleteItemAction"
    plain, wrapped = go_pair.both(
        lambda side: side.host.execute(side.name("delete"), pod(**asked), kind=kind)
    )
    assert wrapped == plain
    plain, wrapped = go_pair.both(lambda side: side.host.applies_to(side.name("delete"), kind))
    assert wrapped == plain


@pytest.mark.parametrize("asked", [{"additional_count": 5}, {"error": "no relations"}], ids=str)
def test_an_item_block_action_is_passed_on(go_pair: Pair, asked: dict[str, object]) -> None:
    kind = "ItemBlockAction"
    if go_pair.judge.host.version not in WITH_ITEM_BLOCK:
        with pytest.raises(HostError, match="no kind"):
            go_pair.judged.host.actions(kind)
        return
    plain, wrapped = go_pair.both(
        lambda side: side.host.execute(side.name("item-block"), pod(**asked), kind=kind)
    )
    assert wrapped == plain
    assert go_pair.judged.host.actions(kind) == go_pair.judge.host.actions(kind)


def test_an_object_store_is_passed_on(go_pair: Pair, tmp_path: Path) -> None:
    body = os.urandom(5_000_000)  # hundreds of the stream's chunks
    one: dict[str, object] = {"bucket": "b", "key": "k/1"}
    calls: list[tuple[str, dict[str, object]]] = [
        ("GetObject", one),
        ("Init", {"config": {"dir": str(tmp_path)}}),
        ("ObjectExists", one),
        ("PutObject", {**one, "body": body}),
        ("PutObject", {"bucket": "b", "key": "k/empty", "body": b""}),
        ("ObjectExists", one),
        ("GetObject", one),
        ("ListObjects", {"bucket": "b", "prefix": "k/"}),
        ("ListCommonPrefixes", {"bucket": "b", "prefix": "", "delimiter": "/"}),
        ("CreateSignedURL", {**one, "seconds": 90}),
        ("DeleteObject", one),
        ("GetObject", one),
        ("DeleteObject", one),
        ("Init", {"config": {}}),
    ]

    def all_calls(side: Side) -> list[Any]:
        call = partial(side.host.object_store, side.name("store"))
        found = [outcome(partial(call, method, **arguments)) for method, arguments in calls]
        for left in tmp_path.iterdir():
            left.unlink()
        return found

    plain, wrapped = go_pair.both(all_calls)
    assert wrapped == plain
    assert plain[6] == body


def test_an_object_store_is_initialized_again_after_a_crash(
    velero_host: StartHost, tmp_path: Path
) -> None:
    plugin = go_plugin(tmp_path / "inner", "v1", NEWEST)
    (tmp_path / "plugins").mkdir()
    wrap(plugin, tmp_path / "plugins" / "wrapper", "v2")
    host = velero_host()
    host.discover(tmp_path / "plugins")
    store = "example.io/go-store"
    host.object_store(store, "Init", config={"dir": str(tmp_path)})
    host.object_store(store, "PutObject", bucket="b", key="k", body=b"kept")
    kill(plugin)
    assert host.object_store(store, "GetObject", bucket="b", key="k") == b"kept"
    assert len(pids_of(plugin)) == 1


def test_a_volume_snapshotter_is_passed_on(go_pair: Pair) -> None:
    calls: list[tuple[str, dict[str, object]]] = [
        ("Init", {"config": {"region": "eu"}}),
        ("CreateSnapshot", {"volume": "v1", "zone": "a", "tags": {"owner": "shop"}}),
        (
            "CreateVolumeFromSnapshot",
            {"snapshot": "s", "type": "ssd", "zone": "a", "iops": 2**53 + 1},
        ),
        ("CreateVolumeFromSnapshot", {"snapshot": "s", "type": "ssd", "zone": "a"}),
        ("GetVolumeInfo", {"volume": "v1", "zone": "a"}),
        ("SetVolumeID", {"item": json.dumps(pod()), "volume": "v2"}),
        ("GetVolumeID", {"item": json.dumps(pod(volume="v3"))}),
        ("DeleteSnapshot", {"snapshot": "gone"}),
    ]

    def all_calls(side: Side) -> list[Any]:
        call = partial(side.host.volume_snapshotter, side.name("volumes"))
        return [outcome(partial(call, method, **arguments)) for method, arguments in calls]

    plain, wrapped = go_pair.both(all_calls)
    assert wrapped == plain
    assert plain[1] == "snapshot of v1 in eu a, 1 tags"
