import type { Db } from '../../database/driver.ts';
import { complete, type Scan } from '../../database/scan.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S } from '../../kit/units.ts';
import { bucketStart, type Grain, Scope, type ScopeId, sumOf } from '../message/figures.ts';
import { unpackFlags } from '../message/flags.ts';
import type { History } from '../message/history.ts';
import type { StoredMessage } from '../message/log.ts';
import { type Bucket, inScope } from '../message/rollups.ts';
import type { Messages } from '../message/store.ts';
import { Tally } from '../message/tally.ts';
import type { ReachReader } from './reach.ts';
import type { Unsealed } from './sample-reader.ts';

/** Whole days, so that roll-ups of days fit into it. */
const MONTH_MS = 30 * DAY_MS;
/** Messages counted one by one for an hour that a window cuts; a busier hour counts as a whole. */
const MAX_COUNTED = 50_000;
/** After so many times, figures are read in one go, however long others wait. */
const ATTEMPTS = 3;
/** Messages counted between two pauses. */
const PORTION = 64;

export interface OrganizationFigures {
  /** Per hour or day of the organization. */
  buckets: Bucket[];
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

interface Source {
  scope: ScopeId;
  /** Row id of what is counted; undefined is every one of the scope. */
  key: number | undefined;
  /** Organization that owns it. */
  org: number;
}

export interface Recent {
  /** What is counted of the unsealed part of the log. */
  readonly unsealed: Unsealed;
  /** Its messages, once somebody wants them. */
  lines?: UnsealedLines;
  /** What parts of hours came to, for all scopes that are counted of the same lines. */
  counted: Map<string, Tally>;
}

interface UnsealedLines {
  readonly rows: readonly StoredMessage[];
  readonly lateLines: ReturnType<Messages['unsealedLateLines']>;
}

/** Figures of now over any window: roll-ups of the sealed part of the log, and the rest counted by the same code. */
export function statisticsStore(
  db: Db,
  { history, messages, reader }: { history: History; messages: Messages; reader: ReachReader },
) {
  const pages = db.prepare(
    'SELECT (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size()) AS bytes',
  );
  const endpoints = db.prepare('SELECT id, eui, name FROM endpoint WHERE org = ?');
  const stations = db.prepare('SELECT id, eui, name FROM base_station WHERE org = ?');
  const registered = db.prepare(
    `SELECT (SELECT count(*) FROM endpoint WHERE org = ? AND deleted_at IS NULL) AS endpoints,
      (SELECT count(*) FROM base_station WHERE org = ? AND deleted_at IS NULL) AS stations`,
  );

  const owners = db.prepare('SELECT id FROM organization');
  const active = db.prepare(
    `SELECT count(*) AS count FROM endpoint e LEFT JOIN endpoint_heard h ON h.endpoint = e.id
     WHERE e.deleted_at IS NULL AND max(coalesce(h.last_seen_ns, 0), coalesce(e.attach_rx_time_ns, 0)) >= ?`,
  );

  const sealed = (grain: Grain, { scope, key }: Source, fromMs: number, toMs: number): Bucket[] =>
    key === undefined
      ? history.sumsPerKey(grain, scope, fromMs, toMs)
      : history.bucketsOf(grain, scope, key, fromMs, toMs);

  /** The unsealed part of the log, for all figures of one answer. */
  const recently = function* (): Scan<Recent> {
    return { unsealed: yield* reader.unsealed(), counted: new Map() };
  };

  const linesOf = function* (recent: Recent): Scan<UnsealedLines> {
    if (recent.lines) return recent.lines;
    const { lines, lateLines } = messages.consistent(() => ({
      lines: messages.unsealed(),
      lateLines: messages.unsealedLateLines(),
    }));
    const rows: StoredMessage[] = [];
    for (const message of lines) {
      if (message) rows.push(message);
      else yield;
    }
    recent.lines = { rows, lateLines };
    return recent.lines;
  };

  /** What is unsealed of whole hours. */
  const unsealed = (source: Source, fromMs: number, toMs: number, { unsealed: { tallies } }: Recent): Bucket[] =>
    tallies.flatMap(tally => bucketsIn(tally, source).filter(({ startAt }) => startAt >= fromMs && startAt < toMs));

  const lateOf = (rows: readonly StoredMessage[]) => {
    const seqs = rows.map(({ seq }) => seq);
    const first = seqs.reduce((low, seq) => Math.min(low, seq), Number.MAX_SAFE_INTEGER);
    const last = seqs.reduce((high, seq) => Math.max(high, seq), 0);
    return last === 0 ? new Map<number, Set<number>>() : messages.lateStations(first, last);
  };

  /** Part of one hour, counted from the messages themselves; undefined when they are too many or partly gone. */
  const exactly = function* (source: Source, fromMs: number, toMs: number, recent: Recent): Scan<Bucket[] | undefined> {
    const hour = bucketStart(fromMs, HOUR_S);
    const whole = sealed(HOUR_S, source, hour, hour + HOUR_MS);
    const newest = unsealed(source, hour, hour + HOUR_MS, recent);
    const all = [...whole, ...newest];
    // Buckets are counted with the time of the message, or of the copy: whatever is inside is inside as a whole.
    if (all.every(({ figures }) => figures.firstAt >= fromMs && figures.lastAt < toMs)) return all;
    const oldest = messages.oldestRxTime(source.org);
    const oldestMs = oldest === undefined ? Number.POSITIVE_INFINITY : Number(oldest / 1_000_000n);
    // Telegrams of long ago may have been reported lately: the oldest that is there does not tell what is gone.
    const thereMs = Math.max(oldestMs, messages.prunedAt());
    if (whole.some(({ figures }) => figures.firstAt < thereMs)) return undefined;
    if (sumOf(whole).receptions > MAX_COUNTED) return undefined;
    const stations = stationsOf(source, whole);
    const name = [fromMs, toMs, byMessage(source.scope), ownKey(source), ...stations].join(' ');
    let tally = recent.counted.get(name);
    if (!tally) {
      tally = new Tally();
      const none = { rows: [], lateLines: [] };
      const lines = byMessage(source.scope) || newest.length === 0 ? none : yield* linesOf(recent);
      const rows = yield* rowsOf(messages, source, fromMs, toMs, stations, lines);
      yield* countAll(tally, source, rows, lateOf(rows), fromMs, toMs);
      recent.counted.set(name, tally);
    }
    return bucketsIn(tally, source);
  };

  /**
   * Figures in [fromMs, toMs), bucket by bucket: whole days in one piece when the grain is a day, hours else. An hour that the
   * window cuts is counted message by message as long as they are there.
   */
  const figuresOf = function* (
    source: Source,
    fromMs: number,
    toMs: number,
    grain: Grain,
    recent: Recent,
  ): Scan<Bucket[]> {
    const firstWhole = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
    const lastWhole = bucketStart(toMs, HOUR_S);
    const found: Bucket[] = [];
    const wholeHours = function* (from: number, to: number): Scan<void> {
      if (from >= to) return;
      for (const [size, start, end] of pieces(from, to, grain)) {
        // Never more than a month in one statement.
        for (let at = start; at < end; at += MONTH_MS) {
          for (const bucket of sealed(size, source, at, Math.min(at + MONTH_MS, end))) found.push(bucket);
          yield;
        }
      }
      for (const bucket of unsealed(source, from, to, recent)) found.push(bucket);
    };
    const part = function* (from: number, to: number): Scan<void> {
      if (from >= to) return;
      const hour = bucketStart(from, HOUR_S);
      const counted = yield* exactly(source, from, to, recent);
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

  /** Reads again when a block was sealed meanwhile, or counted later: its lines would be counted twice, or not at all. */
  const settled = function* <T>(work: () => Scan<T>): Scan<T> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = [history.sealedUpTo(), history.activityFrom()];
      const found = yield* work();
      if (history.sealedUpTo() === before[0] && history.activityFrom() === before[1]) return found;
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
    const recent = yield* recently();
    const { samples } = recent.unsealed;
    const reach = yield* reader.reach(org, fromMs, toMs, samples);
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
      const ofOwner = id === org ? reach : yield* reader.reach(id, fromMs, toMs, samples);
      yield* reader.stationReceptions(ofOwner, (station, receptions) => {
        perStation.set(station, (perStation.get(station) ?? 0) + receptions);
      });
    }
    const now = registered.get(org, org) as { endpoints: number; stations: number };
    return {
      buckets: yield* figuresOf({ scope: Scope.organization, key: org, org }, fromMs, toMs, grain, recent),
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
    /** Registered endpoints of the installation heard at or after a time (milliseconds). */
    activeEndpoints: (since: number): number => (active.get(BigInt(since) * 1_000_000n) as { count: number }).count,

    figures: (source: Source, fromMs: number, toMs: number, grain: Grain): Scan<Bucket[]> =>
      settled(function* () {
        return yield* figuresOf(source, fromMs, toMs, grain, yield* recently());
      }),

    /** The figures of a whole organization and of its busiest members. */
    organization: (org: number, fromMs: number, toMs: number, grain: Grain, size: number): Scan<OrganizationFigures> =>
      settled(() => organization(org, fromMs, toMs, grain, size)),

    /** For those who put several figures into one answer; not across threads. */
    ...{ settled, recently, figuresOf },
  };
}
export type Statistics = ReturnType<typeof statisticsStore>;

const byMessage = (scope: ScopeId) => scope === Scope.organization || scope === Scope.endpoint;

/** What the lines are chosen by, beside their time. */
const ownKey = ({ scope, key }: Source) =>
  scope === Scope.endpoint || scope === Scope.endpointByStation ? key : undefined;

function* countAll(
  tally: Tally,
  { scope }: Source,
  rows: readonly StoredMessage[],
  late: ReadonlyMap<number, ReadonlySet<number>>,
  fromMs: number,
  toMs: number,
): Scan<void> {
  for (const [at, message] of rows.entries()) {
    if (at % PORTION === 0) yield;
    const lateHere = late.get(message.seq);
    if (byMessage(scope)) {
      if (!within(message.rxTime, fromMs, toMs)) continue;
      // As it was when it became visible, so that the count is the same before and after sealing.
      const receptions = message.receptions.filter(({ station }) => !lateHere?.has(station));
      const { seq, org, endpoint, packetCnt, rxTime, skipped } = message;
      const { duplicate } = unpackFlags(message.flags);
      tally.add({
        seq,
        org,
        endpoint,
        packetCnt: packetCnt ?? 0,
        rxTime,
        bytes: message.userData.length,
        duplicate,
        skipped,
        receptions,
      });
      continue;
    }
    for (const reception of message.receptions) {
      if (!within(reception.rxTime, fromMs, toMs)) continue;
      addCopy(tally, message, reception, reception.station, reception === message.receptions[0]);
    }
  }
}

function addCopy(
  tally: Tally,
  message: StoredMessage,
  reception: StoredMessage['receptions'][number],
  station: number,
  first: boolean,
): void {
  const { duplicate } = unpackFlags(message.flags);
  tally.addReception(
    message.seq,
    message.endpoint,
    { ...reception, station },
    first,
    message.userData.length,
    duplicate,
  );
}

/** Stations that may have heard the source in the sealed part of an hour. */
function stationsOf({ scope, key }: Source, whole: readonly Bucket[]): number[] {
  if (byMessage(scope)) return [];
  if (scope !== Scope.endpointByStation && key !== undefined) return [key];
  return [...new Set(whole.map(bucket => (scope === Scope.endpointByStation ? bucket.other : bucket.key)))];
}

/** Every message that can have a share in the window. */
function* rowsOf(
  messages: Messages,
  { scope, key, org }: Source,
  fromMs: number,
  toMs: number,
  stations: readonly number[],
  { rows: newest, lateLines }: UnsealedLines,
): Scan<StoredMessage[]> {
  const range = { fromNs: BigInt(fromMs) * 1_000_000n, toNs: BigInt(toMs) * 1_000_000n };
  if (byMessage(scope)) {
    const endpoint = scope === Scope.endpoint ? key : undefined;
    const found: StoredMessage[] = [];
    for (const { item } of messages.select({ org, endpoint, ...range }, { by: 'time', descending: false })) {
      if (item) found.push(item);
      yield;
    }
    return found;
  }
  const rows = new Map<number, StoredMessage>();
  const late = lateLines.map(({ message }) => message);
  for (const message of messages.sealedHeardBy(stations, range)) {
    if (message) rows.set(message.seq, message);
    yield;
  }
  for (const message of [...late, ...newest]) rows.set(message.seq, message);
  const found = [...rows.values()];
  return scope === Scope.endpointByStation ? found.filter(({ endpoint }) => endpoint === key) : found;
}

function bucketsIn(tally: Tally, { scope, key }: Source): Bucket[] {
  const found: Bucket[] = [];
  for (const { key: at, figures } of tally.counted()) {
    const bucket = inScope(scope, at, figures);
    if (bucket && (key === undefined || bucket.key === key)) found.push(bucket);
  }
  return found;
}

function within(rxTime: bigint, fromMs: number, toMs: number): boolean {
  return rxTime >= BigInt(fromMs) * 1_000_000n && rxTime < BigInt(toMs) * 1_000_000n;
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
