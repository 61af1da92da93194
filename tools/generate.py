"""Writes gen/ from proto/, or checks that gen/ is what would be written.

Everything is first generated into a temporary folder, so that a generator that fails leaves gen/ as
it was, and then replaces the language's folder as a whole.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

import buf
import trees

# The buf template of each language; each writes to gen/<language>.
TEMPLATES = {"python": "buf.gen.yaml"}


def generate(root: Path, languages: list[str], out: Path) -> None:
    """Runs the generators of the languages; their code is then in out/gen/<language>."""
    for language in languages:
        result = buf.run("generate", "--template", TEMPLATES[language], "-o", out, cwd=root)
        if result.returncode != 0:
            raise SystemExit(f"{result.stdout}\nbuf generate failed for {language}")


def check(root: Path, languages: list[str], fresh: Path) -> int:
    """Reports where gen/ differs from freshly generated code; returns the exit code."""
    gen = root / "gen"
    pairs = [(fresh / "gen" / name, gen / name) for name in languages]
    lines = [line for wanted, found in pairs for line in trees.differences(wanted, found)]
    lines += [f"stray: {path}" for path in sorted(gen.iterdir()) if path.name not in TEMPLATES]
    return trees.report(lines, "nox -s generate")


def replace(root: Path, languages: list[str], fresh: Path) -> int:
    """Puts freshly generated code in the place of the old; returns the exit code."""
    for name in languages:
        target = root / "gen" / name
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(fresh / "gen" / name, target)
    return 0


def main(arguments: list[str], root: Path) -> int:
    """Runs the command on a checkout; returns the exit code."""
    parser = argparse.ArgumentParser(prog="generate", description=__doc__)
    parser.add_argument("languages", nargs="*", help=f"of {', '.join(TEMPLATES)}; all by default")
    parser.add_argument("--check", action="store_true", help="change nothing, fail on a difference")
    options = parser.parse_args(arguments)
    if unknown := set(options.languages) - set(TEMPLATES):
        parser.error(f"no such language: {', '.join(sorted(unknown))}")
    languages = options.languages or list(TEMPLATES)
    with tempfile.TemporaryDirectory() as folder:
        generate(root, languages, Path(folder))
        finish = check if options.check else replace
        return finish(root, languages, Path(folder))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).parents[1]))
