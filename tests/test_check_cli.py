"""``velero-shim check`` as a user runs it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from typer.testing import CliRunner

import check_rules
from broken_plugins import POD, broken
from plugin_files import wait_until
from velero_shim.check import RULES, Outcome, Result, Status, write_junit
from velero_shim.check.leftovers import marked
from velero_shim.cli.app import app

QUICK = ("--rule", "plugin-names", "--rule", "known-kinds")


def check(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["check", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


def test_a_table_and_status_0_when_nothing_fails(tmp_path: Path) -> None:
    status, out, _ = check(broken(tmp_path, "good"), *QUICK, "--rule", "velero-1.10")
    assert status == 0
    first, *rows = [line.split() for line in out.splitlines()]
    assert first == ["RULE", "SEEN", "DO"]
    assert [row[:2] for row in rows[:3]] == [
        ["pass", "plugin-names"],
        ["pass", "known-kinds"],
        ["warn", "velero-1.10"],
    ]
    assert out.endswith("\n2 pass, 1 warn, 0 fail, 0 skipped\n")


def test_status_1_when_a_rule_fails_and_json_tells_all(tmp_path: Path) -> None:
    status, out, _ = check(broken(tmp_path, "lists_a_bad_name"), *QUICK, "--output", "json")
    assert status == 1
    names, kinds = json.loads(out)
    assert (names["rule"], names["status"], kinds["status"]) == ("plugin-names", "fail", "pass")
    assert "'no-slash' is invalid" in names["seen"]
    assert names["do"]
    assert names["why"]
    assert names["seconds"] >= 0


def test_a_skipped_rule_is_left_out(tmp_path: Path) -> None:
    plugin = broken(tmp_path, "lists_a_bad_name")
    status, out, _ = check(plugin, *QUICK, "--skip", "plugin-names")
    assert status == 0
    assert "plugin-names" not in out


def test_a_sample_is_read_from_a_file(tmp_path: Path) -> None:
    sample = tmp_path / "pod.yaml"
    sample.write_text(yaml.safe_dump(POD))
    plugin = broken(tmp_path, "returns_nothing")
    status, out, _ = check(plugin, "--rule", "returned-item", "--sample", sample)
    assert status == 1
    assert "the response's item is empty" in out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--rule", "no-such-rule"), "no rule is called no-such-rule"),
        (("--sample", "/nowhere/pod.yaml"), "No such file"),
        (("--junit", "/nowhere/report.xml"), "there is no folder /nowhere"),
        (("--output", "yaml"), "yaml"),
    ],
)
def test_wrong_usage_is_status_2(tmp_path: Path, arguments: tuple[str, ...], problem: str) -> None:
    status, _, err = check(tmp_path / "plugin", *arguments)
    assert status == 2
    assert problem in " ".join(err.replace("│", " ").split())


def test_a_plugin_that_does_not_start_is_told_in_one_row(tmp_path: Path) -> None:
    status, out, _ = check(broken(tmp_path, "noisy"), "--rule", "handshake-line")
    assert status == 1
    assert "its first line of output is no go-plugin handshake" in out


@pytest.mark.parametrize(
    ("number", "expected"), [(signal.SIGINT, 130), (signal.SIGTERM, 128 + signal.SIGTERM)]
)
def test_a_check_that_is_ended_leaves_no_process(
    tmp_path: Path, number: signal.Signals, expected: int
) -> None:
    plugin = broken(tmp_path, "never_answers")
    # A shell starts background jobs, which these tests may be, with SIGINT ignored.
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += "from velero_shim.cli import main; main()"
    command = [sys.executable, "-c", code, "check", str(plugin), "--rule", "applies-to"]
    with subprocess.Popen(command) as run:
        # Its second process is the one whose call never comes back.
        wait_until(lambda: len(marked(f"{run.pid}-")) == 1, "the first start")
        first = marked(f"{run.pid}-")
        wait_until(lambda: marked(f"{run.pid}-") not in ([], first), "the shared process")
        run.send_signal(number)
        assert run.wait(20) == expected
    assert marked(f"{run.pid}-") == []


# --- reports ------------------------------------------------------------------------


def test_junit_has_a_case_for_each_rule(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    plugin = broken(tmp_path, "lists_a_bad_name")
    check(plugin, *QUICK, "--rule", "velero-1.10", "--rule", "execute", "--junit", report)
    suite = ElementTree.parse(report).getroot()
    assert suite.attrib["name"] == f"velero-shim check {plugin}"
    counts = {key: suite.attrib[key] for key in ("tests", "failures", "skipped")}
    assert counts == {"tests": "4", "failures": "1", "skipped": "1"}
    cases = {case.attrib["name"]: [child.tag for child in case] for case in suite}
    assert cases == {
        "plugin-names": ["failure"],
        "known-kinds": ["system-out"],
        "velero-1.10": ["system-out"],
        "execute": ["skipped"],
    }


def test_junit_stands_what_a_plugin_prints(tmp_path: Path) -> None:
    outcome = Outcome(Status.FAIL, 'a\x00b<&"\ud800\n', "do")
    write_junit(tmp_path / "report.xml", "plug\x1bin", [Result(RULES[0], outcome, 1.0)])
    (case,) = ElementTree.parse(tmp_path / "report.xml").getroot()
    assert case[0].attrib["message"].startswith('a\N{REPLACEMENT CHARACTER}b<&"')


def test_the_document_has_the_rules_of_the_code() -> None:
    written = check_rules.DOCUMENT.read_text("utf-8")
    assert written == check_rules.rendered(), "run: python tools/check_rules.py"


def test_titles_and_reasons_fit_a_table() -> None:
    for rule in RULES:
        assert rule.title
        assert rule.why.endswith(".")
        assert not {"|", "\n"} & set(rule.why)
        assert "\n" not in rule.title
