"""The exception types of velero-shim.

Owns every exception that a caller may want to catch, each with its facts as
attributes. Leaves to others how an exception becomes a gRPC status
(:mod:`velero_shim.status`) or a line on a terminal (:mod:`velero_shim.cli`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class ShimError(Exception):
    """The root of everything that velero-shim raises on purpose."""


# --- raised by, or on behalf of, a plugin's action --------------------------


class PluginError(ShimError):
    """An error that an action returns to Velero: status UNKNOWN with exactly this text.

    It is what a Go plugin's ``return err`` is. Any other exception that leaves an
    action counts as a panic (see :mod:`velero_shim.status`).
    """


class AsyncOperationsNotSupportedError(PluginError):
    """``Progress`` was asked of a plugin that starts no operations.

    The text is Velero's own (pkg/plugin/velero/backupitemaction/v2, v1.18.1).
    """

    def __init__(self) -> None:
        super().__init__("Plugin does not support asynchronous operations")


class InvalidOperationIDError(PluginError):
    """``Progress`` was asked for an operation that the plugin does not know.

    The text is Velero's own (pkg/plugin/velero/backupitemaction/v2, v1.18.1).
    """

    def __init__(self, operation_id: str) -> None:
        super().__init__(f"operation ID {operation_id} is invalid")
        self.operation_id = operation_id


class PluginNotFoundError(PluginError):
    """A request names an action that its plugin process does not serve.

    The text is that of Velero's server, which leaves the kind out and so starts
    with a blank (pkg/plugin/framework/common/server_mux.go, v1.18.1).
    """

    def __init__(self, name: str) -> None:
        super().__init__(f" plugin: {name} was not found or has an invalid name format")
        self.name = name


class InvalidJSONError(PluginError):
    """An item, backup or restore in a request is not the JSON that it has to be.

    Attributes:
        what: the field that was read, for example ``item``.
    """

    def __init__(self, what: str, found: str) -> None:
        super().__init__(f"{what} is not valid JSON for a Kubernetes object: {found}")
        self.what = what


# --- raised while a plugin server is being put together ---------------------


class RegistrationError(ShimError, ValueError):
    """An action cannot be registered as asked: its name or its kind stands against it."""


class ListenError(ShimError):
    """A plugin found neither a folder for its socket nor a port to listen on."""


class CarriedPluginError(ShimError):
    """The plugin inside of a packed wrapper cannot be made executable.

    Attributes:
        path: its file.
    """

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(
            f"plugin {path} cannot be started from inside the bundle: {problem}; set TMPDIR to "
            "a writable folder from which programs may be started"
        )
        self.path = path


# --- raised while a plugin is packed ------------------------------------------


class PackError(ShimError):
    """A plugin cannot be packed: what it is, or what this machine lacks, stands against it."""


# --- raised to the host of a plugin -----------------------------------------


class PluginStartError(ShimError):
    """A plugin file could not be started. The subclasses say how it failed.

    Attributes:
        command: the plugin file and its arguments.
        line: the first line of its standard output, or ``None`` if there was none.
        exit_code: its exit status (negative: the signal), ``None`` while it ran.
        stderr: the last lines that it printed on standard error.
    """

    def __init__(
        self,
        problem: str,
        *,
        command: Sequence[str],
        line: str | None = None,
        exit_code: int | None = None,
        stderr: Sequence[str] = (),
    ) -> None:
        self.command = tuple(command)
        self.line = line
        self.exit_code = exit_code
        self.stderr = tuple(stderr)
        super().__init__(self._text(problem))

    def _text(self, problem: str) -> str:
        text = f"plugin {self.command[0]}: {problem}"
        if self.stderr:
            text += "; it printed: " + " / ".join(self.stderr)
        return text


class PluginNotExecutableError(PluginStartError):
    """The file is missing, not executable, or not a program for this machine."""


class PluginExitedError(PluginStartError):
    """The process ended before it printed the handshake line."""


class HandshakeTimeoutError(PluginStartError):
    """The process printed no handshake line within the time limit."""


class HandshakeFormatError(PluginStartError):
    """The first line on standard output is no go-plugin handshake line."""


class CoreVersionError(PluginStartError):
    """The plugin speaks another version of go-plugin's core protocol than 1."""


class AppVersionError(PluginStartError):
    """The plugin speaks another version of Velero's plugin protocol than 2."""


class ProtocolError(PluginStartError):
    """The plugin wants net/rpc, a network or TLS that Velero's hosts do not use."""


class PluginConnectError(PluginStartError):
    """The handshake line was good, but nothing answers at the address it names."""


class PluginGaveUpError(ShimError):
    """A plugin failed to start too often in a row and is not tried again.

    Attributes:
        command: the plugin file.
        failures: how many starts failed in a row.
    """

    def __init__(self, command: str, failures: int, last: BaseException) -> None:
        super().__init__(
            f"plugin {command} failed to start {failures} times in a row and is not tried "
            f"again; the last failure: {last}"
        )
        self.command = command
        self.failures = failures


class DiscoveryError(ShimError):
    """A plugin file or folder cannot be used. Its cause is the ``__cause__``, if it has one.

    Attributes:
        file: the file or folder.
    """

    def __init__(self, file: str, problem: str) -> None:
        super().__init__(problem if file in problem else f"plugin {file}: {problem}")
        self.file = file


class PluginNotRegisteredError(ShimError):
    """No plugin file serves an action of that kind and name.

    Attributes:
        kind: the kind that was asked for.
        name: the name that was asked for.
    """

    def __init__(self, kind: str, name: str, known: Sequence[str]) -> None:
        names = ", ".join(known) or "none"
        super().__init__(f"no plugin serves {kind} {name}; those that are served: {names}")
        self.kind = kind
        self.name = name


class PluginClosedError(ShimError):
    """A plugin was asked for after its host had closed it.

    Attributes:
        command: the plugin file.
    """

    def __init__(self, command: str) -> None:
        super().__init__(f"plugin {command} is closed")
        self.command = command


class StackFrame(NamedTuple):
    """One frame of a plugin's stack; ``line`` counts from 1, 0 is unknown."""

    file: str
    line: int
    function: str


class PluginCallError(ShimError):
    """A call to a plugin came back with a status other than OK.

    Attributes:
        code: the gRPC status code's name, for example ``UNKNOWN``.
        message: the status text, for ``UNKNOWN`` the plugin's own error text.
        stack: the plugin's stack, frame 0 innermost; empty when it sent none.
        details: the raw ``grpc-status-details-bin`` bytes, ``None`` when absent.
        plugin: the registered name that was called, empty when it is not known.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        stack: Sequence[StackFrame] = (),
        details: bytes | None = None,
        plugin: str = "",
    ) -> None:
        self.code = code
        self.message = message
        self.stack = tuple(stack)
        self.details = details
        self.plugin = plugin
        super().__init__(f"{plugin}: {code}: {message}" if plugin else f"{code}: {message}")

    @property
    def file(self) -> str:
        """Source file of the innermost frame; empty when the plugin sent no stack."""
        return self.stack[0].file if self.stack else ""

    @property
    def line(self) -> int:
        """Source line of the innermost frame; 0 when the plugin sent no stack."""
        return self.stack[0].line if self.stack else 0

    @property
    def function(self) -> str:
        """Function of the innermost frame; empty when the plugin sent no stack."""
        return self.stack[0].function if self.stack else ""


class PluginResponseError(ShimError):
    """A plugin answered OK with something that Velero could not use either."""


# --- raised to who reads files or checks plugins ------------------------------


class ManifestError(ShimError):
    """A file with Kubernetes objects does not hold what was asked of it.

    Attributes:
        source: the file, or ``-`` for standard input.
    """

    def __init__(self, source: str, problem: str) -> None:
        name = "standard input" if source == "-" else source
        super().__init__(f"{name}: {problem}")
        self.source = source


class InvocationError(ShimError):
    """A call was asked for that cannot be made: no such method, or something is missing."""
