"""Runs a plugin file with its standard output taken before the file's first line.

Owns ``python -m velero_shim.runner PLUGIN [ARGUMENTS]``, made for the first line of a plugin
file: ``#!/usr/bin/env -S python3 -m velero_shim.runner``. A plugin that is started without it
is safe from what it prints while it serves, but not from what its imports print before.
"""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Callable
from typing import NoReturn

from velero_shim.deferred import UNUSED_BY_PLUGINS, defer
from velero_shim.handshake import started_by_host
from velero_shim.memory import pause_collector

# os.path and not pathlib: importing that would cost a plugin's start 5 ms.
# ruff: noqa: PTH120

_USAGE = "usage: python -m velero_shim.runner PLUGIN [ARGUMENTS]"


def main() -> None:
    """Runs the plugin file that the first argument names, as ``python PLUGIN`` would."""
    if len(sys.argv) < 2:
        sys.exit(_USAGE)
    # The host starts this very path again, so it stays as it was given.
    del sys.argv[0]
    _replace_import_folder(sys.argv[0])
    if not started_by_host(os.environ):
        runpy.run_path(sys.argv[0], run_name="__main__")
    else:
        run_captured(lambda: runpy.run_path(sys.argv[0], run_name="__main__"))


def run_captured(plugin: Callable[[], object]) -> NoReturn:
    """Runs a plugin's code with standard output taken away from it, and ends the process.

    Args:
        plugin: imports and runs the plugin.
    """
    pause_collector()
    defer(UNUSED_BY_PLUGINS)
    # Not at the top: what they import is deferred as well.
    import logging

    from velero_shim import hclog
    from velero_shim.lifetime import exit_quickly
    from velero_shim.stdio import capture_stdout

    captured = capture_stdout()
    # A plain traceback would reach Velero's log at debug only, an error is seen.
    hclog.install(logging.INFO)
    try:
        plugin()
    finally:
        # What was printed may tell why it did not come to serve.
        captured.spill()
    exit_quickly()


def _replace_import_folder(plugin: str) -> None:
    # "python -m" puts the working directory first, "python PLUGIN" the file's own folder.
    if not sys.flags.safe_path:
        sys.path[0] = os.path.dirname(os.path.realpath(plugin))


if __name__ == "__main__":
    main()
