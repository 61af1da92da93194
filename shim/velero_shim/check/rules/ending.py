"""Rules of a plugin's end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from velero_shim import handshake
from velero_shim.check import leftovers
from velero_shim.check.bench import Bench
from velero_shim.check.rule import Outcome, failed, passed, rule, skipped, warned
from velero_shim.process import PluginProcess
from velero_shim.spawn import SocketFolder

_SIGTERM_SECONDS = 5.0
_SIGINT_SECONDS = 0.5
_ORPHAN_SECONDS = 5.0
_CHILDREN_SECONDS = 1.0


@rule(
    "shutdown",
    "It ends by itself within 2 s of GRPCController/Shutdown, and so do its children",
    "A host kills it then, and whatever it wanted to write or remove stays as it is.",
)
def shutdown(bench: Bench) -> Outcome:
    """Ends the plugin as a host does."""
    with bench.started() as started:
        began = time.monotonic()
        started.process.kill()
        seconds = time.monotonic() - began
        status = started.process.wait(0)
        left = leftovers.wait_until_gone(started.mark, _CHILDREN_SECONDS)
    if status == -signal.SIGKILL:
        return failed(
            f"it had to be killed after {seconds:.1f} s",
            "serve plugin.GRPCController, and exit in Shutdown whatever is under way",
        )
    if left:
        return failed(
            f"processes left behind: {len(left)}", "end the processes that it started before"
        )
    return passed(f"ended after {seconds:.2f} s with exit status {status}")


@rule(
    "sigterm",
    "It ends within 5 s of SIGTERM",
    "Kubernetes sends it to containers that stop; what remains is killed after the grace period.",
)
def sigterm(bench: Bench) -> Outcome:
    """Sends SIGTERM."""
    with bench.started() as started:
        began = time.monotonic()
        os.kill(started.process.pid, signal.SIGTERM)
        status = started.process.wait(_SIGTERM_SECONDS)
    if status is None:
        return failed(f"still running after {_SIGTERM_SECONDS:g} s", "end the server on SIGTERM")
    return passed(f"ended after {time.monotonic() - began:.2f} s")


@rule(
    "sigint",
    "It ignores SIGINT",
    "A terminal sends it to the host and its plugins alike; the host still needs them to end well.",
)
def sigint(bench: Bench) -> Outcome:
    """Sends SIGINT and asks for the plugin's health afterwards."""
    with bench.started() as started:
        os.kill(started.process.pid, signal.SIGINT)
        status = started.process.wait(_SIGINT_SECONDS)
        if status is None and started.process.health_check():
            return passed("it goes on serving")
    return failed(
        "it does not answer any more" if status is None else f"it ended with status {status}",
        "ignore SIGINT before the handshake line",
    )


@rule(
    "socket-removed",
    "Its socket is gone when it has ended, by Shutdown or by SIGTERM",
    "Velero starts a plugin many times in the life of its container; each would leave a file.",
)
def socket_removed(bench: Bench) -> Outcome:
    """Ends the plugin in both ways and looks for its socket."""
    ways = {"Shutdown": PluginProcess.kill, "SIGTERM": _terminate}
    for name, end in ways.items():
        folder = SocketFolder()
        try:
            with bench.started(**_socket_variables(folder)) as started:
                greeting = handshake.parse_line(started.process.line or "")
                end(started.process)
            if greeting.network == "unix" and Path(greeting.address).exists():
                Path(greeting.address).unlink()
                return warned(f"still there after {name}", "remove it, and the folder made for it")
        finally:
            folder.remove()
    return passed(f"gone after {' and after '.join(ways)}")


def _socket_variables(folder: SocketFolder) -> dict[str, str]:
    # Plugins built on go-plugin before 1.5 look at TMPDIR only.
    return {handshake.ENV_SOCKET_DIR: folder.path, "TMPDIR": folder.path} if folder.path else {}


def _terminate(process: PluginProcess) -> None:
    os.kill(process.pid, signal.SIGTERM)
    process.wait(_SIGTERM_SECONDS)


@rule(
    "ends-with-host",
    "It ends within 5 s when its host is killed",
    "Else it stays, with all that it holds, until the container ends. go-plugin itself does not "
    "see to it.",
)
def ends_with_host(bench: Bench) -> Outcome:
    """Kills a host that runs the plugin with SIGKILL."""
    if not leftovers.can_be_found():
        return skipped("needs /proc to find the processes")
    environment = bench.environment()
    code = "from velero_shim.check.host import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, *bench.command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as host:
        ready = host.stdout.readline() if host.stdout else b""
        host.kill()
    left = leftovers.wait_until_gone(environment[leftovers.ENV_MARK], _ORPHAN_SECONDS)
    leftovers.end(environment[leftovers.ENV_MARK])
    if not ready:
        return failed("it did not start under another host", "see handshake-line")
    if left:
        return warned(
            f"processes still running after {_ORPHAN_SECONDS:g} s: {len(left)}",
            "end when the parent process changes or the host's end of standard output closes",
        )
    return passed("ended with its host")


RULES = (shutdown, sigterm, sigint, socket_removed, ends_with_host)
