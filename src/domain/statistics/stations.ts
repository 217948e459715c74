import type { Db } from '../../database/driver.ts';
import type { Scan } from '../../database/scan.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S } from '../../kit/units.ts';
import type { Cell } from '../message/figures/cell.ts';
import { bucketStart } from '../message/figures/grain.ts';
import { type Samples, STATIONS } from '../message/figures/samples.ts';
import type { StationLines } from '../station/lines.ts';
import { availabilityReader } from './availability.ts';
import { summed } from './endpoints.ts';
import type { ReachReader } from './reach.ts';
import { type Granularity, nextSlot, slotStart } from './slots.ts';
import type { Statistics } from './statistics-store.ts';

/** Row ids of a station and of its organization, and a window, [fromMs, toMs). */
export interface StationWindow {
  org: number;
  station: number;
  fromMs: number;
  toMs: number;
}

export interface StationStatisticsQuery extends StationWindow {
  granularity: Granularity;
  now: number;
  /** Until when a span that has no end yet counts (milliseconds). */
  onlineUntil: number;
}

export interface StationSlot {
  start: number;
  uplinks: number;
  /** Sent. */
  downlinks: number;
  availability: number;
  avgRssi: number | undefined;
  avgSnr: number | undefined;
}

export interface StationStatistics {
  uplinks: number;
  firsts: number;
  downlinksSent: number;
  /** Expired there or invalid. */
  downlinksFailed: number;
  avgRssi: number | undefined;
  avgSnr: number | undefined;
  avgEqSnr: number | undefined;
  /** Connected part of the window up to now; undefined when the window has not begun. */
  availability: number | undefined;
  lastUplinkAt: number | undefined;
  /** Whole hours up to now. */
  last24h: number;
  last7d: number;
  last30d: number;
  uniqueEndpoints: number;
  topEndpoints: { eui: string; name: string; count: number }[];
  slots: StationSlot[];
}

const TOP = 20;
/** Of these times up to now it is told how much was heard. */
const LAST_MS = [DAY_MS, 7 * DAY_MS, 30 * DAY_MS] as const;

/** What one station heard, and how long it was connected. */
export function stationStatistics(
  db: Db,
  {
    reader,
    settled,
    lines,
  }: { reader: ReachReader; lines: Pick<StationLines, 'stationDownlinks'> } & Pick<Statistics, 'settled'>,
) {
  const availability = availabilityReader(db);
  const owners = db.prepare('SELECT id FROM organization');
  const names = db.prepare('SELECT eui, name FROM endpoint WHERE id = ? AND org = ?');

  /** How often it heard each endpoint, by row id; those of other organizations, too. */
  const heardBy = function* (
    { station, fromMs, toMs }: StationWindow,
    newest: readonly Samples[],
  ): Scan<Map<number, number>> {
    const perEndpoint = new Map<number, number>();
    const isOwn = (heard: { readonly station: number }) => heard.station === station;
    for (const { id } of owners.all() as { id: number }[]) {
      const reach = yield* reader.reach({ org: id, fromMs, toMs, newest });
      yield* reader.endpointSums(reach, DAY_S, { stations: new Set([station]) }, 'counts', (_startAt, key, cell) => {
        const receptions = cell.stations.find(isOwn)?.receptions ?? 0;
        const endpoint = Math.floor(key / 2);
        if (receptions > 0) perEndpoint.set(endpoint, (perEndpoint.get(endpoint) ?? 0) + receptions);
      });
    }
    return perEndpoint;
  };

  /** What it received, counted by its own clock: in its cells, messages are receptions, and what was lost is how often it was the first. */
  const received = function* (
    { station, fromMs, toMs }: StationWindow,
    granularity: Granularity,
    newest: readonly Samples[],
  ) {
    const reach = yield* reader.reach({ org: STATIONS, endpoint: station, fromMs, toMs, newest });
    const rows = yield* reader.rows(reach, granularity === 'hour' ? HOUR_S : DAY_S, station, at => at);
    return summed(rows, { fromMs, toMs, granularity }, station);
  };

  /** How much it received in the whole hours of times up to now: of each shorter one, and what the longer ones have more. */
  const lately = function* ({ station, now }: StationStatisticsQuery, newest: readonly Samples[]): Scan<number[]> {
    const found: number[] = [];
    let toMs = bucketStart(now, HOUR_S) + HOUR_MS;
    let count = 0;
    for (const ms of LAST_MS) {
      const fromMs = bucketStart(now - ms, HOUR_S);
      const reach = yield* reader.reach({ org: STATIONS, endpoint: station, fromMs, toMs, newest });
      yield* reader.endpointSums(reach, DAY_S, { endpoints: new Set([station]) }, 'cell', (_startAt, _key, cell) => {
        count += cell.messages;
      });
      found.push(count);
      toMs = fromMs;
    }
    return found;
  };

  /** Endpoints of other organizations are counted, but not named. */
  const busiest = (perEndpoint: ReadonlyMap<number, number>, org: number): StationStatistics['topEndpoints'] => {
    const found: StationStatistics['topEndpoints'] = [];
    for (const [id, count] of [...perEndpoint].sort(([a, m], [b, n]) => n - m || a - b)) {
      const named = names.get(id, org) as { eui: string; name: string } | undefined;
      if (named && found.push({ ...named, count }) === TOP) break;
    }
    return found;
  };

  const of = function* (query: StationStatisticsQuery): Scan<StationStatistics> {
    const { org, station, fromMs, toMs, granularity, now, onlineUntil } = query;
    const own = yield* reader.unsealedOf(station);
    const { total, slots } = yield* received(query, granularity, own);
    const [last24h = 0, last7d = 0, last30d = 0] = yield* lately(query, own);
    const ended = lines.stationDownlinks(station, 'hour', fromMs, toMs);
    const sentIn = new Map<number, number>();
    for (const { key: hour, sent } of ended) {
      const start = slotStart(hour, granularity);
      sentIn.set(start, (sentIn.get(start) ?? 0) + sent);
    }
    const perEndpoint = yield* heardBy(query, yield* reader.unsealed());
    const connected = availability(station, fromMs, toMs, onlineUntil);
    const available = (from: number, to: number) => connected(from, to, now);
    return {
      uplinks: total.messages,
      firsts: total.lost,
      downlinksSent: ended.reduce((sum, { sent }) => sum + sent, 0),
      downlinksFailed: ended.reduce((sum, { failed }) => sum + failed, 0),
      ...averages(total),
      avgEqSnr: total.levels.eqSnrCount > 0 ? total.levels.eqSnrSum / total.levels.eqSnrCount : undefined,
      availability: available(fromMs, toMs),
      lastUplinkAt: total.messages > 0 ? total.lastAt : undefined,
      ...{ last24h, last7d, last30d },
      uniqueEndpoints: perEndpoint.size,
      topEndpoints: busiest(perEndpoint, org),
      slots: slots.map(({ start, cell }) => {
        const availability = available(Math.max(start, fromMs), Math.min(nextSlot(start, granularity), toMs)) ?? 0;
        return { start, uplinks: cell.messages, downlinks: sentIn.get(start) ?? 0, availability, ...averages(cell) };
      }),
    };
  };

  return {
    /** All that it heard, of it what used a counter again, and row ids of whom: of other organizations, too. */
    heard: (
      window: StationWindow,
    ): Scan<{ readonly total: Cell; readonly duplicates: number; readonly endpoints: ReadonlySet<number> }> =>
      settled(function* () {
        const { total, duplicates } = yield* received(window, 'day', yield* reader.unsealedOf(window.station));
        const heard = yield* heardBy(window, yield* reader.unsealed());
        return { total, duplicates, endpoints: new Set(heard.keys()) };
      }),

    of: (query: StationStatisticsQuery): Scan<StationStatistics> => settled(() => of(query)),
  };
}

function averages({ messages, levels }: Cell) {
  return {
    avgRssi: messages > 0 ? levels.rssiSum / messages : undefined,
    avgSnr: messages > 0 ? levels.snrSum / messages : undefined,
  };
}
