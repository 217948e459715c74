import type { Position } from '../database/merge.ts';
import type { Total } from '../database/scan.ts';
import type { PageKey } from './page-token.ts';

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

/** A position in a page token. */
export function keyOf(position: Position | undefined): PageKey | undefined {
  return position && [String(position[0]), position[1]];
}

export function positionOf(key: PageKey | undefined): Position | undefined {
  return key && [BigInt(key[0] ?? 0), Number(key[1])];
}
