import { setImmediate } from 'node:timers/promises';

/** A running timer; `cancel` may be called any number of times, also after it fired. */
export interface Timer {
  cancel(): void;
}

declare const credible: unique symbol;

/**
 * A time that it is for certain, milliseconds since 1970-01-01 UTC: never later than the true one, as far as can be known. What ends,
 * expires, is removed, folded or silenced asks for this one, so that a clock that is ahead for a minute ends nothing for good.
 */
export type CredibleMs = number & { readonly [credible]: true };

/** A time of which the caller knows that it is credible. */
export function credibleMs(ms: number): CredibleMs {
  return ms as CredibleMs;
}

/** So long before a credible time it is credible, too. */
export function before(time: CredibleMs, ms: number): CredibleMs {
  return credibleMs(time - ms);
}

/** One moment by both readings. */
export interface Moment {
  /** With which is stamped what is stored, milliseconds. */
  readonly now: number;
  /** By which things end. */
  readonly credible: CredibleMs;
}

/** Time as the machine has it. */
export interface MachineClock {
  /** Wall clock, milliseconds since 1970-01-01 UTC. May jump: what is stored and shown says it, and nothing ends by it. */
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

/** Time as the whole product sees it. Tests pass one they can wind; nothing else may call `Date.now` or `setTimeout`. */
export interface Clock extends MachineClock {
  credible(): CredibleMs;
}

export function momentOf(clock: Pick<Clock, 'now' | 'credible'>): Moment {
  return { now: clock.now(), credible: clock.credible() };
}

/** Resolves after `ms`, or at once with an abort reason thrown when `signal` ends. */
export function sleep(clock: Pick<MachineClock, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
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

/** Calls `fn` when everything that waits in the event loop has had its turn. */
export const soon = (fn: () => void): void => {
  globalThis.setImmediate(fn);
};

/** For commands and threads, which end nothing by what time it is. */
export const systemClock: Clock = {
  now: () => Date.now(),
  credible: () => credibleMs(Date.now()),
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
