"""Rules of what a plugin lists."""

from __future__ import annotations

from collections import Counter

from velero_shim.check.bench import Bench
from velero_shim.check.rule import Outcome, failed, passed, rule, warned
from velero_shim.errors import RegistrationError
from velero_shim.kinds import (
    ADAPTABLE_TO,
    KINDS_OF_VELERO_1_10,
    PluginKind,
    validate_plugin_name,
)


@rule(
    "lists-plugins",
    "PluginLister/ListPlugins answers and names at least one plugin",
    "Velero asks every file in its plugins folder, and does not start when one fails to answer.",
)
def lists_plugins(bench: Bench) -> Outcome:
    """Asks for the list."""
    if bench.list_failure:
        return failed(str(bench.list_failure), "serve generated.PluginLister")
    if not bench.plugins:
        return warned("it lists nothing", "register an action; Velero has no use for it else")
    return passed(", ".join(f"{plugin.kind} {plugin.name}" for plugin in bench.plugins))


@rule(
    "plugin-names",
    "Every name is <DNS-1123 subdomain>/<name>",
    "Velero does not start with a plugin file that lists another name.",
)
def plugin_names(bench: Bench) -> Outcome:
    """Holds the names against Velero's rule."""
    for plugin in bench.plugins:
        try:
            validate_plugin_name(plugin.name)
        except RegistrationError as error:
            return failed(str(error), "choose a name like example.io/snapshot")
    return passed(f"{len(bench.plugins)} valid names")


@rule(
    "unique-names",
    "No kind and name is listed twice",
    "Velero does not start with a kind and name that is there twice.",
)
def unique_names(bench: Bench) -> Outcome:
    """Counts the names of each kind."""
    counts = Counter((str(plugin.kind), plugin.name) for plugin in bench.plugins)
    twice = [f"{kind} {name}" for (kind, name), count in counts.items() if count > 1]
    if twice:
        return failed(f"listed twice: {', '.join(twice)}", "register each under its own name")
    return passed("no name twice")


@rule(
    "one-version-per-name",
    "No name is listed both as version 1 and as version 2 of an item action",
    "Velero lists a version 1 action under version 2 as well, so it runs the name twice per item.",
)
def one_version_per_name(bench: Bench) -> Outcome:
    """Looks for names that Velero would run twice."""
    served = {(plugin.kind, plugin.name) for plugin in bench.plugins}
    both = [
        f"{name} as {v1} and {v2}"
        for v1, v2 in ADAPTABLE_TO.items()
        for kind, name in sorted(served)
        if kind == v1 and (v2, name) in served
    ]
    if both:
        return failed("; ".join(both), "register one version, or two files with one installed")
    return passed("no name in two versions")


@rule(
    "known-kinds",
    "Every kind that is listed is one of Velero's",
    "Velero does not start with a plugin file that lists a kind which it does not know.",
)
def known_kinds(bench: Bench) -> Outcome:
    """Looks for kinds that no version of Velero since 1.11 knows."""
    unknown = {plugin.kind for plugin in bench.plugins if not isinstance(plugin.kind, PluginKind)}
    if unknown:
        known = ", ".join(PluginKind)
        return failed(f"unknown: {', '.join(sorted(unknown))}", f"list only {known}")
    return passed(", ".join(sorted({str(plugin.kind) for plugin in bench.plugins})) or "none")


@rule(
    "velero-1.10",
    "Every kind that is listed is known to Velero 1.10",
    "Velero 1.10 refuses the whole file for one newer kind; that matters only to those who run it.",
)
def velero_1_10(bench: Bench) -> Outcome:
    """Looks for kinds that came after 1.10."""
    newer = {str(plugin.kind) for plugin in bench.plugins if plugin.kind in set(PluginKind)} - {
        str(kind) for kind in KINDS_OF_VELERO_1_10
    }
    if newer:
        return warned(
            f"newer: {', '.join(sorted(newer))}",
            "nothing, unless for Velero 1.10: velero-shim wrap --as v1 makes a file for it",
        )
    return passed("nothing newer")


RULES = (
    lists_plugins,
    plugin_names,
    unique_names,
    one_version_per_name,
    known_kinds,
    velero_1_10,
)
