import type { Db } from '../../database/driver.ts';
import { takePage, type Walk } from '../../database/merge.ts';
import { complete, type Page, type Position, type Scan, type Total } from '../../database/scan.ts';
import type { Counting } from '../../database/totals.ts';
import { countReader } from './counts.ts';
import { type MessageQuery, matchesMessage } from './filters.ts';
import type { Block, History } from './history.ts';
import { keysOf, type Log, type Order, type Part, type Source, type StoredMessage } from './log.ts';
import { logCount, logWalk } from './log-walk.ts';
import { PostingKind, type PostingKindId } from './postings.ts';
import { stationCopies } from './station-copies.ts';

/** Endpoints whose messages are looked up in the postings; of more, the whole log is read and filtered. */
export const MOST_POSTED = 512;

/** Of so many, each is looked up in the unsealed part of the log; of more, it is read once for all of them. */
const FEW_ENDPOINTS = 16;

type Kind = 'Fed' | 'Notice' | 'Told';
type EdgeName = 'oldest' | 'newest' | 'late' | `first${Kind}` | Uncapitalize<Kind> | 'place' | 'pruned';

/** Reads the log: by time and by storage order through its indexes, by endpoint and by station through the postings. */
export function messageStore(db: Db, { history, log }: { history: History; log: Log }) {
  const edges = db.prepare(
    `SELECT (SELECT min(seq) FROM message) AS oldest, (SELECT max(seq) FROM message) AS newest,
       (SELECT max(seq) FROM late_reception) AS late,
       (SELECT min(feed_seq) FROM downlink WHERE feed_seq IS NOT NULL) AS firstFed,
       (SELECT max(feed_seq) FROM downlink WHERE feed_seq IS NOT NULL) AS fed,
       (SELECT min(seq) FROM notice) AS firstNotice, (SELECT max(seq) FROM notice) AS notice,
       (SELECT min(seq) FROM integration_notice) AS firstTold, (SELECT max(seq) FROM integration_notice) AS told,
       (SELECT value FROM counter WHERE org = 0 AND name = 'log_place') AS place,
       (SELECT value FROM counter WHERE org = 0 AND name = 'log_pruned') AS pruned`,
  );
  const counter = db.prepare("SELECT value FROM counter WHERE org = ? AND name = 'messages'");
  const counters = db.prepare(
    `SELECT coalesce(sum(value), 0) AS value FROM counter
     WHERE name IN ('messages', 'messages_pruned') AND (? IS NULL OR org IN (SELECT value FROM json_each(?)))`,
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
  const lastOf = db.prepare(
    `SELECT seq FROM message UNION ALL SELECT feed_seq FROM downlink WHERE feed_seq IS NOT NULL
     ORDER BY seq DESC LIMIT 1 OFFSET ?`,
  );
  const oldestTime = db.prepare('SELECT min(rx_time_ns) AS at FROM message WHERE org = ?', { bigint: true });
  const oldestOfAll = db.prepare(
    'SELECT min((SELECT min(rx_time_ns) FROM message WHERE org = o.id)) AS at FROM organization o',
    { bigint: true },
  );
  const prunedAt = db.prepare("SELECT value FROM counter WHERE org = 0 AND name = 'log_pruned_at'");
  const otherOwner = db.prepare("SELECT 1 FROM counter WHERE name = 'messages' AND org <> ? LIMIT 1");
  const ofModel = db.prepare(
    `SELECT id FROM endpoint WHERE device_model = ? AND org = ? AND deleted_at IS NULL LIMIT ${MOST_POSTED + 1}`,
  );
  const { counted, total } = countReader(log);

  /** The endpoints of a device model, where they are few enough. */
  const resolved = (query: MessageQuery): MessageQuery => {
    const { org, endpoint, deviceModel } = query;
    if (deviceModel === undefined || endpoint !== undefined) return query;
    const keys = (ofModel.all(deviceModel, org) as { id: number }[]).map(({ id }) => id);
    return keys.length > MOST_POSTED ? query : { ...query, endpoint: keys, deviceModel: undefined };
  };

  /** Messages by endpoint, or by a station that received them, each once, at its own place. */
  const sourceOf = (query: MessageQuery): Source<StoredMessage> => ({
    *lines(part) {
      const keys = keysOf(query.endpoint ?? query.station ?? []);
      const found = query.endpoint === undefined ? ofStations(keys, part) : ofEndpoints(keys, part);
      for (const message of found) yield message && matchesMessage(message, query) ? message : undefined;
    },
    time: message => message.rxTime,
  });

  const sealedLines = (part: Part, kind: PostingKindId, keys: readonly number[]): number[] => {
    const { block } = part;
    return block ? keys.flatMap(key => history.linesIn(block, kind, key).seqs) : [];
  };

  function* ofEndpoints(keys: readonly number[], part: Part): Generator<StoredMessage | undefined> {
    for (const seq of sealedLines(part, PostingKind.endpoint, keys)) yield log.read(seq);
    if (part.block) return;
    if (keys.length <= FEW_ENDPOINTS) for (const key of keys) yield* log.unsealedOf(key, part);
    else {
      const wanted = new Set(keys);
      for (const message of log.unsealedLines(part)) {
        yield message && wanted.has(message.endpoint) ? message : undefined;
      }
    }
  }

  function* ofStations(keys: readonly number[], part: Part): Generator<StoredMessage | undefined> {
    const { block } = part;
    // The caller checks who has received it.
    if (!block) return yield* log.unsealedLines(part);
    const late = log.lateOf(block.firstSeq, block.lastSeq).filter(({ station }) => keys.includes(station));
    const seqs = new Set([...sealedLines(part, PostingKind.station, keys), ...late.map(({ message }) => message)]);
    for (const seq of seqs) yield log.read(seq);
  }

  /** @param most how many are taken at most */
  const select = (asked: MessageQuery, order: Order, from?: Position, most?: number): Walk<StoredMessage> => {
    const query = resolved(asked);
    if (query.endpoint === undefined && query.station === undefined) return logWalk(log, query, order, from, most);
    return log.ordered(sourceOf(query), order, { from, most, fromNs: query.fromNs, toNs: query.toNs });
  };

  /** What is known without reading the messages themselves. */
  const indexed = ({ org, endpoint, station, ...filters }: MessageQuery): number | undefined => {
    if (Object.values(filters).some(value => value !== undefined)) return undefined;
    if (endpoint === undefined && station === undefined) {
      return (counter.get(org) as { value: number } | undefined)?.value ?? 0;
    }
    if (station === undefined) {
      const keys = keysOf(endpoint ?? []);
      if (keys.length > FEW_ENDPOINTS) return undefined;
      const sealed = keys.reduce((sum, key) => sum + history.sealedCount(PostingKind.endpoint, key), 0);
      return keys.reduce((sum, key) => sum + log.unsealedCountOf(key), sealed);
    }
    return undefined;
  };

  /**
   * How many messages of a block are of the endpoints, or its one station has received: no other filter, and no message of another
   * organization among them.
   */
  const sealedOf = ({ org, endpoint, station, fromNs: _from, toNs: _to, ...filters }: MessageQuery) => {
    const [key, another] = keysOf(station ?? []);
    const plain = another === undefined && Object.values(filters).every(value => value === undefined);
    if (endpoint !== undefined) {
      if (station !== undefined || !plain) return undefined;
      const keys = keysOf(endpoint);
      return (block: Block) => keys.reduce((sum, each) => sum + history.countIn(block, PostingKind.endpoint, each), 0);
    }
    if (key === undefined || !plain || otherOwner.get(org)) return undefined;
    return (block: Block) => {
      const { here, elsewhere } = log.lateMoved(block, key);
      const found = history.countIn(block, PostingKind.station, key);
      // The lines of a block that is on its way out go before its late copies.
      return found === 0 ? here : found + here - elsewhere;
    };
  };

  const counting = (asked: MessageQuery): Counting => {
    const query = resolved(asked);
    const whole = query.endpoint === undefined && query.station === undefined;
    return {
      indexed: () => indexed(query),
      lines: () => (whole ? logCount(log, query) : counted(sourceOf(query), query, sealedOf(query))),
    };
  };

  const { lateAfter, lateStations } = stationCopies({ history, log });

  const paged = (query: MessageQuery, order: Order, size: number, from?: Position) =>
    takePage(select(query, order, from, size + 1), size);

  return {
    find: log.find,
    after: log.after,
    countAfter: log.countAfter,
    consistent: log.consistent,

    /** A page at once, for what an index finds. @param from the position the previous page ended at */
    page: (query: MessageQuery, order: Order, size: number, from?: Position): Page<StoredMessage> =>
      log.consistent(() => complete(paged(query, order, size, from))),

    /** A page, and how many there are. @param now milliseconds */
    *list(
      query: MessageQuery,
      order: Order,
      size: number,
      from: Position | undefined,
      now: number,
    ): Scan<Page<StoredMessage> & { total: Total }> {
      const page = yield* paged(query, order, size, from);
      return { ...page, total: yield* total('messages', query, now, counting(query), from ? undefined : page) };
    },

    /** A page of so many, however long that takes. @param from the position the page before ended at */
    whole: (query: MessageQuery, order: Order, size: number, from?: Position): Scan<Page<StoredMessage>> =>
      takePage(select(query, order, from, size + 1), size, { whole: true }),

    /** How many there are, without a page of them. @param now milliseconds */
    total: (query: MessageQuery, now: number): Scan<Total> => total('messages', query, now, counting(query), undefined),

    count: (query: MessageQuery): number => {
      const { indexed, lines } = counting(query);
      return log.consistent(() => indexed() ?? lines().reduce((sum, found) => sum + found, 0));
    },

    /** Messages stored since installation, of all organizations, those that are gone included. */
    countOfAll(orgs?: readonly number[]): number {
      const some = orgs ? JSON.stringify(orgs) : null;
      return (counters.get(some, some) as { value: number }).value;
    },

    /**
     * Oldest and newest seq of the log, downlinks of the stations' feeds and notices included; 0 when it always was empty.
     * Places that were given stay given when what stood there is gone.
     */
    edges(): { oldest: number; newest: number } {
      const found = edges.get() as Record<EdgeName, number | null>;
      const { oldest, newest, late, firstFed, fed, firstNotice, notice, firstTold, told, place, pruned } = found;
      const first = Math.min(...[oldest, firstFed, firstNotice, firstTold].filter(seq => seq !== null));
      const firstLeft = pruned === null ? 0 : pruned + 1;
      return {
        oldest: Number.isFinite(first) ? Math.max(first, firstLeft) : firstLeft,
        newest: Math.max(newest ?? 0, late ?? 0, fed ?? 0, notice ?? 0, told ?? 0, place ?? 0),
      };
    },

    /** Whether more than so many messages or downlinks stand behind a place: places may be far apart (recovery, retention). */
    hasMoreAfter(seq: number, lines: number): boolean {
      return (after.get(seq, lines + 1, seq, lines + 1) as { lines: number }).lines > lines;
    },

    /** Where so many of the last messages and downlinks begin; 0 when there are fewer. */
    lastOf(lines: number): number {
      return (lastOf.get(lines - 1) as { seq: number } | undefined)?.seq ?? 0;
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

    /** The unsealed part of the log as it is now, for figures that must be of now; undefined where a pause is due. */
    unsealed: () => log.unsealedLines(log.unsealedPart()),

    /** Late copies whose own places are in (above, upTo]. */
    lateBetween: log.lateIn,

    /** @param org undefined: of all of them */
    oldestRxTime(org: number | undefined): bigint | undefined {
      const found = org === undefined ? oldestOfAll.get() : oldestTime.get(org);
      return (found as { at: bigint | null }).at ?? undefined;
    },

    /** What was stored up to this time (milliseconds) may be gone; 0 when all is there. */
    prunedAt: (): number => (prunedAt.get() as { value: number } | undefined)?.value ?? 0,

    /** Messages of the query in order; not across threads. */
    select,

    lateAfter,
    lateStations,
  };
}
export type Messages = ReturnType<typeof messageStore>;
