"""The plugin's name in a request, read without parsing the rest."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as backup_v2
from velero_plugin.restore_item_action.v2 import restore_item_action_pb2 as restore_v2
from velero_shim.adapters.local import LocalContext
from velero_shim.adapters.route import plugin_of, route_service
from velero_shim.errors import PluginCallError, PluginNotFoundError
from velero_shim.servicers import ServiceHandlers

NAMES = st.text(st.characters(exclude_categories=["Cs"]))


@given(NAMES, st.binary(), st.binary())
def test_the_name_is_the_one_in_the_message(name: str, item: bytes, backup: bytes) -> None:
    for request in (
        backup_v2.ExecuteRequest(plugin=name, item=item, backup=backup),
        backup_v2.BackupItemActionCancelRequest(plugin=name, operationID="o", backup=backup),
        restore_v2.RestoreItemActionExecuteRequest(plugin=name, item=item, restore=backup),
    ):
        assert plugin_of(request.SerializeToString()) == name


@given(NAMES, st.binary(min_size=1))
def test_a_name_that_does_not_come_first_is_found(name: str, item: bytes) -> None:
    late = backup_v2.ExecuteRequest(item=item).SerializeToString()
    late += backup_v2.ExecuteRequest(plugin=name).SerializeToString()
    assert plugin_of(late) == name


@given(st.binary())
def test_any_bytes_have_a_name_or_are_refused(request_bytes: bytes) -> None:
    code = "INTERNAL"
    try:
        plugin_of(request_bytes)
    except PluginCallError as error:
        code = error.code
    assert code == "INTERNAL"


@pytest.mark.parametrize(
    "broken", [b"\x0a", b"\x0a\x05abc", b"\x0a\x02\xff\xfe", b"\x0a" + b"\xff" * 11, b"\x08"]
)
def test_what_is_no_message_is_refused(broken: bytes) -> None:
    with pytest.raises(PluginCallError, match="no protobuf message"):
        plugin_of(broken)


def handlers(answer: bytes) -> ServiceHandlers:
    method: Any = grpc.unary_unary_rpc_method_handler(lambda request, context: answer)
    return ServiceHandlers("s", {"Execute": method})


def test_each_name_is_answered_by_its_own() -> None:
    served = {"a": handlers(b"A"), "b": handlers(b"B")}

    def choose(name: str) -> ServiceHandlers:
        if name not in served:
            raise PluginNotFoundError(name)
        return served[name]

    execute = route_service("s", {"Execute": False}, choose).methods["Execute"].unary_unary
    assert execute is not None
    for name, answer in (("a", b"A"), ("b", b"B"), ("a", b"A")):
        request = backup_v2.ExecuteRequest(plugin=name).SerializeToString()
        assert execute(request, LocalContext(1.0)) == answer
    context = LocalContext(1.0)
    with pytest.raises(PluginCallError) as refused:
        execute(backup_v2.ExecuteRequest(plugin="c").SerializeToString(), context)
    assert refused.value.code == "UNKNOWN"
    assert "c" in refused.value.message
