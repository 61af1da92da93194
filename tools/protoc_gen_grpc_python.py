"""A plugin for buf that runs the Python generators of grpcio-tools.

buf talks to a plugin through a CodeGeneratorRequest on stdin, whereas the generators of
grpcio-tools are linked into its own protoc and can only be reached by that command. This file is
the bridge: the request's descriptors go to grpc_tools.protoc as a file, what that writes comes back
as the response.

Parameters (`opt:` in buf.gen.yaml) name the generators to run, `python` for messages and
`grpc_python` for stubs; `package` adds an `__init__.py` to every folder and a `py.typed` to the top
one.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path, PurePosixPath

from google.protobuf.compiler.plugin_pb2 import CodeGeneratorRequest, CodeGeneratorResponse
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc  # type: ignore[import-untyped]  # it ships no types

INIT = "# Generated with the stubs beside it. DO NOT EDIT.\n"


def respond(request: CodeGeneratorRequest) -> CodeGeneratorResponse:
    """Returns the files that the request's parameters ask for."""
    options = [option for option in request.parameter.split(",") if option]
    generators = [option for option in options if option != "package"]
    content = run_protoc(request, generators) if generators else {}
    if "package" in options:
        content |= package_files(list(request.file_to_generate))
    return CodeGeneratorResponse(
        supported_features=CodeGeneratorResponse.FEATURE_PROTO3_OPTIONAL,
        file=[CodeGeneratorResponse.File(name=n, content=c) for n, c in content.items()],
    )


def run_protoc(request: CodeGeneratorRequest, generators: list[str]) -> dict[str, str]:
    """Returns what grpc_tools' own generators write for the request, by path."""
    with tempfile.TemporaryDirectory() as folder:
        descriptors, out = Path(folder, "request.binpb"), Path(folder, "out")
        out.mkdir()
        files = FileDescriptorSet(file=request.proto_file)
        descriptors.write_bytes(files.SerializeToString())
        outputs = [f"--{generator}_out={out}" for generator in generators]
        arguments = ["protoc", f"--descriptor_set_in={descriptors}", *outputs]
        if protoc.main([*arguments, *request.file_to_generate]) != 0:
            raise SystemExit("grpc_tools.protoc failed, see its message above")
        written = (path for path in sorted(out.rglob("*")) if path.is_file())
        return {path.relative_to(out).as_posix(): path.read_text("utf-8") for path in written}


def package_files(protos: list[str]) -> dict[str, str]:
    """Returns the files that make a typed Python package of every folder with a proto."""
    folders = {folder for proto in protos for folder in PurePosixPath(proto).parents[:-1]}
    tops = {folder for folder in folders if len(folder.parts) == 1}
    return {
        **{f"{folder}/__init__.py": INIT for folder in sorted(folders)},
        **{f"{top}/py.typed": "" for top in sorted(tops)},
    }


if __name__ == "__main__":
    request = CodeGeneratorRequest.FromString(sys.stdin.buffer.read())
    sys.stdout.buffer.write(respond(request).SerializeToString())
