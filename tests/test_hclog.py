"""Log lines: what is written is hclog JSON, whatever was logged."""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velero_shim import hclog
from velero_shim.hclog import HclogFormatter, HclogHandler
from velero_shim.loglines import parse_line

HOST_LINE_LIMIT = 64 * 1024


def record(message: object = "text", level: int = logging.INFO, **more: Any) -> logging.LogRecord:
    made = logging.LogRecord("module", level, "/src/plugin.py", 7, message, None, None)
    made.__dict__.update(more)
    return made


def written(log_record: logging.LogRecord) -> list[dict[str, Any]]:
    text = HclogFormatter().format(log_record)
    data = f"{text}\n".encode("utf-8", "backslashreplace")
    lines = (
        data.splitlines(keepends=False) if b"\r" not in data else data.rstrip(b"\n").split(b"\n")
    )
    assert all(len(line) < HOST_LINE_LIMIT for line in lines)
    return [json.loads(line) for line in lines]


class Unprintable:
    def __str__(self) -> str:
        raise RuntimeError("no text")

    __repr__ = __str__


@pytest.mark.parametrize(
    ("level", "name"),
    [
        (1, "trace"),
        (hclog.TRACE, "trace"),
        (logging.DEBUG, "debug"),
        (15, "debug"),
        (logging.INFO, "info"),
        (logging.WARNING, "warn"),
        (logging.ERROR, "error"),
        (logging.CRITICAL, "error"),
        (1000, "error"),
        (-1, "trace"),
    ],
)
def test_levels_have_hclogs_names(level: int, name: str) -> None:
    assert written(record(level=level))[0]["@level"] == name


def test_a_line_has_what_a_host_looks_for() -> None:
    assert written(record(created=1_700_000_000.000042)) == [
        {
            "@level": "info",
            "@message": "text",
            "@timestamp": "2023-11-14T22:13:20.000042Z",
            "@module": "module",
            "@logSourceSetBy": "plugin",
            "logSource": "/src/plugin.py:7",
        }
    ]


@pytest.mark.parametrize("message", [None, 7, b"\xff", ["a"], Unprintable(), "", "%d", "\ud800"])
def test_the_message_is_always_a_string(message: object) -> None:
    """A Go host panics on any other."""
    assert isinstance(written(record(message))[0]["@message"], str)


@pytest.mark.parametrize("arguments", [("x",), (Unprintable(),), (1, 2)])
def test_a_message_that_cannot_be_formatted_is_shown_as_it_is(arguments: tuple[Any, ...]) -> None:
    message = written(record("count: %d", args=arguments))[0]["@message"]
    assert message.startswith("count: %d ")
    assert "not formatted" in message


def test_fields_keep_what_json_and_go_have_and_become_text_otherwise() -> None:
    fields: dict[str, Any] = {
        "none": None,
        "flag": True,
        "count": 2**53,
        "huge": 10**400,
        "ratio": 0.5,
        "infinite": float("inf"),
        "bytes": b"a\xff",
        "list": [1, "a"],
        "bad": Unprintable(),
    }
    line = written(record(**fields))[0]
    assert {name: line[name] for name in fields} == {
        "none": None,
        "flag": True,
        "count": 2**53,
        "huge": str(10**400),
        "ratio": 0.5,
        "infinite": "inf",
        "bytes": "a\\xff",
        "list": "[1, 'a']",
        "bad": "(the text of this Unprintable failed: RuntimeError)",
    }


@pytest.mark.parametrize("name", ["@level", "@message", "@timestamp", "logSource", "timestamp"])
def test_fields_do_not_take_the_names_that_a_host_reads(name: str) -> None:
    line = written(record(**{name: 7}))[0]
    assert line[f"field.{name}"] == 7
    assert line["@level"] == "info"


def test_an_exception_is_a_field_with_its_traceback_beside_it() -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        line = written(record(exc_info=sys.exc_info()))[0]
    assert line["error"] == "ValueError: broken"
    assert "test_hclog.py" in line["stack"]


def test_an_exception_without_a_text_is_still_named() -> None:
    class BadError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    line = written(record(exc_info=(BadError, BadError(), None)))[0]
    assert line["error"].startswith("BadError: (the text of this BadError failed")


@pytest.mark.parametrize("character", ["x", "ä", "😀", "\0", "\n", "\ud800", '"'])
def test_a_long_message_is_split_and_nothing_is_lost(character: str) -> None:
    text = character * 150_000
    lines = written(record(text, level=logging.ERROR))
    assert len(lines) > 1
    assert {line["@level"] for line in lines} == {"error"}
    assert [line["part"] for line in lines] == [
        f"{number}/{len(lines)}" for number in range(1, len(lines) + 1)
    ]
    assert "".join(line["@message"] for line in lines) == f"{text}\n@module=module"


def test_long_and_many_fields_move_into_the_text() -> None:
    fields: dict[str, Any] = {f"field{number}": "y" * 100 for number in range(2000)}
    lines = written(record("text", **fields, long="z" * 100_000))
    text = "".join(line["@message"] for line in lines)
    assert text.startswith("text\n")
    assert all(f"\n{name}={value}" in text for name, value in fields.items())
    assert "z" * 100_000 in text


@given(st.text(), st.dictionaries(st.text(), st.text() | st.floats() | st.integers()))
def test_any_record_becomes_json_that_reads_back(message: str, fields: dict[str, Any]) -> None:
    unused = {f"x{name}": value for name, value in fields.items()}
    (line,) = written(record(message, **unused))
    read = parse_line(json.dumps(line).encode())
    assert read.level == "info"
    assert set(unused) <= set(read.fields)


def test_whole_lines_from_many_threads() -> None:
    reader, writer = os.pipe()
    handler = HclogHandler(writer)
    lines: list[bytes] = []

    def read() -> None:
        with open(reader, "rb") as file:  # noqa: PTH123  # a descriptor
            lines.extend(file)

    reading = threading.Thread(target=read)
    reading.start()
    text = "x" * 20_000
    threads = [
        threading.Thread(target=lambda: [handler.handle(record(text)) for _ in range(20)])
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    os.close(writer)
    reading.join()
    assert [json.loads(line)["@message"] for line in lines] == [text] * 160


def test_a_non_blocking_descriptor_loses_nothing() -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    chunks: list[bytes] = []

    def read() -> None:
        with open(reader, "rb", buffering=0) as file:  # noqa: PTH123  # a descriptor
            chunks.extend(iter(lambda: file.read(1000), b""))

    reading = threading.Thread(target=read)
    reading.start()
    for _ in range(10):
        HclogHandler(writer).handle(record("x" * 50_000))
    os.close(writer)
    reading.join()
    assert len(b"".join(chunks).splitlines()) == 10


def test_a_descriptor_that_nobody_reads_or_that_is_closed_raises_nothing() -> None:
    reader, writer = os.pipe()
    handler = HclogHandler(writer)
    os.close(reader)
    handler.handle(record())
    os.close(writer)
    handler.handle(record())


def test_install_logs_uncaught_exceptions_of_threads_and_of_the_program() -> None:
    script = (
        "import logging, threading, warnings\n"
        "from velero_shim import hclog\n"
        "hclog.install(logging.INFO)\n"
        "logging.debug('not shown')\n"
        "warnings.warn('careful')\n"
        "thread = threading.Thread(target=lambda: 1 / 0)\n"
        "thread.start(); thread.join()\n"
        "raise KeyError('end')\n"
    )
    result = subprocess.run(
        [sys.executable, "-W", "default", "-c", script], capture_output=True, check=False
    )
    lines = [json.loads(line) for line in io.BytesIO(result.stderr)]
    assert result.returncode == 1
    assert [(line["@level"], line.get("error")) for line in lines] == [
        ("warn", None),
        ("error", "ZeroDivisionError: division by zero"),
        ("error", "KeyError: 'end'"),
    ]


def test_install_leaves_handlers_that_do_not_write_to_the_console() -> None:
    script = (
        "import logging, sys\n"
        "from velero_shim import hclog\n"
        "kept = logging.NullHandler()\n"
        "logging.basicConfig(handlers=[kept, logging.StreamHandler()])\n"
        "hclog.install(logging.INFO); hclog.install(logging.INFO)\n"
        "print([type(handler).__name__ for handler in logging.getLogger().handlers])\n"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert result.stdout == b"['NullHandler', 'HclogHandler']\n"
