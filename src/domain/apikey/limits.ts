import { DAY_MS } from '../../kit/units.ts';

/** Keys of an organization that can be used at one time. */
export const MOST_ACTIVE = 100;
/** Ten years, however many of them are leap years. */
const LONGEST_MS = 3653 * DAY_MS;

/** Whether a key that is made now may expire then. Milliseconds. */
export function mayExpire(at: number, now: number): boolean {
  return at > now && at <= now + LONGEST_MS;
}
