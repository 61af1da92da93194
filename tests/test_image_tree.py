"""The image of deploy/Dockerfile, as far as it can be tried without a container engine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import checkout
import image_tree
from bundles import executables, need_pyinstaller
from plugin_host import LIMIT
from velero_shim.client import list_plugins
from velero_shim.process import PluginProcess
from velero_shim.samples import annotate

DEPLOY = (checkout.ROOT / "docs" / "deploy.md").read_text("utf-8")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_pyinstaller()
    tree = tmp_path_factory.mktemp("image") / "tree"
    image_tree.main([annotate.__name__, "-o", str(tree)])
    return tree


def in_root(root: Path, *command: str) -> subprocess.Popen[bytes]:
    if os.geteuid() != 0:
        pytest.skip("only root may change the root of a process")
    return subprocess.Popen(
        ["chroot", f"--userspec={image_tree.user()}", str(root), *command],
        env={"PATH": f"{os.environ['PATH']}:/bin"},
    )


def test_the_plugin_is_all_that_is_executable_where_it_is_copied_from(tree: Path) -> None:
    assert executables(tree / "plugins") == [tree / "plugins" / "annotate" / "annotate"]


def test_the_entry_point_copies_what_then_runs(tree: Path) -> None:
    """Twice, as a container that is started again does."""
    for _ in range(2):
        with in_root(tree, *image_tree.entry_point()) as copier:
            assert copier.wait(LIMIT) == 0
    copied = tree / "target" / "annotate"
    assert executables(tree / "target") == [copied / "annotate"]
    assert f"{copied.stat().st_uid}:{copied.stat().st_gid}" == image_tree.user()
    with PluginProcess.start([str(copied / "annotate")]) as process:
        assert [plugin.name for plugin in list_plugins(process.channel)] == [annotate.NAME]


def test_what_cannot_be_packed_is_one_message(tmp_path: Path) -> None:
    need_pyinstaller()
    with pytest.raises(SystemExit, match="neither a file nor a module"):
        image_tree.main(["no_such_module", "-o", str(tmp_path / "tree")])
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(SystemExit, match="is there already"):
        image_tree.main([annotate.__name__, "-o", str(tmp_path)])


def test_the_guide_shows_the_dockerfile() -> None:
    (shown,) = re.findall(r"^```dockerfile\n(.*?)^```", DEPLOY, re.DOTALL | re.MULTILINE)
    lines = image_tree.DOCKERFILE.read_text("utf-8").splitlines()
    said = [line for line in lines if line and not line.startswith("#")]
    assert [line for line in shown.splitlines() if line and not line.startswith("#")] == said


def test_the_dockerfile_packs_with_what_there_is() -> None:
    text = image_tree.DOCKERFILE.read_text("utf-8")
    assert "velero-shim[pack]" in text
    assert "velero-shim pack /build/${PLUGIN} -o /plugins/${PLUGIN}" in text
    assert shutil.which(image_tree.entry_point()[0])
