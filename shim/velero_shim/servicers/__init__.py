"""Action objects → gRPC handlers, answering as Velero's plugin server does.

Owns the handlers of both item actions in both versions, and :class:`ServiceHandlers`, the
form in which any service's handlers are kept, adapted and registered.
"""

from __future__ import annotations

from velero_shim.servicers.handlers import (
    ServiceHandlers,
    handlers_for,
    handlers_from_servicer,
    handlers_of_action,
)
from velero_shim.servicers.mux import ServerMux

__all__ = [
    "ServerMux",
    "ServiceHandlers",
    "handlers_for",
    "handlers_from_servicer",
    "handlers_of_action",
]
