import { HOUR_MS, SECOND_MS } from '../../../kit/units.ts';
import type { Outcome } from '../../driver.ts';

/** Longest pause that a target may ask for. */
const MAX_PAUSE_MS = HOUR_MS;
/** What a receiver answers when what it was sent is wrong in itself (integrations section 3). */
const ITEM_IS_WRONG: readonly number[] = [400, 413, 422];
const GONE = 410;

/** What an answer says of the items it is about. @param now Unix time, milliseconds */
export function outcomeOf(status: number, retryAfter: string | undefined, now: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  const reason = `answered with status ${status}`;
  if (ITEM_IS_WRONG.includes(status)) return { kind: 'refused', reason };
  if (status === GONE) return { kind: 'failed', failure: { reason, gone: true } };
  if (status >= 300 && status < 400) return { kind: 'failed', failure: { reason: `${reason}, and is not followed` } };
  const retryAfterMs = pauseOf(retryAfter, now);
  const isPassing = status >= 500 && retryAfterMs === undefined;
  return { kind: 'failed', failure: { reason, retryAfterMs, ...(isPassing && { passing: true }) } };
}

/** `Retry-After` in seconds or as a date; undefined when it says nothing. */
function pauseOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const pause = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND_MS : Date.parse(retryAfter) - now;
  return pause > 0 ? Math.min(pause, MAX_PAUSE_MS) : undefined;
}
