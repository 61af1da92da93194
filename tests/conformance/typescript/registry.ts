// Every message by its full name.
import { createFileRegistry, createRegistry, fromJson, toJson, type DescFile } from "@bufbuild/protobuf";
import { file_google_protobuf_any, FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { file_velero_plugin_backup_item_action_v1_backup_item_action as biaV1 } from "velero-plugin-stubs/backup_item_action/v1/backup_item_action";
import { file_velero_plugin_backup_item_action_v2_backup_item_action as biaV2 } from "velero-plugin-stubs/backup_item_action/v2/backup_item_action";
import { file_velero_plugin_delete_item_action_v1_delete_item_action as dia } from "velero-plugin-stubs/delete_item_action/v1/delete_item_action";
import { file_velero_plugin_goplugin_grpc_broker as broker } from "velero-plugin-stubs/goplugin/grpc_broker";
import { file_velero_plugin_goplugin_grpc_controller as controller } from "velero-plugin-stubs/goplugin/grpc_controller";
import { file_velero_plugin_goplugin_grpc_stdio as stdio } from "velero-plugin-stubs/goplugin/grpc_stdio";
import { file_velero_plugin_item_block_action_v1_item_block_action as iba } from "velero-plugin-stubs/item_block_action/v1/item_block_action";
import { file_velero_plugin_object_store_v1_object_store as objectStore } from "velero-plugin-stubs/object_store/v1/object_store";
import { file_velero_plugin_plugin_lister_v1_plugin_lister as lister } from "velero-plugin-stubs/plugin_lister/v1/plugin_lister";
import { file_velero_plugin_restore_item_action_v1_restore_item_action as riaV1 } from "velero-plugin-stubs/restore_item_action/v1/restore_item_action";
import { file_velero_plugin_restore_item_action_v2_restore_item_action as riaV2 } from "velero-plugin-stubs/restore_item_action/v2/restore_item_action";
import { file_velero_plugin_shared_v1_shared as shared } from "velero-plugin-stubs/shared/v1/shared";
import { file_velero_plugin_volume_snapshotter_v1_volume_snapshotter as volumeSnapshotter } from "velero-plugin-stubs/volume_snapshotter/v1/volume_snapshotter";

const stubs: DescFile[] = [
  ...[biaV1, biaV2, dia, broker, controller, stdio, iba, objectStore, lister, riaV1, riaV2, shared],
  volumeSnapshotter,
];

export const registry = createRegistry(...stubs, ...status().files);

// gRPC's google.rpc.Status, which no package here brings as a descriptor.
function status() {
  const field = (name: string, number: number, type: string, label = "LABEL_OPTIONAL") => {
    return { name, jsonName: name, number, type, label };
  };
  return createFileRegistry(
    fromJson(FileDescriptorSetSchema, {
      file: [
        toJson(FileDescriptorProtoSchema, file_google_protobuf_any.proto),
        {
          name: "google/rpc/status.proto",
          package: "google.rpc",
          dependency: ["google/protobuf/any.proto"],
          messageType: [
            {
              name: "Status",
              field: [
                field("code", 1, "TYPE_INT32"),
                field("message", 2, "TYPE_STRING"),
                { ...field("details", 3, "TYPE_MESSAGE", "LABEL_REPEATED"), typeName: ".google.protobuf.Any" },
              ],
            },
          ],
          syntax: "proto3",
        },
      ],
    }),
  );
}
