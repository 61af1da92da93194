"""A cmd/host process: JSON lines over its pipes, its log, and its end.

What the requests mean is the business of ``interop.harness``.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from interop.results import HostDiedError, HostError

T = TypeVar("T")

LIMIT = 60.0
STDERR_TAIL = 20


@dataclass(slots=True)
class Log:
    """What a host wrote to stderr, line by line; Velero's own log is JSON."""

    lines: list[str] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def add(self, line: str) -> None:
        """Takes in one line."""
        with self.changed:
            self.lines.append(line)
            self.changed.notify_all()

    def entries(self) -> list[dict[str, Any]]:
        """The log entries so far; a line that is not JSON is one with only a "msg"."""
        with self.changed:
            return [_entry(line) for line in self.lines]

    def wait_for(
        self, wanted: Callable[[dict[str, Any]], bool], limit: float = LIMIT
    ) -> dict[str, Any]:
        """Returns the first entry that is wanted, when it is there.

        Raises:
            TimeoutError: it did not come within ``limit`` seconds.
        """
        found: list[dict[str, Any]] = []
        seen = 0

        def look() -> bool:
            nonlocal seen
            found.extend(entry for line in self.lines[seen:] if wanted(entry := _entry(line)))
            seen = len(self.lines)
            return bool(found)

        with self.changed:
            if not self.changed.wait_for(look, limit):
                raise TimeoutError("\n".join(["not in the log:", *self.lines[-STDERR_TAIL:]]))
        return found[0]


def _entry(line: str) -> dict[str, Any]:
    with contextlib.suppress(ValueError):
        entry = json.loads(line)
        if isinstance(entry, dict):
            return entry
    return {"msg": line}


class Call(Generic[T]):
    """A call under way."""

    def __init__(self, host: HostProcess, future: Future[Any], parse: Callable[[Any], T]) -> None:
        self._host = host
        self._future = future
        self._parse = parse

    def done(self) -> bool:
        """Whether the answer is there."""
        return self._future.done()

    def result(self, limit: float | None = None) -> T:
        """Waits for the answer.

        Args:
            limit: seconds; the host's own limit when None.

        Raises:
            HostError: the call failed.
            HostDiedError: the host ended, or did not answer in time and was killed.
        """
        return self._parse(self._host.wait(self._future, limit))


class HostProcess:
    """A running host program.

    Args:
        command: the program and its arguments.
        env: its environment.
        limit: seconds that a call may take, unless it says otherwise.
    """

    def __init__(self, command: Sequence[str], env: Mapping[str, str], limit: float) -> None:
        self.limit = limit
        self.log = Log()
        self._lock = threading.Lock()
        self._waiting: dict[int, Future[Any]] = {}
        self._last_id = 0
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
            # One group, so that nothing of it outlives the test.
            start_new_session=True,
        )
        self._readers = [
            threading.Thread(target=self._read_answers, daemon=True),
            threading.Thread(target=self._read_log, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        """The process ID."""
        return self._process.pid

    def start(self, op: str, parse: Callable[[Any], T], fields: Mapping[str, object]) -> Call[T]:
        """Sends a request, and does not wait for its answer.

        Raises:
            HostDiedError: the host has ended.
        """
        future: Future[Any] = Future()
        with self._lock:
            self._last_id += 1
            request_id = self._last_id
            self._waiting[request_id] = future
        try:
            self._write({"id": request_id, "op": op, **fields})
        except (OSError, ValueError):
            self.kill()
            raise self._died("the host takes no more requests") from None
        return Call(self, future, parse)

    def close(self) -> None:
        """Ends the host, its plugins first; by force when that takes too long."""
        with contextlib.suppress(OSError, ValueError):
            self._write({"op": "quit"})
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            pass
        finally:
            self.kill()

    def kill(self) -> None:
        """Kills the host and whatever is left of its plugins."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()
        for reader in self._readers:
            # What still holds the pipes after that is not of this group: do not wait for it.
            reader.join(5)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def wait(self, future: Future[Any], limit: float | None = None) -> Any:
        """Waits for an answer; kills the host when it does not come in time."""
        seconds = self.limit if limit is None else limit
        try:
            return future.result(seconds)
        except TimeoutError:
            self.kill()
            raise self._died(f"no answer within {seconds} s") from None

    def _write(self, request: Mapping[str, object]) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        line = json.dumps(request).encode() + b"\n"
        with self._lock:
            stdin.write(line)
            stdin.flush()

    def _read_answers(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        for line in stdout:
            answer = json.loads(line)
            with self._lock:
                future = self._waiting.pop(answer["id"])
            if answer["error"]:
                future.set_exception(HostError(**answer["error"]))
            else:
                future.set_result(answer["result"])
        self._process.wait()
        with self._lock:
            unanswered, self._waiting = self._waiting, {}
        for future in unanswered.values():
            future.set_exception(self._died("the host ended without an answer"))

    def _read_log(self) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        for line in stderr:
            self.log.add(line.decode(errors="replace").rstrip("\n"))

    def _died(self, reason: str) -> HostDiedError:
        return HostDiedError(reason, self._process.poll(), self.log.lines[-STDERR_TAIL:])
