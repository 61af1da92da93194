"""What a Velero host answers: values and errors, as Velero's own types have them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


class HostError(Exception):
    """A call failed, as Velero sees it.

    Attributes:
        message: the error's whole text, which Velero logs.
        code: the gRPC status code's name as Go writes it ("Unknown", "Aborted"), or "".
        description: the status's own message, or "".
        file, line, function: where the plugin says it happened; "" and 0 when it does not.
    """

    def __init__(
        self, *, message: str, code: str, description: str, file: str, line: int, function: str
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.description = description
        self.file = file
        self.line = line
        self.function = function


class HostDiedError(Exception):
    """The host ended, or was killed at the time limit, before it answered.

    Attributes:
        exit_code: what it ended with, None while it could not be waited for.
        stderr: the last lines that it wrote there.
    """

    def __init__(self, reason: str, exit_code: int | None, stderr: Sequence[str]) -> None:
        super().__init__("\n".join([f"{reason} (exit code {exit_code})", *stderr]))
        self.exit_code = exit_code
        self.stderr = stderr


@dataclass(frozen=True, slots=True)
class Plugin:
    """One entry of the registry: what a plugin file listed."""

    command: str
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Identifier:
    """A velero.ResourceIdentifier."""

    group: str = ""
    resource: str = ""
    namespace: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Selector:
    """A velero.ResourceSelector."""

    included_namespaces: tuple[str, ...] = ()
    excluded_namespaces: tuple[str, ...] = ()
    included_resources: tuple[str, ...] = ()
    excluded_resources: tuple[str, ...] = ()
    label_selector: str = ""

    @classmethod
    def read(cls, found: Mapping[str, Any]) -> Selector:
        """Takes in an answer; Go's nil list is an empty one."""
        label_selector: str = found["label_selector"]
        lists = {key: tuple(found[key] or ()) for key in found if key != "label_selector"}
        return cls(label_selector=label_selector, **lists)


@dataclass(frozen=True, slots=True)
class Executed:
    """What Velero got back from an Execute; a kind leaves empty what it does not have.

    ``item_json`` is the item as Velero would write it into the backup.
    """

    item_json: str
    additional_items: tuple[Identifier, ...] = ()
    operation_id: str = ""
    post_operation_items: tuple[Identifier, ...] = ()
    skip_restore: bool = False
    wait_for_additional_items: bool = False
    ready_timeout_nanos: int = 0

    @classmethod
    def read(cls, found: Mapping[str, Any] | None) -> Executed:
        """Takes in an answer; a DeleteItemAction gives none."""
        if found is None:
            return cls(item_json="")
        identifiers = {
            key: tuple(Identifier(**entry) for entry in found[key] or ())
            for key in ("additional_items", "post_operation_items")
        }
        rest = {key: value for key, value in found.items() if key != "item"}
        return cls(item_json=found["item"], **{**rest, **identifiers})

    @property
    def item(self) -> dict[str, Any]:
        """The item, decoded."""
        item: dict[str, Any] = json.loads(self.item_json)
        return item

    @property
    def annotations(self) -> dict[str, str]:
        """The item's annotations."""
        annotations: dict[str, str] = self.item["metadata"].get("annotations", {})
        return annotations


@dataclass(frozen=True, slots=True)
class Instant:
    """A Go time.Time, to the nanosecond."""

    text: str
    seconds: int
    nanos: int
    is_zero: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """A velero.OperationProgress."""

    completed: bool
    err: str
    n_completed: int
    n_total: int
    operation_units: str
    description: str
    started: Instant
    updated: Instant

    @classmethod
    def read(cls, found: Mapping[str, Any]) -> Progress:
        """Takes in an answer."""
        times = {key: Instant(**found[key]) for key in ("started", "updated")}
        return cls(**{**found, **times})
