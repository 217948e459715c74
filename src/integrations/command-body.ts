import { fault } from '../kit/faults/faults.ts';

/** What a command may be at most (integrations section 2.2). */
const MAX_BYTES = 65_536;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const HEX = /^(?:[0-9a-fA-F]{2})*$/;
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;
const MAX_UINT32 = 0xffff_ffff;
const PAYLOADS = ['data', 'dataHex', 'entries', 'object'] as const;

/** A JSON object. */
export type Body = Readonly<Record<string, unknown>>;

/** The request of `SendDownlink`, but for whom it is for; `object` is plain JSON. */
export interface DownContent {
  readonly user_data?: readonly Uint8Array[];
  readonly cnt_depend?: boolean;
  readonly packet_cnt?: readonly number[];
  readonly object?: Body;
  readonly format?: number;
  readonly prio?: number;
  readonly response_exp?: boolean;
  readonly response_prio?: boolean;
  readonly dl_wind_req?: boolean;
  readonly exp_only?: boolean;
  readonly dl_rx_stat_qry?: boolean;
  readonly expires_at?: { readonly seconds: number; readonly nanos: number };
}

/** Which downlinks of an endpoint are to be revoked. */
export type Revoked =
  | { readonly queId: string }
  | { readonly ref: string }
  /** Every one that is not finished. */
  | { readonly all: true };

/** @throws fault `MalformedRequest` */
export function bodyOf(given: Uint8Array | Body): Body {
  if (!(given instanceof Uint8Array)) return given;
  if (given.length > MAX_BYTES) throw malformed('body', 'longer than 64 KiB');
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(given));
  } catch {
    throw malformed('body', 'not JSON');
  }
  if (!isBody(body)) throw malformed('body', 'not an object');
  return body;
}

/** The correlation text of the sender; undefined: it gave none. @throws fault `MalformedRequest` */
export const refOf = (body: Body): string | undefined => of(body, 'ref', 'string');

/** @throws fault `MalformedRequest`, `MutuallyExclusiveFields` */
export function downOf(body: Body): DownContent {
  const format = of(body, 'format', 'number');
  const prio = of(body, 'prio', 'number');
  if (format !== undefined && !isCount(format)) throw malformed('format', 'not a whole number');
  const flags = {
    response_exp: of(body, 'responseExp', 'boolean') ?? of(body, 'confirmed', 'boolean'),
    response_prio: of(body, 'responsePrio', 'boolean'),
    dl_wind_req: of(body, 'dlWindReq', 'boolean'),
    exp_only: of(body, 'expOnly', 'boolean'),
    dl_rx_stat_qry: of(body, 'dlRxStatQry', 'boolean'),
  };
  const expires_at = timeOf(body);
  const set = Object.entries(flags).filter(([, value]) => value !== undefined);
  return {
    ...payloadOf(body),
    ...Object.fromEntries(set),
    ...(format !== undefined && { format }),
    ...(prio !== undefined && { prio: Math.fround(prio) }),
    ...(expires_at && { expires_at }),
  };
}

function payloadOf(body: Body): DownContent {
  const given = PAYLOADS.filter(name => isGiven(body[name]));
  if (given.length > 1) throw fault('MutuallyExclusiveFields', { fields: given.join(', ') });
  const data = of(body, 'data', 'string');
  if (data !== undefined) return { user_data: [base64(data, 'data')] };
  const dataHex = of(body, 'dataHex', 'string');
  if (dataHex !== undefined) return { user_data: [hex(dataHex)] };
  const { object, entries } = body;
  if (isGiven(object)) {
    if (!isBody(object)) throw malformed('object', 'not an object');
    return { object };
  }
  if (!isGiven(entries)) throw malformed('data', 'nothing is to be sent');
  if (!Array.isArray(entries)) throw malformed('entries', 'not an array');
  const all = entries.map(entryOf);
  return { cnt_depend: true, packet_cnt: all.map(entry => entry.packetCnt), user_data: all.map(entry => entry.data) };
}

function entryOf(entry: unknown): { readonly packetCnt: number; readonly data: Uint8Array } {
  if (!isBody(entry)) throw malformed('entries', 'an entry that is not an object');
  const packetCnt = of(entry, 'packetCnt', 'number');
  const data = of(entry, 'data', 'string');
  if (packetCnt === undefined || !isCount(packetCnt)) throw malformed('entries', 'an entry without its packetCnt');
  if (data === undefined) throw malformed('entries', 'an entry without its data');
  return { packetCnt, data: base64(data, 'entries') };
}

/** @throws fault `MalformedRequest`, `MutuallyExclusiveFields` */
export function revokedOf(body: Body): Revoked {
  const all = of(body, 'all', 'boolean') || undefined;
  const ref = refOf(body);
  const { queId } = body;
  const given = Object.entries({ queId, ref, all }).filter(([, value]) => isGiven(value));
  if (given.length > 1) throw fault('MutuallyExclusiveFields', { fields: given.map(([name]) => name).join(', ') });
  if (all) return { all };
  if (ref !== undefined) return { ref };
  if (!isGiven(queId)) throw malformed('queId', 'nothing is to be revoked');
  return { queId: typeof queId === 'number' || typeof queId === 'string' ? String(queId) : '' };
}

function timeOf(body: Body): DownContent['expires_at'] {
  const text = of(body, 'expiresAt', 'string');
  if (text === undefined) return undefined;
  const ms = RFC3339.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw malformed('expiresAt', 'not a time');
  const fraction = RFC3339.exec(text)?.[1] ?? '.0';
  return { seconds: Math.floor(ms / 1000), nanos: Number(fraction.slice(1).padEnd(9, '0')) };
}

interface Types {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}

function isOf<T extends keyof Types>(value: unknown, type: T): value is Types[T] {
  return typeof value === type && (typeof value !== 'number' || Number.isFinite(value));
}

/** The value of a key; undefined: it is absent. */
function of<T extends keyof Types>(body: Body, name: string, type: T): Types[T] | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (!isGiven(value)) return undefined;
  if (!isOf(value, type)) throw malformed(name, `not a ${type}`);
  return value;
}

function base64(text: string, field: string): Uint8Array {
  if (!BASE64.test(text)) throw malformed(field, 'not base64');
  return Buffer.from(text, 'base64');
}

function hex(text: string): Uint8Array {
  if (!HEX.test(text)) throw malformed('dataHex', 'not hex');
  return Buffer.from(text, 'hex');
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= MAX_UINT32;

const malformed = (field: string, reason: string) => fault('MalformedRequest', { field, reason });
