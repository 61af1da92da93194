"""The values that cross the plugin protocol, and their protobuf messages.

Owns ResourceSelector, ResourceIdentifier and OperationProgress, what an action's Execute
returns, and the conversion of timestamps. Knows nothing of gRPC.

Timestamps: Go's zero time (year 1) is how Velero says "not started"; the plugin API also
calls the Unix epoch an unknown time, and a missing Timestamp is read as the epoch. All
three come in as ``None``; ``None`` goes out as Go's zero time, since that is the one that
a host shows as "not started" (pkg/itemoperation and pkg/controller, Velero v1.18.1).
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from google.protobuf.timestamp_pb2 import Timestamp

from velero_plugin.shared.v1 import shared_pb2
from velero_shim.jsonbytes import JSONObject

GO_ZERO_TIME_SECONDS = -62_135_596_800
"""Unix seconds of 0001-01-01T00:00:00Z, Go's ``time.Time{}``."""

_MAX_SECONDS = 253_402_300_799  # 9999-12-31T23:59:59Z, the end of Timestamp's range
_NANOS_PER_SECOND = 1_000_000_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_INT64 = 2**63


# --- timestamps --------------------------------------------------------------


def timestamp_from_datetime(moment: datetime | None, field: str = "timestamp") -> Timestamp:
    """Converts an aware datetime, microseconds kept; ``None`` becomes Go's zero time.

    Raises:
        ValueError: the datetime is naive, or in UTC outside of the years 1 to 9999; the
            text names ``field``.
        TypeError: it is no datetime.
    """
    if moment is None:
        return Timestamp(seconds=GO_ZERO_TIME_SECONDS)
    if not isinstance(moment, datetime):
        raise TypeError(f"{field}: found {moment!r}, expected a datetime or None")
    if moment.utcoffset() is None:
        raise ValueError(f"{field}: {moment!r} is naive, expected a datetime with a time zone")
    since = moment - _EPOCH
    seconds = since.days * 86_400 + since.seconds
    return timestamp_from_nanoseconds(
        seconds * _NANOS_PER_SECOND + since.microseconds * 1000, field
    )


def datetime_from_timestamp(timestamp: Timestamp, field: str = "timestamp") -> datetime:
    """Converts to an aware datetime in UTC; what is finer than a microsecond is cut off.

    Raises:
        ValueError: seconds or nanos are out of a Timestamp's range; the text names ``field``.
    """
    nanoseconds = nanoseconds_from_timestamp(timestamp, field)
    return _EPOCH + timedelta(microseconds=nanoseconds // 1000)


def timestamp_from_nanoseconds(nanoseconds: int, field: str = "timestamp") -> Timestamp:
    """Converts Unix nanoseconds, exactly.

    Raises:
        ValueError: the moment lies outside of the years 1 to 9999; the text names ``field``.
    """
    seconds, nanos = divmod(nanoseconds, _NANOS_PER_SECOND)
    _check_seconds(seconds, field)
    return Timestamp(seconds=seconds, nanos=nanos)


def nanoseconds_from_timestamp(timestamp: Timestamp, field: str = "timestamp") -> int:
    """Converts to Unix nanoseconds, exactly.

    Raises:
        ValueError: seconds or nanos are out of a Timestamp's range; the text names ``field``.
    """
    _check_seconds(timestamp.seconds, field)
    if not 0 <= timestamp.nanos < _NANOS_PER_SECOND:
        raise ValueError(f"{field}: found {timestamp.nanos} nanos, expected 0 to 999999999")
    return timestamp.seconds * _NANOS_PER_SECOND + timestamp.nanos


def _check_seconds(seconds: int, field: str) -> None:
    if not GO_ZERO_TIME_SECONDS <= seconds <= _MAX_SECONDS:
        raise ValueError(
            f"{field}: found {seconds} seconds since 1970, expected a time in the years 1 to 9999"
        )


def _known_datetime(
    message: shared_pb2.OperationProgress, timestamp: Timestamp, field: str
) -> datetime | None:
    if not message.HasField(field):  # type: ignore[arg-type]  # the stubs list names as literals
        return None
    moment = datetime_from_timestamp(timestamp, field)
    if timestamp.nanos == 0 and timestamp.seconds in (0, GO_ZERO_TIME_SECONDS):
        return None
    return moment


# --- what selects and names items -------------------------------------------


@dataclass(frozen=True, slots=True)
class ResourceSelector:
    """Which items an action is for. An empty tuple or text means "no limit".

    Resources are plural names, with or without their group (``pods``,
    ``deployments.apps``); ``label_selector`` has Kubernetes' own syntax. Any iterable of
    strings will do and is kept as a tuple, a set in sorted order.

    Raises:
        TypeError: a field holds something else; the text names it.
    """

    included_namespaces: Sequence[str] = ()
    excluded_namespaces: Sequence[str] = ()
    included_resources: Sequence[str] = ()
    excluded_resources: Sequence[str] = ()
    label_selector: str = ""

    def __post_init__(self) -> None:
        for name in _SELECTOR_LISTS:
            object.__setattr__(self, name, _names(getattr(self, name), name))
        _text(self.label_selector, "label_selector")

    def to_message(self) -> shared_pb2.ResourceSelector:
        """Returns the protobuf message."""
        return shared_pb2.ResourceSelector(
            includedNamespaces=self.included_namespaces,
            excludedNamespaces=self.excluded_namespaces,
            includedResources=self.included_resources,
            excludedResources=self.excluded_resources,
            selector=self.label_selector,
        )

    @classmethod
    def from_message(cls, message: shared_pb2.ResourceSelector) -> ResourceSelector:
        """Reads the protobuf message."""
        return cls(
            included_namespaces=tuple(message.includedNamespaces),
            excluded_namespaces=tuple(message.excludedNamespaces),
            included_resources=tuple(message.includedResources),
            excluded_resources=tuple(message.excludedResources),
            label_selector=message.selector,
        )


_SELECTOR_LISTS = (
    "included_namespaces",
    "excluded_namespaces",
    "included_resources",
    "excluded_resources",
)


def _names(value: object, field: str) -> tuple[str, ...]:
    # A lone string is iterable too, and would silently select its letters.
    names = tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else None
    if names is None or not all(isinstance(name, str) for name in names):
        raise TypeError(f"{field}: found {value!r}, expected a list of strings")
    return tuple(sorted(names)) if isinstance(value, Set) else names


@dataclass(frozen=True, slots=True)
class ResourceIdentifier:
    """One item: ``resource`` is the plural name, ``namespace`` empty for cluster scope.

    ``group`` is the API group, empty for the core group.
    """

    group: str
    resource: str
    namespace: str
    name: str

    def to_message(self) -> shared_pb2.ResourceIdentifier:
        """Returns the protobuf message.

        Raises:
            TypeError: a field is no string.
        """
        try:
            return shared_pb2.ResourceIdentifier(
                group=self.group, resource=self.resource, namespace=self.namespace, name=self.name
            )
        except TypeError:
            raise TypeError(f"found {self!r}, expected strings in it") from None

    @classmethod
    def from_message(cls, message: shared_pb2.ResourceIdentifier) -> ResourceIdentifier:
        """Reads the protobuf message."""
        return cls(message.group, message.resource, message.namespace, message.name)


# --- what Progress reports ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class OperationProgress:
    """How far an asynchronous operation is.

    ``n_completed`` and ``n_total`` count ``operation_units`` (for example ``Bytes``), each
    a signed 64-bit integer. A completed operation with an ``err`` has failed. ``started``
    and ``updated`` are aware datetimes, ``None`` when unknown.
    """

    completed: bool = False
    err: str = ""
    n_completed: int = 0
    n_total: int = 0
    operation_units: str = ""
    description: str = ""
    started: datetime | None = None
    updated: datetime | None = None

    def to_message(self) -> shared_pb2.OperationProgress:
        """Returns the protobuf message; characters without UTF-8 become ``?``.

        Raises:
            ValueError: a count does not fit 64 bits or a datetime is naive; the text names
                the field.
            TypeError: a field holds something of another type; the text names it.
        """
        return shared_pb2.OperationProgress(
            completed=_truth(self.completed, "completed"),
            err=valid_utf8(_text(self.err, "err")),
            nCompleted=_int64(self.n_completed, "n_completed"),
            nTotal=_int64(self.n_total, "n_total"),
            operationUnits=valid_utf8(_text(self.operation_units, "operation_units")),
            description=valid_utf8(_text(self.description, "description")),
            started=timestamp_from_datetime(self.started, "started"),
            updated=timestamp_from_datetime(self.updated, "updated"),
        )

    @classmethod
    def from_message(cls, message: shared_pb2.OperationProgress) -> OperationProgress:
        """Reads the protobuf message.

        Raises:
            ValueError: a timestamp is out of range; the text names the field.
        """
        return cls(
            completed=message.completed,
            err=message.err,
            n_completed=message.nCompleted,
            n_total=message.nTotal,
            operation_units=message.operationUnits,
            description=message.description,
            started=_known_datetime(message, message.started, "started"),
            updated=_known_datetime(message, message.updated, "updated"),
        )


def valid_utf8(text: str) -> str:
    """Returns the text with every character that UTF-8 cannot hold replaced by ``?``."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _int64(value: object, field: str) -> int:
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # whether it can is the question
    except TypeError:
        raise TypeError(f"{field}: found {value!r}, expected an integer") from None
    if not -_INT64 <= number < _INT64:
        raise ValueError(f"{field}: found {number}, expected a signed 64-bit integer")
    return number


def _text(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{field}: found {value!r}, expected a string")
    return value


def _truth(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{field}: found {value!r}, expected True or False")
    return value


# --- what Execute returns -----------------------------------------------------

# Named tuples: each takes a seventh of a frozen dataclass's time, which a start waits for.


class ExecuteResult(NamedTuple):
    """What a BackupItemAction v1 returns.

    ``item`` is the whole changed item, ``None`` when it is unchanged: the request's bytes
    then go back untouched. ``additional_items`` are backed up right away.
    """

    item: JSONObject | None = None
    additional_items: Sequence[ResourceIdentifier] = ()


class ExecuteResultV2(NamedTuple):
    """What a BackupItemAction v2 returns: as v1, and perhaps an operation under way.

    ``operation_id`` is empty when there is none. ``post_operation_items`` are backed up
    again when all operations are over; Velero ignores them without an operation.
    """

    item: JSONObject | None = None
    additional_items: Sequence[ResourceIdentifier] = ()
    operation_id: str = ""
    post_operation_items: Sequence[ResourceIdentifier] = ()


class RestoreResult(NamedTuple):
    """What a RestoreItemAction v1 returns; ``skip_restore`` leaves the item out."""

    item: JSONObject | None = None
    additional_items: Sequence[ResourceIdentifier] = ()
    skip_restore: bool = False


class RestoreResultV2(NamedTuple):
    """What a RestoreItemAction v2 returns.

    ``wait_for_additional_items`` makes the host ask ``are_additional_items_ready`` before
    it restores the item, for at most ``additional_items_ready_timeout``; ``None`` leaves
    the limit to the host.
    """

    item: JSONObject | None = None
    additional_items: Sequence[ResourceIdentifier] = ()
    skip_restore: bool = False
    operation_id: str = ""
    wait_for_additional_items: bool = False
    additional_items_ready_timeout: timedelta | None = None
