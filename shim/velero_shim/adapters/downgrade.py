"""v2 item actions served under the v1 methods, their operations awaited.

Velero's own versioning rules this direction out. A v1 host takes an Execute that has
returned as finished, so Execute answers only when the operation is over: polled as Velero
polls, limited as Velero limits, cancelled when the caller goes away.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

import grpc

from velero_shim.adapters.callback import Respond, calling_back, has_failed
from velero_shim.adapters.forward import ChannelSource
from velero_shim.adapters.local import call_handler, call_locally
from velero_shim.adapters.translate import (
    VersionPair,
    backup_item_action_pair,
    restore_item_action_pair,
)
from velero_shim.adapters.upgrade import handlers_of
from velero_shim.adapters.waiter import OperationWaiter
from velero_shim.adapters.waiting import Progress, WaitingOperation
from velero_shim.errors import InvalidJSONError, PluginCallError
from velero_shim.kinds import SERVICES
from velero_shim.servicers import ServiceHandlers
from velero_shim.status import set_status

logger = logging.getLogger(__name__)

V2Implementation = object | grpc.Channel | ChannelSource
"""A generated v2 servicer, a Python v2 action, or a channel to a running v2 plugin."""


@dataclass(frozen=True, slots=True)
class DowngradeOptions:
    """What to do with operations.

    Attributes:
        policy: ``wait`` until an operation is over, or ``refuse`` to have any.
        operation_timeout: how long to wait where the backup or restore sets no
            ``spec.itemOperationTimeout``; Velero's default is four hours.
        poll_interval: the time between two polls; the first ones come sooner.
        cancel_timeout: how long a Cancel may take.
    """

    policy: Literal["wait", "refuse"] = "wait"
    operation_timeout: timedelta = timedelta(hours=4)
    poll_interval: timedelta = timedelta(seconds=10)
    cancel_timeout: timedelta = timedelta(seconds=10)

    def __post_init__(self) -> None:
        """Refuses what cannot work.

        Raises:
            ValueError: a policy that does not exist or a time that is not positive.
        """
        if self.policy not in ("wait", "refuse"):
            raise ValueError(f"found policy {self.policy!r}, expected 'wait' or 'refuse'")
        for name in ("operation_timeout", "poll_interval", "cancel_timeout"):
            if getattr(self, name) <= timedelta(0):
                raise ValueError(f"{name}: found {getattr(self, name)}, expected more than zero")


def downgrade_backup_item_action_v2_to_v1(
    v2: V2Implementation, waiter: OperationWaiter, options: DowngradeOptions | None = None
) -> ServiceHandlers:
    """Returns handlers of ``generated.BackupItemAction`` for a v2 implementation.

    Args:
        v2: the implementation.
        waiter: keeps the operations; closing it cancels them. One serves many adapters.
        options: ``None`` for the defaults.

    Raises:
        TypeError: it is neither a servicer nor an action nor a channel.
    """
    return _downgrade(backup_item_action_pair(), v2, waiter, options)


def downgrade_restore_item_action_v2_to_v1(
    v2: V2Implementation, waiter: OperationWaiter, options: DowngradeOptions | None = None
) -> ServiceHandlers:
    """Returns handlers of ``generated.RestoreItemAction`` for a v2 implementation.

    A v1 host cannot wait for additional items before it restores the item; that loss is
    logged once for each action.

    Args:
        v2: the implementation.
        waiter: keeps the operations; closing it cancels them. One serves many adapters.
        options: ``None`` for the defaults.

    Raises:
        TypeError: it is neither a servicer nor an action nor a channel.
    """
    return _downgrade(restore_item_action_pair(), v2, waiter, options)


def _downgrade(
    pair: VersionPair, v2: object, waiter: OperationWaiter, options: DowngradeOptions | None
) -> ServiceHandlers:
    handlers = handlers_of(pair.v2, v2)
    execute = _Execute(pair, handlers, waiter, options or DowngradeOptions())
    methods = {
        "AppliesTo": handlers.methods["AppliesTo"],
        "Execute": calling_back(execute),
    }
    return ServiceHandlers(SERVICES[pair.v1], methods)


class _Execute:
    """The v1 Execute of a v2 action, as a behaviour that answers by a callback."""

    def __init__(
        self,
        pair: VersionPair,
        v2: ServiceHandlers,
        waiter: OperationWaiter,
        options: DowngradeOptions,
    ) -> None:
        self._pair = pair
        self._v2 = v2.methods
        self._waiter = waiter
        self._options = options
        self._losses_logged: dict[str, object] = {}

    def __call__(self, request: bytes, context: grpc.ServicerContext, respond: Respond) -> None:
        returned = call_handler(self._v2["Execute"], request, context)
        if has_failed(context):  # the context is the caller's: its status is set already
            respond(None)
        else:
            self._answer(request, self._pair.execute_response(returned), context, respond)

    def _answer(
        self, request: bytes, response: Any, context: grpc.ServicerContext, respond: Respond
    ) -> None:
        self._log_loss(request, response)
        if response.operationID:
            operation = self._operation(request, response, context, respond)
            if self._options.policy == "refuse":
                self._waiter.refuse(operation, _refusal(operation))
                return
            self._waiter.add(operation)
            if not context.add_callback(lambda: self._waiter.abandon(operation)):
                self._waiter.abandon(operation)
        else:
            respond(self._pair.execute_response_v2_to_v1(response, operation_over=False))
            respond(None)

    def _operation(
        self, request: bytes, response: Any, context: grpc.ServicerContext, respond: Respond
    ) -> WaitingOperation:
        plugin, asked = self._pair.operation_request(request, response.operationID)
        # Made now: it is all that is kept of the response while the operation runs.
        answer = self._pair.execute_response_v2_to_v1(response, operation_over=True)

        def succeed() -> None:
            respond(answer)
            respond(None)

        def fail(error: PluginCallError) -> None:
            set_status(context, error)
            respond(None)

        return WaitingOperation(
            plugin=plugin,
            operation_id=response.operationID,
            poll=lambda timeout: self._poll(asked, timeout),
            cancel=lambda timeout: call_locally(self._v2["Cancel"], asked, timeout) and None,
            succeed=succeed,
            fail=fail,
            timeout=self._time_limit(plugin, asked).total_seconds(),
            interval=self._options.poll_interval.total_seconds(),
            cancel_timeout=self._options.cancel_timeout.total_seconds(),
        )

    def _poll(self, asked: bytes, timeout: float) -> Progress:
        returned = call_locally(self._v2["Progress"], asked, timeout)
        progress: Progress = self._pair.progress_response(returned).progress
        return progress

    def _time_limit(self, plugin: str, asked: bytes) -> timedelta:
        default = self._options.operation_timeout
        try:
            limit = self._pair.subject_of(asked).item_operation_timeout
        except (InvalidJSONError, ValueError) as error:
            logger.warning(
                "spec.itemOperationTimeout is not usable plugin=%s error=%s default=%s",
                plugin,
                error,
                default,
            )
            return default
        # A negative one has passed at the first poll, as in Velero.
        return default if limit is None else limit

    def _log_loss(self, request: bytes, response: Any) -> None:
        if not getattr(response, "waitForAdditionalItems", False):
            return
        plugin, _ = self._pair.operation_request(request, "")
        mine = object()
        if self._losses_logged.setdefault(plugin, mine) is mine:
            logger.warning(
                "a v1 host restores items without waiting for their additional items plugin=%s",
                plugin,
            )


def _refusal(operation: WaitingOperation) -> PluginCallError:
    return PluginCallError(
        "FAILED_PRECONDITION",
        f"plugin {operation.plugin} started operation {operation.operation_id}, which this "
        "host cannot follow; it is cancelled, since the shim is set to refuse operations; "
        "set the policy to 'wait' (wrap --operations wait) to have them awaited",
    )
