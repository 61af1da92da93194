"""Every field of the adapted messages is carried over or is a declared loss."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor, FileDescriptor
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as backup_v2
from velero_plugin.restore_item_action.v2 import restore_item_action_pb2 as restore_v2
from velero_plugin.shared.v1.shared_pb2 import ResourceIdentifier
from velero_shim.adapters.translate import (
    DECLARED_LOSSES,
    VersionPair,
    backup_item_action_pair,
    restore_item_action_pair,
)
from velero_shim.errors import PluginCallError

PAIRS = [backup_item_action_pair(), restore_item_action_pair()]
each_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.v2)

# Of v2's methods the ones that v1 has too; the others are answered by the upgrade adapter
# and asked by the downgrade adapter.
SHARED_METHODS = {"AppliesTo", "Execute"}
V2_METHODS = {
    "BackupItemAction": {"Progress", "Cancel"},
    "RestoreItemAction": {"Progress", "Cancel", "AreAdditionalItemsReady"},
}


# --- the walk -------------------------------------------------------------------------------------


def differences(v1: Descriptor, v2: Descriptor) -> Iterator[str]:
    """Yields every field that one of two messages has and the other has not, as it is."""
    for mine, other in ((v1, v2), (v2, v1)):
        for field in mine.fields:
            if _shape(other.fields_by_name.get(field.name)) != _shape(field):
                yield field.full_name


def _shape(field: FieldDescriptor | None) -> object:
    if field is None:
        return None
    message = field.message_type and field.message_type.full_name
    return field.number, field.type, field.is_repeated, message


def service(descriptor: FileDescriptor) -> Any:
    (found,) = descriptor.services_by_name.values()
    return found


def adapted(pair: VersionPair) -> Iterator[tuple[Descriptor, Descriptor]]:
    """Yields the messages of v1 and v2 that stand in for each other."""
    v1, v2 = service(pair.messages_v1.DESCRIPTOR), service(pair.messages_v2.DESCRIPTOR)
    for method in v1.methods:
        other = v2.methods_by_name[method.name]
        yield method.input_type, other.input_type
        yield method.output_type, other.output_type


def undeclared(pair: VersionPair, losses: dict[str, str]) -> set[str]:
    return {
        field for v1, v2 in adapted(pair) for field in differences(v1, v2) if field not in losses
    }


@each_pair
def test_every_field_is_mapped_or_a_declared_loss(pair: VersionPair) -> None:
    assert undeclared(pair, DECLARED_LOSSES) == set()


def test_no_declared_loss_is_stale() -> None:
    lost = {field for pair in PAIRS for field in undeclared(pair, {})}
    assert set(DECLARED_LOSSES) == lost
    assert all(DECLARED_LOSSES.values())


@each_pair
def test_every_method_is_accounted_for(pair: VersionPair) -> None:
    v1, v2 = service(pair.messages_v1.DESCRIPTOR), service(pair.messages_v2.DESCRIPTOR)
    assert {method.name for method in v1.methods} == SHARED_METHODS
    assert {method.name for method in v2.methods} == SHARED_METHODS | V2_METHODS[v2.name]


@each_pair
def test_progress_and_cancel_are_asked_with_the_same_bytes(pair: VersionPair) -> None:
    methods = service(pair.messages_v2.DESCRIPTOR).methods_by_name
    progress, cancel = methods["Progress"].input_type, methods["Cancel"].input_type
    assert list(differences(progress, cancel)) == []
    assert {field.name for field in progress.fields} == {"plugin", "operationID", pair.subject}


# --- the walk, shown failing ----------------------------------------------------------------------


def changed(pair: VersionPair, message: str, field: str) -> VersionPair:
    """Returns the pair as a release of Velero with one more field would have it."""
    pool = descriptor_pool.DescriptorPool()
    _add(pool, pair.messages_v1.DESCRIPTOR, message, field)
    _add(pool, pair.messages_v2.DESCRIPTOR, message, field)
    modules = [
        _module(pool, original.DESCRIPTOR.name) for original in (pair.messages_v1, pair.messages_v2)
    ]
    return VersionPair(
        pair.v1, pair.v2, pair.subject, pair.view, pair.prefix, pair.execute, *modules
    )


def _add(
    pool: descriptor_pool.DescriptorPool, file: FileDescriptor, message: str, field: str
) -> None:
    for needed in file.dependencies:
        _add(pool, needed, message, field)
    proto = descriptor_pb2.FileDescriptorProto()
    file.CopyToProto(proto)
    for declared in proto.message_type:
        if f"{file.package}.{declared.name}" == message:
            declared.field.add(
                name=field,
                number=99,
                type=descriptor_pb2.FieldDescriptorProto.TYPE_STRING,
                label=descriptor_pb2.FieldDescriptorProto.LABEL_OPTIONAL,
            )
    pool.Add(proto)


def _module(pool: descriptor_pool.DescriptorPool, name: str) -> Any:
    file = pool.FindFileByName(name)
    classes = {
        message: message_factory.GetMessageClass(descriptor)
        for message, descriptor in file.message_types_by_name.items()
    }
    return SimpleNamespace(DESCRIPTOR=file, **classes)


MESSAGES = sorted(
    {
        (index, side.full_name)
        for index, pair in enumerate(PAIRS)
        for both in adapted(pair)
        for side in both
    }
)


@pytest.mark.parametrize(("index", "message"), MESSAGES, ids=lambda value: str(value))
def test_a_field_that_is_new_upstream_fails_the_walk(index: int, message: str) -> None:
    pair = changed(PAIRS[index], message, "inventedUpstream")
    assert undeclared(pair, DECLARED_LOSSES) == {f"{message}.inventedUpstream"}


def test_a_declared_loss_that_is_gone_upstream_fails_the_walk() -> None:
    stale = {**DECLARED_LOSSES, "v2.ExecuteResponse.goneUpstream": "gone"}
    assert set(stale) != {field for pair in PAIRS for field in undeclared(pair, {})}


def test_a_field_of_another_type_fails_the_walk() -> None:
    v1 = backup_item_action_pair().messages_v1.DESCRIPTOR.message_types_by_name
    v2 = backup_v2.DESCRIPTOR.message_types_by_name
    assert set(differences(v1["ExecuteRequest"], v2["BackupItemActionAppliesToRequest"])) >= {
        "generated.ExecuteRequest.item"
    }


# --- what the functions really carry over ---------------------------------------------------------


def filled(message: Any, seed: int = 1) -> Any:
    """Sets every field of a message, and of those in it, to something of its own."""
    for field in message.DESCRIPTOR.fields:
        if field.is_repeated:
            target = getattr(message, field.name)
            for more in range(2):
                if field.message_type:
                    filled(target.add(), 10 * seed + field.number + more)
                else:
                    target.append(f"{field.name}{seed + more}")
        elif field.message_type:
            filled(getattr(message, field.name), 10 * seed + field.number)
        else:
            setattr(message, field.name, _value(field, seed))
    return message


def _value(field: FieldDescriptor, seed: int) -> object:
    return {
        FieldDescriptor.TYPE_BYTES: f'{{"{field.name}":{seed}}}'.encode(),
        FieldDescriptor.TYPE_BOOL: True,
        FieldDescriptor.TYPE_STRING: f"{field.name}-{seed}",
    }.get(field.type, seed)


def response_of(pair: VersionPair) -> Any:
    return filled(getattr(pair.messages_v2, f"{pair.execute}Response")())


def v1_response(pair: VersionPair, data: bytes) -> Any:
    return getattr(pair.messages_v1, f"{pair.execute}Response").FromString(data)


@each_pair
def test_every_field_that_is_not_lost_arrives_with_its_value(pair: VersionPair) -> None:
    sent = response_of(pair)
    received = v1_response(pair, pair.execute_response_v2_to_v1(sent, operation_over=False))
    for field in sent.DESCRIPTOR.fields:
        if field.full_name not in DECLARED_LOSSES:
            assert getattr(received, field.name) == getattr(sent, field.name), field.full_name


def test_a_new_field_within_an_identifier_would_be_noticed() -> None:
    """Identifiers are copied field by field: an addition to them has to be added there."""
    pair = changed(PAIRS[0], "generated.ResourceIdentifier", "inventedUpstream")
    sent = response_of(pair)
    received = v1_response(pair, pair.execute_response_v2_to_v1(sent, operation_over=False))
    assert received.additionalItems != sent.additionalItems


def holds_unknown_fields(message: Message) -> bool:
    known = cast(Any, type(message))()
    known.CopyFrom(message)
    known.DiscardUnknownFields()
    return bool(known.SerializeToString() != message.SerializeToString())


UNKNOWN = b"\xfa\x3f\x03new"  # field 1023, three bytes


@each_pair
@pytest.mark.parametrize("over", [False, True])
def test_no_field_of_v2_leaks_into_the_bytes_of_v1(pair: VersionPair, over: bool) -> None:
    newer = response_of(pair).SerializeToString() + UNKNOWN
    item = ResourceIdentifier(name="n").SerializeToString() + UNKNOWN
    newer += b"\x12" + bytes([len(item)]) + item
    sent = pair.execute_response(newer)
    assert holds_unknown_fields(sent)
    received = v1_response(pair, pair.execute_response_v2_to_v1(sent, operation_over=over))
    assert received.additionalItems[2].name == "n"
    assert not holds_unknown_fields(received)


def test_items_to_collect_afterwards_follow_without_repeats() -> None:
    a, b, c, d = (ResourceIdentifier(resource="pods", name=name) for name in "abcd")
    elsewhere = ResourceIdentifier(resource="pods", namespace="n", name="a")
    sent = backup_v2.ExecuteResponse(
        additionalItems=[b, a, b], operationID="1", postOperationItems=[c, a, elsewhere, d, c]
    )
    pair = backup_item_action_pair()
    over = v1_response(pair, pair.execute_response_v2_to_v1(sent, operation_over=True))
    assert list(over.additionalItems) == [b, a, c, elsewhere, d]
    ignored = v1_response(pair, pair.execute_response_v2_to_v1(sent, operation_over=False))
    assert list(ignored.additionalItems) == [b, a, b]


NAMES = st.text(alphabet="ab", max_size=1)
IDENTIFIERS = st.lists(
    st.builds(ResourceIdentifier, group=NAMES, resource=NAMES, namespace=NAMES, name=NAMES)
)


@given(additional=IDENTIFIERS, after=IDENTIFIERS)
def test_merged_items_are_all_items_in_the_order_of_their_first_time(
    additional: list[ResourceIdentifier], after: list[ResourceIdentifier]
) -> None:
    pair = backup_item_action_pair()
    sent = backup_v2.ExecuteResponse(additionalItems=additional, postOperationItems=after)
    over = v1_response(pair, pair.execute_response_v2_to_v1(sent, operation_over=True))
    expected: list[ResourceIdentifier] = []
    for item in [*additional, *after]:
        if item not in expected:
            expected.append(item)
    assert list(over.additionalItems) == expected


@each_pair
def test_an_operation_is_asked_for_with_the_requests_own_bytes(pair: VersionPair) -> None:
    subject = b'{"spec": {"itemOperationTimeout":"1h"}, "odd":1e3}'
    request = getattr(pair.messages_v1, f"{pair.execute}Request")(plugin="example.io/p", item=b"{}")
    setattr(request, pair.subject, subject)
    plugin, asked = pair.operation_request(request.SerializeToString() + UNKNOWN, "op")
    assert plugin == "example.io/p"
    for name in ("Progress", "Cancel"):
        read = getattr(pair.messages_v2, f"{pair.prefix}{name}Request").FromString(asked)
        assert (read.plugin, read.operationID) == ("example.io/p", "op")
        assert getattr(read, pair.subject) == subject
    assert pair.subject_of(asked).raw == subject


# --- answers that are none ------------------------------------------------------------------------


@each_pair
@pytest.mark.parametrize("data", [b"\xff", b"\x0a\x7fshort", b"\x1a\x01\xff\x22\x01\xff"])
def test_bytes_that_are_no_message_are_the_plugins_fault(pair: VersionPair, data: bytes) -> None:
    for read in (pair.execute_response, pair.progress_response):
        with pytest.raises(PluginCallError) as caught:
            read(data)
        assert caught.value.code == "INTERNAL"
        assert "plugin" in caught.value.message


@each_pair
def test_a_progress_without_progress_is_the_plugins_fault(pair: VersionPair) -> None:
    with pytest.raises(PluginCallError, match="without a progress"):
        pair.progress_response(b"")


@each_pair
@pytest.mark.parametrize(
    "returned", [None, "text", restore_v2.RestoreItemActionAppliesToResponse()]
)
def test_a_servicer_that_returns_something_else_is_told(
    pair: VersionPair, returned: object
) -> None:
    with pytest.raises(TypeError, match=type(returned).__name__):
        pair.execute_response(returned)


@each_pair
def test_messages_of_a_servicer_are_taken_as_they_are(pair: VersionPair) -> None:
    response = response_of(pair)
    assert pair.execute_response(response) is response
