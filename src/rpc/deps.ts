import type { Clock } from '../kit/clock.ts';
import type { Organizations } from './groups/identity.ts';

/** What handlers may use. A group adds the parts it needs, by type only; the values are put together at the start. */
export interface Deps {
  readonly clock: Clock;
  readonly organizations: Organizations;
}
