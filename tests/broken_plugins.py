"""Plugin files made of tests/plugins/broken_plugin.py, for the tests of velero-shim check."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent / "plugins" / "broken_plugin.py"
POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "web", "namespace": "shop", "labels": {"app": "a"}},
}


def broken(folder: Path, how: str) -> Path:
    """Writes an executable that is broken in the way that is named; ``good`` is not broken."""
    state = folder / "state"
    state.mkdir(exist_ok=True)
    path = folder / how
    command = shlex.join([sys.executable, str(SCRIPT), how])
    path.write_text(f'#!/bin/sh\nexport STATE={shlex.quote(str(state))}\nexec {command} "$@"\n')
    path.chmod(0o755)
    return path
