import { inserter } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import { hostOf } from '../../kit/net/address.ts';
import { SteadyTime } from '../../kit/time/steady-time.ts';
import { HOUR_MS } from '../../kit/units.ts';
import { uuid7 } from '../../kit/uuid.ts';
import { auditChains } from './audit-chain.ts';
import { type EventType, eventKind, type NewEvent, type SourceType } from './catalog.ts';
import { about, links, shown } from './event-columns.ts';

/** Repetitions that are counted at one time; the oldest count is written early beyond it. */
const MAX_FOLDS = 4096;
/**
 * Rows of one kind that one station, one address or the endpoints of one organization may cause in an hour: neither who hears the whole
 * neighbourhood, nor who tries one EUI after the other, nor thousands of devices that begin to count anew may wear the card.
 */
const MAX_ROWS = 1000;
const TOO_MANY = 'too_many';
/** What the table itself gives a new row. */
const AS_INSERTED = { count: 1, moved_ms: 0 };
const UNLINKED = { prev_hash: null, hash: null };
/** After these, what is said of an endpoint may be something else. */
const DESCRIBING: ReadonlySet<EventType> = new Set([
  ...(['endpoint.created', 'endpoint.updated', 'endpoint.deleted', 'endpoint.eui_changed'] as const),
  ...(['device_model.updated', 'manufacturer.updated'] as const),
]);

/** Chains of other events than those beside them would be broken. */
export const salvagedAudit: SalvagedTables = { group: 'audit', tables: ['event', 'audit_chain', 'audit_break'] };

/** After these, a user is signed in no more. */
const ENDING_SESSIONS: ReadonlySet<EventType> = new Set(['security.logout', 'security.token_reuse_detected']);

interface Fold extends CountedFold {
  data: Readonly<Record<string, unknown>>;
  /** Of the time that never goes back, as all others in memory. */
  readonly until: number;
  lastAt: number;
  storedAt: number;
  count: number;
}

/** How far an open fold has counted. Times in milliseconds. */
export interface CountedFold {
  /** Place of its row in the order of storing. */
  readonly seq: number;
  /** Of that row: a place is given again when it was not stored in the end. */
  readonly uuid: string;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly storedAt: number;
}

/** What a commit tells of events: there are new ones, and of these folds the count is complete. */
export interface EventNews {
  /** Their places in the order of storing. */
  readonly closed: readonly number[];
  /** What folds that are still open have counted, newest last: the rows have it later. */
  readonly counted: readonly CountedFold[];
  /** There are new rows, or counts that are complete; else only open folds have counted on. */
  readonly stored: boolean;
  /** An audited act was done, or a session ended: what callers may do may be other now. */
  readonly audited: boolean;
  /** Endpoints are other ones than before, or are called otherwise. */
  readonly endpoints: boolean;
}

/** Is told of each event of these kinds, with its uuid if it is a row of its own, in the transaction of what it reports. */
export interface EventWatch {
  readonly types: ReadonlySet<EventType>;
  raised(event: NewEvent, uuid: string | undefined): void;
}

/** @param watches repetitions that are only counted are told, too; in this order */
export function eventStore(db: Db, ...watches: readonly EventWatch[]) {
  const insert = inserter(db, 'event', { ...shown, description: 'text', ...about, ...links });
  const chains = auditChains(db);
  const newest = db.prepare('SELECT max(seq) AS seq FROM event');
  const registered = db.prepare('SELECT id FROM endpoint WHERE eui = ? AND deleted_at IS NULL');
  const recount = db.prepare('UPDATE event SET count = ?, stored_at = ?, data = ?, op_id = ? WHERE seq = ?');
  const folds = new Map<string, Fold>();
  /** By kind and who causes it. */
  const spent = new Map<string, { rows: number; readonly until: number }>();
  const steady = new SteadyTime();
  let lastSeq: number | undefined;
  let lastUuid: string | undefined;
  let untold = false;
  let audited = false;
  let endpoints = false;
  let closed: number[] = [];
  const counted = new Set<Fold>();

  const storeCount = (fold: Fold) => {
    const data = { ...fold.data, firstSeen: iso(fold.firstAt), lastSeen: iso(fold.lastAt) };
    recount.run(fold.count, fold.storedAt, JSON.stringify(data), opIdOf(fold), fold.seq);
  };

  const close = (key: string, fold: Fold) => {
    folds.delete(key);
    counted.delete(fold);
    if (fold.count === 1) return;
    if (!isPowerOfTwo(fold.count)) storeCount(fold);
    closed.push(fold.seq);
    untold = true;
  };

  /** Who knows only the EUI of an endpoint tells of its registration all the same. */
  const endpointOf = ({ endpoint, epEui }: NewEvent): number | null => {
    if (endpoint !== undefined || epEui === undefined) return endpoint ?? null;
    return (registered.get(epEui) as { id: number } | undefined)?.id ?? null;
  };

  const store = (event: NewEvent): number => {
    const kind = eventKind(event.type);
    const source = event.source ?? kind.source;
    // Lists would not find it.
    if ((event.severity ?? event.category ?? event.title ?? event.description) && !kind.varies)
      throw new Error(`${event.type} does not vary`);
    lastSeq ??= (newest.get() as { seq: number | null }).seq ?? 0;
    const seq = ++lastSeq;
    untold = true;
    lastUuid = uuid7(event.storedAt);
    const category = event.category ?? kind.category;
    if (category === 'audit' || ENDING_SESSIONS.has(event.type)) audited = true;
    if (DESCRIBING.has(event.type)) endpoints = true;
    const row = {
      seq,
      uuid: lastUuid,
      org: event.org,
      event_type: event.type,
      category,
      severity: event.severity ?? kind.severity,
      source_type: source,
      source_id: event.sourceId ?? euiOf(source, event) ?? '',
      source_name: event.sourceName ?? '',
      ep_eui: event.epEui ?? null,
      bs_eui: event.bsEui ?? null,
      ac_eui: event.acEui ?? null,
      user_id: event.userId ?? null,
      user_email: event.userEmail ?? null,
      timestamp_at: event.at,
      stored_at: event.storedAt,
      title: event.title ?? kind.title,
      description: event.description ?? '',
      data: JSON.stringify(event.data ?? {}),
    };
    const link = category === 'audit' ? chains.link({ ...row, ...AS_INSERTED }) : UNLINKED;
    insert({ ...row, endpoint: endpointOf(event), station: event.station ?? null, op_id: opIdOf(event), ...link });
    return seq;
  };

  /** Counts the event where one like it was stored a short time ago. */
  const repeats = (key: string, { at, storedAt, data = {} }: NewEvent, elapsed: number): boolean => {
    const open = folds.get(key);
    if (open && elapsed < open.until) {
      open.count++;
      open.data = data;
      open.lastAt = at;
      open.storedAt = storedAt;
      counted.add(open);
      // A fold that a crash interrupts has lost less than half of its count, and a noisy source writes next to nothing.
      if (isPowerOfTwo(open.count)) storeCount(open);
      return true;
    }
    if (open) close(key, open);
    return false;
  };

  /** @returns whether it is a row of its own */
  const fold = (key: string, event: NewEvent, elapsed: number, until: number): boolean => {
    if (repeats(key, event, elapsed)) return false;
    const { at, storedAt, data = {} } = event;
    const seq = store(event);
    folds.set(key, { seq, uuid: lastUuid ?? '', data, firstAt: at, lastAt: at, storedAt, count: 1, until });
    const oldest = folds.size > MAX_FOLDS ? folds.entries().next().value : undefined;
    if (oldest) close(...oldest);
    return true;
  };

  /** One row more of this kind by this one. @returns until when there may be no more; undefined: there may */
  const exhausted = (key: string, elapsed: number): number | undefined => {
    let used = spent.get(key);
    if (!used || elapsed >= used.until) {
      used = { rows: 0, until: elapsed + HOUR_MS };
      // There are more addresses than can be kept.
      if (spent.size >= MAX_FOLDS) spent.delete(spent.keys().next().value ?? '');
      spent.delete(key);
      spent.set(key, used);
    }
    return ++used.rows > MAX_ROWS ? used.until : undefined;
  };

  const keep = (event: NewEvent): boolean => {
    const { type, data = {} } = event;
    const kind = eventKind(type);
    if (kind.foldMs === undefined) {
      store(event);
      return true;
    }
    const sourceId = event.sourceId ?? euiOf(event.source ?? kind.source, event);
    const method = kind.foldedByMethod ? String(data.method) : '';
    const key = `${type} ${sourceId} ${String(data.reason ?? data.code ?? data.token ?? '')} ${method}`;
    const elapsed = steady.at(event.storedAt);
    if (repeats(key, event, elapsed)) return false;
    const one = causeOf(event);
    const until = one && exhausted(`${type} ${one.name}`, elapsed);
    if (one === undefined || until === undefined) return fold(key, event, elapsed, elapsed + kind.foldMs);
    const { org, category, at, storedAt } = event;
    const about = { type, org, category, at, storedAt, ...one.about };
    return fold(`${type} of ${one.name}`, { ...about, data: { ...one.data, reason: TOO_MANY } }, elapsed, until);
  };

  return {
    /**
     * Stores an event inside the transaction of what it reports. Repetitions of a folding kind are only counted; the
     * count reaches the row when it has doubled and when the fold closes, so that a noisy peer does not wear the card.
     * @returns whether it is a row of its own, and not a repetition
     */
    raise(event: NewEvent): boolean {
      const isRow = keep(event);
      const uuid = isRow ? lastUuid : undefined;
      for (const watch of watches) if (watch.types.has(event.type)) watch.raised(event, uuid);
      return isRow;
    },

    /** What is to be told with the commit; undefined when there is nothing. */
    takeNews(): EventNews | undefined {
      if (!untold && counted.size === 0) return undefined;
      const open = [...counted].map(({ data: _, until: __, ...fold }) => fold);
      counted.clear();
      const news = { closed, counted: open, stored: untold, audited, endpoints };
      untold = false;
      audited = false;
      endpoints = false;
      closed = [];
      return news;
    },

    /** A write failed: what was counted since its fold opened is not known any more. */
    forget(): void {
      lastSeq = undefined;
      folds.clear();
      counted.clear();
      spent.clear();
    },

    /** Writes the counts of folds that have ended; all of them when `now` is omitted (before a stop). */
    closeFolds(now?: number): void {
      const elapsed = now === undefined ? Number.POSITIVE_INFINITY : steady.at(now);
      for (const [key, fold] of folds) if (fold.until <= elapsed) close(key, fold);
    },
  };
}
/** Whose rows of a kind are bounded, and what the event says when there are too many. */
function causeOf({ type, org, station, bsEui, data }: NewEvent) {
  const { boundedPer } = eventKind(type);
  if (boundedPer === 'station' && station !== undefined) {
    const about = { station, source: 'base_station', bsEui } as const;
    return { name: String(station), about, data: { bsEui: bsEui ?? '' } };
  }
  if (boundedPer === 'organization') {
    return { name: `organization ${org}`, about: { source: 'service_center' } as const, data: {} };
  }
  const remoteAddress = data?.remoteAddress;
  if (boundedPer !== 'address' || typeof remoteAddress !== 'string') return undefined;
  const host = hostOf(remoteAddress);
  return { name: host, about: { sourceId: host }, data: { remoteAddress } };
}

export type Events = ReturnType<typeof eventStore>;

function euiOf(source: SourceType, { epEui, bsEui, acEui }: NewEvent): string | undefined {
  if (source === 'base_station') return bsEui;
  if (source === 'application_center') return acEui;
  return source === 'endpoint' ? epEui : '';
}

/** The id of the operation that the data name, if that is one which a number holds. */
function opIdOf({ data }: { readonly data?: Readonly<Record<string, unknown>> | undefined }): number | null {
  const id = data?.opId ? Number(data.opId) : undefined;
  return id !== undefined && Number.isSafeInteger(id) ? id : null;
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
