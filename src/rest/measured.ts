import type { KnownDevice } from '../domain/device/known.ts';
import type { Store } from '../domain/domain.ts';
import {
  type Aggregation,
  POINT_BYTES,
  type PointValue,
  radioKeys,
  radioOf,
  type Series,
} from '../domain/value/series.ts';
import { fault } from '../kit/faults/faults.ts';
import type { Clock } from '../kit/time/clock.ts';
import { MS_NS } from '../kit/units.ts';
import type { Call } from '../rpc/call/define.ts';

export interface Range {
  /** Names of values; undefined: all that are decoded. */
  readonly keys: readonly string[] | undefined;
  /** Milliseconds, [from, to). */
  readonly fromMs: number;
  readonly toMs: number;
  readonly aggregation: Aggregation | 'band' | 'none';
  /** What one point is for, with an aggregation. */
  readonly stepMs: number;
  /** Points of a name of a device, without one. */
  readonly limit: number;
  readonly descending: boolean;
}

/** What is measured by: a digital device, or an endpoint alone. */
type Source = Pick<KnownDevice, 'endpoint'>;

export interface SourceSeries<D extends Source = KnownDevice> extends Series {
  readonly device: D;
}

/** What a device has last said under a name. */
export interface LastValue {
  readonly key: string;
  readonly value: PointValue;
  readonly unit: string;
  /** Milliseconds. */
  readonly at: number;
}

/** Points of one answer that are put together (clarification R11). */
const MOST_BUCKETS = 10_000;
/** What the points of one answer take at most: below the largest answer (platform API 1.12). */
const MOST_BYTES = 100_000 * POINT_BYTES;
/** The newest message. */
const FIRST = { offset: 0, from: undefined, size: 1 } as const;
/** Names of values of one device. */
export const MOST_KEYS = 500;

/** Reads what devices have measured; nothing of those without an endpoint. */
export function measured({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
  const newest = (endpoint: number, keys?: ReadonlySet<string>) =>
    store.scan.values.newest({ endpoint, now: clock.now(), keys, limit: MOST_KEYS });

  const points = async <D extends Source>(devices: readonly D[], range: Range, { org, signal }: Call) => {
    const series: SourceSeries<D>[] = [];
    let truncated = false;
    let room = MOST_BYTES;
    for (const device of devices) {
      const { endpoint } = device;
      if (endpoint === undefined) continue;
      const found = await store.scan.values.points(signal, { ...range, org, endpoint, room });
      room = found.room;
      truncated ||= found.truncated;
      for (const one of found.series) series.push({ ...one, device });
    }
    return { series, truncated };
  };

  /** @throws fault `TelemetryQueryTooLarge` */
  const sums = async <D extends Source>(
    devices: readonly D[],
    range: Range & { aggregation: Aggregation | 'band' },
    call: Call,
  ) => {
    const { keys, fromMs, toMs, stepMs, descending, aggregation } = range;
    const buckets = Math.floor((toMs - 1) / stepMs) - Math.floor(fromMs / stepMs) + 1;
    bounded(buckets * Math.max(1, (keys?.length ?? 1) * devices.length));
    const series: SourceSeries<D>[] = [];
    for (const device of devices) {
      const { endpoint } = device;
      if (endpoint === undefined) continue;
      const query = { keys, fromMs, toMs, stepMs, aggregation, org: call.org, endpoint };
      const found = await store.scan.values.sums(call.signal, query);
      if (found.length === 0) continue;
      const units = new Map(
        (await newest(endpoint, new Set(found.map(({ key }) => key)))).map(one => [one.key, one.unit]),
      );
      for (const { key, times, values, bands, unit, ...more } of found) {
        const shown = aggregation === 'count' ? '' : unit || (units.get(key) ?? '');
        const all = { times, values, ...(bands && { bands }) };
        series.push({ device, key, unit: shown, ...(descending ? turned(all) : all), ...more });
      }
      bounded(buckets * series.length);
    }
    if (series.some(({ resolution }) => resolution !== undefined)) call.told.warning = 'coarse';
    return { series, truncated: false };
  };

  return {
    /** By device, then by name. @throws fault `TelemetryQueryTooLarge` */
    range<D extends Source>(
      devices: readonly D[],
      range: Range,
      call: Call,
    ): Promise<{ readonly series: readonly SourceSeries<D>[]; readonly truncated: boolean }> {
      const { aggregation } = range;
      return aggregation === 'none' ? points(devices, range, call) : sums(devices, { ...range, aggregation }, call);
    },

    /** The newest value of each name within 30 days, by name. @param keys undefined: all that are decoded */
    async latest({ endpoint }: Source, keys: readonly string[] | undefined, call: Call): Promise<LastValue[]> {
      if (endpoint === undefined) return [];
      const wanted = keys && new Set(keys);
      const found: LastValue[] = [...(await newest(endpoint, wanted))];
      const ofRadio = new Set(radioKeys.filter(key => wanted?.has(key) && !found.some(one => one.key === key)));
      if (ofRadio.size > 0) found.push(...(await this.radio(endpoint, ofRadio, call)));
      return found.sort((a, b) => (a.key < b.key ? -1 : 1));
    },

    /** What the radio says of the newest message. */
    async radio(endpoint: number, wanted: ReadonlySet<string>, { org, signal }: Call): Promise<LastValue[]> {
      const { rows } = await store.scan.messages.numbered(signal, { org, endpoint }, FIRST, clock.now());
      return rows.flatMap(message => {
        const at = Number(message.rxTime / MS_NS);
        return radioOf(message, wanted).map(one => ({ ...one, at }));
      });
    },
  };
}
export type Measured = ReturnType<typeof measured>;

/** The newest point first. */
function turned({ times, values, bands }: Pick<Series, 'times' | 'values' | 'bands'>) {
  const reversed = { times: times.toReversed(), values: values.toReversed() };
  return bands ? { ...reversed, bands: bands.toReversed() } : reversed;
}

function bounded(points: number): void {
  if (points > MOST_BUCKETS) throw fault('TelemetryQueryTooLarge', { limit: MOST_BUCKETS });
}
