"""Lazy views of the backup and the restore that come with a request.

Owns :class:`Backup` and :class:`Restore`: read-only mappings over the JSON that the host
sent, decoded at the first touch and never for an action that does not look.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from velero_shim.durations import parse_duration
from velero_shim.jsonbytes import JSONObject, check_object, decode_object

_FINALIZING = ("Finalizing", "FinalizingPartiallyFailed")


class LazyObject(Mapping[str, Any]):
    """A Kubernetes object as a read-only mapping over its JSON.

    Attributes:
        raw: the bytes of the request, for passing them on unchanged.
    """

    __slots__ = ("_decoded", "raw")
    _what = "object"

    def __init__(self, raw: bytes) -> None:
        """Keeps the bytes; they are checked for being a JSON object, but not decoded.

        Raises:
            InvalidJSONError: they are not, and Velero's own server would refuse them too.
        """
        check_object(raw, self._what)
        self.raw = raw
        self._decoded: JSONObject | None = None

    @property
    def _object(self) -> JSONObject:
        if self._decoded is None:
            self._decoded = decode_object(self.raw, self._what)
        return self._decoded

    def __getitem__(self, key: str) -> Any:
        return self._object[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._object)

    def __len__(self) -> int:
        return len(self._object)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.namespace}/{self.name})"

    def section(self, key: str) -> JSONObject:
        """Returns the object under ``key``, or an empty one where there is none."""
        value = self._object.get(key)
        return value if isinstance(value, dict) else {}

    @property
    def name(self) -> str:
        """``metadata.name``, empty when absent."""
        return str(self.section("metadata").get("name") or "")

    @property
    def namespace(self) -> str:
        """``metadata.namespace``, empty when absent."""
        return str(self.section("metadata").get("namespace") or "")

    @property
    def uid(self) -> str:
        """``metadata.uid``, empty when absent."""
        return str(self.section("metadata").get("uid") or "")

    @property
    def phase(self) -> str:
        """``status.phase``, empty when the host has set none."""
        return str(self.section("status").get("phase") or "")

    @property
    def item_operation_timeout(self) -> timedelta | None:
        """``spec.itemOperationTimeout``; ``None`` when absent or zero.

        Raises:
            ValueError: it is no Go duration.
        """
        value = self.section("spec").get("itemOperationTimeout")
        if value is None:
            return None
        return parse_duration(value) or None


class Backup(LazyObject):
    """The backup that an item is part of."""

    __slots__ = ()
    _what = "backup"

    @property
    def is_finalizing(self) -> bool:
        """Whether operations are over: an action may not start one any more."""
        return self.phase in _FINALIZING


class Restore(LazyObject):
    """The restore that an item is part of."""

    __slots__ = ()
    _what = "restore"
