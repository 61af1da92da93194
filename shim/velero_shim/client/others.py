"""Clients of the plugin lister and of the kinds that have one version only."""

from __future__ import annotations

from velero_plugin.delete_item_action.v1 import delete_item_action_pb2
from velero_plugin.item_block_action.v1 import item_block_action_pb2
from velero_plugin.plugin_lister.v1 import plugin_lister_pb2
from velero_plugin.shared.v1 import shared_pb2
from velero_shim.client.calls import (
    ActionClient,
    ChannelSource,
    ObjectInput,
    call,
    encoded,
    identifiers,
)
from velero_shim.kinds import PluginIdentifier, PluginKind, kind_or_text
from velero_shim.model import ResourceIdentifier


def list_plugins(channel: ChannelSource, timeout: float | None = None) -> list[PluginIdentifier]:
    """Asks a plugin what it serves.

    Args:
        channel: the plugin's channel.
        timeout: seconds; ``None`` sets no deadline, as Velero does.

    Returns:
        What it listed, in its order. A kind that Velero 1.18 does not know stays a string;
        a Velero server would refuse the whole plugin file for it.

    Raises:
        PluginCallError: the plugin answered with an error.
    """
    response = plugin_lister_pb2.ListPluginsResponse
    path = "/generated.PluginLister/ListPlugins"
    answer = call(channel, path, shared_pb2.Empty(), response, timeout=timeout)
    return [PluginIdentifier(kind_or_text(p.kind), p.name, p.command) for p in answer.plugins]


class DeleteItemActionClient(ActionClient):
    """A DeleteItemAction of a running plugin."""

    kind = PluginKind.DELETE_ITEM_ACTION

    def execute(self, item: ObjectInput, backup: ObjectInput, timeout: float | None = None) -> None:
        """Sends one item of a backup that is being deleted.

        Raises:
            PluginCallError: the plugin answered with an error.
        """
        request = delete_item_action_pb2.DeleteItemActionExecuteRequest(
            plugin=self.name, item=encoded(item), backup=encoded(backup)
        )
        self._call("Execute", request, shared_pb2.Empty, timeout)


class ItemBlockActionClient(ActionClient):
    """An ItemBlockAction of a running plugin."""

    kind = PluginKind.ITEM_BLOCK_ACTION

    def get_related_items(
        self, item: ObjectInput, backup: ObjectInput, timeout: float | None = None
    ) -> tuple[ResourceIdentifier, ...]:
        """Asks which items belong into one block with an item.

        Raises:
            PluginCallError: the plugin answered with an error.
        """
        request = item_block_action_pb2.ItemBlockActionGetRelatedItemsRequest(
            plugin=self.name, item=encoded(item), backup=encoded(backup)
        )
        response = item_block_action_pb2.ItemBlockActionGetRelatedItemsResponse
        answer = self._call("GetRelatedItems", request, response, timeout)
        return identifiers(answer.relatedItems)
