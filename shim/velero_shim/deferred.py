"""Modules whose loading is put off until something in them is used.

Owns a workaround for start-up time: Velero starts a plugin for every poll, and about half of
what is imported on the way to the handshake line is never used by a plugin. grpcio imports
asyncio (and with it ssl, socket and subprocess) for its asyncio twin, protobuf its
implementation in pure Python beside the one in C, msgspec the types of its JSON schemas, the
standard library what formats a traceback or compresses an archive.

A deferred module is the module itself, in ``sys.modules`` under its own name and findable as
ever; its code runs when the first of its attributes is asked for. So does
``importlib.util.LazyLoader``, but for any attribute, also for those that importing it looks at.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, cast

UNUSED_BY_PLUGINS = (
    "asyncio",
    "bz2",
    "calendar",
    "locale",
    "lzma",
    "socket",
    "traceback",
    "grpc.aio",
    "grpc_health.v1._async",
    "google.protobuf.internal.python_message",
    "msgspec.inspect",
)
"""What a plugin's imports import, and a plugin without asyncio does not use."""

_PENDING = "__deferred__"


def defer(names: Iterable[str]) -> None:
    """Puts off the loading of modules that are imported from now on.

    For the programs of a process, which know what it will be: a library does not decide this
    for others. A module that is loaded already, or does not exist, is nothing to put off.
    """
    sys.meta_path.insert(0, _Finder(names))


# Not subclasses of importlib.abc's: importing that takes longer than what is saved on most.


class _Finder:
    """Finds the modules where the other finders do, and has them loaded later."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name not in self._names:
            return None
        for finder in sys.meta_path:
            spec: Any = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = _Loader(spec.loader)
                return cast(ModuleSpec, spec)
        return None


class _Loader:
    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _DeferredModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        spec: Any = module.__spec__
        spec.loader = module.__loader__ = self._loader
        vars(module)[_PENDING] = _Pending(self._loader)


class _Pending:
    """What has still to be done for a module."""

    def __init__(self, loader: Any) -> None:
        self.loader = loader
        self.lock = threading.RLock()
        self.begun = False


class _DeferredModule(ModuleType):
    """Becomes an ordinary module when it is loaded."""

    def __getattr__(self, name: str) -> Any:
        _load(self)
        if type(self) is _DeferredModule:  # while it loads, as any half-loaded module
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name)
        return getattr(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        # Importing sets a package's submodules and a module's facts, which need no loading;
        # what anybody else sets would be overwritten by it.
        if not isinstance(value, ModuleType) and not name.startswith("__"):
            _load(self)
        ModuleType.__setattr__(self, name, value)

    def __dir__(self) -> Iterable[str]:
        _load(self)
        return ModuleType.__dir__(self)


def _load(module: ModuleType) -> None:
    pending: _Pending | None = vars(module).get(_PENDING)
    if pending is None:  # the import system still fills it in
        return
    with pending.lock:  # other threads wait until it is whole
        if pending.begun or type(module) is not _DeferredModule:
            return
        pending.begun = True
        try:
            pending.loader.exec_module(module)
            module.__class__ = ModuleType  # type: ignore[assignment]  # it is one of its subclasses
        finally:
            pending.begun = False
