"""Writes gen/ from proto/, or checks that gen/ is what would be written.

Everything is first generated into a temporary folder, so that a generator that fails leaves gen/ as
it was, and then replaces the language's generated folder as a whole. What is generated, and where
it goes, stands in buf.gen.yaml; what else is in gen/<language> is the package around it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

import buf
import generators
import trees

CONFIG = "buf.gen.yaml"


class Template:
    """What buf.gen.yaml says, language by language."""

    def __init__(self, root: Path) -> None:
        self._config: dict[str, Any] = yaml.safe_load((root / CONFIG).read_text("utf-8"))
        plugins: list[dict[str, Any]] = self._config["plugins"]
        self.folders: Mapping[str, str] = {_language(plugin): plugin["out"] for plugin in plugins}
        """The generated folder of each language, in the order of the file."""

    def of(self, language: str) -> str:
        """Returns the template with a language's plugins only."""
        plugins = [plugin for plugin in self._config["plugins"] if _language(plugin) == language]
        return json.dumps({**self._config, "plugins": plugins})


def _language(plugin: Mapping[str, Any]) -> str:
    return PurePosixPath(plugin["out"]).parts[1]


def generate(root: Path, languages: list[str], out: Path) -> None:
    """Runs the generators of the languages; their code is then in out/gen/<language>."""
    template = Template(root)
    for language in languages:
        arguments = ("generate", "--template", template.of(language), "-o", out)
        result = buf.run(*arguments, cwd=root, plugins=generators.folder(language))
        if result.returncode != 0:
            raise SystemExit(f"{result.stdout}\nbuf generate failed for {language}")


def check(root: Path, languages: list[str], fresh: Path) -> int:
    """Reports where gen/ differs from freshly generated code; returns the exit code."""
    folders = Template(root).folders
    links = dict.fromkeys(link for name in languages for link in _links(root, folders[name]))
    lines = [f"different: {link}: found a symbolic link, expected a folder" for link in links]
    for name in languages:
        lines += trees.differences(fresh / folders[name], root / folders[name])
    # Unlike iterdir, glob finds nothing where there is no such folder.
    strays = (path for path in sorted((root / "gen").glob("*")) if path.name not in folders)
    lines += [f"stray: {path}" for path in strays]
    return trees.report(lines, "nox -s generate")


def _links(root: Path, folder: str) -> list[Path]:
    """Returns the symbolic links on the way to a generated folder, innermost first."""
    way = (PurePosixPath(folder), *PurePosixPath(folder).parents)
    return [root / path for path in way if (root / path).is_symlink() and path.name]


def replace(root: Path, languages: list[str], fresh: Path) -> int:
    """Puts freshly generated code in the place of the old; returns the exit code."""
    folders = Template(root).folders
    for name in languages:
        target = root / folders[name]
        # From the outside, so that nothing is removed from what a link leads to.
        while links := _links(root, folders[name]):
            links[-1].unlink()
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(fresh / folders[name], target)
    return 0


def main(arguments: list[str], root: Path) -> int:
    """Runs the command on a checkout; returns the exit code."""
    known = list(Template(root).folders)
    parser = argparse.ArgumentParser(prog="generate", description=__doc__)
    parser.add_argument("languages", nargs="*", help=f"of {', '.join(known)}; all by default")
    parser.add_argument("--check", action="store_true", help="change nothing, fail on a difference")
    options = parser.parse_args(arguments)
    if unknown := set(options.languages) - set(known):
        parser.error(f"no such language: {', '.join(sorted(unknown))}")
    languages = options.languages or known
    with tempfile.TemporaryDirectory() as folder:
        generate(root, languages, Path(folder))
        finish = check if options.check else replace
        return finish(root, languages, Path(folder))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).parents[1]))
