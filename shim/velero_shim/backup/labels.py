"""Label selectors: Kubernetes' whole syntax, as text and as object.

Source: pkg/labels/selector.go and pkg/apis/meta/v1/helpers.go of k8s.io/apimachinery v0.33.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from velero_shim.jsonbytes import JSONObject

_TOKEN = re.compile(r"\s*(==|!=|=|!|\(|\)|,|>|<|[^\s=!(),<>]+)")
_SYMBOLS = frozenset({"==", "!=", "=", "!", "(", ")", ",", ">", "<"})
_LABEL = re.compile(r"[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?")
_PREFIX = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_MAX_NAME = 63
_MAX_PREFIX = 253
_INT64 = 2**63
_EXPRESSION_OPERATORS = {"In": "in", "NotIn": "notin", "Exists": "exists", "DoesNotExist": "!"}


class SelectorError(ValueError):
    """A label selector is not what Kubernetes accepts; the text says what was found."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One condition: ``operator`` is in, notin, =, !=, exists, !, > or <."""

    key: str
    operator: str
    values: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check_key(self.key)
        for value in self.values:
            _check_value(value)
            if self.operator in ("<", ">") and _integer(value) is None:
                raise SelectorError(f"{self.key} {self.operator} {value!r}: expected an integer")

    def matches(self, labels: Mapping[str, str]) -> bool:
        """Whether labels fulfil it. A label that is not there is in no list, and so notin."""
        value = labels.get(self.key)
        match self.operator:
            case "exists":
                return value is not None
            case "!":
                return value is None
            case "in" | "=":
                return value in self.values
            case "notin" | "!=":
                return value not in self.values
        number, limit = _integer(value), int(self.values[0])
        if number is None:
            return False
        return number > limit if self.operator == ">" else number < limit

    def to_object(self) -> JSONObject:
        """Returns an entry of ``matchExpressions``.

        Raises:
            SelectorError: it compares numbers, for which there is no expression.
        """
        names = {v: k for k, v in _EXPRESSION_OPERATORS.items()} | {"=": "In", "!=": "NotIn"}
        if self.operator not in names:
            raise SelectorError(f"{self.key} {self.operator} …: a backup takes no comparison")
        found: JSONObject = {"key": self.key, "operator": names[self.operator]}
        return {**found, "values": list(self.values)} if self.values else found


@dataclass(frozen=True, slots=True)
class LabelSelector:
    """Conditions that all have to hold; none at all selects everything."""

    requirements: Sequence[Requirement] = ()

    def matches(self, labels: Mapping[str, str]) -> bool:
        """Whether labels fulfil every condition."""
        return all(requirement.matches(labels) for requirement in self.requirements)

    def to_object(self) -> JSONObject:
        """Returns the selector with ``matchLabels`` and ``matchExpressions``, as in a backup.

        Raises:
            SelectorError: it compares numbers.
        """
        labels: dict[str, str] = {}
        others = []
        for requirement in self.requirements:
            # One key has room for one value; a second condition on it is an expression.
            if requirement.operator == "=" and requirement.key not in labels:
                labels[requirement.key] = requirement.values[0]
            else:
                others.append(requirement.to_object())
        found: JSONObject = {"matchLabels": labels} if labels else {}
        return {**found, "matchExpressions": others} if others else found


def selector_from_object(value: JSONObject) -> LabelSelector:
    """Reads a selector with ``matchLabels`` and ``matchExpressions``.

    Raises:
        SelectorError: an operator, key or value is none of Kubernetes'.
    """
    labels, expressions = value.get("matchLabels") or {}, value.get("matchExpressions") or ()
    found = [Requirement(key, "=", (text,)) for key, text in sorted(labels.items())]
    for expression in expressions:
        operator = _EXPRESSION_OPERATORS.get(expression.get("operator", ""))
        values = tuple(expression.get("values") or ())
        if operator is None or bool(values) != (operator in ("in", "notin")):
            raise SelectorError(f"found the expression {expression!r}, which Kubernetes refuses")
        found.append(Requirement(expression.get("key", ""), operator, values))
    return LabelSelector(tuple(found))


def parse_selector(text: str) -> LabelSelector:
    """Reads a selector such as ``app in (web, db),!canary,tier=front``.

    Raises:
        SelectorError: it is none; the text says what was found and what was expected.
    """
    parser = _Parser(text)
    found: list[Requirement] = []
    while parser.peek() or found:
        found.append(parser.requirement())
        if not parser.peek():
            break
        parser.expect(",")
    return LabelSelector(tuple(found))


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [match[1] for match in _TOKEN.finditer(text)]
        self._next = 0

    def peek(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self._next += 1
        return token

    def expect(self, *wanted: str) -> str:
        token = self.take()
        if token not in wanted:
            raise self._error(token, " or ".join(repr(w) for w in wanted))
        return token

    def name(self, what: str) -> str:
        token = self.take()
        if not token or token in _SYMBOLS:
            raise self._error(token, what)
        return token

    def requirement(self) -> Requirement:
        if self.peek() == "!":
            self.take()
            return Requirement(self.name("a label's key"), "!")
        key = self.name("a label's key")
        if self.peek() in ("", ","):
            return Requirement(key, "exists")
        operator = self.expect("=", "==", "!=", "in", "notin", ">", "<")
        if operator in ("in", "notin"):
            return Requirement(key, operator, tuple(dict.fromkeys(self._list())))
        value = "" if self.peek() in ("", ",") else self.name("a value")
        return Requirement(key, "=" if operator == "==" else operator, (value,))

    def _list(self) -> Iterable[str]:
        self.expect("(")
        while True:
            yield "" if self.peek() in (",", ")") else self.name("a value")
            if self.expect(",", ")") == ")":
                return

    def _error(self, found: str, expected: str) -> SelectorError:
        shown = repr(found) if found else "its end"
        return SelectorError(f"label selector {self._text!r}: found {shown}, expected {expected}")


def _check_key(key: str) -> None:
    prefix, slash, name = key.rpartition("/")
    good = len(name) <= _MAX_NAME and _LABEL.fullmatch(name)
    if slash and not (len(prefix) <= _MAX_PREFIX and _PREFIX.fullmatch(prefix)):
        good = None
    if not good:
        raise SelectorError(f"found the label key {key!r}, expected [DNS subdomain/]name")


def _check_value(value: str) -> None:
    if value and not (len(value) <= _MAX_NAME and _LABEL.fullmatch(value)):
        raise SelectorError(
            f"found the label value {value!r}, expected at most {_MAX_NAME} letters, digits, "
            "'-', '_' and '.', with a letter or digit at both ends"
        )


def _integer(text: str | None) -> int | None:
    if text is None or not re.fullmatch(r"[-+]?[0-9]+", text):
        return None
    number = int(text)
    return number if -_INT64 <= number < _INT64 else None
