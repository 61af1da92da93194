"""JSON of Kubernetes objects, exactly: what is read, written, and refused."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections import OrderedDict
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from typing import Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from velero_shim import jsonbytes
from velero_shim.errors import InvalidJSONError
from velero_shim.jsonbytes import check_object, decode_object, encode_object

EXACT = [
    0,
    9007199254740993,
    9223372036854775807,
    -9223372036854775808,
    18446744073709551615,
    2**70,
    -(2**63) - 1,
    10**300,
]

# Any text, lone surrogates too: they can stand in JSON as escapes.
TEXTS = st.text(st.characters())
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**130), 2**130)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=20,
)
OBJECTS = st.dictionaries(TEXTS, VALUES)


class Colour(Enum):
    RED = "red"


class Phase(StrEnum):
    NEW = "New"


class Port(IntEnum):
    HTTP = 80


def typed(value: object) -> object:
    """The value with its types, for a comparison in which 1, 1.0, True and -0.0 differ."""
    if isinstance(value, dict):
        return {key: typed(child) for key, child in value.items()}
    if isinstance(value, list):
        return [typed(child) for child in value]
    return (type(value), repr(value))


def has_pair(value: object) -> bool:
    """Whether surrogates stand side by side, which JSON cannot tell from one character."""
    return any(0xD800 <= ord(character) <= 0xDFFF for character in str(value))


# --- numbers -----------------------------------------------------------------


@pytest.mark.parametrize("number", EXACT)
def test_integer_of_any_size_is_exact(number: int) -> None:
    text = b'{"n":%d}' % number
    decoded = decode_object(text, "item")
    assert decoded == {"n": number}
    assert type(decoded["n"]) is int
    assert encode_object(decoded) == text


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (b"10.0", 10.0),
        (b"1e3", 1000.0),
        (b"1E+3", 1000.0),
        (b"-0", 0),
        (b"-0.0", -0.0),
        (b"0.1", 0.1),
        (b"1e-400", 0.0),
        (b"5e-324", 5e-324),
        (b"1.7976931348623157e308", 1.7976931348623157e308),
        (b"123456789012345678901234567890.5", 1.2345678901234568e29),
    ],
)
def test_number_comes_back_equal(text: bytes, number: float) -> None:
    """In another spelling perhaps; a fraction as the nearest double, which is Go's too."""
    decoded = decode_object(b'{"n": %s}' % text, "item")
    assert decoded == {"n": number}
    again = decode_object(encode_object(decoded), "item")["n"]
    assert again == number
    assert math.copysign(1, again) == math.copysign(1, decoded["n"])


@pytest.mark.parametrize(
    "text",
    [
        b"1e400",
        b"-1e400",
        b"1" + b"0" * 400 + b".0",
        b"9" * 5000,
        b"NaN",
        b"Infinity",
        b"-Infinity",
    ],
)
@pytest.mark.parametrize("beside", [b"", rb', "s": "\ud800"'], ids=["alone", "beside a surrogate"])
def test_number_that_does_not_fit_is_refused(text: bytes, beside: bytes) -> None:
    """Never an infinity or a rounded value; also where the standard library has to read."""
    with pytest.raises(InvalidJSONError):
        decode_object(b'{"n": %s%s}' % (text, beside), "item")


# --- texts -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (rb'"\ud800"', "\ud800"),
        (rb'"a\udfffb"', "a\udfffb"),
        (rb'"\udc00\ud800"', "\udc00\ud800"),
        (rb'"\ud83d\ude00"', "\U0001f600"),
        (rb'"\ud83d\ude00\ud83d"', "\U0001f600\ud83d"),
        ('"\U0001f600 é 漢"'.encode(), "\U0001f600 é 漢"),
        (rb'"\u0000\u001f\"\\\/\b\f\n\r\t"', '\0\x1f"\\/\b\f\n\r\t'),
    ],
)
def test_text_is_kept(text: bytes, expected: str) -> None:
    for decoded in (
        decode_object(b'{"s": %s}' % text, "item"),
        decode_object(b'{%s: "s"}' % text, "item"),
    ):
        assert expected in (*decoded, *decoded.values())
        assert decode_object(encode_object(decoded), "item") == decoded


def test_what_is_written_is_utf8_whatever_the_text() -> None:
    encoded = encode_object({"s": "é\ud800"})
    assert json.loads(encoded.decode("utf-8")) == {"s": "é\ud800"}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"{",
        b'{"a":1',
        b'{"a":1,}',
        b"{'a':1}",
        b"{a:1}",
        b'{"a":01}',
        b'{"a":+1}',
        b'{"a":1.}',
        b'{"a":.5}',
        b'{"a":0x1}',
        b'{"a":tru}',
        b'{"a":1} x',
        b'{"a":1}\0',
        b"{}{}",
        b'{"a":"\xff"}',
        b'{"a":"\xc0\x80"}',
        b'{"a":"\xed\xa0\x80"}',
        b'{"a":"\n"}',
        b'{"a":"\0"}',
        rb'{"a":"\x41"}',
        rb'{"a":"\u12"}',
        rb'{"a":"\ud800","b":01}',
        b'{"a":"\\ud800\n"}',
        rb'{"a":"\ud800"} x',
        b'{"a":"\\ud800\xff"}',
        b"\xef\xbb\xbf{}",
        b'\xef\xbb\xbf{"a":"\\ud800"}',
        '{"a":1}'.encode("utf-16"),
        b"//c\n{}",
        b"\xff\xfe\x00",
    ],
)
def test_malformed_text_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidJSONError, match=r"^item is not valid JSON") as caught:
        decode_object(data, "item")
    assert caught.value.what == "item"
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"null", "null"),
        (b"[]", "an array"),
        (b'"{}"', "a string"),
        (b"true", "a boolean"),
        (b"1", "a number"),
        (b"1.5", "a number"),
        (b" [{}] ", "an array"),
    ],
)
def test_other_than_an_object_is_refused(data: bytes, found: str) -> None:
    expected = f"restore is not valid JSON for a Kubernetes object: found {found}, expected an obj"
    for read in (decode_object, check_object):
        with pytest.raises(InvalidJSONError) as caught:
            read(data, "restore")
        assert str(caught.value).startswith(expected)


def test_error_names_what_is_wrong_and_not_a_surrogate_beside_it() -> None:
    with pytest.raises(InvalidJSONError, match="1e400 does not fit a float"):
        decode_object(rb'{"a": "\ud800", "b": 1e400}', "item")


def test_error_shows_the_start_of_a_long_text() -> None:
    with pytest.raises(InvalidJSONError, match=r"and 9999960 bytes more") as caught:
        decode_object(b"x" * 10_000_000, "item")
    assert len(str(caught.value)) < 300


def test_last_of_two_equal_keys_counts() -> None:
    """As for Go's encoding/json."""
    assert decode_object(b'{"a": {"x": 1}, "a": {"y": 2}}', "item") == {"a": {"y": 2}}
    assert decode_object(rb'{"a": 1, "a": "\ud800"}', "item") == {"a": "\ud800"}


def test_order_of_keys_is_kept() -> None:
    text = b'{"z":1,"a":2,"m":{"y":1,"b":2}}'
    assert encode_object(decode_object(text, "item")) == text


# --- depth -------------------------------------------------------------------


def test_nesting_of_any_real_object_is_read() -> None:
    text = b'{"a":' * 300 + b"[]" + b"}" * 300
    assert encode_object(decode_object(text, "item")) == text


@pytest.mark.parametrize("depth", [100_000, 2_000_000])
@pytest.mark.parametrize("opening", [b'{"a":', b'{"a":[', rb'{"\ud800":'])
@pytest.mark.parametrize("closed", [True, False])
def test_nesting_too_deep_is_refused(opening: bytes, depth: int, closed: bool) -> None:
    """With an error of its own, and not with the end of the process."""
    text = opening * depth + (b"1" + b"}" * depth if closed and opening[-1:] == b":" else b"")
    for read in (decode_object, check_object):
        with pytest.raises(InvalidJSONError):
            read(text, "item")


def test_nesting_too_deep_is_not_written() -> None:
    deep: dict[str, Any] = {}
    for _ in range(200_000):
        deep = {"a": deep, "n": None, "t": ()}
    try:
        with pytest.raises(ValueError, match="nested too deeply"):
            encode_object(deep)
    finally:
        while deep:  # taken apart level by level, so that no destructor recurses
            deep = deep["a"]


@pytest.mark.parametrize("text", ["x", "\ud800"])
def test_object_that_holds_itself_is_not_written(text: str) -> None:
    loop: dict[str, Any] = {"s": text}
    loop["self"] = [loop]
    with pytest.raises(ValueError, match=r"refers to itself|Circular reference"):
        encode_object(loop)


# --- what may be written -----------------------------------------------------


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ((1, (2,)), b"[1,[2]]"),
        ([()], b"[[]]"),
        (Phase.NEW, b'"New"'),
        (Port.HTTP, b"80"),
        (OrderedDict(b=1, a=2), b'{"b":1,"a":2}'),
        (True, b"true"),
        (None, b"null"),
        ([None, {"n": None}], b'[null,{"n":null}]'),
        ("\U0001f600", '"\U0001f600"'.encode()),
    ],
)
def test_value_that_json_has(value: object, written: bytes) -> None:
    assert encode_object({"v": value}) == b'{"v":%s}' % written


@pytest.mark.parametrize(
    "value",
    [
        b"bytes",
        bytearray(b"bytes"),
        memoryview(b"bytes"),
        {1},
        frozenset(),
        datetime(2026, 1, 1, tzinfo=UTC),
        date(2026, 1, 1),
        timedelta(1),
        Decimal("1.50"),
        UUID(int=1),
        Colour.RED,
        msgspec.Raw(b"1"),
        msgspec.Raw(b"junk"),
        math.nan,
        math.inf,
        -math.inf,
        1j,
        object(),
        range(3),
        ({"x": 1}).keys(),
        {1: "x"},
        {b"x": 1},
        {1.5: 1},
        {None: 1},
        {True: 1},
        {("a",): 1},
        {1: "x", "1": "y"},
        {datetime(2026, 1, 1, tzinfo=UTC): 1},
    ],
    ids=repr,
)
@pytest.mark.parametrize("beside", ["x", "\ud800", None])
def test_value_that_json_does_not_have_is_refused(value: object, beside: object) -> None:
    """It would come out as something else: bytes as base64, a datetime as a text, NaN as null."""
    for holder in ({"v": value}, {"a": [{"v": (None, value)}]}):
        with pytest.raises(TypeError):
            encode_object({**holder, "s": beside})


@pytest.mark.parametrize("where", ["first", "middle", "last"])
@pytest.mark.parametrize("value", [b"bytes", {1}, Decimal("1.50"), UUID(int=1), math.nan, 1j])
def test_value_beside_members_as_they_were_sent_is_refused(where: str, value: object) -> None:
    sent = b'{"first":{"a":1},"middle":[1],"last":"x"}'
    item = decode_object(sent, "item")
    item[where] = {"v": [value]}
    with pytest.raises(TypeError, match=rf"at \.{where}\.v\[0\]"):
        encode_object(item, sent)


def test_error_says_where_the_value_stands() -> None:
    item = {"data": {"a": "x", "list": [1, {"password": b"secret"}]}}
    with pytest.raises(TypeError, match=r"^found bytes at \.data\.list\[1\]\.password, which JSON"):
        encode_object(item)
    with pytest.raises(TypeError, match=r"^found the key 80 in \.ports, expected a string$"):
        encode_object({"ports": {80: "http"}})
    with pytest.raises(TypeError, match=r"^found nan at \.v, "):
        encode_object({"v": math.nan})


@pytest.mark.parametrize("value", [[], "x", 1, None, b"{}", [("a", 1)], msgspec.Raw(b"{}")])
def test_other_than_a_dict_is_not_written(value: Any) -> None:
    with pytest.raises(TypeError, match="expected a dict"):
        encode_object(value)


def test_written_object_is_not_changed() -> None:
    item = {"a": [1, {"b": (1, 2)}], "n": None}
    encode_object(item)
    assert item == {"a": [1, {"b": (1, 2)}], "n": None}


# --- properties --------------------------------------------------------------


@given(OBJECTS)
@example({"\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"): 1})
@example({"": [-0.0, 2**64, "\ud800"]})
def test_what_is_written_reads_back(value: dict[str, Any]) -> None:
    decoded = decode_object(encode_object(value), "item")
    if not has_pair(value):
        assert typed(decoded) == typed(value)


@given(OBJECTS, st.data())
def test_what_was_sent_does_not_change_what_is_written(value: dict[str, Any], data: Any) -> None:
    sent = encode_object(value)
    taken = data.draw(st.sets(st.sampled_from(list(value)))) if value else set()
    changed = {key: "changed" if key in taken else member for key, member in value.items()}
    for item in (changed, {"new": 1} | changed, {k: value[k] for k in value if k not in taken}):
        for text in (sent, sent + b"\n", sent[1:], sent[: len(sent) // 2], b"}{", b"{", b""):
            assert encode_object(item, text) == encode_object(item)


@given(OBJECTS)
def test_numbers_survive_reading_and_writing(value: dict[str, Any]) -> None:
    """Also from a text that another JSON library wrote, spaced and escaped."""
    text = json.dumps(value, indent=1).encode()
    decoded = decode_object(text, "item")
    check_object(text, "item")
    assert typed(decoded) == typed(json.loads(text))
    assert typed(decode_object(encode_object(decoded), "item")) == typed(decoded)


@given(st.binary() | st.text().map(str.encode))
def test_any_bytes_are_an_object_or_an_error(data: bytes) -> None:
    try:
        decoded = decode_object(data, "item")
    except InvalidJSONError:
        return
    assert decoded == json.loads(data)
    check_object(data, "item")


@given(VALUES.map(lambda value: json.dumps(value).encode()), st.data())
def test_check_refuses_no_object_that_can_be_decoded(text: bytes, data: st.DataObject) -> None:
    cut = text[: data.draw(st.integers(0, len(text)))]
    try:
        check_object(cut, "item")
    except InvalidJSONError:
        with pytest.raises(InvalidJSONError):
            decode_object(cut, "item")


ODD_TEXTS = [
    b"",
    b"{}",
    b" {}\n",
    b"[{}]",
    b"null",
    b"\xef\xbb\xbf{}",
    "{}".encode("utf-16"),
    b'{"a":NaN}',
    b'{"a":-Infinity}',
    b'{"a":1e999}',
    b'{"a":1.}',
    b'{"a":01}',
    b'{"a":1,}',
    b'{"a":"\t"}',
    b'{"a":"\xff"}',
    rb'{"a":"\ud800"}',
    rb'{"a":"\x41"}',
    b'{"a":1}}',
    b"{'a':1}",
    b'{"a":1}//',
    b'{"a":' + b"9" * 400 + b"}",
]


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_check_before_the_fast_library_is_loaded_is_the_same(text: bytes) -> None:
    """As a plugin makes it that was started for a poll."""
    fresh = (
        "import sys\nfrom velero_shim.errors import InvalidJSONError\n"
        "from velero_shim.jsonbytes import check_object\n"
        "try: check_object(sys.stdin.buffer.read(), 'item')\n"
        "except InvalidJSONError as error: print(ascii(str(error)))\n"
    )
    run = [sys.executable, "-c", fresh]
    found = subprocess.run(run, input=text, capture_output=True, check=True).stdout.decode()
    expected = ""
    try:
        check_object(text, "item")
    except InvalidJSONError as error:
        expected = f"{str(error)!a}\n"
    assert found == expected


@given(st.binary() | VALUES.map(lambda value: json.dumps(value).encode()), st.data())
def test_the_other_check_accepts_only_what_can_be_decoded(text: bytes, data: Any) -> None:
    at = data.draw(st.integers(0, len(text)))
    changed = text[:at] + data.draw(st.sampled_from([b"", b",", b'"', b"\\", b"{", b"1", b"\x00"]))
    for candidate in (text, changed + text[at:], changed + text[at + 1 :]):
        if jsonbytes._is_object(candidate):
            decode_object(candidate, "item")
