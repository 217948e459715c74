import type { DAY_S, HOUR_S } from '../../../kit/units.ts';

/** Figures are kept by the hour and by the day. */
export type Grain = typeof HOUR_S | typeof DAY_S;

/** Start of the UTC-aligned bucket, milliseconds. */
export function bucketStart(atMs: number, grain: Grain): number {
  const length = grain * 1000;
  return Math.floor(atMs / length) * length;
}
