// Asks a BackupItemAction v2 of a running plugin what it applies to: client SOCKET NAME.
import { connect } from "node:net";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { BackupItemAction } from "velero-plugin-stubs/backup_item_action/v2/backup_item_action";

const [socket = "", plugin = ""] = process.argv.slice(2);
const transport = createGrpcTransport({
  baseUrl: "http://localhost",
  nodeOptions: { createConnection: () => connect(socket) },
  idleConnectionTimeoutMs: 100,
});
const response = await createClient(BackupItemAction, transport).appliesTo({ plugin });
console.log(response.ResourceSelector?.includedResources);
