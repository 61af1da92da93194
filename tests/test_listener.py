"""Where a plugin listens, and what it does where no socket can be made."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from plugin_host import started, wait_until
from velero_shim.errors import ListenError
from velero_shim.listener import listen

SERVING = 1


def test_the_folder_that_the_host_names_comes_first(tmp_path: Path) -> None:
    (tmp_path / "named").mkdir()
    with started(PLUGIN_UNIX_SOCKET_DIR=str(tmp_path / "named"), TMPDIR=str(tmp_path)) as plugin:
        assert Path(plugin.fields[3]).parents[1] == tmp_path / "named"
        assert plugin.health() == SERVING


@pytest.mark.parametrize("name", ["a b", "%41", "#a?b=c", "ä", ":", "%"])
def test_a_folder_may_have_any_name_that_fits_the_line(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    folder.mkdir()
    with started(PLUGIN_UNIX_SOCKET_DIR=str(folder)) as plugin:
        assert Path(plugin.fields[3]).parents[1] == folder
        assert plugin.health() == SERVING


def _unusable(kind: str, folder: Path) -> str:
    if kind == "missing":
        return str(folder / "missing")
    if kind == "file":
        (folder / "file").touch()
        return str(folder / "file")
    if kind == "read-only":
        return "/proc/self"  # also for root
    name = {"long": "x" * 100, "bar": "a|b", "line end": "a\nb", "no text": os.fsdecode(b"\xff")}
    (folder / name[kind]).mkdir()
    return str(folder / name[kind])


@pytest.mark.parametrize(
    "kind", ["missing", "file", "read-only", "long", "bar", "line end", "no text"]
)
def test_a_folder_that_cannot_hold_the_socket_is_answered_with_a_port(
    kind: str, tmp_path: Path
) -> None:
    folder = _unusable(kind, tmp_path)
    with started(PLUGIN_UNIX_SOCKET_DIR=folder) as plugin:
        assert plugin.fields[2] == "tcp"
        assert plugin.fields[3].startswith("127.0.0.1:")
        assert plugin.health() == SERVING
        wait_until(plugin.log_lines, "a warning")
        assert plugin.log_lines()[0]["@level"] == "warn"
    if Path(folder).is_dir() and kind != "read-only":
        assert list(Path(folder).iterdir()) == []


def test_a_port_is_in_the_hosts_range_and_never_shared() -> None:
    more: dict[str, Any] = {"PLUGIN_UNIX_SOCKET_DIR": "/proc/self"}
    ports: dict[str, Any] = {"PLUGIN_MIN_PORT": "23450", "PLUGIN_MAX_PORT": "23460"}
    with started(**more, **ports) as first, started(**more, **ports) as second:
        found = [int(plugin.fields[3].partition(":")[2]) for plugin in (first, second)]
        assert all(23450 <= port <= 23460 for port in found)
        assert found[0] != found[1]
        assert first.health() == second.health() == SERVING


@pytest.mark.parametrize(
    ("least", "most"), [("", ""), ("a", "b"), ("5", "4"), ("0", "70000"), ("-1", "3")]
)
def test_a_range_without_sense_leaves_the_choice_to_the_system(least: str, most: str) -> None:
    asked: list[str] = []

    def bind(target: str) -> int:
        asked.append(target)
        return 4711

    environment = {"TMPDIR": "/proc/self", "PLUGIN_MIN_PORT": least, "PLUGIN_MAX_PORT": most}
    listener = listen(bind, environment)
    assert asked == ["127.0.0.1:0"]
    assert (listener.network, listener.address) == ("tcp", "127.0.0.1:4711")
    listener.close()


def test_when_nothing_can_be_bound_the_error_says_what_to_do(tmp_path: Path) -> None:
    def refuse(target: str) -> int:
        raise RuntimeError(f"cannot bind {target}")

    environment = {
        "TMPDIR": str(tmp_path),
        "PLUGIN_MIN_PORT": "20000",
        "PLUGIN_MAX_PORT": "20003",
    }
    with pytest.raises(ListenError, match=r"between 20000 and 20003.*PLUGIN_UNIX_SOCKET_DIR"):
        listen(refuse, environment)
    assert list(tmp_path.iterdir()) == []


def test_without_an_address_the_plugin_fails_and_says_why() -> None:
    taken: dict[str, Any] = {"PLUGIN_UNIX_SOCKET_DIR": "/proc/self"}
    with started(**taken) as first:
        port = first.fields[3].partition(":")[2]
        ports: dict[str, Any] = {"PLUGIN_MIN_PORT": port, "PLUGIN_MAX_PORT": port}
        with started(**taken, **ports) as plugin:
            assert plugin.line == b""
            assert plugin.end() == 1
            assert b"PLUGIN_UNIX_SOCKET_DIR" in b"".join(plugin.stderr)
