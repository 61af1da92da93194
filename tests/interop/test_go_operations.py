"""The stored list of operations, read and written by Velero's own types."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from interop.go_build import built
from velero_shim.itemoperations import decode_operations, encode_operations
from velero_shim.model import ResourceIdentifier
from velero_shim.objects import Backup, Restore
from velero_shim.operations import Operation, OperationPhase

POD = ResourceIdentifier("", "pods", "shop", "web-0")
MOMENT = datetime(2024, 5, 1, 12, 0, 1, tzinfo=UTC)
NEW = Operation("example.io/a", POD, "op-1", MOMENT)
FULL = replace(
    NEW,
    operation_id='"2" <&>\u2028\u2029\u007f \b\f\n\r\t\u0001 é \U0001f600',
    post_operation_items=(POD, ResourceIdentifier("example.io", "volumes", "", "data")),
    phase=OperationPhase.FAILED,
    error="disk full",
    n_completed=-(2**63),
    n_total=2**63 - 1,
    operation_units="Bytes",
    description="copying",
    started=MOMENT,
    updated=MOMENT.replace(year=1),
)
METADATA = b'{"metadata": {"name": "daily", "uid": "1-2"}}'


@pytest.fixture(scope="module")
def program() -> Path:
    return built("operations")


@pytest.mark.parametrize(
    ("what", "owner"), [("backup", Backup(METADATA)), ("restore", Restore(METADATA))]
)
@pytest.mark.parametrize("operations", [[], [NEW], [NEW, FULL]], ids=len)
def test_velero_writes_what_it_read_from_us_to_the_byte(
    program: Path, what: str, owner: Backup | Restore, operations: list[Operation]
) -> None:
    ours = encode_operations(owner, operations)
    run = subprocess.run([program, what], input=ours, capture_output=True, timeout=30)
    assert run.stderr == b""
    assert run.stdout == ours
    assert len(decode_operations(run.stdout)) == len(operations)
