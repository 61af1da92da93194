"""Which actions an item goes through.

Owns the reading of AppliesTo and the match of an item with it. Source:
pkg/plugin/framework/action_resolver.go of Velero v1.18.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from velero_shim.backup.filters import IncludesExcludes, resolved
from velero_shim.backup.labels import LabelSelector, SelectorError, parse_selector
from velero_shim.backup.resources import ResourceTable
from velero_shim.errors import PluginResponseError
from velero_shim.model import ResourceSelector


class Applicable(Protocol):
    """An action that says which items it is for."""

    @property
    def name(self) -> str:
        """The registered name."""
        ...

    def applies_to(self) -> ResourceSelector:
        """Returns which items the action is for."""
        ...


Action = TypeVar("Action", bound=Applicable)


@dataclass(frozen=True, slots=True)
class SelectedAction(Generic[Action]):
    """An action with its AppliesTo in terms of the cluster's resources."""

    action: Action
    resources: IncludesExcludes
    namespaces: IncludesExcludes
    selector: LabelSelector

    def should_use(self, group_resource: str, namespace: str, labels: Mapping[str, str]) -> bool:
        """Whether an item goes through it.

        Args:
            group_resource: ``plural.group`` as the item was asked for.
            namespace: empty for cluster scope, which no action with named namespaces takes.
            labels: those that the item had before any action.
        """
        if not self.resources.should_include(group_resource):
            return False
        if namespace and not self.namespaces.should_include(namespace):
            return False
        if not namespace and not self.namespaces.includes_everything:
            return False
        return self.selector.matches(labels)


def select(actions: Iterable[Action], table: ResourceTable) -> list[SelectedAction[Action]]:
    """Asks each action what it is for, in the order of the actions.

    Raises:
        PluginCallError: an action does not say it; a whole backup fails for that.
        PluginResponseError: it answered with a label selector that is none.
    """
    return [_selected(action, table) for action in actions]


def _selected(action: Action, table: ResourceTable) -> SelectedAction[Action]:
    told = action.applies_to()
    try:
        selector = parse_selector(told.label_selector)
    except SelectorError as error:
        raise PluginResponseError(f"{action.name}: AppliesTo: {error}") from None
    return SelectedAction(
        action,
        resolved(table, told.included_resources, told.excluded_resources),
        IncludesExcludes(tuple(told.included_namespaces), tuple(told.excluded_namespaces)),
        selector,
    )
