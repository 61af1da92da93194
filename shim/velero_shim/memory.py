"""Memory of a process that takes large items in and gives them out again.

Owns how glibc's heaps and Python's collector are set for that. An item passes through several
threads, each with a heap of its own, and what they free stays with the process: 40 MiB before
and 120 MiB after a few items of 64 MiB, measured. While items keep coming, giving memory back
and getting it anew takes a tenth of the time.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable

_GROWTH = 32 * 1024 * 1024
_LONGEST_PAUSE = 63  # calls of trim between two attempts
_LARGE_ITEMS = 4 * 1024 * 1024  # growth that small ones do not cause
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # malloc.h
# Each thread's heap keeps twice that at its end, which malloc_trim does not reach.
_KEPT_BLOCKS = 4 * 1024 * 1024

# Python's first number is 700: an item of 500 KB has 9,000 containers, and looking for cycles
# among them, where JSON has none, took a quarter of its call.
_CONTAINERS = 50_000


_PAUSED: list[bool] = []


def pause_collector() -> None:
    """Stops the collector until :func:`set_collector`, for a program that begins.

    What imports make is there to stay; looking for cycles in it is a twentieth of the start.
    """
    if gc.isenabled():
        gc.disable()
        _PAUSED.append(True)


def set_collector() -> None:
    """Has the collector look less often, and only at what comes from now on.

    What is not part of a cycle is freed at once as ever. A program that has set the collector
    itself keeps its setting.
    """
    if _PAUSED:
        _PAUSED.clear()
        gc.enable()
    gc.freeze()
    if gc.get_threshold()[0] in _DEFAULT_THRESHOLDS:
        gc.set_threshold(_CONTAINERS, *gc.get_threshold()[1:])


_DEFAULT_THRESHOLDS = (700, 2000)  # 2,000 from Python 3.13 on


class Trimmer:
    """Gives free memory back whenever the process has grown.

    Elsewhere than on Linux with glibc it does nothing.
    """

    def __init__(self) -> None:
        self._least = self._trimmed = _resident()
        self._trim: Callable[[], object] | None = None
        self._keeps_blocks = False
        self._pause = self._left = 0

    def trim(self) -> None:
        """Gives free memory back if there may be much of it; call it now and then.

        It takes a few milliseconds and does not hold up other threads.
        """
        resident = _resident()
        self._least = min(self._least, resident)
        if resident > self._least + _LARGE_ITEMS and not self._keeps_blocks:
            self._keeps_blocks = True
            _keep_blocks()
        if resident > self._least + _GROWTH and self._is_due(resident):
            self._trim = self._trim or _malloc_trim()
            self._trim()
            self._trimmed = _resident()

    def _is_due(self, resident: int) -> bool:
        # An item that is still in use cannot be given back, and when it is freed the size does
        # not show it: while nothing changes, the attempts become rare but do not end.
        if resident != self._trimmed:
            self._pause = self._left = 0
        if self._left:
            self._left -= 1
            return False
        self._pause = self._left = min(2 * self._pause + 1, _LONGEST_PAUSE)
        return True


def _resident() -> int:
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123  # pathlib: 5 ms of start-up
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _keep_blocks() -> None:
    # Only now: ctypes takes 3 ms, and most plugins never get here. glibc would map each large
    # block anew, and give the end of a heap back whenever one is freed; malloc_trim still does.
    import ctypes

    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, _KEPT_BLOCKS)
        mallopt(_M_TRIM_THRESHOLD, 2 * _KEPT_BLOCKS)


def _malloc_trim() -> Callable[[], object]:
    import ctypes  # most plugins never get here

    function = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return (lambda: function(0)) if function is not None else (lambda: None)
