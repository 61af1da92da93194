"""Where a plugin listens: a unix socket in a private folder, else a port of 127.0.0.1.

Owns the choice, the folder and its removal. It does not speak gRPC: the caller hands in how
to bind a gRPC target.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
from collections.abc import Callable, Mapping

from velero_shim.errors import ListenError
from velero_shim.handshake import ENV_MAX_PORT, ENV_MIN_PORT, ENV_SOCKET_DIR

# os.path and not pathlib: importing that would cost a plugin's start 5 ms.
# ruff: noqa: PTH100, PTH102, PTH106, PTH108, PTH118

_LOG = logging.getLogger(__name__)

_SOCKET = "s"
_HOST = "127.0.0.1"
_MAX_PORT = 65535
# sockaddr_un's path without its final NUL, on the systems where it is shortest.
_MAX_SOCKET_PATH = 103

Bind = Callable[[str], int]
"""Binds a gRPC target and returns its port; raises RuntimeError when it cannot."""


class Listener:
    """A bound address, as the handshake line names it.

    Attributes:
        network: ``unix`` or ``tcp``.
        address: the socket's path, or ``127.0.0.1:PORT``.
    """

    def __init__(self, network: str, address: str, folder: str | None = None) -> None:
        self.network = network
        self.address = address
        self._folder = folder
        self._owner = os.getpid()

    def close(self) -> None:
        """Removes the socket and its folder; may be called often."""
        # A forked child process would otherwise take its parent's socket away.
        if self._folder is not None and os.getpid() == self._owner:
            _remove(self._folder)


def listen(bind: Bind, environment: Mapping[str, str]) -> Listener:
    """Binds a unix socket, or where that is not possible a port.

    Args:
        bind: binds a gRPC target.
        environment: names the socket's folder (PLUGIN_UNIX_SOCKET_DIR, then TMPDIR) and the
            range of ports (PLUGIN_MIN_PORT, PLUGIN_MAX_PORT).

    Raises:
        ListenError: neither is possible.
    """
    base = environment.get(ENV_SOCKET_DIR) or environment.get("TMPDIR") or "/tmp"
    try:
        return _listen_on_socket(bind, os.path.abspath(base))
    except (OSError, RuntimeError, ValueError) as error:
        _LOG.warning("no unix socket, listening on %s instead: %s", _HOST, error)
    return _listen_on_port(bind, _ports(environment))


def _listen_on_socket(bind: Bind, base: str) -> Listener:
    folder = _private_folder(base)
    path = os.path.join(folder, _SOCKET)
    try:
        _check_socket_path(path)
        bind("unix:" + path.replace("%", "%25"))  # gRPC undoes percent escapes, no others
        return Listener("unix", path, folder)
    except BaseException:
        _remove(folder)
        raise


def _private_folder(base: str) -> str:
    # As tempfile.mkdtemp, whose import would cost another 3 ms.
    while True:
        folder = os.path.join(base, f"velero-{os.urandom(5).hex()}")
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder, mode=0o700)
            return folder


def _check_socket_path(path: str) -> None:
    if len(os.fsencode(path)) > _MAX_SOCKET_PATH:
        raise OSError(errno.ENAMETOOLONG, "the path is too long for a socket", path)
    if any(character in path for character in "|\r\n"):
        raise ValueError(f"{path!r} cannot stand in a handshake line")


def _remove(folder: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(os.path.join(folder, _SOCKET))
    with contextlib.suppress(OSError):
        os.rmdir(folder)


def _ports(environment: Mapping[str, str]) -> range:
    try:
        least, most = int(environment[ENV_MIN_PORT]), int(environment[ENV_MAX_PORT])
    except (KeyError, ValueError):
        return range(1)  # port 0: the system chooses
    if not 0 < least <= most <= _MAX_PORT:
        return range(1)
    return range(least, most + 1)


def _listen_on_port(bind: Bind, ports: range) -> Listener:
    for port in ports:
        with contextlib.suppress(RuntimeError):
            return Listener("tcp", f"{_HOST}:{bind(f'{_HOST}:{port}')}")
    raise ListenError(
        f"no port of {_HOST} between {ports[0]} and {ports[-1]} is free, and no unix socket "
        f"can be made; set {ENV_SOCKET_DIR} to a writable folder with a short path"
    )
