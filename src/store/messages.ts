import { unpackFlags } from '../domain/uplink/flags.ts';
import { seqOfUuid } from '../domain/uplink/identity.ts';
import { genuine, type Reception, ReceptionCodec } from '../domain/uplink/reception.ts';
import { PostingKind, type PostingKindId } from '../domain/uplink/tail.ts';
import type { Db, SqlValue, Statement } from './driver.ts';
import type { History } from './history.ts';
import { type Keyed, merged } from './merge.ts';

/** A message as readers get it; names and EUIs are those of now. */
export interface StoredMessage {
  seq: number;
  org: number;
  endpoint: number;
  epEui: string;
  epName: string;
  typeEui: string | null;
  packetCnt: number;
  /** First reception, ns. */
  rxTime: bigint;
  storedAt: number;
  userData: Uint8Array;
  format: number;
  /** `unpackFlags` */
  flags: number;
  /** In order of arrival, without conflicting ones. */
  receptions: Reception[];
  decodeStatus: string;
  decodeError: string;
  decoded: string | null;
  blueprint: string | null;
  vmMacType: number | null;
}

/** One line of a base station's feed: its own copy of a message. */
export interface StationLine {
  /** Place in the feed; differs from the message's seq when the copy came late. */
  seq: number;
  message: StoredMessage;
  reception: Reception;
}

/** Where the next page begins: sort value and seq of the last row of this one. */
export type Position = readonly [value: bigint, seq: number];

export interface MessageQuery {
  org: number;
  /** Row ids; at most one of them. */
  endpoint?: number | undefined;
  station?: number | undefined;
  /** Radio time, [from, to). */
  fromNs?: bigint | undefined;
  toNs?: bigint | undefined;
  format?: number | undefined;
  decodeStatus?: string | undefined;
  duplicate?: boolean | undefined;
  dlOpen?: boolean | undefined;
  profile?: string | undefined;
  mode?: string | undefined;
  deviceModel?: string | undefined;
}

export interface Order {
  by: 'time' | 'seq';
  descending: boolean;
}

interface Row {
  seq: bigint;
  org: bigint;
  endpoint: bigint;
  ep_eui: string;
  ep_name: string;
  type_eui: string | null;
  device_model: string | null;
  packet_cnt: bigint;
  rx_time_ns: bigint;
  stored_at: bigint;
  user_data: Uint8Array;
  format: bigint;
  flags: bigint;
  receptions: Uint8Array;
  decode_status: string;
  decode_error: string;
  decoded: string | null;
  blueprint: string | null;
  vm_mac_type: bigint | null;
}

const COLUMNS = `m.seq, m.org, m.endpoint, e.eui AS ep_eui, e.name AS ep_name, e.type_eui, e.device_model, m.packet_cnt,
  m.rx_time_ns, m.stored_at, m.user_data, m.format, m.flags, m.receptions, m.decode_status, m.decode_error, m.decoded,
  m.blueprint, m.vm_mac_type`;
const SOURCE = 'message m JOIN endpoint e ON e.id = m.endpoint';

/** Reads the log: by time and by storage order through its indexes, by endpoint and by station through the postings. */
export function messageStore(db: Db, { history }: { history: History }) {
  const codec = new ReceptionCodec();
  const bySeq = db.prepare(`SELECT ${COLUMNS} FROM ${SOURCE} WHERE m.seq = ?`, { bigint: true });
  const after = db.prepare(`SELECT ${COLUMNS} FROM ${SOURCE} WHERE m.seq > ? ORDER BY m.seq LIMIT ?`, { bigint: true });
  const lateBySeq = db.prepare('SELECT message FROM late_reception WHERE seq = ?');
  const lateAfter = db.prepare(
    'SELECT seq, message FROM late_reception WHERE seq > ? AND seq <= ? AND station = ? ORDER BY seq',
  );
  const unsealed = db.prepare(`SELECT ${COLUMNS} FROM ${SOURCE} WHERE m.seq > ? ORDER BY m.seq`, { bigint: true });
  const unsealedLate = db.prepare('SELECT seq, message FROM late_reception WHERE seq > ? AND station = ? ORDER BY seq');
  const edges = db.prepare(
    'SELECT (SELECT min(seq) FROM message) AS oldest, (SELECT max(seq) FROM message) AS newest, (SELECT max(seq) FROM late_reception) AS late',
  );
  const counter = db.prepare("SELECT value FROM counter WHERE org = ? AND name = 'messages'");
  const storedSince = db.prepare('SELECT seq FROM message WHERE seq >= ? AND stored_at >= ? ORDER BY seq LIMIT 1');
  const oldestTime = db.prepare('SELECT min(rx_time_ns) AS at FROM message WHERE org = ?', { bigint: true });
  const shapes = new Map<string, Statement>();

  const toMessage = (row: Row): StoredMessage => ({
    seq: Number(row.seq),
    org: Number(row.org),
    endpoint: Number(row.endpoint),
    epEui: row.ep_eui,
    epName: row.ep_name,
    typeEui: row.type_eui,
    packetCnt: Number(row.packet_cnt),
    rxTime: row.rx_time_ns,
    storedAt: Number(row.stored_at),
    userData: row.user_data,
    format: Number(row.format),
    flags: Number(row.flags),
    receptions: genuine(codec.unpack(row.receptions)),
    decodeStatus: row.decode_status,
    decodeError: row.decode_error,
    decoded: row.decoded,
    blueprint: row.blueprint,
    vmMacType: row.vm_mac_type === null ? null : Number(row.vm_mac_type),
  });
  const read = (seq: number): StoredMessage | undefined => {
    const row = bySeq.get(seq) as Row | undefined;
    return row && toMessage(row);
  };
  /** The feed line at a seq: the message itself, or the copy that came late. */
  const readLine = (seq: number, station: number): StationLine | undefined => {
    const message = read(seq) ?? readLate(seq);
    const reception = message?.receptions.find(copy => copy.station === station);
    return message && reception && { seq, message, reception };
  };
  const readLate = (seq: number): StoredMessage | undefined => {
    const late = lateBySeq.get(seq) as { message: number } | undefined;
    return late && read(late.message);
  };

  const statement = (sql: string): Statement => {
    let prepared = shapes.get(sql);
    if (!prepared) {
      prepared = db.prepare(sql, { bigint: true });
      shapes.set(sql, prepared);
    }
    return prepared;
  };

  /** Rows of the whole log by an index, with the filters in SQL. */
  const fromLog = function* (query: MessageQuery, order: Order, from: Position | undefined): Generator<StoredMessage> {
    const { where, values } = conditions(query);
    const key = order.by === 'time' ? '(m.rx_time_ns, m.seq)' : 'm.seq';
    if (from) {
      where.push(`${key} ${order.descending ? '<' : '>'} ${order.by === 'time' ? '(?, ?)' : '?'}`);
      values.push(...(order.by === 'time' ? from : [from[1]]));
    }
    const way = order.descending ? 'DESC' : 'ASC';
    const sort = order.by === 'time' ? `m.rx_time_ns ${way}, m.seq ${way}` : `m.seq ${way}`;
    const sql = `SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${where.join(' AND ')} ORDER BY ${sort}`;
    for (const row of statement(sql).iterate(...values) as Iterable<Row>) {
      const message = toMessage(row);
      if (matchesRadio(message, query)) yield message;
    }
  };

  /** Lines of one endpoint or station in exact order, block by block, so that any page costs the same. */
  const fromPostings = function* <L extends { seq: number }>(
    kind: PostingKindId,
    key: number,
    order: Order,
    from: Position | undefined,
    parts: { newest(): L[]; read(seq: number): L | undefined; time(line: L): bigint },
  ): Generator<L> {
    const toKeyed = (line: L): Keyed<L> => ({
      key: [order.by === 'time' ? parts.time(line) : BigInt(line.seq), line.seq],
      item: line,
    });
    const sources = history.blocks().map(block => ({
      min: order.by === 'time' ? block.minRx : BigInt(block.firstSeq),
      max: order.by === 'time' ? block.maxRx : BigInt(block.lastSeq),
      load: () =>
        history
          .linesIn(block, kind, key)
          .seqs.flatMap(seq => parts.read(seq) ?? [])
          .map(toKeyed),
    }));
    const newest = parts.newest().map(toKeyed);
    const all = newest.length > 0 ? [...sources, { ...spanOf(newest), load: () => newest }] : sources;
    for (const { item } of merged(all, order.descending, from)) yield item;
  };

  const ofEndpoint = (endpoint: number, order: Order, from: Position | undefined) =>
    fromPostings<StoredMessage>(PostingKind.endpoint, endpoint, order, from, {
      newest: () => tailMessages(message => message.endpoint === endpoint),
      read,
      time: message => message.rxTime,
    });
  const tailMessages = (wanted: (message: StoredMessage) => boolean): StoredMessage[] => {
    const result: StoredMessage[] = [];
    for (const row of unsealed.iterate(history.sealedUpTo()) as Iterable<Row>) {
      const message = toMessage(row);
      if (wanted(message)) result.push(message);
    }
    return result;
  };
  const ofStation = (station: number, order: Order, from: Position | undefined) =>
    fromPostings<StationLine>(PostingKind.station, station, order, from, {
      newest: () => tailLines(station),
      read: seq => readLine(seq, station),
      time: line => line.reception.rxTime,
    });
  const tailLines = (station: number): StationLine[] => {
    const sealed = history.sealedUpTo();
    const late = new Map(
      (unsealedLate.all(sealed, station) as { seq: number; message: number }[]).map(l => [l.message, l.seq]),
    );
    const lines: StationLine[] = [];
    for (const message of tailMessages(() => true)) {
      const reception = message.receptions.find(copy => copy.station === station);
      if (reception && !late.has(message.seq)) lines.push({ seq: message.seq, message, reception });
    }
    for (const seq of late.values()) lines.push(...[readLine(seq, station) ?? []].flat());
    return lines;
  };

  const select = (query: MessageQuery, order: Order, from: Position | undefined): IteratorObject<StoredMessage> => {
    if (query.endpoint === undefined && query.station === undefined) return fromLog(query, order, from);
    const wanted = (message: StoredMessage) => matches(message, query);
    if (query.endpoint !== undefined) return ofEndpoint(query.endpoint, order, from).filter(wanted);
    return ofStation(query.station ?? 0, order, from)
      .filter(line => line.seq === line.message.seq)
      .map(line => line.message)
      .filter(wanted);
  };

  return {
    /** A message by its id, whoever owns it. */
    find(id: string): StoredMessage | undefined {
      const place = seqOfUuid(id);
      const message = place && read(place.seq);
      return message?.storedAt === place?.storedAt ? message : undefined;
    },

    /** @param from the position the previous page ended at */
    page(query: MessageQuery, order: Order, size: number, from?: Position): { rows: StoredMessage[]; next?: Position } {
      return takePage(select(query, order, from), size, message => [
        order.by === 'time' ? message.rxTime : BigInt(message.seq),
        message.seq,
      ]);
    },

    count(query: MessageQuery): number {
      const { org, endpoint, station, ...filters } = query;
      const plain = Object.values(filters).every(value => value === undefined);
      if (plain && endpoint === undefined && station === undefined) {
        return (counter.get(org) as { value: number } | undefined)?.value ?? 0;
      }
      if (plain && endpoint !== undefined) {
        return history.sealedCount(PostingKind.endpoint, endpoint) + tailMessages(m => m.endpoint === endpoint).length;
      }
      if (endpoint === undefined && station === undefined && !query.profile && !query.mode) {
        const { where, values } = conditions(query);
        const source = query.deviceModel === undefined ? 'message m' : SOURCE;
        const sql = `SELECT count(*) AS count FROM ${source} WHERE ${where.join(' AND ')}`;
        return Number((statement(sql).get(...values) as { count: bigint }).count);
      }
      let count = 0;
      for (const _ of select(query, { by: 'seq', descending: true }, undefined)) count++;
      return count;
    },

    /** The next messages of the whole log in storage order, for whoever follows a cursor. */
    after(seq: number, limit: number): StoredMessage[] {
      return (after.all(seq, limit) as Row[]).map(toMessage);
    },

    /** Copies that reached one station's feed late, in (seq, upTo]. */
    lateAfter(station: number, seq: number, upTo: number): StationLine[] {
      const rows = lateAfter.all(seq, upTo, station) as { seq: number }[];
      return rows.flatMap(row => readLine(row.seq, station) ?? []);
    },

    /** Oldest and newest seq of the log; 0 when it is empty. */
    edges(): { oldest: number; newest: number } {
      const { oldest, newest, late } = edges.get() as {
        oldest: number | null;
        newest: number | null;
        late: number | null;
      };
      return { oldest: oldest ?? 0, newest: Math.max(newest ?? 0, late ?? 0) };
    },

    /** The seq before the first message stored at or after a time (milliseconds). */
    seqBefore(storedAt: number): number {
      const { oldest, newest } = this.edges();
      // Storage times follow storage order but for clock jumps, so a search by halves finds the place in few reads.
      let low = oldest;
      let high = newest + 1;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        const row = (after.all(middle - 1, 1) as Row[])[0];
        if (row && Number(row.stored_at) < storedAt) low = Number(row.seq) + 1;
        else high = middle;
      }
      const found = storedSince.get(low, storedAt) as { seq: number } | undefined;
      return found ? found.seq - 1 : newest;
    },

    stationLines(
      station: number,
      filter: { fromNs?: bigint | undefined; toNs?: bigint | undefined },
      descending: boolean,
      from?: Position,
    ): IteratorObject<StationLine> {
      const within = ({ reception: { rxTime } }: StationLine) =>
        (filter.fromNs === undefined || rxTime >= filter.fromNs) && (filter.toNs === undefined || rxTime < filter.toNs);
      return ofStation(station, { by: 'time', descending }, from).filter(within);
    },

    stationLine(station: number, id: string): StationLine | undefined {
      const place = seqOfUuid(id);
      return place && readLine(place.seq, station);
    },

    /** Messages above the sealed part of the log, for figures that must be of now. */
    tail(): StoredMessage[] {
      return tailMessages(() => true);
    },

    oldestRxTime(org: number): bigint | undefined {
      return (oldestTime.get(org) as { at: bigint | null }).at ?? undefined;
    },
  };
}
export type Messages = ReturnType<typeof messageStore>;

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

function conditions(query: MessageQuery): { where: string[]; values: SqlValue[] } {
  const where = ['m.org = ?'];
  const values: SqlValue[] = [query.org];
  const add = (condition: string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    where.push(condition);
    values.push(value);
  };
  add('m.rx_time_ns >= ?', query.fromNs);
  add('m.rx_time_ns < ?', query.toNs);
  add('m.format = ?', query.format);
  add('m.decode_status = ?', query.decodeStatus);
  add('e.device_model = ?', query.deviceModel);
  if (query.duplicate !== undefined) where.push(`(m.flags & 8) ${query.duplicate ? '<>' : '='} 0`);
  if (query.dlOpen !== undefined) where.push(`(m.flags & 1) ${query.dlOpen ? '<>' : '='} 0`);
  return { where, values };
}

function matchesRadio(message: StoredMessage, { profile, mode }: MessageQuery): boolean {
  if (!profile && !mode) return true;
  return message.receptions.some(r => (!profile || r.profile === profile) && (!mode || r.mode === mode));
}

function matches(message: StoredMessage, query: MessageQuery): boolean {
  const { duplicate, dlOpen } = unpackFlags(message.flags);
  return (
    message.org === query.org &&
    (query.endpoint === undefined || message.endpoint === query.endpoint) &&
    (query.station === undefined || message.receptions.some(r => r.station === query.station)) &&
    (query.fromNs === undefined || message.rxTime >= query.fromNs) &&
    (query.toNs === undefined || message.rxTime < query.toNs) &&
    (query.format === undefined || message.format === query.format) &&
    (query.decodeStatus === undefined || message.decodeStatus === query.decodeStatus) &&
    (query.duplicate === undefined || duplicate === query.duplicate) &&
    (query.dlOpen === undefined || dlOpen === query.dlOpen) &&
    matchesRadio(message, query)
  );
}

function spanOf<T>(items: readonly Keyed<T>[]): { min: bigint; max: bigint } {
  let min = items[0]?.key[0] ?? 0n;
  let max = min;
  for (const { key } of items) {
    if (key[0] < min) min = key[0];
    if (key[0] > max) max = key[0];
  }
  return { min, max };
}
