import protobuf from 'protobufjs';
import { fault } from '../../kit/faults/faults.ts';
import type { Codec } from '../call/incoming.ts';
import type { JsonMapping } from './json.ts';
import { ProtoWriter } from './proto-writer.ts';
import { bounded, boundedSteps, methodName, SERVICE } from './service.ts';

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

/** The methods of some services, PlatformService alone if not named, by the names of their rows. */
export function wireMethods(schema: Schema, services?: readonly string[]): ReadonlyMap<string, WireMethod> {
  return methodsOf(protobuf.Root.fromJSON(schema.json).resolveAll(), schema, services);
}

/** The same of a schema that is loaded already. */
export function methodsOf(
  root: protobuf.NamespaceBase,
  schema: Pick<Schema, 'descriptors'>,
  services: readonly string[] = [SERVICE],
): ReadonlyMap<string, WireMethod> {
  // Loaded at its first use: most installations never see JSON, and the mapping costs memory.
  let mapping: Promise<JsonMapping> | undefined;
  const json = () => {
    mapping ??= import('./json.ts').then(({ jsonMapping }) => jsonMapping(schema.descriptors));
    return mapping;
  };
  const writer = new ProtoWriter();
  const those = (service: protobuf.Service) =>
    service.methodsArray.map(({ name: method, requestType, responseType, responseStream }) => {
      const name = methodName(service.fullName.slice(1), method);
      const request = service.lookupType(requestType);
      const response = service.lookupType(responseType);
      const proto = (bytes: Uint8Array) => ({
        decode: () => decode(request, bytes),
        encode: encoder(response, writer),
        steps: (answer: unknown) => boundedSteps(stepsOf(response, answer as Answer)),
      });
      return [
        name,
        {
          name,
          stream: responseStream === true,
          requestFields: request.fieldsArray.map(field => field.name),
          proto,
          json: async bytes => (await json()).codec(name, bytes, { response, proto }),
        } satisfies WireMethod,
      ] as const;
    });
  return new Map(services.flatMap(name => those(root.lookupService(name))));
}

/** Methods of a schema that is loaded when one of them is called: most installations never see it. */
export function lateMethods(
  names: readonly string[],
  load: () => ReadonlyMap<string, WireMethod>,
): ReadonlyMap<string, WireMethod> {
  const of = (name: string): WireMethod => {
    const method = load().get(name);
    if (!method) throw new Error(`the schema has no method ${name}`);
    return method;
  };
  const late = (name: string): WireMethod => ({
    name,
    get stream() {
      return of(name).stream;
    },
    get requestFields() {
      return of(name).requestFields;
    },
    proto: bytes => of(name).proto(bytes),
    json: bytes => of(name).json(bytes),
  });
  return new Map(names.map(name => [name, late(name)]));
}

type Answer = Readonly<Record<string, unknown>>;

/** Items of a list that are written in a fraction of a millisecond. */
const FEW = 32;

/** Writes an answer with long lists item by item, behind everything else of it; undefined: it has none. */
function stepsOf(type: protobuf.Type, answer: Answer): Generator<unknown, Uint8Array> | undefined {
  const lists = type.fieldsArray.flatMap(field => {
    const { resolvedType } = field.resolve();
    const items: unknown = answer[field.name];
    const isList = Array.isArray(items) && items.length > FEW && !field.map;
    return isList && resolvedType instanceof protobuf.Type ? [{ field, items, one: resolvedType }] : [];
  });
  return lists.length > 0 ? inSteps(type, answer, lists) : undefined;
}

interface LongList {
  readonly field: protobuf.Field;
  readonly items: readonly unknown[];
  readonly one: protobuf.Type;
}

function* inSteps(type: protobuf.Type, answer: Answer, lists: readonly LongList[]): Generator<unknown, Uint8Array> {
  // Between two steps others write theirs.
  const writer = new ProtoWriter();
  const wire = writer as unknown as protobuf.Writer;
  type.encode({ ...answer, ...Object.fromEntries(lists.map(({ field }) => [field.name, []])) }, wire);
  for (const { field, items, one } of lists) {
    const tag = (field.id << 3) | LENGTH_DELIMITED;
    for (const item of items) {
      writer.uint32(tag).fork();
      one.encode(item as Answer, wire);
      writer.ldelim();
      yield;
    }
  }
  return writer.finish();
}

/** How a message within another one is written (Protocol Buffers, encoding). */
const LENGTH_DELIMITED = 2;
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
