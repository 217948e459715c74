import type { Db } from '../../database/driver.ts';
import type { ListenedMs } from '../../kit/time/listened.ts';
import { HOUR_MS, MS_NS } from '../../kit/units.ts';
import { Flag } from '../message/flags.ts';
import { best, genuine, type Reception, type ReceptionCodec } from '../message/reception.ts';
import { cameLate, movedOn, NO_COUNTERS } from './last-counters.ts';
import type { ListenedTime } from './listened.ts';

/** So much is stored with the windows that close. */
const AT_ONCE = 64;
/** Of more a part, so that all of them have been stored after so many closes. */
const SWEEP = 128;
/** Stored by one write. */
const MOST_STORED = 1024;
/** Row ids of one neighbourhood: about a page of the table. */
const NEIGHBOURS = 64;
const MARK = 'heard_stored';

/** What the newest telegrams of an endpoint said. */
export interface Heard {
  /** Highest counter under the present session key; -1 before the first. */
  lastPacketCnt: number;
  /** Radio time of the newest telegram, ns; 0 before the first. */
  lastSeen: bigint;
  messages: number;
  /** Best reception of the newest telegram; undefined when it is not known here. */
  top: Reception | undefined;
  /** The newest message that is counted in it. */
  seq: number;
  /** The last counters under the present session key (`movedOn`). */
  counters: number;
  /** Payloads in a row that could not be decoded. */
  failures: number;
  /** The lowest SNR of all its receptions; infinite before the first. */
  weakestSnr: number;
  /** A station that heard its newest telegram, and when another one has heard it last (milliseconds); 0 for none and never. */
  soleStation: number;
  sharedAt: number;
  /** When one arrived that was not older than those before, by the time that was listened; 0 before the first. */
  arrived: number;
}

/** A message, as far as it tells something of its endpoint. */
export interface HeardMessage {
  readonly seq: number;
  readonly rxTime: bigint;
  readonly arrivedAt: number;
  readonly listened: ListenedMs;
  /** Undefined when its counter went backwards. */
  readonly skipped: number | undefined;
  /** It says nothing about now. */
  readonly older: boolean;
  /** Of the present session key. */
  readonly present: boolean;
  /** Whether its payload could be decoded; undefined when nothing decodes it. */
  readonly decoded: boolean | undefined;
}

/** What is stored, null where nothing was heard yet. */
export interface HeardRow {
  last_packet_cnt: bigint | null;
  last_seen_ns: bigint | null;
  message_count: bigint | null;
  counters: bigint | null;
  failures: bigint | null;
  weakest_snr: number | null;
  sole_station: bigint | null;
  shared_at: bigint | null;
  arrived_ms: bigint | null;
}

/** Its columns, of the table `h`. */
export const HEARD_COLUMNS =
  'h.last_packet_cnt, h.last_seen_ns, h.message_count, h.counters, h.failures, h.weakest_snr, h.sole_station, h.shared_at, h.arrived_ms';

interface UnstoredRow extends HeardRow {
  seq: bigint;
  endpoint: bigint;
  present: bigint;
  packet_cnt: bigint;
  rx_time_ns: bigint;
  arrived_at: bigint;
  stored_at: bigint;
  flags: bigint;
  skipped: bigint | null;
  decode_status: string;
  receptions: Uint8Array;
}

/**
 * Stores what is heard of endpoints. Of few it is stored when their windows close. Under load, of thousands, each close would write a
 * page of the table per telegram: then the table is swept through again and again, neighbours together. Which message was counted last
 * is stored with it, so that what had not been stored is found in the log after a crash.
 */
export class HeardStore {
  readonly #save: ReturnType<Db['prepare']>;
  readonly #mark: ReturnType<Db['prepare']>;
  readonly #setMark: ReturnType<Db['prepare']>;
  readonly #dropMark: ReturnType<Db['prepare']>;
  readonly #unstoredRows: ReturnType<Db['prepare']>;
  readonly #codec: ReceptionCodec;
  readonly #time: ListenedTime;
  /** By neighbourhood and row id. */
  readonly #unstored = new Map<number, Map<number, Heard>>();
  #count = 0;
  /** The neighbourhood where the sweep goes on, and the newest message when it began. */
  #next = 0;
  #last = 0;
  #begunAt = 0;
  /** Everything that is heard in messages up to this place is stored, as the table says; undefined: all is. */
  #storedUpTo: number | undefined;

  constructor(db: Db, codec: ReceptionCodec, time: ListenedTime) {
    this.#codec = codec;
    this.#time = time;
    // Radio values stay as they are when no newer ones are known.
    this.#save = db.prepare(
      `INSERT INTO endpoint_heard (endpoint, last_packet_cnt, last_seen_ns, message_count, heard_seq, last_station, last_rssi,
         last_snr, last_eq_snr, last_profile, last_mode, counters, failures, weakest_snr, sole_station, shared_at, arrived_ms)
       VALUES (?, nullif(?, -1), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0))
       ON CONFLICT (endpoint) DO UPDATE SET last_packet_cnt = excluded.last_packet_cnt, last_seen_ns = excluded.last_seen_ns,
         message_count = excluded.message_count, heard_seq = excluded.heard_seq, counters = excluded.counters,
         failures = excluded.failures, weakest_snr = excluded.weakest_snr, sole_station = excluded.sole_station,
         shared_at = excluded.shared_at, arrived_ms = excluded.arrived_ms,
         last_station = coalesce(excluded.last_station, last_station),
         last_rssi = coalesce(excluded.last_rssi, last_rssi), last_snr = coalesce(excluded.last_snr, last_snr),
         last_eq_snr = iif(excluded.last_station IS NULL, last_eq_snr, excluded.last_eq_snr),
         last_profile = iif(excluded.last_station IS NULL, last_profile, excluded.last_profile),
         last_mode = iif(excluded.last_station IS NULL, last_mode, excluded.last_mode)`,
    );
    this.#mark = db.prepare(`SELECT value FROM counter WHERE org = 0 AND name = '${MARK}'`);
    this.#setMark = db.prepare(
      `INSERT INTO counter (org, name, value) VALUES (0, '${MARK}', ?)
       ON CONFLICT (org, name) DO UPDATE SET value = excluded.value`,
    );
    this.#dropMark = db.prepare(`DELETE FROM counter WHERE org = 0 AND name = '${MARK}'`);
    this.#unstoredRows = db.prepare(
      `SELECT m.seq, m.endpoint, m.generation = e.attach_generation AS present, m.packet_cnt, m.rx_time_ns,
         m.arrived_at, m.stored_at, m.flags, m.skipped, m.decode_status, m.receptions, ${HEARD_COLUMNS}
       FROM message m JOIN endpoint e ON e.id = m.endpoint AND e.deleted_at IS NULL
         LEFT JOIN endpoint_heard h ON h.endpoint = m.endpoint
       WHERE m.seq > ? AND m.seq > coalesce(h.heard_seq, 0) ORDER BY m.seq`,
      { bigint: true },
    );
  }

  /** What is not stored yet of an endpoint; this, and not its row, is what is known of it. */
  of(endpoint: number): Heard | undefined {
    return this.#unstored.get(neighbourhoodOf(endpoint))?.get(endpoint);
  }

  /** Something was heard of an endpoint: it is stored soon. */
  changed(endpoint: number, heard: Heard): void {
    const place = neighbourhoodOf(endpoint);
    let neighbours = this.#unstored.get(place);
    if (!neighbours) {
      neighbours = new Map();
      this.#unstored.set(place, neighbours);
    }
    if (!neighbours.has(endpoint)) this.#count++;
    neighbours.set(endpoint, heard);
    this.#last = Math.max(this.#last, place);
  }

  /** The row of an endpoint is about to be read or changed by others: what was heard before is stored first. */
  storeOf(endpoint: number): void {
    const heard = this.of(endpoint);
    if (heard) this.#run(endpoint, heard);
  }

  /** The row of an endpoint says something else now. */
  replaced(endpoint: number): void {
    if (this.#unstored.get(neighbourhoodOf(endpoint))?.delete(endpoint)) this.#count--;
  }

  /**
   * Stores what is due of it, after windows were closed.
   * @param before the newest message before these
   * @returns whether there is more to be stored
   */
  store(before: number, newest: number): boolean {
    if (this.#count === 0 && this.#storedUpTo === undefined) return false;
    if (this.#count <= AT_ONCE) {
      for (const place of this.#unstored.keys()) this.#storeNeighbours(place);
      if (this.#storedUpTo !== undefined) this.#dropMark.run();
      this.#storedUpTo = undefined;
      return false;
    }
    if (this.#storedUpTo === undefined) {
      this.#begunAt = before;
      this.#setStored(before);
    }
    const least = Math.min(Math.max(this.#count / SWEEP, AT_ONCE), MOST_STORED);
    for (let stored = 0; stored < least && this.#count > 0; ) {
      stored += this.#storeNeighbours(this.#next++);
      if (this.#next <= this.#last) continue;
      this.#next = 0;
      this.#setStored(this.#begunAt);
      this.#begunAt = newest;
    }
    return true;
  }

  /** After a start, or a write that failed: what had not been stored is found in the log. */
  recover(): void {
    this.forget();
    const mark = this.#mark.get() as { value: number } | undefined;
    if (!mark) return;
    this.#storedUpTo = mark.value;
    this.#begunAt = mark.value;
    for (const row of this.#unstoredRows.all(mark.value) as UnstoredRow[]) {
      const endpoint = Number(row.endpoint);
      const heard = this.of(endpoint) ?? heardOf(row, 0);
      const receptions = genuine(this.#codec.unpack(row.receptions));
      const present = row.present !== 0n;
      if (present) count(heard, Number(row.packet_cnt));
      const message = {
        seq: Number(row.seq),
        rxTime: receptions[0]?.rxTime ?? row.rx_time_ns,
        arrivedAt: Number(row.arrived_at),
        listened: this.#time.at(Number(row.seq), Number(row.stored_at)),
        skipped: row.skipped === null ? undefined : Number(row.skipped),
        older: (Number(row.flags) & Flag.older) !== 0,
        present,
        decoded: row.decode_status === 'skipped' ? undefined : row.decode_status === 'success',
      };
      hear(heard, message, receptions);
      this.changed(endpoint, heard);
    }
  }

  forget(): void {
    this.#unstored.clear();
    this.#count = 0;
    this.#next = 0;
    this.#storedUpTo = undefined;
  }

  #storeNeighbours(place: number): number {
    const neighbours = this.#unstored.get(place);
    if (!neighbours) return 0;
    for (const [endpoint, heard] of neighbours) this.#run(endpoint, heard);
    this.#unstored.delete(place);
    this.#count -= neighbours.size;
    return neighbours.size;
  }

  #setStored(upTo: number): void {
    this.#storedUpTo = upTo;
    this.#setMark.run(upTo);
  }

  #run(endpoint: number, heard: Heard): void {
    const { lastPacketCnt, lastSeen, messages, top, seq, counters, failures, weakestSnr, soleStation, sharedAt } =
      heard;
    this.#save.run(
      endpoint,
      lastPacketCnt,
      lastSeen,
      messages,
      seq,
      top?.station ?? null,
      top?.rssi ?? null,
      top?.snr ?? null,
      top?.eqSnr ?? null,
      top?.profile ?? null,
      top?.mode ?? null,
      counters,
      failures,
      Number.isFinite(weakestSnr) ? weakestSnr : null,
      soleStation,
      sharedAt,
      heard.arrived,
    );
  }
}

/** What the row of an endpoint says. */
export function heardOf(row: HeardRow, seq: number): Heard {
  return {
    lastPacketCnt: row.last_packet_cnt === null ? -1 : Number(row.last_packet_cnt),
    lastSeen: row.last_seen_ns ?? 0n,
    messages: Number(row.message_count ?? 0n),
    top: undefined,
    seq,
    counters: Number(row.counters ?? NO_COUNTERS),
    failures: Number(row.failures ?? 0n),
    weakestSnr: row.weakest_snr ?? Number.POSITIVE_INFINITY,
    soleStation: Number(row.sole_station ?? 0n),
    sharedAt: Number(row.shared_at ?? 0n),
    arrived: Number(row.arrived_ms ?? 0n),
  };
}

/**
 * Moves the packet counter on (BSSCI 9.10, 10.4): never backwards.
 * @returns counters skipped since the last telegram, undefined when the counter went backwards
 */
export function count(heard: Heard, packetCnt: number): number | undefined {
  const { lastPacketCnt } = heard;
  if (packetCnt < lastPacketCnt) {
    heard.counters = cameLate(heard.counters, lastPacketCnt - packetCnt);
    return undefined;
  }
  heard.lastPacketCnt = packetCnt;
  if (lastPacketCnt < 0) heard.counters = movedOn(NO_COUNTERS, 1);
  else if (packetCnt > lastPacketCnt) heard.counters = movedOn(heard.counters, packetCnt - lastPacketCnt);
  return lastPacketCnt < 0 ? 0 : Math.max(packetCnt - lastPacketCnt - 1, 0);
}

/** A message has become visible. @param receptions genuine ones @returns whether it is the newest by radio time */
export function hear(heard: Heard, message: HeardMessage, receptions: readonly Reception[]): boolean {
  const top = best(receptions);
  if (!message.older) heard.arrived = Math.max(heard.arrived, message.listened);
  heard.messages++;
  heard.seq = message.seq;
  if (message.decoded !== undefined) heard.failures = message.decoded ? 0 : heard.failures + 1;
  for (const { snr } of receptions) if (snr < heard.weakestSnr) heard.weakestSnr = snr;
  if (receptions.length > 1) heardBy(heard, top.station, true, message.arrivedAt);
  else heardBy(heard, top.station, false, Math.min(Number(heard.lastSeen / MS_NS), message.arrivedAt));
  if (message.rxTime < heard.lastSeen) return false;
  heard.lastSeen = message.rxTime;
  heard.top = top;
  // The counter began anew without an attach: what lies between says nothing about losses.
  if (message.skipped === undefined && message.present) heard.counters = NO_COUNTERS;
  return true;
}

/** @param before when the telegram before was heard, which another station may have heard */
function heardBy(heard: Heard, station: number, byOthers: boolean, before: number): void {
  const changed = heard.soleStation !== 0 && heard.soleStation !== station;
  heard.soleStation = station;
  if (byOthers || changed) heard.sharedAt = Math.max(heard.sharedAt, before);
}

/** A copy that came late. @returns whether what is known of stations has changed a lot */
export function heardLate(heard: Heard, station: number, at: number): boolean {
  const before = heard.sharedAt;
  if (heard.soleStation !== 0 && heard.soleStation !== station) heard.sharedAt = Math.max(before, at);
  return heard.sharedAt - before > HOUR_MS;
}

function neighbourhoodOf(endpoint: number): number {
  return Math.floor(endpoint / NEIGHBOURS);
}
