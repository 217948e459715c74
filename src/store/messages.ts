import { unpackFlags } from '../domain/uplink/flags.ts';
import { PostingKind } from '../domain/uplink/tail.ts';
import { downlinkLineReader } from './downlink-lines.ts';
import type { Db, SqlValue } from './driver.ts';
import type { History } from './history.ts';
import {
  COLUMNS,
  type Keys,
  keysOf,
  type Log,
  logReader,
  type Order,
  type Position,
  SOURCE,
  type StoredMessage,
  startOf,
  takePage,
} from './log.ts';
import { stationLineReader } from './station-lines.ts';

export interface MessageQuery {
  org: number;
  endpoint?: Keys | undefined;
  /** Any receiver. */
  station?: Keys | undefined;
  /** Radio time of the first reception, [from, to). */
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

type EdgeName = 'oldest' | 'newest' | 'late' | 'firstFed' | 'fed' | 'firstNotice' | 'notice' | 'place' | 'pruned';

/** How long a count may be told again, and how many are remembered (platform API section 1.5). */
const COUNT_AGE_MS = 10_000;
const MAX_COUNTS = 256;

/** Reads the log: by time and by storage order through its indexes, by endpoint and by station through the postings. */
export function messageStore(db: Db, { history }: { history: History }) {
  const log = logReader(db, { history });
  const edges = db.prepare(
    `SELECT (SELECT min(seq) FROM message) AS oldest, (SELECT max(seq) FROM message) AS newest,
       (SELECT max(seq) FROM late_reception) AS late,
       (SELECT min(feed_seq) FROM downlink WHERE feed_seq IS NOT NULL) AS firstFed,
       (SELECT max(feed_seq) FROM downlink WHERE feed_seq IS NOT NULL) AS fed,
       (SELECT min(seq) FROM notice) AS firstNotice, (SELECT max(seq) FROM notice) AS notice,
       (SELECT value FROM counter WHERE org = 0 AND name = 'log_place') AS place,
       (SELECT value FROM counter WHERE org = 0 AND name = 'log_pruned') AS pruned`,
  );
  const counter = db.prepare("SELECT value FROM counter WHERE org = ? AND name = 'messages'");
  const counters = db.prepare(
    "SELECT coalesce(sum(value), 0) AS value FROM counter WHERE name IN ('messages', 'messages_pruned')",
  );
  const storedSince = db.prepare(
    `SELECT seq FROM message WHERE seq >= ? AND stored_at >= ?
     UNION ALL SELECT feed_seq FROM downlink WHERE feed_seq >= ? AND finished_at >= ? ORDER BY seq LIMIT 1`,
  );
  const storedAt = db.prepare(
    `SELECT seq, stored_at FROM message WHERE seq >= ?
     UNION ALL SELECT feed_seq, finished_at FROM downlink WHERE feed_seq >= ? ORDER BY seq LIMIT 1`,
  );
  const after = db.prepare(
    `SELECT (SELECT count(*) FROM (SELECT 1 FROM message WHERE seq > ? LIMIT ?)) +
       (SELECT count(*) FROM (SELECT 1 FROM downlink WHERE feed_seq > ? LIMIT ?)) AS lines`,
  );
  const oldestTime = db.prepare('SELECT min(rx_time_ns) AS at FROM message WHERE org = ?', { bigint: true });
  const prunedAt = db.prepare("SELECT value FROM counter WHERE org = 0 AND name = 'log_pruned_at'");
  const counts = new Map<string, { at: number; count: number }>();

  const select = (query: MessageQuery, order: Order, from?: Position): IteratorObject<StoredMessage> => {
    if (query.endpoint === undefined && query.station === undefined) return fromLog(log, query, order, from);
    const wanted = (message: StoredMessage) => matches(message, query);
    const start = order.by === 'time' ? startOf(query, order.descending, from) : from;
    const found =
      query.endpoint === undefined
        ? ofStations(log, keysOf(query.station ?? []), order, start)
        : ofEndpoints(log, keysOf(query.endpoint), order, start);
    return withinTime(found, query, order).filter(wanted);
  };

  const count = (query: MessageQuery): number => {
    const { org, endpoint, station, ...filters } = query;
    const plain = Object.values(filters).every(value => value === undefined);
    if (plain && endpoint === undefined && station === undefined) {
      return (counter.get(org) as { value: number } | undefined)?.value ?? 0;
    }
    if (plain && endpoint !== undefined && station === undefined) {
      const keys = keysOf(endpoint);
      const sealed = keys.reduce((sum, key) => sum + history.sealedCount(PostingKind.endpoint, key), 0);
      return keys.reduce((sum, key) => sum + log.tailOf(key).length, sealed);
    }
    if (endpoint === undefined && station === undefined && !query.profile && !query.mode) {
      const { where, values } = conditions(query);
      const source = query.deviceModel === undefined ? 'message m' : SOURCE;
      const sql = `SELECT count(*) AS count FROM ${source} WHERE ${where.join(' AND ')}`;
      return (log.statement(sql).get(...values) as { count: number }).count;
    }
    let found = 0;
    for (const _ of select(query, { by: 'time', descending: true })) found++;
    return found;
  };

  const lines = stationLineReader({ history, log, downlinks: downlinkLineReader(db) });

  /** Tells a count again for a short time; `kind` and `query` say what was counted. */
  const remembered = (kind: string, query: object, now: number, work: () => number): number => {
    const key = `${kind} ${JSON.stringify(query, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))}`;
    const known = counts.get(key);
    if (known && now >= known.at && now - known.at < COUNT_AGE_MS) return known.count;
    counts.delete(key);
    const oldest = counts.keys().next();
    if (counts.size >= MAX_COUNTS && !oldest.done) counts.delete(oldest.value);
    const found = log.consistent(work);
    counts.set(key, { at: now, count: found });
    return found;
  };

  return {
    find: log.find,
    after: log.after,
    consistent: log.consistent,

    /** @param from the position the previous page ended at */
    page(query: MessageQuery, order: Order, size: number, from?: Position): { rows: StoredMessage[]; next?: Position } {
      return log.consistent(() =>
        takePage(select(query, order, from), size, message => [
          order.by === 'time' ? message.rxTime : BigInt(message.seq),
          message.seq,
        ]),
      );
    },

    count: (query: MessageQuery): number => log.consistent(() => count(query)),

    /** The count of up to ten seconds ago. @param now milliseconds */
    recentCount: (query: MessageQuery, now: number): number => remembered('messages', query, now, () => count(query)),

    /** Messages stored since installation, of all organizations, those that are gone included. */
    countOfAll(): number {
      return (counters.get() as { value: number }).value;
    },

    /**
     * Oldest and newest seq of the log, downlinks of the stations' feeds and notices included; 0 when it always was empty.
     * Places that were given stay given when what stood there is gone.
     */
    edges(): { oldest: number; newest: number } {
      const { oldest, newest, late, firstFed, fed, firstNotice, notice, place, pruned } = edges.get() as Record<
        EdgeName,
        number | null
      >;
      const first = Math.min(...[oldest, firstFed, firstNotice].filter(seq => seq !== null));
      const kept = pruned === null ? 0 : pruned + 1;
      return {
        oldest: Number.isFinite(first) ? Math.max(first, kept) : kept,
        newest: Math.max(newest ?? 0, late ?? 0, fed ?? 0, notice ?? 0, place ?? 0),
      };
    },

    /** Whether more than so many messages or downlinks stand behind a place: places may be far apart (recovery, retention). */
    hasMoreAfter(seq: number, lines: number): boolean {
      return (after.get(seq, lines + 1, seq, lines + 1) as { lines: number }).lines > lines;
    },

    /** The first message, or downlink of a station's feed, at or after a seq. */
    firstAt(seq: number): { seq: number; storedAt: number } | undefined {
      const row = storedAt.get(seq, seq) as { seq: number; stored_at: number } | undefined;
      return row && { seq: row.seq, storedAt: row.stored_at };
    },

    /** The seq before the first of them stored at or after a time (milliseconds). */
    seqBefore(at: number): number {
      const { oldest, newest } = this.edges();
      // Storage times follow storage order but for clock jumps, so a search by halves finds the place in few reads.
      let low = oldest;
      let high = newest + 1;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        const row = this.firstAt(middle);
        if (row && row.storedAt < at) low = row.seq + 1;
        else high = middle;
      }
      const found = storedSince.get(low, at, low, at) as { seq: number } | undefined;
      return found ? found.seq - 1 : newest;
    },

    /** Messages above the sealed part of the log, for figures that must be of now. */
    tail: (): StoredMessage[] => log.tail(),

    oldestRxTime(org: number): bigint | undefined {
      return (oldestTime.get(org) as { at: bigint | null }).at ?? undefined;
    },

    /** What was stored up to this time (milliseconds) may be gone; 0 when all is there. */
    prunedAt: (): number => (prunedAt.get() as { value: number } | undefined)?.value ?? 0,

    /** Messages of the query in order; not across threads. */
    select,

    ...lines,

    /** Lines of a station's feed under the same filters, of up to ten seconds ago. @param now milliseconds */
    recentStationCount: (query: Parameters<typeof lines.stationCount>[0], now: number): number =>
      remembered('lines', query, now, () => lines.stationCount(query)),
  };
}
export type Messages = ReturnType<typeof messageStore>;

/** Rows of the whole log by an index, with the filters in SQL. */
function* fromLog(log: Log, query: MessageQuery, order: Order, from?: Position): Generator<StoredMessage> {
  const { where, values } = conditions(query);
  const key = order.by === 'time' ? '(m.rx_time_ns, m.seq)' : 'm.seq';
  if (from) {
    where.push(`${key} ${order.descending ? '<' : '>'} ${order.by === 'time' ? '(?, ?)' : '?'}`);
    values.push(...(order.by === 'time' ? from : [from[1]]));
  }
  const way = order.descending ? 'DESC' : 'ASC';
  const sort = order.by === 'time' ? `m.rx_time_ns ${way}, m.seq ${way}` : `m.seq ${way}`;
  const sql = `SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${where.join(' AND ')} ORDER BY ${sort}`;
  for (const message of log.rows(sql, values)) if (matchesRadio(message, query)) yield message;
}

function ofEndpoints(log: Log, keys: readonly number[], order: Order, from?: Position): Generator<StoredMessage> {
  return log.ordered<StoredMessage>(PostingKind.endpoint, keys, order, from, {
    newest: log.tailOf,
    load: (_block, _key, seqs) => seqs.flatMap(seq => log.read(seq) ?? []),
    time: message => message.rxTime,
  });
}

/** Messages a station received, late copies included, each at the place of the message itself. */
function* ofStations(log: Log, keys: readonly number[], order: Order, from?: Position): Generator<StoredMessage> {
  const seen = (message: StoredMessage, key: number) => message.receptions.some(r => r.station === key);
  let last: number | undefined;
  const found = log.ordered<StoredMessage>(PostingKind.station, keys, order, from, {
    newest: key => log.tail(message => seen(message, key)),
    load(block, key, seqs) {
      const late = log.lateOf(block.firstSeq, block.lastSeq).filter(copy => copy.station === key);
      const all = new Set([...seqs, ...late.map(copy => copy.message)]);
      return [...all].flatMap(seq => log.read(seq) ?? []);
    },
    time: message => message.rxTime,
  });
  // Two registrations of one EUI may both have received a message.
  for (const message of found) {
    if (message.seq !== last) yield message;
    last = message.seq;
  }
}

/** Ends the walk where the time range ends, when it goes by time. */
function* withinTime(
  rows: Iterable<StoredMessage>,
  { fromNs, toNs }: MessageQuery,
  order: Order,
): Generator<StoredMessage> {
  for (const row of rows) {
    if (order.by === 'time' && order.descending && fromNs !== undefined && row.rxTime < fromNs) return;
    if (order.by === 'time' && !order.descending && toNs !== undefined && row.rxTime >= toNs) return;
    yield row;
  }
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
  const stations = query.station === undefined ? undefined : keysOf(query.station);
  return (
    message.org === query.org &&
    (stations === undefined || message.receptions.some(r => stations.includes(r.station))) &&
    (query.fromNs === undefined || message.rxTime >= query.fromNs) &&
    (query.toNs === undefined || message.rxTime < query.toNs) &&
    (query.format === undefined || message.format === query.format) &&
    (query.decodeStatus === undefined || message.decodeStatus === query.decodeStatus) &&
    (query.duplicate === undefined || duplicate === query.duplicate) &&
    (query.dlOpen === undefined || dlOpen === query.dlOpen) &&
    (query.deviceModel === undefined || message.deviceModel === query.deviceModel) &&
    matchesRadio(message, query)
  );
}
