import { type FaultCode, faultRanges, faultRows, httpInstead } from './fault-catalog.ts';

export type { FaultCode } from './fault-catalog.ts';

/** Name of a catalog entry: its token without the prefix `ErrToken`. */
export type FaultName = keyof typeof faultRows;

/** What the fault is about, as the client sees it in the error details: field names, limits, values. Never a secret. */
export type FaultAbout = Readonly<Record<string, string | number>>;

export interface CatalogEntry {
  readonly number: number;
  readonly token: string;
  readonly code: FaultCode;
  readonly http: number;
  readonly text: string;
  /** One sentence for the caller who got it: what to do about it, beyond what the text says. */
  readonly remedy: string;
}

/** The status of a code on each transport: gRPC number, HTTP status, Connect name; and what to do about any fault of it. */
export const faultCodes: Readonly<
  Record<FaultCode, { number: number; http: number; connect: string; remedy: string }>
> = {
  CANCELLED: { number: 1, http: 499, connect: 'canceled', remedy: 'Repeat the call if it is still wanted' },
  INVALID_ARGUMENT: {
    number: 3,
    http: 400,
    connect: 'invalid_argument',
    remedy: 'Correct the field that the message names',
  },
  DEADLINE_EXCEEDED: {
    number: 4,
    http: 504,
    connect: 'deadline_exceeded',
    remedy: 'Repeat the call, with a longer deadline if it is always late',
  },
  NOT_FOUND: {
    number: 5,
    http: 404,
    connect: 'not_found',
    remedy: 'Look the id or EUI up in the list; it may belong to another organization',
  },
  ALREADY_EXISTS: { number: 6, http: 409, connect: 'already_exists', remedy: 'Use what is there, or another value' },
  PERMISSION_DENIED: {
    number: 7,
    http: 403,
    connect: 'permission_denied',
    remedy: 'Ask an administrator for the right, or use other credentials',
  },
  RESOURCE_EXHAUSTED: {
    number: 8,
    http: 429,
    connect: 'resource_exhausted',
    remedy: 'Wait, then repeat the call; send fewer or smaller ones',
  },
  FAILED_PRECONDITION: {
    number: 9,
    http: 400,
    connect: 'failed_precondition',
    remedy: 'Change what the message names, then repeat the call',
  },
  UNIMPLEMENTED: {
    number: 12,
    http: 501,
    connect: 'unimplemented',
    remedy: 'Compare the call with the schema of this release',
  },
  INTERNAL: { number: 13, http: 500, connect: 'internal', remedy: 'Look for the request id in the log of the service' },
  UNAVAILABLE: { number: 14, http: 503, connect: 'unavailable', remedy: 'Repeat the call after a while' },
  UNAUTHENTICATED: {
    number: 16,
    http: 401,
    connect: 'unauthenticated',
    remedy: 'Sign in again, or send a valid API key',
  },
};

/** Every error a client can get, by name. */
export const catalog = Object.fromEntries(
  Object.entries(faultRows).map(([name, [number, code, text, remedy]]) => [
    name,
    {
      number,
      token: `ErrToken${name}`,
      code,
      text,
      remedy: remedy ?? faultCodes[code].remedy,
      http: httpInstead[name as FaultName] ?? faultCodes[code].http,
    },
  ]),
) as Readonly<Record<FaultName, CatalogEntry>>;

/** An expected error. Its message is constant per name, so it may go to any client; `about` goes into the error details. */
export class Fault extends Error {
  readonly fault: FaultName;
  readonly about: FaultAbout;

  constructor(name: FaultName, about: FaultAbout = {}) {
    super(`${catalog[name].token}: ${catalog[name].text}`);
    this.name = 'Fault';
    this.fault = name;
    this.about = about;
  }
}

/** `throw fault('EndPointNotFound', { ep_eui })` */
export function fault(name: FaultName, about?: FaultAbout): Fault {
  return new Fault(name, about);
}

/** A fault as plain data, for the way between threads: an Error that is cloned there loses its class and its fields. */
export interface FaultData {
  readonly fault: FaultName;
  readonly about: FaultAbout;
}

export function faultToData({ fault, about }: Fault): FaultData {
  return { fault, about };
}

export function faultFromData({ fault, about }: FaultData): Fault {
  return new Fault(fault, about);
}

/** The text of `docs/errors.md`. */
export function errorsDocument(): string {
  const entries = Object.entries(catalog).sort(([, a], [, b]) => a.number - b.number) as [FaultName, CatalogEntry][];
  const lines = [
    '# Error catalog',
    '',
    '<!-- Generated from src/kit/faults/fault-catalog.ts by `npm run generate`. Do not edit. -->',
    '',
    'Every expected error has a token that is never renamed and never reused. It stands at the start of the status message, in',
    'the trailers `x-error-token` and `x-error-number`, and as `reason` in `google.rpc.ErrorInfo`. Texts may change; where more is',
    'known than the text here says, the message names the field, its limit or what stands in the way. Headers that are too large',
    'have the HTTP status 431.',
  ];
  for (const [first, last, domain] of faultRanges) {
    lines.push('', `## ${first}–${last} ${domain}`, '');
    const rows = entries.filter(([, { number }]) => number >= first && number <= last);
    if (rows.length === 0) {
      lines.push('None yet.');
      continue;
    }
    lines.push('| Number | Token | gRPC code | HTTP | Text | What to do |', '|---|---|---|---|---|---|');
    for (const [, { number, token, code, http, text, remedy }] of rows) {
      lines.push(`| ${number} | ${token} | ${code} | ${http} | ${text} | ${remedy} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}
