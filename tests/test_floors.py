"""The lower bounds of the dependencies are what the generated code asks for."""

from __future__ import annotations

import re
import tomllib

import checkout

STUBS = checkout.ROOT / "gen" / "python" / "velero_plugin" / "shared" / "v1"
PROJECT = tomllib.loads((checkout.ROOT / "pyproject.toml").read_text("utf-8"))


def floor(name: str) -> str:
    """Returns the lowest version of a dependency that pyproject.toml allows."""
    dependencies: list[str] = PROJECT["project"]["dependencies"]
    (line,) = (line for line in dependencies if line.startswith(f"{name}>="))
    return line.removeprefix(f"{name}>=").partition(",")[0]


def test_the_lowest_versions_allowed_are_those_that_the_code_was_generated_for() -> None:
    messages = (STUBS / "shared_pb2.py").read_text("utf-8")
    stubs = (STUBS / "shared_pb2_grpc.py").read_text("utf-8")
    (protobuf,) = re.findall(r"^# Protobuf Python Version: (.+)$", messages, re.MULTILINE)
    (grpc,) = re.findall(r"^GRPC_GENERATED_VERSION = '(.+)'$", stubs, re.MULTILINE)
    assert floor("protobuf") == protobuf
    assert floor("grpcio") == grpc
    assert f"grpcio-tools=={grpc}" in PROJECT["dependency-groups"]["generate"]
    assert floor("grpcio-health-checking") == floor("grpcio-status") == grpc
