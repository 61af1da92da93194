"""JSON of Kubernetes objects: bytes to plain Python values and back, exactly.

Owns the one way in which items, backups and restores are read and written. Integers of
any size survive; a number too large for a float is an error and not an infinity.
msgspec does the work; the standard library reads the few texts that msgspec refuses and
Go accepts (escaped lone surrogates).

Only what JSON itself has is written. msgspec would turn bytes into base64, a datetime or a
Decimal into a string and a NaN into null: an action that leaves one of them in an item
made a mistake, and its backup would hold something else than it meant. Tuples are lists.
"""

from __future__ import annotations

import functools
import itertools
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from velero_shim.errors import InvalidJSONError

JSONObject = dict[str, Any]

_SHOWN = 40


class _Codec(NamedTuple):
    """msgspec, and the standard library's twin of it for the few texts that it refuses."""

    decode: Callable[[bytes], Any]
    scan: Callable[[bytes], Any]
    encode: Callable[[Any], bytes]
    converted: Callable[..., Any]
    error: type[Exception]
    loads: Callable[..., Any]
    dumps: Callable[..., str]


@functools.cache
def _codec() -> _Codec:
    # Not imported at the top: Velero starts a plugin for each poll, which mostly answers it
    # without any JSON, and need not wait 10 ms for a library.
    import json

    import msgspec

    return _Codec(
        decode=msgspec.json.Decoder().decode,
        scan=msgspec.json.Decoder(type=msgspec.Raw).decode,
        encode=msgspec.json.Encoder().encode,
        converted=msgspec.to_builtins,
        error=msgspec.DecodeError,
        loads=json.loads,
        dumps=json.dumps,
    )


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
    if "msgspec" not in sys.modules and _is_object(data):
        return
    codec = _codec()
    try:
        codec.scan(data)
    except (codec.error, RecursionError):
        decode_object(data, what)
        return
    if data.lstrip(b" \t\r\n")[:1] != b"{":
        decode_object(data, what)


def _is_object(data: bytes) -> bool:
    """Says so by the standard library, which is loaded in a fifth of the time."""
    import json

    try:
        value = json.loads(data.decode("utf-8"), parse_float=_finite, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict)


def encode_object(value: JSONObject, sent: bytes = b"") -> bytes:
    """Encodes a JSON object, compact, UTF-8.

    Args:
        value: the object.
        sent: the text that it was decoded from, empty for an object from elsewhere. Members
            whose text is still the one that was sent are not looked at.

    Raises:
        TypeError: it is no dict, or a value in it has no place in JSON (bytes, a set, a
            datetime, a key that is no string, a NaN); the text says where.
        ValueError: it is nested too deeply or refers to itself.
    """
    if not isinstance(value, dict):
        raise TypeError(f"found {type(value).__name__}, expected a dict to write as JSON object")
    try:
        encoded, faithful = _encode_value(value, sent)
    except RecursionError as error:
        raise ValueError("the object is nested too deeply or refers to itself") from error
    except TypeError:  # of something that the encoder does not know; where, it does not say
        _refuse_foreign_values(value)
        raise
    if not faithful:
        _refuse_foreign_values(value)
    return encoded


def _encode_value(value: JSONObject, sent: bytes) -> tuple[bytes, bool]:
    """Returns what was written, and whether it is what the object holds."""
    encode = _codec().encode
    try:
        texts = [b"%b:%b" % (encode(key), encode(member)) for key, member in value.items()]
    except UnicodeEncodeError:
        # A lone surrogate has no UTF-8; the standard library writes it as an escape.
        encoded = _codec().dumps(value, separators=(",", ":")).encode()
        return encoded, _reads_back(encoded, value)
    encoded = b"{%b}" % b",".join(texts)
    first, last = _changed(texts, sent)
    if (first, last) == (0, len(texts)):
        return encoded, _is_faithful(encoded, value)
    changed = dict(itertools.islice(value.items(), first, last))
    return encoded, _is_faithful(b"{%b}" % b",".join(texts[first:last]), changed)


def _changed(texts: Sequence[bytes], sent: bytes) -> tuple[int, int]:
    """Returns from which to which member those lie that are not written as they were sent.

    An action changes a label, and the member that makes an item large stays as it was. What
    stands for another text of the sender's own, as a NaN for the null that was there, is no
    loss to anybody.
    """
    first, last = 0, len(texts)
    start, end = 0, len(sent) - 1  # from the opening brace to before the closing one
    while first < last and sent.startswith(texts[first], start + 1, end):
        start += 1 + len(texts[first])  # to the next comma
        first += 1
    while first < last and sent.endswith(b"," + texts[last - 1], start, end):
        end -= 1 + len(texts[last - 1])
        last -= 1
    return first, last


def _is_faithful(encoded: bytes, value: JSONObject) -> bool:
    # Whatever msgspec converts it converts here in the same way, and that shows in the
    # comparison. It takes half as long as looking at each value in Python would, and two thirds
    # of reading back what was written, which is left for the texts where a null may have been a
    # NaN: this keeps one.
    if b"null" in encoded:
        return _reads_back(encoded, value)
    try:
        return bool(_codec().converted(value, str_keys=True) == value)
    except (TypeError, ValueError):  # it does not know everything that can be written
        return False


def _reads_back(encoded: bytes, value: JSONObject) -> bool:
    try:
        return bool(_decode_value(encoded, "object") == value)
    except InvalidJSONError:
        return False


def _refuse_foreign_values(value: JSONObject) -> None:
    open_values: list[tuple[str, object]] = [("", value)]
    while open_values:
        where, found = open_values.pop()
        if isinstance(found, dict | list | tuple):
            open_values.extend(_children(where, found))
        elif not isinstance(found, str | int | float | None):
            raise TypeError(f"found {type(found).__name__} at {where}, which JSON does not have")
        elif isinstance(found, float) and not math.isfinite(found):
            raise TypeError(f"found {found} at {where}, which JSON does not have")


def _children(
    where: str, parent: dict[Any, object] | list[object] | tuple[object, ...]
) -> Iterator[tuple[str, object]]:
    if not isinstance(parent, dict):
        yield from ((f"{where}[{index}]", child) for index, child in enumerate(parent))
        return
    for key, child in parent.items():
        if not isinstance(key, str):
            raise TypeError(f"found the key {key!r} in {where or 'the object'}, expected a string")
        yield f"{where}.{key}", child


def _decode_value(data: bytes, what: str) -> Any:
    codec = _codec()
    try:
        return codec.decode(data)
    except RecursionError:
        raise InvalidJSONError(what, "it is nested too deeply") from None
    except (codec.error, UnicodeDecodeError) as error:
        problem: Exception = error
    if b"\\u" in data:  # perhaps an escaped lone surrogate, which is all that msgspec minds
        try:
            text = data.decode("utf-8")
            return codec.loads(text, parse_float=_finite, parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            problem = error
    raise InvalidJSONError(what, f"{problem} (found {_excerpt(data)})")


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
