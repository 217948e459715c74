import type { Total } from '../database/scan.ts';

/** Largest int32. */
const MAX_COUNT = 0x7fff_ffff;

/** A number of rows as a list shows it. */
export function countToWire(count: number): number {
  return Math.min(count, MAX_COUNT);
}

/** What a list says of how many rows there are. */
export function totalToWire({ count, isMinimum }: Total) {
  return { total_count: countToWire(count), total_is_minimum: isMinimum };
}
