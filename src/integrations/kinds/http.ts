import type { FieldAt } from '../../domain/integration/kind-settings.ts';
import type { Moment } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import { AHEAD, type KindParts } from './kind.ts';
import { checkTls, tls } from './pem.ts';
import { flag, oneOf, optionalText, type Setting, secret, text, type ValuesOf, whole } from './setting.ts';
import { COVERED, SettingsTable } from './table.ts';
import { hostIn, MAX_URL, urlOf } from './urls.ts';

const MAX_HEADERS = 32;
const MAX_HEADER_NAME = 128;
const MAX_HEADER_VALUE = 4096;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const PRINTED = /^[\t\x20-\x7e]*$/;

/** What belongs to one connection, and what says how long and for whom a request is. */
const OF_THE_CONNECTION: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
];
/** What a receiver goes by: these are ours to say. */
const OURS = /^(webhook|x-platform)-/;

const MIN_SECRET = 24;
const MAX_SECRET = 64;
const SECRET_TEXT = 128;
/** So long a receiver may take to learn of a new secret. */
export const BOTH_SIGN_MS = DAY_MS;

/** A secret that was in force before. Milliseconds. */
export interface FormerSecret {
  readonly secret: string;
  /** Until then, by the clock when it was replaced, */
  readonly untilMs: number;
  /** and by what was credible, for a clock that turned out to be ahead. */
  readonly crediblyUntilMs: number;
}

const headers: Setting<Readonly<Record<string, string>>> = {
  fallback: {},
  secret: true,
  check(wire, at) {
    if (wire === undefined || wire === null) return {};
    if (typeof wire !== 'object') return at.refuse('format', 'InvalidIntegrationHeader');
    const given = Object.entries(wire);
    if (given.length > MAX_HEADERS) at.refuse('range', 'TooManyItems', { limit: MAX_HEADERS });
    const names = new Set<string>();
    for (const [name, value] of given) {
      const reason = names.has(name.toLowerCase()) ? 'is there twice' : headerObjection(name, value);
      if (reason !== undefined) refuseHeader(at, name, reason);
      names.add(name.toLowerCase());
    }
    return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  },
};

/** Never with the value, which is secret. */
function headerObjection(name: string, value: unknown): string | undefined {
  if (!TOKEN.test(name) || name.length > MAX_HEADER_NAME) return 'has a name that is not allowed';
  if (OF_THE_CONNECTION.includes(name.toLowerCase()) || OURS.test(name.toLowerCase())) return 'may not be set';
  if (typeof value !== 'string' || !PRINTED.test(value)) return 'has a value that is not printable ASCII';
  return value.length > MAX_HEADER_VALUE ? `has a value of more than ${MAX_HEADER_VALUE} characters` : undefined;
}

function refuseHeader(at: FieldAt, header: string, reason: string): never {
  return at.refuse('format', 'InvalidIntegrationHeader', { header: header.slice(0, MAX_HEADER_NAME), reason });
}

function signingSecret(given: string, at: FieldAt): void {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(given) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const exact = bytes.toString('base64').replace(/=+$/, '') === base64.replace(/=+$/, '');
  if (!exact || bytes.length < MIN_SECRET || bytes.length > MAX_SECRET)
    at.refuse('format', 'InvalidArgument', {
      reason: `no whsec_ with base64 of ${MIN_SECRET} to ${MAX_SECRET} bytes behind`,
    });
}

/** Signs as well for a while. */
const former: Setting<FormerSecret | undefined> = {
  ...{ fallback: undefined, secret: true, hidden: true, check: () => undefined },
};

const settings = {
  url: text(MAX_URL, urlOf({ schemes: ['http', 'https'], path: true, query: true }, 'InvalidURL')),
  method: oneOf(['POST', 'PUT']),
  headers,
  signingSecret: secret(optionalText(SECRET_TEXT, signingSecret)),
  formerSecret: former,
  ...tls,
  timeoutSeconds: whole(1, 60, 10),
  batchSize: whole(1, 100, 1),
  batchWaitMs: whole(0, 5000, 0),
  allowDownlinkResponse: flag(),
};

export type HttpSettings = ValuesOf<typeof settings>;

const table = new SettingsTable<HttpSettings>(settings, {
  check(settings, at) {
    if (settings.url === '') at('url').refuse('presence', 'InvalidURL', { reason: 'it is missing' });
    checkTls(settings, at);
  },

  merged(kept, given, when, at) {
    const headers = given.headers && withStored(given.headers, kept.headers, at('headers'));
    const settings = { ...kept, ...given, ...(headers && { headers }) };
    return { ...settings, formerSecret: formerSecret(kept, settings.signingSecret, when) };
  },

  hosts: ({ url }) => [{ wire: 'url', host: hostIn(url) }],
});

export const http: KindParts<HttpSettings> = {
  settings: table,
  window: 16,
  ahead: AHEAD,
  batch: ({ batchSize, batchWaitMs }) => ({ items: batchSize, waitMs: batchWaitMs }),
};

/** In place of values that are covered, those that are stored. */
function withStored(given: HttpSettings['headers'], stored: HttpSettings['headers'], at: FieldAt) {
  const known = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (value !== COVERED) return [name, value];
      return [name, known.get(name.toLowerCase()) ?? refuseHeader(at, name, 'has no value that is stored')];
    }),
  );
}

/** The secret that was in force before signs for a while yet, unless none is to sign any more. */
function formerSecret(
  kept: HttpSettings,
  secret: string | undefined,
  { now, credible }: Moment,
): HttpSettings['formerSecret'] {
  if (secret === undefined) return undefined;
  if (secret === kept.signingSecret || kept.signingSecret === undefined) return kept.formerSecret;
  return { secret: kept.signingSecret, untilMs: now + BOTH_SIGN_MS, crediblyUntilMs: credible + BOTH_SIGN_MS };
}
