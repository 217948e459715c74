import { setImmediate } from 'node:timers/promises';

/** A running timer; `cancel` may be called any number of times, also after it fired. */
export interface Timer {
  cancel(): void;
}

/** Time as the whole product sees it. Tests pass one they can wind; nothing else may call `Date.now` or `setTimeout`. */
export interface Clock {
  /** Wall clock, milliseconds since 1970-01-01 UTC. May jump. */
  now(): number;
  /** Wall clock, nanoseconds since 1970-01-01 UTC. */
  nowNs(): bigint;
  /** Milliseconds from an arbitrary start; never jumps. For durations and deadlines. */
  monotonic(): number;
  /** Calls `fn` once after `ms`. Does not keep the process alive. */
  after(ms: number, fn: () => void): Timer;
  /** Calls `fn` every `ms` until cancelled. Does not keep the process alive. */
  every(ms: number, fn: () => void): Timer;
}

/** Resolves after `ms`, or at once with an abort reason thrown when `signal` ends. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const onAbort = () => {
      timer.cancel();
      reject(signal?.reason as Error);
    };
    const timer = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Lets everything that waits in the event loop have its turn; takes no time. */
export const turn = (): Promise<void> => setImmediate();

export const systemClock: Clock = {
  now: () => Date.now(),
  nowNs: () => BigInt(Date.now()) * 1_000_000n,
  monotonic: () => performance.now(),
  after(ms, fn) {
    const id = setTimeout(fn, ms).unref();
    return { cancel: () => clearTimeout(id) };
  },
  every(ms, fn) {
    const id = setInterval(fn, ms).unref();
    return { cancel: () => clearInterval(id) };
  },
};
