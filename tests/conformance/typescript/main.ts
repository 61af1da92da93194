// Holds the TypeScript stubs against the golden fixtures and, given the socket of a running plugin, calls it. Prints a
// line of JSON for each fixture and for each call.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { isDeepStrictEqual } from "node:util";
import { equals, fromBinary, fromJson, toBinary, toJson, type JsonValue } from "@bufbuild/protobuf";
import { call } from "./calls.js";
import { registry } from "./registry.js";
import { report } from "./report.js";

interface Fixture {
  file: string;
  json: string;
  message: string;
}

// Returns what the stubs read or write differently from Velero, or nothing.
function problem(golden: string, fixture: Fixture): string {
  const schema = registry.getMessage(fixture.message);
  if (schema === undefined) {
    return `no message ${fixture.message}`;
  }
  const wire = readFileSync(join(golden, fixture.file));
  const twin = JSON.parse(readFileSync(join(golden, fixture.json), "utf8")) as JsonValue;
  if (!wire.equals(toBinary(schema, fromBinary(schema, wire)))) {
    return "encodes to other bytes";
  }
  const known = fromBinary(schema, wire, { readUnknownFields: false });
  if (!equals(schema, known, fromJson(schema, twin, { registry }), { registry })) {
    return "differs from its JSON twin";
  }
  if (!isDeepStrictEqual(toJson(schema, known, { registry }), twin)) {
    return "is written as other JSON";
  }
  return "";
}

function guarded(golden: string, fixture: Fixture): string {
  try {
    return problem(golden, fixture);
  } catch (error) {
    return `cannot be read: ${String(error)}`;
  }
}

const [golden, socket] = argv.slice(2);
if (golden === undefined) {
  throw new Error("usage: main GOLDEN [SOCKET]");
}
const manifest = JSON.parse(readFileSync(join(golden, "manifest.json"), "utf8")) as { fixtures: Fixture[] };
for (const fixture of manifest.fixtures) {
  report({ fixture: fixture.file, problem: guarded(golden, fixture) });
}
if (socket !== undefined) {
  await call(socket);
}
