import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Position } from '../database/scan.ts';
import { canonicalBytes } from '../kit/base64url.ts';

/** What a token holds: the position behind the last row, a 64-bit value as text, and what else the next page has to know. */
export type PageKey = readonly (string | number | null)[];

/** @param carried what else the next page has to know */
export function keyOf([value, id]: Position<string | number | bigint>, carried: PageKey): PageKey {
  return [typeof value === 'bigint' ? String(value) : value, id, ...carried];
}

/** The position in a token, and what stands behind it; undefined when there is none. */
export function positionOf<V extends string | number | bigint>(
  [value = null, id = value, ...carried]: PageKey,
  fromText: (text: string | number) => V,
): { readonly position: Position<V>; readonly carried: PageKey } | undefined {
  // ListBaseStationActivity of 0.1 wrote the id of the last item before the number that breaks the tie.
  const [tieBreak, ...behind] = typeof id === 'string' ? [...carried, id] : [id, ...carried];
  if (value === null || typeof tieBreak !== 'number') return undefined;
  return { position: [fromText(value), tieBreak], carried: behind };
}

/** What a token is bound to: it works only for the same RPC, organization, filters and order (platform API section 1.5). */
export interface PageScope {
  readonly method: string;
  /** Uuid of the organization, or of who asks where none is asked for. */
  readonly org: string;
  /** Everything else of the request, page size and token excluded. */
  readonly filters: unknown;
}

const VERSION_UTF8 = 1;
const VERSION_UTF16 = 2;
const RPC_BYTES = 4;
const FILTER_BYTES = 8;
const MAC_BYTES = 16;
const HEAD_BYTES = 1 + RPC_BYTES + FILTER_BYTES;
/** A token is at most 512 characters unless a name of the page is made of the rarest characters. */
const MAX_TOKEN = 1024;

export interface PageTokens {
  seal(scope: PageScope, last: PageKey): string;
  /** Undefined for a token that is malformed, forged or made for something else. */
  open(scope: PageScope, token: string): PageKey | undefined;
}

/** Signed page tokens of one installation; `key` must be secret and stay the same over restarts. */
export function pageTokens(key: Uint8Array): PageTokens {
  const sign = (body: Uint8Array) => createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES);
  return {
    seal(scope, last) {
      const text = JSON.stringify(last);
      const utf8 = Buffer.from(text, 'utf8');
      const utf16 = Buffer.from(text, 'utf16le');
      const compact = utf8.length <= utf16.length;
      const body = Buffer.concat([head(compact ? VERSION_UTF8 : VERSION_UTF16, scope), compact ? utf8 : utf16]);
      return Buffer.concat([body, sign(body)]).toString('base64url');
    },
    open(scope, token) {
      const bytes = token.length > MAX_TOKEN ? undefined : canonicalBytes(token);
      if (!bytes || bytes.length <= HEAD_BYTES + MAC_BYTES) return undefined;
      const body = bytes.subarray(0, -MAC_BYTES);
      if (!timingSafeEqual(sign(body), bytes.subarray(-MAC_BYTES))) return undefined;
      const version = body[0] ?? 0;
      if (!head(version, scope).equals(body.subarray(0, HEAD_BYTES))) return undefined;
      return JSON.parse(body.toString(version === VERSION_UTF16 ? 'utf16le' : 'utf8', HEAD_BYTES)) as PageKey;
    },
  };
}

function head(version: number, { method, org, filters }: PageScope): Buffer {
  return Buffer.concat([
    Buffer.of(version),
    sha256(method).subarray(0, RPC_BYTES),
    sha256(canonical([org, filters])).subarray(0, FILTER_BYTES),
  ]);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** JSON with sorted keys and without absent fields, so that every transport gives the same text for the same request. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('hex'));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, v]) => v !== undefined && v !== null);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join()}}`;
}
