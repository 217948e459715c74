import type { Operation } from '../../src/rest/define.ts';
import { requestHeaders } from '../../src/rest/serve/headers.ts';
import { headersNamed, headersOfStatus } from './headers.ts';
import type { Schema } from './schemas.ts';

const PROBLEM_TYPE = 'application/problem+json';

/** Bodies of what failed: problem documents of REST, and what a posted method answers. */
export const problemSchemas: Record<string, Schema> = {
  Problem: {
    type: 'object',
    description: 'A problem document (RFC 9457) around the error.',
    properties: {
      type: { type: 'string', description: 'Where the token is explained.' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      instance: { type: 'string', description: 'The request id.' },
      error: { $ref: '#/components/schemas/Error' },
    },
    required: ['type', 'title', 'status', 'error'],
  },
  Error: {
    type: 'object',
    properties: {
      status: { type: 'integer', description: 'The HTTP status.' },
      code: { type: 'string', description: 'The code of gRPC.' },
      token: { type: 'string', pattern: '^ErrToken' },
      number: { type: 'integer' },
      message: { type: 'string' },
      details: { type: 'object', additionalProperties: true },
      requestId: { type: 'string' },
    },
    required: ['status', 'code', 'token', 'number', 'message', 'requestId'],
  },
  RpcError: {
    type: 'object',
    description: 'The error of a posted method (Connect).',
    properties: {
      code: { type: 'string' },
      message: { type: 'string' },
      details: { type: 'array', items: { type: 'object', additionalProperties: true } },
    },
    required: ['code'],
  },
};

const MEANINGS = {
  304: 'Not changed since the version that `If-None-Match` names.',
  400: 'The request is not valid.',
  401: 'Credentials are missing or invalid.',
  403: 'The key lacks the scope, or is of another organization.',
  404: 'There is no such thing in this organization.',
  405: 'The path has no such method.',
  409: 'It is there already, or an `Idempotency-Key` was used for something else.',
  412: 'Changed since the version that `If-Match` names.',
  413: 'The body is too large.',
  414: 'The URL is too long.',
  415: 'The body is of a type that is not taken.',
  421: 'The request is meant for another host.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  500: 'A mistake of the service center.',
  501: 'Not available in this edition or release.',
  503: 'The service center starts, stops or is busy.',
  504: 'It took too long.',
  507: 'The disk is full.',
} as const;
type ErrorStatus = keyof typeof MEANINGS;

/** Responses that many operations share, under `components.responses`. */
export const statusResponses: Record<string, object> = Object.fromEntries([
  ...Object.entries(MEANINGS).map(([status, description]) => [
    `Status${status}`,
    Number(status) === 304
      ? { description, headers: headersOfStatus(304) }
      : {
          description,
          headers: headersOfStatus(Number(status)),
          content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
        },
  ]),
  [
    'RpcFailed',
    {
      description: 'The call failed; header `x-error-token` and the details name the token.',
      headers: headersNamed(['X-Error-Token', 'X-Error-Number']),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/RpcError' } } },
    },
  ],
]);

const ALWAYS: readonly ErrorStatus[] = [400, 401, 403, 405, 414, 421, 429, 500, 501, 503, 504];

/** What an operation of REST may answer beside 200 (clarification R21). */
export function statusesOf(
  operation: Operation,
  {
    hasBody,
    hasId,
  }: {
    readonly hasBody: boolean;
    /** Whether it names something that may not be there. */
    readonly hasId: boolean;
  },
): Record<string, object> {
  const writes = operation.http !== 'GET';
  const all: ErrorStatus[] = [
    ...ALWAYS,
    ...(requestHeaders['If-None-Match'].of(operation) ? ([304] as const) : []),
    ...(hasId || hasBody ? ([404] as const) : []),
    ...(writes ? ([409, 507] as const) : []),
    ...(requestHeaders['If-Match'].of(operation) ? ([412] as const) : []),
    ...(hasBody ? ([413, 415] as const) : []),
  ];
  const reference = (status: number) => ({ $ref: `#/components/responses/Status${status}` });
  return Object.fromEntries(all.map(status => [status, reference(status)]));
}

/** What a posted method may answer beside 200. */
export const rpcStatuses: Record<string, object> = Object.fromEntries(
  [400, 401, 403, 404, 405, 409, 412, 413, 415, 421, 429, 500, 501, 503, 504, 507].map(status => [
    status,
    { $ref: '#/components/responses/RpcFailed' },
  ]),
);
