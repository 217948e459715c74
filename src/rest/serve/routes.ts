import type protobuf from 'protobufjs';
import type { Row } from '../../rpc/call/define.ts';
import type { Input } from '../../rpc/input.ts';
import { jsonName, type Write } from '../../rpc/serve/json-writer.ts';
import { type Operation, queryOfOperation } from '../define.ts';
import { Paths, parametersOf, servedPaths } from './paths.ts';
import { type Query, queryField } from './query.ts';
import { type MessageReader, Readers, type Reading } from './read.ts';
import { Writers } from './write.ts';

/** What of a request of HTTP makes the request of a method. */
export interface RequestParts {
  /** Decoded, in the order of the path. */
  readonly parameters: readonly string[];
  readonly query: Query;
  /** Undefined: there is none. */
  readonly json?: unknown;
  readonly file?: { readonly bytes: Buffer; readonly type: string; readonly disposition: string };
}

/** One way to a method over HTTP, made ready. */
export interface Route {
  readonly operation: Operation;
  readonly method: string;
  readonly streams: boolean;
  readonly hasBody: boolean;
  /** How names of fields in the body begin, in violations. */
  readonly bodyPrefix: string;
  /** The request of the method. @param reading is told what is wrong with the body */
  request(asked: RequestParts, reading: Reading): unknown;
  /** The JSON text of a response. */
  readonly write: Write;
  /** In its place for who has no credentials but a key in the query. */
  readonly open: { readonly key: string; readonly route: Route } | undefined;
}

/** By path, then by HTTP method. */
export type Routes = Paths<Route>;

/**
 * @param schema of `proto/rest.json`
 * @param rows of the methods, by name
 */
export function routesOf(
  schema: protobuf.Root,
  operations: readonly Operation[],
  rows: ReadonlyMap<string, Row>,
): Routes {
  const paths: Routes = new Paths();
  const making = { schema, rows, readers: new Readers(), writers: new Writers() };
  for (const operation of operations) {
    const route = routeOf(operation, making);
    for (const path of servedPaths(operation.path)) paths.add(operation.http, path, route);
  }
  return paths;
}

interface Making {
  readonly schema: protobuf.Root;
  readonly rows: ReadonlyMap<string, Row>;
  readonly readers: Readers;
  readonly writers: Writers;
}

const ORGANIZATION = 'organization_id';
const MASK = 'update_mask';

function routeOf(operation: Operation, making: Making): Route {
  const { http, path, method, body, upload, anywhere } = operation;
  const { request: type, response, streams } = typesOf(method, making.schema);
  const whole = making.readers.of(type);
  const resource = body === undefined || body === '*' ? undefined : making.readers.of(messageOf(type, body));
  if ((type.fields[ORGANIZATION] !== undefined) === (anywhere === true)) {
    throw new Error(`${http} ${path}: its organization is in the query and in the request, or nowhere`);
  }
  const setParameters = parameterSetter(parametersOf(path), whole, resource, body ?? '');
  const setQuery = querySetter(operation, type);
  const maskOf = type.fields[MASK] && maskMaker(http, making.rows.get(method)?.input ?? {});
  const elsewhere = new Set([ORGANIZATION, MASK, ...parametersOf(path)].map(jsonName));

  return {
    operation,
    method,
    streams,
    hasBody: body !== undefined || upload !== undefined,
    bodyPrefix: resource ? `${body}.` : '',
    request(asked, reading) {
      const json = asked.json === undefined ? {} : asked.json;
      const message = (body === '*' && whole.read(json, reading, elsewhere)) || whole.blank();
      if (resource && body) message[body] = resource.read(json, reading) ?? resource.blank();
      if (upload && asked.file) {
        message[upload.bytes] = asked.file.bytes;
        if (upload.type) message[upload.type] = asked.file.type;
        if (upload.disposition) message[upload.disposition] = asked.file.disposition;
      }
      if (!anywhere) message[ORGANIZATION] = organizationOf(asked.query);
      setParameters(message, asked.parameters);
      setQuery(message, asked.query);
      if (maskOf) message[MASK] = { paths: maskOf(json, resource ?? whole) };
      return message;
    },
    write: writerOf(operation, response, making.writers),
    open: operation.open && {
      key: operation.open.query,
      route: routeOf(openOperation(operation, operation.open), making),
    },
  };
}

/** Without credentials everything but the path comes by the query. */
function openOperation({ open: _, ...operation }: Operation, { method }: NonNullable<Operation['open']>): Operation {
  return { ...operation, method, anywhere: true };
}

function typesOf(method: string, schema: protobuf.Root) {
  const [serviceName = '', name = ''] = method.split('/');
  const service = schema.lookupService(serviceName);
  const found = service.methods[name];
  if (!found) throw new Error(`the schema has no method ${method}`);
  return {
    request: service.lookupType(found.requestType),
    response: service.lookupType(found.responseType),
    streams: found.responseStream === true,
  };
}

function fieldOf(type: protobuf.Type, name: string): protobuf.Field {
  const field = type.fields[name];
  if (!field) throw new Error(`${type.fullName} has no field ${name}`);
  return field.resolve();
}

function messageOf(type: protobuf.Type, name: string): protobuf.Type {
  const { resolvedType } = fieldOf(type, name);
  if (!resolvedType || !('fieldsArray' in resolvedType)) throw new Error(`${type.fullName}.${name} is no message`);
  return resolvedType;
}

type Message = Record<string, unknown>;

/** What the path names is a field of the request, or of the resource that the body is. */
function parameterSetter(
  keys: readonly string[],
  whole: MessageReader,
  resource: MessageReader | undefined,
  body: string,
) {
  const places = keys.map(key => {
    const own = whole.fields.get(key);
    const field = own ?? resource?.fields.get(key);
    if (!field) throw new Error(`a path names ${key}, which its request has not`);
    return { name: field.name, inside: own === undefined };
  });
  return (message: Message, parameters: readonly string[]): void => {
    for (const [at, { name, inside }] of places.entries()) {
      const target = inside ? (message[body] as Message) : message;
      target[name] = parameters[at];
    }
  };
}

function querySetter(operation: Operation, type: protobuf.Type) {
  const fields = queryOfOperation(operation, Object.keys(type.fields)).map(name => queryField(fieldOf(type, name)));
  const isStream = fields.some(({ name }) => name === AFTER);
  return (message: Message, { first }: Query): void => {
    for (const { key, name, read, takesEmpty } of fields) {
      const value = first.get(key) ?? (isStream ? first.get(name) : undefined);
      if (value !== undefined && (value !== '' || takesEmpty)) message[name] = read(value);
    }
  };
}

/** Streams of gRPC call it so, and their clients write it so here, too (clarification R10). */
const AFTER = 'after_seq';

/** Two that differ are none of the call (clarification R18). */
function organizationOf({ first, otherOrganizations }: Query): string {
  const named = first.get('organizationId') ?? '';
  return otherOrganizations.length === 0 ? named : [named, ...otherOrganizations].join(',');
}

/**
 * A PATCH changes what it names, a PUT everything.
 * @param writable what the method lets be named; undefined: every key of the body is named, and judged there. Secrets that come back as
 * they are shown (`covered`) are not.
 */
function maskMaker(
  http: Operation['http'],
  { writable, covered }: Pick<Input<never, unknown>, 'writable' | 'covered'>,
) {
  if (http === 'PUT') return () => ['*'];
  const isWritable = writable && new Set(writable);
  const isCovered = new Set(covered);
  return (json: unknown, reader: MessageReader): string[] => {
    const paths: string[] = [];
    if (typeof json !== 'object' || json === null) return paths;
    for (const [key, value] of Object.entries(json)) {
      const name = reader.fields.get(key)?.name;
      if (name === undefined) continue;
      if (!isWritable || isWritable.has(name)) paths.push(name);
      if (isWritable && typeof value === 'object' && value !== null)
        addBelow(name, value, { isWritable, isCovered, paths });
    }
    return paths;
  };
}

/** Paths with a dot, for methods that tell by them what is null from what is absent. */
function addBelow(
  parent: string,
  json: object,
  {
    isWritable,
    isCovered,
    paths,
  }: { isWritable: ReadonlySet<string>; isCovered: ReadonlySet<string>; paths: string[] },
): void {
  for (const [key, value] of Object.entries(json)) {
    const path = `${parent}.${key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`;
    const stays = isCovered.has(path) && (value === '' || value === '***');
    if (isWritable.has(path) && !stays) paths.push(path);
  }
}

function writerOf({ answer, omit, text, download }: Operation, response: protobuf.Type, writers: Writers): Write {
  if (download && !download.orJson) return () => '';
  const write = answer === undefined ? writers.of(response, omit) : answerWriter(answer, response, writers, omit);
  return text ? (message: unknown) => JSON.stringify(write(message)) : write;
}

function answerWriter(answer: string, response: protobuf.Type, writers: Writers, omit: readonly string[] = []): Write {
  const write = writers.ofField(fieldOf(response, answer), omit);
  const answerOf = (message: unknown) => (message as Message)[answer];
  return Object.assign((message: unknown) => write(answerOf(message)), {
    isLong: (message: unknown) => write.isLong?.(answerOf(message)) ?? false,
    pieces: (message: unknown) => write.pieces?.(answerOf(message)) ?? [],
  });
}
