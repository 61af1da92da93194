"""The rules for protos notice what they are there for."""

from __future__ import annotations

from pathlib import Path

import pytest

import buf
import checkout

V1, V2 = (
    f"proto/velero_plugin/backup_item_action/{version}/backup_item_action.proto"
    for version in ("v1", "v2")
)

NEW_FILE = """syntax = "proto3";

package velero_plugin.{folder}.v1;

// Something.
message Something {{
  // Some field.
  string {field} = 1;
}}
"""


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    return checkout.copy(tmp_path / "changed", "buf.yaml", "proto")


def breaking(schema: Path) -> tuple[int, str]:
    result = buf.run("breaking", "--against", checkout.ROOT, cwd=schema)
    return result.returncode, result.stdout


def add(schema: Path, folder: str, field: str) -> None:
    path = schema / "proto" / "velero_plugin" / folder / "v1" / "something.proto"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(NEW_FILE.format(folder=folder, field=field), "utf-8")


def test_the_schema_as_it_is_passes(schema: Path) -> None:
    assert buf.run("lint", cwd=schema).returncode == 0
    assert breaking(schema) == (0, "")


def test_a_new_file_in_good_order_passes(schema: Path) -> None:
    add(schema, "something", "some_field")
    assert buf.run("lint", cwd=schema).stdout == ""


@pytest.mark.parametrize("folder", ["something", "backup_item_action", "shared"])
def test_camel_case_in_a_new_file_fails_even_beside_excepted_ones(
    schema: Path, folder: str
) -> None:
    add(schema, folder, "someField")
    result = buf.run("lint", cwd=schema)
    assert result.returncode != 0
    assert '"someField" should be lower_snake_case' in result.stdout


def test_a_field_without_a_comment_fails(schema: Path) -> None:
    add(schema, "something", "some_field")
    path = schema / "proto/velero_plugin/something/v1/something.proto"
    checkout.edit(path, "  // Some field.\n", "")
    result = buf.run("lint", cwd=schema)
    assert result.returncode != 0
    assert "should have a non-empty comment" in result.stdout


def test_a_new_file_in_a_package_of_velero_fails(schema: Path) -> None:
    add(schema, "something", "some_field")
    path = schema / "proto/velero_plugin/something/v1/something.proto"
    checkout.edit(path, "package velero_plugin.something.v1", "package generated")
    result = buf.run("lint", cwd=schema)
    assert result.returncode != 0
    assert 'Package name "generated"' in result.stdout


def test_bad_format_fails(schema: Path) -> None:
    checkout.edit(schema / V2, "  string plugin = 1;", "    string  plugin = 1;")
    assert buf.run("format", "--diff", "--exit-code", cwd=schema).returncode != 0


@pytest.mark.parametrize(
    ("path", "old", "new", "finding"),
    [
        pytest.param(
            V2, "string operationID = 3;", "string operationID = 5;", "field", id="number"
        ),
        pytest.param(V2, "string operationID = 3;", "bytes operationID = 3;", "type", id="type"),
        pytest.param(V2, "rpc Progress(", "rpc Poll(", '"Progress"', id="rpc"),
        pytest.param(V1, "package generated;", "package v1;", "package", id="package"),
    ],
)
def test_a_change_on_the_wire_breaks(
    schema: Path, path: str, old: str, new: str, finding: str
) -> None:
    if new == "package v1;":  # keeps what the file takes from its former package resolvable
        for name in ("Empty", "ResourceSelector ", "ResourceIdentifier "):
            text = (schema / path).read_text("utf-8")
            (schema / path).write_text(text.replace(f" {name}", f" generated.{name}"), "utf-8")
    checkout.edit(schema / path, old, new)
    code, findings = breaking(schema)
    assert code == 100, findings
    assert finding in findings
