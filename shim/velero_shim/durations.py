"""Go's durations, as Kubernetes objects hold them (``4h0m0s``).

Owns parsing only. Source: time.ParseDuration of Go.
"""

from __future__ import annotations

import re
from datetime import timedelta

_NANOSECONDS = {
    "ns": 1,
    "us": 1_000,
    "µs": 1_000,  # U+00B5, the micro sign
    "μs": 1_000,  # U+03BC, the Greek letter
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
}
_UNITS = "|".join(sorted(_NANOSECONDS, key=len, reverse=True))
# Compiled when they are needed: few plugins ask for a duration, and all wait for their start.
_PART = rf"(?a)(\d+\.?\d*|\.\d+)({_UNITS})"
_WHOLE = rf"(?a)(?:(?:\d+\.?\d*|\.\d+)(?:{_UNITS}))+"
_MAX_TEXT = 128
_MAX = 2**63 - 1
_MIN = -(2**63)


def parse_duration(text: object) -> timedelta:
    """Parses a Go duration such as ``1h30m``, ``1.5h`` or ``250ms``.

    What is finer than a microsecond is rounded down, but never to nothing: a duration
    that Go holds for longer than zero stays longer than zero.

    Raises:
        ValueError: it is no such text; the message says what was found and expected.
    """
    unsigned = text.lstrip("+-") if isinstance(text, str) else ""
    if not isinstance(text, str) or len(text) > _MAX_TEXT or len(text) - len(unsigned) > 1:
        raise _error(text)
    if unsigned == "0":
        return timedelta(0)
    if not re.fullmatch(_WHOLE, unsigned):
        raise _error(text)
    nanoseconds = sum(_nanoseconds(number, unit) for number, unit in re.findall(_PART, unsigned))
    sign = -1 if text.startswith("-") else 1
    if not _MIN <= sign * nanoseconds <= _MAX:
        raise _error(text)
    microseconds = max(nanoseconds // 1000, 1) if nanoseconds else 0
    return timedelta(microseconds=sign * microseconds)


def _nanoseconds(number: str, unit: str) -> int:
    # Integers, as Go has it: fractions.Fraction would be exact too, but costs 3 ms to import.
    whole, _, fraction = number.partition(".")
    scale: int = 10 ** len(fraction)
    return int(whole + fraction) * _NANOSECONDS[unit] // scale


def _error(text: object) -> ValueError:
    return ValueError(f"found duration {text!r:.140}, expected a Go duration such as 4h0m0s or 90s")
