"""How results are printed: tables for people, JSON for programs."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.console import Console

_WIDE = 10_000  # a program that reads a table should not find its lines folded


class OutputFormat(StrEnum):
    """What ``--output`` takes."""

    TABLE = "table"
    JSON = "json"


OutputOption = Annotated[
    OutputFormat, typer.Option("--output", "-o", help="A table for people, JSON for programs.")
]


def console() -> Console:
    """Returns the console for results: as wide as the terminal, or as wide as it takes."""
    return Console(width=None if sys.stdout.isatty() else _WIDE, highlight=False)


def print_json(value: Any) -> None:
    """Prints a value as indented JSON, which it stays in any locale."""
    # What a stream puts in the place of a character that it lacks is none of JSON's escapes.
    plain = (sys.stdout.encoding or "").lower() not in ("utf-8", "utf8")
    typer.echo(json.dumps(value, indent=2, ensure_ascii=plain))


def warn(text: str) -> None:
    """Prints a warning on standard error."""
    typer.echo(f"velero-shim: warning: {text}", err=True)
