import type { Scan } from '../../database/scan.ts';
import { DAY_MS, DAY_S, HOUR_MS, MS_NS, SECOND_MS } from '../../kit/units.ts';
import type { Value } from '../blueprint/codec/blueprint.ts';
import type { DecodedMessage } from '../message/decoded.ts';
import type { StoredMessage } from '../message/log.ts';
import type { Messages } from '../message/message-store.ts';
import { best } from '../message/reception.ts';
import { addFigures, type ValueDay } from './day.ts';
import type { PresentDays } from './present-days.ts';

/** What the radio says of each message, where the payloads of a window have no value of that name. */
export const radioKeys = ['rssi', 'snr', 'eqSnr', 'packetCnt'] as const;

export const aggregations = ['none', 'avg', 'min', 'max', 'sum', 'count', 'last'] as const;
export type Aggregation = Exclude<(typeof aggregations)[number], 'none'>;

export type PointValue = number | string | boolean;

export interface SeriesQuery {
  readonly org: number;
  /** Row id of one registration. */
  readonly endpoint: number;
  /** Names of values; undefined: all that are decoded. */
  readonly keys: readonly string[] | undefined;
  /** Radio time, [from, to), milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
}

export interface PointsQuery extends SeriesQuery {
  readonly descending: boolean;
  /** Points of one key. */
  readonly limit: number;
  /** What all points together may take, as `POINT_BYTES` and the length of texts say. */
  readonly room: number;
}

export interface SumsQuery extends SeriesQuery {
  /** `band`: the average, and beside it the bounds and the count. */
  readonly aggregation: Aggregation | 'band';
  /** Buckets begin at whole multiples of it, counted from 1970 on. */
  readonly stepMs: number;
}

/** Between what the numbers of a point lie, and how many there are. */
export interface Band {
  readonly min: number;
  readonly max: number;
  readonly n: number;
}

/** What was measured under one name. Times and values belong together by their places. */
export interface Series {
  readonly key: string;
  /** Empty: none, or not known here. */
  readonly unit: string;
  /** Milliseconds. */
  readonly times: readonly number[];
  readonly values: readonly PointValue[];
  /** Of each point, where a band was asked for. */
  readonly bands?: readonly Band[];
  /** Seconds that some of the points are for, where they are for more than was asked: of those days nothing finer is kept. */
  readonly resolution?: number;
}

export interface Points {
  readonly series: readonly Series[];
  /** There are more points. */
  readonly truncated: boolean;
  /** What is left of the room. */
  readonly room: number;
}

/** What a point counts for in the room of an answer, about as much as it takes there. */
export const POINT_BYTES = 32;
/**
 * Messages of which single points are shown: enough for years of a device that sends every few minutes. What is put together is of all
 * there are, as long as the call may take.
 */
const MOST_MESSAGES = 250_000;

interface Sum {
  n: number;
  sum: number;
  min: number;
  max: number;
  last: number;
  lastAt: number;
}
type Sums = Map<string, Map<number, Sum>>;

interface Growing {
  unit: string;
  readonly times: number[];
  readonly values: PointValue[];
  readonly bands?: readonly Band[];
}

/** Reads what an endpoint has measured, point by point or put together by time. */
export function valueSeries({
  messages,
  decoded,
  days,
}: {
  messages: Pick<Messages, 'select'>;
  decoded(message: StoredMessage): DecodedMessage;
  days: PresentDays['days'];
}) {
  /** Messages of a window in the order of their radio times; undefined where a pause is due. */
  function* walk({ org, endpoint, fromMs, toMs }: SeriesQuery, descending: boolean) {
    if (fromMs >= toMs) return;
    const query = { org, endpoint, fromNs: BigInt(fromMs) * MS_NS, toNs: BigInt(toMs) * MS_NS };
    for (const { item } of messages.select(query, { by: 'time', descending })) yield item;
  }

  /** What the payload of a message says under the names that are wanted. */
  function* ofPayload(message: StoredMessage, wanted: ReadonlySet<string> | undefined): Generator<Said> {
    if (message.decoding === null || message.decodeStatus !== 'success') return;
    const { values, shown } = decoded(message);
    let place = 0;
    for (const [key, value] of values ?? []) {
      const unit = shown[place++]?.unit ?? '';
      const plain = plainValue(value);
      if (plain !== undefined && wanted?.has(key) !== false) yield { key, value: plain, unit };
    }
  }

  /** Adds the numbers of messages to buckets. */
  function* addMessages(
    query: SeriesQuery,
    stepMs: number,
    to: Sums,
    saidIn: (message: StoredMessage) => Iterable<Said>,
  ): Scan<void> {
    for (const message of walk(query, false)) {
      if (message) {
        const at = Number(message.rxTime / MS_NS);
        const bucket = Math.floor(at / stepMs) * stepMs;
        for (const { key, value } of saidIn(message)) {
          if (typeof value === 'number') add(to, key, bucket, one(value, at));
        }
      }
      yield;
    }
  }

  /** Days of which no hours are kept, where buckets of days would be too coarse (clarification T7). */
  function* coarseDays({ endpoint, fromMs, toMs }: SeriesQuery, keys: ReadonlySet<string> | undefined, stepMs: number) {
    if (stepMs % DAY_MS === 0) return [];
    const window = { fromDay: Math.floor(fromMs / DAY_MS), toDay: Math.ceil(toMs / DAY_MS) };
    const all = [...(yield* days({ endpoint, ...window, wanted: keys }))];
    return all.filter(([, { span }]) => span === DAY_S).sort(([a], [b]) => a - b);
  }

  /** Adds one of these days, of its messages while all of them are there, else as a day. @returns the names of which it is a day */
  function* addCoarse(
    to: Sums,
    [day, { values }]: readonly [number, ValueDay],
    query: SumsQuery,
    wanted: ReadonlySet<string> | undefined,
  ): Scan<readonly string[]> {
    const { fromMs, toMs, stepMs } = query;
    const start = day * DAY_MS;
    const counts = new Map<string, number>();
    const fine: Sums = new Map();
    for (const message of walk({ ...query, fromMs: start, toMs: start + DAY_MS }, false)) {
      const at = message ? Number(message.rxTime / MS_NS) : 0;
      for (const { key, value } of message ? ofPayload(message, wanted) : []) {
        if (typeof value !== 'number') continue;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        if (at >= fromMs && at < toMs) add(fine, key, Math.floor(at / stepMs) * stepMs, one(value, at));
      }
      yield;
    }
    const kept = [...values].flatMap(([key, whole]) => {
      // Hour 0 of a day that has none.
      const figures = whole.get(0);
      return figures && (counts.get(key) ?? 0) < figures.n ? [{ key, figures }] : [];
    });
    for (const { key, figures } of kept) {
      fine.delete(key);
      if (start >= fromMs && start < toMs) {
        add(to, key, start, { ...figures, lastAt: start + figures.lastAt * SECOND_MS });
      }
    }
    for (const [key, buckets] of fine) for (const [bucket, sum] of buckets) add(to, key, bucket, sum);
    return kept.map(({ key }) => key);
  }

  /** Adds whole hours as they were added up; days of which there are no hours are in the bucket in which they begin. */
  function* addDays(
    to: Sums,
    query: SeriesQuery,
    keys: ReadonlySet<string> | undefined,
    stepMs: number,
    without: ReadonlySet<number>,
  ): Scan<void> {
    const { endpoint, fromMs, toMs } = query;
    if (fromMs >= toMs) return;
    const window = { fromDay: Math.floor(fromMs / DAY_MS), toDay: Math.ceil(toMs / DAY_MS) };
    for (const [day, { span, values }] of yield* days({ endpoint, ...window, wanted: keys })) {
      if (without.has(day)) continue;
      for (const [key, hours] of values) {
        for (const [hour, { lastAt, ...figures }] of hours) {
          const start = day * DAY_MS + hour * span * SECOND_MS;
          if (start < fromMs || start >= toMs) continue;
          const bucket = Math.floor(start / stepMs) * stepMs;
          add(to, key, bucket, { ...figures, lastAt: start + lastAt * SECOND_MS });
        }
      }
    }
  }

  return {
    /** The points as they were stored. */
    *points(query: PointsQuery): Scan<Points> {
      const { keys, limit, descending } = query;
      const wanted = keys && new Set(keys);
      const [payload, radio] = [new Map<string, Growing>(), new Map<string, Growing>()];
      let { room } = query;
      let truncated = false;
      let looked = 0;
      const take = (to: Map<string, Growing>, at: number, { key, value, unit }: Said) => {
        const series = to.get(key) ?? { unit, times: [], values: [] };
        to.set(key, series);
        if (series.times.length >= limit) {
          truncated = true;
          return;
        }
        series.unit ||= unit;
        series.times.push(at);
        series.values.push(value);
        room -= POINT_BYTES + (typeof value === 'string' ? value.length : 0);
      };
      const lengthOf = (key: string) => (payload.get(key) ?? radio.get(key))?.times.length ?? 0;
      const isFull = () => truncated && (keys ?? [...payload.keys()]).every(key => lengthOf(key) >= limit);
      for (const message of walk(query, descending)) {
        if (message) {
          if (++looked > MOST_MESSAGES || room <= 0) {
            truncated = true;
            break;
          }
          const at = Number(message.rxTime / MS_NS);
          for (const one of ofPayload(message, wanted)) take(payload, at, one);
          if (wanted) for (const one of radioOf(message, wanted)) if (!payload.has(one.key)) take(radio, at, one);
          if (isFull()) break;
        }
        yield;
      }
      return { series: byKey(new Map([...radio, ...payload])), truncated, room };
    },

    /**
     * Numbers put together by time. Buckets of whole hours come from what was added up, but for hours that the window cuts: so they are
     * there when messages are gone. Other buckets, and what the radio says, come from the messages.
     */
    *sums(query: SumsQuery): Scan<readonly Series[]> {
      const { keys, fromMs, toMs, stepMs, aggregation } = query;
      const wanted = keys && new Set(keys);
      const sums: Sums = new Map();
      const payloads = (within: SeriesQuery) =>
        addMessages(within, stepMs, sums, message => ofPayload(message, wanted));
      const coarse = yield* coarseDays(query, wanted, stepMs);
      const isCoarse = new Set(coarse.map(([day]) => day));
      const asDays = new Set<string>();
      for (const day of coarse) for (const key of yield* addCoarse(sums, day, query, wanted)) asDays.add(key);
      const between = function* (from: number, to: number): Scan<void> {
        let start = from;
        for (const [day] of coarse) {
          if (day * DAY_MS > start) yield* payloads({ ...query, fromMs: start, toMs: Math.min(day * DAY_MS, to) });
          start = Math.max(start, (day + 1) * DAY_MS);
        }
        yield* payloads({ ...query, fromMs: start, toMs: to });
      };
      if (stepMs % HOUR_MS === 0) {
        const from = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
        const to = Math.floor(toMs / HOUR_MS) * HOUR_MS;
        if (from > to) yield* between(fromMs, toMs);
        else {
          yield* addDays(sums, { ...query, fromMs: from, toMs: to }, wanted, stepMs, isCoarse);
          yield* between(fromMs, from);
          yield* between(to, toMs);
        }
      } else yield* between(fromMs, toMs);
      const ofRadio = new Set(radioKeys.filter(key => wanted?.has(key) && !sums.has(key)));
      if (ofRadio.size > 0) yield* addMessages(query, stepMs, sums, message => radioOf(message, ofRadio));
      const found = new Map([...sums].map(([key, buckets]) => [key, seriesOf(buckets, aggregation)]));
      return byKey(found).map(series => (asDays.has(series.key) ? { ...series, resolution: DAY_S } : series));
    },
  };
}
export type ValueSeries = ReturnType<typeof valueSeries>;

interface Said {
  readonly key: string;
  readonly value: PointValue;
  readonly unit: string;
}

/** What the radio says of a message under the names that are wanted: of its best reception. */
export function radioOf(
  { receptions, packetCnt }: Pick<StoredMessage, 'receptions' | 'packetCnt'>,
  wanted: ReadonlySet<string>,
): readonly Said[] {
  const { rssi, snr, eqSnr } = best(receptions);
  const all = [
    { key: 'rssi', value: rssi, unit: 'dBm' },
    { key: 'snr', value: snr, unit: 'dB' },
    { key: 'eqSnr', value: eqSnr, unit: 'dB' },
    { key: 'packetCnt', value: packetCnt ?? undefined, unit: '' },
  ];
  return all.flatMap(({ value, ...one }) => (value === undefined || !wanted.has(one.key) ? [] : [{ ...one, value }]));
}

/** A whole number that no number holds is its text. */
export function plainValue(value: Value): PointValue | undefined {
  return typeof value === 'bigint' ? String(value) : (value ?? undefined);
}

const one = (value: number, at: number): Sum => ({ n: 1, sum: value, min: value, max: value, last: value, lastAt: at });

function add(to: Sums, key: string, bucket: number, more: Sum): void {
  let buckets = to.get(key);
  if (!buckets) {
    buckets = new Map();
    to.set(key, buckets);
  }
  addFigures(buckets, bucket, more);
}

function seriesOf(buckets: ReadonlyMap<number, Sum>, aggregation: SumsQuery['aggregation']): Growing {
  const sorted = [...buckets].sort(([a], [b]) => a - b);
  return {
    unit: '',
    times: sorted.map(([start]) => start),
    values: sorted.map(([, sum]) => figureOf(sum, aggregation === 'band' ? 'avg' : aggregation)),
    ...(aggregation === 'band' && { bands: sorted.map(([, { min, max, n }]) => ({ min, max, n })) }),
  };
}

function figureOf({ n, sum, min, max, last }: Sum, aggregation: Aggregation): number {
  switch (aggregation) {
    case 'avg':
      // Sums of very large numbers are no numbers.
      return Math.min(Math.max(sum / n, min), max);
    case 'sum':
      return sum;
    case 'min':
      return min;
    case 'max':
      return max;
    case 'last':
      return last;
    case 'count':
      return n;
  }
}

function byKey(found: ReadonlyMap<string, Growing>): Series[] {
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, series]) => ({ key, ...series }));
}
