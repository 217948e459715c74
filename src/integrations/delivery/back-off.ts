import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/units.ts';
import type { Failure } from '../failure.ts';

const FIRST_MS = SECOND_MS;
const LONGEST_MS = 5 * MINUTE_MS;
/** So much shorter or longer, so that those who failed together do not come back together. */
const SPREAD = 0.2;
const LONGEST_ASKED_MS = HOUR_MS;

/**
 * How long a target is left alone, milliseconds.
 * @param failures in a row, 1 for the first
 * @param random in [0, 1)
 */
export function backOffMs(failures: number, { retryAfterMs = 0, notAllowed }: Failure, random: number): number {
  if (notAllowed) return LONGEST_MS;
  const usual = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return Math.max(Math.round(usual * (1 - SPREAD + 2 * SPREAD * random)), Math.min(retryAfterMs, LONGEST_ASKED_MS));
}
