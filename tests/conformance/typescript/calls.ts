import { connect } from "node:net";
import { toJson, type DescMessage, type JsonObject, type MessageShape } from "@bufbuild/protobuf";
import { EmptySchema } from "@bufbuild/protobuf/wkt";
import { ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import * as v1 from "velero-plugin-stubs/backup_item_action/v1/backup_item_action";
import * as v2 from "velero-plugin-stubs/backup_item_action/v2/backup_item_action";
import { StackSchema } from "velero-plugin-stubs/shared/v1/shared";
import { report } from "./report.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const item = bytes('{"kind":"Pod"}');
const broken = bytes('{"kind":"Broken"}');
const backup = bytes('{"kind":"Backup"}');
const ofV1 = { plugin: "example.io/fixed-v1" };
const ofV2 = { plugin: "example.io/fixed-v2" };
const operation = { ...ofV2, operationID: "operation-1", backup };

// Makes every call once.
export async function call(socket: string): Promise<void> {
  const transport = createGrpcTransport({
    baseUrl: "http://localhost",
    nodeOptions: { createConnection: () => connect(socket) },
    idleConnectionTimeoutMs: 100,
  });
  const first = createClient(v1.BackupItemAction, transport);
  const second = createClient(v2.BackupItemAction, transport);
  await answer("v1 AppliesTo", v1.BackupItemActionAppliesToResponseSchema, first.appliesTo(ofV1));
  await answer("v1 Execute", v1.ExecuteResponseSchema, first.execute({ ...ofV1, item, backup }));
  await answer("v1 error", v1.ExecuteResponseSchema, first.execute({ ...ofV1, item: broken, backup }));
  await answer("v2 AppliesTo", v2.BackupItemActionAppliesToResponseSchema, second.appliesTo(ofV2));
  await answer("v2 Execute", v2.ExecuteResponseSchema, second.execute({ ...ofV2, item, backup }));
  await answer("v2 error", v2.ExecuteResponseSchema, second.execute({ ...ofV2, item: broken, backup }));
  const progress = second.progress(operation);
  await answer("v2 Progress", v2.BackupItemActionProgressResponseSchema, progress);
  await answer("v2 Cancel", EmptySchema, second.cancel(operation));
  const total: bigint | undefined = (await progress).progress?.nTotal;
  if (total !== 2n ** 53n + 1n) {
    throw new Error(`nTotal is ${String(total)}`);
  }
}

async function answer<S extends DescMessage>(name: string, schema: S, response: Promise<MessageShape<S>>) {
  const outcome = await response.then((message) => toJson(schema, message), failure);
  report({ call: name, answer: outcome });
}

function failure(reason: unknown): JsonObject {
  const error = ConnectError.from(reason);
  const line: JsonObject = { code: error.code, message: error.rawMessage };
  for (const stack of error.findDetails(StackSchema)) {
    line["stack"] = toJson(StackSchema, stack);
  }
  return line;
}
