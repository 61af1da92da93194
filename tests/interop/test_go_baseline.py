"""Go plugins on real Velero hosts, with nothing of ours between: what other tests compare with.

They also hold the Go programs to what they promise, so that a difference elsewhere is not theirs.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interop.conftest import StartHost
from interop.go_build import VERSIONS, built
from interop.harness import (
    HostDiedError,
    HostError,
    Identifier,
    Selector,
    VeleroHost,
    once_back,
)
from interop.items import Operation, pod

WITH_V2 = [version for version in VERSIONS if version != "1.10.3"]
WITH_ITEM_BLOCK = [version for version in WITH_V2 if version != "1.11.1"]
FULL_SELECTOR = Selector(
    included_namespaces=("shop", "bank"),
    excluded_namespaces=("kube-system",),
    included_resources=("pods", "deployments.apps"),
    excluded_resources=("events",),
    label_selector="app in (web, db),!canary",
)
V1 = "example.io/go-v1"
V2 = "example.io/go-v2"
V1_KIND = "BackupItemAction"
RESTORE_V1 = "example.io/go-restore-v1"
RESTORE_V2 = "example.io/go-restore-v2"
Ready = Callable[..., VeleroHost]

# The newest plugin on an older host is the harder case. It must list no kind that the host lacks.
PLUGINS = {
    "1.18.1": [("plugin-v1", "1.18.1"), ("plugin-v2", "1.18.1")],
    "1.17.2": [("plugin-v1", "1.18.1"), ("plugin-v2", "1.18.1")],
    "1.11.1": [("plugin-v1-only", "1.18.1"), ("plugin-v2", "1.11.1")],
    "1.10.3": [("plugin-v1-only", "1.18.1")],
}


@pytest.fixture
def ready(velero_host: StartHost, plugins_folder: Callable[..., Path]) -> Ready:
    """A host of that version which has discovered Go plugins that it can use."""

    def start(version: str, **settings: Any) -> VeleroHost:
        host = velero_host(version, **settings)
        host.discover(plugins_folder(*(built(*plugin) for plugin in PLUGINS[version])))
        return host

    return start


@pytest.mark.parametrize("version", WITH_V2)
def test_a_manager_lists_v1_actions_under_v2_too(ready: Ready, version: str) -> None:
    host = ready(version)
    assert host.actions("BackupItemActionV2") == [
        V1,
        "example.io/go-v1-selector",
        "example.io/go-v1-beside-v2",
        V2,
        "example.io/go-v2-selector",
        "example.io/go-v2-sync",
    ]
    assert host.count("BackupItemAction") == 3
    assert host.actions("RestoreItemActionV2") == [RESTORE_V1, RESTORE_V2]
    assert host.count("DeleteItemAction") == 1


@pytest.mark.parametrize("version", VERSIONS)
def test_a_discovery_names_file_kind_and_name(
    velero_host: StartHost,
    plugins_folder: Callable[..., Path],
    go_plugin_v1_only: Path,
    version: str,
) -> None:
    folder = plugins_folder(go_plugin_v1_only)
    listed = velero_host(version).discover(folder)
    (delete,) = listed["DeleteItemAction"]
    assert delete.command == str(folder / go_plugin_v1_only.name)
    assert (delete.kind, delete.name) == ("DeleteItemAction", "example.io/go-delete")
    later = {"BackupItemActionV2", "RestoreItemActionV2"} & listed.keys()
    assert bool(later) == (version in WITH_V2)


@pytest.mark.parametrize("version", VERSIONS)
def test_selectors_arrive_whole(ready: Ready, version: str) -> None:
    host = ready(version)
    assert host.applies_to(V1, V1_KIND) == Selector()
    assert host.applies_to("example.io/go-v1-selector", V1_KIND) == FULL_SELECTOR
    assert host.applies_to("example.io/go-delete", "DeleteItemAction") == FULL_SELECTOR


@pytest.mark.parametrize("version", VERSIONS)
def test_a_v1_action_changes_the_item_and_adds_others(ready: Ready, version: str) -> None:
    host = ready(version)
    executed = host.execute(V1, pod(additional_count=2), kind=V1_KIND)
    assert executed.annotations["example.io/handled-by"] == V1
    assert executed.annotations["example.io/backup"] == "velero/nightly"
    assert executed.additional_items == (
        Identifier("example.io", "extras", "shop", "web-0-additional-0"),
        Identifier("example.io", "extras", "shop", "web-0-additional-1"),
    )
    assert host.execute(V1, pod(unchanged=1), kind=V1_KIND).item == pod(unchanged=1)


@pytest.mark.parametrize("version", WITH_V2)
def test_velero_s_own_adapter_serves_v1_as_v2(ready: Ready, version: str) -> None:
    host = ready(version)
    as_v1 = host.execute(V1, pod(additional_count=2), kind=V1_KIND)
    assert host.execute(V1, pod(additional_count=2)) == as_v1
    assert (as_v1.operation_id, as_v1.post_operation_items) == ("", ())
    with pytest.raises(HostError, match="Plugin does not support asynchronous operations"):
        host.progress(V1, "any")
    host.cancel(V1, "any")


@pytest.mark.parametrize("version", VERSIONS)
def test_an_error_carries_the_place_where_it_was_made(ready: Ready, version: str) -> None:
    with pytest.raises(HostError) as caught:
        ready(version).execute(V1, pod(error="disk is full"), kind=V1_KIND)
    error = caught.value
    assert (error.code, error.description) == ("Unknown", "disk is full")
    assert error.file.endswith("/actions/behaviour.go")
    assert error.line > 0
    assert error.function.endswith("/actions.Asked.fail")


@pytest.mark.parametrize(
    ("asked", "code", "description"),
    [
        ({"plain_error": "no stack"}, "Unknown", "no stack"),
        ({"status": 5, "error": "no such snapshot"}, "NotFound", "no such snapshot"),
        ({"panic": "index is gone"}, "Aborted", "plugin panicked: index is gone"),
        # An error with a stack loses the prefix that other panics get.
        ({"panic_error": "index is gone"}, "Aborted", "index is gone"),
    ],
)
@pytest.mark.parametrize("version", VERSIONS)
def test_each_way_to_fail_has_its_status(
    ready: Ready, version: str, asked: dict[str, object], code: str, description: str
) -> None:
    host = ready(version)
    with pytest.raises(HostError) as caught:
        host.execute(V1, pod(**asked), kind=V1_KIND)
    assert (caught.value.code, caught.value.description) == (code, description)
    assert host.execute(V1, pod(), kind=V1_KIND).item_json, "the plugin lives on"


@pytest.mark.parametrize("version", VERSIONS)
def test_a_plugin_that_ends_is_started_again_for_the_next_call(ready: Ready, version: str) -> None:
    host = ready(version)
    with pytest.raises(HostError) as caught:
        host.execute(V1, pod(exit=3), kind=V1_KIND)
    assert caught.value.code == "Unavailable"
    assert once_back(lambda: host.execute(V1, pod(), kind=V1_KIND)).item_json


@pytest.mark.parametrize("version", VERSIONS)
def test_cleanup_ends_the_plugin_processes(ready: Ready, version: str) -> None:
    host = ready(version)
    host.execute(V1, pod(), kind=V1_KIND)
    assert len(host.plugin_pids()) == 1
    host.cleanup()
    assert host.plugin_pids() == []


@pytest.mark.parametrize("version", VERSIONS)
def test_log_lines_arrive_with_level_and_source(ready: Ready, version: str) -> None:
    host = ready(version, flags=["--log-level=debug"])
    host.execute(V1, pod(log="now"), kind=V1_KIND)
    for level in ("debug", "info", "warning", "error"):
        entry = host.log.wait_for(_line("now", level))
        assert "/actions/behaviour.go:" in entry["logSource"]
        assert entry["item"] == "now"
    assert "/actions/behaviour.go:" in entry["error.file"]


def _line(message: str, level: str) -> Callable[[dict[str, Any]], bool]:
    return lambda entry: (entry["msg"], entry.get("level")) == (message, level)


@pytest.mark.parametrize("version", VERSIONS)
def test_restore_and_delete_actions(ready: Ready, version: str) -> None:
    host = ready(version)
    restored = host.execute_restore(
        RESTORE_V1, pod("copy", skip_restore=1), pod("web-0"), kind="RestoreItemAction"
    )
    assert restored.skip_restore
    assert restored.annotations["example.io/backed-up-as"] == "web-0"
    host.execute("example.io/go-delete", pod(), kind="DeleteItemAction")
    host.log.wait_for(_line("deleted web-0 of nightly", "info"))
    with pytest.raises(HostError, match="cannot delete"):
        host.execute("example.io/go-delete", pod(error="cannot delete"), kind="DeleteItemAction")


@pytest.mark.parametrize("version", VERSIONS)
def test_an_object_store_streams(ready: Ready, version: str, tmp_path: Path) -> None:
    host = ready(version)
    store = "example.io/go-store"
    body = os.urandom(100_000)  # several of the stream's chunks
    host.object_store(store, "Init", config={"dir": str(tmp_path)})
    assert host.object_store(store, "ObjectExists", bucket="b", key="k/1") is False
    host.object_store(store, "PutObject", bucket="b", key="k/1", body=body)
    host.object_store(store, "PutObject", bucket="b", key="k/x/2", body=b"2")
    assert host.object_store(store, "ObjectExists", bucket="b", key="k/1") is True
    assert host.object_store(store, "GetObject", bucket="b", key="k/1") == body
    assert host.object_store(store, "ListObjects", bucket="b", prefix="k/") == ["k/1", "k/x/2"]
    common = {"bucket": "b", "prefix": "k/", "delimiter": "/"}
    assert host.object_store(store, "ListCommonPrefixes", **common) == ["k/x/"]
    url = host.object_store(store, "CreateSignedURL", bucket="b", key="k/1", seconds=90)
    assert url == "https://example.io/b/k/1?ttl=1m30s"
    host.object_store(store, "DeleteObject", bucket="b", key="k/1")
    with pytest.raises(HostError, match="no such file"):
        host.object_store(store, "GetObject", bucket="b", key="k/1")


@pytest.mark.parametrize("version", VERSIONS)
def test_a_volume_snapshotter(ready: Ready, version: str) -> None:
    host = ready(version)
    volumes = "example.io/go-volumes"
    host.volume_snapshotter(volumes, "Init", config={"region": "eu"})
    made = host.volume_snapshotter(
        volumes, "CreateSnapshot", volume="v1", zone="a", tags={"owner": "shop"}
    )
    assert made == "snapshot of v1 in eu a, 1 tags"
    volume = host.volume_snapshotter(
        volumes, "CreateVolumeFromSnapshot", snapshot="s1", type="ssd", zone="a", iops=2**53 + 1
    )
    assert volume == "volume of s1, ssd in eu a, 9007199254740993 iops"
    with pytest.raises(HostError, match="no such snapshot"):
        host.volume_snapshotter(volumes, "DeleteSnapshot", snapshot="gone")


@pytest.mark.parametrize("version", WITH_ITEM_BLOCK)
def test_an_item_block_action(ready: Ready, version: str) -> None:
    host = ready(version)
    kind = "ItemBlockAction"
    assert host.actions(kind) == ["example.io/go-item-block", "example.io/go-item-block-beside-v2"]
    related = host.execute("example.io/go-item-block", pod(), kind=kind).additional_items
    assert related == (Identifier("example.io", "extras", "shop", "web-0-additional-0"),)


@pytest.mark.parametrize("version", WITH_V2)
def test_an_operation_outlives_the_plugin_process(
    ready: Ready, version: str, tmp_path: Path
) -> None:
    host = ready(version)
    executed = host.execute(V2, pod(operation=tmp_path, polls=2))
    assert executed.post_operation_items == (
        Identifier("example.io", "extras", "shop", "web-0-post-operation-0"),
    )
    first = host.progress(V2, executed.operation_id)
    assert (first.completed, first.n_completed, first.n_total) == (False, 1, 2)
    host.cleanup()
    host.new_manager()
    second = host.progress(V2, executed.operation_id)
    assert (second.completed, second.err, second.n_completed) == (True, "", 2)
    assert second.started.text == "2024-05-06T07:08:09.123456789Z"


@pytest.mark.parametrize("version", WITH_V2)
def test_operations_that_do_not_succeed(ready: Ready, version: str, tmp_path: Path) -> None:
    host = ready(version)

    def begin(**asked: object) -> str:
        return host.execute(V2, pod(operation=tmp_path, **asked)).operation_id

    failed = host.progress(V2, begin(operation_error="disk is full"))
    assert (failed.completed, failed.err) == (True, "disk is full")
    with pytest.raises(HostError, match="lost touch"):
        host.progress(V2, begin(progress_error="lost touch"))
    # Velero 1.11 writes it with a capital and a full stop.
    with pytest.raises(HostError, match=r"(?i)operation ID nobody is invalid"):
        host.progress(V2, "nobody")
    with pytest.raises(HostError, match="does not support asynchronous operations"):
        host.progress("example.io/go-v2-sync", "any")
    hanging = begin(hang=1)
    host.cancel(V2, hanging)
    assert Operation.read(hanging) == Operation(hanging, polls=0, cancels=1)
    assert host.progress(V2, hanging).err == "cancelled"
    crashing = begin(crash_at_poll=1, polls=2)
    with pytest.raises(HostError):
        host.progress(V2, crashing)
    assert once_back(lambda: host.progress(V2, crashing)).completed


@pytest.mark.parametrize(
    ("times", "seconds", "nanos", "is_zero"),
    [
        ("zero", -62135596800, 0, True),
        ("epoch", 0, 0, False),
        ("before-1970", -2, 500000001, False),
        ("year-9999", 253402300799, 999999999, False),
    ],
)
@pytest.mark.parametrize("version", WITH_V2)
def test_odd_times_arrive_to_the_nanosecond(
    ready: Ready, version: str, tmp_path: Path, times: str, seconds: int, nanos: int, is_zero: bool
) -> None:
    host = ready(version)
    executed = host.execute(V2, pod(operation=tmp_path, times=times))
    started = host.progress(V2, executed.operation_id).started
    assert (started.seconds, started.nanos, started.is_zero) == (seconds, nanos, is_zero)


@pytest.mark.parametrize("version", WITH_V2)
def test_a_v2_restore_waits_for_its_items(ready: Ready, version: str, tmp_path: Path) -> None:
    host = ready(version)
    item = pod(operation=tmp_path, wait_for_additional_items="1m30s")
    executed = host.execute_restore(RESTORE_V2, item)
    assert executed.wait_for_additional_items
    assert executed.ready_timeout_nanos == 90 * 10**9
    kind = "RestoreItemActionV2"
    assert host.progress(RESTORE_V2, executed.operation_id, kind=kind).completed
    host.cancel(RESTORE_V2, executed.operation_id, kind=kind)
    assert host.ready(RESTORE_V2, [Identifier(name="fine")])
    assert not host.ready(RESTORE_V2, [Identifier(name="fine"), Identifier(name="unready")])
    with pytest.raises(HostError, match="additional item is broken"):
        host.ready(RESTORE_V2, [Identifier(name="broken")])
    assert host.ready(RESTORE_V1, [Identifier(name="unready")]), "the v1 adapter always says so"


def test_calls_overlap(ready: Ready) -> None:
    host = ready("1.18.1")
    # Velero's plugin server looks implementations up without a lock: the first call goes alone.
    host.execute(V1, pod())
    slow = host.start_execute(V1, pod(sleep="1h"))
    assert host.execute(V1, pod()).item_json
    assert not slow.done()
    (pid,) = host.plugin_pids()
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(HostError) as caught:
        slow.result()
    assert caught.value.code == "Unavailable"


def test_a_call_that_never_ends_is_cut_off(ready: Ready) -> None:
    host = ready("1.18.1")
    with pytest.raises(HostDiedError, match="no answer within 1 s"):
        host.execute(V1, pod(sleep="1h"), limit=1)
    with pytest.raises(HostDiedError, match="takes no more requests"):
        host.execute(V1, pod())


def test_a_file_that_is_no_plugin_fails_the_whole_discovery(
    velero_host: StartHost, plugins_folder: Callable[..., Path], tmp_path: Path, go_plugin_v1: Path
) -> None:
    script = tmp_path / "not-a-plugin"
    script.write_text("#!/bin/sh\necho hello\n")
    script.chmod(0o755)
    with pytest.raises(HostError, match="hello"):
        velero_host().discover(plugins_folder(go_plugin_v1, script))


@pytest.mark.parametrize("built_with", ["1.17.2", "1.11.1", "1.10.3"])
def test_a_plugin_built_long_ago_works_on_the_newest_host(
    velero_host: StartHost, plugins_folder: Callable[..., Path], built_with: str
) -> None:
    host = velero_host()
    host.discover(plugins_folder(built("plugin-v1-only", built_with)))
    assert host.execute(V1, pod()).annotations["example.io/handled-by"] == V1
    with pytest.raises(HostError) as caught:
        host.execute(V1, pod(error="disk is full"))
    assert (caught.value.code, caught.value.description) == ("Unknown", "disk is full")
    assert caught.value.function.endswith("/actions.Asked.fail")


def test_a_host_with_only_v1_starts_with_no_v2_plugin(
    velero_host: StartHost, plugins_folder: Callable[..., Path]
) -> None:
    """This is what a v2 plugin has to be wrapped for."""
    with pytest.raises(HostError) as caught:
        velero_host("1.10.3").discover(plugins_folder(built("plugin-v2", "1.11.1")))
    assert "BackupItemActionV2" in caught.value.message


@pytest.mark.parametrize("version", ["1.11.1", "1.10.3"])
def test_a_host_without_item_blocks_starts_with_no_plugin_that_has_them(
    velero_host: StartHost, plugins_folder: Callable[..., Path], go_plugin_v1: Path, version: str
) -> None:
    with pytest.raises(HostError, match="ItemBlockAction"):
        velero_host(version).discover(plugins_folder(go_plugin_v1))
