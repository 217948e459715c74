import { unpackFlags } from '../../../src/domain/message/flags.ts';
import { genuine, type Reception, ReceptionCodec } from '../../../src/domain/message/reception.ts';
import { type Granularity, slots } from '../../../src/domain/statistics/slots.ts';
import { HOUR_MS } from '../../../src/kit/units.ts';
import type { TestLog } from '../message/log-store.ts';

/** A message as it was last seen in the log, with everything that is counted of it. */
export interface Seen {
  readonly seq: number;
  readonly org: number;
  readonly endpoint: number;
  readonly atMs: number;
  readonly bytes: number;
  readonly duplicate: boolean;
  readonly failed: boolean;
  readonly skipped: number | null;
  readonly receptions: readonly Reception[];
  /** Its own values: of the best reception, however late that came. */
  readonly best: Reception;
}

/** Reads the log row by row, and keeps what retention has taken since. */
export class Ledger {
  readonly seen = new Map<number, Seen>();

  look({ db }: TestLog): void {
    const codec = new ReceptionCodec();
    const rows = db
      .prepare(
        `SELECT seq, org, endpoint, rx_time_ns / 1000000 AS at, length(user_data) AS bytes, flags, skipped, receptions,
           decode_status = 'failed' AS failed FROM message`,
      )
      .all() as {
      seq: number;
      org: number;
      endpoint: number;
      at: number;
      bytes: number;
      flags: number;
      skipped: number | null;
      receptions: Uint8Array;
      failed: number;
    }[];
    for (const { seq, org, endpoint, at: atMs, bytes, flags, skipped, receptions, failed } of rows) {
      const all = genuine(codec.unpack(receptions));
      const [best] = all.toSorted((a, b) => b.snr - a.snr || b.rssi - a.rssi);
      if (!best) throw new Error('a message without a reception');
      const { duplicate } = unpackFlags(flags);
      const about = { seq, org, endpoint, atMs, bytes, duplicate, skipped, receptions: all, best };
      this.seen.set(seq, { ...about, failed: failed === 1 });
    }
  }

  in(org: number, fromMs: number, toMs: number): Seen[] {
    return [...this.seen.values()].filter(m => m.org === org && m.atMs >= fromMs && m.atMs < toMs);
  }
}

type Radio = Pick<Reception, 'snr' | 'rssi' | 'eqSnr'>;

const average = (values: readonly number[]) =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined;

/** Without quantiles, which `quantileTrouble` judges. */
export function naiveQuality(radio: readonly Radio[]) {
  const [snr, rssi] = [radio.map(r => r.snr), radio.map(r => r.rssi)];
  const some = (value: number) => (radio.length > 0 ? value : undefined);
  return {
    count: radio.length,
    avgRssi: average(rssi),
    minRssi: some(Math.min(...rssi)),
    maxRssi: some(Math.max(...rssi)),
    avgSnr: average(snr),
    minSnr: some(Math.min(...snr)),
    maxSnr: some(Math.max(...snr)),
    avgEqSnr: average(radio.flatMap(r => r.eqSnr ?? [])),
  };
}

/** Says what is wrong with a quantile: it is never more than half a bin beyond its order statistics. */
export function quantileTrouble(values: readonly number[], part: number, width: number, found: number | undefined) {
  if (values.length === 0) return found === undefined ? undefined : `${found} of nothing`;
  const sorted = values.toSorted((a, b) => a - b);
  const at = part * (sorted.length - 1);
  const low = (sorted[Math.floor(at)] ?? 0) - width / 2;
  const high = (sorted[Math.ceil(at)] ?? 0) + width / 2;
  return found !== undefined && found >= low - 1e-9 && found <= high + 1e-9
    ? undefined
    : `${found} is not within ${low} and ${high}`;
}

export function naiveHistogram(values: readonly number[], width: number) {
  const bins = new Map<number, number>();
  for (const value of values) {
    const lower = Math.floor(value / width) * width;
    bins.set(lower, (bins.get(lower) ?? 0) + 1);
  }
  return [...bins].sort(([a], [b]) => a - b).map(([lower, count]) => ({ lower, upper: lower + width, count }));
}

/** How many messages each endpoint has; the busiest first, those with equal numbers by row id, which is the order of EUIs here. */
export function busiest(messages: readonly Seen[]): { endpoint: number; count: number }[] {
  const known = messages.filter(({ endpoint }) => endpoint !== 0);
  return [...Map.groupBy(known, ({ endpoint }) => endpoint)]
    .map(([endpoint, { length: count }]) => ({ endpoint, count }))
    .sort((a, b) => b.count - a.count || a.endpoint - b.endpoint);
}

export function weakest(radio: readonly { endpoint: number; radio: Radio }[]) {
  return [...Map.groupBy(radio, ({ endpoint }) => endpoint)]
    .filter(([endpoint, all]) => endpoint !== 0 && all.length >= 5)
    .map(([endpoint, all]) => {
      const { avgSnr, avgRssi, count } = naiveQuality(all.map(each => each.radio));
      return { endpoint, avgSnr: avgSnr ?? 0, avgRssi: avgRssi ?? 0, count };
    })
    .sort((a, b) => a.avgSnr - b.avgSnr || a.endpoint - b.endpoint)
    .slice(0, 20);
}

/** What falls into each slot of a window, the first and the last of which may be cut. */
export function perSlot<T extends { readonly atMs: number }>(
  all: readonly T[],
  fromMs: number,
  toMs: number,
  granularity: Granularity,
): { start: number; of: T[] }[] {
  return slots(fromMs, toMs, granularity).map(({ start, end }) => ({
    start,
    of: all.filter(({ atMs }) => atMs >= start && atMs < end),
  }));
}

export const hourOf = (atMs: number) => Math.floor(atMs / HOUR_MS) * HOUR_MS;
