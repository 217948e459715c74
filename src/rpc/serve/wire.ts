import { createFileRegistry, type FileRegistry, fromBinary, fromJson, toBinary, toJson } from '@bufbuild/protobuf';
import { type FileDescriptorSet, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import protobuf from 'protobufjs';
import { fault } from '../../kit/faults.ts';
import type { Codec } from '../invoke.ts';

export const SERVICE = 'platform.api.v1.PlatformService';
/** Largest request and response message (platform API section 1.12). */
export const MAX_MESSAGE = 4 << 20;

/** One method of the schema with its two encodings. */
export interface WireMethod {
  readonly name: string;
  readonly stream: boolean;
  /** Names of the request's fields in schema order. */
  readonly requestFields: readonly string[];
  proto(request: Uint8Array): Codec<Uint8Array>;
  json(request: Uint8Array): Codec<Uint8Array>;
}

/** The compiled schema in the two forms its users need: descriptors, and what protobufjs loads (maps included). */
export interface Schema {
  readonly descriptors: Uint8Array;
  readonly json: protobuf.INamespace;
}

/** The methods of PlatformService by name. */
export function wireMethods(schema: Schema): ReadonlyMap<string, WireMethod> {
  const root = protobuf.Root.fromJSON(schema.json).resolveAll();
  const json = jsonMapping(schema.descriptors);
  const service = root.lookupService(SERVICE);
  return new Map(
    service.methodsArray.map(({ name, requestType, responseType, responseStream }) => {
      const request = service.lookupType(requestType);
      const response = service.lookupType(responseType);
      const proto = (bytes: Uint8Array) => ({ decode: () => decode(request, bytes), encode: encoder(response) });
      return [
        name,
        {
          name,
          stream: responseStream === true,
          requestFields: request.fieldsArray.map(field => field.name),
          proto,
          json: bytes => jsonCodec(json(), name, bytes, proto),
        } satisfies WireMethod,
      ];
    }),
  );
}

/** The descriptors as JSON needs them; built at its first use, because most installations never see one. */
function jsonMapping(descriptors: Uint8Array): () => FileRegistry {
  let registry: FileRegistry | undefined;
  return () => {
    registry ??= createFileRegistry(parseDescriptors(descriptors));
    return registry;
  };
}

export function parseDescriptors(bytes: Uint8Array): FileDescriptorSet {
  return fromBinary(FileDescriptorSetSchema, bytes);
}

const PLAIN: protobuf.IConversionOptions = { defaults: true, longs: String, enums: String };

function decode(type: protobuf.Type, bytes: Uint8Array): unknown {
  try {
    return type.toObject(type.decode(bytes), PLAIN);
  } catch {
    throw fault('MalformedRequest');
  }
}

/** Writes the plain object a handler gives. Its types are checked where the handler is compiled, so nothing is verified or copied here. */
function encoder(type: protobuf.Type): (response: unknown) => Uint8Array {
  return response => bounded(type.encode(response as Record<string, unknown>).finish());
}

function bounded(message: Uint8Array): Uint8Array {
  if (message.length > MAX_MESSAGE) throw fault('ResponseTooLarge', { limit: MAX_MESSAGE });
  return message;
}

/** Protobuf JSON, by way of the binary form: only that knows both lowerCamelCase and the well-known types. */
function jsonCodec(
  registry: FileRegistry,
  name: string,
  bytes: Uint8Array,
  proto: WireMethod['proto'],
): Codec<Uint8Array> {
  const method = registry.getService(SERVICE)?.methods.find(candidate => candidate.name === name);
  if (!method) throw new Error(`the descriptors have no method ${name}`);
  const { input, output } = method;
  return {
    decode() {
      let binary: Uint8Array;
      try {
        const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
        const json = JSON.parse(text === '' ? '{}' : text);
        binary = toBinary(input, fromJson(input, json, { registry, ignoreUnknownFields: true }));
      } catch (error) {
        throw fault('MalformedRequest', { reason: reasonOf(error) });
      }
      return proto(binary).decode();
    },
    encode(response) {
      const message = fromBinary(output, proto(bytes).encode(response));
      return bounded(Buffer.from(JSON.stringify(toJson(output, message, { registry }))));
    },
  };
}

/** What the parser says about the client's own text, so that a person can find the mistake. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'not JSON';
}
