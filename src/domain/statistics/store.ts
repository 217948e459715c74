import type { Db } from '../../database/driver.ts';
import { complete, type Scan } from '../../database/scan.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S } from '../../kit/units.ts';
import type { CountedRows } from '../message/counted-rows.ts';
import { bucketStart, type Grain, Scope, type ScopeId, sumOf } from '../message/figures.ts';
import type { History } from '../message/history.ts';
import { type Bucket, inScope, type PendingFigures } from '../message/rollups.ts';
import type { Messages } from '../message/store.ts';
import type { Tally } from '../message/tally.ts';
import { byMessage, partHourReader, type Source } from './part-hours.ts';
import type { ReachReader } from './reach.ts';
import type { Unsealed } from './sample-reader.ts';

/** Whole days, so that roll-ups of days fit into it. */
const MONTH_MS = 30 * DAY_MS;
/** Messages counted one by one for an hour that a window cuts; a busier hour counts as a whole. */
const MAX_COUNTED = 50_000;
/** After so many times, figures are read in one go, however long others wait. */
const ATTEMPTS = 3;

export interface OrganizationFigures {
  /** By start of the hour or day. */
  messagesAt: ReadonlyMap<number, number>;
  activeEndpoints: number;
  topEndpoints: Ranked[];
  topStations: Ranked[];
  databaseBytes: number;
  totalEndpoints: number;
  totalStations: number;
  oldestRxTime: bigint | undefined;
}

export type Figured = Bucket;

export interface Ranked {
  eui: string;
  name: string;
  count: number;
}

/** Figures of a scope in [fromMs, toMs). */
export interface FiguresWindow {
  readonly scope: ScopeId;
  readonly fromMs: number;
  readonly toMs: number;
  /** Whole days come in one piece when it is a day. */
  readonly grain: Grain;
}

export interface Recent {
  /** What is counted of the unsealed part of the log. */
  readonly unsealed: Unsealed;
}

/** What is newer than the roll-ups, of one key. */
interface Newest extends Recent {
  readonly pending: PendingFigures;
}

/** Figures of now over any window: roll-ups of the sealed part of the log, and the rest counted by the same code. */
export function statisticsStore(
  db: Db,
  {
    history,
    messages,
    counted,
    reader,
  }: { history: History; messages: Messages; counted: CountedRows; reader: ReachReader },
) {
  const pages = db.prepare(
    'SELECT (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size()) AS bytes',
  );
  const endpoints = db.prepare('SELECT id, eui, name FROM endpoint WHERE org = ?');
  const stations = db.prepare('SELECT id, eui, name FROM base_station WHERE org = ?');
  const partHours = partHourReader({ messages, counted });
  const registered = db.prepare(
    `SELECT (SELECT count(*) FROM endpoint WHERE org = ? AND deleted_at IS NULL) AS endpoints,
      (SELECT count(*) FROM base_station WHERE org = ? AND deleted_at IS NULL) AS stations`,
  );

  const owners = db.prepare('SELECT id FROM organization');
  const active = db.prepare(
    `SELECT count(*) AS count FROM endpoint e LEFT JOIN endpoint_heard h ON h.endpoint = e.id
     WHERE e.deleted_at IS NULL AND max(coalesce(h.last_seen_ns, 0), coalesce(e.attach_rx_time_ns, 0)) >= ?
       AND (? IS NULL OR e.org IN (SELECT value FROM json_each(?)))`,
  );

  const sealed = (
    { scope, key }: Source,
    fromMs: number,
    toMs: number,
    grain: Grain,
    { pending }: Newest,
  ): Bucket[] => {
    const found = history.storedOf(grain, scope, key, fromMs, toMs);
    for (const bucket of pending.get(scope) ?? []) {
      const { startAt } = bucket;
      if (startAt >= fromMs && startAt < toMs) found.push({ ...bucket, startAt: bucketStart(startAt, grain) });
    }
    return found;
  };

  /** The unsealed part of the log, for all figures of one answer. */
  const recently = function* (): Scan<Recent> {
    return { unsealed: yield* reader.unsealed() };
  };

  /** What is unsealed of whole hours. */
  const unsealed = (source: Source, fromMs: number, toMs: number, { unsealed: { tallies } }: Recent): Bucket[] =>
    tallies.flatMap(tally => bucketsIn(tally, source).filter(({ startAt }) => startAt >= fromMs && startAt < toMs));

  /** Part of one hour, counted from the messages themselves; undefined when they are too many or partly gone. */
  const exactly = function* (source: Source, fromMs: number, toMs: number, newest: Newest): Scan<Bucket[] | undefined> {
    const hour = bucketStart(fromMs, HOUR_S);
    const whole = sealed(source, hour, hour + HOUR_MS, HOUR_S, newest);
    const all = [...whole, ...unsealed(source, hour, hour + HOUR_MS, newest)];
    // Buckets are counted with the time of the message, or of the copy: whatever is inside is inside as a whole.
    if (all.every(({ figures }) => figures.firstAt >= fromMs && figures.lastAt < toMs)) return all;
    const oldest = messages.oldestRxTime(source.org);
    const oldestMs = oldest === undefined ? Number.POSITIVE_INFINITY : Number(oldest / 1_000_000n);
    // Telegrams of long ago may have been reported lately: the oldest that is there does not tell what is gone.
    const thereMs = Math.max(oldestMs, messages.prunedAt());
    if (whole.some(({ figures }) => figures.firstAt < thereMs)) return undefined;
    if (sumOf(whole).receptions > MAX_COUNTED) return undefined;
    const stations = stationsOf(source, whole);
    return yield* partHours(source, fromMs, toMs, stations, newest.unsealed.tallies);
  };

  /** Bucket by bucket. An hour that the window cuts is counted message by message as long as they are there. */
  const figuresIn = function* (source: Source, window: FiguresWindow, newest: Newest): Scan<Bucket[]> {
    const { fromMs, toMs, grain } = window;
    const firstWhole = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
    const lastWhole = bucketStart(toMs, HOUR_S);
    const found: Bucket[] = [];
    const wholeHours = function* (from: number, to: number): Scan<void> {
      if (from >= to) return;
      for (const [size, start, end] of pieces(from, to, grain)) {
        // Never more than a month in one statement.
        for (let at = start; at < end; at += MONTH_MS) {
          for (const bucket of sealed(source, at, Math.min(at + MONTH_MS, end), size, newest)) found.push(bucket);
          yield;
        }
      }
      for (const bucket of unsealed(source, from, to, newest)) found.push(bucket);
    };
    const part = function* (from: number, to: number): Scan<void> {
      if (from >= to) return;
      const hour = bucketStart(from, HOUR_S);
      const counted = yield* exactly(source, from, to, newest);
      if (!counted) return yield* wholeHours(hour, hour + HOUR_MS);
      for (const bucket of counted) found.push(bucket);
    };
    if (firstWhole > lastWhole) {
      yield* part(fromMs, toMs);
      return found;
    }
    yield* part(fromMs, firstWhole);
    yield* wholeHours(firstWhole, lastWhole);
    yield* part(lastWhole, toMs);
    return found;
  };

  /** Figures of one key, a list for each window: what is pending of it is read once for all of them. Only within `settled`. */
  const figuresOf = function* (
    { key, org }: Omit<Source, 'scope'>,
    windows: readonly FiguresWindow[],
    recent: Recent,
  ): Scan<Bucket[][]> {
    const newest = { ...recent, pending: history.pendingOf(key, [...new Set(windows.map(({ scope }) => scope))]) };
    yield;
    const found: Bucket[][] = [];
    for (const window of windows) found.push(yield* figuresIn({ scope: window.scope, key, org }, window, newest));
    return found;
  };

  /**
   * Reads again when a block was sealed meanwhile, or counted later, or when what was pending was put into the roll-ups: it would be
   * counted twice, or not at all.
   */
  const settled = function* <T>(work: () => Scan<T>): Scan<T> {
    const state = () => [history.sealedUpTo(), history.activityFrom(), history.pendingFigures()].join();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = state();
      const found = yield* work();
      if (state() === before) return found;
    }
    return messages.consistent(() => complete(work()));
  };

  const top = (
    counts: Map<number, number>,
    names: readonly { id: number; eui: string; name: string }[],
    size: number,
  ) =>
    names
      .flatMap(({ id, eui, name }) => ((counts.get(id) ?? 0) > 0 ? [{ eui, name, count: counts.get(id) ?? 0 }] : []))
      .sort((a, b) => b.count - a.count || (a.eui < b.eui ? -1 : 1))
      .slice(0, size);

  const organization = function* (
    org: number,
    fromMs: number,
    toMs: number,
    grain: Grain,
    size: number,
  ): Scan<OrganizationFigures> {
    const { samples } = yield* reader.unsealed();
    const reach = yield* reader.reach({ org, fromMs, toMs, newest: samples });
    const ownEndpoints = endpoints.all(org) as { id: number; eui: string; name: string }[];
    const ownStations = stations.all(org) as { id: number; eui: string; name: string }[];
    const perEndpoint = new Map<number, number>();
    yield* reader.endpointCounts(reach, DAY_S, (key, count) => {
      const endpoint = Math.floor(key / 2);
      perEndpoint.set(endpoint, (perEndpoint.get(endpoint) ?? 0) + count);
    });
    const perStation = new Map<number, number>();
    // Stations hear what is of others, too.
    for (const { id } of owners.all() as { id: number }[]) {
      const ofOwner = id === org ? reach : yield* reader.reach({ org: id, fromMs, toMs, newest: samples });
      yield* reader.stationReceptions(ofOwner, (station, receptions) => {
        perStation.set(station, (perStation.get(station) ?? 0) + receptions);
      });
    }
    const now = registered.get(org, org) as { endpoints: number; stations: number };
    const messagesAt = new Map<number, number>();
    yield* reader.counts(reach, grain, (startAt, _key, count) => {
      messagesAt.set(startAt, (messagesAt.get(startAt) ?? 0) + count);
    });
    return {
      messagesAt,
      activeEndpoints: ownEndpoints.filter(({ id }) => (perEndpoint.get(id) ?? 0) > 0).length,
      topEndpoints: top(perEndpoint, ownEndpoints, size),
      topStations: top(perStation, ownStations, size),
      databaseBytes: (pages.get() as { bytes: number }).bytes,
      totalEndpoints: now.endpoints,
      totalStations: now.stations,
      oldestRxTime: messages.oldestRxTime(org),
    };
  };

  return {
    /** Registered endpoints heard at or after a time (milliseconds). @param orgs of these organizations; undefined: of all */
    activeEndpoints(since: number, orgs?: readonly number[]): number {
      const some = orgs ? JSON.stringify(orgs) : null;
      return (active.get(BigInt(since) * 1_000_000n, some, some) as { count: number }).count;
    },

    /** Figures of one key, a list for each window. @param of row ids: of what is counted, and of the organization that owns it */
    figures: (of: Omit<Source, 'scope'>, windows: readonly FiguresWindow[]): Scan<Bucket[][]> =>
      settled(function* () {
        return yield* figuresOf(of, windows, yield* recently());
      }),

    /** The figures of a whole organization and of its busiest members. */
    organization: (org: number, fromMs: number, toMs: number, grain: Grain, size: number): Scan<OrganizationFigures> =>
      settled(() => organization(org, fromMs, toMs, grain, size)),

    /** For those who put several figures into one answer; not across threads. */
    ...{ settled, recently, figuresOf },
  };
}
export type Statistics = ReturnType<typeof statisticsStore>;

/** Stations that may have heard the source in the sealed part of an hour. */
function stationsOf({ scope, key }: Source, whole: readonly Bucket[]): number[] {
  if (byMessage(scope)) return [];
  if (scope !== Scope.endpointByStation) return [key];
  return [...new Set(whole.map(bucket => (scope === Scope.endpointByStation ? bucket.other : bucket.key)))];
}

function bucketsIn(tally: Tally, { scope, key }: Source): Bucket[] {
  const found: Bucket[] = [];
  const stored = scope === Scope.stationByEndpoint ? Scope.endpointByStation : scope;
  for (const { key: at, figures } of tally.countedOf(stored)) {
    const bucket = inScope(scope, at, figures);
    if (bucket?.key === key) found.push(bucket);
  }
  return found;
}

/** Whole hours as few roll-ups as possible. */
function pieces(fromMs: number, toMs: number, grain: Grain): [Grain, number, number][] {
  const firstDay = Math.ceil(fromMs / DAY_MS) * DAY_MS;
  const lastDay = bucketStart(toMs, DAY_S);
  if (grain === HOUR_S || firstDay >= lastDay) return [[HOUR_S, fromMs, toMs]];
  return [
    [HOUR_S, fromMs, firstDay],
    [DAY_S, firstDay, lastDay],
    [HOUR_S, lastDay, toMs],
  ];
}
