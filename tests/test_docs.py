"""What the documents show works, and what they name exists.

A fenced block whose first line says ``file=NAME`` is that file; in a ``console`` block a line
that begins with ``$`` is a command, run in a folder with the document's files, and what follows
is what it prints. ``…`` stands for anything, on a line of its own for any lines.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import checkout

DOCUMENTS = [
    str(path.relative_to(checkout.ROOT))
    for pattern in ("*.md", "docs/*.md")
    for path in sorted(checkout.ROOT.glob(pattern))
]
BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```", re.DOTALL | re.MULTILINE)
LIMIT = 120.0


def read(document: str) -> str:
    return (checkout.ROOT / document).read_text("utf-8")


def commands(document: str) -> Iterator[tuple[str, str]]:
    """Yields each command that the document shows with its output, as a pattern."""
    for language, _, text in BLOCK.findall(read(document)):
        if language == "console":
            for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                yield command, pattern(output)


def pattern(output: str) -> str:
    lines = ("(?s:.*)" if line == "…" else one_line(line) + r" *\n" for line in output.splitlines())
    return "".join(lines) or r"\n?"


def one_line(line: str) -> str:
    return ".*".join(re.escape(part) for part in line.split("…"))


def write_files(document: str, folder: Path) -> None:
    for _, name, text in BLOCK.findall(read(document)):
        if name:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            path.chmod(0o755 if text.startswith("#!") else 0o644)


@pytest.mark.parametrize("document", [d for d in DOCUMENTS if list(commands(d))])
def test_commands_print_what_is_shown(document: str, tmp_path: Path) -> None:
    write_files(document, tmp_path)
    if document == "README.md":
        (tmp_path / "plugins").mkdir()
    # The commands and the interpreter of this environment come first, as after activating it.
    path = str(Path(sys.executable).parent) + os.pathsep + os.environ["PATH"]
    environment = {**os.environ, "PATH": path, "COPIER_STATE": str(tmp_path / "state")}
    for command, expected in commands(document):
        ran = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
        assert re.fullmatch(expected, ran.stdout), f"{command}\n{ran.stdout}{ran.stderr}"
        assert ran.returncode == 0 or "2>&1" in command, command


@pytest.mark.parametrize("document", DOCUMENTS)
def test_python_in_documents_runs(document: str) -> None:
    for language, name, code in BLOCK.findall(read(document)):
        if language == "python" and "test_" not in name and not code.endswith("\nmain()\n"):
            exec(compile(code, document, "exec"), {"__name__": "example"})


@pytest.mark.parametrize("document", DOCUMENTS)
def test_sessions_in_documents_exist(document: str) -> None:
    noxfile = ast.parse(read("noxfile.py"))
    functions = {node.name for node in noxfile.body if isinstance(node, ast.FunctionDef)}
    for command in re.findall(r"\bnox -s ([^-`\n]+)", read(document)):
        assert set(re.sub(r"\(.*?\)|[^\w ]", "", command).split()) <= functions, command


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_in_documents_lead_somewhere(document: str) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", read(document)):
        assert (checkout.ROOT / document).parent.joinpath(target).exists(), target


def test_a_wrong_output_is_noticed() -> None:
    assert re.fullmatch(pattern("a …\n…\nz\n"), "a b\nc\nd\nz\n")
    assert not re.fullmatch(pattern("a …\nz\n"), "a b\nc\nz\n")
