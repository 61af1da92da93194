"""What a backup and its actions include and exclude: namespaces and resources.

Owns Velero's rules for lists of names with globs. Source: pkg/util/collections and
pkg/util/wildcard of Velero v1.18.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from velero_shim.backup.resources import NAMESPACES, ResourceTable

EVERYTHING = "*"

_WILDCARDS = "*?["


@dataclass(frozen=True, slots=True)
class IncludesExcludes:
    """Names that are in and names that are out; no name that is in means all of them."""

    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()

    def should_include(self, name: str) -> bool:
        """Whether a name is in and not out."""
        if any_match(self.excludes, name):
            return False
        everything = not self.includes or EVERYTHING in self.includes
        return everything or any_match(self.includes, name)

    @property
    def includes_everything(self) -> bool:
        """Whether nothing is left out."""
        return not self.excludes and set(self.includes) <= {EVERYTHING}


@dataclass(frozen=True, slots=True)
class NamespaceFilter:
    """The namespaces of a backup, its globs already replaced by names.

    Attributes:
        names: what is in and out.
        active: all namespaces of the cluster, by name.
        expanded: whether there were globs; then an empty list of names means none.
    """

    names: IncludesExcludes
    active: tuple[str, ...]
    expanded: bool

    def should_include(self, namespace: str) -> bool:
        """Whether items of a namespace are in."""
        if self.expanded and not self.names.includes:
            return False
        return self.names.should_include(namespace)

    @property
    def includes_everything(self) -> bool:
        """Whether it is a backup of the whole cluster."""
        return self.names.includes_everything or (
            not self.names.excludes and self.names.includes == self.active
        )

    def listed(self) -> list[str]:
        """Returns the namespaces to list items in."""
        return [name for name in self.names.includes if self.should_include(name)]


def namespace_filter(
    includes: Iterable[str], excludes: Iterable[str], active: Iterable[str]
) -> NamespaceFilter:
    """Replaces globs by the namespaces that there are."""
    known, given = tuple(sorted(active)), (sorted(set(includes)), sorted(set(excludes)))
    if not given[0] or not any(set(_WILDCARDS) & set(name) for names in given for name in names):
        return NamespaceFilter(IncludesExcludes(*map(tuple, given)), known, False)
    expanded = (tuple(_expanded(names, known)) for names in given)
    return NamespaceFilter(IncludesExcludes(*expanded), known, True)


def _expanded(names: list[str], known: tuple[str, ...]) -> list[str]:
    literal = {name for name in names if not set(_WILDCARDS) & set(name)}
    return sorted(literal | {name for name in known if any_match(set(names) - literal, name)})


class ResourceFilter(Protocol):
    """What a backup says about resources; names are those of ``Resource.group_resource``."""

    def should_include(self, name: str) -> bool:
        """Whether a resource is listed, and its namespaced items are taken."""
        ...

    def should_exclude(self, name: str) -> bool:
        """Whether its items are left out even if a plugin asks for them."""
        ...


@dataclass(frozen=True, slots=True)
class GlobalResourceFilter:
    """``spec.includedResources`` and ``spec.excludedResources``, whatever their scope.

    Attributes:
        cluster_resources: ``spec.includeClusterResources``; ``None`` takes cluster-scoped ones
            into backups of the whole cluster only.
    """

    table: ResourceTable
    names: IncludesExcludes
    namespaces: NamespaceFilter
    cluster_resources: bool | None = None

    def should_include(self, name: str) -> bool:
        """See :class:`ResourceFilter`."""
        resource = self.table.resource_for(name)
        if resource is None:
            return False
        if not resource.namespaced and self.cluster_resources is False:
            return False
        partial = self.cluster_resources is None and not self.namespaces.includes_everything
        if name != NAMESPACES and not resource.namespaced and partial:
            return False
        return self.names.should_include(name)

    def should_exclude(self, name: str) -> bool:
        """See :class:`ResourceFilter`."""
        resource = self.table.resource_for(name)
        if any_match(self.names.excludes, name) or resource is None:
            return True
        if resource.namespaced or self.cluster_resources:
            return False
        return self.cluster_resources is False or not self.names.should_include(name)


@dataclass(frozen=True, slots=True)
class ScopedResourceFilter:
    """The filter of a backup that names no resources: all are in but Velero's own exceptions."""

    table: ResourceTable
    namespaced: IncludesExcludes
    cluster: IncludesExcludes
    namespaces: NamespaceFilter

    def should_include(self, name: str) -> bool:
        """See :class:`ResourceFilter`."""
        resource = self.table.resource_for(name)
        if resource is None:
            return False
        if resource.namespaced:
            return self.namespaced.should_include(name)
        if any_match(self.cluster.excludes, name):
            return False
        everything = (self.namespaces, self.namespaced)
        unnamed = not self.cluster.includes and not self.cluster.excludes
        if unnamed and all(part.includes_everything for part in everything):
            return True
        return any_match(self.cluster.includes, name) or name == NAMESPACES

    def should_exclude(self, name: str) -> bool:
        """See :class:`ResourceFilter`."""
        resource = self.table.resource_for(name)
        if resource is None:
            return True
        names = self.namespaced if resource.namespaced else self.cluster
        return any_match(names.excludes, name)


def resolved(
    table: ResourceTable, includes: Iterable[str], excludes: Iterable[str]
) -> IncludesExcludes:
    """Returns both lists with every name replaced by that of the resource it stands for.

    A name that stands for none stays as it is, and so matches nothing instead of everything;
    ``*`` cannot be excluded and is dropped there.
    """

    def canonical(name: str) -> str:
        resource = None if name == EVERYTHING else table.resource_for(name)
        return name if resource is None else resource.group_resource

    kept = (name for name in excludes if name != EVERYTHING)
    return IncludesExcludes(tuple(map(canonical, includes)), tuple(map(canonical, kept)))


def scope_of(table: ResourceTable, names: Iterable[str], namespaced: bool) -> tuple[str, ...]:
    """Returns the names, replaced likewise, without those of resources of the other scope."""
    found = ((name, table.resource_for(name)) for name in names)
    return tuple(
        name if resource is None else resource.group_resource
        for name, resource in found
        if resource is None or resource.namespaced == namespaced
    )


def any_match(globs: Iterable[str], name: str) -> bool:
    """Whether one of the globs matches the whole name. A malformed one ends the search."""
    for glob in sorted(globs):
        pattern = _compiled(glob)
        if pattern is None:
            return False
        if pattern.fullmatch(name):
            return True
    return False


@cache
def _compiled(glob: str) -> re.Pattern[str] | None:
    # The syntax of gobwas/glob without separators: * ? [abc] [!abc] {ab,cd} and \ before any.
    depth, parts = 0, []
    for token in re.findall(r"\\.|\[[^\]]+\]|.", glob, re.DOTALL):
        parts.append(_translated(token, depth))
        depth += {"{": 1, "}": -1}.get(token, 0)
    try:
        return re.compile("".join(parts), re.DOTALL)
    except re.error:
        return None


def _translated(token: str, depth: int) -> str:
    if len(token) > 1:
        if token[0] == "\\":
            return re.escape(token[1])
        negated = token[1] == "!"
        inner = token[1 + negated : -1].replace("\\", "\\\\").replace("^", "\\^")
        return f"[{'^' if negated else ''}{inner}]"
    simple = {"*": ".*", "?": ".", "{": "(?:", "}": ")", "[": "["}
    if token == "," and depth:
        return "|"
    return simple.get(token, re.escape(token))
