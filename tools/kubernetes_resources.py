"""Writes the table of kinds that a cluster with Velero serves, from Kubernetes' own API lists.

    python tools/kubernetes_resources.py KUBERNETES CRDS… > shim/velero_shim/backup/resources.tsv

KUBERNETES is a checkout of kubernetes/kubernetes, whose api/discovery holds what its server
answers; CRDS are folders with CustomResourceDefinitions: Velero's config/crd, and client/config/crd
of kubernetes-csi/external-snapshotter.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

# What Velero backs up: pkg/discovery/helper.go of Velero v1.18.1 asks for these.
_VERBS = {"list", "create", "get", "delete"}
_HEADER = "# group\tversion\tresource\tkind\tscope\tshort names"


def built_in(checkout: Path) -> Iterator[str]:
    """Yields the lines of the built-in kinds, in the order of the server's groups and versions."""
    lists = checkout / "api" / "discovery"
    yield from _of_list(lists / "api__v1.json")
    for group in json.loads((lists / "apis.json").read_text())["groups"]:
        for version in group["versions"]:
            yield from _of_list(lists / f"apis__{group['name']}__{version['version']}.json")


def _of_list(file: Path) -> Iterator[str]:
    found = json.loads(file.read_text())
    group, _, version = found["groupVersion"].rpartition("/")
    for resource in found["resources"]:
        if "/" not in resource["name"] and set(resource["verbs"]) >= _VERBS:
            scope = "Namespaced" if resource["namespaced"] else "Cluster"
            short = ",".join(resource.get("shortNames", ()))
            yield "\t".join((group, version, resource["name"], resource["kind"], scope, short))


def custom(folders: Iterable[Path]) -> Iterator[str]:
    """Yields the lines of the CustomResourceDefinitions in these folders and below."""
    for file in sorted(file for folder in folders for file in folder.rglob("*.yaml")):
        for document in yaml.safe_load_all(file.read_text()):
            if document and document["kind"] == "CustomResourceDefinition":
                yield from _of_definition(document["spec"])


def _of_definition(spec: dict[str, Any]) -> Iterator[str]:
    names = spec["names"]
    short = ",".join(names.get("shortNames", ()))
    for version in spec["versions"]:
        if version["served"]:
            yield "\t".join(
                (
                    spec["group"],
                    version["name"],
                    names["plural"],
                    names["kind"],
                    spec["scope"],
                    short,
                )
            )


def main() -> None:
    """Prints the table."""
    checkout, *folders = (Path(argument) for argument in sys.argv[1:])
    print(_HEADER)
    seen: set[tuple[str, str]] = set()
    for line in (*built_in(checkout), *custom(folders)):
        group, _, resource, *_ = line.split("\t")
        if (group, resource) not in seen:  # a later version is one that the server prefers less
            seen.add((group, resource))
            print(line)


if __name__ == "__main__":
    main()
