"""``velero-shim pack``: bundles that run where there is no Python."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from typer.testing import CliRunner

from bundles import C_LIBRARY, PackFailedError, bare_root, bytes_of, executables, libraries, pack
from plugin_files import wait_until
from plugin_host import LIMIT
from velero_shim import carried
from velero_shim.cli.app import app
from velero_shim.client import (
    BackupItemActionV1Client,
    BackupItemActionV2Client,
    list_plugins,
)
from velero_shim.errors import CarriedPluginError, PackError, PluginCallError
from velero_shim.handshake import Handshake, host_environment, parse_line
from velero_shim.launcher import write_launcher
from velero_shim.pack import freeze, make
from velero_shim.pack.bundle import Bundle
from velero_shim.pack.source import find_source
from velero_shim.process import PluginProcess
from velero_shim.samples import annotate, snapshot

SCRIPT = Path(__file__).parent / "plugins" / "packed_script.py"
NOBODY = 65532
BACKUP = {"metadata": {"name": "nightly"}, "spec": {"itemOperationTimeout": "30s"}}
POD = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "namespace": "shop"}}
CLAIM = {**POD, "kind": "PersistentVolumeClaim"}

pytestmark = pytest.mark.timeout(300)  # packing takes from ten seconds to minutes


@pytest.fixture(scope="session")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plugins folder; everybody may look into it."""
    folder = tmp_path_factory.mktemp("packed") / "plugins"
    folder.mkdir()
    return folder


@pytest.fixture(scope="session")
def packed_v1(plugins: Path) -> Path:
    """A bundle made of a module."""
    return pack(annotate.__name__, plugins / "annotate")


@pytest.fixture(scope="session")
def packed_v2(plugins: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle made of a script, which imports a file beside it and reads another."""
    folder = tmp_path_factory.mktemp("script")
    (folder / "folder").mkdir()
    (folder / "folder" / "beside.txt").write_text("read")
    (folder / "packed_helper.py").write_text('TEAM = "a"\n')
    script = folder / "json"  # the name of a module that it needs itself
    script.write_text("#!/usr/bin/env -S python3 -m velero_shim.runner\n" + SCRIPT.read_text())
    data = ("--data", str(folder / "folder" / "beside.txt"))
    return pack(script, plugins / "told", "--name", "tell", *data)


@pytest.fixture(scope="session")
def packed_wrapper(plugins: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle made of a wrapper and the Python plugin behind it."""
    folder = tmp_path_factory.mktemp("wrapped")
    write_launcher(folder / "inner", f"from {snapshot.__name__} import main\n\nmain()\n")
    wrapped = ("wrap", folder / "inner", "--as", "v1", "-o", folder / "copier")
    assert velero_shim(*wrapped, "--poll-interval", "100ms") == 0
    return pack(folder / "copier", plugins / "copier")


def velero_shim(*arguments: str | Path) -> int:
    return CliRunner().invoke(app, [str(argument) for argument in arguments]).exit_code


# --- what it looks like ---------------------------------------------------------


def test_the_entry_file_is_all_that_velero_would_start(
    plugins: Path, packed_v1: Path, packed_v2: Path, packed_wrapper: Path
) -> None:
    assert executables(plugins) == sorted([packed_v1, packed_v2, packed_wrapper])
    assert not [path for path in plugins.rglob("*") if path.is_symlink()]
    readable = [path for path in plugins.rglob("*") if path.stat().st_mode & 0o444 == 0o444]
    assert readable == [*plugins.rglob("*")]


def test_it_holds_no_more_than_it_needs(packed_v1: Path) -> None:
    names = {path.name for path in packed_v1.parent.rglob("*")}
    assert not names & {"grpc_tools", "yaml", "rich", "pytest", "setuptools", "tkinter"}
    assert Bundle(packed_v1.parent, packed_v1).size < 60 * 1024 * 1024


def test_it_asks_for_the_c_library_only(packed_v1: Path) -> None:
    assert all(path.name.startswith(C_LIBRARY) for path in libraries(packed_v1.parent))
    assert Bundle(packed_v1.parent, packed_v1).glibc.startswith("2.")


def test_the_same_plugin_gives_the_same_bytes(packed_v1: Path, tmp_path: Path) -> None:
    shutil.copytree(packed_v1.parent, tmp_path / "again")
    (tmp_path / "again" / "left over").touch()
    pack(annotate.__name__, tmp_path / "again", "--force")
    assert [*bytes_of(tmp_path / "again")] == [*bytes_of(packed_v1.parent)]
    assert [path.name for path in tmp_path.iterdir()] == ["again"]


# --- what it does -----------------------------------------------------------------


@pytest.mark.parametrize("fixture", ["packed_v1", "packed_v2", "packed_wrapper"])
def test_it_passes_the_check(fixture: str, request: pytest.FixtureRequest) -> None:
    entry = request.getfixturevalue(fixture)
    result = CliRunner().invoke(app, ["check", str(entry)])
    assert result.exit_code == 0, result.stdout


def test_it_is_what_the_script_is(packed_v2: Path) -> None:
    with PluginProcess.start([str(packed_v2), "--log-level=debug"]) as process:
        (listed,) = list_plugins(process.channel)
        assert (listed.command, listed.name) == (str(packed_v2), "example.io/tell")
        action = BackupItemActionV2Client(process.channel, listed.name)
        item = action.execute(POD, BACKUP).item
        assert item is not None
        told = item["metadata"]["annotations"]
        assert (told["team"], told["program"]) == ("a", str(packed_v2))
        assert told["beside"] == "read"
        added = set(told["environment"].split(",")) - set(os.environ)
        assert all(name.startswith(("PLUGIN_", "VELERO_PLUGIN", "GRPC_")) for name in added), added
        with pytest.raises(PluginCallError) as failure:
            action.execute({**POD, "metadata": {"annotations": {"error": "asked for"}}}, BACKUP)
        assert failure.value.message == "asked for"
        assert failure.value.file.endswith("packed_json.py")
        assert failure.value.function.endswith("execute")


@pytest.mark.parametrize("method", ["spawn", "fork", "forkserver"])
def test_it_can_have_children(packed_v2: Path, method: str) -> None:
    asked = {**POD, "metadata": {"annotations": {"children": method}}}
    with PluginProcess.start([str(packed_v2)]) as process:
        action = BackupItemActionV2Client(process.channel, "example.io/tell")
        item = action.execute(asked, BACKUP, timeout=LIMIT).item
        assert item is not None
        assert item["metadata"]["annotations"]["children"] == "[42]"


PACKAGE = {
    "__init__.py": "",
    "__main__.py": "from .serving import main\n\nmain()\n",
    "serving.py": """\
from importlib.resources import files

from velero_shim import BackupItemActionV1, ExecuteResult, PluginServer, ResourceSelector


class Told(BackupItemActionV1):
    def applies_to(self):
        return ResourceSelector()

    def execute(self, item, backup):
        read = (files(__package__) / "tables" / "colours.csv").read_text()
        return ExecuteResult(item | {"read": read})


def main():
    PluginServer().register_backup_item_action("example.io/told", Told).serve()
""",
    "tables/colours.csv": "red\ngreen\n",
}


def test_a_package_is_run_by_its_main_and_reads_its_own_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in PACKAGE.items():
        path = tmp_path / "told_package" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    entry = pack("told_package", tmp_path / "out")
    assert entry.name == "told-package"
    assert executables(tmp_path / "out") == [entry]
    shutil.rmtree(tmp_path / "told_package")
    with PluginProcess.start([str(entry)]) as process:
        item = (
            BackupItemActionV1Client(process.channel, "example.io/told").execute(POD, BACKUP).item
        )
    assert item is not None
    assert item["read"] == "red\ngreen\n"


def test_a_wrapper_brings_its_plugin_along(
    packed_wrapper: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(snapshot.ENV_FOLDER, str(tmp_path))
    with PluginProcess.start([str(packed_wrapper)]) as process:
        action = BackupItemActionV1Client(process.channel, snapshot.NAME)
        (again,) = action.execute(CLAIM, BACKUP).additional_items
        assert (again.resource, again.name) == ("persistentvolumeclaims", "web")
        assert len(_running(packed_wrapper)) == 3, "wrapper, plugin, keeper"
        os.kill(process.pid, signal.SIGKILL)
        wait_until(lambda: not _running(packed_wrapper), "nothing of it is left")


def _running(program: Path) -> list[str]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if (entry / "exe").readlink() == program:
                    found.append(entry.name)
            except OSError:
                continue  # ended since
    return found


def test_without_a_host_it_explains_itself(packed_v1: Path) -> None:
    ran = subprocess.run([str(packed_v1)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith(f"{packed_v1} is a Velero plugin")


# --- where there is nothing else ---------------------------------------------------


@pytest.fixture
def root(tmp_path: Path, packed_v1: Path) -> Path:
    if os.geteuid() != 0:
        pytest.skip("only root may change the root of a process")
    return bare_root(tmp_path / "root", packed_v1.parent)


@contextmanager
def started(
    command: list[str], environment: Mapping[str, str]
) -> Iterator[tuple[Handshake, subprocess.Popen[str]]]:
    """Starts a plugin with a host's environment and nothing else of ours."""
    with subprocess.Popen(
        command,
        env={**host_environment(), "PATH": os.environ["PATH"], **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line:
                _, printed = process.communicate()
                pytest.fail(printed)
            yield parse_line(line), process
        finally:
            process.kill()


def annotated(target: str) -> str:
    with grpc.insecure_channel(target, options=[("grpc.enable_http_proxy", 0)]) as channel:
        item = BackupItemActionV1Client(channel, annotate.NAME).execute(POD, BACKUP).item
    assert item is not None
    return str(item["metadata"]["annotations"][annotate.ANNOTATION])


ENTRY = "/plugins/annotate/annotate"
# The loader of the C library finds the place of a program there.
PROC = 'mount --bind /proc "$0/proc"'
READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"'
ONE_FOLDER = 'mount -t tmpfs tmpfs "$0/tmp"'
GO = f'exec chroot --userspec={NOBODY}:{NOBODY} "$0" {ENTRY}'


def in_namespace(root: Path, *mounts: str) -> list[str]:
    """Returns a command that starts the plugin in a root, with mounts that nobody else sees."""
    unshare = ["unshare", "--mount", "--propagation=private"]
    if subprocess.run([*unshare, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this process may not make namespaces")
    return [*unshare, "sh", "-c", " && ".join([*mounts, GO]), str(root)]


def test_it_runs_in_an_empty_root_as_nobody(root: Path) -> None:
    command = in_namespace(root, PROC)
    with started(command, {}) as (handshake, process):
        assert handshake.network == "unix"
        assert annotated(f"unix:{root}{handshake.address}") == "nightly"
        assert Path(f"/proc/{process.pid}/root").readlink() == root
        assert Path(f"/proc/{process.pid}").stat().st_uid == NOBODY


def test_it_runs_on_a_read_only_file_system_with_one_folder(root: Path) -> None:
    command = in_namespace(root, READ_ONLY, PROC, ONE_FOLDER)
    with started(command, {}) as (handshake, process):
        assert handshake.network == "unix"
        assert annotated(f"unix:/proc/{process.pid}/root{handshake.address}") == "nightly"


def test_without_a_folder_it_takes_a_port_and_says_why(root: Path) -> None:
    command = in_namespace(root, READ_ONLY, PROC)
    with started(command, {}) as (handshake, process):
        assert handshake.network == "tcp"
        assert annotated(handshake.address) == "nightly"
        process.terminate()
        _, printed = process.communicate()
        assert "no unix socket" in printed
        assert "Read-only file system" in printed


def test_without_folder_and_port_it_says_what_to_do(root: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ran = subprocess.run(
            in_namespace(root, READ_ONLY, PROC),
            env={
                **os.environ,
                **host_environment(),
                "PLUGIN_MIN_PORT": port,
                "PLUGIN_MAX_PORT": port,
            },
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "set PLUGIN_UNIX_SOCKET_DIR to a writable folder" in ran.stderr


# --- a program that is carried along -----------------------------------------------


@pytest.fixture
def program(tmp_path: Path) -> Path:
    copy = tmp_path / "true"
    shutil.copyfile(shutil.which("true") or "", copy)
    return copy


def _starts(path: str) -> bool:
    return subprocess.run(["named so"], executable=path, check=False).returncode == 0


def test_a_program_without_executable_bit_is_started_from_memory(program: Path) -> None:
    path = carried.runnable(str(program), None)
    assert path.startswith("/proc/")
    assert _starts(path)
    assert list(program.parent.iterdir()) == [program]


def test_where_memory_may_not_be_executed_it_is_copied(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    folder = tmp_path / "own"
    folder.mkdir()
    path = carried.runnable(str(program), str(folder))
    assert Path(path).is_relative_to(folder)
    assert Path(path).stat().st_mode & 0o777 == 0o700
    assert _starts(path)


def test_where_neither_works_both_reasons_are_given(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(1, "not here")

    monkeypatch.setattr(os, "memfd_create", refuse)
    with pytest.raises(CarriedPluginError, match=r"not here.*No such file.*set TMPDIR") as failure:
        carried.runnable(str(program), str(tmp_path / "missing"))
    assert failure.value.path == str(program)


# --- what cannot be packed -----------------------------------------------------------


def test_a_module_without_main_is_refused() -> None:
    with pytest.raises(PackError, match=r"velero_shim\.samples has no function main\(\)"):
        find_source("velero_shim.samples")


@pytest.mark.parametrize("name", ["no_such_module", "velero_shim.no_such", "./no/such/file"])
def test_what_does_not_exist_is_named(name: str) -> None:
    with pytest.raises(PackError, match=f"neither a file nor a module in Python named '{name}'"):
        find_source(name)


def test_a_program_is_refused() -> None:
    with pytest.raises(PackError, match="is a program already"):
        find_source(sys.executable)


def test_a_script_in_another_language_is_refused(tmp_path: Path) -> None:
    (tmp_path / "plugin").write_text("#!/bin/sh\nexec true\n")
    with pytest.raises(PackError, match="is no Python of this version"):
        find_source(str(tmp_path / "plugin"))


WRAPPER = 'from velero_shim.wrapper import main\n\nmain("{inner}", "v2", operations="wait")\n'


def test_a_wrapper_whose_plugin_is_gone_is_refused(tmp_path: Path) -> None:
    wrapper = tmp_path / "wrapper"
    wrapper.write_text(WRAPPER.format(inner=tmp_path / "gone"))
    with pytest.raises(PackError, match=r"wraps .*/gone, and there is no such file"):
        find_source(str(wrapper))
    left = find_source(str(wrapper), include_plugin=False)
    assert left.call == f"run_wrapper('{tmp_path}/gone', 'v2', operations='wait')"


def test_a_wrapper_around_what_cannot_be_packed_is_refused(tmp_path: Path) -> None:
    wrapper, inner = tmp_path / "wrapper", tmp_path / "inner"
    wrapper.write_text(WRAPPER.format(inner=inner))
    for text in ("#!/bin/sh\nexec true\n", "def broken(:\n"):
        inner.write_text(text)
        with pytest.raises(PackError, match=r"neither a program nor Python: .*--no-include-plugin"):
            find_source(str(wrapper))


@pytest.mark.parametrize(
    ("file", "name"), [("plugin.py", "plugin"), ("my.plugin.v2", "my.plugin.v2"), ("a", "a")]
)
def test_only_the_ending_of_python_is_cut_off(tmp_path: Path, file: str, name: str) -> None:
    (tmp_path / file).touch()
    assert find_source(str(tmp_path / file)).name == name


def test_data_keeps_its_place_beside_the_plugin(tmp_path: Path) -> None:
    script, inside, elsewhere = (tmp_path / "p" / name for name in ("plugin", "d/x.txt", "../e"))
    inside.parent.mkdir(parents=True)
    for path in (script, inside, elsewhere):
        path.touch()
    source = find_source(str(script)).with_data([inside, inside.parent, elsewhere])
    assert [place for _, place in source.data] == ["d", "d", "."]
    with pytest.raises(PackError, match=r"there is no file .*gone to take along"):
        source.with_data([tmp_path / "gone"])


def test_a_wrapper_around_a_program_carries_it_as_data(program: Path, tmp_path: Path) -> None:
    wrapper = tmp_path / "wrapper"
    wrapper.write_text(WRAPPER.format(inner=program))
    source = find_source(str(wrapper))
    assert source.call == "run_carrier('carried/true', 'v2', operations='wait')"
    assert source.carried == program
    (tmp_path / "_internal").mkdir()
    with pytest.raises(PackError, match="is a packed plugin"):
        find_source(str(wrapper))


@pytest.mark.parametrize("name", ["", "_internal", "a b", "x.exe", "../x"])
def test_a_name_that_cannot_be_is_refused(name: str, tmp_path: Path) -> None:
    script = tmp_path / "plugin"
    script.touch()
    with pytest.raises(PackError, match="--name"):
        make.pack(str(script), tmp_path / "out", name=name or " ")


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="is there already; --force"):
        make.pack(annotate.__name__, tmp_path)
    with pytest.raises(PackError, match="is no packed plugin"):
        make.pack(annotate.__name__, tmp_path, force=True)
    with pytest.raises(PackError, match="there is no folder"):
        make.pack(annotate.__name__, tmp_path / "not" / "there")


def a_bundle(folder: Path, content: str) -> Path:
    (folder / "_internal").mkdir(parents=True)
    (folder / "_internal" / "base_library.zip").write_text(content)
    return folder


def content(folder: Path) -> str:
    return (folder / "_internal" / "base_library.zip").read_text()


@pytest.mark.parametrize("force", [True, False])
def test_a_folder_that_appears_meanwhile_is_left_alone(tmp_path: Path, force: bool) -> None:
    made, folder = a_bundle(tmp_path / "work" / "made", "new"), tmp_path / "out"
    folder.mkdir()
    (folder / "precious").touch()
    with pytest.raises(PackError):
        make._put(made, folder, tmp_path / "work" / "replaced" if force else None)
    assert [path.name for path in folder.iterdir()] == ["precious"]


def test_a_bundle_is_replaced_when_asked_for(tmp_path: Path) -> None:
    made, folder = a_bundle(tmp_path / "made", "new"), a_bundle(tmp_path / "out", "old")
    with pytest.raises(PackError, match="cannot be written"):
        make._put(made, folder, None)
    assert content(folder) == "old"
    make._put(made, folder, tmp_path / "replaced")
    assert (content(folder), content(tmp_path / "replaced")) == ("new", "old")
    with pytest.raises(PackError, match="cannot be written"):
        make._put(tmp_path / "gone", folder, tmp_path / "replaced again")
    assert content(folder) == "new"


def test_a_link_is_not_replaced(tmp_path: Path) -> None:
    a_bundle(tmp_path / "out", "old")
    (tmp_path / "link").symlink_to("out")
    with pytest.raises(PackError, match="is a link"):
        make.pack(annotate.__name__, tmp_path / "link", force=True)
    assert content(tmp_path / "link") == "old"


def test_without_pyinstaller_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(PackError, match=r"pip install 'velero-shim\[pack\]'"):
        freeze.check_tools()


def test_without_binutils_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: True)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(PackError, match=r"objcopy, objdump, strip .*apt-get install binutils"):
        freeze.check_tools()


def test_a_module_that_is_not_there_fails_the_packing_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(PackFailedError, match=r"Hidden import.*no_such_module"):
        pack(annotate.__name__, tmp_path / "out", "--hidden-import", "no_such_module")
    assert list(tmp_path.iterdir()) == []


def test_a_plugin_that_does_not_start_fails_the_packing(tmp_path: Path) -> None:
    (tmp_path / "plugin").write_text("raise SystemExit('the licence has expired')\n")
    with pytest.raises(PackFailedError, match="the licence has expired"):
        pack(tmp_path / "plugin", tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["plugin"]
