#!/usr/bin/env node
// A Velero plugin on the stubs and connect: a BackupItemAction v1 that labels pods.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Code, ConnectError, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { BackupItemAction } from "velero-plugin-stubs/backup_item_action/v1/backup_item_action";
import { GRPCBroker } from "velero-plugin-stubs/goplugin/grpc_broker";
import { GRPCController } from "velero-plugin-stubs/goplugin/grpc_controller";
import { GRPCStdio } from "velero-plugin-stubs/goplugin/grpc_stdio";
import { PluginLister } from "velero-plugin-stubs/plugin_lister/v1/plugin_lister";
import { serveHealth } from "./health.js";

const name = "example.io/label-by-typescript";

type Labelled = { metadata?: { labels?: Record<string, string> } };

const action = {
  appliesTo: ({ plugin }: { plugin: string }) => {
    mustBeKnown(plugin);
    return { ResourceSelector: { includedResources: ["pods"] } };
  },
  execute: (request: { plugin: string; item: Uint8Array; backup: Uint8Array }) => {
    mustBeKnown(request.plugin);
    parse(request.backup);
    // Numbers beyond 2^53 lose digits here; a plugin that meets them needs another JSON parser.
    const item = parse(request.item) as Labelled;
    const labels = ((item.metadata ??= {}).labels ??= {});
    labels["example.io/labelled-by"] = "typescript";
    return { item: new TextEncoder().encode(JSON.stringify(item)), additionalItems: [] };
  },
};

function mustBeKnown(plugin: string): void {
  if (plugin !== name) {
    throw new ConnectError(`plugin: ${plugin} was not found or has an invalid name format`, Code.Unknown);
  }
}

function parse(json: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(json));
  } catch (error) {
    throw new ConnectError(String(error), Code.Unknown);
  }
}

// Keeps a stream open until the host closes it.
async function* open(_: unknown, { signal }: HandlerContext): AsyncGenerator<never> {
  await new Promise((closed) => signal.addEventListener("abort", closed));
}

function routes(router: ConnectRouter): void {
  router.service(BackupItemAction, action);
  router.service(PluginLister, {
    listPlugins: () => ({ plugins: [{ command: process.argv[1] ?? "", kind: "BackupItemAction", name }] }),
  });
  router.service(GRPCBroker, { startStream: open });
  router.service(GRPCStdio, { streamStdio: open });
  router.service(GRPCController, {
    shutdown: () => {
      setTimeout(end, 50); // after the answer
      return {};
    },
  });
  serveHealth(router);
}

if (process.env["VELERO_PLUGIN"] !== "hello") {
  console.error("This is a Velero plugin: Velero starts it.");
  process.exit(1);
}
const folder = mkdtempSync(join(process.env["PLUGIN_UNIX_SOCKET_DIR"] || tmpdir(), "plugin"));
const socket = join(folder, "socket");

function end(): never {
  rmSync(folder, { recursive: true });
  process.exit(0);
}

process.on("SIGINT", () => {}); // a terminal sends it to the host's whole group
process.on("SIGTERM", end);
const handle = connectNodeAdapter({ routes, readMaxBytes: 2 ** 31 - 1, writeMaxBytes: 2 ** 31 - 1 });
const server = createServer((request, response) => {
  request.headers[":authority"] = "localhost"; // some clients send the socket's path, which makes no URL
  handle(request, response);
});
server.listen(socket, () => console.log(`1|2|unix|${socket}|grpc|`));
