import { DAY_MS, DAY_S, HOUR_MS, HOUR_S } from '../../kit/units.ts';
import { bucketStart, type Grain } from '../message/figures/grain.ts';

/** Whole days, so that those fit into it: so much is read in one go. */
const MONTH_MS = 30 * DAY_MS;

/** Whole hours [fromMs, toMs), some of which are read in another way. */
interface CountedTime {
  readonly fromMs: number;
  readonly toMs: number;
  /** When they begin, in order. */
  readonly leftOut: readonly number[];
}

/** The time that is read from what is counted. */
export function spans({ fromMs, toMs, leftOut }: CountedTime): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let from = fromMs;
  for (const hour of leftOut) {
    if (hour < from) continue;
    if (hour > from) found.push([from, hour]);
    from = hour + HOUR_MS;
  }
  if (from < toMs) found.push([from, toMs]);
  return found;
}

/** It in as few rows as possible, and never more than a month of them at once. */
export function* pieces(reach: CountedTime, grain: Grain): Generator<readonly [Grain, number, number]> {
  for (const [fromMs, toMs] of spans(reach)) {
    const firstDay = Math.ceil(fromMs / DAY_MS) * DAY_MS;
    const lastDay = bucketStart(toMs, DAY_S);
    const hours = grain === HOUR_S || firstDay >= lastDay;
    const all: (readonly [Grain, number, number])[] = hours
      ? [[HOUR_S, fromMs, toMs]]
      : [
          [HOUR_S, fromMs, firstDay],
          [DAY_S, firstDay, lastDay],
          [HOUR_S, lastDay, toMs],
        ];
    for (const [size, start, end] of all) {
      for (let at = start; at < end; at += MONTH_MS) yield [size, at, Math.min(at + MONTH_MS, end)];
    }
  }
}
