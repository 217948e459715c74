import type { FaultName } from '../kit/faults.ts';
import type { Row, Served } from '../rpc/define.ts';
import type { RestMethodName, RestMethods } from './schema.gen.ts';

/**
 * Declares one method of the public API, which `operation` rows and gRPC clients reach alike: its handler is the only one. The name
 * selects the types of request and response. A public one asks for no key: it judges by itself who may call it.
 */
export function method<M extends RestMethodName, P, R extends RestMethods[M]['response']>(
  name: M,
  row: Served<RestMethods[M], P, R>,
): Row {
  return { name, ...(row.access !== 'public' && { keyed: true }), ...row };
}

/** Groups of the description document. */
export type Tag =
  | 'Users'
  | 'Devices'
  | 'Sensors'
  | 'Commands'
  | 'Telemetry'
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
  | 'System';

/**
 * A way to a method over HTTP. Messages travel in the JSON of REST: names in lowerCamelCase, times in RFC 3339 with milliseconds,
 * 64-bit numbers as numbers, what is absent left out.
 */
export interface Operation {
  readonly http: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** For example `/api/v2/devices/{id}`; what stands in braces is a field of the request, in lowerCamelCase. */
  readonly path: string;
  readonly method: RestMethodName;
  /** Unique name in the description document, for example `getDevice`. */
  readonly id: string;
  readonly tag: Tag;
  /** One sentence without full stop. */
  readonly summary: string;
  /**
   * Which field of the request the JSON body is, in snake_case; `*`: its keys are fields of the request. Without it there is no body.
   * A PATCH sets `update_mask` to the keys that were there: one that was null is in the mask and absent in the message.
   */
  readonly body?: string;
  /** Fields of the request that come by the query, in snake_case; `organizationId` always does. */
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
  /** Media types there are. */
  readonly types: readonly string[];
}

/** The methods of a group and the ways to them. */
export interface Group {
  readonly methods: readonly Row[];
  readonly operations: readonly Operation[];
}
