"""Memory that large items took, given back to the system when they are gone.

Owns a workaround for glibc: an item passes through several threads, each with a heap of its
own, and what they free stays with the process: 40 MiB before and 120 MiB after a few items of
64 MiB, measured.
"""

from __future__ import annotations

import resource
from collections.abc import Callable

_GROWTH = 32 * 1024 * 1024


class Trimmer:
    """Gives free memory back whenever the process has grown.

    Elsewhere than on Linux with glibc it does nothing.
    """

    def __init__(self) -> None:
        self._least = self._trimmed = _resident()
        self._trim: Callable[[], object] | None = None

    def trim(self) -> None:
        """Gives free memory back if there may be much of it; call it now and then.

        It takes a few milliseconds and does not hold up other threads.
        """
        resident = _resident()
        self._least = min(self._least, resident)
        # An item that is still in use cannot be given back: while nothing changes, neither does
        # the next attempt.
        if resident > self._least + _GROWTH and resident != self._trimmed:
            self._trim = self._trim or _malloc_trim()
            self._trim()
            self._trimmed = _resident()


def _resident() -> int:
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123  # pathlib: 5 ms of start-up
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return 0


def _malloc_trim() -> Callable[[], object]:
    import ctypes  # most plugins never get here

    function = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return (lambda: function(0)) if function is not None else (lambda: None)
