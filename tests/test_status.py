"""What a caller sees when an action fails, over a real server; and what it makes of it."""

from __future__ import annotations

import json
import re
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import grpc
import pytest
from google.protobuf import json_format
from google.rpc import status_pb2

from servers import LIMIT, NO_PROXY, UNLIMITED, Refusal, refused, serving
from velero_plugin.backup_item_action.v1.backup_item_action_pb2 import (
    ExecuteRequest,
    ExecuteResponse,
)
from velero_plugin.backup_item_action.v1.backup_item_action_pb2_grpc import BackupItemActionStub
from velero_shim.actions import BackupItemActionV1
from velero_shim.errors import (
    AsyncOperationsNotSupportedError,
    InvalidOperationIDError,
    PluginCallError,
    PluginError,
    PluginGaveUpError,
    PluginStartError,
    StackFrame,
)
from velero_shim.jsonbytes import JSONObject
from velero_shim.model import ExecuteResult, ResourceSelector
from velero_shim.objects import Backup
from velero_shim.servicers import ServiceHandlers, handlers_of_action
from velero_shim.status import (
    ForwardedStatusError,
    call_error_from_exception,
    call_error_from_rpc_error,
    guarded,
    set_status,
)

STATUSES = Path(__file__).parent / "golden" / "google.rpc.Status"
REQUEST = ExecuteRequest(plugin="example.io/x", item=b"{}", backup=b"{}")
Do = Callable[[], object]


class Scripted(BackupItemActionV1):
    """Does in ``execute`` what a test puts into ``do``."""

    do: Do = staticmethod(lambda: None)

    def applies_to(self) -> ResourceSelector:
        return ResourceSelector()

    def execute(self, item: JSONObject, backup: Backup) -> ExecuteResult | None:
        self.do()
        return None


class Plugin:
    """A served action, and the ways to call it."""

    def __init__(self, address: str, action: Scripted) -> None:
        self.address = address
        self._action = action

    def fail(self, do: Do, options: tuple[tuple[str, int], ...] = UNLIMITED) -> Refusal:
        """Has the action do what fails, and sees that the server answers afterwards."""
        with grpc.insecure_channel(self.address, options=options) as channel:
            execute = BackupItemActionStub(channel).Execute
            self._action.do = do
            refusal = refused(lambda: execute(REQUEST, timeout=LIMIT))
            self._action.do = lambda: None
            assert execute(REQUEST, timeout=LIMIT).item == b"{}"
        return refusal

    def fail_with(self, error: BaseException) -> Refusal:
        """Has the action raise an exception."""
        return self.fail(lambda: throw(error))


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plugin]:
    action = Scripted()
    with serving(tmp_path_factory.mktemp("s"), handlers_of_action(action)) as address:
        yield Plugin(address, action)


def throw(error: BaseException) -> NoReturn:
    raise error


def caught(error: BaseException) -> BaseException:
    """The exception with a traceback."""
    try:
        raise error
    except BaseException as raised:
        return raised


# --- code and text -----------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (PluginError("disk is full"), "disk is full"),
        (PluginError(""), ""),
        (PluginError(), ""),
        (PluginError(" blanks  around "), " blanks  around "),
        (PluginError("lines\r\n\tand\n"), "lines\r\n\tand\n"),
        (PluginError("NUL \0 inside"), "NUL \0 inside"),
        (PluginError("100 %, %41, é 漢 🚢 \u2028"), "100 %, %41, é 漢 🚢 \u2028"),
        (PluginError("not UTF-8: \ud800 \udcff."), "not UTF-8: ? ?."),
        (PluginError("x" * 1000), "x" * 1000),
        (AsyncOperationsNotSupportedError(), "Plugin does not support asynchronous operations"),
        (InvalidOperationIDError("op-1"), "operation ID op-1 is invalid"),
    ],
)
def test_plugin_error_arrives_as_unknown_with_its_text(
    plugin: Plugin, error: PluginError, text: str
) -> None:
    refusal = plugin.fail_with(error)
    assert (refusal.code, refusal.text) == ("UNKNOWN", text)
    # A Go host takes code and text from the details where there are any.
    assert (refusal.status.code, refusal.status.message) == (2, text)


class UnprintableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


class PrintsNoTextError(Exception):
    def __str__(self) -> str:
        return 5  # type: ignore[return-value]  # the mistake that is tested


class ExitsWhenPrintedError(PluginError):
    def __str__(self) -> str:
        raise SystemExit(3)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("bad value"), "ValueError: bad value"),
        (ValueError(), "ValueError"),
        (KeyError("metadata"), "KeyError: 'metadata'"),
        (OSError(28, "No space left on device"), "OSError: [Errno 28] No space left on device"),
        (ValueError("a\0b\n\ud800"), "ValueError: a\0b\n?"),
        (SystemExit(3), "SystemExit: 3"),
        (SystemExit(), "SystemExit"),
        (KeyboardInterrupt(), "KeyboardInterrupt"),
        (GeneratorExit(), "GeneratorExit"),
        (MemoryError(), "MemoryError"),
        (StopIteration(), "StopIteration"),
        (ExceptionGroup("two", [ValueError("a")]), "ExceptionGroup: two (1 sub-exception)"),
        (grpc.RpcError("no status in it"), "RpcError: no status in it"),
        (
            UnprintableError(),
            "UnprintableError: (the text of this UnprintableError failed: RuntimeError)",
        ),
        (
            PrintsNoTextError(),
            "PrintsNoTextError: (the text of this PrintsNoTextError failed: TypeError)",
        ),
    ],
    ids=repr,
)
def test_other_exception_arrives_as_a_panic(
    plugin: Plugin, error: BaseException, text: str
) -> None:
    refusal = plugin.fail_with(error)
    assert (refusal.code, refusal.text) == ("ABORTED", f"plugin panicked: {text}")
    assert (refusal.status.code, refusal.status.message) == (10, f"plugin panicked: {text}")
    assert refusal.frames[0].function == f"{__name__}.throw"


def test_plugin_error_without_a_text_is_still_one(plugin: Plugin) -> None:
    refusal = plugin.fail_with(ExitsWhenPrintedError())
    assert refusal.code == "UNKNOWN"
    assert refusal.text == "(the text of this ExitsWhenPrintedError failed: SystemExit)"


def test_endless_recursion_is_a_panic(plugin: Plugin) -> None:
    def recurse() -> None:
        recurse()

    refusal = plugin.fail(recurse)
    assert refusal.code == "ABORTED"
    assert refusal.text.startswith("plugin panicked: RecursionError: maximum recursion depth")
    assert refusal.frames[0].function.endswith("recurse")


@pytest.mark.parametrize("character", ["x", "\0", "é", "🚢", "\ud800"])
def test_megabyte_of_text_is_cut_and_arrives(plugin: Plugin, character: str) -> None:
    refusal = plugin.fail_with(PluginError(character * 1_000_000))
    sent = "?" if character == "\ud800" else character
    kept = 256 * 1024
    assert refusal.code == "UNKNOWN"
    assert refusal.text == f"{sent * kept}… ({1_000_000 - kept} characters cut)"
    assert refusal.status.message == refusal.text
    assert len(refusal.frames) == 1


@pytest.mark.parametrize("error", [PluginStartError("it is gone", command=["/plugins/p"])])
def test_plugin_that_cannot_be_started_is_unavailable(plugin: Plugin, error: Exception) -> None:
    """For a shim that serves another plugin's actions."""
    for raised in (error, PluginGaveUpError("/plugins/p", 10, error)):
        refusal = plugin.fail_with(raised)
        assert (refusal.code, refusal.text) == ("UNAVAILABLE", str(raised))


# --- the stack ---------------------------------------------------------------


def test_frame_0_is_where_the_exception_was_raised(plugin: Plugin) -> None:
    def outer() -> None:
        inner()

    def inner() -> None:
        raise PluginError("here")

    frames = plugin.fail(outer).frames
    expected = [
        (__file__, inner.__code__.co_firstlineno + 1, f"{__name__}.{inner.__qualname__}"),
        (__file__, outer.__code__.co_firstlineno + 1, f"{__name__}.{outer.__qualname__}"),
    ]
    assert [(frame.file, frame.line, frame.function) for frame in frames[:2]] == expected
    assert frames[2].function == f"{__name__}.Scripted.execute"
    assert frames[-1].function.startswith("velero_shim.status.")


def test_frame_0_of_an_exception_with_a_cause_is_its_own(plugin: Plugin) -> None:
    def translate() -> None:
        try:
            throw(OSError("deep down"))
        except OSError as error:
            raise PluginError("up here") from error

    refusal = plugin.fail(translate)
    assert refusal.text == "up here"
    assert refusal.frames[0].function.endswith("translate")
    assert refusal.frames[0].line == translate.__code__.co_firstlineno + 4


def test_instruction_without_a_line_is_line_0(plugin: Plugin) -> None:
    def blank() -> None:
        raise PluginError("nowhere")

    code = blank.__code__.replace(co_linetable=b"", co_filename="odd\ud800\0name.py")
    refusal = plugin.fail(types.FunctionType(code, {"PluginError": PluginError}))
    assert (refusal.code, refusal.text) == ("UNKNOWN", "nowhere")
    assert (refusal.frames[0].file, refusal.frames[0].line) == ("odd?\0name.py", 0)


def test_line_at_the_end_of_int32(plugin: Plugin) -> None:
    trace = types.TracebackType(None, sys._getframe(), 0, 2**31 - 1)
    error = call_error_from_exception(PluginError("far down").with_traceback(trace))
    assert call_error_from_rpc_error(Failed(details=error.details)).line == 2**31 - 1


def test_exception_that_was_never_raised_has_no_stack() -> None:
    error = call_error_from_exception(PluginError("made by hand"))
    assert (error.code, error.message, error.details) == ("UNKNOWN", "made by hand", None)


@pytest.mark.parametrize(
    ("depth", "text"),
    [(20, "x"), (900, "x"), (900, "x" * 1500), (900, "é漢" * 300), (900, "x" * 3000)],
)
def test_error_gets_through_to_a_client_with_default_limits(
    plugin: Plugin, depth: int, text: str
) -> None:
    """Such a client drops trailers over 8 KiB at random: outer frames are left out before that.

    Twenty times, since the dropping is by chance.
    """

    def descend(left: int = depth) -> None:
        if left:
            descend(left - 1)
        raise ValueError(text)

    for _ in range(20):
        refusal = plugin.fail(descend, options=(NO_PROXY,))
        assert (refusal.code, refusal.text) == ("ABORTED", f"plugin panicked: ValueError: {text}")
        assert refusal.frames[0].function.endswith("descend")


def test_stack_of_usual_depth_is_sent_whole(plugin: Plugin) -> None:
    def descend(left: int = 20) -> None:
        if left:
            descend(left - 1)
        raise ValueError

    functions = [frame.function for frame in plugin.fail(descend).frames]
    assert sum(name.endswith("descend") for name in functions) == 21
    assert functions[-1].startswith("velero_shim.status.")


def test_innermost_frame_is_sent_whatever_its_size(plugin: Plugin) -> None:
    def long() -> None:
        raise PluginError("x" * 10_000)

    code = long.__code__.replace(co_filename="f" * 10_000)
    frames = plugin.fail(types.FunctionType(code, {"PluginError": PluginError})).frames
    assert [frame.file for frame in frames] == ["f" * 10_000]


def shape(status: status_pb2.Status) -> object:
    """The fields that a status has, without their values."""

    def fields(value: object) -> object:
        if isinstance(value, dict):
            return {key: fields(child) for key, child in value.items()}
        return fields(value[0]) if isinstance(value, list) else type(value)

    return fields(json_format.MessageToDict(status))


@pytest.mark.parametrize(
    ("fixture", "error"),
    [
        ("error", PluginError("disk is full")),
        ("error_non_ascii", PluginError("Datenträger voll: 漢字 🚢\n50 % übrig")),
        ("panic", RuntimeError("index is gone")),
    ],
)
def test_details_have_the_shape_of_those_of_velero(
    plugin: Plugin, fixture: str, error: Exception
) -> None:
    velero = status_pb2.Status.FromString((STATUSES / f"{fixture}.binpb").read_bytes())
    refusal = plugin.fail_with(error)
    assert shape(refusal.status) == shape(velero)
    assert [d.type_url for d in refusal.status.details] == [d.type_url for d in velero.details]
    assert refusal.status.code == velero.code
    if fixture == "panic":
        assert velero.message == "plugin panicked: index is gone"
        assert refusal.text == "plugin panicked: RuntimeError: index is gone"
    else:
        assert refusal.text == velero.message


# --- a status that the action met itself --------------------------------------


@pytest.fixture
def inner(tmp_path: Path) -> Iterator[Callable[[str], Callable[[], object]]]:
    """A second server; gives functions that make a call that it refuses with a code."""
    golden = (STATUSES / "error.binpb").read_bytes()

    def refuse(request: bytes, context: grpc.ServicerContext) -> NoReturn:
        context.set_trailing_metadata((("grpc-status-details-bin", golden), ("other", "x")))
        context.abort(grpc.StatusCode[request.decode()], "no such snapshot: é")

    method: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(refuse)
    with (
        serving(tmp_path, ServiceHandlers("inner.Service", {"Refuse": method})) as address,
        grpc.insecure_channel(address, options=UNLIMITED) as channel,
    ):
        call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
            "/inner.Service/Refuse"
        )
        yield lambda code: lambda: call(code.encode(), timeout=LIMIT)


@pytest.mark.parametrize("code", ["NOT_FOUND", "UNKNOWN", "ABORTED", "UNAVAILABLE", "CANCELLED"])
def test_status_met_by_the_action_is_passed_on(
    plugin: Plugin, inner: Callable[[str], Callable[[], object]], code: str
) -> None:
    refusal = plugin.fail(inner(code))
    assert (refusal.code, refusal.text) == (code, "no such snapshot: é")
    assert refusal.details == (STATUSES / "error.binpb").read_bytes()


def test_forwarded_status_keeps_all_of_its_metadata(
    tmp_path: Path, inner: Callable[[str], Callable[[], object]]
) -> None:
    @guarded
    def forward(request: bytes, context: grpc.ServicerContext) -> bytes:
        try:
            inner("DATA_LOSS")()
        except grpc.RpcError as error:
            raise ForwardedStatusError(error) from None
        return request

    method: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(forward)
    folder = tmp_path / "o"
    folder.mkdir()
    with (
        serving(folder, ServiceHandlers("outer.Service", {"Do": method})) as address,
        grpc.insecure_channel(address, options=UNLIMITED) as channel,
    ):
        call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary("/outer.Service/Do")
        with pytest.raises(grpc.RpcError) as raised:
            call(b"", timeout=LIMIT)
    error: Any = raised.value
    assert (error.code(), error.details()) == (grpc.StatusCode.DATA_LOSS, "no such snapshot: é")
    golden = (STATUSES / "error.binpb").read_bytes()
    assert {("grpc-status-details-bin", golden), ("other", "x")} <= set(error.trailing_metadata())


class Failed(grpc.RpcError):
    """A failed call as a stub raises it."""

    def __init__(self, code: Any = grpc.StatusCode.UNKNOWN, details: bytes | None = None) -> None:
        super().__init__("failed")
        self._code = code
        self._metadata = (("grpc-status-details-bin", details),) if details is not None else None

    def code(self) -> Any:
        return self._code

    def details(self) -> str | None:
        return "the text"

    def trailing_metadata(self) -> Any:
        return self._metadata


class NoText(Failed):
    def details(self) -> str | None:
        return None


class OddText(Failed):
    def details(self) -> Any:
        return b"bytes"


class Broken(Failed):
    def code(self) -> NoReturn:
        raise RuntimeError("no code")


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (Failed(), "UNKNOWN", "the text"),
        (Failed(grpc.StatusCode.INTERNAL), "INTERNAL", "the text"),
        (Failed(None), "UNKNOWN", "the text"),
        (NoText(), "UNKNOWN", ""),
        (OddText(), "UNKNOWN", "b'bytes'"),
        (Failed(grpc.StatusCode.OK), "ABORTED", "plugin panicked: Failed: failed"),
        (Failed("INTERNAL"), "ABORTED", "plugin panicked: Failed: failed"),
        (Broken(), "ABORTED", "plugin panicked: Broken: failed"),
        (PluginCallError("NOT_FOUND", "gone"), "NOT_FOUND", "gone"),
        (PluginCallError("NOT_FOUND", "gone", plugin="a/b"), "NOT_FOUND", "gone"),
        (PluginCallError("OK", "all good"), "UNKNOWN", "all good"),
        (PluginCallError("NO_SUCH_CODE", "odd"), "UNKNOWN", "odd"),
        (PluginCallError("", ""), "UNKNOWN", ""),
    ],
    ids=repr,
)
def test_status_raised_by_the_action_arrives(
    plugin: Plugin, error: Exception, code: str, text: str
) -> None:
    """With the stack of the action, where the status has none of its own."""
    refusal = plugin.fail_with(error)
    assert (refusal.code, refusal.text) == (code, text)
    assert refusal.frames[0].function == f"{__name__}.throw"


def test_details_of_a_plugin_call_error_are_sent_as_they_are(plugin: Plugin) -> None:
    details = (STATUSES / "grpc_error.binpb").read_bytes()
    error = PluginCallError("NOT_FOUND", "gone", details=details)
    assert plugin.fail_with(error).details == details


# --- without raising ---------------------------------------------------------


class Recorder:
    """The part of a servicer's context that takes a status."""

    def __init__(self) -> None:
        self.set: dict[str, Any] = {}

    def set_code(self, code: grpc.StatusCode) -> None:
        self.set["code"] = code

    def set_details(self, details: str) -> None:
        self.set["details"] = details

    def set_trailing_metadata(self, trailing_metadata: tuple[tuple[str, str | bytes], ...]) -> None:
        self.set["metadata"] = dict(trailing_metadata)


def test_set_status_sets_what_abort_sends(plugin: Plugin) -> None:
    context = Recorder()
    set_status(context, caught(PluginError("disk is full")))
    assert context.set["code"] is grpc.StatusCode.UNKNOWN
    assert context.set["details"] == "disk is full"
    details = context.set["metadata"]["grpc-status-details-bin"]
    frames = Refusal("UNKNOWN", "disk is full", details).frames
    assert frames[0].function == f"{__name__}.{caught.__qualname__}"


def test_set_status_without_a_stack_sets_no_metadata() -> None:
    context = Recorder()
    set_status(context, ValueError("made by hand"))
    assert context.set == {
        "code": grpc.StatusCode.ABORTED,
        "details": "plugin panicked: ValueError: made by hand",
    }


def test_guarded_keeps_the_name_and_the_result_of_a_handler() -> None:
    @guarded
    def handler(request: bytes, context: object) -> ExecuteResponse:
        return ExecuteResponse(item=request)

    assert handler.__name__ == "handler"
    assert handler(b"x", None).item == b"x"


# --- what a caller makes of a status -----------------------------------------


@pytest.mark.parametrize("fixture", sorted(path.stem for path in STATUSES.glob("*.binpb")))
def test_stack_that_velero_sends_is_read(fixture: str) -> None:
    details = (STATUSES / f"{fixture}.binpb").read_bytes()
    expected = json.loads((STATUSES / f"{fixture}.json").read_bytes())["details"][0]["frames"]
    error = call_error_from_rpc_error(Failed(details=details), plugin="example.io/x")
    assert [(f.file, f.line, f.function) for f in error.stack] == [
        (f["file"], f["line"], f["function"]) for f in expected
    ]
    assert (error.file, error.line, error.function) == tuple(expected[0].values())
    assert (error.code, error.message, error.plugin) == ("UNKNOWN", "the text", "example.io/x")
    assert error.details == details


OTHER_DETAIL = status_pb2.Status(code=2)
OTHER_DETAIL.details.add().Pack(status_pb2.Status(message="not a stack"))
BROKEN_STACK = status_pb2.Status(code=2)
BROKEN_STACK.details.add(type_url="type.googleapis.com/generated.Stack", value=b"\x0a\xff")


@pytest.mark.parametrize(
    "details",
    [
        None,
        b"",
        b"\xff\xff\xff",
        status_pb2.Status(code=2).SerializeToString(),
        OTHER_DETAIL.SerializeToString(),
        BROKEN_STACK.SerializeToString(),
    ],
    ids=["absent", "empty", "junk", "no detail", "another detail", "a broken stack"],
)
def test_status_without_a_readable_stack_is_read(details: bytes | None) -> None:
    error = call_error_from_rpc_error(Failed(grpc.StatusCode.ABORTED, details))
    assert (error.code, error.message, error.stack) == ("ABORTED", "the text", ())
    assert (error.file, error.line, error.function) == ("", 0, "")
    assert error.details == details
    assert str(error) == "ABORTED: the text"


def test_what_one_side_sends_the_other_reads(plugin: Plugin) -> None:
    sent = call_error_from_exception(caught(PluginError("disk is full")))
    error = call_error_from_rpc_error(Failed(details=sent.details))
    line = caught.__code__.co_firstlineno + 3
    assert error.stack == (StackFrame(__file__, line, f"{__name__}.caught"),)
    assert re.search(r"test_status\.py$", error.file)
