from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from plugin_files import alive, own_socket_folder, wait_until, write_plugin
from velero_shim.errors import (
    DiscoveryError,
    HandshakeTimeoutError,
    PluginExitedError,
    PluginNotExecutableError,
    PluginNotRegisteredError,
    RegistrationError,
)
from velero_shim.kinds import PluginIdentifier, PluginKind
from velero_shim.registry import PluginRegistry, discover, plugin_files

BIA, BIA_V2 = PluginKind.BACKUP_ITEM_ACTION, PluginKind.BACKUP_ITEM_ACTION_V2
RIA, RIA_V2 = PluginKind.RESTORE_ITEM_ACTION, PluginKind.RESTORE_ITEM_ACTION_V2


@pytest.fixture(autouse=True)
def socket_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with own_socket_folder(monkeypatch) as folder:
        yield folder


def identifier(kind: PluginKind | str, name: str, command: str = "/plugins/p") -> PluginIdentifier:
    return PluginIdentifier(kind, name, command)


def registry_of(*plugins: PluginIdentifier) -> PluginRegistry:
    registry = PluginRegistry()
    for plugin in plugins:
        registry.register(plugin)
    return registry


# --- which files --------------------------------------------------------------------


def test_every_file_with_an_executable_bit_is_a_plugin_in_order_of_names(tmp_path: Path) -> None:
    for name, mode in [
        ("b-owner", 0o744),
        ("a/deep/group", 0o654),
        ("a/other", 0o645),
        ("c-data", 0o644),
        ("d.EXE", 0o644),
        (".hidden", 0o755),
        ("é", 0o755),
        ("Z", 0o755),
    ]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        path.chmod(mode)
    found = [os.path.relpath(file, tmp_path) for file in plugin_files(tmp_path)]
    assert found == [".hidden", "Z", "a/deep/group", "a/other", "b-owner", "d.EXE", "é"]


def test_a_symbolic_link_is_tried_and_never_followed_as_a_folder(tmp_path: Path) -> None:
    """As in Velero, which looks at the link itself: its mode has all bits."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "data").touch()
    folder = tmp_path / "plugins"
    folder.mkdir()
    (folder / "to-data").symlink_to(elsewhere / "data")
    (folder / "to-folder").symlink_to(elsewhere)
    (folder / "to-nothing").symlink_to(elsewhere / "missing")
    assert plugin_files(folder) == [f"{folder}/{n}" for n in ("to-data", "to-folder", "to-nothing")]
    linked = tmp_path / "linked"
    linked.symlink_to(folder)
    assert len(plugin_files(linked)) == 3


# --- discovery ------------------------------------------------------------------------


def test_files_of_folders_and_single_files_are_started_listed_and_ended(tmp_path: Path) -> None:
    folder, single = tmp_path / "plugins", tmp_path / "elsewhere" / "single"
    first = write_plugin(folder / "a" / "first", PLUGINS="BackupItemAction=example.io/first")
    write_plugin(folder / "z-second", PLUGINS="RestoreItemAction=example.io/second")
    write_plugin(single, PLUGINS="BackupItemActionV2=example.io/single")
    (folder / "notes.txt").write_text("no plugin")
    registry = discover(folder, str(single))
    assert list(registry) == [
        identifier(BIA, "example.io/first", str(first)),
        identifier(RIA, "example.io/second", f"{folder}/z-second"),
        identifier(BIA_V2, "example.io/single", str(single)),
    ]
    assert registry.problems == []


def test_arguments_and_environment_are_passed_to_each_file(tmp_path: Path) -> None:
    file = tmp_path / "plugin"
    file.write_text('#!/bin/sh\necho "$FURTHER $*" >&2\nexit 1\n')
    file.chmod(0o755)
    with pytest.raises(DiscoveryError, match="it printed: here --log-level debug"):
        discover(tmp_path, arguments=["--log-level", "debug"], environment={"FURTHER": "here"})


def test_a_folder_that_does_not_exist_is_empty(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert list(discover(tmp_path / "missing")) == []
    assert "plugin folder does not exist" in caplog.text


def test_one_bad_file_fails_the_discovery_and_is_named(tmp_path: Path) -> None:
    write_plugin(tmp_path / "a-good")
    bad = write_plugin(tmp_path / "b-bad", "exit_at_once")
    with pytest.raises(DiscoveryError) as caught:
        discover(tmp_path)
    assert caught.value.file == str(bad)
    assert isinstance(caught.value.__cause__, PluginExitedError)
    text = str(caught.value)
    assert text.count(str(bad)) == 1
    assert "exit code 3" in text
    assert "it printed: no database" in text


def test_bad_files_are_reported_and_left_out_when_asked(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_plugin(tmp_path / "a-bad", "exit_at_once")
    good = write_plugin(tmp_path / "b-good", PLUGINS="BackupItemAction=example.io/good")
    write_plugin(tmp_path / "c-silent", "silent")
    library = tmp_path / "d-library.so"
    library.write_bytes(b"\x7fELF")
    library.chmod(0o755)
    registry = discover(tmp_path, strict=False, start_timeout=2)
    assert list(registry) == [identifier(BIA, "example.io/good", str(good))]
    assert [Path(p.file).name for p in registry.problems] == ["a-bad", "c-silent", "d-library.so"]
    assert [type(p.__cause__) for p in registry.problems] == [
        PluginExitedError,
        HandshakeTimeoutError,
        PluginNotExecutableError,
    ]
    assert caplog.text.count("left out") == 3


def test_a_plugin_that_cannot_list_is_named_with_what_it_printed(tmp_path: Path) -> None:
    file = write_plugin(tmp_path / "plugin", PLUGINS="not a list")
    script = file.read_text().replace("exec", "echo from the start >&2\nexec")
    file.write_text(script)
    with pytest.raises(DiscoveryError, match="does not say what it serves: UNKNOWN") as caught:
        discover(file)
    assert str(file) in str(caught.value)
    assert "from the start" in str(caught.value)


def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(DiscoveryError, match="cannot be read: Too many levels") as caught:
        discover(loop)
    assert caught.value.file == str(loop)


def test_what_velero_refuses_to_register_names_the_file(tmp_path: Path) -> None:
    good = write_plugin(tmp_path / "a", PLUGINS="BackupItemAction=example.io/same")
    for listed, text in [
        ("BackupItemAction=bare", "plugin name 'bare' is invalid: it needs exactly one '/'"),
        (
            "ItemSnapshotter=example.io/x",
            "a kind that Velero 1.18 does not know",
        ),
        ("BackupItemAction=example.io/same", f"served by {good} and again by {tmp_path / 'b'}"),
    ]:
        rest = "DeleteItemAction=example.io/rest"
        bad = write_plugin(tmp_path / "b", PLUGINS=f"{rest},{listed},{listed},{rest}2")
        with pytest.raises(DiscoveryError) as caught:
            discover(tmp_path)
        assert (caught.value.file, isinstance(caught.value.__cause__, RegistrationError)) == (
            str(bad),
            True,
        )
        assert text in str(caught.value)
        assert str(bad) in str(caught.value)

        lenient = discover(tmp_path, strict=False)
        assert [p.name for p in lenient] == ["example.io/same"]
        assert [(p.file, text in str(p)) for p in lenient.problems] == [(str(bad), True)]
        assert isinstance(lenient.problems[0].__cause__, RegistrationError)


def test_actions_are_registered_all_or_none() -> None:
    first, second = identifier(BIA, "example.io/a"), identifier(RIA, "example.io/b")
    registry = registry_of(first)
    with pytest.raises(RegistrationError, match=r"example\.io/a is served by"):
        registry.register_all([second, first])
    assert list(registry) == [first]
    registry.register_all([second])
    assert list(registry) == [first, second]


def test_processes_are_gone_when_the_discovery_is_over(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    file = write_plugin(tmp_path / "plugins" / "plugin")
    file.write_text(file.read_text().replace("exec", f"echo $$ > {note}\nexec"))
    discover(tmp_path / "plugins")
    wait_until(lambda: not alive(int(note.read_text())), "the process is gone")


# --- the registry itself ---------------------------------------------------------------


def test_v1_is_listed_under_v2_as_well_in_the_order_of_registration() -> None:
    plugins = [
        identifier(BIA, "example.io/old"),
        identifier(BIA_V2, "example.io/new"),
        identifier(RIA, "example.io/old"),
        identifier(PluginKind.OBJECT_STORE, "example.io/store"),
    ]
    registry = registry_of(*plugins)
    assert registry.of_kind(BIA) == plugins[:1]
    assert registry.of_kind(BIA_V2) == plugins[:2]
    assert registry.of_kind(RIA_V2) == plugins[2:3]
    assert registry.of_kind(PluginKind.OBJECT_STORE) == plugins[3:]
    assert registry.of_kind(PluginKind.DELETE_ITEM_ACTION) == []


def test_a_name_is_looked_up_in_the_kinds_in_their_order() -> None:
    registry = registry_of(identifier(BIA, "example.io/old"), identifier(BIA_V2, "example.io/new"))
    assert registry.get("example.io/old", BIA_V2, BIA).kind is BIA
    assert registry.get("example.io/new", BIA_V2, BIA).kind is BIA_V2
    with pytest.raises(PluginNotRegisteredError, match=r"those that are served: example\.io/old"):
        registry.get("example.io/new", BIA)
    with pytest.raises(PluginNotRegisteredError, match="served: none"):
        registry.get("example.io/new", RIA)


def test_a_name_in_two_versions_is_told_as_the_double_execution_that_it_is() -> None:
    v1 = identifier(BIA, "example.io/both", "/plugins/one")
    v2 = identifier(BIA_V2, "example.io/both", "/plugins/two")
    registry = registry_of(v1, v2, identifier(RIA, "example.io/other"))
    (double,) = registry.double_executions()
    assert (double.v1, double.v2) == (v1, v2)
    assert str(double) == (
        "example.io/both is served as BackupItemAction by /plugins/one and as "
        "BackupItemActionV2 by /plugins/two: Velero runs BackupItemActionV2 twice for each item"
    )


def test_a_discovery_warns_of_a_double_execution(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    both = "BackupItemAction=example.io/both,BackupItemActionV2=example.io/both"
    write_plugin(tmp_path / "plugin", PLUGINS=both)
    assert len(discover(tmp_path).double_executions()) == 1
    assert "Velero runs BackupItemActionV2 twice for each item" in caplog.text
