"""Plugin kinds and plugin names, as Velero knows them.

Owns the kind strings, which kind can stand in for which, and the rule for names.
Sources: pkg/plugin/framework/common/{plugin_kinds,server_mux}.go of Velero v1.18.1
and v1.10.3.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from velero_shim.errors import RegistrationError


class PluginKind(StrEnum):
    """A plugin kind; the value is the string on the wire."""

    OBJECT_STORE = "ObjectStore"
    VOLUME_SNAPSHOTTER = "VolumeSnapshotter"
    BACKUP_ITEM_ACTION = "BackupItemAction"
    BACKUP_ITEM_ACTION_V2 = "BackupItemActionV2"
    RESTORE_ITEM_ACTION = "RestoreItemAction"
    RESTORE_ITEM_ACTION_V2 = "RestoreItemActionV2"
    DELETE_ITEM_ACTION = "DeleteItemAction"
    ITEM_BLOCK_ACTION = "ItemBlockAction"


class PluginIdentifier(NamedTuple):
    """One action that a plugin file serves.

    ``kind`` is the plain string where Velero's 1.18 knows no such kind; ``command`` is the
    plugin file.
    """

    kind: PluginKind | str
    name: str
    command: str


def kind_or_text(text: str) -> PluginKind | str:
    """Returns the kind that a plugin lists, or its text when there is no such kind."""
    try:
        return PluginKind(text)
    except ValueError:
        return text


ADAPTABLE_TO: dict[PluginKind, PluginKind] = {
    PluginKind.BACKUP_ITEM_ACTION: PluginKind.BACKUP_ITEM_ACTION_V2,
    PluginKind.RESTORE_ITEM_ACTION: PluginKind.RESTORE_ITEM_ACTION_V2,
}
"""A v1 kind and the v2 kind under which a host lists it too."""

KINDS_OF_VELERO_1_10: frozenset[PluginKind] = frozenset(
    {
        PluginKind.OBJECT_STORE,
        PluginKind.VOLUME_SNAPSHOTTER,
        PluginKind.BACKUP_ITEM_ACTION,
        PluginKind.RESTORE_ITEM_ACTION,
        PluginKind.DELETE_ITEM_ACTION,
    }
)
"""What a host of Velero 1.10 accepts; it also knows ItemSnapshotter, which 1.11 dropped."""

SERVICES: dict[PluginKind, str] = {
    PluginKind.OBJECT_STORE: "generated.ObjectStore",
    PluginKind.VOLUME_SNAPSHOTTER: "generated.VolumeSnapshotter",
    PluginKind.BACKUP_ITEM_ACTION: "generated.BackupItemAction",
    PluginKind.BACKUP_ITEM_ACTION_V2: "v2.BackupItemAction",
    PluginKind.RESTORE_ITEM_ACTION: "generated.RestoreItemAction",
    PluginKind.RESTORE_ITEM_ACTION_V2: "v2.RestoreItemAction",
    PluginKind.DELETE_ITEM_ACTION: "generated.DeleteItemAction",
    PluginKind.ITEM_BLOCK_ACTION: "v1.ItemBlockAction",
}
"""The full gRPC service name behind each kind."""

VELERO_PREFIX = "velero.io/"

_LABEL = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_DNS_1123_SUBDOMAIN = re.compile(rf"{_LABEL}(\.{_LABEL})*")
_MAX_SUBDOMAIN = 253


def validate_plugin_name(name: str) -> None:
    """Checks a plugin name against Velero's rule, ``<DNS-1123 subdomain>/<non-empty>``.

    Raises:
        RegistrationError: says which part of the rule the name breaks.
    """
    # Plugins in Python without type checks may give anything as a name.
    is_text = isinstance(name, str)
    problem = _problem(name) if is_text else f"it is of type {type(name).__name__}, not str"
    if problem:
        raise RegistrationError(
            f"plugin name {name!r} is invalid: {problem}; "
            "expected <DNS subdomain>/<name>, for example example.io/snapshot"
        )


def _problem(name: str) -> str:
    """Returns which part of the rule a name breaks, empty for none."""
    prefix, slash, rest = name.partition("/")
    if not slash or "/" in rest:
        return "it needs exactly one '/'"
    if not prefix or not rest:
        return "the parts before and after '/' may not be empty"
    if len(prefix) > _MAX_SUBDOMAIN or not _DNS_1123_SUBDOMAIN.fullmatch(prefix):
        return (
            f"{prefix!r} is no DNS-1123 subdomain (at most {_MAX_SUBDOMAIN} lower case letters, "
            "digits, '-' and '.')"
        )
    if any("\ud800" <= character <= "\udfff" for character in rest):
        return "it has a lone surrogate, which cannot be sent to a host"
    return ""


def qualified_name(name: str) -> str:
    """Returns the name that a host looks up: a bare one gets ``velero.io/`` in front."""
    return name if "/" in name else VELERO_PREFIX + name
