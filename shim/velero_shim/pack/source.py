"""What is to be packed: a module, a plugin script, or a file that ``velero-shim wrap`` wrote.

Owns how they are told apart and what cannot be packed. Nothing of the plugin is executed.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any

from velero_shim.errors import PackError

CARRIED_FOLDER = "carried"
"""The folder inside of a bundle for a plugin file that is carried along."""

_PREFIX = "packed_"  # keeps a script named json from hiding the module
_ELF = b"\x7fELF"
# What PyInstaller finds itself, and what Python makes of it.
_CODE = frozenset({".py", ".pyc", ".pyi", ".so"})


@dataclass(frozen=True, slots=True)
class Source:
    """What goes into a bundle.

    Attributes:
        name: the plugin's name, of which the bundle's is made.
        call: the Python expression that runs it, a call of :mod:`velero_shim.packed`.
        modules: the modules that it starts from.
        scripts: files to be packed as modules, by module name.
        carried: a program to carry along as data.
        folders: where its imports are looked for first.
        data: files and folders to take along, each with the folder for it in the bundle.
    """

    name: str
    call: str
    modules: tuple[str, ...] = ()
    scripts: dict[str, Path] = field(default_factory=dict)
    carried: Path | None = None
    folders: tuple[Path, ...] = ()
    data: tuple[tuple[Path, str], ...] = ()

    def with_data(self, paths: Iterable[Path]) -> Source:
        """Returns the source with more files, which keep their places beside the plugin.

        Raises:
            PackError: there is no such file.
        """
        return replace(self, data=(*self.data, *(self._placed(path) for path in paths)))

    def _placed(self, path: Path) -> tuple[Path, str]:
        if not path.exists():
            raise PackError(f"there is no file {path} to take along")
        for folder in self.folders:
            if path.resolve().is_relative_to(folder):
                inside = path.resolve().relative_to(folder)
                return path, str(inside if path.is_dir() else inside.parent)
        return path, path.name if path.is_dir() else "."


def find_source(plugin: str, include_plugin: bool = True) -> Source:
    """Returns what to pack.

    Args:
        plugin: a module with ``main()``, or a file.
        include_plugin: whether a wrapper's bundle gets the plugin that it wraps.

    Raises:
        PackError: it is neither, or cannot be packed.
        OSError: the file cannot be read.
    """
    path = Path(plugin)
    if not path.is_file():
        return _module(plugin)
    tree = _parse(path)
    wrapped = _wrapper_call(tree)
    return _script(path) if wrapped is None else _wrapper(path, wrapped, include_plugin)


# --- scripts and modules ------------------------------------------------------


def _script(path: Path) -> Source:
    module = _module_name(path)
    return Source(
        _file_name(path),
        f"run_script({module!r})",
        modules=(module,),
        scripts={module: path},
        folders=(path.resolve().parent,),
    )


def _file_name(path: Path) -> str:
    return path.stem if path.suffix == ".py" else path.name


def _module_name(path: Path) -> str:
    return _PREFIX + re.sub(r"\W", "_", path.stem, flags=re.ASCII)


def _module(name: str) -> Source:
    spec = _find_spec(name)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        raise PackError(f"found neither a file nor a module in Python named {name!r}")
    call, module = f"run_module({name!r})", name
    if not _defines_main(_parse(Path(spec.origin))):
        module = f"{name}.__main__"
        call = f"run_script({module!r})"
        if spec.submodule_search_locations is None:
            raise PackError(
                f"module {name} has no function main(), which is to serve the plugin; write one, "
                f"or pack it as a file: {spec.origin}"
            )
        if _find_spec(module) is None:
            raise PackError(
                f"package {name} has no function main() and no __main__.py to serve the plugin; "
                "write one of them, or pack one of its modules"
            )
    return Source(
        name.rpartition(".")[2].replace("_", "-"),
        call,
        modules=(module,),
        folders=(Path.cwd(),),
        data=tuple(_package_data(name.partition(".")[0])),
    )


def _package_data(package: str) -> Iterator[tuple[Path, str]]:
    """Yields what a package reads of its own folder."""
    spec = _find_spec(package)
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        for path in sorted(Path(place).rglob("*")):
            if path.is_file() and path.suffix not in _CODE:
                yield path, str(package / path.parent.relative_to(place))


def _find_spec(name: str) -> ModuleSpec | None:
    # importlib.util.find_spec() would import the packages above.
    places: Any = [str(Path.cwd()), *sys.path]
    spec: ModuleSpec | None = None
    for depth in range(1, name.count(".") + 2):
        spec = PathFinder.find_spec(".".join(name.split(".")[:depth]), places)
        if spec is None:
            return None
        places = spec.submodule_search_locations or []
    return spec


def _defines_main(tree: ast.Module) -> bool:
    return any("main" in _names(node) for node in tree.body)


def _names(node: ast.stmt) -> set[str]:
    match node:
        case ast.FunctionDef(name=name):
            return {name}
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {alias.asname or alias.name for alias in names}
        case ast.Assign(targets=targets):
            return {target.id for target in targets if isinstance(target, ast.Name)}
    return set()


def _parse(path: Path) -> ast.Module:
    data = path.read_bytes()
    if data.startswith(_ELF):
        raise PackError(f"{path} is a program already: only plugins in Python are packed")
    try:
        return ast.parse(importlib.util.decode_source(data), str(path))
    except (SyntaxError, ValueError) as error:
        raise PackError(f"{path} is no Python of this version: {error}") from None


# --- wrappers -----------------------------------------------------------------


def _wrapper_call(tree: ast.Module) -> ast.Call | None:
    imports = (node for node in tree.body if isinstance(node, ast.ImportFrom))
    if not any(node.module == "velero_shim.wrapper" for node in imports):
        return None
    for node in tree.body:
        match node:
            case ast.Expr(value=ast.Call(func=ast.Name(id="main")) as call):
                return call
    return None


def _wrapper(path: Path, call: ast.Call, include_plugin: bool) -> Source:
    try:
        inner, target = (str(ast.literal_eval(argument)) for argument in call.args)
        options = [f"{o.arg}={ast.literal_eval(o.value)!r}" for o in call.keywords]
    except ValueError:
        raise PackError(
            f"{path} calls the wrapper in a way that velero-shim wrap does not write; write it "
            "anew with that"
        ) from None
    arguments = ", ".join([repr(target), *options])
    if not include_plugin:
        return Source(_file_name(path), f"run_wrapper({inner!r}, {arguments})")
    return _with_inner(path, Path(inner), arguments)


def _with_inner(path: Path, inner: Path, arguments: str) -> Source:
    if not inner.is_file():
        raise PackError(f"{path} wraps {inner}, and there is no such file to carry along")
    with inner.open("rb") as file:
        is_program = file.read(len(_ELF)) == _ELF
    if not is_program:
        _check_wrapped_script(path, inner)
        call = f"run_wrapped_script({_module_name(inner)!r}, {arguments})"
        return replace(_script(inner), name=_file_name(path), call=call)
    if (inner.parent / "_internal").is_dir():
        raise PackError(
            f"{path} wraps {inner}, which is a packed plugin and needs the folder around it; wrap "
            "the plugin that it was made of, and pack that wrapper"
        )
    carried = f"{CARRIED_FOLDER}/{inner.name}"
    return Source(_file_name(path), f"run_carrier({carried!r}, {arguments})", carried=inner)


def _check_wrapped_script(path: Path, inner: Path) -> None:
    try:
        _parse(inner)
    except PackError as error:
        raise PackError(
            f"{path} wraps what is neither a program nor Python: {error}; --no-include-plugin "
            "leaves it at its path"
        ) from None
