"""A plugin script with what may go wrong when it is packed: prints, files beside it, children."""

from __future__ import annotations

import multiprocessing
import os
import sys
from pathlib import Path

print("printed by an import")

# It lies beside the script when that is packed.
from packed_helper import TEAM  # type: ignore[import-not-found]  # noqa: E402

from velero_shim import (  # noqa: E402
    Backup,
    BackupItemActionV2,
    ExecuteResultV2,
    PluginError,
    PluginServer,
    ResourceSelector,
)
from velero_shim.jsonbytes import JSONObject  # noqa: E402


def double(number: int) -> int:
    return 2 * number


class Tell(BackupItemActionV2):
    """Tells about its process in annotations."""

    def applies_to(self) -> ResourceSelector:
        return ResourceSelector(included_resources=["pods"])

    def execute(self, item: JSONObject, backup: Backup) -> ExecuteResultV2:
        asked = item["metadata"].get("annotations", {})
        if "error" in asked:
            raise PluginError(asked["error"])
        beside = Path(__file__).with_name("folder") / "beside.txt"
        told = {"beside": beside.read_text() if beside.exists() else ""}
        told |= {"team": TEAM, "program": sys.argv[0], "environment": ",".join(sorted(os.environ))}
        if "children" in asked:
            with multiprocessing.get_context(asked["children"]).Pool(1) as pool:
                told["children"] = str(pool.map(double, [21]))
        item["metadata"]["annotations"] = told
        return ExecuteResultV2(item)


if __name__ == "__main__":
    PluginServer().register_backup_item_action_v2("example.io/tell", Tell).serve()
