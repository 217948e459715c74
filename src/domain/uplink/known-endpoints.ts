import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import type { Reception } from '../message/reception.ts';

/** Endpoints the writer keeps at hand. */
const MAX_KNOWN = 65_536;
const RECEIVER = '(SELECT r.ac_eui FROM center_receiver r WHERE r.endpoint = e.id ORDER BY r.since DESC LIMIT 1)';

/** What the newest telegrams of an endpoint said. */
export interface Heard {
  /** Highest counter under the present session key; -1 before the first. */
  lastPacketCnt: number;
  /** Radio time of the newest telegram, ns; 0 before the first. */
  lastSeen: bigint;
  messages: number;
  /** Best reception of the newest telegram; undefined when it is not known here. */
  top: Reception | undefined;
}

/** A registered endpoint as the way of an uplink needs it. */
export interface KnownEndpoint {
  readonly id: number;
  readonly org: number;
  readonly eui: Eui;
  readonly name: string;
  readonly suspended: boolean;
  readonly attachStatus: string;
  readonly generation: number;
  /** Radio time of the last attach telegram, ns. */
  readonly attachRxTime: bigint | undefined;
  /** For which application center its telegrams are; null: for every one, empty: for none. */
  readonly owedTo: Eui | '' | null;
  /** When that had arrived, ns; the service center's clock counts milliseconds. */
  readonly attachArrived: bigint;
  readonly heard: Heard;
}

interface Row {
  id: bigint;
  org: bigint;
  name: string;
  suspended: bigint;
  attach_status: string;
  attach_generation: bigint;
  attach_rx_time_ns: bigint | null;
  attach_arrived_ns: bigint;
  last_packet_cnt: bigint | null;
  last_seen_ns: bigint | null;
  message_count: bigint | null;
  owed_to: Eui | '' | null;
}

/**
 * The writer's memory of endpoints: an uplink must not cost a read of two tables. What changes an endpoint has it
 * forgotten (`domain.ts`).
 */
export class KnownEndpoints {
  readonly #find: ReturnType<Db['prepare']>;
  readonly #save: ReturnType<Db['prepare']>;
  readonly #known = new Map<Eui, KnownEndpoint>();

  /** @param onlyRegistered whether only the center that has registered an endpoint last gets what is of it (SCACI 9) */
  constructor(db: Db, onlyRegistered: boolean) {
    const receiver = onlyRegistered ? `coalesce(${RECEIVER}, '')` : 'NULL';
    this.#find = db.prepare(
      `SELECT e.id, e.org, e.name, e.suspended, e.attach_status, e.attach_generation, e.attach_rx_time_ns,
         coalesce((e.attach_answered_at + 1) * 1000000, e.attach_rx_time_ns, 0) AS attach_arrived_ns,
         h.last_packet_cnt, h.last_seen_ns, h.message_count, iif(e.deregistered <> 0, '', ${receiver}) AS owed_to
       FROM endpoint e LEFT JOIN endpoint_heard h ON h.endpoint = e.id WHERE e.eui = ? AND e.deleted_at IS NULL`,
      { bigint: true },
    );
    // Radio values stay as they are when no newer ones are known.
    this.#save = db.prepare(
      `INSERT INTO endpoint_heard (endpoint, last_packet_cnt, last_seen_ns, message_count, last_station, last_rssi, last_snr,
         last_eq_snr, last_profile, last_mode) VALUES (?, nullif(?, -1), ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (endpoint) DO UPDATE SET last_packet_cnt = excluded.last_packet_cnt, last_seen_ns = excluded.last_seen_ns,
         message_count = excluded.message_count, last_station = coalesce(excluded.last_station, last_station),
         last_rssi = coalesce(excluded.last_rssi, last_rssi), last_snr = coalesce(excluded.last_snr, last_snr),
         last_eq_snr = iif(excluded.last_station IS NULL, last_eq_snr, excluded.last_eq_snr),
         last_profile = iif(excluded.last_station IS NULL, last_profile, excluded.last_profile),
         last_mode = iif(excluded.last_station IS NULL, last_mode, excluded.last_mode)`,
    );
  }

  /** @param complete is called once for an endpoint that had to be read, for what only memory knows of it */
  find(eui: Eui, complete: (endpoint: KnownEndpoint) => void): KnownEndpoint | undefined {
    let known = this.#known.get(eui);
    if (!known) {
      const row = this.#find.get(eui) as Row | undefined;
      if (!row) return undefined;
      known = toKnown(eui, row);
      complete(known);
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(eui, known);
    }
    return known;
  }

  /** Stores what has been heard of an endpoint. */
  save({ id, heard: { lastPacketCnt, lastSeen, messages, top } }: KnownEndpoint): void {
    this.#save.run(
      id,
      lastPacketCnt,
      lastSeen,
      messages,
      top?.station ?? null,
      top?.rssi ?? null,
      top?.snr ?? null,
      top?.eqSnr ?? null,
      top?.profile ?? null,
      top?.mode ?? null,
    );
  }

  /** All of them, or an endpoint that has changed. */
  forget(eui?: Eui): void {
    if (eui === undefined) this.#known.clear();
    else this.#known.delete(eui);
  }
}

function toKnown(eui: Eui, row: Row): KnownEndpoint {
  return {
    id: Number(row.id),
    org: Number(row.org),
    eui,
    name: row.name,
    suspended: row.suspended !== 0n,
    attachStatus: row.attach_status,
    generation: Number(row.attach_generation),
    attachRxTime: row.attach_rx_time_ns ?? undefined,
    owedTo: row.owed_to,
    attachArrived: row.attach_arrived_ns,
    heard: {
      lastPacketCnt: row.last_packet_cnt === null ? -1 : Number(row.last_packet_cnt),
      lastSeen: row.last_seen_ns ?? 0n,
      messages: Number(row.message_count ?? 0n),
      top: undefined,
    },
  };
}

/**
 * Moves the packet counter on (BSSCI 9.10, 10.4): never backwards.
 * @returns counters skipped since the last telegram, undefined when the counter went backwards
 */
export function count(heard: Heard, packetCnt: number): number | undefined {
  const { lastPacketCnt } = heard;
  if (packetCnt < lastPacketCnt) return undefined;
  heard.lastPacketCnt = packetCnt;
  return lastPacketCnt < 0 ? 0 : Math.max(packetCnt - lastPacketCnt - 1, 0);
}

/** A message has become visible. @returns whether it is the newest by radio time */
export function hear(heard: Heard, rxTime: bigint, top: Reception): boolean {
  heard.messages++;
  if (rxTime < heard.lastSeen) return false;
  heard.lastSeen = rxTime;
  heard.top = top;
  return true;
}
