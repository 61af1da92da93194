"""Which names and kinds Velero knows."""

from __future__ import annotations

import importlib

import pytest

from velero_plugin.plugin_lister.v1 import plugin_lister_pb2
from velero_shim.errors import RegistrationError
from velero_shim.kinds import (
    ADAPTABLE_TO,
    KINDS_OF_VELERO_1_10,
    SERVICES,
    PluginKind,
    qualified_name,
    validate_plugin_name,
)

LONGEST = ".".join(["a" * 63, "b" * 63, "c" * 63, "d" * 61])
STUBS = (
    "backup_item_action.v1.backup_item_action",
    "backup_item_action.v2.backup_item_action",
    "delete_item_action.v1.delete_item_action",
    "item_block_action.v1.item_block_action",
    "object_store.v1.object_store",
    "restore_item_action.v1.restore_item_action",
    "restore_item_action.v2.restore_item_action",
    "volume_snapshotter.v1.volume_snapshotter",
)


@pytest.mark.parametrize(
    "name",
    [
        "example.io/snapshot",
        "velero.io/pod",
        "a/b",
        "1/2",
        "a-b.c-d/x",
        "0a.b0/x",
        "localhost/ anything at all: Ünïcode, \t, |",
        "example.io/UPPER",
        f"{LONGEST}/x",
        f"{'a' * 253}/x",  # only the whole is limited, as in Kubernetes' IsDNS1123Subdomain
    ],
)
def test_name_that_velero_registers(name: str) -> None:
    validate_plugin_name(name)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "exactly one '/'"),
        ("snapshot", "exactly one '/'"),
        ("example.io/a/b", "exactly one '/'"),
        ("example.io/a/", "exactly one '/'"),
        ("//", "exactly one '/'"),
        ("/", "may not be empty"),
        ("/snapshot", "may not be empty"),
        ("example.io/", "may not be empty"),
        ("Example.io/x", "no DNS-1123 subdomain"),
        ("example_io/x", "no DNS-1123 subdomain"),
        ("-example.io/x", "no DNS-1123 subdomain"),
        ("example-.io/x", "no DNS-1123 subdomain"),
        ("example.io./x", "no DNS-1123 subdomain"),
        (".example.io/x", "no DNS-1123 subdomain"),
        ("example..io/x", "no DNS-1123 subdomain"),
        ("example.io /x", "no DNS-1123 subdomain"),
        ("example.io\n/x", "no DNS-1123 subdomain"),
        ("éxample.io/x", "no DNS-1123 subdomain"),
        ("٣/x", "no DNS-1123 subdomain"),
        (f"{LONGEST}e/x", "at most 253"),
        ("example.io/\ud800", "lone surrogate"),
    ],
)
def test_name_that_velero_refuses(name: str, problem: str) -> None:
    """The error shows the name, the part of the rule that it breaks, and a good one."""
    with pytest.raises(RegistrationError) as caught:
        validate_plugin_name(name)
    text = str(caught.value)
    assert problem in text
    assert repr(name) in text
    assert "example.io/snapshot" in text


@pytest.mark.parametrize("name", [None, 3, b"example.io/x"])
def test_name_that_is_no_text_is_refused_as_one(name: object) -> None:
    with pytest.raises(RegistrationError) as caught:
        validate_plugin_name(name)  # type: ignore[arg-type]  # the mistake
    assert f"{name!r} is invalid: it is of type {type(name).__name__}, not str" in str(caught.value)


def test_accepted_name_can_be_listed() -> None:
    """What the rule lets pass fits the message that a host asks for."""
    name = "example.io/Ünïcode \0"
    validate_plugin_name(name)
    identifier = plugin_lister_pb2.PluginIdentifier(name=name)
    assert (
        plugin_lister_pb2.PluginIdentifier.FromString(identifier.SerializeToString()).name == name
    )


def test_registration_error_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="invalid"):
        validate_plugin_name("snapshot")


@pytest.mark.parametrize(
    ("asked", "looked_up"),
    [
        ("pod", "velero.io/pod"),
        ("", "velero.io/"),
        ("example.io/x", "example.io/x"),
        ("a/b/c", "a/b/c"),
        ("/", "/"),
    ],
)
def test_name_without_a_slash_is_one_of_velero(asked: str, looked_up: str) -> None:
    assert qualified_name(asked) == looked_up


def test_each_kind_has_a_service_of_the_stubs() -> None:
    in_stubs = {
        service.full_name
        for stub in STUBS
        for service in importlib.import_module(
            f"velero_plugin.{stub}_pb2"
        ).DESCRIPTOR.services_by_name.values()
    }
    assert SERVICES.keys() == set(PluginKind)
    assert sorted(SERVICES.values()) == sorted(in_stubs)


def test_a_v1_kind_stands_in_for_the_v2_kind_of_its_name() -> None:
    assert {f"{v1}V2" for v1 in ADAPTABLE_TO} == set(ADAPTABLE_TO.values())


def test_velero_1_10_knows_neither_v2_nor_item_block() -> None:
    later = {kind for kind in PluginKind if kind.endswith("V2")} | {PluginKind.ITEM_BLOCK_ACTION}
    assert set(PluginKind) - later == KINDS_OF_VELERO_1_10
