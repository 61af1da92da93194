"""The start of a packed plugin: what the entry file of a bundle runs.

Owns the difference between a script and a bundle: the environment that PyInstaller's loader
leaves behind, and where the plugin's code and a plugin carried along are found. Making bundles
is the business of :mod:`velero_shim.pack`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from velero_shim.errors import ShimError
from velero_shim.handshake import started_by_host
from velero_shim.runner import run_captured

if TYPE_CHECKING:
    from velero_shim.wrapped import Target

# os.path and not pathlib: importing that would cost a plugin's start 5 ms.
# ruff: noqa: PTH118

ENV_INNER = "VELERO_SHIM_PACKED_INNER"
"""Set for a bundle's second process, which is the plugin behind the wrapper in the first."""

# A child itself, and the server that forks children: both call functions of the program.
_STARTS_CHILDREN = ("--multiprocessing-fork", "multiprocessing.forkserver")

_LOADER = "_PYI_"
_LIBRARIES = "LD_LIBRARY_PATH"


def run_script(module: str) -> None:
    """Runs a module as the program itself, as ``python FILE`` would."""
    _run(lambda: _run_as_main(module), lambda: _define_in_main(module))


def run_module(module: str) -> None:
    """Imports a module and calls its ``main``."""
    _run(lambda: importlib.import_module(module).main())


def run_wrapper(plugin: str, target: Target, **options: Any) -> None:
    """Serves a plugin file in the other version, see :func:`velero_shim.wrapper.main`.

    Args:
        plugin: the plugin file, which is not in the bundle.
        target: ``v1`` or ``v2``.
        options: further arguments.
    """
    from velero_shim.wrapper import main

    _prepare()
    main(plugin, target, **options)


def run_carrier(plugin: str, target: Target, **options: Any) -> None:
    """Serves a program that the bundle carries along.

    Args:
        plugin: the program's path in the bundle's folder.
        target: ``v1`` or ``v2``.
        options: further arguments of :func:`velero_shim.wrapper.main`.
    """
    path = os.path.join(_bundle_folder(), plugin)
    run_wrapper(path, target, executable=partial(_runnable, path), **options)


def run_wrapped_script(module: str, target: Target, **options: Any) -> None:
    """Serves a Python plugin of this very bundle, in a process of its own.

    Args:
        module: the plugin, which runs as the program in the second process.
        target: ``v1`` or ``v2``.
        options: further arguments of :func:`velero_shim.wrapper.main`.
    """
    if os.environ.pop(ENV_INNER, None):
        run_script(module)
        return
    os.environ[ENV_INNER] = "1"
    path = os.path.join(_bundle_folder(), module)
    run_wrapper(path, target, executable=lambda _: sys.executable, **options)


def _runnable(path: str, folder: str | None) -> str:
    from velero_shim.carried import runnable

    try:
        return runnable(path, folder)
    except ShimError as error:
        sys.exit(f"{sys.argv[0]}: {error}")


def _bundle_folder() -> str:
    return str(getattr(sys, "_MEIPASS", ""))


def _run(plugin: Callable[[], object], define: Callable[[], object] = lambda: None) -> None:
    _prepare(define)
    if started_by_host(os.environ):
        run_captured(plugin)
    else:
        plugin()


def _prepare(define: Callable[[], object] = lambda: None) -> None:
    _restore_environment()
    _serve_multiprocessing(define)


def _restore_environment() -> None:
    # The loader's variables would make other programs find the bundle's libraries, and a
    # second process of this bundle believe that it belongs to the first.
    for name in [name for name in os.environ if name.startswith(_LOADER)]:
        del os.environ[name]
    original = os.environ.pop(f"{_LIBRARIES}_ORIG", None)
    os.environ.pop(_LIBRARIES, None)
    if original is not None:
        os.environ[_LIBRARIES] = original


def _serve_multiprocessing(define: Callable[[], object]) -> None:
    # A child of multiprocessing is this program again, with arguments that say so. PyInstaller's
    # own hook would look for them in every start and cost each a tenth of its time.
    if any("multiprocessing" in argument for argument in sys.argv[1:]):
        importlib.import_module("pyi_rth_multiprocessing")
        if any(word in argument for word in _STARTS_CHILDREN for argument in sys.argv[1:]):
            define()
        importlib.import_module("multiprocessing").freeze_support()


def _define_in_main(module: str) -> None:
    # What a child is to call is named as a part of the program, whose code does not run there.
    _exec_in_main(module, "__mp_main__")
    sys.modules["__main__"].__dict__["__name__"] = "__main__"


def _run_as_main(module: str) -> None:
    _exec_in_main(module, "__main__")


def _exec_in_main(module: str, name: str) -> None:
    main = sys.modules["__main__"].__dict__
    # A package's __main__ imports from its own package.
    main.update(__name__=name, __package__=module.rpartition(".")[0] or None)
    exec(_code(module), main)


def _code(module: str) -> Any:
    spec = importlib.util.find_spec(module)
    loader: Any = spec.loader if spec is not None else None
    return loader.get_code(module)
