import type { Clock } from './time/clock.ts';

/** Callers remembered at a time; the caller that was quiet longest is forgotten first, which only gives it a full bucket again. */
const MAX_CALLERS = 10_000;

export interface RateLimit {
  /** Takes one request of the caller. @returns 0, or the milliseconds after which the next one will be accepted */
  take(caller: string): number;
  /** One that was taken does not count. */
  giveBack(caller: string): void;
  /** How many the caller may send at once by now, and after how many milliseconds as many as ever. */
  state(caller: string): { readonly left: number; readonly fullInMs: number };
}

/** A token bucket per caller: `perSecond` on average, what `burstSeconds` would bring at once; 0 = no limit. */
export function rateLimit(clock: Clock, perSecond: number, burstSeconds: number): RateLimit {
  if (perSecond === 0) {
    return { take: () => 0, giveBack: () => undefined, state: () => ({ left: Infinity, fullInMs: 0 }) };
  }
  const burst = perSecond * burstSeconds;
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  return {
    take(caller) {
      const nowMs = clock.monotonic();
      const bucket = buckets.get(caller) ?? { tokens: burst, atMs: nowMs };
      buckets.delete(caller);
      buckets.set(caller, bucket);
      if (buckets.size > MAX_CALLERS) {
        for (const quietest of buckets.keys()) {
          buckets.delete(quietest);
          break;
        }
      }
      bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) / 1000) * perSecond);
      bucket.atMs = nowMs;
      if (bucket.tokens < 1) return Math.max(1, Math.ceil(((1 - bucket.tokens) / perSecond) * 1000));
      bucket.tokens -= 1;
      return 0;
    },
    giveBack(caller) {
      const bucket = buckets.get(caller);
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
    state(caller) {
      const bucket = buckets.get(caller);
      if (!bucket) return { left: burst, fullInMs: 0 };
      const left = Math.min(burst, bucket.tokens + ((clock.monotonic() - bucket.atMs) / 1000) * perSecond);
      return { left, fullInMs: ((burst - left) / perSecond) * 1000 };
    },
  };
}
