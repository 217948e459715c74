import type { Db } from '../../database/driver.ts';
import type { Walk } from '../../database/merge.ts';
import type { Position } from '../../database/scan.ts';
import { SECOND_NS } from '../../kit/units.ts';
import { seqOfUuid } from '../message/identity.ts';
import { lineMatches, type StationQuery } from '../message/line-search.ts';
import { startOf } from '../message/log.ts';
import { unpackContentFlags, unpackEntries } from './content.ts';
import type { DownlinkState } from './states.ts';

/** One line of a base station's feed: a downlink that ended there. */
export interface DownlinkLine {
  direction: 'downlink';
  /** Place in the feed, in one order with messages. */
  seq: number;
  /** When it was sent, ns; else when it ended. */
  at: bigint;
  /** Milliseconds. */
  storedAt: number;
  downlink: EndedDownlink;
}

export interface EndedDownlink {
  queId: number;
  org: number;
  endpoint: number;
  epEui: string;
  epName: string;
  /** Of its `dlDataQue`. */
  opId: number;
  /** Counter of the window it was sent in; null when it was not. */
  packetCnt: number | null;
  /** The entry for that counter; the first one when it was not sent. */
  userData: Uint8Array;
  format: number;
  responseExp: boolean;
  result: 'sent' | 'expired' | 'invalid' | 'revoked';
}

/** Downlinks of one endpoint, or of one hour, that ended at a station. Times in milliseconds. */
export interface DownlinkFigures {
  /** Row id of the endpoint, or when the hour begins. */
  key: number;
  lines: number;
  sent: number;
  /** Expired or invalid. */
  failed: number;
  firstAt: number;
  lastAt: number;
}

/** The time comes in two parts, so that no integer of the row needs to be a bigint. */
interface Row {
  seq: number;
  at_s: number;
  at_ns: number;
  finished_at: number;
  que_id: number;
  org: number;
  endpoint: number;
  op_id: number | null;
  state: Exclude<DownlinkState, 'pending' | 'dispatched' | 'queued' | 'revoking'>;
  entries: Uint8Array;
  packet_cnts: string | null;
  tx_packet_cnt: number | null;
  format: number;
  flags: number;
  ep_eui: string;
  ep_name: string;
}

const COLUMNS = `d.feed_seq AS seq, d.occurred_ns / 1000000000 AS at_s, d.occurred_ns % 1000000000 AS at_ns, d.finished_at, d.que_id,
  d.org, d.endpoint, d.op_id, d.state, d.entries, d.packet_cnts, d.tx_packet_cnt, d.format, d.flags, e.eui AS ep_eui, e.name AS ep_name`;
const SOURCE = 'downlink d JOIN endpoint e ON e.id = d.endpoint';
/** What SQLite can compare; the years a caller may ask about go further. */
const FIRST_NS = -(2n ** 63n);
const LAST_NS = 2n ** 63n - 1n;
/** Rows that are read at a time. */
const ROWS = 256;

/** Reads the downlinks in the feed of one base station, by time or in storage order. */
export function downlinkLineReader(db: Db) {
  const newestFirst = db.prepare(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE d.station = ? AND d.feed_seq IS NOT NULL
       AND (d.occurred_ns, d.feed_seq) < (?, ?) AND d.occurred_ns >= ? ORDER BY d.occurred_ns DESC, d.feed_seq DESC LIMIT ${ROWS}`,
  );
  const oldestFirst = db.prepare(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE d.station = ? AND d.feed_seq IS NOT NULL
       AND (d.occurred_ns, d.feed_seq) > (?, ?) AND d.occurred_ns < ? ORDER BY d.occurred_ns, d.feed_seq LIMIT ${ROWS}`,
  );
  const count = db.prepare(
    `SELECT count(*) AS count FROM downlink
     WHERE station = ? AND feed_seq IS NOT NULL AND occurred_ns >= ? AND occurred_ns < ?`,
  );
  const bySeq = db.prepare(`SELECT ${COLUMNS} FROM ${SOURCE} WHERE d.station = ? AND d.feed_seq = ?`);
  const after = db.prepare(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE d.station = ? AND d.feed_seq > ? AND d.feed_seq <= ? ORDER BY d.feed_seq LIMIT ?`,
  );
  const figures = (key: string) =>
    db.prepare(
      `SELECT ${key} AS key, count(*) AS lines, sum(state IN ('sent', 'acknowledged')) AS sent,
         sum(state IN ('expired', 'invalid')) AS failed, min(occurred_ns) / 1000000 AS firstAt,
         max(occurred_ns) / 1000000 AS lastAt
       FROM downlink WHERE station = ? AND feed_seq IS NOT NULL AND occurred_ns >= ? AND occurred_ns < ? GROUP BY 1`,
    );
  const figuresBy = { endpoint: figures('endpoint'), hour: figures('occurred_ns / 3600000000000 * 3600000') };

  /** In the order of (at, seq), behind a position. */
  const lines = function* (query: StationQuery, descending: boolean, from?: Position): Walk<DownlinkLine> {
    const { station, fromNs = FIRST_NS, toNs = LAST_NS } = query;
    let [value, seq] = startOf({ fromNs, toNs }, descending, from) ?? [FIRST_NS, 0];
    const [statement, end] = descending ? [newestFirst, fromNs] : [oldestFirst, toNs];
    for (;;) {
      const rows = statement.all(station, within(value), seq, within(end)) as Row[];
      for (const row of rows) {
        const line = toLine(row);
        const at = [line.at, line.seq] as const;
        yield matches(line, query) ? { at, item: line } : { at };
        [value, seq] = at;
      }
      if (rows.length < ROWS) return;
    }
  };

  return {
    lines,

    *counts(query: StationQuery): Generator<number> {
      const { station, fromNs = FIRST_NS, toNs = LAST_NS, endpoint, duplicate, dlOpen, terms } = query;
      if (endpoint === undefined && duplicate === undefined && dlOpen === undefined && terms === undefined) {
        yield (count.get(station, within(fromNs), within(toNs)) as { count: number }).count;
        return;
      }
      for (const { item } of lines(query, true)) yield item === undefined ? 0 : 1;
    },

    find(station: number, id: string): DownlinkLine | undefined {
      const place = seqOfUuid(id);
      const row = place && (bySeq.get(station, place.seq) as Row | undefined);
      return row && row.finished_at === place.storedAt ? toLine(row) : undefined;
    },

    /** The next ones of a station in (seq, upTo], in storage order. */
    after(station: number, seq: number, upTo: number, limit: number): DownlinkLine[] {
      return (after.all(station, seq, upTo, limit) as Row[]).map(toLine);
    },

    /** Counts in [fromMs, toMs). */
    figures(station: number, by: 'endpoint' | 'hour', fromMs: number, toMs: number): DownlinkFigures[] {
      const ns = (ms: number) => within(BigInt(ms) * 1_000_000n);
      return figuresBy[by].all(station, ns(fromMs), ns(toMs)) as DownlinkFigures[];
    },
  };
}
export type DownlinkLines = ReturnType<typeof downlinkLineReader>;

function within(ns: bigint): bigint {
  return ns < FIRST_NS ? FIRST_NS : ns > LAST_NS ? LAST_NS : ns;
}

function toLine(row: Row): DownlinkLine {
  const { state, tx_packet_cnt: packetCnt } = row;
  return {
    direction: 'downlink',
    seq: row.seq,
    at: BigInt(row.at_s) * SECOND_NS + BigInt(row.at_ns),
    storedAt: row.finished_at,
    downlink: {
      queId: row.que_id,
      org: row.org,
      endpoint: row.endpoint,
      epEui: row.ep_eui,
      epName: row.ep_name,
      opId: row.op_id ?? 0,
      packetCnt,
      userData: entryOf(row, packetCnt),
      format: row.format,
      responseExp: unpackContentFlags(row.flags).responseExp,
      result: state === 'acknowledged' ? 'sent' : state,
    },
  };
}

function entryOf({ entries, packet_cnts }: Row, packetCnt: number | null): Uint8Array {
  const all = unpackEntries(entries);
  const at = packet_cnts === null || packetCnt === null ? 0 : (JSON.parse(packet_cnts) as number[]).indexOf(packetCnt);
  return all[Math.max(at, 0)] ?? new Uint8Array();
}

function matches({ downlink }: DownlinkLine, query: StationQuery): boolean {
  const { endpoint, duplicate = false, dlOpen = false, terms } = query;
  const own = downlink.org === query.org;
  return (
    // No downlink is a duplicate or opens a window.
    !duplicate &&
    !dlOpen &&
    (endpoint === undefined || (own && endpoint.includes(downlink.endpoint))) &&
    (terms === undefined || lineMatches(terms, own ? downlink : undefined, downlink.opId, downlink.queId))
  );
}
