"""The command line: arguments, tables, progress bars, exit statuses; no protocol knowledge.

Exit statuses: 0 done, 1 failed with a message on standard error, 2 wrong usage, 129 hung up, 130
interrupted, 143 terminated.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from types import FrameType
from typing import NoReturn

from velero_shim.errors import ShimError

_ENDING = (signal.SIGTERM, signal.SIGHUP)


def main() -> None:
    """Runs the command line; what goes wrong is one message and an exit status."""
    try:
        _end_by_exception()
        _open_streams()
        # Not at the top: it takes so long that it may well be interrupted.
        from velero_shim.cli.app import app

        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except (ShimError, OSError) as error:
        # The terminal may be what hung up: then what cannot be written to it is no news.
        if isinstance(error.__context__, SystemExit):
            sys.exit(error.__context__.code)
        sys.exit(f"velero-shim: {error}")


def _end_by_exception() -> None:
    """As an exception, a signal ends the plugins that a command has started, too."""
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            signal.signal(number, _end)


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    # Whoever closes a terminal or stops a service may send both: one must not cut short what
    # the other has set going.
    for ending in _ENDING:
        signal.signal(ending, signal.SIG_IGN)
    sys.exit(128 + number)


def _open_streams() -> None:
    """Makes both streams take any text, whatever the locale, and refuses to run without output."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  # for good
    if sys.stdout is None:
        sys.exit("velero-shim: standard output is closed; give it a file, or /dev/null")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
