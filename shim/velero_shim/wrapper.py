"""The process of a wrapper file: what ``velero-shim wrap`` writes calls :func:`main`.

Owns the process: the keeper first, while there is one thread and nothing heavy is imported,
then the inner plugin and the server at the same time.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from velero_shim.deferred import UNUSED_BY_PLUGINS, defer
from velero_shim.handshake import ENV_SOCKET_DIR, started_by_host
from velero_shim.keeper import ENV_TOKEN, Keeper
from velero_shim.memory import pause_collector

# The files of the wrappers that this process runs behind, for a plugin that is one too.
_ENV_WRAPPERS = "VELERO_SHIM_WRAPPERS"

# For the Cancels of all operations that callers wait for when the host ends this process.
_SECONDS_TO_CANCEL = 0.9

if TYPE_CHECKING:
    from velero_shim.adapters import DowngradeOptions
    from velero_shim.loglines import LogLine
    from velero_shim.wrapped import Target


def main(
    plugin: str,
    target: Target,
    *,
    operations: str = "wait",
    operation_timeout: float = 4 * 3600.0,
    poll_interval: float = 10.0,
    executable: Callable[[str | None], str] | None = None,
) -> None:
    """Serves a plugin file with its item actions in the other version, until the host ends it.

    Args:
        plugin: the file to run.
        target: ``v1`` or ``v2``.
        operations: with ``v1``, ``wait`` for operations or ``refuse`` them.
        operation_timeout: seconds to wait where the backup or restore names no limit.
        poll_interval: seconds between polls of an operation.
        executable: returns what is executed in place of the file, under its name; it gets a
            folder that goes away with this process, or ``None`` where there is none.

    Raises:
        SystemExit: with an explanation, when no Velero host started this process.
    """
    _refuse_to_run_itself(plugin)
    pause_collector()
    defer(UNUSED_BY_PLUGINS)
    keeper = Keeper(_socket_folder()) if started_by_host(os.environ) else None
    try:
        options = _options(operations, operation_timeout, poll_interval)
        _serve(plugin, target, options, keeper, executable)
    finally:
        if keeper is not None:
            if keeper.folder is not None:
                import shutil

                shutil.rmtree(keeper.folder, ignore_errors=True)
            keeper.dismiss()
    from velero_shim.lifetime import exit_quickly

    exit_quickly()


def _refuse_to_run_itself(plugin: str) -> None:
    # Files that wrap each other in a ring would start processes without end.
    own = os.path.realpath(sys.argv[0])
    wrappers = [path for path in os.environ.get(_ENV_WRAPPERS, "").split(os.pathsep) if path]
    if own in wrappers or os.path.realpath(plugin) in (own, *wrappers):
        sys.exit(f"{own} wraps {plugin}, which leads back to it; wrap the plugin file itself")
    os.environ[_ENV_WRAPPERS] = os.pathsep.join([*wrappers, own])


def _socket_folder() -> str | None:
    # One private folder for this process's socket and the inner plugin's, so that one removal
    # takes all. Where it cannot be made, each looks for a place itself.
    import tempfile  # what it imports is deferred by now

    try:
        folder = tempfile.mkdtemp(prefix="vw-", dir=os.environ.get(ENV_SOCKET_DIR))
    except OSError:
        return None
    os.environ[ENV_SOCKET_DIR] = folder
    return folder


def _options(operations: str, operation_timeout: float, poll_interval: float) -> DowngradeOptions:
    from datetime import timedelta

    from velero_shim.adapters import DowngradeOptions

    return DowngradeOptions(
        policy="refuse" if operations == "refuse" else "wait",
        operation_timeout=timedelta(seconds=operation_timeout),
        poll_interval=timedelta(seconds=poll_interval),
    )


def _serve(
    plugin: str,
    target: Target,
    options: DowngradeOptions,
    keeper: Keeper | None,
    executable: Callable[[str | None], str] | None,
) -> None:
    from velero_shim.adapters import OperationWaiter
    from velero_shim.runtime import check_host, serve_services
    from velero_shim.stdio import capture_stdout
    from velero_shim.supervisor import RestartableProcess
    from velero_shim.wrapped import WrappedPlugin

    check_host(os.environ)
    captured = capture_stdout()
    printed = {"stdout": captured.output, "stderr": captured.errors}
    inner = RestartableProcess(
        [plugin, *sys.argv[1:]],
        executable=executable(keeper.folder if keeper is not None else None)
        if executable
        else None,
        environment={ENV_TOKEN: keeper.token} if keeper is not None else {},
        on_log=_pass_log_line_on,
        on_stdio=lambda stream, data: printed[stream].put(data),
    )
    waiter = OperationWaiter()
    wrapped = WrappedPlugin(inner.channel, target, waiter, options, inner.remember_initialization)
    inner.start_soon()
    serve_services(
        wrapped.services(),
        wrapped.plugins,
        drain=lambda: waiter.close(_SECONDS_TO_CANCEL),
        drain_seconds=_SECONDS_TO_CANCEL if target == "v1" else 0.0,
        close=inner.close,
    )


def _pass_log_line_on(line: LogLine) -> None:
    os.write(2, line.raw + b"\n")
