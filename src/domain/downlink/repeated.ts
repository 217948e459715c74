import type { Db } from '../../database/driver.ts';
import { fault } from '../../kit/faults/faults.ts';
import { DAY_MS } from '../../kit/units.ts';
import { type DownlinkContent, packContentFlags, packEntries } from './content.ts';

/** A repeated `request_id` is the same request for so long (platform API 5.2). */
const SAME_REQUEST_MS = DAY_MS;
/** Between the two parts of what is stored of a request by values, and the character after it. */
const [BEFORE_DIGEST, AFTER_DIGESTS] = ['/', '0'];

/** What a request for a downlink is known again by. */
export interface Repeatable {
  readonly org: number;
  readonly endpoint: number;
  /** A uuid; undefined: the request is never the same as another one. */
  readonly requestId: string | undefined;
  /**
   * Digest of the values that were asked for instead of bytes. What the bytes are is not compared then: the same values are the
   * same request, also when the blueprint has changed and would make other bytes of them.
   */
  readonly valuesDigest?: string | undefined;
  /** The bytes are looked at only where no values were asked for. */
  readonly content: Omit<DownlinkContent, 'userData'> & Partial<Pick<DownlinkContent, 'userData'>>;
  readonly at: number;
}

interface Row {
  que_id: number;
  request_id: string;
  endpoint: number;
  entries: Uint8Array;
  packet_cnts: string | null;
  format: number;
  flags: number;
  prio: number;
}

/** Finds the downlink that an earlier call with the same `request_id` has queued. */
export function repeatedRequests(db: Db) {
  const requested = db.prepare(
    `SELECT que_id, request_id, endpoint, entries, packet_cnts, format, flags, prio FROM downlink
     WHERE org = ? AND request_id >= ? AND request_id < ? AND created_at > ? ORDER BY que_id DESC LIMIT 1`,
  );
  return {
    /** @returns its queue id @throws fault `RequestIDReused` when that call asked for something else */
    before(request: Repeatable): number | undefined {
      const { org, requestId, at } = request;
      if (requestId === undefined) return undefined;
      const row = requested.get(org, requestId, `${requestId}${AFTER_DIGESTS}`, at - SAME_REQUEST_MS) as
        | Row
        | undefined;
      if (row && !asksFor(row, request)) throw fault('RequestIDReused', { request_id: requestId });
      return row?.que_id;
    },
  };
}

/** What is stored of the request: its id, behind it the digest of values. */
export function requestKey({ requestId, valuesDigest }: Repeatable): string | null {
  if (requestId === undefined) return null;
  return valuesDigest === undefined ? requestId : `${requestId}${BEFORE_DIGEST}${valuesDigest}`;
}

export function countersText({ packetCnts }: Pick<DownlinkContent, 'packetCnts'>): string | null {
  return packetCnts === undefined ? null : JSON.stringify(packetCnts);
}

/** Whether it is the same content for the same endpoint; a try that is made again may expire later. */
function asksFor(row: Row, request: Repeatable): boolean {
  const { endpoint, content, valuesDigest } = request;
  const { userData = [] } = content;
  return (
    row.endpoint === endpoint &&
    row.request_id === requestKey(request) &&
    (valuesDigest !== undefined || Buffer.compare(row.entries, packEntries(userData)) === 0) &&
    row.packet_cnts === countersText(content) &&
    row.format === content.format &&
    row.flags === packContentFlags(content) &&
    row.prio === content.prio
  );
}
