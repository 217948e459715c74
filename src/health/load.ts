import { type Finding, warn } from '../kit/faults/finding.ts';
import type { Load } from './overload.ts';

/** More of either is too much (events 4, `overload`). */
const MOST_LAG_MS = 200;
const MOST_WAITING = 10_000;

/** The worse of both, as a part of what is too much. */
export function overloadLevel({ lagMs, queue }: Load): number {
  return Math.max(lagMs / MOST_LAG_MS, queue / MOST_WAITING);
}

/** What is to be said of the load; undefined for nothing. */
export function loadFinding(load: Load): Finding | undefined {
  if (overloadLevel(load) <= 1) return undefined;
  const text = `more to do than can be done: ${Math.round(load.lagMs)} ms late, ${load.queue} writes wait`;
  return {
    check: 'overload',
    ...warn(text, 'look what else runs on this machine, and whether its disk has become slow'),
  };
}
