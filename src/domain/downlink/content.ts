import type { Db } from '../../database/driver.ts';

/** What is sent to the endpoint, and under which conditions (BSSCI 11.1). */
export interface DownlinkContent {
  /** One entry, or one per counter. An empty one is a pure acknowledgement. */
  readonly userData: readonly Uint8Array[];
  /** Counters of the uplinks whose windows may carry the entries; undefined: any window may carry the one entry. */
  readonly packetCnts: readonly number[] | undefined;
  readonly format: number;
  readonly prio: number;
  readonly responseExp: boolean;
  readonly responsePrio: boolean;
  readonly dlWindReq: boolean;
  readonly expOnly: boolean;
  /** Ask for the reception status with it (BSSCI 12). */
  readonly dlRxStatQry: boolean;
}

const FLAGS = ['responseExp', 'responsePrio', 'dlWindReq', 'expOnly', 'dlRxStatQry'] as const;
type ContentFlags = Pick<DownlinkContent, (typeof FLAGS)[number]>;

export function packContentFlags(content: ContentFlags): number {
  return FLAGS.reduce((packed, flag, bit) => packed | (content[flag] ? 1 << bit : 0), 0);
}

export function unpackContentFlags(packed: number): ContentFlags {
  const is = (flag: (typeof FLAGS)[number]) => (packed & (1 << FLAGS.indexOf(flag))) !== 0;
  return {
    responseExp: is('responseExp'),
    responsePrio: is('responsePrio'),
    dlWindReq: is('dlWindReq'),
    expOnly: is('expOnly'),
    dlRxStatQry: is('dlRxStatQry'),
  };
}

/** Entries as one blob: a length byte before each. */
export function packEntries(entries: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(entries.flatMap(entry => [Uint8Array.of(entry.length), entry]));
}

export function unpackEntries(blob: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < blob.length; ) {
    const end = at + 1 + (blob[at] ?? 0);
    entries.push(blob.subarray(at + 1, end));
    at = end;
  }
  return entries;
}

interface ContentRow {
  entries: Uint8Array;
  packet_cnts: string | null;
  format: number;
  flags: number;
  prio: number;
}

/** Reads what a `dlDataQue` says of a downlink, beyond whose it is and its queue id. */
export function downlinkContentReader(db: Db) {
  const contentOf = db.prepare('SELECT entries, packet_cnts, format, flags, prio FROM downlink WHERE que_id = ?');
  return (queId: number) => toRequest(contentOf.get(queId) as ContentRow);
}

/** Optional fields stay out where they have their default (BSSCI 11.1). */
function toRequest({ entries, packet_cnts, format, flags, prio }: ContentRow): Readonly<Record<string, unknown>> {
  const { responseExp, responsePrio, dlWindReq, expOnly } = unpackContentFlags(flags);
  return {
    cntDepend: packet_cnts !== null,
    ...(packet_cnts !== null && { packetCnt: JSON.parse(packet_cnts) as number[] }),
    userData: unpackEntries(entries),
    ...(format !== 0 && { format }),
    ...(prio !== 0 && { prio }),
    ...(responseExp && { responseExp }),
    ...(responsePrio && { responsePrio }),
    ...(dlWindReq && { dlWindReq }),
    ...(expOnly && { expOnly }),
  };
}
