"""Writes docs/check-rules.md from the rules of velero-shim check."""

from __future__ import annotations

from html import escape
from pathlib import Path

from velero_shim.check import RULES, Rule

DOCUMENT = Path(__file__).parents[1] / "docs" / "check-rules.md"

_HEAD = """\
# The rules of `velero-shim check`

One line for each, written by `python tools/check_rules.py`. A rule is skipped where it says
nothing about a plugin; “sample” marks those that need `--sample`. An ID is stable: `--rule ID`
looks at that rule only, `--skip ID` leaves it out.

| rule | what a plugin does | why | |
|---|---|---|---|
"""


def rendered() -> str:
    """Returns the document."""
    rows = [
        f"| `{rule.id}` | {escape(rule.title, quote=False)} | {rule.why} | {_needs(rule)} |\n"
        for rule in RULES
    ]
    return _HEAD + "".join(rows)


def _needs(rule: Rule) -> str:
    return "sample" if rule.sample else ""


if __name__ == "__main__":
    DOCUMENT.parent.mkdir(exist_ok=True)
    DOCUMENT.write_text(rendered(), "utf-8")
