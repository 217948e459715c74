import type { Operation } from '../define.ts';

/** What of an operation decides which headers its requests and answers may have. */
export type Kind = Pick<Operation, 'http' | 'path' | 'id' | 'body' | 'event'>;

interface Header {
  readonly description: string;
  /** Default: text. */
  readonly type?: 'integer';
  readonly example: string | number;
  /** Whether requests or answers of an operation may have it. */
  of(kind: Kind): boolean;
}

/** Calls whose effect may not come twice; that of others is none, or is over once it is told (clarification R3). */
const NOT_REPEATED: ReadonlySet<string> = new Set([
  ...['createStreamTicket', 'testIntegration', 'simulateRule', 'encodePayload', 'listEndpointValues'],
  // its answer has a key, or a ticket, that is kept nowhere; a test of the mail is over once it is told
  ...['issueCenterCertificate', 'offerBackup', 'testAlertEmail'],
]);
/** These write something in their place, and are asked for by a condition. */
const CHANGING: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/** What is ended by a DELETE stays, with what has become of it. */
const ENDED: ReadonlySet<string> = new Set(['cancelCommand']);

/** These change what is there, too, though they are posted. */
const NOTING: ReadonlySet<string> = new Set(['acknowledgeAlert', 'resolveAlert']);

const isOne = ({ http, path }: Kind) => http === 'GET' && path.endsWith('}');
const isMade = ({ http, path, event }: Kind) => http === 'POST' && event === undefined && MADE.test(path);
/** What is posted to a collection is found in it; other posts do something. */
const MADE =
  /\/(devices|commands|media|dashboards|widgets|api-keys|rules|sensor-templates|integrations|connections|silences)$/;

/**
 * Headers of requests that mean something beside credentials, with the operations that look at them (REST sections 6 and 9). The
 * listener goes by this, and the document and CORS say so.
 */
export const requestHeaders = {
  'If-Match': {
    description: 'Do it only to a version that has one of these tags; `*`: to any. Else 412.',
    example: 'W/"7"',
    of: ({ http, id }) => CHANGING.has(http) || NOTING.has(id),
  },
  'If-None-Match': {
    description: 'Tags of versions that are known: 304 in place of one of them.',
    example: 'W/"7"',
    of: isOne,
  },
  'Idempotency-Key': {
    description:
      'A uuid. The same request under the same key within 24 h is answered as the first was, and does nothing.',
    example: '0198c0de-0000-7000-8000-0000000000cc',
    of: ({ http, id }) => http === 'POST' && !NOT_REPEATED.has(id),
  },
} as const satisfies Readonly<Record<string, Header>>;

/** Headers of what succeeded, with the operations that may have them. */
export const answerHeaders = {
  ETag: {
    description: 'Tag of the version that is shown, for `If-Match` and `If-None-Match`.',
    example: 'W/"7"',
    of: kind =>
      isOne(kind) ||
      isMade(kind) ||
      ['PUT', 'PATCH'].includes(kind.http) ||
      ENDED.has(kind.id) ||
      NOTING.has(kind.id) ||
      /\/sensors$/.test(kind.path),
  },
  Location: {
    description: 'Path of what was made.',
    example: '/api/v2/devices/0198c0de-0000-7000-8000-0000000000aa',
    of: isMade,
  },
  'X-Warning': {
    description: 'What to look after, though the request succeeded.',
    example: 'unknown connection',
    of: ({ path }) => path.startsWith('/api/v2/devices'),
  },
  'X-Unknown-Fields': {
    description: 'Keys of the body that are not known, with commas between them. They were ignored.',
    example: 'physicalDevice.colour',
    of: ({ body }) => body !== undefined,
  },
  'Idempotency-Replayed': {
    description: '`true`: the answer to an earlier request under the same `Idempotency-Key`.',
    example: 'true',
    of: requestHeaders['Idempotency-Key'].of,
  },
} as const satisfies Readonly<Record<string, Header>>;

/** Of every answer whose caller is known. */
export const rateHeaders = {
  'RateLimit-Limit': { description: 'Requests a second.', type: 'integer', example: 200 },
  'RateLimit-Remaining': { description: 'Requests that may be sent at once now.', type: 'integer', example: 399 },
  'RateLimit-Reset': { description: 'Seconds until as many as ever may be sent at once.', type: 'integer', example: 1 },
} as const;

/** Of every answer. */
export const requestIdHeader = 'X-Request-Id';
/** Of what is refused for now. */
export const retryHeader = 'Retry-After';

/** What pages from elsewhere may send, and what they may read (clarification R24). */
export const corsHeaders = {
  allowed: [
    'Content-Type',
    'X-API-Key',
    'X-Organization-Id',
    'Authorization',
    ...Object.keys(requestHeaders),
    'Last-Event-ID',
    requestIdHeader,
  ].join(', '),
  exposed: [requestIdHeader, retryHeader, ...Object.keys(answerHeaders), ...Object.keys(rateHeaders)].join(', '),
};
