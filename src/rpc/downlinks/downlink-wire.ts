import { LIMITS } from '../../domain/blueprint/codec/limits.ts';
import { type DownlinkContent, unpackContentFlags, unpackEntries } from '../../domain/downlink/content.ts';
import type { DownlinkRow } from '../../domain/downlink/lists.ts';
import type { DownlinkState } from '../../domain/downlink/states.ts';
import { DAY_MS } from '../../kit/units.ts';
import { flag, number, type WireTime } from '../checks.ts';
import { type At, all, type Check, fields, type Input, optional } from '../input.ts';
import type { DownlinkOut, StructIn } from '../schema.gen.ts';
import { MAX_PAYLOAD } from '../sending.ts';
import { jsonOf, timestamp, timestampNs } from '../wire.ts';

type Maybe<T> = T | null | undefined;

const MAX_ENTRIES = 64;
const MAX_FORMAT = 255;
/** As many names as a layout may have. */
const MAX_VALUES = LIMITS.elements + LIMITS.virtuals;
const MAX_REF_BYTES = 128;
const MAX_LIFE_MS = 30 * DAY_MS;
const QUEUE_ID = /^[1-9][0-9]{0,15}$/;

/** A queue id as this service center gives it: positive and at most 2^53−1 (error catalog, 4113). */
export const queId: Check<Maybe<string>, number> = (wire, at) => {
  const id = QUEUE_ID.test(wire ?? '') ? Number(wire) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : at.refuse('format', 'InvalidQueueID');
};

interface WireRevoked {
  readonly que_id?: Maybe<string>;
  readonly all?: Maybe<boolean>;
}

/** Which downlink of an endpoint is to be revoked; undefined: every unfinished one. */
export const revoked: Input<WireRevoked, { readonly queId: number | undefined }, keyof WireRevoked> = {
  names: ['que_id', 'all'],
  read({ que_id, all }, at) {
    const inId = at.in('que_id');
    const named = Boolean(que_id) && que_id !== '0';
    const id = named || !all ? inId.try(() => queId(que_id, inId)) : undefined;
    if (named && all) inId.try(() => inId.refuse('format', 'MutuallyExclusiveFields', { fields: 'que_id, all' }));
    return { queId: id };
  },
};

/** Correlation text of the caller, stored unchanged. */
export const ref: Check<Maybe<string>, string> = (wire, at) => {
  const text = wire ?? '';
  if (Buffer.byteLength(text) > MAX_REF_BYTES) at.refuse('range', 'DownlinkRefTooLong', { limit: MAX_REF_BYTES });
  return text;
};

interface WireExpiring {
  readonly expires_at?: Maybe<WireTime>;
  readonly request_id?: Maybe<string>;
}

/**
 * When a downlink is over, milliseconds; undefined when the caller names no time. With a request id the time may be over: it may be
 * asked for once more, which only the store knows.
 */
export const expiring: Input<WireExpiring, { readonly expiresAt: number | undefined }, 'expires_at'> = {
  names: ['expires_at'],
  read({ expires_at, request_id }, at) {
    const field = at.in('expires_at');
    return { expiresAt: field.try(() => expiry(expires_at, field, Boolean(request_id))) };
  },
};

/** @param mayBeOver the time may be over by now */
export function expiry(wire: Maybe<WireTime>, at: At, mayBeOver: boolean): number | undefined {
  if (wire === undefined || wire === null) return undefined;
  const { nowMs } = at.context;
  const nanos = wire.nanos ?? 0;
  const ms = Number(wire.seconds ?? 0) * 1000 + Math.floor(nanos / 1_000_000);
  const isOver = ms <= nowMs && !mayBeOver;
  if (nanos < 0 || nanos > 999_999_999 || isOver || ms > nowMs + MAX_LIFE_MS) {
    at.refuse('range', 'DownlinkInvalidExpiry', { limit: '30 d' });
  }
  return ms;
}

/** A 32-bit float: what is too large for one has arrived as infinite. */
export const priority: Check<Maybe<number>, number> = (wire, at) => {
  const prio = wire ?? 0;
  return Number.isFinite(Math.fround(prio)) ? prio : at.refuse('range', 'DownlinkInvalidPriority');
};

interface WireEntries {
  readonly user_data?: Maybe<readonly Uint8Array[]>;
  readonly cnt_depend?: Maybe<boolean>;
  readonly packet_cnt?: Maybe<readonly number[]>;
  readonly object?: Maybe<StructIn>;
}
/** Bytes, or the values that they are to be made of. */
type Payload =
  | (Pick<DownlinkContent, 'userData' | 'packetCnts'> & { readonly values?: undefined })
  | { readonly values: Readonly<Record<string, unknown>> };

/** The payloads and the counters they are for, which are judged together. */
const payload: Input<WireEntries, Payload, keyof WireEntries> = {
  names: ['user_data', 'cnt_depend', 'packet_cnt', 'object'],
  read(request, at) {
    const userData = request.user_data ?? [];
    const packetCnts = request.packet_cnt ?? [];
    const dependent = request.cnt_depend ?? false;
    const { object } = request;
    if (object !== undefined && object !== null) {
      const beside = [
        ...(userData.length > 0 ? ['user_data'] : []),
        ...(dependent ? ['cnt_depend'] : []),
        ...(packetCnts.length > 0 ? ['packet_cnt'] : []),
      ];
      const inObject = at.in('object');
      if (beside.length > 0) {
        inObject.refuse('format', 'MutuallyExclusiveFields', { fields: ['object', ...beside].join(', ') });
      }
      if (Object.keys(object.fields).length > MAX_VALUES)
        inObject.refuse('range', 'TooManyItems', { limit: MAX_VALUES });
      return { values: jsonOf(object) };
    }
    const [inData, inCounters] = [at.in('user_data'), at.in('packet_cnt')];
    inData.try(() => checkPayloads(userData, dependent, inData));
    inCounters.try(() => checkCounters(packetCnts, userData.length, dependent, inCounters));
    if (dependent) return { userData, packetCnts };
    return { userData: userData.length === 0 ? [new Uint8Array()] : userData, packetCnts: undefined };
  },
};

function checkPayloads(payloads: readonly Uint8Array[], dependent: boolean, at: At): void {
  if (dependent && payloads.length === 0) at.refuse('presence', 'DownlinkPayloadRequired');
  if (!dependent && payloads.length > 1) at.refuse('format', 'DownlinkMultiplePayloads');
  if (payloads.length > MAX_ENTRIES) at.refuse('range', 'TooManyItems', { limit: MAX_ENTRIES });
  if (payloads.some(({ length }) => length > MAX_PAYLOAD)) {
    at.refuse('range', 'DownlinkPayloadTooLarge', { limit: MAX_PAYLOAD });
  }
}

function checkCounters(counters: readonly number[], payloads: number, dependent: boolean, at: At): void {
  if (dependent && counters.length === 0) at.refuse('presence', 'DownlinkPacketCntRequired');
  if (counters.length !== (dependent ? payloads : 0)) at.refuse('format', 'DownlinkPacketCntMismatch');
  if (new Set(counters).size < counters.length) at.refuse('format', 'DownlinkPacketCntDuplicate');
}

/** What is to be sent, and when (platform API 5.2). */
export const content = all(
  payload,
  fields({
    format: optional(number(0, MAX_FORMAT, 'DownlinkInvalidFormat')),
    prio: priority,
    response_exp: flag,
    response_prio: flag,
    dl_wind_req: flag,
    exp_only: flag,
    dl_rx_stat_qry: flag,
  }),
);
type Content = ReturnType<typeof content.read>;

/** Everything of a downlink but its payloads, which may have to be made first. */
export function toConditions(given: Content): Omit<DownlinkContent, 'userData'> {
  return {
    packetCnts: given.values ? undefined : given.packetCnts,
    format: given.format ?? 0,
    prio: given.prio,
    responseExp: given.response_exp,
    responsePrio: given.response_prio,
    dlWindReq: given.dl_wind_req,
    expOnly: given.exp_only,
    dlRxStatQry: given.dl_rx_stat_qry,
  };
}

/** What clients see of a state, and what it says about the fate. */
const SHOWN: Readonly<Record<DownlinkState, { readonly status: string; readonly result: string }>> = {
  pending: { status: 'pending', result: '' },
  dispatched: { status: 'pending', result: '' },
  queued: { status: 'queued', result: '' },
  revoking: { status: 'revoking', result: '' },
  sent: { status: 'sent', result: 'sent' },
  acknowledged: { status: 'acknowledged', result: 'sent' },
  expired: { status: 'expired', result: 'expired' },
  invalid: { status: 'invalid', result: 'invalid' },
  revoked: { status: 'revoked', result: 'revoked' },
};

/** The states behind what a client filters by. */
export function statesOf(status: DownlinkState | undefined): readonly DownlinkState[] | undefined {
  return status === 'pending' ? ['pending', 'dispatched'] : status && [status];
}

/** A downlink of the caller's organization. */
export function downlinkToWire(row: DownlinkRow, organizationId: string) {
  const { responseExp, responsePrio, dlWindReq, expOnly, dlRxStatQry } = unpackContentFlags(row.flags);
  const txTime = row.tx_time_ns === null ? null : BigInt(row.tx_time_ns);
  return {
    que_id: row.id,
    ep_eui: row.ep_eui,
    organization_id: organizationId,
    ...SHOWN[row.state],
    user_data: unpackEntries(row.entries),
    packet_cnt: row.packet_cnts === null ? [] : (JSON.parse(row.packet_cnts) as number[]),
    cnt_depend: row.packet_cnts !== null,
    format: row.format,
    prio: row.prio,
    response_exp: responseExp,
    response_prio: responsePrio,
    dl_wind_req: dlWindReq,
    exp_only: expOnly,
    dl_rx_stat_qry: dlRxStatQry,
    expires_at: timestamp(row.expires_at),
    ref: row.ref,
    source: row.source,
    created_by: row.created_by,
    created_at: timestamp(row.created_at),
    bs_eui: row.bs_eui ?? '',
    accepted_at: timestamp(row.accepted_at),
    tx_time: row.tx_time_ns ?? 0,
    sent_at: timestampNs(txTime),
    tx_packet_cnt: row.tx_packet_cnt,
    acked_at: timestamp(row.acked_at),
    attempts: row.attempts,
    last_error: row.last_error,
    finished_at: timestamp(row.finished_at),
    ac_eui: row.ac_eui ?? '',
    ac_que_id: row.ac_que_id ?? '',
  } satisfies DownlinkOut;
}
