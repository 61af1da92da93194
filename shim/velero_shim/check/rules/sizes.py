"""Rules of large items."""

from __future__ import annotations

from collections.abc import Callable

from velero_shim.check import wire
from velero_shim.check.bench import (
    ITEM_ACTIONS,
    RESTORE_ACTIONS,
    RETURNING_ITEMS,
    Action,
    Bench,
)
from velero_shim.check.rule import Outcome, failed, passed, rule, warned, worst
from velero_shim.check.rules.requests import NO_ANSWERS, NO_SUCH_NAME
from velero_shim.errors import PluginCallError
from velero_shim.jsonbytes import encode_object
from velero_shim.kinds import PluginKind

BIG_MIB = 8
USUAL_MIB = 3

_SIZES = f"{BIG_MIB} MiB (or warns) and one of {USUAL_MIB} MiB (or fails)"
_WHY = (
    "Objects in etcd have up to 1.5 MiB and a restore sends each twice. Velero sets no limit; "
    "gRPC's servers have one of 4 MiB, those of plugins in Go too."
)
_ANNOTATION = "velero-shim.example.io/padding"
_REFUSED = NO_ANSWERS | {"RESOURCE_EXHAUSTED"}


@rule("big-requests", f"It reads a request of {_SIZES}", _WHY, kinds=ITEM_ACTIONS)
def big_requests(bench: Bench) -> Outcome:
    """Sends large items for a name that nobody has: they have to be read to be refused."""
    kinds = dict.fromkeys(action.kind for action in bench.actions(*ITEM_ACTIONS))
    return worst([_big_request(bench, kind) for kind in kinds], "no item actions")


def _big_request(bench: Bench, kind: PluginKind) -> Outcome:
    def send(padding: str) -> None:
        item = encode_object({"padding": padding})
        try:
            wire.execute(bench.channel, kind, NO_SUCH_NAME, item, bench.owner(kind))
        except PluginCallError as error:
            if error.code in _REFUSED:  # any other code means that it was read
                raise

    return _sized(kind, str(kind), send)


@rule("big-items", f"It gives back an item of {_SIZES}", _WHY, kinds=RETURNING_ITEMS, sample=True)
def big_items(bench: Bench) -> Outcome:
    """Executes the sample with a very long annotation."""
    actions = bench.sampled(*RETURNING_ITEMS)
    return worst([_big_item(bench, action) for action in actions], "no action is for the sample")


def _big_item(bench: Bench, action: Action) -> Outcome:
    sample = bench.sample or {}
    metadata = sample.get("metadata") or {}

    def send(padding: str) -> None:
        annotations = {**(metadata.get("annotations") or {}), _ANNOTATION: padding}
        big = {**sample, "metadata": {**metadata, "annotations": annotations}}
        bench.execute(action, encode_object(big))

    return _sized(action.kind, str(action), send)


def _sized(kind: PluginKind, who: str, send: Callable[[str], None]) -> Outcome:
    do = "lift the server's limits; in grpcio: grpc.max_receive_message_length and …send… to -1"
    tell = [passed(f"{who}: {BIG_MIB} MiB")]
    for mib, outcome in ((BIG_MIB, warned), (USUAL_MIB, failed)):
        try:
            send("x" * (mib * 1024 * 1024 // (2 if kind in RESTORE_ACTIONS else 1)))
        except PluginCallError as error:
            tell.append(outcome(f"{who}, {mib} MiB: {error.code}: {error.message[:200]}", do))
        else:
            break
    return tell[-1]


RULES = (big_requests, big_items)
