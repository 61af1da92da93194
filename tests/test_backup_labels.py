"""Label selectors have Kubernetes' syntax and meaning; its own parser answers the same."""

from __future__ import annotations

import pytest

from velero_shim.backup.labels import (
    LabelSelector,
    Requirement,
    SelectorError,
    parse_selector,
    selector_from_object,
)

LABELS: tuple[dict[str, str], ...] = (
    {},
    {"a": "b"},
    {"a": "c"},
    {"a": ""},
    {"a": "3"},
    {"a": "b", "c": "d"},
    {"in": "in", "notin": "in"},
)


@pytest.mark.parametrize(
    ("text", "selected"),
    [
        ("", (1, 1, 1, 1, 1, 1, 1)),
        ("  ", (1, 1, 1, 1, 1, 1, 1)),
        ("a", (0, 1, 1, 1, 1, 1, 0)),
        ("!a", (1, 0, 0, 0, 0, 0, 1)),
        ("a=b", (0, 1, 0, 0, 0, 1, 0)),
        ("a == b", (0, 1, 0, 0, 0, 1, 0)),
        ("a!=b", (1, 0, 1, 1, 1, 0, 1)),
        ("a=", (0, 0, 0, 1, 0, 0, 0)),
        ("a=,c", (0, 0, 0, 0, 0, 0, 0)),
        ("a in (b, c)", (0, 1, 1, 0, 0, 1, 0)),
        ("a in(,b)", (0, 1, 0, 1, 0, 1, 0)),
        ("a in (b,)", (0, 1, 0, 1, 0, 1, 0)),
        ("a in ()", (0, 0, 0, 1, 0, 0, 0)),
        ("a notin (b)", (1, 0, 1, 1, 1, 0, 1)),
        ("a notin ()", (1, 1, 1, 0, 1, 1, 1)),
        ("a > 2", (0, 0, 0, 0, 1, 0, 0)),
        ("a<4", (0, 0, 0, 0, 1, 0, 0)),
        ("a=b,c", (0, 0, 0, 0, 0, 1, 0)),
        ("a=b , !c", (0, 1, 0, 0, 0, 0, 0)),
        ("in in (in),notin=in", (0, 0, 0, 0, 0, 0, 1)),
        ("x.y/a=b", (0, 0, 0, 0, 0, 0, 0)),
    ],
)
def test_what_a_selector_selects(text: str, selected: tuple[int, ...]) -> None:
    selector = parse_selector(text)
    assert tuple(int(selector.matches(labels)) for labels in LABELS) == selected


@pytest.mark.parametrize(
    "text",
    [
        ",",
        "a,",
        ",a",
        "a,,b",
        "a b",
        "a in b",
        "a in (b",
        "a in (b) c",
        "a=b=c",
        "a=b c",
        "!a=b",
        "!!a",
        "!",
        "a()",
        "()",
        "a>",
        "a > x",
        "a>9999999999999999999",
        "a=<b",
        "a=!b",
        "-a",
        "a=-b",
        "a<-2",
        "a/b/c",
        "x.Y/a",
        "a=b/c",
        'a="b"',
        f"a={'x' * 64}",
        "x" * 64,
        "ü=x",
    ],
)
def test_what_is_no_selector(text: str) -> None:
    with pytest.raises(SelectorError, match=r"found|expected"):
        parse_selector(text)


def test_an_error_says_what_was_found_and_expected() -> None:
    with pytest.raises(SelectorError, match=r"'a in b': found 'b', expected '\('"):
        parse_selector("a in b")
    with pytest.raises(SelectorError, match="found its end, expected a label's key"):
        parse_selector("a,")


def test_as_an_object_and_back() -> None:
    selector = parse_selector("a=b,c!=d,e in (f,g),h notin (i),j,!k")
    assert selector.to_object() == {
        "matchLabels": {"a": "b"},
        "matchExpressions": [
            {"key": "c", "operator": "NotIn", "values": ["d"]},
            {"key": "e", "operator": "In", "values": ["f", "g"]},
            {"key": "h", "operator": "NotIn", "values": ["i"]},
            {"key": "j", "operator": "Exists"},
            {"key": "k", "operator": "DoesNotExist"},
        ],
    }
    assert selector_from_object(selector.to_object()).to_object() == selector.to_object()


def test_one_key_twice_is_kept_as_an_object() -> None:
    """A backup's matchLabels has room for one value of a key; neither condition may get lost."""
    found = selector_from_object(parse_selector("a=b,a=c").to_object())
    assert not any(found.matches(labels) for labels in LABELS)


def test_an_object_has_no_comparison() -> None:
    with pytest.raises(SelectorError, match="takes no comparison"):
        LabelSelector((Requirement("a", ">", ("1",)),)).to_object()


@pytest.mark.parametrize(
    "expression",
    [
        {"key": "a", "operator": "in", "values": ["b"]},
        {"key": "a", "operator": "In"},
        {"key": "a", "operator": "Exists", "values": ["b"]},
        {"operator": "Exists"},
    ],
)
def test_what_is_no_expression(expression: dict[str, object]) -> None:
    with pytest.raises(SelectorError):
        selector_from_object({"matchExpressions": [expression]})
