"""The go-plugin handshake, as pure functions.

Owns the magic cookie, the environment that a host sets and the first line that a
plugin prints. Source: hashicorp/go-plugin v1.4.3 to v1.7.0 (client.go, server.go) and
Velero's pkg/plugin/framework/handshake.go.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

COOKIE_KEY = "VELERO_PLUGIN"
COOKIE_VALUE = "hello"
CORE_VERSION = 1
APP_VERSION = 2

ENV_MIN_PORT = "PLUGIN_MIN_PORT"
ENV_MAX_PORT = "PLUGIN_MAX_PORT"
ENV_PROTOCOL_VERSIONS = "PLUGIN_PROTOCOL_VERSIONS"
ENV_MULTIPLEX = "PLUGIN_MULTIPLEX_GRPC"
ENV_CLIENT_CERT = "PLUGIN_CLIENT_CERT"
ENV_SOCKET_DIR = "PLUGIN_UNIX_SOCKET_DIR"

_MIN_FIELDS = 4
_SEPARATORS = frozenset("|\r\n")
# The words of Go's strconv.ParseBool, with which a host reads the seventh field.
_BOOLEANS = {
    **dict.fromkeys(("1", "t", "T", "true", "TRUE", "True"), True),
    **dict.fromkeys(("0", "f", "F", "false", "FALSE", "False"), False),
}


class Handshake(NamedTuple):
    """The fields of a handshake line.

    ``protocol`` is ``netrpc`` when a line of four fields leaves it out. An empty
    ``server_cert`` means no TLS. ``multiplex`` is ``None`` when the seventh field is
    absent or no boolean: a host that asked for no multiplexing, such as Velero, does not
    look at it.
    """

    core_version: int
    app_version: int
    network: str
    address: str
    protocol: str = "grpc"
    server_cert: str = ""
    multiplex: bool | None = None


def host_environment() -> dict[str, str]:
    """Returns what a Velero host adds to a plugin's environment."""
    return {
        COOKIE_KEY: COOKIE_VALUE,
        ENV_MIN_PORT: "10000",
        ENV_MAX_PORT: "25000",
        ENV_PROTOCOL_VERSIONS: str(APP_VERSION),
    }


def started_by_host(environment: Mapping[str, str]) -> bool:
    """Whether the magic cookie says that a Velero host started this process."""
    return environment.get(COOKIE_KEY) == COOKIE_VALUE


def format_line(handshake: Handshake) -> str:
    """Returns the handshake line without its line end.

    Raises:
        ValueError: a field has a ``|`` or a line end, which would shift those after it.
    """
    fields = [
        str(handshake.core_version),
        str(handshake.app_version),
        handshake.network,
        handshake.address,
        handshake.protocol,
        handshake.server_cert,
    ]
    if handshake.multiplex is not None:
        fields.append("true" if handshake.multiplex else "false")
    for field in fields:
        if not _SEPARATORS.isdisjoint(field):
            raise ValueError(f"found {field!r}, which cannot stand in a handshake line")
    return "|".join(fields)


def parse_line(line: str) -> Handshake:
    """Parses a handshake line of four or more fields; further fields are ignored.

    Raises:
        ValueError: says what was found and what was expected. Versions are only parsed
            here; whether they fit is the caller's to judge.
    """
    fields = line.strip().split("|")
    if len(fields) < _MIN_FIELDS:
        raise ValueError(
            f"found {line.strip()!r}, expected core version|app version|network|address|protocol"
        )
    return Handshake(
        core_version=_version(fields[0], "core version"),
        app_version=_version(fields[1], "app version"),
        network=fields[2],
        address=fields[3],
        protocol=fields[4] if len(fields) > _MIN_FIELDS else "netrpc",
        server_cert=fields[5] if len(fields) > 5 else "",
        multiplex=_BOOLEANS.get(fields[6]) if len(fields) > 6 else None,
    )


def _version(field: str, what: str) -> int:
    # int() would also take "1_0", blanks and other scripts' digits; go-plugin's Atoi does not.
    if not (field.isascii() and field.isdigit()):
        raise ValueError(f"found {field!r} as {what}, expected a number")
    return int(field)
