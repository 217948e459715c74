import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import { HEARD_COLUMNS, type Heard, type HeardRow, type HeardStore, heardOf } from './heard.ts';

/** Endpoints the writer keeps at hand. */
const MAX_KNOWN = 65_536;
/** EUIs that it knows are not registered: stations hear the whole neighbourhood. */
const MAX_UNKNOWN = 4096;
const RECEIVER = '(SELECT r.ac_eui FROM center_receiver r WHERE r.endpoint = e.id ORDER BY r.since DESC LIMIT 1)';

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
  /** What its messages refer to for the way they are decoded; undefined: nothing decodes them, null: to be looked up first. */
  decoding: number | undefined | null;
}

interface Row extends HeardRow {
  id: bigint;
  org: bigint;
  name: string;
  suspended: bigint;
  attach_status: string;
  attach_generation: bigint;
  attach_rx_time_ns: bigint | null;
  attach_arrived_ns: bigint;
  heard_seq: bigint | null;
  owed_to: Eui | '' | null;
}

/**
 * The writer's memory of endpoints: an uplink must not cost a read of two tables. What changes an endpoint has it
 * forgotten (`parts/traffic.ts`).
 */
export class KnownEndpoints {
  readonly #find: ReturnType<Db['prepare']>;
  readonly #heard: HeardStore;
  readonly #known = new Map<Eui, KnownEndpoint>();
  readonly #unknown = new Set<Eui>();
  /** How often something was forgotten. */
  forgotten = 0;

  /** @param onlyRegistered whether only the center that has registered an endpoint last gets what is of it (SCACI 9) */
  constructor(db: Db, onlyRegistered: boolean, heard: HeardStore) {
    this.#heard = heard;
    const receiver = onlyRegistered ? `coalesce(${RECEIVER}, '')` : 'NULL';
    this.#find = db.prepare(
      `SELECT e.id, e.org, e.name, e.suspended, e.attach_status, e.attach_generation, e.attach_rx_time_ns,
         coalesce((e.attach_answered_at + 1) * 1000000, e.attach_rx_time_ns, 0) AS attach_arrived_ns,
         ${HEARD_COLUMNS}, h.heard_seq,
         iif(e.deregistered <> 0, '', ${receiver}) AS owed_to
       FROM endpoint e LEFT JOIN endpoint_heard h ON h.endpoint = e.id WHERE e.eui = ? AND e.deleted_at IS NULL`,
      { bigint: true },
    );
  }

  /** @param complete is called once for an endpoint that had to be read, for what only memory knows of it */
  find(eui: Eui, complete: (endpoint: KnownEndpoint) => void): KnownEndpoint | undefined {
    let known = this.#known.get(eui);
    if (!known) {
      if (this.#unknown.has(eui)) return undefined;
      const row = this.#find.get(eui) as Row | undefined;
      if (!row) {
        if (this.#unknown.size >= MAX_UNKNOWN) this.#unknown.clear();
        this.#unknown.add(eui);
        return undefined;
      }
      known = toKnown(eui, row, this.#heard.of(Number(row.id)));
      complete(known);
      if (this.#known.size >= MAX_KNOWN) this.forget();
      this.#known.set(eui, known);
    }
    return known;
  }

  /** All of them, or an endpoint that has changed. */
  forget(eui?: Eui): void {
    this.forgotten++;
    if (eui === undefined) {
      this.#known.clear();
      this.#unknown.clear();
      return;
    }
    this.#known.delete(eui);
    this.#unknown.delete(eui);
  }
}

function toKnown(eui: Eui, row: Row, unstored: Heard | undefined): KnownEndpoint {
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
    heard: unstored ?? heardOf(row, Number(row.heard_seq ?? 0n)),
    decoding: null,
  };
}
