import { seqOfUuid } from '../domain/uplink/identity.ts';
import { genuine, type Reception, ReceptionCodec } from '../domain/uplink/reception.ts';
import type { PostingKindId } from '../domain/uplink/tail.ts';
import type { Db, SqlValue, Statement } from './driver.ts';
import type { Block, History } from './history.ts';
import { type Keyed, merged } from './merge.ts';

/** A message as readers get it; names and EUIs are those of now. */
export interface StoredMessage {
  seq: number;
  org: number;
  endpoint: number;
  epEui: string;
  epName: string;
  typeEui: string | null;
  deviceModel: string | null;
  /** null: a telegram of a foreign MAC, which has no endpoint either. */
  packetCnt: number | null;
  /** First reception, ns. */
  rxTime: bigint;
  storedAt: number;
  userData: Uint8Array;
  format: number;
  /** `unpackFlags` */
  flags: number;
  /** In order of arrival, without conflicting ones. */
  receptions: Reception[];
  /** Counters missed before it; undefined when the counter went backwards. */
  skipped: number | undefined;
  decodeStatus: string;
  decodeError: string;
  decoded: string | null;
  blueprint: string | null;
  vmMacType: number | null;
}

/** Where the next page begins: sort value and seq of the last row of this one. */
export type Position = readonly [value: bigint, seq: number];

export interface Order {
  by: 'time' | 'seq';
  descending: boolean;
}

/** A copy that reached its message after that had become visible. */
export interface LateCopy {
  seq: number;
  message: number;
  station: number;
}

/** What a row takes from its endpoint. */
interface EndpointColumns {
  ep_eui: string;
  ep_name: string;
  type_eui: string | null;
  device_model: string | null;
}

/** A row as SQLite gives it. The time comes in two parts, so that no integer of the row needs to be a bigint. */
export interface Row extends EndpointColumns {
  seq: number;
  org: number;
  endpoint: number;
  packet_cnt: number;
  rx_s: number;
  rx_ns: number;
  stored_at: number;
  user_data: Uint8Array;
  format: number;
  flags: number;
  receptions: Uint8Array;
  skipped: number | null;
  decode_status: string;
  decode_error: string;
  decoded: string | null;
  blueprint: string | null;
  vm_mac_type: number | null;
}

const ENDPOINT_COLUMNS = `coalesce(e.eui, '') AS ep_eui, coalesce(e.name, '') AS ep_name, e.type_eui, e.device_model`;
const NO_ENDPOINT_COLUMNS: EndpointColumns = { ep_eui: '', ep_name: '', type_eui: null, device_model: null };
const MESSAGE_COLUMNS = `m.seq, m.org, m.endpoint, m.packet_cnt, m.rx_time_ns / 1000000000 AS rx_s,
  m.rx_time_ns % 1000000000 AS rx_ns, m.stored_at, m.user_data, m.format, m.flags, m.receptions, m.skipped, m.decode_status,
  m.decode_error, m.decoded, m.blueprint, m.vm_mac_type`;
export const COLUMNS = `${MESSAGE_COLUMNS}, ${ENDPOINT_COLUMNS}`;
const SECOND_NS = 1_000_000_000n;
export const SOURCE = 'message m LEFT JOIN endpoint e ON e.id = m.endpoint';

/** Rows of the log by storage number, and the parts of it that belong to an endpoint or a station. */
export function logReader(db: Db, { history }: { history: History }) {
  const codec = new ReceptionCodec();
  const bySeq = db.prepare(`SELECT ${COLUMNS} FROM ${SOURCE} WHERE m.seq = ?`);
  const after = db.prepare(`SELECT ${MESSAGE_COLUMNS} FROM message m WHERE m.seq > ? ORDER BY m.seq LIMIT ?`);
  const endpointById = db.prepare(`SELECT ${ENDPOINT_COLUMNS} FROM endpoint e WHERE e.id = ?`);
  const unsealed = db.prepare(`SELECT ${COLUMNS} FROM ${SOURCE} WHERE m.seq > ? ORDER BY m.seq`);
  const unsealedOf = db.prepare(`SELECT ${COLUMNS} FROM ${SOURCE} WHERE m.seq > ? AND m.endpoint = ? ORDER BY m.seq`);
  const lateBySeq = db.prepare('SELECT message FROM late_reception WHERE seq = ?');
  const lateAfter = db.prepare(
    'SELECT seq, message, station FROM late_reception WHERE seq > ? AND seq <= ? AND station = ? ORDER BY seq LIMIT ?',
  );
  const lateOfMessages = db.prepare(
    'SELECT seq, message, station FROM late_reception WHERE message BETWEEN ? AND ? ORDER BY seq',
  );
  const unsealedLate = db.prepare('SELECT seq, message, station FROM late_reception WHERE seq > ? ORDER BY seq');
  // A read of several statements must see one state: a block may be sealed between them otherwise.
  const begin = db.prepare('SAVEPOINT reading');
  const end = db.prepare('RELEASE reading');
  const shapes = new Map<string, Statement>();

  const toMessage = (row: Row): StoredMessage => ({
    seq: row.seq,
    org: row.org,
    endpoint: row.endpoint,
    epEui: row.ep_eui,
    epName: row.ep_name,
    typeEui: row.type_eui,
    deviceModel: row.device_model,
    packetCnt: row.vm_mac_type === null ? row.packet_cnt : null,
    rxTime: BigInt(row.rx_s) * SECOND_NS + BigInt(row.rx_ns),
    storedAt: row.stored_at,
    userData: row.user_data,
    format: row.format,
    flags: row.flags,
    receptions: genuine(codec.unpack(row.receptions)),
    skipped: row.skipped ?? undefined,
    decodeStatus: row.decode_status,
    decodeError: row.decode_error,
    decoded: row.decoded,
    blueprint: row.blueprint,
    vmMacType: row.vm_mac_type,
  });
  const read = (seq: number): StoredMessage | undefined => {
    const row = bySeq.get(seq) as Row | undefined;
    return row && toMessage(row);
  };
  /** The message at a seq, or the one whose late copy has this seq. */
  const readEither = (seq: number): StoredMessage | undefined => {
    const message = read(seq);
    if (message) return message;
    const late = lateBySeq.get(seq) as { message: number } | undefined;
    return late && read(late.message);
  };

  return {
    read,
    readEither,

    /** Runs several reads on one state of the database. */
    consistent<T>(fn: () => T): T {
      begin.run();
      try {
        return fn();
      } finally {
        end.run();
      }
    },

    statement(sql: string): Statement {
      let prepared = shapes.get(sql);
      if (!prepared) {
        prepared = db.prepare(sql);
        shapes.set(sql, prepared);
      }
      return prepared;
    },

    *rows(sql: string, values: readonly SqlValue[]): Generator<StoredMessage> {
      for (const row of this.statement(sql).iterate(...values) as Iterable<Row>) yield toMessage(row);
    },

    /** A message by its id, whoever owns it. */
    find(id: string): StoredMessage | undefined {
      const place = seqOfUuid(id);
      const message = place && read(place.seq);
      return message && message.storedAt === place.storedAt ? message : undefined;
    },

    /** The next messages of the whole log in storage order. Each endpoint is looked up once, not once per message. */
    after(seq: number, limit: number): StoredMessage[] {
      const endpoints = new Map<number, EndpointColumns>();
      return (after.all(seq, limit) as Omit<Row, keyof EndpointColumns>[]).map(row => {
        let endpoint = endpoints.get(row.endpoint);
        if (!endpoint) {
          endpoint = (endpointById.get(row.endpoint) as EndpointColumns | undefined) ?? NO_ENDPOINT_COLUMNS;
          endpoints.set(row.endpoint, endpoint);
        }
        return toMessage(Object.assign(row, endpoint));
      });
    },

    /** Messages above the sealed part of the log. */
    tail(wanted: (message: StoredMessage) => boolean = () => true): StoredMessage[] {
      const result: StoredMessage[] = [];
      for (const row of unsealed.iterate(history.sealedUpTo()) as Iterable<Row>) {
        const message = toMessage(row);
        if (wanted(message)) result.push(message);
      }
      return result;
    },

    tailOf(endpoint: number): StoredMessage[] {
      return (unsealedOf.all(history.sealedUpTo(), endpoint) as Row[]).map(toMessage);
    },

    /** Late copies above the sealed part of the log; their messages may be below. */
    tailLate(): LateCopy[] {
      return unsealedLate.all(history.sealedUpTo()) as LateCopy[];
    },

    /** Late copies of one station in (seq, upTo]. */
    lateAfter(station: number, seq: number, upTo: number, limit: number): LateCopy[] {
      return lateAfter.all(seq, upTo, station, limit) as LateCopy[];
    },

    /** Late copies of the messages from one seq to another, both included. */
    lateOf(fromSeq: number, toSeq: number): LateCopy[] {
      return lateOfMessages.all(fromSeq, toSeq) as LateCopy[];
    },

    /** Lines of endpoints or stations in exact order, block by block, so that any page costs the same. */
    *ordered<L extends { seq: number }>(
      kind: PostingKindId,
      keys: readonly number[],
      order: Order,
      from: Position | undefined,
      parts: { newest(key: number): L[]; load(block: Block, key: number, seqs: number[]): L[]; time(line: L): bigint },
    ): Generator<L> {
      const toKeyed = (line: L): Keyed<L> => ({
        key: [order.by === 'time' ? parts.time(line) : BigInt(line.seq), line.seq],
        item: line,
      });
      const blocks = history.blocks();
      const sources = keys.flatMap(key => {
        const sealed = blocks.map(block => ({
          min: order.by === 'time' ? block.minRx : BigInt(block.firstSeq),
          max: order.by === 'time' ? block.maxRx : BigInt(block.lastSeq),
          load: () => parts.load(block, key, history.linesIn(block, kind, key).seqs).map(toKeyed),
        }));
        const newest = parts.newest(key).map(toKeyed);
        return newest.length > 0 ? [...sealed, { ...spanOf(newest), load: () => newest }] : sealed;
      });
      for (const { item } of merged(sources, order.descending, from)) yield item;
    },
  };
}
export type Log = ReturnType<typeof logReader>;

function spanOf<T>(items: readonly Keyed<T>[]): { min: bigint; max: bigint } {
  let min = items[0]?.key[0] ?? 0n;
  let max = min;
  for (const { key } of items) {
    if (key[0] < min) min = key[0];
    if (key[0] > max) max = key[0];
  }
  return { min, max };
}

/** Where a walk by time begins: behind the page before, or at the near end of the range. */
export function startOf(
  { fromNs, toNs }: { fromNs?: bigint | undefined; toNs?: bigint | undefined },
  descending: boolean,
  from: Position | undefined,
): Position | undefined {
  const edge = descending ? toNs : fromNs;
  return from ?? (edge === undefined ? undefined : [edge, 0]);
}

/** Takes a page and tells where the next one begins; there is a next one only if a row is left. */
export function takePage<T>(
  rows: Iterator<T>,
  size: number,
  position: (row: T) => Position,
): { rows: T[]; next?: Position } {
  const taken: T[] = [];
  for (let step = rows.next(); !step.done; step = rows.next()) {
    const last = taken.at(-1);
    if (taken.length === size && last !== undefined) {
      rows.return?.();
      return { rows: taken, next: position(last) };
    }
    taken.push(step.value);
  }
  return { rows: taken };
}

/** Row ids one query asks for: an EUI that was registered more than once has several. */
export type Keys = number | readonly number[];

export function keysOf(keys: Keys): readonly number[] {
  return typeof keys === 'number' ? [keys] : keys;
}
