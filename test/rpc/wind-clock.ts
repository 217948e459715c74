import { type Clock, credibleMs, type Timer } from '../../src/kit/time/clock.ts';

/** A clock a test winds by hand; timers run inside `advance`. */
export function windClock(startMs = Date.UTC(2026, 0, 1)) {
  let nowMs = startMs;
  let jumpedMs = 0;
  const timers = new Set<{ atMs: number; everyMs: number; fn: () => void }>();
  const add = (ms: number, everyMs: number, fn: () => void): Timer => {
    const timer = { atMs: nowMs + ms, everyMs, fn };
    timers.add(timer);
    return { cancel: () => timers.delete(timer) };
  };
  return {
    now: () => nowMs + jumpedMs,
    credible: () => credibleMs(nowMs),
    nowNs: () => BigInt(nowMs + jumpedMs) * 1_000_000n,
    monotonic: () => nowMs - startMs,
    after: (ms, fn) => add(ms, 0, fn),
    every: (ms, fn) => add(ms, ms, fn),
    advance(ms: number) {
      const untilMs = nowMs + ms;
      for (;;) {
        const next = [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (!next) break;
        nowMs = next.atMs;
        if (next.everyMs > 0) next.atMs += next.everyMs;
        else timers.delete(next);
        next.fn();
      }
      nowMs = untilMs;
    },
    /** Sets the wall clock to another time, which is not believed. */
    jump(ms: number) {
      jumpedMs += ms;
    },
    get pending() {
      return timers.size;
    },
  } satisfies Clock & { advance(ms: number): void; jump(ms: number): void; readonly pending: number };
}
