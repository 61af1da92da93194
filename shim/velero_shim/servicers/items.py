"""What the handlers of all item actions share: items in, items and identifiers out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from velero_plugin.shared.v1 import shared_pb2
from velero_shim.jsonbytes import JSONObject, encode_object
from velero_shim.model import OperationProgress, ResourceIdentifier, ResourceSelector

Result = TypeVar("Result")


def item_bytes(item: JSONObject | None, sent: bytes) -> bytes:
    """Returns the response's item: the bytes that were sent when it is unchanged."""
    return sent if item is None else encode_object(item)


def result_or_default(result: object, expected: type[Result]) -> Result:
    """Returns what ``execute`` returned, or a result that changes nothing for ``None``.

    Raises:
        TypeError: it returned something else.
    """
    if result is None:
        return expected()
    return _checked(result, expected, "execute", f"a {expected.__name__} or None")


def identifier_messages(
    identifiers: Iterable[ResourceIdentifier],
) -> list[shared_pb2.ResourceIdentifier]:
    """Returns the messages for additional items."""
    return [identifier.to_message() for identifier in identifiers]


def selector_message(selector: object) -> shared_pb2.ResourceSelector:
    """Returns the message for what ``applies_to`` returned.

    Raises:
        TypeError: it returned something else than a selector.
    """
    return _checked(
        selector, ResourceSelector, "applies_to", "a ResourceSelector (an empty one for all)"
    ).to_message()


def progress_message(progress: object) -> shared_pb2.OperationProgress:
    """Returns the message for what ``progress`` returned: never a missing one.

    Raises:
        TypeError: it returned something else than a progress.
    """
    return _checked(progress, OperationProgress, "progress", "an OperationProgress").to_message()


def _checked(value: object, interface: type[Result], method: str, expected: str) -> Result:
    if isinstance(value, interface):
        return value
    raise TypeError(f"{method} returned {type(value).__name__}, expected {expected}")
