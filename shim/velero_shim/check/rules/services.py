"""Rules of the services that a go-plugin host calls."""

from __future__ import annotations

import grpc

from velero_shim.check import wire
from velero_shim.check.bench import Bench
from velero_shim.check.rule import Outcome, failed, passed, rule, warned

_WATCHED_SECONDS = 1.0


@rule(
    "health-service",
    "The health service says that the service named plugin is serving",
    "It is how a go-plugin host asks whether a plugin is alive.",
)
def health_service(bench: Bench) -> Outcome:
    """Asks for the health of ``plugin``."""
    with bench.started() as started:
        if started.process.health_check():
            return passed("SERVING")
    return failed(
        "no answer SERVING from grpc.health.v1.Health/Check for the service plugin",
        "register the gRPC health service and set plugin to SERVING",
    )


@rule(
    "stdio-stream",
    "GRPCStdio/StreamStdio stays open as long as the plugin lives",
    "Without it what the plugin prints while it serves never reaches Velero's log.",
)
def stdio_stream(bench: Bench) -> Outcome:
    """Opens the stream and watches it for a second."""
    return _stream(bench.channel(), "/plugin.GRPCStdio/StreamStdio", two_way=False)


@rule(
    "broker-stream",
    "GRPCBroker/StartStream stays open as long as the plugin lives",
    "Every go-plugin host opens it; Velero brokers no connections and goes on without it.",
)
def broker_stream(bench: Bench) -> Outcome:
    """Opens the stream and watches it for a second."""
    return _stream(bench.channel(), "/plugin.GRPCBroker/StartStream", two_way=True)


def _stream(channel: grpc.Channel, path: str, *, two_way: bool) -> Outcome:
    ended = wire.stream_end(channel, path, two_way=two_way, seconds=_WATCHED_SECONDS)
    if not ended:
        return passed("open")
    return warned(f"it ended: {ended}", f"serve {path[1:]} and keep it open")


RULES = (health_service, stdio_stream, broker_stream)
