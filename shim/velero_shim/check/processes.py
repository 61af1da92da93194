"""The processes of a plugin that is being checked.

Owns that each is marked, that rules can share one, and that nothing outlives
:meth:`Processes.close`.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import grpc

from velero_shim.check import leftovers
from velero_shim.process import START_TIMEOUT, PluginProcess
from velero_shim.supervisor import RestartableProcess


@dataclass(frozen=True, slots=True)
class Started:
    """One process of the plugin; ``mark`` finds it and its descendants."""

    process: PluginProcess
    mark: str


class Processes:
    """The processes of one plugin file. Use it as a context manager, or call :meth:`close`.

    Args:
        command: the plugin file and its arguments.
        start_timeout: seconds until the handshake line has to be there.
    """

    def __init__(self, command: Sequence[str], start_timeout: float = START_TIMEOUT) -> None:
        self.command = tuple(command)
        self.mark = f"{os.getpid()}-{os.urandom(6).hex()}"
        self._start_timeout = start_timeout
        # The dot keeps the first from being the beginning of the tenth.
        self._marks = (f"{self.mark}-{number}." for number in itertools.count())
        self._shared = self._new_shared()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def started(self, *arguments: str, **environment: str) -> Iterator[Started]:
        """Starts a process of its own for a rule, with further arguments and variables.

        Raises:
            PluginStartError: it did not start.
        """
        mark = next(self._marks)
        process = PluginProcess.start(
            (*self.command, *arguments),
            environment={**environment, leftovers.ENV_MARK: mark},
            start_timeout=self._start_timeout,
            on_log=_ignore,
            on_stdio=_ignore,
        )
        try:
            yield Started(process, mark)
        finally:
            process.close()
            leftovers.end(mark)

    def environment(self) -> dict[str, str]:
        """Returns the variables for a process that a rule starts without :meth:`started`."""
        return {**os.environ, leftovers.ENV_MARK: next(self._marks)}

    def channel(self) -> grpc.Channel:
        """Returns a channel to the process that rules share, which is started when it is gone.

        Raises:
            PluginStartError: it did not start.
        """
        return self._shared.channel()

    @property
    def pid(self) -> int | None:
        """The ID of the shared process; ``None`` before it is started."""
        return self._shared.pid

    def renew(self) -> None:
        """Replaces the shared process by a new one, as Velero does between two calls."""
        self._shared.close()
        self._shared = self._new_shared()

    def _new_shared(self) -> RestartableProcess:
        return RestartableProcess(
            self.command,
            environment={leftovers.ENV_MARK: next(self._marks)},
            start_timeout=self._start_timeout,
            on_log=_ignore,
            on_stdio=_ignore,
        )

    def end_processes(self) -> None:
        """Ends every process, also those that calls under way wait for."""
        leftovers.end(self.mark)

    def close(self) -> None:
        """Ends every process. May be called again."""
        self._shared.close()
        self.end_processes()


def _ignore(*_: object) -> None:
    """Drops what the plugin logs and prints; the last of it is in a start's error."""
