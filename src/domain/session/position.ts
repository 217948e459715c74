import type { Position } from './records.ts';

/** A reported position, or undefined when it is no place: `[0, 0, x]` means no fix (BSSCI 6.1). */
export function plausiblePosition(reported: Position | undefined): Position | undefined {
  if (!reported) return undefined;
  const { latitude, longitude } = reported;
  if (latitude === 0 && longitude === 0) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? reported : undefined;
}
