"""Which instance answers to a name, and when it is made."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scripted import (
    ACTIONS,
    METHODS,
    NAME,
    SERVICERS,
    BackupV1,
    Do,
    OnlyRequired,
    call,
    changed,
    fail,
    fresh_script,
)
from servers import LIMIT, refused, served
from velero_plugin.backup_item_action.v2 import backup_item_action_pb2 as backup_v2
from velero_plugin.backup_item_action.v2.backup_item_action_pb2_grpc import BackupItemActionStub
from velero_shim.errors import PluginError, PluginNotFoundError
from velero_shim.kinds import PluginKind
from velero_shim.servicers import (
    ServerMux,
    handlers_for,
    handlers_from_servicer,
    handlers_of_action,
)


@pytest.fixture(autouse=True)
def script() -> Iterator[dict[str, Do]]:
    with fresh_script() as does:
        yield does


class Factory:
    """Makes actions, and counts."""

    def __init__(self, *returned: object) -> None:
        self._returned = list(returned)
        self.calls = 0
        self.entered = threading.Event()
        self.open = threading.Event()
        self.open.set()

    def __call__(self) -> object:
        self.calls += 1
        self.entered.set()
        assert self.open.wait(LIMIT)
        made = self._returned.pop(0) if len(self._returned) > 1 else self._returned[0]
        if isinstance(made, BaseException):
            raise made
        return made


def execute_request(name: str) -> backup_v2.ExecuteRequest:
    return backup_v2.ExecuteRequest(plugin=name, item=b"{}", backup=b"{}")


def test_instance_is_made_once_by_32_callers_at_a_time(tmp_path: Path) -> None:
    """While another name, whose factory waits for nothing, is answered."""
    slow, fast = Factory(OnlyRequired()), Factory(OnlyRequired())
    slow.open.clear()
    handlers = handlers_for(
        PluginKind.BACKUP_ITEM_ACTION_V2, {"example.io/slow": slow, "example.io/fast": fast}
    )
    with (
        served(tmp_path, handlers, workers=40) as channel,
        ThreadPoolExecutor(32) as callers,
    ):
        execute = BackupItemActionStub(channel).Execute
        barrier = threading.Barrier(32)

        def call_slow(_: int) -> bytes:
            barrier.wait(LIMIT)
            return execute(execute_request("example.io/slow"), timeout=LIMIT).item

        answers = callers.map(call_slow, range(32))
        assert slow.entered.wait(LIMIT)
        assert execute(execute_request("example.io/fast"), timeout=LIMIT).item == b"{}"
        slow.open.set()
        assert list(answers) == [b"{}"] * 32
    assert (slow.calls, fast.calls) == (1, 1)


def test_no_instance_is_made_before_it_is_asked_for(tmp_path: Path) -> None:
    factory = Factory(OnlyRequired())
    handlers = handlers_for(PluginKind.BACKUP_ITEM_ACTION_V2, {NAME: factory})
    with served(tmp_path, handlers) as channel:
        execute = BackupItemActionStub(channel).Execute
        refused(lambda: execute(execute_request("example.io/nobody"), timeout=LIMIT))
        assert factory.calls == 0
        for _ in range(3):
            execute(execute_request(NAME), timeout=LIMIT)
        assert factory.calls == 1


@pytest.mark.parametrize(
    ("failure", "code", "text"),
    [
        (PluginError("no credentials"), "UNKNOWN", "no credentials"),
        (OSError("no network"), "ABORTED", "plugin panicked: OSError: no network"),
        (SystemExit(1), "ABORTED", "plugin panicked: SystemExit: 1"),
        (
            BackupV1(),
            "ABORTED",
            f"plugin panicked: TypeError: the factory of {NAME} returned BackupV1, "
            "expected BackupItemActionV2",
        ),
        (
            None,
            "ABORTED",
            f"plugin panicked: TypeError: the factory of {NAME} returned NoneType, "
            "expected BackupItemActionV2",
        ),
    ],
)
def test_factory_that_fails_is_tried_again(
    tmp_path: Path, failure: object, code: str, text: str
) -> None:
    factory = Factory(failure, failure, OnlyRequired())
    handlers = handlers_for(PluginKind.BACKUP_ITEM_ACTION_V2, {NAME: factory})
    with served(tmp_path, handlers) as channel:
        execute = BackupItemActionStub(channel).Execute
        for _ in range(2):
            refusal = refused(lambda: execute(execute_request(NAME), timeout=LIMIT))
            assert (refusal.code, refusal.text) == (code, text)
        for _ in range(2):
            assert execute(execute_request(NAME), timeout=LIMIT).item == b"{}"
    assert factory.calls == 3


def test_false_looking_instance_is_an_instance() -> None:
    class Empty(OnlyRequired):
        def __len__(self) -> int:
            return 0

    factory = Factory(Empty())
    mux: ServerMux[OnlyRequired] = ServerMux(OnlyRequired, {NAME: factory})
    assert mux.get(NAME) is mux.get(NAME)
    assert factory.calls == 1


def test_names_do_not_cross_kinds(tmp_path: Path) -> None:
    """Each kind knows the names that were registered for it, and no others."""
    names = {kind: f"example.io/{kind.lower()}" for kind in ACTIONS}
    services = [handlers_for(kind, {names[kind]: ACTIONS[kind]}) for kind in ACTIONS]
    with served(tmp_path, *services) as channel:
        for method in METHODS:
            for kind, name in names.items():
                request = changed(method, plugin=name)
                if kind is method[0]:
                    call(channel, method, request)
                else:
                    assert fail(channel, method, request).text == str(PluginNotFoundError(name))


def test_one_action_answers_to_every_name(tmp_path: Path) -> None:
    with served(tmp_path, *(handlers_of_action(make()) for make in ACTIONS.values())) as channel:
        for method in METHODS:
            for name in ("", "example.io/anything", NAME):
                call(channel, method, changed(method, plugin=name))


def test_object_that_is_no_action_is_refused() -> None:
    with pytest.raises(TypeError, match="found object, expected one of BackupItemActionV1, Back"):
        handlers_of_action(object())


@pytest.mark.parametrize("kind", sorted(SERVICERS))
def test_kind_without_actions_is_refused(kind: PluginKind) -> None:
    with pytest.raises(ValueError, match=f"no action class for kind {kind}, only for Backup"):
        handlers_for(kind, {})


@pytest.mark.parametrize("kind", sorted(PluginKind))
def test_servicer_without_the_methods_is_refused(kind: PluginKind) -> None:
    with pytest.raises(AttributeError):
        handlers_from_servicer(kind, object())
