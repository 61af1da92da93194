"""Whether an action is for the sample item.

Owns a guess, good enough to leave out the actions that a sample is not meant for: the plural
name comes from the kind by Kubernetes' own rule of thumb, and labels are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from velero_shim.jsonbytes import JSONObject
from velero_shim.model import ResourceSelector

_NAME = r"[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?"
_LABEL = r"[a-z0-9](?:[-a-z0-9]*[a-z0-9])?"
_KEY = rf"(?:{_LABEL}(?:\.{_LABEL})*/)?{_NAME}"
_VALUE = rf"(?:{_NAME})?"
_VALUES = rf"\(\s*{_VALUE}\s*(?:,\s*{_VALUE}\s*)*\)"
_COMPARISON = rf"\s*(?:==|!=|=)\s*{_VALUE}|\s*[<>]\s*-?[0-9]+|\s+(?:in|notin)\s*{_VALUES}"
_REQUIREMENT = rf"\s*(?:!\s*{_KEY}|{_KEY}(?:{_COMPARISON})?)\s*"
_LABEL_SELECTOR = re.compile(rf"{_REQUIREMENT}(?:,{_REQUIREMENT})*")


def selects(selector: ResourceSelector, item: JSONObject) -> bool:
    """Whether a selector takes an item, by its resource and its namespace."""
    namespace = str((item.get("metadata") or {}).get("namespace") or "")
    included = selector.included_namespaces
    return (
        (not selector.included_resources or _names(selector.included_resources, item))
        and not _names(selector.excluded_resources, item)
        and (not included or "*" in included or namespace in included)
        and not (namespace and namespace in selector.excluded_namespaces)
    )


def plural(kind: str) -> str:
    """Guesses a kind's plural name.

    Source: meta.UnsafeGuessKindToResource of k8s.io/apimachinery v0.33.
    """
    singular = kind.lower()
    if singular.endswith("endpoints"):
        return singular
    if singular.endswith("s"):
        return singular + "es"
    return singular[:-1] + "ies" if singular.endswith("y") else singular + "s"


def _names(resources: Sequence[str], item: JSONObject) -> bool:
    group, slash, _ = str(item.get("apiVersion") or "").partition("/")
    name = plural(str(item.get("kind") or ""))
    full = f"{name}.{group}" if slash else name
    return any(resource in ("*", name, full) for resource in resources)


def check_label_selector(text: str) -> None:
    """Checks that a label selector has Kubernetes' syntax.

    Source: pkg/labels/selector.go of k8s.io/apimachinery v0.33.

    Raises:
        ValueError: it has not.
    """
    if text.strip() and not _LABEL_SELECTOR.fullmatch(text):
        raise ValueError(
            f"the label selector {text!r} is none; expected for example app=web,tier in (a, b),!old"
        )
