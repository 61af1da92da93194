"""Backups by ``velero_shim.backup`` hold what backups by Velero 1.18.1's own code hold.

The judge is cmd/backup: Velero's controllers, backupper, plugin manager and discovery helper on
fake API machinery. Compared are every file of the archive, the list of operations but for its
times, phase, counts, and the spec that the plugins get.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from backup_objects import (
    COMPLETED,
    FAILED,
    RUNNING,
    Object,
    actions_plugin,
    claim,
    definition,
    labelled,
    made,
    namespace,
    pod,
    second_plugin,
)
from interop.backup_sides import Outcome, shim_backup, velero_backup
from interop.go_build import built
from interop.plugin_programs import python_plugin, wrap
from plugins.backup_actions import FORGETFUL, SELECTOR, STATE
from velero_shim.backup import BackupSpec

DATA = Path(__file__).parents[1] / "data"


@dataclass(frozen=True, slots=True)
class Case:
    """One backup; ``phase`` is what it must come to on both sides.

    ``counts`` says whether both must log the same number of errors and warnings: go-plugin logs the
    end of a process too.
    """

    objects: Sequence[Object]
    phase: str = "Completed"
    spec: BackupSpec = field(default_factory=BackupSpec)
    selectors: Mapping[str, Any] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    options: Sequence[str] = ()
    counts: bool = True


MUST_INCLUDE = {"backup.velero.io/must-include-additional-items": "true"}
SHOP = namespace("shop")
BANK = namespace("bank")
KUBE_ROLE = made("rbac.authorization.k8s.io/v1", "ClusterRole", "viewer")
WIDGETS = definition("widgets", "Widget")
WIDGET = made("example.io/v1", "Widget", "w", "shop")
SHOP_CLAIM = ["", "persistentvolumeclaims", "shop", "data"]


def _operation(*script: Any, **more: Any) -> dict[str, Any]:
    return {"operation": {"a": list(script)}, **more}


CASES = {
    "an action sees what earlier ones did": Case(
        [
            SHOP,
            pod("web", annotate={"a": {"one": "a"}, "b": {"one": "b"}, "old": {"two": "old"}}),
        ]
    ),
    "later actions are chosen by the labels from before": Case(
        [SHOP, pod("web", label={"a": {"app": "web"}}, annotate={"b": {"seen": "by b"}})],
        selectors={"b": {"label_selector": "app=web"}},
    ),
    "a renamed item is stored under its new name": Case(
        [SHOP, pod("web", rename={"a": "web-2"}, additional={"b": [SHOP_CLAIM]}), claim("data")]
    ),
    "an item of another namespace and kind keeps its resource": Case(
        [
            SHOP,
            pod("web", item={"a": made("apps/v1", "Deployment", "moved", "elsewhere")}),
        ]
    ),
    "an action leaves an item out": Case(
        [
            SHOP,
            pod("web", annotate={"a": {"velero.io/skip-from-backup": ""}}),
            claim("data", additional={"a": [["", "pods", "shop", "web"]]}),
        ]
    ),
    "labels and deletion leave items out": Case(
        [
            SHOP,
            namespace("private", **{"velero.io/exclude-from-backup": "true"}),
            pod("hidden", "private"),
            labelled(pod("left"), velero__io="x", **{"velero.io__exclude_from_backup": "true"}),
            {
                **pod("dying"),
                "metadata": {
                    "name": "dying",
                    "namespace": "shop",
                    "deletionTimestamp": "2024-01-02T03:04:05Z",
                },
            },
            pod(
                "web",
                additional={"a": [["", "pods", "shop", "dying"], ["", "pods", "shop", "left"]]},
            ),
        ]
    ),
    "additional items under short and singular names": Case(
        [
            SHOP,
            pod(
                "web",
                additional={
                    "a": [
                        ["", "pvc", "shop", "data"],
                        ["", "configmap", "shop", "settings"],
                    ]
                },
            ),
            claim("data"),
            made("v1", "ConfigMap", "settings", "shop"),
            made("apps/v1", "Deployment", "front", "shop"),
        ],
        selectors={"b": {"included_resources": ["persistentvolumeclaims"]}},
    ),
    "missing additional items are warnings": Case(
        [
            SHOP,
            pod("web", additional={"a": [["", "secrets", "shop", "gone"], SHOP_CLAIM]}),
            claim("data"),
        ]
    ),
    "an unknown type of additional item is an error of its item": Case(
        [
            SHOP,
            pod("web", additional={"a": [SHOP_CLAIM, ["example.io", "extras", "shop", "x"]]}),
            claim("data"),
        ],
        "PartiallyFailed",
    ),
    "a failing action loses its item only": Case(
        [
            SHOP,
            pod("bad", error={"b": "no luck"}, additional={"a": [SHOP_CLAIM]}),
            pod("good"),
            claim("data"),
        ],
        "PartiallyFailed",
    ),
    "a failing additional item fails its parent": Case(
        [SHOP, pod("web", additional={"a": [SHOP_CLAIM]}), claim("data", error={"old": "no luck"})],
        "PartiallyFailed",
    ),
    # Velero may send the next call too before it sees that the process is gone; so none follows.
    "a crash loses its item": Case(
        [pod("good"), claim("zz", "void", crash={"a": True})], "PartiallyFailed", counts=False
    ),
    "excluded additional items": Case(
        [
            SHOP,
            BANK,
            pod("web", additional={"a": [["", "secrets", "bank", "key"]]}),
            pod(
                "wide",
                annotate={"a": MUST_INCLUDE},
                additional={"a": [["", "secrets", "bank", "other"]]},
            ),
            made("v1", "Secret", "key", "bank"),
            made("v1", "Secret", "other", "bank"),
        ],
        spec=BackupSpec(included_namespaces=["shop"]),
    ),
    "must-include holds for later actions": Case(
        [
            SHOP,
            pod(
                "web",
                annotate={"a": MUST_INCLUDE},
                additional={"b": [["", "secrets", "shop", "key"]]},
            ),
            made("v1", "Secret", "key", "shop"),
        ],
        spec=BackupSpec(excluded_resources=["secret"]),
    ),
    "operations complete at different polls": Case(
        [
            SHOP,
            claim("data", **_operation(RUNNING, RUNNING, COMPLETED, post={"a": [SHOP_CLAIM]})),
            claim("quick", **_operation(COMPLETED)),
            pod("ignored", post={"a": [SHOP_CLAIM]}),
        ]
    ),
    "an early failed operation is not forgotten": Case(
        [
            SHOP,
            claim("bad", **_operation(FAILED)),
            claim("data", **_operation(RUNNING, COMPLETED, post={"a": [SHOP_CLAIM]})),
        ],
        "PartiallyFailed",
    ),
    "a later failed operation": Case(
        [
            SHOP,
            claim("bad", **_operation(RUNNING, FAILED)),
            claim("worse", **_operation(RUNNING, "no answer")),
            claim("data", **_operation(RUNNING, RUNNING, COMPLETED)),
        ],
        "PartiallyFailed",
    ),
    "operations past their time": Case(
        [SHOP, claim("data", **_operation(RUNNING, post={"a": [SHOP_CLAIM]}))],
        "PartiallyFailed",
        BackupSpec(item_operation_timeout=timedelta(milliseconds=700)),
    ),
    "operations kept in memory are lost": Case(
        [SHOP, claim("data", **_operation(RUNNING, COMPLETED))],
        "PartiallyFailed",
        environment={FORGETFUL: "1"},
    ),
    "a failed item may have an operation": Case(
        [SHOP, claim("data", **_operation(RUNNING, COMPLETED), error={"b": "no luck"})],
        "PartiallyFailed",
    ),
    "an operation in the finalize phase": Case(
        [
            SHOP,
            claim("data", **_operation(COMPLETED, post={"a": [SHOP_CLAIM]}, again={"a": True})),
        ]
    ),
    "finalizing takes what is there": Case(
        [
            SHOP,
            BANK,
            claim(
                "data",
                **_operation(
                    COMPLETED,
                    post={
                        "a": [
                            ["", "secrets", "shop", "gone"],
                            ["example.io", "extras", "shop", "x"],
                            ["", "pvc", "shop", "data"],
                            ["", "secrets", "bank", "key"],
                            ["", "pods", "shop", "late"],
                        ]
                    },
                ),
            ),
            labelled(
                made(
                    "v1",
                    "Secret",
                    "key",
                    "bank",
                    additional={"a": [["", "secrets", "bank", "more"]]},
                ),
                velero="x",
            ),
            made("v1", "Secret", "more", "bank"),
            pod("late", rename={"a": "later"}),
        ],
        spec=BackupSpec(included_namespaces=["shop"]),
    ),
    "what a plugin logs counts": Case(
        [SHOP, pod("web", log={"a": ["WARNING", "hm"]}), pod("two", log={"b": ["ERROR", "oh"]})],
        "PartiallyFailed",
    ),
    "selectors by namespace": Case(
        [
            SHOP,
            BANK,
            pod("web", annotate={"a": {"by": "a"}, "b": {"by b": "b"}, "old": {"by old": "old"}}),
            pod("db", "bank", annotate={"a": {"by": "a"}, "b": {"by b": "b"}}),
            {**KUBE_ROLE, "metadata": pod("viewer", "", annotate={"a": {"by": "a"}})["metadata"]},
        ],
        spec=BackupSpec(included_resources=["*"]),
        selectors={
            "a": {"included_namespaces": ["sh*"]},
            "b": {"excluded_namespaces": ["shop"]},
            "old": {"included_namespaces": ["*"]},
        },
    ),
    "selectors by resource": Case(
        [
            SHOP,
            WIDGETS,
            {
                **WIDGET,
                "metadata": pod("w", annotate={"a": {"by": "a"}, "b": {"b": "b"}})["metadata"],
            },
            pod("web", annotate={"a": {"by": "a"}, "b": {"b": "b"}, "old": {"old": "old"}}),
            made(
                "apps/v1", "Deployment", "d", "shop", annotate={"a": {"by": "a"}, "old": {"c": "c"}}
            ),
        ],
        selectors={
            "a": {"included_resources": ["deploy", "Pods", "widgets.example"]},
            "b": {"included_resources": ["unknown", "deployments.extensions"]},
            "old": {"included_resources": ["*"], "excluded_resources": ["po", "*", "nothing"]},
        },
    ),
    "selectors by label": Case(
        [
            SHOP,
            labelled(pod("one", annotate={"a": {"by": "a"}, "b": {"b": "b"}}), app="web", n="7"),
            labelled(pod("two", annotate={"a": {"by": "a"}, "b": {"b": "b"}}), app="db", canary=""),
        ],
        selectors={
            "a": {"label_selector": "app in (web, db),!canary, n > 3"},
            "b": {"label_selector": "app notin (web,),x.io/y!=z"},
        },
    ),
    "an AppliesTo that is no selector": Case(
        [SHOP, pod("web")], "Failed", selectors={"a": {"label_selector": "a in b"}}
    ),
    "a backup of everything has nothing of cluster scope": Case(
        [SHOP, KUBE_ROLE, pod("web"), WIDGETS, WIDGET]
    ),
    "a backup of all resources": Case(
        [SHOP, BANK, KUBE_ROLE, pod("web"), WIDGETS, WIDGET],
        spec=BackupSpec(included_resources=["*"]),
    ),
    "a backup of some resources": Case(
        [SHOP, BANK, KUBE_ROLE, pod("web"), claim("data"), WIDGETS, WIDGET],
        spec=BackupSpec(included_resources=["widget", "persistentvolumes", "po"]),
    ),
    "a backup of all but some resources": Case(
        [SHOP, BANK, KUBE_ROLE, pod("web"), claim("data"), WIDGETS, WIDGET],
        spec=BackupSpec(excluded_resources=["clusterroles", "crd", "pvc", "*.unknown"]),
    ),
    "a backup of namespaces by globs": Case(
        [SHOP, BANK, namespace("shed"), pod("web"), pod("db", "bank"), pod("x", "shed"), KUBE_ROLE],
        spec=BackupSpec(included_namespaces=["sh*", "bank"], excluded_namespaces=["she?"]),
    ),
    "a backup of all namespaces by name": Case(
        [SHOP, BANK, pod("web"), pod("db", "bank"), KUBE_ROLE],
        spec=BackupSpec(included_namespaces=["bank", "shop"], included_resources=["*"]),
    ),
    "a backup without a namespace": Case(
        [SHOP, BANK, pod("web"), pod("db", "bank"), KUBE_ROLE],
        spec=BackupSpec(excluded_namespaces=["bank"], included_resources=["*"]),
    ),
    "a backup by label": Case(
        [
            SHOP,
            BANK,
            namespace("empty", app="web"),
            labelled(pod("web"), app="web"),
            pod("db", "bank"),
            labelled(KUBE_ROLE, app="web"),
        ],
        spec=BackupSpec(selector="app=web,!x", included_resources=["*"]),
    ),
    "a backup by label in namespaces": Case(
        [SHOP, BANK, labelled(pod("web"), app="web"), pod("db", "bank")],
        spec=BackupSpec(selector="app in (web)", included_namespaces=["shop", "bank"]),
    ),
    "namespaces that Argo CD manages": Case(
        [namespace("shop", **{"argocd.argoproj.io/managed-by": "x"}), pod("web")]
    ),
}


@pytest.fixture
def plugins(tmp_path: Path) -> Path:
    return actions_plugin(tmp_path / "plugins")


def both(
    case: Case, plugins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Outcome, Outcome]:
    """Makes the backup on both sides, with a state folder for each."""
    monkeypatch.setenv(SELECTOR, json.dumps(dict(case.selectors)))
    for name, value in case.environment.items():
        monkeypatch.setenv(name, value)
    folders = [tmp_path / "velero-state", tmp_path / "shim-state"]
    for folder in folders:
        folder.mkdir()
    monkeypatch.setenv(STATE, str(folders[0]))
    judge = velero_backup(plugins, case.objects, case.spec, case.options, tmp_path / "store")
    monkeypatch.setenv(STATE, str(folders[1]))
    return judge, shim_backup(plugins, case.objects, case.spec, case.options)


@pytest.mark.parametrize("name", CASES)
def test_a_backup_holds_what_velero_s_holds(
    name: str, plugins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[name]
    judge, judged = both(case, plugins, tmp_path, monkeypatch)
    assert judge.phase == case.phase, judge.log
    if not case.counts:
        judged = replace(judged, counts=judge.counts)
    assert judged == judge, (judged.log, judge.log)


def test_a_difference_shows(plugins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself is held against two backups that differ in one annotation."""
    objects = [SHOP, pod("web", annotate={"a": {"one": "a"}})]
    judge, judged = both(Case(objects), plugins, tmp_path, monkeypatch)
    other = shim_backup(plugins, [SHOP, pod("web", annotate={"a": {"one": "b"}})], BackupSpec(), ())
    assert judged == judge
    assert {k for k in judge.items if judge.items[k] != other.items[k]} == {
        "resources/pods/namespaces/shop/web.json",
        "resources/pods/v1-preferredversion/namespaces/shop/web.json",
    }
    assert other != judge


def test_a_name_in_both_versions_runs_twice(
    plugins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second_plugin(plugins)
    case = Case([SHOP, claim("data", **_operation(RUNNING, RUNNING, COMPLETED))])
    judge, judged = both(case, plugins, tmp_path, monkeypatch)
    assert len(judge.operations) == 2
    assert judged == judge, (judged.log, judge.log)


OPTIONS = (
    "Marker=markers.example.io",
    "Deep=deeps.example.io",
    "Empties=empties.example.io",
    "Numbers=numbers.example.io",
)


def _real_objects(state: Path) -> list[Object]:
    """Returns the manifests of tests/data, asking the twins of Go and Python for various things."""
    found = [json.loads(file.read_text()) for file in sorted(DATA.glob("*.json"))]
    namespaces = {o["metadata"].get("namespace") for o in found} - {None, "shop"}
    found += [namespace(name) for name in sorted(namespaces)]
    for obj in found:
        _ask(obj, additional="[]", state=str(state))
    return found


def _ask(obj: Object, additional: str, state: str) -> None:
    metadata = obj["metadata"]
    own = {"Namespace": metadata.get("namespace", ""), "Name": metadata["name"]}
    asked = {"additional": additional}
    match obj["kind"]:
        case "PersistentVolumeClaim":
            again = [{"Group": "", "Resource": "persistentvolumeclaims", **own}]
            asked |= {"operation": state, "polls": "3", "post-operation": json.dumps(again)}
        case "StatefulSet":
            asked |= {"operation": state, "operation-error": "broken", "post-operation": "[]"}
        case "Pod":
            claims = [{"Group": "", "Resource": "persistentvolumeclaims", **own}]
            asked |= {"additional": json.dumps(claims), "log": "a line of each level"}
            metadata["labels"] = {**metadata.get("labels", {}), "app": "db"}
        case "Secret":
            asked |= {"error": "no secrets"}
        case "ServiceAccount":
            asked |= {"unchanged": "yes"}
    # Pod volumes are no business of plugins, and here there is nothing that could back them up.
    (metadata.get("annotations") or {}).pop("backup.velero.io/backup-volumes", None)
    annotations = {f"example.io/{key}": value for key, value in asked.items()}
    metadata["annotations"] = {**(metadata.get("annotations") or {}), **annotations}


def _plugin_file(kind: str, folder: Path) -> None:
    match kind:
        case "go v1" | "go v2":
            program = f"plugin-{kind[3:]}"
            (folder / program).symlink_to(built(program))
        case "python v1" | "python v2":
            python_plugin(folder / "plugin", f"twin_{kind[7:]}")
        case "go v1 as v2":
            wrap(built("plugin-v1"), folder / "wrapped", "v2")
        case "go v2 as v1":
            wrap(built("plugin-v2"), folder / "wrapped", "v1", "--poll-interval", "100ms")


@pytest.mark.parametrize(
    "kinds",
    [
        ("go v1",),
        ("go v2",),
        ("python v1",),
        ("python v2",),
        ("go v1 as v2",),
        ("go v2 as v1",),
        ("go v1", "go v2", "python v1", "python v2"),
    ],
    ids=" and ".join,
)
@pytest.mark.parametrize("resources", [(), ("*",)], ids=["", "all resources"])
def test_real_manifests_through_many_plugins(
    kinds: Sequence[str], resources: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, state = tmp_path / "plugins", tmp_path / "state"
    folder.mkdir()
    state.mkdir()
    for kind in kinds:
        _plugin_file(kind, folder)
    case = Case(
        _real_objects(state), spec=BackupSpec(included_resources=resources), options=OPTIONS
    )
    judge, judged = both(case, folder, tmp_path, monkeypatch)
    assert judge.phase == "PartiallyFailed", judge.log
    assert bool(judge.operations) == bool({"go v2", "python v2"} & set(kinds))
    assert len(judge.items) > len(case.objects)
    assert judged == judge, (judged.log, judge.log)
