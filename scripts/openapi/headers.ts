import type { Operation } from '../../src/rest/define.ts';
import {
  answerHeaders,
  rateHeaders,
  requestHeaders,
  requestIdHeader,
  retryHeader,
} from '../../src/rest/serve/headers.ts';

interface Told {
  readonly description: string;
  readonly type?: string;
  readonly example: string | number;
}

const ALL: Readonly<Record<string, Told>> = {
  [requestIdHeader]: {
    description: 'Names the request in logs; a name that the request brought is taken.',
    example: '0198c0de-0000-7000-8000-0000000000cc',
  },
  [retryHeader]: { description: 'Seconds after which to come back.', type: 'integer', example: 1 },
  'WWW-Authenticate': { description: 'How to sign in.', example: 'ApiKey realm="platform"' },
  Allow: { description: 'Methods that the path has.', example: 'GET, HEAD, OPTIONS' },
  'X-Error-Token': { description: 'Token of the error.', example: 'ErrTokenEndPointNotFound' },
  'X-Error-Number': { description: 'Number of the error.', type: 'integer', example: 3000 },
  ...rateHeaders,
  ...answerHeaders,
};

/** Under `components.headers`. */
export const headerComponents: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(ALL).map(([name, { description, type = 'string', example }]) => [
    name,
    { description, schema: { type }, example },
  ]),
);

/** Those that an answer may have, by their names. */
export function headersNamed(names: readonly string[]): Record<string, object> {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));
}

const RATE = Object.keys(rateHeaders);

/** Of what an operation of REST answers when it succeeds. */
export function headersOfSuccess(operation: Operation): Record<string, object> {
  const own = Object.entries(answerHeaders).filter(([, { of }]) => of(operation));
  return headersNamed([requestIdHeader, ...own.map(([name]) => name), ...RATE]);
}

/** What is found out before the caller is known. */
const BEFORE: ReadonlySet<number> = new Set([401, 405, 414, 415, 421]);
const FOR_NOW: ReadonlySet<number> = new Set([409, 429, 503]);

/** Of what REST refuses, by status. */
export function headersOfStatus(status: number): Record<string, object> {
  return headersNamed([
    requestIdHeader,
    ...(BEFORE.has(status) ? [] : RATE),
    ...(status === 304 ? ['ETag'] : []),
    ...(BEFORE.has(status) || status === 304 ? [] : ['X-Unknown-Fields']),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 405 ? ['Allow'] : []),
    ...(FOR_NOW.has(status) ? [retryHeader] : []),
  ]);
}

/** Parameters of an operation that are headers of its request. */
export function headerParameters(operation: Operation): object[] {
  return Object.entries(requestHeaders)
    .filter(([, { of }]) => of(operation))
    .map(([name, { description }]) => ({
      name,
      in: 'header',
      description,
      schema: name === 'Idempotency-Key' ? { type: 'string', format: 'uuid' } : { type: 'string' },
    }));
}
