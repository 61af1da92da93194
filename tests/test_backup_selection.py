"""Filters and AppliesTo select what Velero's selects; the parity tests hold them against it."""

from __future__ import annotations

import pytest

from backup_objects import definition
from velero_shim.backup.filters import (
    GlobalResourceFilter,
    IncludesExcludes,
    any_match,
    namespace_filter,
    resolved,
)
from velero_shim.backup.resources import resource_table
from velero_shim.backup.selection import select
from velero_shim.errors import PluginResponseError
from velero_shim.model import ResourceSelector

TABLE = resource_table([definition("widgets", "Widget")])


@pytest.mark.parametrize(
    ("glob", "matched"),
    [
        ("*", "shop shed deployments.apps ab"),
        ("sh*", "shop shed"),
        ("sh?p", "shop"),
        ("[st]h*", "shop shed"),
        ("[!s]*", "deployments.apps ab"),
        ("*.apps", "deployments.apps"),
        ("{shop,a*}", "shop ab"),
        (r"sho\p", "shop"),
        ("[a-c]b", "ab"),
        ("shop,shed", ""),
        ("sh", ""),
        ("[", ""),
    ],
)
def test_globs(glob: str, matched: str) -> None:
    names = ["shop", "shed", "deployments.apps", "ab"]
    assert [name for name in names if any_match([glob], name)] == matched.split()


class Action:
    def __init__(self, selector: ResourceSelector) -> None:
        self.name = "example.io/action"
        self._selector = selector

    def applies_to(self) -> ResourceSelector:
        return self._selector


@pytest.mark.parametrize(
    ("selector", "item", "used"),
    [
        (ResourceSelector(), ("pods", "shop", {}), True),
        (ResourceSelector(), ("nodes", "", {}), True),
        (ResourceSelector(included_resources=["po"]), ("pods", "shop", {}), True),
        (ResourceSelector(included_resources=["deployments"]), ("deployments.apps", "s", {}), True),
        (ResourceSelector(included_resources=["deployments"]), ("pods", "shop", {}), False),
        (ResourceSelector(included_resources=["unknown"]), ("pods", "shop", {}), False),
        (ResourceSelector(included_resources=["*"]), ("pods", "shop", {}), True),
        (ResourceSelector(included_resources=["*.apps"]), ("deployments.apps", "s", {}), True),
        (ResourceSelector(excluded_resources=["pod"]), ("pods", "shop", {}), False),
        (ResourceSelector(excluded_resources=["*"]), ("pods", "shop", {}), True),
        (ResourceSelector(included_resources=["pvc"]), ("pvc", "shop", {}), False),
        (ResourceSelector(included_namespaces=["shop"]), ("pods", "shop", {}), True),
        (ResourceSelector(included_namespaces=["sh*"]), ("pods", "shop", {}), True),
        (ResourceSelector(included_namespaces=["bank"]), ("pods", "shop", {}), False),
        (ResourceSelector(included_namespaces=["shop"]), ("nodes", "", {}), False),
        (ResourceSelector(excluded_namespaces=["bank"]), ("nodes", "", {}), False),
        (ResourceSelector(included_namespaces=["*"]), ("nodes", "", {}), True),
        (ResourceSelector(excluded_namespaces=["shop"]), ("pods", "shop", {}), False),
        (ResourceSelector(label_selector="a in (b)"), ("pods", "shop", {"a": "b"}), True),
        (ResourceSelector(label_selector="a in (b)"), ("pods", "shop", {}), False),
    ],
)
def test_applies_to(
    selector: ResourceSelector, item: tuple[str, str, dict[str, str]], used: bool
) -> None:
    (selected,) = select([Action(selector)], TABLE)
    assert selected.should_use(*item) is used


def test_an_applies_to_that_is_no_selector_names_the_action() -> None:
    with pytest.raises(PluginResponseError, match=r"example.io/action: AppliesTo: .*found 'b'"):
        select([Action(ResourceSelector(label_selector="a in b"))], TABLE)


@pytest.mark.parametrize(
    ("includes", "excludes", "listed", "everything"),
    [
        (["*"], [], ["bank", "shop"], True),
        ([], [], [], True),
        (["shop"], [], ["shop"], False),
        (["bank", "shop"], [], ["bank", "shop"], True),
        (["s*"], [], ["shop"], False),
        (["nothing*"], [], [], True),
        (["*"], ["bank"], ["shop"], False),
        (["*"], ["b*"], ["shop"], False),
        (["shop"], ["b*"], ["shop"], False),
    ],
)
def test_namespaces(
    includes: list[str], excludes: list[str], listed: list[str], everything: bool
) -> None:
    found = namespace_filter(includes, excludes, ["shop", "bank"])
    assert found.listed() == listed
    assert found.includes_everything is everything


def test_globs_that_match_no_namespace_include_none() -> None:
    assert not namespace_filter(["nothing*"], [], ["shop"]).should_include("shop")


@pytest.mark.parametrize(
    ("cluster_resources", "whole", "included", "excluded"),
    [
        (None, True, True, False),
        (None, False, False, False),
        (False, True, False, True),
        (True, False, True, False),
    ],
)
def test_resources_of_cluster_scope(
    cluster_resources: bool | None, whole: bool, included: bool, excluded: bool
) -> None:
    names = resolved(TABLE, ["*"], ["*", "secret"])
    namespaces = namespace_filter(["*"] if whole else ["shop"], [], ["bank", "shop"])
    found = GlobalResourceFilter(TABLE, names, namespaces, cluster_resources)
    assert names == IncludesExcludes(("*",), ("secrets",))
    assert found.should_include("nodes") is included
    assert found.should_exclude("nodes") is excluded
    assert found.should_include("pods")
    assert found.should_exclude("secrets")
    assert not found.should_include("unknown")
