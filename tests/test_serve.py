"""The plugin side as a host meets it: start, handshake, calls, output, logs."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc
import pytest

from plugin_host import (
    COMMAND,
    LIMIT,
    RUNNER,
    SERVED,
    environment,
    received,
    started,
    wait_until,
)
from velero_plugin.plugin_lister.v1 import plugin_lister_pb2_grpc
from velero_plugin.shared.v1 import shared_pb2
from velero_shim.errors import RegistrationError
from velero_shim.kinds import PluginKind
from velero_shim.runtime import log_level
from velero_shim.serve import PluginServer

SERVING = 1


# --- start ----------------------------------------------------------------------


def test_handshake_line_has_six_fields_and_names_a_socket_that_answers() -> None:
    with started() as plugin:
        assert re.fullmatch(rb"1\|2\|unix\|/[^|]+\|grpc\|\n", plugin.line)
        assert plugin.health() == SERVING
        assert plugin.health("") == SERVING


def test_socket_is_in_a_folder_of_its_own_that_only_the_user_can_enter(tmp_path: Path) -> None:
    with started(TMPDIR=str(tmp_path)) as plugin:
        folder = Path(plugin.fields[3]).parent
        assert folder.parent == tmp_path
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("variable", "field"), [({}, []), ({"PLUGIN_MULTIPLEX_GRPC": "true"}, ["false"])]
)
def test_seventh_field_comes_only_when_the_host_speaks_of_multiplexing(
    variable: dict[str, Any], field: list[str]
) -> None:
    with started(**variable) as plugin:
        assert plugin.fields[6:] == field
        assert plugin.health() == SERVING


def test_without_a_host_it_explains_itself_and_fails() -> None:
    env = environment()
    del env["VELERO_PLUGIN"]
    result = subprocess.run(COMMAND, env=env, capture_output=True, text=True, timeout=LIMIT)
    assert result.returncode == 1
    assert result.stdout == ""
    assert f"velero-shim list {SERVED}" in result.stderr


def test_a_host_that_wants_tls_is_refused_and_not_answered_in_plain_text() -> None:
    result = subprocess.run(
        COMMAND,
        env=environment(PLUGIN_CLIENT_CERT="-----BEGIN CERTIFICATE-----"),
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )
    assert result.returncode == 1
    assert result.stdout == ""
    assert "PLUGIN_CLIENT_CERT" in result.stderr


def test_without_standard_output_it_fails() -> None:
    command = f'exec "{sys.executable}" "{SERVED}" >&-'
    result = subprocess.run(
        ["/bin/sh", "-c", command], env=environment(), capture_output=True, timeout=LIMIT
    )
    assert result.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "level"),
    [
        ([], "INFO"),
        (["--log-level", "debug"], "DEBUG"),
        (["--log-level", "info", "--features", "EnableCSI"], "INFO"),
        (["--log-level", "warning", "--features", ""], "WARNING"),
        (["--features=EnableCSI", "--log-level=error", "--uploader-type", "kopia"], "ERROR"),
        (["--log-level=DEBUG"], "DEBUG"),
        (["--log-level=trace"], "TRACE"),
        (["--log-level=panic"], "ERROR"),
        (["--log-level"], "INFO"),
        (["--log-level="], "INFO"),
        (["--log-level", "loud"], "INFO"),
        (["--log-level=loud", "--log-level=error"], "ERROR"),
        (["debug", "=", "--", "", "--=x", "-x"], "INFO"),
    ],
)
def test_log_level_is_found_among_the_flags_of_any_velero(arguments: list[str], level: str) -> None:
    levels = {"TRACE": 5, "DEBUG": 10, "INFO": 20, "WARNING": 30, "ERROR": 40}
    assert log_level(arguments) == levels[level]


def test_flags_that_it_does_not_know_do_not_stop_it() -> None:
    flags = ("--log-level=debug", "--features=EnableCSI", "--uploader-type", "kopia", "--fs-x")
    with started((*COMMAND, *flags)) as plugin:
        plugin.execute({"do": "log", "level": 10, "text": "seen at debug"})
        wait_until(lambda: b"seen at debug" in b"".join(plugin.stderr), "the log line")


def test_list_names_the_plugins_and_the_command_to_start_again() -> None:
    with started() as plugin:
        stub = plugin_lister_pb2_grpc.PluginListerStub(plugin.channel)
        response = stub.ListPlugins(shared_pb2.Empty(), timeout=LIMIT)
    assert [(p.command, p.kind, p.name) for p in response.plugins] == [
        (str(SERVED), "BackupItemAction", "example.io/v1"),
        (str(SERVED), "BackupItemActionV2", "example.io/v2"),
    ]


# --- standard output --------------------------------------------------------------


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_what_imports_print_reaches_the_stream_and_not_the_handshake(unbuffered: str) -> None:
    with started(RUNNER, NOISE_AT_IMPORT="1", PYTHONUNBUFFERED=unbuffered) as plugin:
        assert plugin.line.startswith(b"1|2|unix|")
        data = received(plugin.stdio(), b"child at import\n")
    for line in (b"print at import\n", b"write at import\n", b"puts at import\n"):
        assert line in data


def test_buffered_prints_of_imports_cannot_disturb_even_without_the_runner() -> None:
    script = (
        "print('early'); import runpy, sys; sys.argv = sys.argv[1:]\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    with started((sys.executable, "-c", script, str(SERVED)), PYTHONUNBUFFERED="") as plugin:
        assert plugin.line.startswith(b"1|2|unix|")
        assert received(plugin.stdio(), b"early\n") == b"early\n"


def test_prints_of_actions_and_their_children_reach_the_stream() -> None:
    with started() as plugin:
        stream = plugin.stdio()
        plugin.execute({"do": "print", "text": "from a print: \udce4"})
        data = received(stream, b"from a child\n")
    assert data == b"from a print: \\udce4\nwritten\nfrom a child\n"


def test_output_before_the_stream_is_kept_and_its_oldest_dropped_when_there_is_too_much() -> None:
    with started() as plugin:
        plugin.execute({"do": "flood", "lines": 3000})
        plugin.execute({"do": "print", "text": "the end"})
        data = received(plugin.stdio(), b"from a child\n")
        wait_until(lambda: b"was dropped" in b"".join(plugin.stderr), "a warning")
    assert 0.9 * 2**20 < len(data) <= 2**20 + 2**16


def test_a_host_that_does_not_read_the_stream_stops_no_action() -> None:
    with started() as plugin:
        stream = plugin.stdio()
        plugin.execute({"do": "flood", "lines": 20_000})
        stream.cancel()


def test_the_newest_stream_gets_the_output() -> None:
    with started() as plugin:
        first = plugin.stdio()
        plugin.execute({"do": "print", "text": "for the first"})
        assert received(first, b"from a child\n")
        second = plugin.stdio()
        assert list(first) == []
        plugin.execute({"do": "print", "text": "for the second"})
        assert b"for the second" in received(second, b"from a child\n")


# --- the runner ---------------------------------------------------------------------


def test_runner_shows_prints_when_no_host_is_there() -> None:
    env = environment(NOISE_AT_IMPORT="1")
    del env["VELERO_PLUGIN"]
    result = subprocess.run(RUNNER, env=env, capture_output=True, text=True, timeout=LIMIT)
    assert result.returncode == 1
    assert "print at import" in result.stdout


def test_runner_is_the_first_line_of_a_plugin_file(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("NAME = 'example.io/beside'")
    plugin_file = tmp_path / "plugin"
    plugin_file.write_text(
        f"#!/usr/bin/env -S {sys.executable} -m velero_shim.runner\n"
        "import sys\n"
        "import beside\n"
        "from velero_shim import PluginServer\n"
        "print(sys.argv, flush=True)\n"
        "PluginServer().register_servicer('DeleteItemAction', [], object())\n"
        "PluginServer().serve()\n"
    )
    plugin_file.chmod(0o755)
    with started((str(plugin_file), "--log-level", "debug")) as plugin:
        printed = received(plugin.stdio(), b"\n").decode()
    assert printed == f"['{plugin_file}', '--log-level', 'debug']\n"


def test_runner_tells_on_stderr_what_a_plugin_printed_before_it_failed(tmp_path: Path) -> None:
    plugin_file = tmp_path / "plugin.py"
    plugin_file.write_text("print('it was the database')\nraise SystemExit(7)\n")
    result = subprocess.run(
        (*RUNNER[:-1], str(plugin_file)), env=environment(), capture_output=True, timeout=LIMIT
    )
    assert (result.returncode, result.stdout) == (7, b"")
    assert result.stderr == b"it was the database\n"


def test_runner_logs_the_error_of_a_plugin_that_fails_before_it_serves(tmp_path: Path) -> None:
    plugin_file = tmp_path / "plugin.py"
    plugin_file.write_text("import not_installed\n")
    with started((*RUNNER[:-1], str(plugin_file))) as plugin:
        assert plugin.line == b""
        assert plugin.end() == 1
        (line,) = plugin.log_lines()
    assert line["@level"] == "error"
    assert line["error"] == "ModuleNotFoundError: No module named 'not_installed'"


def test_runner_without_a_plugin_says_how_it_is_used() -> None:
    result = subprocess.run(RUNNER[:-1], capture_output=True, text=True, timeout=LIMIT)
    assert result.returncode == 1
    assert "usage: " in result.stderr


# --- logs ---------------------------------------------------------------------------


def test_log_records_are_hclog_lines_with_their_source() -> None:
    with started() as plugin:
        plugin.execute({"do": "log", "level": 30, "text": "ein\nZeichen: ä \udce4 \0"})
        wait_until(plugin.log_lines, "a log line")
        line = plugin.log_lines()[0]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", line.pop("@timestamp"))
    source = line.pop("logSource")
    assert re.fullmatch(rf"{re.escape(str(SERVED))}:\d+", source)
    assert line == {
        "@level": "warn",
        "@message": "ein\nZeichen: ä \udce4 \0",
        "@module": "served",
        "@logSourceSetBy": "plugin",
        "item": "example",
    }


def test_a_closed_standard_error_never_reaches_a_handler() -> None:
    reader, writer = os.pipe()
    with started(stderr=writer) as plugin:
        os.close(writer)
        os.close(reader)
        for _ in range(3):
            assert plugin.execute({"do": "log", "level": 40, "text": "lost"}).item
        plugin.shut_down()
        assert plugin.end() == 0


# --- errors of handlers ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("do", "code", "text"),
    [
        ({"do": "raise", "text": "no"}, grpc.StatusCode.UNKNOWN, "no"),
        ({"do": "panic", "text": "no"}, grpc.StatusCode.ABORTED, "plugin panicked: ValueError: no"),
        ({"do": "exit"}, grpc.StatusCode.ABORTED, "plugin panicked: SystemExit: 3"),
    ],
)
def test_an_exception_is_a_status_and_the_process_lives_on(
    do: dict[str, str], code: grpc.StatusCode, text: str
) -> None:
    with started() as plugin:
        with pytest.raises(grpc.RpcError) as caught:
            plugin.execute(do)
        assert (caught.value.code(), caught.value.details()) == (code, text)
        assert plugin.execute({}).item == b"{}"


# --- registration -----------------------------------------------------------------------


class _Unused:
    """Stands for an action; registration does not look into it."""


def test_one_name_twice_is_refused() -> None:
    server = PluginServer().register_backup_item_action("example.io/a", _Unused)  # type: ignore[arg-type]  # no action is made
    with pytest.raises(RegistrationError, match="twice as BackupItemAction"):
        server.register_backup_item_action("example.io/a", _Unused)  # type: ignore[arg-type]  # no action is made


def test_one_name_under_both_versions_is_refused_either_way() -> None:
    kinds = (PluginKind.RESTORE_ITEM_ACTION, PluginKind.RESTORE_ITEM_ACTION_V2)
    for first, second in (kinds, kinds[::-1]):
        server = PluginServer().register_servicer(first, ["example.io/a"], object())
        with pytest.raises(RegistrationError, match="run it twice"):
            server.register_servicer(second, ["example.io/a"], object())


@pytest.mark.parametrize("name", ["", "a", "/a", "a/", "a/b/c", "A.io/b", "-a/b"])
def test_a_name_that_velero_refuses_is_refused(name: str) -> None:
    with pytest.raises(RegistrationError, match=r"example\.io/snapshot"):
        PluginServer().register_servicer(PluginKind.OBJECT_STORE, [name], object())


@pytest.mark.parametrize("name", [None, 3, b"example.io/a"])
def test_a_name_that_is_no_text_is_refused(name: object) -> None:
    with pytest.raises(RegistrationError, match="not str"):
        PluginServer().register_backup_item_action(name, _Unused)  # type: ignore[arg-type]  # the mistake
    with pytest.raises(RegistrationError, match="not str"):
        PluginServer().register_servicer(PluginKind.OBJECT_STORE, [name], object())  # type: ignore[list-item]  # the mistake


def test_an_action_in_place_of_its_factory_is_refused() -> None:
    with pytest.raises(RegistrationError, match="its class"):
        PluginServer().register_backup_item_action("example.io/a", _Unused())  # type: ignore[arg-type]  # the mistake


def test_a_kind_is_served_by_actions_or_by_one_servicer() -> None:
    kind = PluginKind.BACKUP_ITEM_ACTION
    served = PluginServer().register_servicer(kind, ["example.io/a"], object())
    with pytest.raises(RegistrationError, match="servicer"):
        served.register_backup_item_action("example.io/b", _Unused)  # type: ignore[arg-type]  # no action is made
    with pytest.raises(RegistrationError, match="servicer"):
        served.register_servicer(kind, ["example.io/b"], object())


def test_registering_chains_and_lists_in_order() -> None:
    server = PluginServer()
    chained = server.register_backup_item_actions(
        {"example.io/b": _Unused, "example.io/a": _Unused}  # type: ignore[dict-item]  # no action is made
    ).register_servicer(PluginKind.DELETE_ITEM_ACTION, ["example.io/a"], object())
    assert chained is server
    assert json.loads(json.dumps(server.plugins())) == [
        ["BackupItemAction", "example.io/b"],
        ["BackupItemAction", "example.io/a"],
        ["DeleteItemAction", "example.io/a"],
    ]
