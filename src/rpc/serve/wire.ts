import protobuf from 'protobufjs';
import { fault } from '../../kit/faults.ts';
import type { Codec } from '../invoke.ts';
import type { JsonMapping } from './json.ts';
import { ProtoWriter } from './proto-writer.ts';
import { bounded, SERVICE } from './service.ts';

/** One method of the schema with its two encodings. */
export interface WireMethod {
  readonly name: string;
  readonly stream: boolean;
  /** Names of the request's fields in schema order. */
  readonly requestFields: readonly string[];
  proto(request: Uint8Array): Codec<Uint8Array>;
  json(request: Uint8Array): Promise<Codec<Uint8Array>>;
}

/** The compiled schema in the two forms its users need: descriptors, and what protobufjs loads (maps included). */
export interface Schema {
  readonly descriptors: Uint8Array;
  readonly json: protobuf.INamespace;
}

/** The methods of PlatformService by name. */
export function wireMethods(schema: Schema): ReadonlyMap<string, WireMethod> {
  const root = protobuf.Root.fromJSON(schema.json).resolveAll();
  // Loaded at its first use: most installations never see JSON, and the mapping costs memory.
  let mapping: Promise<JsonMapping> | undefined;
  const json = () => {
    mapping ??= import('./json.ts').then(({ jsonMapping }) => jsonMapping(schema.descriptors));
    return mapping;
  };
  const service = root.lookupService(SERVICE);
  const writer = new ProtoWriter();
  return new Map(
    service.methodsArray.map(({ name, requestType, responseType, responseStream }) => {
      const request = service.lookupType(requestType);
      const response = service.lookupType(responseType);
      const proto = (bytes: Uint8Array) => ({
        decode: () => decode(request, bytes),
        encode: encoder(response, writer),
      });
      return [
        name,
        {
          name,
          stream: responseStream === true,
          requestFields: request.fieldsArray.map(field => field.name),
          proto,
          json: async bytes => (await json()).codec(name, bytes, proto),
        } satisfies WireMethod,
      ];
    }),
  );
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
function encoder(type: protobuf.Type, writer: ProtoWriter): (response: unknown) => Uint8Array {
  return response => {
    type.encode(response as Record<string, unknown>, writer.reset() as unknown as protobuf.Writer);
    return bounded(writer.finish());
  };
}
