"""JSON of Kubernetes objects: bytes to plain Python values and back, exactly.

Owns the one way in which items, backups and restores are read and written. Integers of
any size survive; a number too large for a float is an error and not an infinity.
msgspec does the work; the standard library reads the few texts that msgspec refuses and
Go accepts (escaped lone surrogates).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

import msgspec

from velero_shim.errors import InvalidJSONError

JSONObject = dict[str, Any]

_decode = msgspec.json.Decoder().decode
_scan = msgspec.json.Decoder(type=msgspec.Raw).decode
_encode = msgspec.json.Encoder().encode

_SHOWN = 40


def decode_object(data: bytes, what: str) -> JSONObject:
    """Decodes a JSON object.

    Args:
        data: UTF-8 JSON text.
        what: the name of the field, for the error.

    Raises:
        InvalidJSONError: the text is empty, malformed, nested too deeply or no object.
    """
    value = _decode_value(data, what)
    if not isinstance(value, dict):
        raise InvalidJSONError(what, f"found {_kind_of(value)}, expected an object")
    return value


def check_object(data: bytes, what: str) -> None:
    """Checks that the text is one JSON object, without building it.

    Raises:
        InvalidJSONError: it is not.
    """
    try:
        _scan(data)
    except (msgspec.DecodeError, RecursionError):
        decode_object(data, what)
        return
    if data.lstrip(b" \t\r\n")[:1] != b"{":
        decode_object(data, what)


def encode_object(value: JSONObject) -> bytes:
    """Encodes a JSON object, compact, UTF-8.

    Raises:
        TypeError: a value in it has no place in JSON (also a NaN or an infinity).
        ValueError: it refers to itself.
    """
    try:
        encoded = _encode(value)
    except UnicodeEncodeError:
        # A lone surrogate has no UTF-8; the standard library writes it as an escape.
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
    except RecursionError as error:
        raise ValueError("the object is nested too deeply or refers to itself") from error
    if b"null" in encoded:  # msgspec writes a NaN as null, which would lose it unseen
        _refuse_non_finite(value)
    return encoded


def _refuse_non_finite(value: object) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise TypeError(f"{value} has no place in JSON")
    children: Iterable[object] = ()
    if isinstance(value, dict):
        children = value.values()
    elif isinstance(value, list | tuple):
        children = value
    for child in children:
        _refuse_non_finite(child)


def _decode_value(data: bytes, what: str) -> Any:
    try:
        return _decode(data)
    except RecursionError:
        raise InvalidJSONError(what, "it is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as first:
        try:
            return _decode_with_surrogates(data)
        except (ValueError, RecursionError):
            raise InvalidJSONError(what, f"{first} (found {_excerpt(data)})") from None


def _decode_with_surrogates(data: bytes) -> Any:
    if b"\\u" not in data:
        raise ValueError("no escape that msgspec could have refused")
    return json.loads(data.decode("utf-8"), parse_float=_finite, parse_constant=_refuse)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} does not fit a float")
    return value


def _refuse(text: str) -> float:
    raise ValueError(f"{text} is no JSON")


def _kind_of(value: object) -> str:
    if value is None:
        return "null"
    return {list: "an array", str: "a string", bool: "a boolean"}.get(type(value), "a number")


def _excerpt(data: bytes) -> str:
    if not data:
        return "no bytes"
    shown = data[:_SHOWN].decode("utf-8", "backslashreplace")
    return repr(shown) + (f" and {len(data) - _SHOWN} bytes more" if len(data) > _SHOWN else "")
