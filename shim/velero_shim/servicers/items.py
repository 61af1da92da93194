"""What the handlers of all item actions share: items in, items and identifiers out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import TypeVar

from google.protobuf.duration_pb2 import Duration

from velero_plugin.shared.v1 import shared_pb2
from velero_shim.jsonbytes import JSONObject, encode_object
from velero_shim.model import OperationProgress, ResourceIdentifier, ResourceSelector

Result = TypeVar("Result")


def item_bytes(item: JSONObject | None, sent: bytes) -> bytes:
    """Returns the response's item: the bytes that were sent when it is unchanged."""
    return sent if item is None else encode_object(item, sent)


def result_or_default(result: object, expected: type[Result]) -> Result:
    """Returns what ``execute`` returned, or a result that changes nothing for ``None``.

    Raises:
        TypeError: it returned something else.
    """
    if result is None:
        return expected()
    return _checked(result, expected, "execute returned", f"{expected.__name__} or None")


def identifier_messages(identifiers: object, field: str) -> list[shared_pb2.ResourceIdentifier]:
    """Returns the messages for the identifiers in a field of a result.

    Raises:
        TypeError: it holds something else; the text names the field.
    """
    if not isinstance(identifiers, Iterable):
        raise _mismatch(identifiers, f"{field} is", "a list of ResourceIdentifier")
    return [
        _checked(each, ResourceIdentifier, f"{field} holds", "ResourceIdentifier").to_message()
        for each in identifiers
    ]


def operation_id_text(operation_id: object) -> str:
    """Returns a result's ``operation_id``; ``None`` is no operation, as empty is.

    Raises:
        TypeError: it is no text.
    """
    return _checked("" if operation_id is None else operation_id, str, "operation_id is", "str")


def flag(value: object, what: str) -> bool:
    """Returns a boolean that an action gave; a forgotten ``return`` is not taken for False.

    Raises:
        TypeError: it is none; the text starts with ``what``.
    """
    return _checked(value, bool, what, "bool")


def duration_message(duration: object, field: str) -> Duration:
    """Returns the message for a time limit: zero, as Velero's server has it, for no limit.

    Raises:
        TypeError: it is no timedelta; the text names the field.
    """
    message = Duration()
    if duration is not None:
        message.FromTimedelta(_checked(duration, timedelta, f"{field} is", "timedelta or None"))
    return message


def selector_message(selector: object) -> shared_pb2.ResourceSelector:
    """Returns the message for what ``applies_to`` returned.

    Raises:
        TypeError: it returned something else than a selector.
    """
    expected = "ResourceSelector (an empty one for all)"
    return _checked(selector, ResourceSelector, "applies_to returned", expected).to_message()


def progress_message(progress: object) -> shared_pb2.OperationProgress:
    """Returns the message for what ``progress`` returned: never a missing one.

    Raises:
        TypeError: it returned something else than a progress.
    """
    expected = "OperationProgress"
    return _checked(progress, OperationProgress, "progress returned", expected).to_message()


def _checked(value: object, interface: type[Result], what: str, expected: str) -> Result:
    if isinstance(value, interface):
        return value
    raise _mismatch(value, what, expected)


def _mismatch(value: object, what: str, expected: str) -> TypeError:
    return TypeError(f"{what} {type(value).__name__}, expected {expected}")
