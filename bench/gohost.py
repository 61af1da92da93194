"""The Go host of tests/interop/cmd/bench-host, driven from Python.

Owns its process and the JSON lines. Everything that is timed is timed in Go.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self


class HostError(Exception):
    """The host could not do what it was asked; the text is its own."""


class GoHost:
    """A running host. Use it as a context manager."""

    def __init__(self, program: Path) -> None:
        # As Velero's image runs plugins: with .pyc files, which must exist to be used.
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        self._process = subprocess.Popen(
            [program, "server"],  # as Velero's own: it passes what follows on to the plugins
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._process:
            pass  # its input ends, and so does it

    def ask(self, op: str, **fields: Any) -> Any:
        """Asks for one thing and returns the result.

        Raises:
            HostError: it failed, or the host has ended.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"op": op, **fields}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise HostError(f"the host ended during {op}")
        answer = json.loads(line)
        if answer.get("error"):
            raise HostError(f"{op} {fields.get('id', '')}: {answer['error']}")
        return answer["result"]

    def start(self, name: str, *command: str) -> int:
        """Starts a plugin and returns its process ID."""
        pid: int = self.ask("start", id=name, command=command)["pid"]
        return pid

    def kill(self, name: str) -> None:
        """Ends a plugin as Velero does."""
        self.ask("kill", id=name)

    def manage(self, name: str, folder: Path) -> None:
        """Makes one of Velero's plugin managers for a folder of plugins."""
        self.ask("manage", id=name, dir=str(folder))

    def seconds(self, command: list[str]) -> float:
        """Runs a command to its end and returns how long it took."""
        taken: float = self.ask("run", command=command)
        return taken
