// The part of grpc.health.v1 that a go-plugin host asks for.
import { create, createFileRegistry, fromJson, type DescMethodUnary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";

const field = (name: string, type: string) => ({ name, jsonName: name, number: 1, type, label: "LABEL_OPTIONAL" });
const file = {
  name: "grpc/health/v1/health.proto",
  package: "grpc.health.v1",
  syntax: "proto3",
  messageType: [
    { name: "HealthCheckRequest", field: [field("service", "TYPE_STRING")] },
    // An enum there; an int32 is the same on the wire.
    { name: "HealthCheckResponse", field: [field("status", "TYPE_INT32")] },
  ],
  service: [
    {
      name: "Health",
      method: [
        {
          name: "Check",
          inputType: ".grpc.health.v1.HealthCheckRequest",
          outputType: ".grpc.health.v1.HealthCheckResponse",
        },
      ],
    },
  ],
};

const registry = createFileRegistry(fromJson(FileDescriptorSetSchema, { file: [file] }));

// Says of everything that it is serving.
export function serveHealth(router: ConnectRouter): void {
  const check = registry.getService("grpc.health.v1.Health")?.method["check"] as DescMethodUnary;
  router.rpc(check, () => create(check.output, { status: 1 }));
}
