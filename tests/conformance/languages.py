"""How each language's programs are built and run.

Each language has a program ``conformance`` here, and a client and a plugin in examples/. They are
built into .cache/conformance of the checkout, where what is there makes the next time short.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import generators

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
EXAMPLES = ROOT / "examples"
BUILT = generators.CACHE / "conformance"
BUILD_LIMIT = 1500.0  # seconds; a cold build on a small machine, with room to spare


@dataclass(frozen=True, slots=True)
class Programs:
    """The commands of a language's programs.

    ``conformance`` takes the golden folder and the socket of a running plugin; ``client`` the
    socket and a plugin's name; ``plugin`` is a file for a host to start. Python has samples
    instead of the two. ``bundled`` is the first as a bundler makes it, where there are bundlers.
    """

    conformance: Sequence[str]
    client: Sequence[str] | None = None
    plugin: Path | None = None
    bundled: Sequence[str] | None = None


def build(language: str) -> Programs:
    """Builds a language's programs."""
    return LANGUAGES[language]()


@functools.cache
def _python() -> Programs:
    return Programs([sys.executable, "-m", "conformance.python.main"])


@functools.cache
def _go() -> Programs:
    target = BUILT / "go"
    target.mkdir(parents=True, exist_ok=True)
    output = f"{target}{os.sep}"
    # -buildvcs=false: a checkout that git does not trust would fail the build.
    command = ["go", "build", "-trimpath", "-buildvcs=false", "-o", output, "./..."]
    run(command, HERE / "go")
    run(command, EXAMPLES / "go")
    return Programs([f"{output}conformance"], [f"{output}client"], target / "plugin")


@functools.cache
def _typescript() -> Programs:
    here, examples = HERE / "typescript", EXAMPLES / "typescript"
    for folder in (here, examples):
        npm_install(folder)
        run(["node_modules/.bin/tsc"], folder)
    # As a bundler sees it, too.
    resolution = ["--noEmit", "--module", "esnext", "--moduleResolution", "bundler"]
    run(["node_modules/.bin/tsc", *resolution], here)
    bundle = ["--bundle", "--platform=node", "--format=esm", "--outfile=dist/bundle.mjs"]
    run(["node_modules/.bin/esbuild", "main.ts", *bundle], here)
    plugin = examples / "dist" / "plugin.js"
    plugin.chmod(0o755)
    return Programs(
        ["node", str(here / "dist" / "main.js")],
        ["node", str(examples / "dist" / "client.js")],
        plugin,
        bundled=["node", str(here / "dist" / "bundle.mjs")],
    )


@functools.cache
def _rust() -> Programs:
    target = BUILT / "rust"
    target.mkdir(parents=True, exist_ok=True)
    descriptors = target / "descriptors.binpb"
    buf_build = [str(Path(sys.executable).with_name("buf")), "build", "--as-file-descriptor-set"]
    run([*buf_build, "-o", str(descriptors)], ROOT)
    for folder in (HERE / "rust", EXAMPLES / "rust"):
        run(
            ["cargo", "build", "--locked", "--target-dir", str(target)],
            folder,
            CARGO_HOME=str(generators.CACHE / "cargo"),
            DESCRIPTORS=str(descriptors),
        )
    built = target / "debug"
    return Programs([str(built / "conformance")], [str(built / "client")], built / "plugin")


@functools.cache
def _java() -> Programs:
    command = ["mvn", "-q", "-B", "-C", "-Dmaven.test.skip=true", "package"]
    run([*command, f"-Dmaven.repo.local={generators.CACHE / 'maven'}"], HERE / "java")

    def program(name: str, folder: Path) -> Sequence[str]:
        path = os.pathsep.join((f"{folder}/target/classes", f"{folder}/target/lib/*"))
        return ["java", "-cp", path, name]

    examples = EXAMPLES / "java"
    return Programs(
        program("Conformance", HERE / "java" / "conformance"),
        program("Client", examples),
        examples / "plugin",
    )


LANGUAGES: Mapping[str, Callable[[], Programs]] = {
    "python": _python,
    "go": _go,
    "typescript": _typescript,
    "rust": _rust,
    "java": _java,
}


# The formatters of languages that come with one: each prints what is not in its form.
_FORMATTERS: Mapping[str, tuple[Sequence[str], str]] = {
    "go": (["gofmt", "-l"], "*.go"),
    "rust": (["rustfmt", "--edition", "2021", "--config", "skip_children=true", "-l"], "*.rs"),
}


def unformatted(language: str) -> str:
    """Returns what a language's own formatter would change in what is written by hand."""
    formatter, pattern = _FORMATTERS.get(language, ([], ""))
    if not formatter or shutil.which(formatter[0]) is None:
        return ""
    folders = [HERE, EXAMPLES / language, generators.PINS / language]
    files = [str(file) for folder in folders for file in sorted(folder.rglob(pattern))]
    ran = subprocess.run([*formatter, *files], capture_output=True, text=True, check=False)
    return ran.stdout + ran.stderr


def npm_install(folder: Path) -> None:
    """Installs what a folder's lock file says; the stubs as they would come from a registry."""
    command = ["npm", "ci", "--install-links", "--ignore-scripts", "--no-audit", "--no-fund"]
    run(command, folder, npm_config_cache=str(generators.CACHE / "npm"))


def run(command: Sequence[str], cwd: Path, **environment: str) -> None:
    """Runs a step of a build; a failure shows what it printed."""
    ran = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=BUILD_LIMIT,
        check=False,
    )
    assert ran.returncode == 0, f"{' '.join(command)} failed in {cwd}:\n{ran.stdout}"
