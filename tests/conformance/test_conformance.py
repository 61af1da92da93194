"""The stubs of a language read and write what Velero wrote, and call a plugin.

What is checked is in each language's own program; here is what it has to say, and that it notices
when a byte is not Velero's. Which language: --language.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conformance import answers, languages, report
from conformance.languages import Programs
from conformance.report import Results

# The first one builds the language's programs.
pytestmark = pytest.mark.timeout(languages.BUILD_LIMIT)

GOLDEN = answers.GOLDEN
FILES = [entry["file"] for entry in json.loads((GOLDEN / "manifest.json").read_bytes())["fixtures"]]

SAMPLE = answers.GOLDEN.parent / "data" / "pod_many_fields.json"
CHECK = [str(Path(sys.executable).with_name("velero-shim")), "check"]


def test_every_fixture_is_read_and_written_alike(programs: Programs, results: Results) -> None:
    said = report.run(programs.conformance, GOLDEN)
    results.fixtures.update(said.fixtures)
    results.notes.update(said.notes)
    assert list(said.fixtures) == FILES
    failures = {file: problem for file, problem in said.fixtures.items() if problem}
    assert failures.keys() == report.expected_failures(results.language), failures


def test_calls_are_answered_as_the_plugin_means_it(
    programs: Programs, results: Results, fixed_plugin: str
) -> None:
    said = report.run(programs.conformance, GOLDEN, fixed_plugin)
    expected = answers.expected()
    results.calls.update({call: said.answers.get(call) == expected[call] for call in expected})
    assert said.answers == expected


def test_the_bundle_does_the_same(programs: Programs, fixed_plugin: str) -> None:
    if programs.bundled is None:
        pytest.skip("nobody bundles this language")
    said = report.run(programs.bundled, GOLDEN, fixed_plugin)
    assert said.fixtures == dict.fromkeys(FILES, "")
    assert said.answers == answers.expected()


def test_a_flipped_byte_is_found(programs: Programs, results: Results, tmp_path: Path) -> None:
    """In each message with every field set, the last byte: an unknown field's would be kept."""
    golden = Path(shutil.copytree(GOLDEN, tmp_path / "golden"))
    flipped = [file for file in FILES if Path(file).name == "full.binpb"]
    for file in flipped:
        wire = (golden / file).read_bytes()
        (golden / file).write_bytes(wire[:-1] + bytes([wire[-1] ^ 1]))
    said = report.run(programs.conformance, golden)
    found = [file for file, problem in said.fixtures.items() if problem]
    results.flipped = (len(found), len(flipped))
    assert found == flipped


def test_nothing_is_expected_to_fail() -> None:
    assert report.EXPECTED_FAILURES.read_bytes() == b""


def test_the_example_of_a_client_calls_a_plugin(programs: Programs, fixed_plugin: str) -> None:
    """It is what the package's README shows."""
    if programs.client is None:
        pytest.skip("clients in Python are velero_shim.client")
    command = [*programs.client, fixed_plugin, answers.V2_NAME]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    selector = answers.expected()["v2 AppliesTo"]["ResourceSelector"]
    assert ran.returncode == 0, ran.stderr
    assert all(resource in ran.stdout for resource in selector["includedResources"]), ran.stdout


def test_the_example_of_a_plugin_passes_velero_shim_check(
    programs: Programs, results: Results
) -> None:
    if programs.plugin is None:
        pytest.skip("plugins in Python are velero_shim.samples")
    command = [*CHECK, "--sample", str(SAMPLE), str(programs.plugin)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"


def test_what_is_written_by_hand_has_the_form_of_its_language(results: Results) -> None:
    assert languages.unformatted(results.language) == ""
