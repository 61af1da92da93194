"""Modules that are loaded when they are used: found as ever, and whole for whoever uses them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_PREPARE = """\
import sys
from velero_shim.deferred import UNUSED_BY_PLUGINS, defer
"""
_LIST = f"""{_PREPARE}
defer(UNUSED_BY_PLUGINS)
import velero_shim.serve, velero_shim.servicers.backup, velero_shim.servicers.restore
print(*(name for name in ("msgspec", "json", "decimal", "uuid") if name in sys.modules))
print(*(name for name in ("ssl", "subprocess", "asyncio.events", "decoder") if name in sys.modules))
from velero_shim.jsonbytes import decode_object
decode_object(b"{{}}", "item")
import tempfile, velero_shim.supervisor, velero_shim.wrapped
print(*(name for name in UNUSED_BY_PLUGINS if "__deferred__" in vars(sys.modules[name])
        and type(sys.modules[name]) is type(sys)))
"""


def run(code: str, *options: str, cwd: Path | None = None) -> list[str]:
    """Runs Python code in a process of its own and returns the lines that it prints."""
    command = [sys.executable, *options, "-c", code]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60, cwd=cwd)
    return done.stdout.splitlines()


def test_neither_plugin_nor_wrapper_loads_one_of_them_to_serve() -> None:
    """All are imported by something; should a release use one at import, this shows it."""
    assert run(_LIST)[1:] == ["", ""]


def test_a_plugin_loads_what_reads_json_only_to_read_some() -> None:
    """One that is started for a poll mostly reads none."""
    assert run(_LIST)[0] == ""


def test_asyncio_works_when_it_is_used() -> None:
    code = f"""{_PREPARE}
defer(UNUSED_BY_PLUGINS)
import grpc
import asyncio.queues
from asyncio import sleep, Queue
assert asyncio.queues.Queue is Queue is asyncio.Queue
async def serve():
    server = grpc.aio.server()
    await sleep(0)
    return type(server).__module__
print(asyncio.run(serve()))
import importlib, types
assert type(asyncio) is types.ModuleType and type(grpc.aio) is types.ModuleType
assert importlib.reload(asyncio) is asyncio
"""
    assert run(code) == ["grpc.aio._server"]


def test_every_deferred_module_is_the_one_that_it_would_have_been() -> None:
    names = f"""
import importlib
def names(module):
    return sorted(name for name in dir(importlib.import_module(module)) if name[:2] != "__")
{_PREPARE}
"""
    show = "import grpc_health.v1.health\nfor module in UNUSED_BY_PLUGINS: print(names(module))"
    assert run(f"{names}defer(UNUSED_BY_PLUGINS)\n{show}") == run(f"{names}{show}")


@pytest.fixture
def slow_module(tmp_path: Path) -> Path:
    """A folder with a module that takes a while to load, and fails at the first attempt."""
    (tmp_path / "slow.py").write_text(
        "import os, time\ntime.sleep(0.1)\n"
        "if os.environ.pop('BROKEN', ''): raise ValueError('broken')\n"
        "value = 1\ntime.sleep(0.1)\nlast = 2\n"
    )
    return tmp_path


def test_threads_see_a_module_whole_or_not_at_all(slow_module: Path) -> None:
    code = f"""{_PREPARE}
from concurrent.futures import ThreadPoolExecutor
defer(["slow"])
import slow
print("value" in vars(slow))
with ThreadPoolExecutor(8) as pool:
    print(list(pool.map(lambda _: slow.last, range(8))))
"""
    assert run(code, cwd=slow_module) == ["False", str([2] * 8)]


def test_what_is_set_from_outside_is_kept(slow_module: Path) -> None:
    code = f"{_PREPARE}\ndefer(['slow'])\nimport slow\nslow.value = 5\nprint(slow.value, slow.last)"
    assert run(code, cwd=slow_module) == ["5 2"]


def test_failure_is_that_of_the_use_and_the_next_use_tries_again(slow_module: Path) -> None:
    code = f"""{_PREPARE}
import os
os.environ["BROKEN"] = "1"
defer(["slow"])
import slow
try:
    slow.value
except ValueError as error:
    print(error)
print(slow.value, hasattr(slow, "missing"))
"""
    assert run(code, cwd=slow_module) == ["broken", "1 False"]


def test_module_that_does_not_exist_is_not_found() -> None:
    code = f"""{_PREPARE}
defer(["no_such_module"])
try:
    import no_such_module
except ModuleNotFoundError as error:
    print(error.name)
"""
    assert run(code) == ["no_such_module"]
