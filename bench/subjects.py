"""The plugin files that are measured: Go programs, Python scripts, and wrappers.

Owns where they come from. The Go programs are those of tests/interop/cmd. Each file lies in a
folder of its own, for which one of Velero's plugin managers can be made.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from interop.go_build import built
from interop.plugin_programs import wrap

PLUGINS = Path(__file__).parent / "plugins"
ANNOTATE = "example.io/annotate"
OPERATE = "example.io/operate"


@dataclass(frozen=True, slots=True)
class Subjects:
    """Where each file is.

    Attributes:
        host: the Go program that calls the plugins.
        go: a plugin with both actions, on Velero's framework.
        python: the same in Python, started as the README's first example is.
        script: the same again, started as ``python PLUGIN``.
        upgraded: one servicer in Python, natively and upgraded.
        as_v2: a wrapper around the Go plugin that serves its v1 action as v2.
        wrapper: the same around a v1 plugin in Go that returns each item as it came.
        as_v1: a wrapper around the Go plugin that serves its v2 action as v1.
        bare_proxy: the least that grpcio can do, in place of ``wrapper``.
        go_proxy: a proxy in Go that parses each message, in place of ``wrapper``.
    """

    host: Path
    go: Path
    python: Path
    script: Path
    upgraded: Path
    as_v2: Path
    wrapper: Path
    as_v1: Path
    bare_proxy: Path
    go_proxy: Path


def prepare(folder: Path) -> Subjects:
    """Builds and writes all files below a folder."""
    go = Path(shutil.copy(built("bench-plugin"), _home(folder, "go") / "plugin"))
    echo = built("bench-proxy")
    python = f"#!/usr/bin/env -S {sys.executable}"
    runner = f"{python} -m velero_shim.runner"
    inner = f"#!/bin/sh\nexport BENCH_INNER={shlex.quote(str(echo))}\nexec "
    return Subjects(
        host=built("bench-host"),
        go=go,
        python=_file(folder, "python", f"{runner}\n{_source('actions')}"),
        script=_file(folder, "script", f"{python}\n{_source('actions')}"),
        upgraded=_file(folder, "upgraded", f"{runner}\n{_source('upgraded')}"),
        as_v2=wrap(go, _home(folder, "as-v2") / "plugin", "v2"),
        wrapper=wrap(echo, _home(folder, "wrapper") / "plugin", "v2"),
        as_v1=wrap(go, _home(folder, "as-v1") / "plugin", "v1"),
        bare_proxy=_file(folder, "bare", f"{inner}{sys.executable} {PLUGINS / 'bare_proxy.py'}\n"),
        go_proxy=_file(folder, "proxy", f"{inner}{echo}\n"),
    )


def _source(plugin: str) -> str:
    return (PLUGINS / f"{plugin}.py").read_text()


def _home(folder: Path, name: str) -> Path:
    home = folder / name
    home.mkdir()
    return home


def _file(folder: Path, name: str, text: str) -> Path:
    path = _home(folder, name) / "plugin"
    path.write_text(text)
    path.chmod(0o755)
    return path
