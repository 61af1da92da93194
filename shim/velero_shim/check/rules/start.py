"""Rules of a plugin's start."""

from __future__ import annotations

import contextlib
import subprocess
import time
from typing import IO, cast

from velero_shim import handshake
from velero_shim.check import wire
from velero_shim.check.bench import ITEM_ACTIONS, Bench
from velero_shim.check.rule import Outcome, failed, passed, rule, warned
from velero_shim.connection import Connection
from velero_shim.errors import (
    HandshakeFormatError,
    HandshakeTimeoutError,
    PluginCallError,
    PluginNotExecutableError,
    PluginStartError,
)

_UNSTARTED_SECONDS = 15.0
_END_SECONDS = 3.0
_STARTS = 3
GOOD_START_SECONDS = 1.0
BAD_START_SECONDS = 10.0

# What Velero's server passes on: up to 1.13 the first two, since 1.15 all that it was given.
FLAGS: tuple[tuple[str, ...], ...] = (
    (),
    ("--log-level", "debug"),
    ("--log-level", "info", "--features", "EnableCSI"),
    (
        "--log-level=debug",
        "--features=EnableCSI",
        "--uploader-type",
        "kopia",
        "--default-volumes-to-fs-backup",
        "--a-flag-of-a-later-velero=1",
    ),
)

_ADVICE: dict[type[PluginStartError], str] = {
    PluginNotExecutableError: "make it an executable file for this machine, with a first line "
    "that names an interpreter which exists",
    HandshakeFormatError: "print nothing before the handshake line 1|2|unix|<socket>|grpc| and "
    "log to standard error; in Python start the file with velero_shim.runner",
    HandshakeTimeoutError: "listen and print the handshake line before any slow work",
}


@rule(
    "handshake-line",
    "The first line on standard output is a go-plugin handshake, and the address in it answers",
    "A file in the plugins folder that does not start keeps the whole Velero server from starting.",
    starts=False,
    limit=90.0,
)
def handshake_line(bench: Bench) -> Outcome:
    """Starts the plugin as a Velero server does."""
    failure = bench.start_failure
    if failure is None:
        return passed(bench.line)
    advice = _ADVICE.get(type(failure), "see what it printed; start it with VELERO_PLUGIN=hello")
    return failed(str(failure), advice)


@rule(
    "only-handshake-on-stdout",
    "Nothing but the handshake line is written to the real standard output",
    "A host reads one line there; what comes later is lost instead of reaching Velero's log.",
    limit=90.0,
)
def only_handshake_on_stdout(bench: Bench) -> Outcome:
    """Lets the plugin answer AppliesTo and end itself, and reads its output to the end."""
    environment = {**bench.environment(), **handshake.host_environment()}
    with subprocess.Popen(
        bench.command,
        bufsize=0,  # communicate() does not see what readline() has read too much
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        noise = _output_after_handshake(bench, process).strip()
    if not noise:
        return passed("nothing after the handshake line")
    shown = noise[:200].decode("utf-8", "backslashreplace")
    return warned(
        f"after the handshake line: {shown!r}",
        "write to standard error, or send it through the GRPCStdio stream",
    )


def _output_after_handshake(bench: Bench, process: subprocess.Popen[bytes]) -> bytes:
    line = cast(IO[bytes], process.stdout).readline()
    connection = Connection(handshake.parse_line(line.decode()), lambda *_: None)
    try:
        for action in bench.actions(*ITEM_ACTIONS):
            with contextlib.suppress(PluginCallError):  # the rule applies-to tells it
                wire.applies_to(connection.channel, action.kind, action.name)
        connection.shut_down(_END_SECONDS)
        return process.communicate(timeout=_END_SECONDS)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()[0]
    finally:
        connection.close()


@rule(
    "explains-itself",
    "Started by hand, without a host's magic cookie, it says what it is and exits non-zero",
    "A person who tries the file would take a silent or a hanging program for a broken one.",
    starts=False,
)
def explains_itself(bench: Bench) -> Outcome:
    """Starts the plugin without the variables that a host sets."""
    environment = bench.environment()
    environment.pop(handshake.COOKIE_KEY, None)
    try:
        run = subprocess.run(
            bench.command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment,
            timeout=_UNSTARTED_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return failed("it keeps running", f"exit when {handshake.COOKIE_KEY} is not set")
    except OSError as error:
        return failed(f"it cannot be executed: {error.strerror}", "make it executable")
    text = (run.stderr + run.stdout).decode("utf-8", "replace").strip()
    return _explained(run.returncode, text)


def _explained(status: int, text: str) -> Outcome:
    seen = f"exit status {status}, {text.splitlines()[0][:200]!r}" if text else ""
    if status == 0:
        return failed(seen or "exit status 0", "exit with status 1 when there is no host")
    if not text:
        return warned(f"exit status {status} without a word", "say that Velero has to start it")
    return passed(seen)


@rule(
    "velero-flags",
    "It starts with the flags that every version of Velero passes, and with unknown ones",
    "Velero 1.15 and later pass on all flags of the server; a plugin that refuses one of them does "
    "not start, and neither does the server.",
    limit=240.0,
)
def velero_flags(bench: Bench) -> Outcome:
    """Starts the plugin once with each set of flags."""
    for flags in FLAGS:
        try:
            with bench.started(*flags):
                pass
        except PluginStartError as error:
            return failed(
                f"with {' '.join(flags)!r}: {error}",
                "ignore unknown flags, and take --log-level LEVEL and --log-level=LEVEL",
            )
    return passed(f"{len(FLAGS)} sets of flags")


@rule(
    "start-time",
    f"It starts within {GOOD_START_SECONDS:g} s (warns), at most {BAD_START_SECONDS:g} s (fails)",
    "Velero starts every plugin file anew for each poll of open operations, every 10 s.",
    limit=120.0,
)
def start_time(bench: Bench) -> Outcome:
    """Takes the fastest of three starts, each until the plugin answers."""
    seconds = min(_start_seconds(bench) for _ in range(_STARTS))
    seen = f"{seconds:.2f} s, the fastest of {_STARTS}"
    if seconds <= GOOD_START_SECONDS:
        return passed(seen)
    advice = "import less, connect to services at the first call, ship compiled files (.pyc)"
    return (warned if seconds <= BAD_START_SECONDS else failed)(seen, advice)


def _start_seconds(bench: Bench) -> float:
    began = time.monotonic()
    with bench.started():
        return time.monotonic() - began


RULES = (handshake_line, only_handshake_on_stdout, explains_itself, velero_flags, start_time)
