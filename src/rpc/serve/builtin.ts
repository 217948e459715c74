import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor/index.js';

const HEALTH = `
syntax = "proto3";
package grpc.health.v1;
message HealthCheckRequest { string service = 1; }
message HealthCheckResponse {
  enum ServingStatus { UNKNOWN = 0; SERVING = 1; NOT_SERVING = 2; SERVICE_UNKNOWN = 3; }
  ServingStatus status = 1;
}
service Health {
  rpc Check(HealthCheckRequest) returns (HealthCheckResponse);
  rpc Watch(HealthCheckRequest) returns (stream HealthCheckResponse);
}`;

/** The versions of the reflection protocol differ in their package only. */
const reflection = (version: string) => `
syntax = "proto3";
package grpc.reflection.${version};
message ServerReflectionRequest {
  string host = 1;
  oneof message_request {
    string file_by_filename = 3;
    string file_containing_symbol = 4;
    ExtensionRequest file_containing_extension = 5;
    string all_extension_numbers_of_type = 6;
    string list_services = 7;
  }
}
message ExtensionRequest { string containing_type = 1; int32 extension_number = 2; }
message ServerReflectionResponse {
  string valid_host = 1;
  ServerReflectionRequest original_request = 2;
  oneof message_response {
    FileDescriptorResponse file_descriptor_response = 4;
    ExtensionNumberResponse all_extension_numbers_response = 5;
    ListServiceResponse list_services_response = 6;
    ErrorResponse error_response = 7;
  }
}
message FileDescriptorResponse { repeated bytes file_descriptor_proto = 1; }
message ExtensionNumberResponse { string base_type_name = 1; repeated int32 extension_number = 2; }
message ListServiceResponse { repeated ServiceResponse service = 1; }
message ServiceResponse { string name = 1; }
message ErrorResponse { int32 error_code = 1; string error_message = 2; }
service ServerReflection {
  rpc ServerReflectionInfo(stream ServerReflectionRequest) returns (stream ServerReflectionResponse);
}`;

const ERRORS = `
syntax = "proto3";
package google.rpc;
message Any { string type_url = 1; bytes value = 2; }
message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
message FieldViolation { string field = 1; string description = 2; string reason = 3; }
message BadRequest { repeated FieldViolation field_violations = 1; }`;

/** The types of the services every gRPC server has beside its own, and of error details. */
export function builtinTypes(): protobuf.Root {
  const root = new protobuf.Root();
  for (const source of [HEALTH, reflection('v1'), reflection('v1alpha'), ERRORS]) {
    protobuf.parse(source, root, { keepCase: true });
  }
  root.resolveAll();
  return root;
}

/** The FileDescriptorProto bytes of those services, as reflection gives them. */
export function builtinFiles(): Uint8Array[] {
  return [
    fileOf('grpc/health/v1/health.proto', HEALTH),
    fileOf('grpc/reflection/v1/reflection.proto', reflection('v1')),
    fileOf('grpc/reflection/v1alpha/reflection.proto', reflection('v1alpha')),
  ];
}

function fileOf(name: string, source: string): Uint8Array {
  const root = new protobuf.Root();
  protobuf.parse(source, root, { keepCase: true });
  root.resolveAll();
  const file = root.toDescriptor('proto3').file.find(({ service }) => service?.length === 1);
  if (!file) throw new Error(`${name} has no service`);
  // protobufjs writes names of types as seen from where they are used, and none for JSON; other readers expect them in full.
  for (const message of file.messageType ?? []) {
    const { fields } = root.lookupType(`${file.package}.${message.name}`);
    for (const field of message.field ?? []) {
      field.jsonName = protobuf.util.camelCase(field.name ?? '');
      const { resolvedType } = fields[field.name ?? ''] ?? {};
      if (resolvedType) field.typeName = resolvedType.fullName;
    }
  }
  return descriptor.FileDescriptorProto.encode({ ...file, name }).finish();
}

/** A built-in method: any number of messages in, any number out. Unary and streaming clients look the same from here. */
export interface BuiltinMethod {
  /** `/package.Service/Method` */
  readonly path: string;
  /** One message each way. */
  readonly unary?: boolean;
  handle(requests: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<readonly Uint8Array[]>;
}
