import { DAY_MS } from '../../kit/units.ts';

/** Keys of services of an organization that can be used at one time. */
export const MOST_ACTIVE = 100;
/** Keys of a user that can be used at one time, in all organizations: what one user makes keeps no other from making some. */
export const MOST_OF_USER = 10;
/** Keys of an organization, or of a user, those included that have expired. */
export const MOST_KEPT = 10_000;
/** Ten years, however many of them are leap years. */
const LONGEST_MS = 3653 * DAY_MS;

/** Whether a key that is made now may expire then. Milliseconds. */
export function mayExpire(at: number, now: number): boolean {
  return at > now && at <= now + LONGEST_MS;
}
