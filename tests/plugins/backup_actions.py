"""Actions for tests of backups: what they do with an item, its annotations ask for.

Under ``test.example.io/``, each with a JSON value, looked at by the action of that name only
when it is ``{"ACTION": value}`` and the key is one of these:

    error          Execute fails with that text
    crash          the process ends in Execute
    rename         the item's new name
    annotate       annotations to set
    label          labels to set
    additional     additional items, each ``[group, resource, namespace, name]``
    operation      starts an operation; the value is its script, see below
    post           items for after the operation
    again          starts an operation in the finalize phase too
    log            ``[level, text]`` to log
    item           replaces the item

An operation's script is a list with one progress for each poll, the last one repeated; a text in
it is an error. It lives in the folder ``BACKUP_ACTIONS_STATE``, or in memory with
``BACKUP_ACTIONS_FORGETFUL`` set.
"""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import Any

from velero_shim import (
    Backup,
    BackupItemActionV1,
    BackupItemActionV2,
    ExecuteResult,
    ExecuteResultV2,
    InvalidOperationIDError,
    OperationProgress,
    PluginError,
    PluginServer,
    ResourceIdentifier,
    ResourceSelector,
)

PREFIX = "test.example.io/"
STATE = "BACKUP_ACTIONS_STATE"
FORGETFUL = "BACKUP_ACTIONS_FORGETFUL"
SELECTOR = "BACKUP_ACTIONS_SELECTOR"

_memory: dict[str, list[Any]] = {}


def _selector(name: str) -> ResourceSelector:
    found = json.loads(os.environ.get(SELECTOR, "{}")).get(name, {})
    return ResourceSelector(**found)


class _Asked:
    def __init__(self, item: dict[str, Any], action: str) -> None:
        annotations = item.get("metadata", {}).get("annotations") or {}
        self._found: dict[str, Any] = {}
        for key, text in annotations.items():
            if key.startswith(PREFIX):
                value = json.loads(text)
                if action in value:
                    self._found[key.removeprefix(PREFIX)] = value[action]

    def get(self, what: str, default: Any = None) -> Any:
        return self._found.get(what, default)

    def identifiers(self, what: str) -> list[ResourceIdentifier]:
        return [ResourceIdentifier(*one) for one in self.get(what, [])]


def _perform(item: dict[str, Any], asked: _Asked) -> dict[str, Any]:
    if asked.get("log"):
        level, text = asked.get("log")
        logging.getLogger("actions").log(logging.getLevelNamesMapping()[level], "%s", text)
    if asked.get("error"):
        raise PluginError(asked.get("error"))
    if asked.get("crash"):
        os._exit(3)
    item = asked.get("item") or item
    metadata = item["metadata"]
    metadata["name"] = asked.get("rename") or metadata["name"]
    for field, asked_for in (("annotations", "annotate"), ("labels", "label")):
        if asked.get(asked_for):
            metadata[field] = {**(metadata.get(field) or {}), **asked.get(asked_for)}
    return item


class V1(BackupItemActionV1):
    """Does what is asked of it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def applies_to(self) -> ResourceSelector:
        return _selector(self._name)

    def execute(self, item: dict[str, Any], backup: Backup) -> ExecuteResult:
        asked = _Asked(item, self._name)
        return ExecuteResult(_perform(item, asked), asked.identifiers("additional"))


class V2(BackupItemActionV2):
    """Does what is asked of it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def applies_to(self) -> ResourceSelector:
        return _selector(self._name)

    def execute(self, item: dict[str, Any], backup: Backup) -> ExecuteResultV2:
        asked = _Asked(item, self._name)
        updated = _perform(item, asked)
        if backup.is_finalizing:
            annotations = updated["metadata"].setdefault("annotations", {})
            annotations["phase"] = backup.phase
        operation_id = ""
        if asked.get("operation") and (not backup.is_finalizing or asked.get("again")):
            metadata = updated["metadata"]
            operation_id = f"{metadata.get('namespace', '')}-{metadata['name']}-{self._name}"
            _store(operation_id, {"script": asked.get("operation"), "polls": 0, "cancels": 0})
        return ExecuteResultV2(
            updated, asked.identifiers("additional"), operation_id, asked.identifiers("post")
        )

    def progress(self, operation_id: str, backup: Backup) -> OperationProgress:
        state = _load(operation_id)
        step = state["script"][min(state["polls"], len(state["script"]) - 1)]
        _store(operation_id, {**state, "polls": state["polls"] + 1, "pid": os.getpid()})
        if isinstance(step, str):
            raise PluginError(step)
        return OperationProgress(**step)

    def cancel(self, operation_id: str, backup: Backup) -> None:
        state = _load(operation_id)
        _store(operation_id, {**state, "cancels": state["cancels"] + 1})
        raise PluginError("it cannot be cancelled")


def _file(operation_id: str) -> Path:
    return Path(os.environ[STATE], f"{operation_id}.json")


def _store(operation_id: str, state: Any) -> None:
    if os.environ.get(FORGETFUL):
        _memory[operation_id] = state
    else:
        _file(operation_id).write_text(json.dumps(state))


def _load(operation_id: str) -> Any:
    try:
        if os.environ.get(FORGETFUL):
            return _memory[operation_id]
        return json.loads(_file(operation_id).read_text())
    except (KeyError, FileNotFoundError):
        raise InvalidOperationIDError(operation_id) from None


def main() -> None:
    """Serves three actions, two of version 2 and one of version 1."""
    server = PluginServer()
    server.register_backup_item_action_v2("test.example.io/a", lambda: V2("a"))
    server.register_backup_item_action_v2("test.example.io/b", lambda: V2("b"))
    server.register_backup_item_action("test.example.io/old", lambda: V1("old"))
    server.serve()


def again() -> None:
    """Serves the first of them once more, as version 1."""
    PluginServer().register_backup_item_action("test.example.io/a", lambda: V1("a")).serve()
