import type { Db } from '../../../database/driver.ts';
import type { Scan } from '../../../database/scan.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S, MS_NS } from '../../../kit/units.ts';
import { type ActivityRow, ORGANIZATION } from '../../message/figures/activity-rows.ts';
import { addCell, type Cell, noCell } from '../../message/figures/cell.ts';
import { bucketStart } from '../../message/figures/grain.ts';
import type { History } from '../../message/history.ts';
import { qualityOf } from '../quality.ts';
import type { Reach, ReachReader } from '../reach.ts';
import { slots } from '../slots.ts';
import type { Ranked } from '../statistics-store.ts';
import { type AnalyticsWindow, counts, type Registrations } from './registrations.ts';

/** Hours that an overview shows. */
const MOST_HOURS = 744;
const TOP = 10;
const DUPLICATE = ORGANIZATION + 1;

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

/** The key figures of a window (platform API section 11). */
export function overviewReader(
  db: Db,
  {
    history,
    reader,
    registrations,
  }: { readonly history: History; readonly reader: ReachReader; readonly registrations: Registrations },
) {
  const failedBetween = db.prepare(
    `SELECT count(*) AS count FROM message
     WHERE org = ? AND rx_time_ns >= ? AND rx_time_ns < ? AND seq > ? AND seq < ? AND decode_status = 'failed'`,
  );
  const failedDownlinks = db.prepare(
    `SELECT count(*) AS count FROM downlink
     WHERE org = ? AND finished_at IS NOT NULL AND finished_at >= ? AND finished_at < ? AND state IN ('expired', 'invalid')`,
  );

  /** Of whole hours and, where the window cuts one, message by message. */
  const decodeFailed = ({ org, fromMs, toMs, parts }: Reach): number => {
    const count = (from: number, to: number, above: number, below: number) => {
      const range = [org, BigInt(from) * MS_NS, BigInt(to) * MS_NS] as const;
      return (failedBetween.get(...range, above, below) as { count: number }).count;
    };
    // Failures of hours that have changed are counted with their hour: no copy changes them.
    const cut = parts.filter(part => part.toMs <= fromMs || part.fromMs >= toMs);
    const inParts = cut.reduce((sum, part) => sum + count(part.fromMs, part.toMs, 0, Number.MAX_SAFE_INTEGER), 0);
    if (fromMs >= toMs) return inParts;
    const uncounted = history.activityFrom();
    return (
      inParts +
      history.failuresIn(org, fromMs, toMs) +
      count(fromMs, toMs, history.sealedUpTo(), Number.MAX_SAFE_INTEGER) +
      (uncounted > 0 ? count(fromMs, toMs, 0, uncounted) : 0)
    );
  };

  /** The endpoints with the most messages; those with equal numbers by EUI. */
  const busiest = (perEndpoint: ReadonlyMap<number, number>): Ranked[] => {
    const sorted = [...perEndpoint].sort(([, m], [, n]) => n - m);
    const least = sorted[TOP - 1]?.[1] ?? 0;
    const more = sorted.filter(([, count]) => count > least).map(([id]) => id);
    // Where all send every hour, all have sent as much.
    const equal = sorted.filter(([, count]) => count === least).map(([id]) => id);
    return [...registrations.firstByEui(more, TOP), ...registrations.firstByEui(equal, TOP)]
      .map(({ id, eui, name }) => ({ eui, name, count: perEndpoint.get(id) ?? 0 }))
      .sort((a, b) => b.count - a.count || (a.eui < b.eui ? -1 : 1))
      .slice(0, TOP);
  };

  return function* (query: OverviewQuery): Scan<Overview> {
    const { org, fromMs, toMs, includeDuplicates, now } = query;
    const newest = yield* reader.unsealed();
    const reach = yield* reader.reach({ org, fromMs, toMs, newest });
    const rows = yield* reader.rows(reach, DAY_S, undefined, () => 0);
    const all = rows.get(0);
    const total = cellOf(all, includeDuplicates);
    const endpointOf = registrations.newestEndpoints(org);
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
    const heard = [...registrations.stationsIn(total).values()].filter(({ receptions }) => receptions > 0);
    const receptions = heard.reduce((sum, station) => sum + station.receptions, 0);
    const quality = qualityOf(total.levels, total.messages);
    const some = (value: number) => (total.messages > 0 ? value : undefined);
    const recent = function* (ms: number): Scan<number> {
      const { count, duplicates } = yield* reader.messageCount({ org, fromMs: now - ms, toMs: now, newest });
      return includeDuplicates ? count : count - duplicates;
    };
    return {
      messages: total.messages,
      activeEndpoints: active.size,
      silentEndpoints: [...registrations.registered(org)].filter(id => !active.has(id)).length,
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
      downlinksSent: registrations.sentDownlinks(query).reduce((sum, { count }) => sum + count, 0),
      downlinksFailed: (failedDownlinks.get(org, fromMs, toMs) as { count: number }).count,
      topEndpoints: busiest(perEndpoint),
    };
  };
}

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
