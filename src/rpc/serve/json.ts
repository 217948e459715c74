import { createFileRegistry, fromBinary, toJson } from '@bufbuild/protobuf';
import { type FileDescriptorSet, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import type { Codec } from '../incoming.ts';
import { readJson } from './json-request.ts';
import { bounded, methodName } from './service.ts';

/** The JSON form of the schema's messages. */
export interface JsonMapping {
  /** @param proto makes the binary codec of the same method */
  codec(method: string, request: Uint8Array, proto: (bytes: Uint8Array) => Codec<Uint8Array>): Codec<Uint8Array>;
}

export function parseDescriptors(bytes: Uint8Array): FileDescriptorSet {
  return fromBinary(FileDescriptorSetSchema, bytes);
}

/** Protobuf JSON, by way of the binary form: only that knows both lowerCamelCase and the well-known types. */
export function jsonMapping(descriptors: Uint8Array): JsonMapping {
  const registry = createFileRegistry(parseDescriptors(descriptors));
  const services = [...registry].filter(type => type.kind === 'service');
  const methods = new Map(
    services.flatMap(({ typeName, methods: all }) => all.map(method => [methodName(typeName, method.name), method])),
  );
  return {
    codec(name, bytes, proto) {
      const method = methods.get(name);
      if (!method) throw new Error(`the descriptors have no method ${name}`);
      const { input, output } = method;
      return {
        decode() {
          const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
          return proto(readJson(input, text, registry)).decode();
        },
        encode(response) {
          const message = fromBinary(output, proto(bytes).encode(response));
          // A reader of JSON looks at keys: a value that is missing would be taken for one that this release does not know.
          return bounded(Buffer.from(JSON.stringify(toJson(output, message, { registry, alwaysEmitImplicit: true }))));
        },
      };
    },
  };
}
