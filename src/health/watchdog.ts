import { background } from '../kit/background.ts';
import type { Log } from '../kit/log.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { LivenessCheck } from './liveness.ts';

export interface WatchdogOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** How long the service manager waits for a sign of life, milliseconds. */
  readonly watchdogMs: number;
  readonly checks: readonly LivenessCheck[];
  /** Gives the sign of life. */
  alive(): Promise<void>;
}

/** Checks per interval of the service manager: one that comes late, or fails once, does not end the process. */
const CHECKS_PER_INTERVAL = 3;

/**
 * Gives a sign of life only when every part that is vital worked in this interval; that this function runs shows that the event loop
 * turns. @returns what ends it, also for checks under way
 */
export function startWatchdog({ clock, log, watchdogMs, checks, alive }: WatchdogOptions): { stop(): void } {
  const everyMs = watchdogMs / CHECKS_PER_INTERVAL;
  let stopped = false;
  let signing = false;
  const check = async () => {
    const all = await Promise.all(checks.map(check => worked(clock, log, everyMs, check)));
    // Signs that are given slowly must not queue up.
    if (stopped || signing || !all.every(Boolean)) return;
    signing = true;
    try {
      await alive();
    } finally {
      signing = false;
    }
  };
  const failed = (cause: unknown) => log.error({ err: cause }, 'no sign of life could be given');
  const timer = clock.every(everyMs, () => background(check(), failed));
  return {
    stop() {
      stopped = true;
      timer.cancel();
    },
  };
}

function worked(clock: Clock, log: Log, withinMs: number, { name, check }: LivenessCheck): Promise<boolean> {
  return new Promise(resolve => {
    const late = clock.after(withinMs, () => failed(new Error('no answer')));
    const settle = (outcome: boolean) => {
      late.cancel();
      resolve(outcome);
    };
    const failed = (cause: unknown) => {
      log.error({ vital: name, err: cause }, 'a vital part does not work: no sign of life is given');
      settle(false);
    };
    check().then(() => settle(true), failed);
  });
}
