"""Whether a host can use the plugin that a handshake line announces.

Owns the checks that go-plugin makes after it has parsed the line. Source:
hashicorp/go-plugin v1.6.0, client.go.
"""

from __future__ import annotations

from velero_shim.errors import (
    AppVersionError,
    CoreVersionError,
    HandshakeFormatError,
    PluginStartError,
    ProtocolError,
)
from velero_shim.handshake import APP_VERSION, CORE_VERSION, Handshake, parse_line

_MAX_CERT_NOISE = 50  # go-plugin takes a shorter sixth field for noise of old versions


class StartRefusedError(Exception):
    """Why a start failed, before the facts of the process are added.

    Attributes:
        kind: the error that the host raises.
        problem: its text.
    """

    def __init__(self, kind: type[PluginStartError], problem: str) -> None:
        super().__init__(problem)
        self.kind = kind
        self.problem = problem


def read_greeting(line: str) -> Handshake:
    """Parses a handshake line and checks that it announces a plugin of Velero.

    Raises:
        StartRefusedError: it does not.
    """
    try:
        greeting = parse_line(line)
    except ValueError as error:
        problem = f"its first line of output is no go-plugin handshake: {error!s:.300}"
        raise StartRefusedError(HandshakeFormatError, problem) from error
    found = _mismatch(greeting)
    if found is not None:
        kind, problem = found
        raise StartRefusedError(kind, f"its handshake line names {problem}")
    return greeting


def _mismatch(greeting: Handshake) -> tuple[type[PluginStartError], str] | None:
    if greeting.core_version != CORE_VERSION:
        return CoreVersionError, f"core protocol version {greeting.core_version}, expected 1"
    if greeting.app_version != APP_VERSION:
        return AppVersionError, f"plugin protocol version {greeting.app_version}, expected 2"
    if greeting.network not in ("unix", "tcp"):
        return ProtocolError, f"network {greeting.network!r}, expected unix or tcp"
    if greeting.protocol != "grpc":
        return ProtocolError, f"protocol {greeting.protocol!r}, expected grpc"
    if len(greeting.server_cert) > _MAX_CERT_NOISE:
        return ProtocolError, "a TLS certificate, expected none"
    return None
