"""Builds the file tree of deploy/Dockerfile's image without a container engine.

``image_tree.py PLUGIN -o TREE`` does what the Dockerfile's two stages do, with this machine's
Python and C library in place of the base images, so that what the image does can be tried:
``chroot TREE`` and its entry point's command copy the plugin. The image itself is smaller, by
the stand-in for busybox, and may run with an older C library.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from velero_shim.errors import ShimError
from velero_shim.pack import pack

DOCKERFILE = Path(__file__).parents[1] / "deploy" / "Dockerfile"
_FOLDER_MODE = 0o755
_TARGET_MODE = 0o777  # as the volume that Velero mounts there


def entry_point(dockerfile: Path = DOCKERFILE) -> list[str]:
    """Returns the command of the image, as the Dockerfile has it."""
    (line,) = re.findall(r"^ENTRYPOINT (\[.*\])$", dockerfile.read_text("utf-8"), re.MULTILINE)
    command: list[str] = json.loads(line)
    return command


def user(dockerfile: Path = DOCKERFILE) -> str:
    """Returns the user and group that the image runs as."""
    (found,) = re.findall(r"^USER (\S+)$", dockerfile.read_text("utf-8"), re.MULTILINE)
    return str(found)


def build(plugin: str, tree: Path) -> Path:
    """Builds the tree and returns the plugin's folder in it.

    Args:
        plugin: a module or file for ``velero-shim pack``.
        tree: the folder to make.

    Raises:
        ShimError: the plugin cannot be packed.
        OSError: a file cannot be written, or the tree is there already.
    """
    if tree.exists():
        raise OSError(f"{tree} is there already; remove it, or name another folder")
    name = Path(plugin).name if Path(plugin).is_file() else plugin.rpartition(".")[2]
    # In one step: a plugin that cannot be packed leaves no half of a tree.
    with tempfile.TemporaryDirectory(prefix=".tree-", dir=tree.absolute().parent) as work:
        made = Path(work, "tree")
        for folder in ("plugins", "target", "bin"):
            (made / folder).mkdir(parents=True)
        pack(plugin, made / "plugins" / name)
        _add_program(made, entry_point()[0])
        for path in (made, *(path for path in made.rglob("*") if path.is_dir())):
            path.chmod(_FOLDER_MODE)
        (made / "target").chmod(_TARGET_MODE)
        made.rename(tree)
    return tree / "plugins" / name


def _add_program(tree: Path, name: str) -> None:
    program = shutil.which(name)
    if program is None:
        raise OSError(f"there is no {name} on the PATH to stand in for the base image's")
    shutil.copy(Path(program).resolve(), tree / "bin" / name)
    listed = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    for library in re.findall(r"(?:=> |^\s+)(/\S+) \(", listed, re.MULTILINE):
        target = tree / Path(library).relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(library).resolve(), target)


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("plugin", help="a module with main(), or a plugin file")
    parser.add_argument("-o", dest="tree", type=Path, required=True, help="the folder to make")
    found = parser.parse_args(arguments)
    try:
        folder = build(found.plugin, found.tree)
    except (ShimError, OSError) as error:
        sys.exit(f"{parser.prog}: {error}")
    print(f"{folder}\ntry it: chroot --userspec={user()} {found.tree} {shlex.join(entry_point())}")


if __name__ == "__main__":
    main()
