import type { Db } from '../../database/driver.ts';
import type { Scan } from '../../database/scan.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S } from '../../kit/units.ts';
import { addFigures, bucketStart, type Figures, noFigures, Scope, sumOf } from '../message/figures.ts';
import type { StationLines } from '../station/lines.ts';
import { availabilityReader } from './availability.ts';
import type { ReachReader } from './reach.ts';
import { type Granularity, slotStart, slots } from './slots.ts';
import type { FiguresWindow, Recent, Statistics } from './store.ts';

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
const LAST_MS = [DAY_MS, 7 * DAY_MS, 30 * DAY_MS];
const scope = Scope.station;

/** What one station heard, and how long it was connected. */
export function stationStatistics(
  db: Db,
  {
    statistics,
    reader,
    lines,
  }: { statistics: Statistics; reader: ReachReader; lines: Pick<StationLines, 'stationDownlinks'> },
) {
  const availability = availabilityReader(db);
  const owners = db.prepare('SELECT id FROM organization');
  const names = db.prepare('SELECT eui, name FROM endpoint WHERE id = ? AND org = ?');

  /** How often it heard each endpoint, by row id; those of other organizations, too. */
  const heardBy = function* ({ station, fromMs, toMs }: StationWindow, recent: Recent): Scan<Map<number, number>> {
    const perEndpoint = new Map<number, number>();
    const isOwn = (heard: { readonly station: number }) => heard.station === station;
    for (const { id } of owners.all() as { id: number }[]) {
      const reach = yield* reader.reach({ org: id, fromMs, toMs, newest: recent.unsealed.samples });
      yield* reader.endpointSums(reach, DAY_S, { stations: new Set([station]) }, 'counts', (_startAt, key, cell) => {
        const receptions = cell.stations.find(isOwn)?.receptions ?? 0;
        const endpoint = Math.floor(key / 2);
        if (receptions > 0) perEndpoint.set(endpoint, (perEndpoint.get(endpoint) ?? 0) + receptions);
      });
    }
    return perEndpoint;
  };

  const of = function* (query: StationStatisticsQuery): Scan<StationStatistics> {
    const recent = yield* statistics.recently();
    const { org, station, fromMs, toMs, granularity, now, onlineUntil } = query;
    const nextHour = bucketStart(now, HOUR_S) + HOUR_MS;
    const windows: FiguresWindow[] = [
      { scope, fromMs, toMs, grain: granularity === 'hour' ? HOUR_S : DAY_S },
      ...LAST_MS.map(ms => ({ scope, fromMs: bucketStart(now - ms, HOUR_S), toMs: nextHour, grain: DAY_S }) as const),
    ];
    const [buckets = [], ...last] = yield* statistics.figuresOf({ key: station, org }, windows, recent);
    const [last24h = 0, last7d = 0, last30d = 0] = last.map(found => sumOf(found).receptions);
    const total = sumOf(buckets);
    const perSlot = new Map<number, Figures>();
    for (const { startAt, figures } of buckets) {
      const start = slotStart(startAt, granularity);
      const slot = perSlot.get(start) ?? noFigures();
      addFigures(slot, figures);
      perSlot.set(start, slot);
    }
    const ended = lines.stationDownlinks(station, 'hour', fromMs, toMs);
    const sentIn = new Map<number, number>();
    for (const { key: hour, sent } of ended) {
      const start = slotStart(hour, granularity);
      sentIn.set(start, (sentIn.get(start) ?? 0) + sent);
    }
    const perEndpoint = yield* heardBy(query, recent);
    const connected = availability(station, fromMs, toMs, onlineUntil);
    const available = (from: number, to: number) => connected(from, to, now);
    return {
      uplinks: total.receptions,
      firsts: total.firsts,
      downlinksSent: ended.reduce((sum, { sent }) => sum + sent, 0),
      downlinksFailed: ended.reduce((sum, { failed }) => sum + failed, 0),
      ...averages(total),
      avgEqSnr: total.eqSnrCount > 0 ? total.eqSnrSum / total.eqSnrCount : undefined,
      availability: available(fromMs, toMs),
      lastUplinkAt: total.receptions > 0 ? total.lastAt : undefined,
      ...{ last24h, last7d, last30d },
      uniqueEndpoints: perEndpoint.size,
      topEndpoints: [...perEndpoint]
        .sort(([a, m], [b, n]) => n - m || a - b)
        .flatMap(([id, count]) => {
          // Endpoints of other organizations are counted, but not named.
          const named = names.get(id, org) as { eui: string; name: string } | undefined;
          return named ? [{ ...named, count }] : [];
        })
        .slice(0, TOP),
      slots: slots(fromMs, toMs, granularity).map(({ start, end }) => {
        const figures = perSlot.get(start) ?? noFigures();
        const availability = available(Math.max(start, fromMs), Math.min(end, toMs)) ?? 0;
        const downlinks = sentIn.get(start) ?? 0;
        return { start, uplinks: figures.receptions, downlinks, availability, ...averages(figures) };
      }),
    };
  };

  return {
    /** All that it heard, and row ids of whom: of other organizations, too. */
    heard: (window: StationWindow): Scan<{ readonly total: Figures; readonly endpoints: ReadonlySet<number> }> =>
      statistics.settled(function* () {
        const recent = yield* statistics.recently();
        const { org, station: key, fromMs, toMs } = window;
        const [buckets = []] = yield* statistics.figuresOf(
          { key, org },
          [{ scope, fromMs, toMs, grain: DAY_S }],
          recent,
        );
        return { total: sumOf(buckets), endpoints: new Set((yield* heardBy(window, recent)).keys()) };
      }),

    of: (query: StationStatisticsQuery): Scan<StationStatistics> => statistics.settled(() => of(query)),
  };
}

function averages({ receptions, rssiSum, snrSum }: Figures) {
  return {
    avgRssi: receptions > 0 ? rssiSum / receptions : undefined,
    avgSnr: receptions > 0 ? snrSum / receptions : undefined,
  };
}
