"""Which resource a kind is: what a cluster's API server says, from tables and from manifests.

Owns the table of resources and the look-up by name as Velero's discovery helper does it: plural,
singular and short names, with a group, the beginning of one, or none. Built-in kinds come
from Kubernetes' own API lists (``resources.tsv``, written by ``tools/kubernetes_resources.py``),
with those of Velero and of CSI snapshots, others from CustomResourceDefinitions in the input
or from the user. Source: pkg/discovery/helper.go of Velero v1.18.1 and
pkg/api/meta/restmapper.go of k8s.io/apimachinery v0.33.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from velero_shim.errors import ManifestError, ShimError
from velero_shim.jsonbytes import JSONObject

CUSTOM_RESOURCES = "customresourcedefinitions.apiextensions.k8s.io"
NAMESPACES = "namespaces"

_OPTION = re.compile(
    r"(?P<kind>[A-Za-z][A-Za-z0-9]*)=(?P<plural>[a-z][a-z0-9-]*)(\.(?P<group>.+))?"
)
_VERSION = re.compile(r"v(\d+)(?:(alpha|beta)(\d+))?")
_STABILITY = {"alpha": 0, "beta": 1, None: 2}


class UnknownResourceError(ShimError):
    """Nothing says which resource a kind or a name stands for.

    Attributes:
        asked: the kind or the name.
    """

    def __init__(self, asked: str, problem: str) -> None:
        super().__init__(problem)
        self.asked = asked


@dataclass(frozen=True, slots=True)
class Resource:
    """One resource that a cluster serves; ``version`` is the one that it prefers."""

    group: str
    version: str
    plural: str
    kind: str
    namespaced: bool
    short_names: tuple[str, ...] = ()
    singular: str = ""

    @property
    def group_resource(self) -> str:
        """The name as Velero writes it: ``deployments.apps``, ``pods``."""
        return group_resource(self.group, self.plural)

    def is_called(self, name: str) -> bool:
        """Whether a lower-case name is the plural or the singular one."""
        return name in (self.plural, self.singular or self.kind.lower())


@dataclass(slots=True)
class ResourceTable:
    """The resources of a cluster, in the order in which its API server lists them."""

    resources: list[Resource] = field(default_factory=list)
    _found: dict[str, Resource | None] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Resource]:
        return iter(self.resources)

    def add(self, resource: Resource) -> None:
        """Adds a resource, unless there is one of that name and group."""
        if not any(r.group_resource == resource.group_resource for r in self):
            self.resources.append(resource)
            self._found.clear()

    def resource_for(self, name: str) -> Resource | None:
        """Returns what ``name`` or ``name.group`` stands for; ``None`` for nothing."""
        if name not in self._found:
            self._found[name] = self._look_up(name)
        return self._found[name]

    def _look_up(self, name: str) -> Resource | None:
        plural, _, group = name.partition(".")
        plural = self._expanded(plural, group).lower()
        exact = {r.group for r in self if r.group == group and r.is_called(plural)}
        for resource in self:
            in_group = not group or resource.group == group
            by_prefix = resource.group not in exact and resource.group.startswith(group)
            if (in_group or by_prefix) and resource.is_called(plural):
                return resource
        return None

    def of_kind(self, api_version: str, kind: str) -> Resource | None:
        """Returns the resource of a kind, whatever the version; ``None`` for an unknown one."""
        group = api_version.rpartition("/")[0]
        return next((r for r in self if r.group == group and r.kind == kind), None)

    def _expanded(self, name: str, group: str) -> str:
        short = [r for r in self if name in r.short_names]
        exact = (r for r in short if not group or r.group == group)
        by_prefix = (r for r in short if r.group.startswith(group))
        found = next(exact, None) or next(by_prefix, None)
        return found.plural if found else name


def group_resource(group: str, plural: str) -> str:
    """Returns ``plural.group``, or the plural alone for the core group."""
    return f"{plural}.{group}" if group else plural


def resource_table(
    objects: Iterable[JSONObject] = (), options: Iterable[str] = ()
) -> ResourceTable:
    """Returns the table of a cluster that holds these objects.

    Args:
        objects: all objects; their CustomResourceDefinitions count.
        options: ``KIND=PLURAL.GROUP`` each. They win over everything else.

    Raises:
        ManifestError: a CustomResourceDefinition does not say what it defines.
        ValueError: an option is not of that form.
    """
    known = list(objects)
    given = [_from_option(option, known) for option in options]
    defined = [_defined(o) for o in known if o.get("kind") == "CustomResourceDefinition"]
    table = ResourceTable()
    kinds = {(resource.group, resource.kind) for resource in (*given, *defined)}
    for resource in _built_in():
        if (resource.group, resource.kind) not in kinds:
            table.add(resource)
    for resource in (*given, *sorted(defined, key=lambda r: (r.group, r.plural))):
        table.add(resource)
    return table


@cache
def _built_in() -> tuple[Resource, ...]:
    text = (files("velero_shim.backup") / "resources.tsv").read_text("utf-8")
    return tuple(_from_line(line) for line in text.splitlines() if not line.startswith("#"))


def _from_line(line: str) -> Resource:
    group, version, plural, kind, scope, short = line.split("\t")
    names = tuple(short.split(",")) if short else ()
    return Resource(group, version, plural, kind, scope == "Namespaced", names)


def _from_option(option: str, objects: list[JSONObject]) -> Resource:
    found = _OPTION.fullmatch(option)
    if found is None:
        raise ValueError(
            f"found {option!r}, expected KIND=PLURAL.GROUP, for example Widget=widgets.example.io"
        )
    kind, plural, group = found["kind"], found["plural"], found["group"] or ""
    same = [o for o in objects if o.get("kind") == kind and _group(o) == group]
    versions = [str(o["apiVersion"]).rpartition("/")[2] for o in same]
    # Only the objects themselves can say whether they live in namespaces.
    namespaced = not same or any(_section(o, "metadata").get("namespace") for o in same)
    return Resource(group, versions[0] if versions else "v1", plural, kind, namespaced)


def _defined(definition: JSONObject) -> Resource:
    spec, names = _section(definition, "spec"), _section(_section(definition, "spec"), "names")
    try:
        version = max((v for v in _versions(spec)), key=_version_rank)
        short = tuple(names.get("shortNames") or ())
        namespaced = spec.get("scope", "Namespaced") == "Namespaced"
        singular = names.get("singular") or ""
        group, plural, kind = spec["group"], names["plural"], names["kind"]
        return Resource(group, version, plural, kind, namespaced, short, singular)
    except (KeyError, TypeError, ValueError):
        name = _section(definition, "metadata").get("name", "without a name")
        raise ManifestError(
            f"CustomResourceDefinition {name}",
            "expected spec.group, spec.names.plural, spec.names.kind and a served version",
        ) from None


def _versions(spec: JSONObject) -> list[str]:
    listed = [v["name"] for v in spec.get("versions") or () if v.get("served", True)]
    return listed or [spec["version"]]  # apiextensions.k8s.io/v1beta1 had one field for it


def _version_rank(version: str) -> tuple[int, int, int, str]:
    found = _VERSION.fullmatch(version)
    if found is None:
        return (-1, 0, 0, version)
    return (_STABILITY[found[2]], int(found[1]), int(found[3] or 0), version)


def _section(value: JSONObject, key: str) -> dict[str, Any]:
    found = value.get(key)
    return found if isinstance(found, dict) else {}


def _group(value: JSONObject) -> str:
    return str(value.get("apiVersion") or "").rpartition("/")[0]
