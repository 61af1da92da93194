import { writeSync } from "node:fs";
import type { JsonObject } from "@bufbuild/protobuf";

// Prints a line of JSON.
export function report(line: JsonObject): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}
