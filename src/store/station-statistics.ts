import { addFigures, addRadio, type Figures, noFigures, Scope } from '../domain/uplink/figures.ts';
import { type Granularity, slotStart, slots } from '../domain/uplink/slots.ts';
import { bucketStart, DAY, type Grain, HOUR } from '../domain/uplink/tail.ts';
import type { Db } from './driver.ts';
import type { Bucket, History } from './history.ts';
import type { Messages } from './messages.ts';

export interface StationStatisticsQuery {
  station: number;
  /** [fromMs, toMs) */
  fromMs: number;
  toMs: number;
  granularity: Granularity;
  now: number;
  /** Until when a span that has no end yet counts (milliseconds). */
  onlineUntil: number;
}

export interface StationSlot {
  start: number;
  uplinks: number;
  availability: number;
  avgRssi: number | undefined;
  avgSnr: number | undefined;
}

export interface StationStatistics {
  uplinks: number;
  firsts: number;
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

const HOUR_MS = HOUR * 1000;
const DAY_MS = DAY * 1000;
const TOP = 20;
/** Lines read one by one to cut an hour in two; a busier hour counts as a whole. */
const MAX_LINES = 20_000;

/** What one station heard: roll-ups for whole hours and days, the log for what is not in them yet and for hours cut in two. */
export function stationStatistics(db: Db, { history, messages }: { history: History; messages: Messages }) {
  const spans = db.prepare(
    `SELECT connected_at, disconnected_at FROM presence
     WHERE station = ? AND connected_at < ? AND coalesce(disconnected_at, ?) > ?`,
  );
  const names = db.prepare('SELECT eui, name FROM endpoint WHERE id = ?');

  /** Figures per hour and endpoint of the unsealed end of the log. */
  const unsealed = (station: number): Bucket[] => {
    const found = new Map<string, Bucket>();
    const add = (endpoint: number, line: Line) => {
      const startAt = bucketStart(line.atMs, HOUR);
      const key = `${startAt} ${endpoint}`;
      const bucket = found.get(key) ?? { startAt, key: station, other: endpoint, figures: noFigures() };
      count(bucket.figures, line);
      found.set(key, bucket);
    };
    const sealed = history.sealedUpTo();
    for (const { endpoint, receptions } of messages.tail()) {
      const mine = receptions.find(reception => reception.station === station);
      if (mine) add(endpoint, lineOf(mine, mine === receptions[0]));
    }
    for (const { message, reception } of messages.lateAfter(station, sealed, Number.MAX_SAFE_INTEGER)) {
      if (message.seq <= sealed) add(message.endpoint, lineOf(reception, false));
    }
    return [...found.values()];
  };

  /** One part of an hour, line by line; undefined when that would be too many, or lines of it are gone already. */
  const partOfHour = (station: number, fromMs: number, toMs: number): Bucket[] | undefined => {
    const startAt = bucketStart(fromMs, HOUR);
    const found = new Map<number, Bucket>();
    let lines = 0;
    const from = BigInt(fromMs) * 1_000_000n;
    const before = [BigInt(toMs) * 1_000_000n, 0] as const;
    for (const { message, reception } of messages.stationLines(station, {}, true, before)) {
      if (reception.rxTime < from) break;
      if (++lines > MAX_LINES) return undefined;
      const bucket = found.get(message.endpoint) ?? {
        startAt,
        key: station,
        other: message.endpoint,
        figures: noFigures(),
      };
      count(bucket.figures, lineOf(reception, message.receptions[0] === reception));
      found.set(message.endpoint, bucket);
    }
    const whole = history.bucketsOf(HOUR, Scope.station, station, startAt, startAt + HOUR_MS);
    return lines === 0 && whole.some(({ figures }) => figures.receptions > 0 && figures.lastAt < oldestMs(station))
      ? undefined
      : [...found.values()];
  };
  const oldestMs = (station: number): number => {
    for (const { reception } of messages.stationLines(station, {}, false)) return Number(reception.rxTime / 1_000_000n);
    return Number.POSITIVE_INFINITY;
  };

  /** Everything in [fromMs, toMs): per hour, or per endpoint and hour; with `days`, whole days in one piece. */
  const heard = (query: StationStatisticsQuery, parts: Parts): ((scope: StationScope, days: boolean) => Bucket[]) => {
    const { station, fromMs, toMs, now } = query;
    const firstWhole = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
    // The hour of now is complete: nothing of the time to come is in it.
    const endsNow = toMs >= now;
    const lastWhole = endsNow ? Math.ceil(toMs / HOUR_MS) * HOUR_MS : bucketStart(toMs, HOUR);
    const inOneHour = firstWhole > lastWhole;
    const cuts: { from: number; lines: Bucket[] | undefined }[] = [];
    const cut = (from: number, to: number) => {
      if (from < to) cuts.push({ from: bucketStart(from, HOUR), lines: partOfHour(station, from, to) });
    };
    cut(fromMs, inOneHour ? toMs : Math.min(firstWhole, toMs));
    if (!inOneHour && !endsNow) cut(lastWhole, toMs);

    return (scope, days) => {
      const whole = (from: number, to: number): Bucket[] => [
        ...pieces(from, to, days).flatMap(([grain, start, end]) =>
          history.bucketsOf(grain, scope, station, start, end),
        ),
        ...parts.unsealed.filter(({ startAt }) => startAt >= from && startAt < to),
      ];
      return [
        ...(inOneHour ? [] : whole(firstWhole, lastWhole)),
        ...cuts.flatMap(({ from, lines }) => lines ?? whole(from, from + HOUR_MS)),
      ];
    };
  };

  const receptionsSince = (station: number, recent: readonly Bucket[], now: number, ms: number): number => {
    const from = bucketStart(now - ms, HOUR);
    const sealed = pieces(from, now + HOUR_MS, true).flatMap(([grain, start, end]) =>
      history.bucketsOf(grain, Scope.station, station, start, end),
    );
    return sum([...sealed, ...recent.filter(({ startAt }) => startAt >= from)]).receptions;
  };

  return {
    of(query: StationStatisticsQuery): StationStatistics {
      const { station, fromMs, toMs, granularity, now, onlineUntil } = query;
      const recent = unsealed(station);
      const read = heard(query, { unsealed: recent });
      const byEndpoint = read(Scope.stationByEndpoint, true);
      const total = sum(byEndpoint);
      const perSlot = new Map<number, Figures>();
      for (const { startAt, figures } of read(Scope.station, granularity !== 'hour')) {
        const start = slotStart(startAt, granularity);
        const slot = perSlot.get(start) ?? noFigures();
        addFigures(slot, figures);
        perSlot.set(start, slot);
      }
      const perEndpoint = new Map<number, number>();
      for (const { other, figures } of byEndpoint) {
        perEndpoint.set(other, (perEndpoint.get(other) ?? 0) + figures.receptions);
      }
      const online = (spans.all(station, toMs, onlineUntil, fromMs) as SpanRow[]).map(span => ({
        from: span.connected_at,
        to: span.disconnected_at ?? onlineUntil,
      }));
      const available = (from: number, to: number) => {
        const end = Math.min(to, now);
        return from < end ? connected(online, from, end) / (end - from) : undefined;
      };
      return {
        uplinks: total.receptions,
        firsts: total.firsts,
        ...averages(total),
        avgEqSnr: total.eqSnrCount > 0 ? total.eqSnrSum / total.eqSnrCount : undefined,
        availability: available(fromMs, toMs),
        lastUplinkAt: total.receptions > 0 ? total.lastAt : undefined,
        last24h: receptionsSince(station, recent, now, DAY_MS),
        last7d: receptionsSince(station, recent, now, 7 * DAY_MS),
        last30d: receptionsSince(station, recent, now, 30 * DAY_MS),
        uniqueEndpoints: perEndpoint.size,
        topEndpoints: [...perEndpoint]
          .sort(([a, m], [b, n]) => n - m || a - b)
          .slice(0, TOP)
          .map(([id, count]) => ({ ...(names.get(id) as { eui: string; name: string }), count })),
        slots: slots(fromMs, toMs, granularity).map(({ start, end }) => {
          const figures = perSlot.get(start) ?? noFigures();
          const availability = available(Math.max(start, fromMs), Math.min(end, toMs)) ?? 0;
          return { start, uplinks: figures.receptions, availability, ...averages(figures) };
        }),
      };
    },
  };
}

type StationScope = typeof Scope.station | typeof Scope.stationByEndpoint;

interface Parts {
  /** Per hour and endpoint, the end of the log that no roll-up holds yet. */
  readonly unsealed: readonly Bucket[];
}

interface SpanRow {
  connected_at: number;
  disconnected_at: number | null;
}

interface Line {
  readonly atMs: number;
  readonly first: boolean;
  readonly radio: { snr: number; rssi: number; eqSnr?: number | undefined };
}

function lineOf(reception: Line['radio'] & { rxTime: bigint }, first: boolean): Line {
  return { atMs: Number(reception.rxTime / 1_000_000n), first, radio: reception };
}

function count(figures: Figures, { atMs, first, radio: { snr, rssi, eqSnr } }: Line): void {
  figures.receptions++;
  if (first) figures.firsts++;
  addRadio(figures, { snr, rssi, eqSnr }, atMs);
}

function sum(buckets: readonly Bucket[]): Figures {
  const total = noFigures();
  for (const { figures } of buckets) addFigures(total, figures);
  return total;
}

function averages({ receptions, rssiSum, snrSum }: Figures) {
  return {
    avgRssi: receptions > 0 ? rssiSum / receptions : undefined,
    avgSnr: receptions > 0 ? snrSum / receptions : undefined,
  };
}

function connected(spans: readonly { from: number; to: number }[], from: number, to: number): number {
  let ms = 0;
  for (const span of spans) ms += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from));
  return ms;
}

/** Whole hours as few roll-ups as possible: days where days fit, hours at the ends. */
function pieces(fromMs: number, toMs: number, daysInside: boolean): [Grain, number, number][] {
  const firstDay = Math.ceil(fromMs / DAY_MS) * DAY_MS;
  const lastDay = bucketStart(toMs, DAY);
  if (!daysInside || firstDay >= lastDay) return [[HOUR, fromMs, toMs]];
  return [
    [HOUR, fromMs, firstDay],
    [DAY, firstDay, lastDay],
    [HOUR, lastDay, toMs],
  ];
}
