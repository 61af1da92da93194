"""The handshake line, as go-plugin's client reads it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velero_shim.handshake import (
    Handshake,
    format_line,
    host_environment,
    parse_line,
    started_by_host,
)

FIELD = st.text(st.characters(codec="utf-8", exclude_characters="|\r\n"))
# The last field of a line would lose blanks at its end: go-plugin trims the line.
HANDSHAKES = st.builds(
    Handshake,
    core_version=st.integers(0, 10**6),
    app_version=st.integers(0, 10**6),
    network=FIELD,
    address=FIELD,
    protocol=FIELD,
    server_cert=FIELD.map(str.strip),
    multiplex=st.none() | st.booleans(),
)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1|2|unix|/tmp/s|grpc|", Handshake(1, 2, "unix", "/tmp/s", "grpc")),
        ("1|2|unix|/tmp/s|grpc", Handshake(1, 2, "unix", "/tmp/s", "grpc")),
        ("1|2|tcp|127.0.0.1:10000", Handshake(1, 2, "tcp", "127.0.0.1:10000", "netrpc")),
        ("1|2|unix|/tmp/s|", Handshake(1, 2, "unix", "/tmp/s", "")),
        ("1|2|unix|/tmp/s|grpc|MIIB", Handshake(1, 2, "unix", "/tmp/s", "grpc", "MIIB")),
        ("1|2|unix|/tmp/s|grpc||true", Handshake(1, 2, "unix", "/tmp/s", multiplex=True)),
        ("1|2|unix|/tmp/s|grpc||false", Handshake(1, 2, "unix", "/tmp/s", multiplex=False)),
        ("1|2|unix|/tmp/s|grpc||1", Handshake(1, 2, "unix", "/tmp/s", multiplex=True)),
        ("1|2|unix|/tmp/s|grpc||F", Handshake(1, 2, "unix", "/tmp/s", multiplex=False)),
        ("1|2|unix|/tmp/s|grpc||", Handshake(1, 2, "unix", "/tmp/s")),
        ("1|2|unix|/tmp/s|grpc||maybe", Handshake(1, 2, "unix", "/tmp/s")),
        (
            "1|2|unix|/tmp/s|grpc||true|more|of|it",
            Handshake(1, 2, "unix", "/tmp/s", multiplex=True),
        ),
        ("  1|2|unix|/tmp/s|grpc| \r\n", Handshake(1, 2, "unix", "/tmp/s")),
        ("01|02|unix|/tmp/s|grpc|", Handshake(1, 2, "unix", "/tmp/s")),
        ("7|9|pipe|x|other|", Handshake(7, 9, "pipe", "x", "other")),
        ("1|2||", Handshake(1, 2, "", "", "netrpc")),
    ],
)
def test_line_that_a_host_reads(line: str, expected: Handshake) -> None:
    assert parse_line(line) == expected


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("", "''"),
        ("hello", "'hello'"),
        ("1|2|unix", "'1|2|unix'"),
        ("x|2|unix|/tmp/s|grpc|", "'x' as core version"),
        ("|2|unix|/tmp/s|grpc|", "'' as core version"),
        ("1|two|unix|/tmp/s|grpc|", "'two' as app version"),
        ("1|-2|unix|/tmp/s|grpc|", "'-2' as app version"),
        ("1|1_0|unix|/tmp/s|grpc|", "'1_0' as app version"),
        ("1| 2|unix|/tmp/s|grpc|", "' 2' as app version"),
        ("1|٢|unix|/tmp/s|grpc|", "'٢' as app version"),
        ("1|²|unix|/tmp/s|grpc|", "'²' as app version"),
        ("1.0|2|unix|/tmp/s|grpc|", "'1.0' as core version"),
    ],
)
def test_line_that_a_host_refuses(line: str, found: str) -> None:
    with pytest.raises(ValueError, match="expected") as caught:
        parse_line(line)
    assert f"found {found}" in str(caught.value)


@pytest.mark.parametrize(
    ("handshake", "line"),
    [
        (Handshake(1, 2, "unix", "/tmp/s"), "1|2|unix|/tmp/s|grpc|"),
        (Handshake(1, 2, "unix", "/tmp/s", multiplex=False), "1|2|unix|/tmp/s|grpc||false"),
        (Handshake(1, 2, "unix", "/tmp/s", multiplex=True), "1|2|unix|/tmp/s|grpc||true"),
        (Handshake(1, 2, "tcp", "127.0.0.1:1", "grpc", "MIIB"), "1|2|tcp|127.0.0.1:1|grpc|MIIB"),
    ],
)
def test_line_that_a_plugin_prints(handshake: Handshake, line: str) -> None:
    """Six fields, and a seventh only where a host asked for it."""
    assert format_line(handshake) == line


@given(HANDSHAKES)
def test_what_a_plugin_prints_a_host_reads(handshake: Handshake) -> None:
    assert parse_line(format_line(handshake) + "\n") == handshake


@pytest.mark.parametrize("character", ["|", "\n", "\r"])
def test_field_that_would_break_the_line_is_refused(character: str) -> None:
    """A socket in a folder with such a name would have the host connect elsewhere."""
    with pytest.raises(ValueError, match="cannot stand in a handshake line"):
        format_line(Handshake(1, 2, "unix", f"/tmp/a{character}b"))


@pytest.mark.parametrize(
    ("environment", "started"),
    [
        ({}, False),
        ({"VELERO_PLUGIN": "hello"}, True),
        ({"VELERO_PLUGIN": "Hello"}, False),
        ({"VELERO_PLUGIN": ""}, False),
        ({"velero_plugin": "hello"}, False),
    ],
)
def test_cookie_says_whether_a_host_started_the_process(
    environment: dict[str, str], started: bool
) -> None:
    assert started_by_host(environment) is started


def test_environment_of_a_host() -> None:
    """What Velero's own go-plugin client sets; a plugin that reads it knows it was started."""
    environment = host_environment()
    assert environment == {
        "VELERO_PLUGIN": "hello",
        "PLUGIN_MIN_PORT": "10000",
        "PLUGIN_MAX_PORT": "25000",
        "PLUGIN_PROTOCOL_VERSIONS": "2",
    }
    assert started_by_host(environment)
