"""The one way in which a host calls a plugin.

Owns the channel of a call, the status of a failed one and the JSON of items, backups and
restores; the clients of the single kinds stand on it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import ClassVar, TypeVar

import grpc
from google.protobuf.message import Message

from velero_plugin.backup_item_action.v1 import backup_item_action_pb2
from velero_plugin.shared.v1 import shared_pb2
from velero_shim.errors import InvalidJSONError, PluginCallError, PluginResponseError
from velero_shim.jsonbytes import JSONObject, decode_object, encode_object
from velero_shim.kinds import SERVICES, PluginKind
from velero_shim.model import ResourceIdentifier, ResourceSelector
from velero_shim.objects import LazyObject
from velero_shim.status import call_error_from_rpc_error

logger = logging.getLogger(__name__)

ChannelSource = grpc.Channel | Callable[[], grpc.Channel]
"""A channel, or what returns the one for the next call (a supervisor's ``channel``)."""

ObjectInput = JSONObject | bytes | LazyObject
"""A Kubernetes object as it is sent: decoded, as JSON, or as it came with a request."""

_Response = TypeVar("_Response", bound=Message)


def call(
    source: ChannelSource,
    path: str,
    request: Message,
    response: type[_Response],
    *,
    timeout: float | None = None,
    plugin: str = "",
) -> _Response:
    """Makes one call, once.

    Args:
        source: the channel; a callable is asked for it once.
        path: the full method name, for example ``/v2.BackupItemAction/Execute``.
        request: the message to send.
        response: the class of the message that comes back.
        timeout: seconds; ``None`` sets no deadline, as Velero does.
        plugin: the registered name, for the error.

    Raises:
        PluginCallError: the call came back with a status other than OK.
    """
    channel = source() if callable(source) else source
    method = channel.unary_unary(
        path,
        request_serializer=type(request).SerializeToString,
        response_deserializer=response.FromString,
    )
    try:
        return method(request, timeout=timeout)
    except grpc.RpcError as error:
        raise call_error_from_rpc_error(error, plugin) from error
    except ValueError as error:  # how grpcio says that the channel is closed
        raise PluginCallError("UNAVAILABLE", str(error), plugin=plugin) from error


class ActionClient:
    """An action of a running plugin, called by its registered name.

    Args:
        channel: the plugin's channel, or a callable that returns it before each call.
        name: the registered name.
    """

    kind: ClassVar[PluginKind]

    def __init__(self, channel: ChannelSource, name: str) -> None:
        self._source = channel
        self._name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._name!r})"

    @property
    def name(self) -> str:
        """The registered name. It is never asked of the plugin."""
        return self._name

    def applies_to(self, timeout: float | None = None) -> ResourceSelector:
        """Returns which items the action is for.

        Args:
            timeout: seconds; ``None`` sets no deadline.

        Raises:
            PluginCallError: the plugin answered with an error.
        """
        # AppliesTo's messages are the same bytes in every kind.
        request = backup_item_action_pb2.BackupItemActionAppliesToRequest(plugin=self._name)
        response = backup_item_action_pb2.BackupItemActionAppliesToResponse
        answer = self._call("AppliesTo", request, response, timeout)
        return ResourceSelector.from_message(answer.ResourceSelector)

    def _call(
        self, method: str, request: Message, response: type[_Response], timeout: float | None
    ) -> _Response:
        path = f"/{SERVICES[self.kind]}/{method}"
        return call(self._source, path, request, response, timeout=timeout, plugin=self._name)

    def _returned_item(self, returned: bytes, sent: bytes) -> JSONObject:
        if not returned:
            # Velero would fail to parse it. No plugin can mean "delete the item" with it.
            logger.warning(
                "plugin returned an empty item, the one sent is kept plugin=%s", self.name
            )
            return decode_object(sent, "item")
        try:
            return decode_object(returned, "item")
        except InvalidJSONError as error:
            raise PluginResponseError(f"{self._name}: the returned {error}") from error


def encoded(value: ObjectInput) -> bytes:
    """Returns the JSON of an object; bytes and lazy views go as they are."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, LazyObject):
        return value.raw
    return encode_object(value)


def identifiers(
    messages: Iterable[shared_pb2.ResourceIdentifier],
) -> tuple[ResourceIdentifier, ...]:
    """Reads the identifiers of items in a response."""
    return tuple(ResourceIdentifier.from_message(message) for message in messages)
