"""``velero-shim call`` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from plugin_files import write_plugin
from velero_shim.cli.app import app
from velero_shim.jsonbytes import JSONObject
from velero_shim.launcher import write_launcher
from velero_shim.samples import snapshot

V1, V2 = "example.io/v1", "example.io/v2"
OTHER = {"group": "", "resource": "secrets", "namespace": "ns", "name": "token"}


def call(*arguments: object, stdin: str | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["call", *map(str, arguments)], input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def answer(*arguments: object, stdin: str | None = None) -> Any:
    status, out, err = call(*arguments, stdin=stdin)
    assert status == 0, err
    return yaml.safe_load(out)


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """A plugin that serves every kind of item action."""
    kinds = {
        "BackupItemAction": V1,
        "BackupItemActionV2": V2,
        "RestoreItemAction": "example.io/r1",
        "RestoreItemActionV2": "example.io/r2",
        "DeleteItemAction": "example.io/delete",
        "ItemBlockAction": "example.io/block",
        "ObjectStore": "example.io/store",
    }
    served = ",".join(f"{kind}={name}" for kind, name in kinds.items())
    return write_plugin(tmp_path / "plugin", PLUGINS=served)


@pytest.fixture
def item(tmp_path: Path) -> Path:
    return write(tmp_path / "item.yaml", {"kind": "Pod", "n": 2**53 + 1})


def write(path: Path, value: JSONObject) -> Path:
    path.write_text(json.dumps(value))
    return path


def test_applies_to(plugin: Path) -> None:
    assert answer(plugin, V1, "applies-to") == {
        "includedNamespaces": [],
        "excludedNamespaces": ["kube-system"],
        "includedResources": ["pods", V1],
        "excludedResources": [],
        "labelSelector": "a=b",
    }


def test_execute_of_both_versions(plugin: Path, item: Path) -> None:
    v1 = answer(plugin, V1, "execute", item)
    assert v1.keys() == {"item", "additionalItems"}
    assert v1["item"]["n"] == 2**53 + 1
    assert v1["additionalItems"] == [OTHER]
    v2 = answer(plugin, V2, "execute", "-", stdin="kind: Pod\ndo: operation\n")
    assert (v2["operationID"], v2["postOperationItems"]) == ("op-1", [OTHER])


def test_restore(plugin: Path, item: Path, tmp_path: Path) -> None:
    before = write(tmp_path / "before.json", {"kind": "Pod", "was": 1})
    r1 = answer(plugin, "example.io/r1", "execute", item)
    assert r1["item"]["from_backup"] == {"kind": "Pod", "n": 2**53 + 1}
    assert r1["skipRestore"] is True
    r2 = answer(plugin, "example.io/r2", "execute", item, "--item-from-backup", before)
    assert r2["item"]["from_backup"] == {"kind": "Pod", "was": 1}
    assert r2["additionalItemsReadyTimeout"] == "90s"


def test_ready_takes_the_result_of_execute(plugin: Path, tmp_path: Path) -> None:
    result = write(tmp_path / "result.json", {"additionalItems": [OTHER]})
    assert answer(plugin, "example.io/r2", "ready", result) == {"ready": True}
    write(result, {"additionalItems": [OTHER, OTHER]})
    assert answer(plugin, "example.io/r2", "ready", result) == {"ready": False}


def test_item_block_and_delete(plugin: Path, item: Path) -> None:
    assert answer(plugin, "example.io/block", "execute", item) == {"relatedItems": [OTHER]}
    assert call(plugin, "example.io/delete", "execute", item)[:2] == (0, "")


def test_progress_and_cancel(plugin: Path, tmp_path: Path) -> None:
    backup = write(tmp_path / "backup.json", {"kind": "Backup", "mine": True})
    status, out, _ = call(
        *(plugin, V2, "progress", "--operation-id", "op-1"),
        *("--backup", backup, "--output", "json", "--timeout", "30s"),
    )
    progress = json.loads(out)
    assert status == 0
    assert progress["nTotal"] == 2**40
    assert progress["started"] == "2023-11-14T22:13:20.000005+00:00"
    assert '"mine":true' in progress["description"]
    assert call(plugin, V2, "cancel", "--operation-id", "op-1")[:2] == (0, "")


def test_an_error_has_code_message_and_place(plugin: Path, tmp_path: Path) -> None:
    failing = write(tmp_path / "fail.json", {"kind": "Pod", "do": "fail"})
    status, out, err = call(plugin, V1, "execute", failing)
    assert (status, out) == (1, "")
    assert f"velero-shim: {V1}: UNKNOWN: the disk is full\n" in err
    assert "  at /src/plugin.go:42 main.execute\n" in err


def test_a_call_may_have_a_deadline(plugin: Path, tmp_path: Path) -> None:
    slow = write(tmp_path / "slow.json", {"kind": "Pod", "sleep": 30})
    status, _, err = call(plugin, V1, "execute", slow, "--timeout", "200ms")
    assert status == 1
    assert "DEADLINE_EXCEEDED" in err


def test_what_the_plugin_logs_is_shown(tmp_path: Path) -> None:
    plugin = tmp_path / "plugin"
    write_launcher(
        plugin,
        f"import logging\nfrom {snapshot.__name__} import *\n"
        "class Logging(Snapshot):\n"
        "    def applies_to(self):\n"
        "        logging.warning('looking')\n"
        "        return super().applies_to()\n"
        "PluginServer().register_backup_item_action_v2(NAME, Logging).serve()\n",
    )
    status, _, err = call(plugin, snapshot.NAME, "applies-to")
    assert status == 0
    assert "warn: looking\n" in err


# --- what cannot be called ----------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (
            (V1, "progress", "--operation-id", "x"),
            "BackupItemAction, which has no operations",
        ),
        ((V1, "execute"), "an item is needed"),
        ((V2, "progress"), "an operation ID is needed"),
        ((V2, "ready", "-"), "has no additional items to wait for"),
        (("example.io/r2", "ready", "-"), "found no list additionalItems"),
        (("example.io/store", "execute", "-"), "is of kind ObjectStore, which handles no items"),
        (("nobody", "execute", "-"), "no plugin serves an action velero.io/nobody; those that"),
        ((V1, "applies-to", "--kind", "ItemBlockAction"), "no plugin serves ItemBlockAction"),
    ],
)
def test_what_cannot_be_called(plugin: Path, arguments: tuple[str, ...], problem: str) -> None:
    result = CliRunner().invoke(app, ["call", str(plugin), *arguments], input="kind: Pod\n")
    assert result.exit_code == 1
    assert problem in str(result.exception)


def test_a_name_of_several_kinds_needs_one(tmp_path: Path) -> None:
    served = f"BackupItemAction={V1},DeleteItemAction={V1}"
    plugin = write_plugin(tmp_path / "plugin", PLUGINS=served)
    result = CliRunner().invoke(app, ["call", str(plugin), V1, "applies-to"])
    expected = "is served as BackupItemAction, DeleteItemAction: say which with --kind"
    assert expected in str(result.exception)
    assert answer(plugin, V1, "applies-to", "--kind", "DeleteItemAction")["labelSelector"] == "a=b"
