"""A host that starts a plugin and waits to be killed: what the rule ends-with-host kills."""

from __future__ import annotations

import sys

from velero_shim.process import PluginProcess


def main() -> None:
    """Starts the plugin that the arguments name, says so, and keeps it until its input ends."""
    with PluginProcess.start(sys.argv[1:]):
        print("ready", flush=True)
        sys.stdin.read()
