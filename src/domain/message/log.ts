import { consistentReads } from '../../database/consistent.ts';
import type { Db, SqlValue } from '../../database/driver.ts';
import { merged, type Walk } from '../../database/merge.ts';
import type { Position } from '../../database/scan.ts';
import { statementsOf } from '../../database/statements.ts';
import { SECOND_NS } from '../../kit/units.ts';
import type { Block, History } from './history.ts';
import { seqOfUuid } from './identity.ts';
import { genuine, type Reception, ReceptionCodec } from './reception.ts';

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
  /** Row id of what its payload was decoded with; null when nothing decodes it. */
  decoding: number | null;
  vmMacType: number | null;
}

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

/** How many messages of one endpoint are in a part of the log. */
export interface EndpointCount {
  readonly org: number;
  readonly epEui: string;
  readonly epName: string;
  readonly deviceModel: string | null;
  readonly messages: number;
  readonly lastSeq: number;
  /** Milliseconds. */
  readonly firstStoredAt: number;
  readonly lastStoredAt: number;
}

/** A part of the log that is read in one go: a sealed block, or what was above the last one when the walk began. */
export interface Part {
  readonly block: Block | undefined;
  /** Of the rest of the log: (above, lastSeq]. */
  readonly above: number;
  readonly lastSeq: number;
}

/** Where the lines of a list stand in the log. */
export interface Source<L> {
  /** The lines of a part in no order, filtered; undefined for one that is passed over. */
  lines(part: Part): Iterable<L | undefined>;
  time(line: L): bigint;
}

/** Radio time, [from, to). */
export interface TimeWindow {
  readonly fromNs?: bigint | undefined;
  readonly toNs?: bigint | undefined;
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
  decoding: number | null;
  vm_mac_type: number | null;
}

interface CountRow {
  org: number;
  endpoint: number;
  messages: number;
  last_seq: number;
  first_stored_at: number;
  last_stored_at: number;
}

const ENDPOINT_COLUMNS = `coalesce(e.eui, '') AS ep_eui, coalesce(e.name, '') AS ep_name, e.type_eui, e.device_model`;
const NO_ENDPOINT_COLUMNS: EndpointColumns = { ep_eui: '', ep_name: '', type_eui: null, device_model: null };
const MESSAGE_COLUMNS = `m.seq, m.org, m.endpoint, m.packet_cnt, m.rx_time_ns / 1000000000 AS rx_s,
  m.rx_time_ns % 1000000000 AS rx_ns, m.stored_at, m.user_data, m.format, m.flags, m.receptions, m.skipped, m.decode_status,
  m.decode_error, m.decoding, m.vm_mac_type`;
export const COLUMNS = `${MESSAGE_COLUMNS}, ${ENDPOINT_COLUMNS}`;
/** Rows of the unsealed part of the log that are read at a time. */
const UNSEALED_ROWS = 128;
const LARGEST_NS = 2n ** 63n - 1n;
export const SOURCE = 'message m LEFT JOIN endpoint e ON e.id = m.endpoint';

/** Rows of the log by storage number, and the parts of it that belong to an endpoint or a station. */
export function logReader(db: Db, { history }: { history: History }) {
  const codec = new ReceptionCodec();
  const bySeq = db.prepare(`SELECT ${COLUMNS} FROM ${SOURCE} WHERE m.seq = ?`);
  const after = db.prepare(`SELECT ${MESSAGE_COLUMNS} FROM message m WHERE m.seq > ? ORDER BY m.seq LIMIT ?`);
  const countAfter = db.prepare(
    `SELECT org, endpoint, count(*) AS messages, max(seq) AS last_seq, min(stored_at) AS first_stored_at,
       max(stored_at) AS last_stored_at
     FROM (SELECT seq, org, endpoint, stored_at FROM message WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?)
     GROUP BY org, endpoint`,
  );
  const endpointById = db.prepare(`SELECT ${ENDPOINT_COLUMNS} FROM endpoint e WHERE e.id = ?`);
  const newestSeq = db.prepare('SELECT max(seq) AS seq FROM message');
  const unsealed = db.prepare(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE m.seq > ? AND m.seq <= ? ORDER BY m.seq LIMIT ${UNSEALED_ROWS}`,
  );
  const unsealedOf = db.prepare(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE m.seq > ? AND m.seq <= ? AND m.endpoint = ? ORDER BY m.seq`,
  );
  const unsealedCountOf = db.prepare('SELECT count(*) AS count FROM message WHERE seq > ? AND endpoint = ?');
  const lateBySeq = db.prepare('SELECT message FROM late_reception WHERE seq = ?');
  const lateAfter = db.prepare(
    'SELECT seq, message, station FROM late_reception WHERE seq > ? AND seq <= ? AND station = ? ORDER BY seq LIMIT ?',
  );
  const lateOfMessages = db.prepare(
    'SELECT seq, message, station FROM late_reception WHERE message BETWEEN ? AND ? ORDER BY seq',
  );
  const lateMoved = db.prepare(
    `SELECT (SELECT count(*) FROM late_reception WHERE message BETWEEN ? AND ? AND station = ?) AS here,
       (SELECT count(*) FROM late_reception WHERE seq BETWEEN ? AND ? AND station = ?) AS elsewhere`,
  );
  const lateIn = db.prepare('SELECT seq, message, station FROM late_reception WHERE seq > ? AND seq <= ? ORDER BY seq');
  // A read of several statements must see one state: a block may be sealed between them otherwise.
  const consistent = consistentReads(db);
  const statement = statementsOf(db);

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
    decoding: row.decoding,
    vmMacType: row.vm_mac_type,
  });
  const read = (seq: number): StoredMessage | undefined => {
    const row = bySeq.get(seq) as Row | undefined;
    return row && toMessage(row);
  };
  /** The message at a seq, or the message whose late copy has this seq. */
  const readEither = (seq: number): StoredMessage | undefined => {
    const message = read(seq);
    if (message) return message;
    const late = lateBySeq.get(seq) as { message: number } | undefined;
    return late && read(late.message);
  };

  return {
    read,
    readEither,

    consistent,

    statement,

    /** Few enough to be read at once: a statement that stays open would show its old state to every read of this connection. */
    *rows(sql: string, values: readonly SqlValue[]): Generator<StoredMessage> {
      for (const row of statement(sql).all(...values) as Row[]) yield toMessage(row);
    },

    /** A message by its id, of any organization. */
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

    /** How many of each endpoint are among the next messages of the whole log, up to a place: nothing of their payload is read. */
    countAfter(seq: number, upTo: number, limit: number): EndpointCount[] {
      return (countAfter.all(seq, upTo, limit) as CountRow[]).map(row => {
        const endpoint = (endpointById.get(row.endpoint) as EndpointColumns | undefined) ?? NO_ENDPOINT_COLUMNS;
        return {
          org: row.org,
          epEui: endpoint.ep_eui,
          epName: endpoint.ep_name,
          deviceModel: endpoint.device_model,
          messages: row.messages,
          lastSeq: row.last_seq,
          firstStoredAt: row.first_stored_at,
          lastStoredAt: row.last_stored_at,
        };
      });
    },

    /** The log as it is now: whatever is sealed or stored later changes nothing in it. */
    parts({ fromNs, toNs }: TimeWindow = {}): Part[] {
      return consistent(() => {
        const blocks = history.blocks().filter(({ minRx, maxRx }) => {
          return (fromNs === undefined || maxRx >= fromNs) && (toNs === undefined || minRx < toNs);
        });
        return [this.unsealedPart(), ...blocks.map(block => ({ block, above: 0, lastSeq: block.lastSeq }))];
      });
    },

    /** What is above the last block. */
    unsealedPart(): Part {
      const { seq } = newestSeq.get() as { seq: number | null };
      return { block: undefined, above: history.sealedUpTo(), lastSeq: seq ?? 0 };
    },

    /** Messages of the unsealed part; undefined where a pause is due. */
    *unsealedLines({ above, lastSeq }: Part): Generator<StoredMessage | undefined> {
      for (let from = above; ; ) {
        const rows = unsealed.all(from, lastSeq) as Row[];
        for (const row of rows) yield toMessage(row);
        const last = rows.at(-1);
        if (!last || rows.length < UNSEALED_ROWS) return;
        from = last.seq;
        yield undefined;
      }
    },

    unsealedOf(endpoint: number, { above, lastSeq }: Part): StoredMessage[] {
      return (unsealedOf.all(above, lastSeq, endpoint) as Row[]).map(toMessage);
    },

    unsealedCountOf(endpoint: number): number {
      return (unsealedCountOf.get(history.sealedUpTo(), endpoint) as { count: number }).count;
    },

    /** Late copies whose own places are in (above, upTo]; their messages may be below. */
    lateIn(above: number, upTo = Number.MAX_SAFE_INTEGER): LateCopy[] {
      return lateIn.all(above, upTo) as LateCopy[];
    },

    /** Late copies of one station in (seq, upTo]. */
    lateAfter(station: number, seq: number, upTo: number, limit: number): LateCopy[] {
      return lateAfter.all(seq, upTo, station, limit) as LateCopy[];
    },

    /** Late copies at a station: of the messages of a block, and those whose lines are among its own. */
    lateMoved({ firstSeq, lastSeq }: Block, station: number): { here: number; elsewhere: number } {
      return lateMoved.get(firstSeq, lastSeq, station, firstSeq, lastSeq, station) as {
        here: number;
        elsewhere: number;
      };
    },

    /** Late copies of the messages from one seq to another, both included. */
    lateOf(fromSeq: number, toSeq: number): LateCopy[] {
      return lateOfMessages.all(fromSeq, toSeq) as LateCopy[];
    },

    /**
     * Lines of endpoints or stations in exact order, part by part, so that any page costs the same.
     * @param most how many are taken at most
     */
    *ordered<L extends { seq: number }>(
      { lines, time }: Source<L>,
      order: Order,
      { from, most, ...window }: TimeWindow & { from?: Position | undefined; most?: number | undefined },
    ): Walk<L> {
      const keyed = function* (part: Part) {
        for (const line of lines(part)) {
          if (line === undefined) yield undefined;
          else yield { at: [order.by === 'time' ? time(line) : BigInt(line.seq), line.seq] as const, item: line };
        }
      };
      const spans = this.parts(window).map(part => {
        const { block } = part;
        const load = () => keyed(part);
        // The times of what is not sealed are known when it has been read.
        if (!block) return { min: -LARGEST_NS, max: LARGEST_NS, load };
        if (order.by === 'time') return { min: block.minRx, max: block.maxRx, load };
        return { min: BigInt(block.firstSeq), max: BigInt(block.lastSeq), load };
      });
      yield* merged(spans, order.descending, from, most);
    },
  };
}
export type Log = ReturnType<typeof logReader>;

/** Where a walk by time begins: behind the page before, or at the near end of the range. */
export function startOf(
  { fromNs, toNs }: TimeWindow,
  descending: boolean,
  from: Position | undefined,
): Position | undefined {
  const edge = descending ? toNs : fromNs;
  return from ?? (edge === undefined ? undefined : [edge, 0]);
}

/** Row ids one query asks for: an EUI that was registered more than once has several. */
export type Keys = number | readonly number[];

export function keysOf(keys: Keys): readonly number[] {
  return typeof keys === 'number' ? [keys] : keys;
}
