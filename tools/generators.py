"""Builds the generator plugins of buf that are not Python, as tools/generators/ pins them.

Owns where they are built: .cache/generators in the checkout, a folder for each state of the pins,
so that what has been built is built once. The plugins of Python are installed beside it.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
CACHE = ROOT / ".cache"
PINS = ROOT / "tools" / "generators"


def folder(language: str) -> Path | None:
    """Returns the folder with a language's plugins, built if need be; None if it needs none."""
    build = _BUILDERS.get(language)
    if build is None:
        return None
    pins = PINS / language
    target = CACHE / "generators" / f"{language}-{_digest(pins)}"
    if not target.exists():
        fresh = target.with_suffix(f".{os.getpid()}")
        fresh.mkdir(parents=True)
        try:
            build(pins, fresh)
        except BaseException:
            shutil.rmtree(fresh)
            raise
        fresh.rename(target)
    return target / _PROGRAMS.get(language, "")


def _go(pins: Path, target: Path) -> None:
    _run(["go", "build", "-trimpath", "-o", f"{target}{os.sep}", "tool"], pins)


def _typescript(pins: Path, target: Path) -> None:
    for name in ("package.json", "package-lock.json"):
        shutil.copy2(pins / name, target)
    _run(["npm", "ci", "--no-audit", "--no-fund"], target, npm_config_cache=str(CACHE / "npm"))


def _rust(pins: Path, target: Path) -> None:
    command = ["cargo", "build", "--locked", "--target-dir", str(target)]
    _run(command, pins, CARGO_HOME=str(CACHE / "cargo"))


def _java(pins: Path, target: Path) -> None:
    machine = platform.machine().replace("arm64", "aarch64").replace("aarch64", "aarch_64")
    system = {"Darwin": "osx"}.get(platform.system(), platform.system().lower())
    command = ["mvn", "-q", "-B", "-C", "dependency:copy", f"-Dclassifier={system}-{machine}"]
    _run([*command, f"-Dtarget={target}", f"-Dmaven.repo.local={CACHE / 'maven'}"], pins)
    for program in target.iterdir():
        program.chmod(0o755)


_BUILDERS: Mapping[str, Callable[[Path, Path], None]] = {
    "go": _go,
    "typescript": _typescript,
    "rust": _rust,
    "java": _java,
}
# Where in its folder a language's programs are.
_PROGRAMS: Mapping[str, str] = {"typescript": "node_modules/.bin", "rust": "debug"}


def _digest(pins: Path) -> str:
    files = sorted(path for path in pins.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(pins).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def _run(command: list[str], cwd: Path, **environment: str) -> None:
    try:
        subprocess.run(command, cwd=cwd, env={**os.environ, **environment}, check=True)
    except FileNotFoundError:
        raise SystemExit(f"needs `{command[0]}`, which is not on the PATH") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{' '.join(command)} failed with exit code {error.returncode}") from None
