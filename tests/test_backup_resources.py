"""Names and kinds stand for the resources that Velero's discovery helper finds."""

from __future__ import annotations

from typing import Any

import pytest

from backup_objects import definition, made, namespace, pod
from velero_shim.backup.cluster import Cluster
from velero_shim.backup.manifests import Manifest
from velero_shim.backup.resources import UnknownResourceError, resource_table
from velero_shim.errors import ManifestError
from velero_shim.model import ResourceIdentifier


def cluster(*objects: dict[str, Any], options: tuple[str, ...] = ()) -> Cluster:
    return Cluster([Manifest("m.yaml", obj) for obj in objects], options)


WIDGETS = definition(
    "widgets", "Widget", names={"plural": "widgets", "kind": "Widget", "shortNames": ["wd"]}
)
SERVICES = definition("services", "Service", "serving.knative.dev")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("pods", "pods"),
        ("Pod", "pods"),
        ("po", "pods"),
        ("PO", None),
        ("deploy", "deployments.apps"),
        ("deployment.apps", "deployments.apps"),
        ("deploy.app", "deployments.apps"),
        ("deployments.extensions", None),
        ("services", "services"),
        ("services.serving", "services.serving.knative.dev"),
        ("svc", "services"),
        ("wd", "widgets.example.io"),
        ("widget.example", "widgets.example.io"),
        ("po.example.io", None),
        ("events", "events"),
        ("ev.events", "events.events.k8s.io"),
        ("sc.storage", "storageclasses.storage.k8s.io"),
        ("crds", "customresourcedefinitions.apiextensions.k8s.io"),
        ("hpa", "horizontalpodautoscalers.autoscaling"),
        ("vs", "volumesnapshots.snapshot.storage.k8s.io"),
        ("datauploads", "datauploads.velero.io"),
        ("pods.v1", None),
        ("tokenreviews", None),
        ("*.apps", None),
        ("", None),
        ("unknown", None),
    ],
)
def test_names(name: str, found: str | None) -> None:
    resource = resource_table([WIDGETS, SERVICES]).resource_for(name)
    assert (resource and resource.group_resource) == found


@pytest.mark.parametrize(
    ("api_version", "kind", "plural", "namespaced"),
    [
        ("v1", "Endpoints", "endpoints", True),
        ("v1", "Node", "nodes", False),
        ("networking.k8s.io/v1", "Ingress", "ingresses", True),
        ("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies", True),
        ("storage.k8s.io/v1", "StorageClass", "storageclasses", False),
        ("autoscaling/v1", "HorizontalPodAutoscaler", "horizontalpodautoscalers", True),
        ("velero.io/v2alpha1", "DataUpload", "datauploads", True),
        ("example.io/v1", "Widget", "widgets", True),
    ],
)
def test_kinds(api_version: str, kind: str, plural: str, namespaced: bool) -> None:
    resource = resource_table([WIDGETS]).of_kind(api_version, kind)
    assert resource is not None
    assert (resource.plural, resource.namespaced) == (plural, namespaced)


def test_a_definition_s_preferred_version_is_its_newest_stable_one() -> None:
    names = ("v1beta2", "v2alpha1", "v1", "v3", "other")
    versions = [{"name": name, "served": name != "v3"} for name in names]
    table = resource_table([definition("widgets", "Widget", versions=versions)])
    assert [r.version for r in table if r.plural == "widgets"] == ["v1"]


def test_an_unknown_kind_tells_how_to_make_it_known() -> None:
    with pytest.raises(UnknownResourceError) as error:
        cluster(made("example.io/v1", "Widget", "w", "shop"))
    assert "m.yaml: Widget shop/w" in str(error.value)
    assert "--resource Widget=widgets.example.io" in str(error.value)
    assert error.value.asked == "Widget"


def test_an_option_makes_a_kind_known() -> None:
    found = cluster(
        made("example.io/v2", "Widget", "w", "shop"),
        made("example.io/v1", "Gear", "g"),
        options=("Widget=widgetry.example.io", "Gear=gears.example.io"),
    )
    widgets, gears = (found.table.resource_for(n) for n in ("widgetry", "gears"))
    assert widgets is not None
    assert widgets.namespaced
    assert widgets.version == "v2"
    assert gears is not None
    assert not gears.namespaced


@pytest.mark.parametrize("option", ["Widget", "=widgets", "Widget=", "Widget=Widgets.example.io"])
def test_an_option_of_another_form(option: str) -> None:
    with pytest.raises(ValueError, match=r"expected KIND=PLURAL\.GROUP"):
        cluster(pod("web"), options=(option,))


def test_a_definition_that_defines_nothing() -> None:
    broken = definition("widgets", "Widget", names={"kind": "Widget"})
    with pytest.raises(ManifestError, match=r"widgets\.example\.io: expected spec\.group"):
        cluster(broken)


def test_items_are_found_under_any_name_and_keep_it() -> None:
    found = cluster(namespace("shop"), made("v1", "ConfigMap", "c", "shop"))
    item = found.get(ResourceIdentifier("", "cm", "shop", "c"))
    assert item is not None
    assert item.group_resource == "cm"
    assert item.resource.group_resource == "configmaps"
    assert found.get(ResourceIdentifier("", "configmaps", "shop", "other")) is None
    with pytest.raises(UnknownResourceError, match=r"extras\.example\.io"):
        found.get(ResourceIdentifier("example.io", "extras", "shop", "x"))


def test_a_missing_namespace_is_the_default_one() -> None:
    found = cluster(made("v1", "ConfigMap", "c"))
    assert found.namespaces == ["default"]
    assert found.notes == ["ConfigMap c names no namespace, as in default"]


def test_a_namespace_too_many() -> None:
    with pytest.raises(ManifestError, match="cluster scope"):
        cluster(made("v1", "Node", "n", "shop"))


def test_one_object_twice() -> None:
    assert len(cluster(pod("web"), pod("web"))) == 1
    with pytest.raises(ManifestError, match="two different objects"):
        cluster(pod("web"), pod("web", error={"a": "x"}))


def test_a_version_that_clusters_do_not_prefer_is_noted() -> None:
    found = cluster(made("autoscaling/v1", "HorizontalPodAutoscaler", "h", "shop"))
    assert found.notes == [
        "horizontalpodautoscalers.autoscaling are given as v1; a cluster that prefers v2 would "
        "back up that"
    ]
