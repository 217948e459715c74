import type { Config } from '../config/load.ts';
import { engineOf } from '../database/driver.ts';
import type { Finding } from '../kit/faults/finding.ts';
import { AGREE_MS, floorOf } from '../kit/time/credible-clock.ts';
import { timesIn } from './database-file.ts';
import { clockFinding, confirmedUntil } from './time-floor.ts';

/** What time it is for a command that works beside the service: as the service judges it at a start. */
export interface TimeBeside {
  /** Not earlier than this it is, milliseconds since 1970. */
  readonly floor: number;
  /** Certificates are signed as of no later than this. */
  readonly confirmed: number;
  /** The last commit, by the clock then. */
  readonly committed: number;
  /** What base stations said last is as far as the clock is. */
  readonly isConfirmed: boolean;
  /** What is wrong with the clock; undefined for nothing. */
  readonly finding: Finding | undefined;
}

export function timeBeside({ store }: Config, now: number, builtAt: number): TimeBeside {
  const times = timesIn(store.path, engineOf(store.engine));
  const floor = floorOf(now, builtAt, times);
  const confirmed = confirmedUntil(builtAt, times.witnessed);
  const isConfirmed = Math.abs(now - times.witnessed) <= AGREE_MS;
  return { floor, confirmed, committed: times.committed, isConfirmed, finding: clockFinding(now, floor) };
}
