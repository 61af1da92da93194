"""What the documents show works, and what they name exists."""

from __future__ import annotations

import ast
import re

import pytest

import checkout

DOCUMENTS = [path.name for path in sorted(checkout.ROOT.glob("*.md"))]


def read(document: str) -> str:
    return (checkout.ROOT / document).read_text("utf-8")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_python_in_documents_runs(document: str) -> None:
    for code in re.findall(r"^```python\n(.*?)^```", read(document), re.DOTALL | re.MULTILINE):
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
        assert (checkout.ROOT / target).exists(), target
