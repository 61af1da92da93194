"""The results as JUnit XML, which CI systems read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from velero_shim.check.rule import Status
from velero_shim.check.runner import Result

# XML 1.0 has no way to write these, and a plugin may print them.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(path: Path, plugin: str, results: Sequence[Result]) -> None:
    """Writes one test case per rule; a warning is a passed one with a text.

    Args:
        path: the file.
        plugin: the plugin file, the name of the suite.
        results: what the rules found.

    Raises:
        OSError: the file cannot be written.
    """
    counts = Counter(result.outcome.status for result in results)
    suite = ElementTree.Element(
        "testsuite",
        name=_text(f"velero-shim check {plugin}"),
        tests=str(len(results)),
        failures=str(counts[Status.FAIL]),
        skipped=str(counts[Status.SKIPPED]),
        time=f"{sum(result.seconds for result in results):.3f}",
    )
    for result in results:
        suite.append(_case(plugin, result))
    path.write_bytes(ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True))


def _case(plugin: str, result: Result) -> ElementTree.Element:
    case = ElementTree.Element(
        "testcase",
        classname=_text(plugin),
        name=result.rule.id,
        time=f"{result.seconds:.3f}",
    )
    outcome = result.outcome
    text = _text(f"{outcome.seen}\n{outcome.do}".strip())
    if outcome.status is Status.FAIL:
        failure = ElementTree.SubElement(case, "failure", message=_text(outcome.seen))
        failure.text = _text(f"{result.rule.title}\n{outcome.do}\n{result.rule.why}")
    elif outcome.status is Status.SKIPPED:
        ElementTree.SubElement(case, "skipped", message=_text(outcome.seen))
    else:
        prefix = "warning: " if outcome.status is Status.WARN else ""
        ElementTree.SubElement(case, "system-out").text = prefix + text
    return case


def _text(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)
