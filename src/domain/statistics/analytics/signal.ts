import type { Scan } from '../../../database/scan.ts';
import { DAY_S, HOUR_S } from '../../../kit/units.ts';
import { ORGANIZATION } from '../../message/figures/activity-rows.ts';
import { addCell, addStation, type Cell, type Levels, noCell, noStationCell } from '../../message/figures/cell.ts';
import type { LevelSums } from '../../message/figures/cell-sums.ts';
import { type Bin, type Quality, qualityOf, rssiHistogram, snrHistogram } from '../quality.ts';
import type { Reach, ReachReader, SumsVisit } from '../reach.ts';
import { type Granularity, slotStart, slots } from '../slots.ts';
import { type AnalyticsWindow, counts, type Registrations } from './registrations.ts';

/** Endpoints that are shown as weak, and how many messages each must have. */
const WEAKEST = 20;
const LEAST_MESSAGES = 5;

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

/** Sums of radio values, and of how many. */
type CountedLevels = LevelSums & { count: number };

const NOTHING: Readonly<CountedLevels> = { count: 0, snrSum: 0, rssiSum: 0, eqSnrSum: 0, eqSnrCount: 0 };

/** How well it is heard (platform API section 11). */
export function signalReader({
  reader,
  registrations,
}: {
  readonly reader: ReachReader;
  readonly registrations: Registrations;
}) {
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
    const sums: SumsVisit = (startAt, key, cell) => {
      if (!counts(key, false)) return;
      if (!stations) add(startAt, cell.messages, cell.levels);
      else for (const of of cell.stations) if (stations.has(of.station)) add(startAt, of.receptions, of.levels);
    };
    const grain = granularity === 'hour' ? HOUR_S : DAY_S;
    const detail = stations ? 'all' : 'cell';
    if (!endpoints) yield* reader.organizationSums(reach, grain, detail, sums);
    for (const endpoint of endpoints ?? []) {
      yield* reader.endpointSums(reach, grain, { endpoints: new Set([endpoint]), stations }, detail, sums);
    }
    return found;
  };

  const weakest = function* (
    reach: Reach,
    endpoints: ReadonlySet<number> | undefined,
    stations: ReadonlySet<number> | undefined,
  ): Scan<WeakEndpoint[]> {
    const endpointOf = registrations.newestEndpoints(reach.org);
    const sums = new Map<number, { count: number; snrSum: number; rssiSum: number }>();
    const visit = (key: number, count: number, { snrSum, rssiSum }: LevelSums) => {
      if (count === 0) return;
      const endpoint = endpointOf.of(Math.floor(key / 2));
      let sum = sums.get(endpoint);
      if (!sum) {
        sum = { count: 0, snrSum: 0, rssiSum: 0 };
        sums.set(endpoint, sum);
      }
      sum.count += count;
      sum.snrSum += snrSum;
      sum.rssiSum += rssiSum;
    };
    const asked = endpoints ? [...endpoints].map(endpoint => new Set([endpoint])) : [undefined];
    const detail = stations ? 'all' : 'radio';
    for (const those of asked) {
      yield* reader.endpointSums(reach, DAY_S, { endpoints: those, stations }, detail, (_startAt, key, cell) => {
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
      .map(({ id, ...weak }) => ({ ...registrations.named(id), ...weak }));
  };

  return function* (query: QualityQuery): Scan<QualityFigures> {
    const { org, fromMs, toMs, granularity, epEui, bsEui } = query;
    const endpoints = registrations.endpointsOf(org, epEui, undefined);
    const stations = registrations.stationsOf(bsEui);
    const [only] = endpoints ?? [];
    const endpoint = endpoints && endpoints.size === 1 ? only : undefined;
    const newest = yield* reader.unsealed();
    const reach = yield* reader.reach({ org, fromMs, toMs, newest, endpoint });
    const total = noCell();
    for (const id of endpoints ?? [undefined]) {
      const rows = yield* reader.rows(reach, DAY_S, id, () => 0);
      const cell = rows.get(0)?.cells.get(id === undefined ? ORGANIZATION : id * 2);
      if (cell) addCell(total, cell);
    }
    const described = describe(total, stations);
    const byStation = [...registrations.stationsIn(total)]
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
}

/** Of the messages, or of what stations have received of them. */
function describe(cell: Cell, stations: ReadonlySet<number> | undefined): { levels: Levels; count: number } {
  if (!stations) return { levels: cell.levels, count: cell.messages };
  const sum = noStationCell();
  for (const [id, station] of cell.stations) if (stations.has(id)) addStation(sum, station);
  return { levels: sum.levels, count: sum.receptions };
}
