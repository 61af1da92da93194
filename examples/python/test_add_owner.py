"""Tests of the plugin file next to this one; `pytest examples/python` runs them.

The fixtures come with velero-shim. A plugin in Go is tested in just the same way.
"""

from __future__ import annotations

from typing import Any

import pytest

from velero_shim import PluginCallError
from velero_shim.pytest_plugin import StartPlugin

POD: dict[str, Any] = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}}


def test_owner_is_added(velero_plugin: StartPlugin, velero_backup: dict[str, Any]) -> None:
    """The shortest test of a plugin."""
    action = velero_plugin("add-owner").backup_item_action("example.io/add-owner")
    result = action.execute(POD, velero_backup)
    assert result.item == {**POD, "metadata": {"name": "web", "labels": {"owner": "team-a"}}}


def test_an_owner_that_is_there_stays(
    velero_plugin: StartPlugin, velero_backup: dict[str, Any]
) -> None:
    """Every action can be called as version 2, which is what Velero's server does."""
    action = velero_plugin("add-owner").backup_item_action_v2("example.io/add-owner")
    pod = {**POD, "metadata": {"name": "web", "labels": {"owner": "team-b"}}}
    result = action.execute(pod, velero_backup)
    assert (result.item, result.operation_id) == (pod, "")


def test_only_workloads_are_selected(velero_plugin: StartPlugin) -> None:
    """What AppliesTo returns is part of what a plugin promises."""
    action = velero_plugin("add-owner").backup_item_action("example.io/add-owner")
    assert action.applies_to().included_resources == ("deployments.apps", "pods")


def test_an_item_without_metadata_is_an_error(
    velero_plugin: StartPlugin, velero_backup: dict[str, Any]
) -> None:
    """A call that fails raises, with the line of the plugin where it failed."""
    action = velero_plugin("add-owner").backup_item_action("example.io/add-owner")
    with pytest.raises(PluginCallError, match="KeyError: 'metadata'") as caught:
        action.execute({"kind": "Pod"}, velero_backup)
    assert caught.value.function.endswith("AddOwner.execute")
