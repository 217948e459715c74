import type { Db } from '../../database/driver.ts';
import type { Scan } from '../../database/scan.ts';
import { IdSet } from '../../kit/id-set.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S, MS_NS } from '../../kit/units.ts';
import { type ActivityRow, ORGANIZATION } from '../message/activity-rows.ts';
import {
  addCell,
  addStation,
  type Cell,
  type LevelSums,
  type Levels,
  noCell,
  noStationCell,
  type StationCell,
} from '../message/cell.ts';
import { bucketStart, type Grain } from '../message/figures.ts';
import type { History } from '../message/history.ts';
import type { Samples } from '../message/samples.ts';
import { type Bin, type Quality, qualityOf, rssiHistogram, snrHistogram } from './quality.ts';
import type { Reach, ReachReader, SumsVisit } from './reach.ts';
import { type Granularity, slotStart, slots } from './slots.ts';
import type { Ranked, Statistics } from './store.ts';

/** Hours that an overview shows. */
const MOST_HOURS = 744;
const TOP = 10;
/** Endpoints that are shown as weak, and how many messages each must have. */
const WEAKEST = 20;
const LEAST_MESSAGES = 5;
const DUPLICATE = ORGANIZATION + 1;

/** [fromMs, toMs) of an organization. */
export interface AnalyticsWindow {
  readonly org: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface OverviewQuery extends AnalyticsWindow {
  readonly includeDuplicates: boolean;
  readonly now: number;
}

export interface Overview {
  readonly messages: number;
  readonly activeEndpoints: number;
  readonly silentEndpoints: number;
  readonly activeStations: number;
  readonly avgRssi: number | undefined;
  readonly avgSnr: number | undefined;
  readonly avgEqSnr: number | undefined;
  readonly firstAt: number | undefined;
  readonly lastAt: number | undefined;
  readonly hourly: readonly { readonly start: number; readonly count: number }[];
  readonly last24h: number;
  readonly last7d: number;
  readonly duplicates: number;
  readonly decodeFailed: number;
  readonly receptionsPerMessage: number | undefined;
  readonly downlinksSent: number;
  readonly downlinksFailed: number;
  readonly topEndpoints: readonly Ranked[];
}

export interface ActivityQuery extends AnalyticsWindow {
  readonly granularity: Granularity;
  readonly epEui: string | undefined;
  readonly bsEui: string | undefined;
  /** Uuid. */
  readonly deviceModel: string | undefined;
  readonly includeDuplicates: boolean;
}

export interface ActivitySlot {
  readonly start: number;
  readonly messages: number;
  readonly endpoints: number;
  readonly stations: number;
  /** Sent. */
  readonly downlinks: number;
  readonly bytes: number;
}

export interface ActivityFigures {
  readonly messages: number;
  readonly endpoints: number;
  readonly stations: number;
  readonly slots: readonly ActivitySlot[];
}

export interface QualityQuery extends AnalyticsWindow {
  readonly granularity: Granularity | undefined;
  readonly epEui: string | undefined;
  readonly bsEui: string | undefined;
}

export interface WeakEndpoint {
  readonly eui: string;
  readonly name: string;
  readonly avgSnr: number;
  readonly avgRssi: number;
  readonly count: number;
}

export type Averages = Pick<Quality, 'count' | 'avgRssi' | 'avgSnr' | 'avgEqSnr'>;

export interface QualityFigures {
  readonly overall: Quality;
  readonly byStation: readonly { readonly station: number; readonly quality: Quality }[];
  readonly rssi: readonly Bin[];
  readonly snr: readonly Bin[];
  readonly slots: readonly ({ readonly start: number } & Averages)[];
  readonly weakest: readonly WeakEndpoint[];
}

/** The newest registration of what was registered again. */
interface Newest {
  of(id: number): number;
  distinct(ids: IdSet): number;
}

/** What a slot of activity has. */
interface SlotSums {
  messages: number;
  bytes: number;
  readonly endpoints: IdSet;
  readonly stations: IdSet;
}

/** Sums of radio values, and of how many. */
type CountedLevels = LevelSums & { count: number };

const NOTHING: Readonly<CountedLevels> = { count: 0, snrSum: 0, rssiSum: 0, eqSnrSum: 0, eqSnrCount: 0 };

/** Answers how an organization's radio goes (platform API section 11). */
export function analyticsReader(
  db: Db,
  {
    history,
    reader,
    settled,
  }: { readonly history: History; readonly reader: ReachReader } & Pick<Statistics, 'settled'>,
) {
  const failedBetween = db.prepare(
    `SELECT count(*) AS count FROM message
     WHERE org = ? AND rx_time_ns >= ? AND rx_time_ns < ? AND seq > ? AND seq < ? AND decode_status = 'failed'`,
  );
  const registered = db.prepare('SELECT id FROM endpoint WHERE org = ? AND deleted_at IS NULL');
  const endpointName = db.prepare('SELECT eui, name FROM endpoint WHERE id = ?');
  const ofEui = db.prepare('SELECT id FROM endpoint WHERE org = ? AND eui = ?');
  const stationsOf = db.prepare('SELECT id FROM base_station WHERE eui = ?');
  const ofModel = db.prepare('SELECT id FROM endpoint WHERE org = ? AND device_model = ? AND deleted_at IS NULL');
  const failedDownlinks = db.prepare(
    `SELECT count(*) AS count FROM downlink
     WHERE org = ? AND finished_at IS NOT NULL AND finished_at >= ? AND finished_at < ? AND state IN ('expired', 'invalid')`,
  );
  const sentDownlinks = db.prepare(
    `SELECT tx_time_ns / 3600000000000 AS hour, endpoint, station, count(*) AS count FROM downlink
     WHERE org = ? AND tx_time_ns >= ? AND tx_time_ns < ? AND state IN ('sent', 'acknowledged') GROUP BY 1, 2, 3`,
  );
  // What was registered again has another row, but is the same thing to those who ask.
  const formerEndpoints = db.prepare(
    `SELECT id, (SELECT max(id) FROM endpoint n WHERE n.org = e.org AND n.eui = e.eui) AS newest
     FROM endpoint e WHERE org = ? AND deleted_at IS NOT NULL`,
  );
  const formerStations = db.prepare(
    `SELECT id, (SELECT max(id) FROM base_station n WHERE n.eui = b.eui) AS newest
     FROM base_station b WHERE deleted_at IS NOT NULL`,
  );
  const newestOf = (rows: readonly unknown[]): Newest => {
    const newest = new Map((rows as { id: number; newest: number }[]).map(row => [row.id, row.newest]));
    return {
      of: (id: number): number => newest.get(id) ?? id,
      /** How many there are of these. */
      distinct(all: IdSet): number {
        if (newest.size === 0) return all.size;
        const found = new IdSet();
        for (const id of all) found.add(newest.get(id) ?? id);
        return found.size;
      },
    };
  };
  const ids = (rows: readonly unknown[]) => new Set((rows as { id: number }[]).map(({ id }) => id));

  const sent = ({ org, fromMs, toMs }: AnalyticsWindow) =>
    sentDownlinks.all(org, BigInt(fromMs) * MS_NS, BigInt(toMs) * MS_NS) as {
      hour: number;
      endpoint: number;
      station: number;
      count: number;
    }[];

  /** Of whole hours and, where the window cuts one, message by message. */
  const decodeFailed = ({ org, fromMs, toMs, failed }: Reach): number => {
    const range = [org, BigInt(fromMs) * MS_NS, BigInt(toMs) * MS_NS] as const;
    const count = (above: number, below: number) =>
      (failedBetween.get(...range, above, below) as { count: number }).count;
    if (fromMs >= toMs) return failed;
    const uncounted = history.activityFrom();
    return (
      failed +
      history.failuresIn(org, fromMs, toMs) +
      count(history.sealedUpTo(), Number.MAX_SAFE_INTEGER) +
      (uncounted > 0 ? count(0, uncounted) : 0)
    );
  };

  const countIn = function* (
    { org, fromMs, toMs }: AnalyticsWindow,
    includeDuplicates: boolean,
    newest: readonly Samples[],
  ): Scan<number> {
    let count = 0;
    const reach = yield* reader.reach(org, fromMs, toMs, newest);
    yield* reader.counts(reach, DAY_S, (_startAt, key, found) => {
      if (counts(key, includeDuplicates)) count += found;
    });
    return count;
  };

  const overview = function* (query: OverviewQuery): Scan<Overview> {
    const { org, fromMs, toMs, includeDuplicates, now } = query;
    const { samples: newest } = yield* reader.unsealed();
    const reach = yield* reader.reach(org, fromMs, toMs, newest);
    const rows = yield* reader.rows(reach, DAY_S, undefined, () => 0);
    const all = rows.get(0);
    const total = cellOf(all, includeDuplicates);
    const endpointOf = newestOf(formerEndpoints.all(org));
    const active = new Set([...activeOf(all, includeDuplicates)].map(endpointOf.of));
    const perEndpoint = new Map<number, number>();
    yield* reader.endpointCounts(reach, DAY_S, (key, messages) => {
      if (!counts(key, includeDuplicates) || messages === 0) return;
      const endpoint = endpointOf.of(Math.floor(key / 2));
      perEndpoint.set(endpoint, (perEndpoint.get(endpoint) ?? 0) + messages);
    });
    const shown = slots(Math.max(fromMs, bucketStart(toMs - 1, HOUR_S) - (MOST_HOURS - 1) * HOUR_MS), toMs, 'hour');
    const hourly = new Map<number, number>();
    const recentHours = { ...reach, fromMs: Math.max(reach.fromMs, shown[0]?.start ?? 0) };
    yield* reader.counts(recentHours, HOUR_S, (startAt, key, count) => {
      if (counts(key, includeDuplicates)) hourly.set(startAt, (hourly.get(startAt) ?? 0) + count);
    });
    const heard = [...stationsIn(total).values()].filter(({ receptions }) => receptions > 0);
    const receptions = heard.reduce((sum, station) => sum + station.receptions, 0);
    const quality = qualityOf(total.levels, total.messages);
    const some = (value: number) => (total.messages > 0 ? value : undefined);
    const recent = (ms: number) => countIn({ org, fromMs: now - ms, toMs: now }, includeDuplicates, newest);
    return {
      messages: total.messages,
      activeEndpoints: active.size,
      silentEndpoints: [...ids(registered.all(org))].filter(id => !active.has(id)).length,
      activeStations: heard.length,
      avgRssi: quality.avgRssi,
      avgSnr: quality.avgSnr,
      avgEqSnr: quality.avgEqSnr,
      firstAt: some(total.firstAt),
      lastAt: some(total.lastAt),
      hourly: shown.map(({ start }) => ({ start, count: hourly.get(start) ?? 0 })),
      last24h: yield* recent(DAY_MS),
      last7d: yield* recent(7 * DAY_MS),
      duplicates: all?.cells.get(DUPLICATE)?.messages ?? 0,
      decodeFailed: decodeFailed(reach),
      receptionsPerMessage: some(receptions / total.messages),
      downlinksSent: sent(query).reduce((sum, { count }) => sum + count, 0),
      downlinksFailed: (failedDownlinks.get(org, fromMs, toMs) as { count: number }).count,
      topEndpoints: busiest(perEndpoint),
    };
  };

  /** The endpoints with the most messages; those with equal numbers by EUI. */
  const busiest = (perEndpoint: ReadonlyMap<number, number>): Ranked[] => {
    const sorted = [...perEndpoint].sort(([, m], [, n]) => n - m);
    const least = sorted[TOP - 1]?.[1] ?? 0;
    return sorted
      .filter(([, count]) => count >= least)
      .map(([id, count]) => ({ ...(endpointName.get(id) as { eui: string; name: string }), count }))
      .sort((a, b) => b.count - a.count || (a.eui < b.eui ? -1 : 1))
      .slice(0, TOP);
  };

  /** What stations have heard of a cell, that of one which was registered again together. */
  const stationsIn = ({ stations }: Cell): Map<number, StationCell> => {
    const stationOf = newestOf(formerStations.all());
    const found = new Map<number, StationCell>();
    for (const [id, station] of stations) {
      const sum = found.get(stationOf.of(id)) ?? noStationCell();
      found.set(stationOf.of(id), sum);
      addStation(sum, station);
    }
    return found;
  };

  /** Endpoints that a query is about; undefined: all. */
  const endpointsOf = (
    org: number,
    epEui: string | undefined,
    deviceModel: string | undefined,
  ): ReadonlySet<number> | undefined => {
    const byEui = epEui === undefined ? undefined : ids(ofEui.all(org, epEui));
    const byModel = deviceModel === undefined ? undefined : ids(ofModel.all(org, deviceModel));
    return byEui && byModel ? byEui.intersection(byModel) : (byEui ?? byModel);
  };

  const activity = function* (query: ActivityQuery): Scan<ActivityFigures> {
    const { org, fromMs, toMs, granularity, epEui, bsEui, deviceModel, includeDuplicates } = query;
    const endpoints = endpointsOf(org, epEui, deviceModel);
    const stations = bsEui === undefined ? undefined : ids(stationsOf.all(bsEui));
    const reach = yield* reader.reach(org, fromMs, toMs, (yield* reader.unsealed()).samples);
    const grain = granularity === 'hour' ? HOUR_S : DAY_S;
    const found = new Map<number, SlotSums>();
    // One bucket is told of again and again.
    let last: { readonly startAt: number; readonly slot: SlotSums } | undefined;
    const slotAt = (startAt: number) => {
      if (last?.startAt === startAt) return last.slot;
      const start = slotStart(startAt, granularity);
      const slot = found.get(start) ?? { messages: 0, bytes: 0, endpoints: new IdSet(), stations: new IdSet() };
      found.set(start, slot);
      last = { startAt, slot };
      return slot;
    };
    if (!endpoints) yield* wholeActivity(reach, grain, slotAt, stations, includeDuplicates);
    if (endpoints || stations) {
      const [only] = endpoints ?? [];
      const few = endpoints && endpoints.size === 1 ? only : undefined;
      if (endpoints?.size !== 0) {
        yield* reader.endpointSums(reach, grain, few, true, (startAt, key, cell) => {
          const endpoint = Math.floor(key / 2);
          if (!counts(key, includeDuplicates) || (endpoints && !endpoints.has(endpoint))) return;
          const heard = cell.stations.filter(
            ({ station, receptions }) => receptions > 0 && (!stations || stations.has(station)),
          );
          if (stations ? heard.length === 0 : cell.messages === 0 && heard.length === 0) return;
          const slot = slotAt(startAt);
          if (stations ? heard.length > 0 : cell.messages > 0) slot.endpoints.add(endpoint);
          if (!endpoints) return;
          for (const { station } of heard) slot.stations.add(station);
          slot.messages += stations ? sumBy(heard, 'receptions') : cell.messages;
          slot.bytes += stations ? sumBy(heard, 'bytes') : cell.bytes;
        });
      }
    }
    const sentIn = new Map<number, number>();
    for (const { hour, endpoint, station, count } of sent(query)) {
      if ((endpoints && !endpoints.has(endpoint)) || (stations && !stations.has(station))) continue;
      const start = slotStart(hour * HOUR_MS, granularity);
      sentIn.set(start, (sentIn.get(start) ?? 0) + count);
    }
    const endpointOf = newestOf(formerEndpoints.all(org));
    const stationOf = newestOf(formerStations.all());
    const every = [...found.values()];
    const distinct = (sets: readonly IdSet[], newest: Newest) => {
      const all = new IdSet();
      for (const set of sets) all.addAll(set);
      return newest.distinct(all);
    };
    return {
      messages: every.reduce((sum, slot) => sum + slot.messages, 0),
      endpoints: distinct(
        every.map(slot => slot.endpoints),
        endpointOf,
      ),
      stations: distinct(
        every.map(slot => slot.stations),
        stationOf,
      ),
      slots: slots(fromMs, toMs, granularity).map(({ start }) => {
        const slot = found.get(start);
        return {
          start,
          messages: slot?.messages ?? 0,
          endpoints: slot ? distinct([slot.endpoints], endpointOf) : 0,
          stations: slot ? distinct([slot.stations], stationOf) : 0,
          downlinks: sentIn.get(start) ?? 0,
          bytes: slot?.bytes ?? 0,
        };
      }),
    };
  };

  /** The activity of an organization, or what some stations have of it; their endpoints are found elsewhere. */
  const wholeActivity = function* (
    reach: Reach,
    grain: Grain,
    slotAt: (startAt: number) => SlotSums,
    stations: ReadonlySet<number> | undefined,
    includeDuplicates: boolean,
  ): Scan<void> {
    yield* reader.organizationSums(reach, grain, {
      sums(startAt, key, cell) {
        if (!counts(key, includeDuplicates)) return;
        const slot = slotAt(startAt);
        for (const { station, receptions, bytes } of cell.stations) {
          if (receptions === 0 || stations?.has(station) === false) continue;
          slot.stations.add(station);
          if (!stations) continue;
          slot.messages += receptions;
          slot.bytes += bytes;
        }
        if (stations) return;
        slot.messages += cell.messages;
        slot.bytes += cell.bytes;
      },
      active: (startAt, key) => (!stations && counts(key, includeDuplicates) ? slotAt(startAt).endpoints : undefined),
    });
  };

  const quality = function* (query: QualityQuery): Scan<QualityFigures> {
    const { org, fromMs, toMs, granularity, epEui, bsEui } = query;
    const endpoints = endpointsOf(org, epEui, undefined);
    const stations = bsEui === undefined ? undefined : ids(stationsOf.all(bsEui));
    const reach = yield* reader.reach(org, fromMs, toMs, (yield* reader.unsealed()).samples);
    const total = noCell();
    for (const endpoint of endpoints ?? [undefined]) {
      const rows = yield* reader.rows(reach, DAY_S, endpoint, () => 0);
      const cell = rows.get(0)?.cells.get(endpoint === undefined ? ORGANIZATION : endpoint * 2);
      if (cell) addCell(total, cell);
    }
    const described = describe(total, stations);
    const byStation = [...stationsIn(total)]
      .filter(([id, { receptions }]) => receptions > 0 && (!stations || stations.has(id)))
      .map(([station, { levels, receptions }]) => ({ station, quality: qualityOf(levels, receptions) }));
    const perSlot = granularity && (yield* averages(reach, granularity, endpoints, stations));
    const shown = granularity === undefined ? [] : slots(fromMs, toMs, granularity);
    return {
      overall: qualityOf(described.levels, described.count),
      byStation: byStation.sort((a, b) => b.quality.count - a.quality.count || a.station - b.station),
      rssi: rssiHistogram(described.levels),
      snr: snrHistogram(described.levels),
      slots: shown.map(({ start }) => {
        const { count, snrSum, rssiSum, eqSnrSum, eqSnrCount } = perSlot?.get(start) ?? NOTHING;
        return {
          start,
          count,
          avgRssi: count > 0 ? rssiSum / count : undefined,
          avgSnr: count > 0 ? snrSum / count : undefined,
          avgEqSnr: eqSnrCount > 0 ? eqSnrSum / eqSnrCount : undefined,
        };
      }),
      weakest: yield* weakest(reach, endpoints, stations),
    };
  };

  /** Sums of the radio values in each slot. */
  const averages = function* (
    reach: Reach,
    granularity: Granularity,
    endpoints: ReadonlySet<number> | undefined,
    stations: ReadonlySet<number> | undefined,
  ): Scan<Map<number, CountedLevels>> {
    const found = new Map<number, CountedLevels>();
    const add = (startAt: number, count: number, levels: LevelSums) => {
      const start = slotStart(startAt, granularity);
      const sum = found.get(start) ?? { ...NOTHING };
      found.set(start, sum);
      sum.count += count;
      sum.snrSum += levels.snrSum;
      sum.rssiSum += levels.rssiSum;
      sum.eqSnrSum += levels.eqSnrSum;
      sum.eqSnrCount += levels.eqSnrCount;
    };
    const sums: SumsVisit['sums'] = (startAt, key, cell) => {
      if (!counts(key, false)) return;
      if (!stations) add(startAt, cell.messages, cell.levels);
      else for (const of of cell.stations) if (stations.has(of.station)) add(startAt, of.receptions, of.levels);
    };
    const grain = granularity === 'hour' ? HOUR_S : DAY_S;
    if (!endpoints) yield* reader.organizationSums(reach, grain, { sums, active: () => undefined });
    for (const endpoint of endpoints ?? []) {
      yield* reader.endpointSums(reach, grain, endpoint, stations !== undefined, sums);
    }
    return found;
  };

  const weakest = function* (
    reach: Reach,
    endpoints: ReadonlySet<number> | undefined,
    stations: ReadonlySet<number> | undefined,
  ): Scan<WeakEndpoint[]> {
    const endpointOf = newestOf(formerEndpoints.all(reach.org));
    const sums = new Map<number, { count: number; snrSum: number; rssiSum: number }>();
    const visit = (key: number, count: number, { snrSum, rssiSum }: LevelSums) => {
      if (count === 0) return;
      const endpoint = endpointOf.of(Math.floor(key / 2));
      const sum = sums.get(endpoint) ?? { count: 0, snrSum: 0, rssiSum: 0 };
      sums.set(endpoint, sum);
      sum.count += count;
      sum.snrSum += snrSum;
      sum.rssiSum += rssiSum;
    };
    const asked: readonly (number | undefined)[] = endpoints ? [...endpoints] : [undefined];
    for (const endpoint of asked) {
      yield* reader.endpointSums(reach, DAY_S, endpoint, stations !== undefined, (_startAt, key, cell) => {
        if (!counts(key, false)) return;
        if (!stations) visit(key, cell.messages, cell.levels);
        for (const of of cell.stations) {
          if (stations?.has(of.station)) visit(key, of.receptions, of.levels);
        }
      });
    }
    return [...sums]
      .filter(([, { count }]) => count >= LEAST_MESSAGES)
      .map(([id, { count, snrSum, rssiSum }]) => ({ id, count, avgSnr: snrSum / count, avgRssi: rssiSum / count }))
      .sort((a, b) => a.avgSnr - b.avgSnr || a.id - b.id)
      .slice(0, WEAKEST)
      .map(({ id, ...weak }) => ({ ...(endpointName.get(id) as { eui: string; name: string }), ...weak }));
  };

  return {
    /** The key figures of a window. */
    overview: (query: OverviewQuery): Scan<Overview> => settled(() => overview(query)),

    /** Counts per slot. With a station, only what that station received. */
    activity: (query: ActivityQuery): Scan<ActivityFigures> => settled(() => activity(query)),

    /** Radio values of messages or, with a station, of what that station received; and of each station. */
    quality: (query: QualityQuery): Scan<QualityFigures> => settled(() => quality(query)),
  };
}
export type Analytics = ReturnType<typeof analyticsReader>;

/** Whether a key is of messages that are asked for. */
const counts = (key: number, includeDuplicates: boolean) => includeDuplicates || key % 2 === 0;

const sumBy = <K extends string>(all: readonly Readonly<Record<K, number>>[], field: K) =>
  all.reduce((sum, each) => sum + each[field], 0);

function cellOf(row: ActivityRow | undefined, includeDuplicates: boolean): Cell {
  const plain = row?.cells.get(ORGANIZATION);
  const duplicate = includeDuplicates ? row?.cells.get(DUPLICATE) : undefined;
  if (!plain || !duplicate) return plain ?? duplicate ?? noCell();
  const sum = noCell();
  addCell(sum, plain);
  addCell(sum, duplicate);
  return sum;
}

function activeOf(row: ActivityRow | undefined, includeDuplicates: boolean): ReadonlySet<number> {
  const plain = row?.active.get(ORGANIZATION) ?? new Set<number>();
  const duplicate = includeDuplicates ? row?.active.get(DUPLICATE) : undefined;
  return duplicate ? plain.union(duplicate) : plain;
}

/** Of the messages, or of what stations have received of them. */
function describe(cell: Cell, stations: ReadonlySet<number> | undefined): { levels: Levels; count: number } {
  if (!stations) return { levels: cell.levels, count: cell.messages };
  const sum = noStationCell();
  for (const [id, station] of cell.stations) if (stations.has(id)) addStation(sum, station);
  return { levels: sum.levels, count: sum.receptions };
}
