import type { FaultName } from '../kit/faults/faults.ts';
import type { MethodRow, Row } from '../rpc/call/define.ts';
import type { RestMethodName, RestMethods } from './schema.gen.ts';

/** Groups of the description document. */
export type Tag =
  | 'Users'
  | 'Devices'
  | 'Sensors'
  | 'Commands'
  | 'Telemetry'
  | 'Discovered'
  | 'Endpoints'
  | 'Blueprints'
  | 'Connections'
  | 'Connectors'
  | 'Dashboards'
  | 'Orgs'
  | 'Subscriptions'
  | 'Api-Keys'
  | 'Rules'
  | 'Media'
  | 'Events'
  | 'Alerts'
  | 'Integrations'
  | 'Streams'
  | 'Certificates'
  | 'Reports'
  | 'System';

/**
 * A way to a method over HTTP, as its row names it. Messages travel in the JSON of REST: names in lowerCamelCase, times in RFC 3339 with
 * milliseconds, 64-bit numbers as numbers, what is absent left out. What of the request is neither in the path nor in a body comes by the
 * query.
 */
export interface HttpRoute {
  /** For example `GET /api/v2/devices/{id}`; what stands in braces is a field of the request, in lowerCamelCase. */
  readonly at: `${Verb} /api/${string}`;
  /** Unique name in the description document, for example `getDevice`. */
  readonly id: string;
  /** Where it is another one than that of its group. */
  readonly tag?: Tag;
  /** One sentence without full stop. */
  readonly summary: string;
  /**
   * Which field of the request the JSON body is, in snake_case; `*`: its keys are fields of the request. Without it there is no body.
   * A PATCH sets `update_mask` to the keys that were there: one that was null is in the mask and absent in the message.
   */
  readonly body?: string;
  /** Fields of the request, in snake_case, that come by the query beside a body as well. */
  readonly query?: readonly string[];
  /** The field of the response that the answer is, in snake_case; the whole response when left out. */
  readonly answer?: string;
  /** Keys that the answer does not show here though its message has them, with dots for depth, in lowerCamelCase. */
  readonly omit?: readonly string[];
  /** Of a method that streams: how each item is called. A ticket may stand in place of credentials and organization. */
  readonly event?: 'message' | 'event' | 'telemetry';
  /** Without the organization in the query (clarification R2). */
  readonly anywhere?: true;
  /** The answer is its JSON document once more as a JSON string. */
  readonly text?: true;
  /** The body is no JSON but a file. */
  readonly upload?: Upload;
  /** The answer is no JSON but a file. */
  readonly download?: Download;
  /** Who has this key in the query, and no credentials or no organization there, calls another method, whose request the query fills. */
  readonly open?: { readonly query: string; readonly method: RestMethodName };
  /** Largest body in bytes, where 1 MiB is too much or too little. */
  readonly maxBytes?: number;
  /** Examples for the description document, in the JSON of REST. */
  readonly example?: { readonly request?: unknown; readonly response: unknown };
}

type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A way with the method that it leads to. */
export interface Operation extends Omit<HttpRoute, 'at' | 'tag'> {
  readonly http: Verb;
  readonly path: string;
  readonly method: RestMethodName;
  readonly tag: Tag;
}

/** How a body that is a file becomes a request. Fields are named in snake_case. */
export interface Upload {
  /** Media types that are taken, in lower case; one ending in a slash means all that begin so. */
  readonly types: readonly string[];
  /** What a larger body is refused with; default `RequestTooLarge`. */
  readonly tooLarge?: FaultName;
  /** Gets the bytes. */
  readonly bytes: string;
  /** Gets the header `Content-Type`. */
  readonly type?: string;
  /** Gets the header `Content-Disposition`, empty when there is none. */
  readonly disposition?: string;
}

/** How a response becomes a file. Fields are named in snake_case. */
export interface Download {
  readonly bytes: string;
  /** Has the media type. */
  readonly type: string;
  /** Without bytes the answer is the JSON of the message. */
  readonly orJson?: true;
  /** Media types there are. */
  readonly types: readonly string[];
}

/** A method of the public API, and the ways to it over HTTP; one that has none is posted as JSON, or called by gRPC, all the same. */
export interface RestRow extends Row {
  readonly name: RestMethodName;
  readonly ways: readonly HttpRoute[];
}

/**
 * Declares one method of the public API, which HTTP and gRPC clients reach alike: its handler is the only one. The name selects the types
 * of request and response. A public one asks for no key: it judges by itself who may call it.
 */
export function method<M extends RestMethodName, P, R extends RestMethods[M]['response']>(
  name: M,
  { http, ...row }: MethodRow<RestMethods[M], P, R> & { readonly http?: HttpRoute | undefined },
): RestRow {
  return { name, ...(row.access !== 'public' && { keyed: true }), ...row, ways: http ? [http] : [] };
}

/** The methods of a group and the ways to them. */
export interface Group {
  readonly methods: readonly Row[];
  readonly operations: readonly Operation[];
}

/** @param tag under which the description document shows them */
export function group(tag: Tag, rows: readonly RestRow[]): Group {
  const operations = rows.flatMap(({ name: called, ways }) =>
    ways.map(({ at, ...way }): Operation => {
      const [http, path = ''] = at.split(' ') as [Verb, string];
      return { ...way, http, path, method: called, tag: way.tag ?? tag };
    }),
  );
  return { methods: rows, operations };
}

/** Which fields of a request come by the query, in snake_case. @param names of all of them */
export function queryOfOperation(
  { body, upload, query, path }: Operation,
  names: readonly string[],
): readonly string[] {
  if (query) return query;
  if (body !== undefined || upload) return [];
  const elsewhere = new Set([
    'organization_id',
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => snake(name)),
  ]);
  return names.filter(name => !elsewhere.has(name));
}

const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
