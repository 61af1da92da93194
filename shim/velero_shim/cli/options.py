"""Parsers of options that several commands have."""

from __future__ import annotations

from datetime import timedelta

import typer

from velero_shim.durations import parse_duration


def duration(text: str) -> timedelta:
    """Parses an option's Go duration, which has to be longer than zero."""
    try:
        parsed = parse_duration(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if parsed <= timedelta(0):
        raise typer.BadParameter(f"found {text}, expected more than zero")
    return parsed
