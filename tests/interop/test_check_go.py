"""velero-shim check on plugins that are built with Velero's own framework: none may fail.

What such a plugin does is what Velero is used to. Where it only warns is written down here, so
that a rule that becomes too strict is noticed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from velero_shim.check import Bench, Outcome, Status, choose, run

# go-plugin's server has gRPC's limit of 4 MiB, leaves its socket on SIGTERM, and stays without
# its host. Nothing of that is the author's to change.
OF_GO_PLUGIN = {"big-requests", "socket-removed", "ends-with-host"}


def looked_at(plugin: Path, sample: dict[str, Any] | None) -> dict[str, Outcome]:
    with Bench([str(plugin)], sample=sample) as bench:
        return {result.rule.id: result.outcome for result in run(bench, choose())}


def warnings(outcomes: dict[str, Outcome]) -> set[str]:
    # A busy machine may need long for a start.
    return {i for i, o in outcomes.items() if o.status is Status.WARN} - {"start-time"}


def failures(outcomes: dict[str, Outcome]) -> dict[str, Outcome]:
    return {i: o for i, o in outcomes.items() if o.status is Status.FAIL}


@pytest.fixture
def sample(tmp_path: Path) -> dict[str, Any]:
    """A pod that every action of the Go plugins selects, and that starts an operation."""
    annotations = {"example.io/operation": str(tmp_path)}
    metadata = {"name": "web", "namespace": "shop", "labels": {"app": "web"}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {**metadata, "annotations": annotations},
    }


def test_go_v1(go_plugin_v1: Path, sample: dict[str, Any]) -> None:
    outcomes = looked_at(go_plugin_v1, sample)
    assert failures(outcomes) == {}
    # It has an ItemBlockAction.
    assert warnings(outcomes) == OF_GO_PLUGIN | {"big-items", "velero-1.10"}


def test_go_v1_for_velero_1_10(go_plugin_v1_only: Path) -> None:
    outcomes = looked_at(go_plugin_v1_only, None)
    assert failures(outcomes) == {}
    assert warnings(outcomes) == OF_GO_PLUGIN


def test_go_v2(go_plugin_v2: Path, sample: dict[str, Any]) -> None:
    outcomes = looked_at(go_plugin_v2, sample)
    assert failures(outcomes) == {}
    assert warnings(outcomes) == OF_GO_PLUGIN | {"big-items", "velero-1.10"}
    assert {o.status for o in outcomes.values()} == {Status.PASS, Status.WARN}
    assert "operation" in outcomes["execute"].seen
