"""A sample BackupItemAction v1: notes on every item which backup holds it."""

from __future__ import annotations

from velero_shim import (
    Backup,
    BackupItemActionV1,
    ExecuteResult,
    PluginServer,
    ResourceIdentifier,
    ResourceSelector,
)
from velero_shim.jsonbytes import JSONObject

NAME = "example.io/annotate"
ANNOTATION = "example.io/backed-up-by"


class Annotate(BackupItemActionV1):
    """Adds an annotation, and takes the claims of a pod's volumes into the backup."""

    def applies_to(self) -> ResourceSelector:
        """Everything."""
        return ResourceSelector()

    def execute(self, item: JSONObject, backup: Backup) -> ExecuteResult:
        """Returns the annotated item and the claims that it mounts."""
        annotations = item.setdefault("metadata", {}).setdefault("annotations", {})
        annotations[ANNOTATION] = backup.name
        return ExecuteResult(item, _claims(item))


def _claims(item: JSONObject) -> list[ResourceIdentifier]:
    if item.get("kind") != "Pod":
        return []
    volumes = item.get("spec", {}).get("volumes") or []
    return [
        ResourceIdentifier(
            group="",
            resource="persistentvolumeclaims",
            namespace=item["metadata"]["namespace"],
            name=volume["persistentVolumeClaim"]["claimName"],
        )
        for volume in volumes
        if "persistentVolumeClaim" in volume
    ]


def main() -> None:
    """Serves the plugin to the host that started this process."""
    PluginServer().register_backup_item_action(NAME, Annotate).serve()


if __name__ == "__main__":
    main()
