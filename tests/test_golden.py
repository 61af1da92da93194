"""The stubs read and write the bytes that Velero's own code wrote.

The fixtures in tests/golden are written by tests/interop/cmd/golden. What is checked here needs no
Go: each fixture against the stubs, and their set against its manifest and the descriptors.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import pkgutil
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from google.protobuf import json_format, message_factory
from google.protobuf.descriptor import Descriptor, FileDescriptor
from google.protobuf.message import Message

import velero_plugin

GOLDEN = Path(__file__).parent / "golden"
MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Fixture:
    """One line of the manifest: a message's bytes, and the same message as canonical JSON."""

    file: str
    json: str
    message: str
    case: str
    sha256: str
    json_sha256: str


def fixtures(root: Path) -> list[Fixture]:
    entries = json.loads((root / MANIFEST).read_bytes())["fixtures"]
    wanted = Fixture.__dataclass_fields__
    return [Fixture(**{name: entry[name] for name in wanted}) for entry in entries]


def contract_messages() -> dict[str, Descriptor]:
    """Every message in the generated stubs, by its full name."""
    modules = pkgutil.walk_packages(velero_plugin.__path__, "velero_plugin.")
    return {
        message.full_name: message
        for module in modules
        if module.name.endswith("_pb2")
        for message in _nested(_file(module.name).message_types_by_name.values())
    }


def _file(module: str) -> FileDescriptor:
    descriptor: FileDescriptor = importlib.import_module(module).DESCRIPTOR
    return descriptor


def _nested(messages: Iterable[Descriptor]) -> Iterator[Descriptor]:
    for message in messages:
        if not message.GetOptions().map_entry:
            yield message
            yield from _nested(message.nested_types)


CONTRACT = contract_messages()
# Statuses travel beside the contract's own messages: gRPC's type, with a generated.Stack inside.
STATUS = _file("google.rpc.status_pb2").message_types_by_name["Status"]


def message_class(name: str) -> type[Message]:
    descriptor = STATUS if name == STATUS.full_name else CONTRACT[name]
    return message_factory.GetMessageClass(descriptor)


def set_problems(root: Path) -> list[str]:
    """What is wrong with the fixtures as a set; empty when nothing is."""
    listed = fixtures(root)
    return [
        *_file_problems(root, listed),
        *_manifest_problems(root, listed),
        *_message_problems(listed),
    ]


def _file_problems(root: Path, listed: list[Fixture]) -> Iterator[str]:
    used = {MANIFEST} | {name for fixture in listed for name in (fixture.file, fixture.json)}
    found = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    yield from (f"unused: {name}" for name in sorted(found - used))
    yield from (f"missing: {name}" for name in sorted(used - found))


def _manifest_problems(root: Path, listed: list[Fixture]) -> Iterator[str]:
    for fixture in listed:
        for name, expected in (
            (fixture.file, fixture.sha256),
            (fixture.json, fixture.json_sha256),
        ):
            path = root / name
            if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() != expected:
                yield f"changed: {name} is not what the manifest says"
        if fixture.file != f"{fixture.message}/{fixture.case}.binpb":
            yield f"misplaced: {fixture.file} holds {fixture.message}, case {fixture.case}"


def _message_problems(listed: list[Fixture]) -> Iterator[str]:
    cases = {name: {f.case for f in listed if f.message == name} for name in CONTRACT}
    for name, present in sorted(cases.items()):
        filled = {"full"} if CONTRACT[name].fields else set[str]()
        for case in sorted(({"empty", "unknown_fields"} | filled) - present):
            yield f"no fixture: {name} has no case {case}"
    for name in sorted({f.message for f in listed} - cases.keys() - {STATUS.full_name}):
        yield f"unknown message: {name}"


def fixture_problem(root: Path, fixture: Fixture) -> str | None:
    """What the stubs read or write differently from Velero, or None."""
    wire = (root / fixture.file).read_bytes()
    twin = (root / fixture.json).read_text("utf-8")
    message = message_class(fixture.message).FromString(wire)
    if message.SerializeToString(deterministic=True) != wire:
        return "encodes to other bytes"
    message.DiscardUnknownFields()
    if message != json_format.Parse(twin, message_class(fixture.message)()):
        return "differs from its JSON twin"
    if json_format.MessageToDict(message) != json.loads(twin):
        return "is written as other JSON"
    return None


FIXTURES = fixtures(GOLDEN)


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.file)
def test_stubs_read_and_write_what_velero_wrote(fixture: Fixture) -> None:
    assert fixture_problem(GOLDEN, fixture) is None


def test_every_fixture_is_used_and_every_message_has_its_fixtures() -> None:
    assert set_problems(GOLDEN) == []


def test_unknown_fields_are_in_the_fixtures_that_claim_them() -> None:
    """Their JSON cannot show it, so their bytes have to."""
    unknown = [fixture for fixture in FIXTURES if fixture.case == "unknown_fields"]
    assert unknown
    for fixture in unknown:
        wire = (GOLDEN / fixture.file).read_bytes()
        message = message_class(fixture.message).FromString(wire)
        message.DiscardUnknownFields()
        assert len(message.SerializeToString()) < len(wire), fixture.file


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(GOLDEN, tmp_path / "golden"))


def test_an_unused_fixture_is_found(copy: Path) -> None:
    (copy / "v2.ExecuteRequest" / "forgotten.binpb").write_bytes(b"")
    assert set_problems(copy) == ["unused: v2.ExecuteRequest/forgotten.binpb"]


def test_a_missing_fixture_is_found(copy: Path) -> None:
    (copy / "v2.ExecuteRequest" / "full.json").unlink()
    assert set_problems(copy) == ["missing: v2.ExecuteRequest/full.json"]


def test_a_message_without_fixtures_is_found(copy: Path) -> None:
    _edit_manifest(copy, lambda entry: entry["message"] != "generated.Stack")
    shutil.rmtree(copy / "generated.Stack")
    assert set_problems(copy) == [
        "no fixture: generated.Stack has no case empty",
        "no fixture: generated.Stack has no case full",
        "no fixture: generated.Stack has no case unknown_fields",
    ]


def test_a_fixture_of_a_message_that_no_stub_has_is_found(copy: Path) -> None:
    text = (copy / MANIFEST).read_text("utf-8").replace("generated.Stack", "generated.Heap")
    (copy / MANIFEST).write_text(text, "utf-8")
    assert "unknown message: generated.Heap" in set_problems(copy)


@pytest.mark.parametrize("name", ["full.binpb", "full.json"])
def test_bytes_that_the_manifest_does_not_vouch_for_are_found(copy: Path, name: str) -> None:
    path = copy / "v2.ExecuteRequest" / name
    path.write_bytes(path.read_bytes() + b"\n")
    assert set_problems(copy) == [
        f"changed: v2.ExecuteRequest/{name} is not what the manifest says"
    ]


def test_a_manifest_that_names_the_wrong_case_is_found(copy: Path) -> None:
    text = (copy / MANIFEST).read_text("utf-8")
    (copy / MANIFEST).write_text(text.replace('"case": "time_epoch"', '"case": "epoch"'), "utf-8")
    assert any(problem.startswith("misplaced: ") for problem in set_problems(copy))


def test_bytes_in_another_order_are_found(copy: Path) -> None:
    """They parse to an equal message: only re-encoding sees them."""
    fixture = _fixture("generated.ResourceIdentifier/full.binpb")
    wire = (copy / fixture.file).read_bytes()
    first = 2 + wire[1]
    (copy / fixture.file).write_bytes(wire[first:] + wire[:first])
    assert fixture_problem(copy, fixture) == "encodes to other bytes"


def test_bytes_with_another_value_are_found(copy: Path) -> None:
    fixture = _fixture("generated.ResourceIdentifier/full.binpb")
    wire = (copy / fixture.file).read_bytes()
    (copy / fixture.file).write_bytes(wire.replace(b"name-a", b"name-b"))
    assert fixture_problem(copy, fixture) == "differs from its JSON twin"


def test_json_that_is_not_canonical_is_found(copy: Path) -> None:
    """An explicit default parses to an equal message, and is not what Velero's JSON says."""
    fixture = _fixture("generated.ResourceIdentifier/empty.binpb")
    (copy / fixture.json).write_text('{"name": ""}', "utf-8")
    assert fixture_problem(copy, fixture) == "is written as other JSON"


def _fixture(file: str) -> Fixture:
    return next(fixture for fixture in FIXTURES if fixture.file == file)


def _edit_manifest(root: Path, keep: Callable[[dict[str, str]], bool]) -> None:
    manifest = json.loads((root / MANIFEST).read_bytes())
    manifest["fixtures"] = [entry for entry in manifest["fixtures"] if keep(entry)]
    (root / MANIFEST).write_text(json.dumps(manifest), "utf-8")
