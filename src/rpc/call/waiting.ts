import { number } from '../checks.ts';
import type { Check } from '../input.ts';
import type { Call } from './define.ts';

/** How long a caller waits for a station. */
export interface Wait {
  /** 0: not at all. */
  readonly ms: number;
  readonly signal: AbortSignal;
}

const MAX_WAIT_S = 30;

/** Seconds to wait for a station; 0 is not at all. */
export function waitSeconds(usual: number): Check<number | null | undefined, number> {
  const inRange = number(0, MAX_WAIT_S);
  return (wire, at) => inRange(wire ?? usual, at);
}

/** The wait of a caller, which ends with the call. */
export function waitOf(seconds: number, { signal }: Call): Wait {
  return { ms: seconds * 1000, signal };
}
