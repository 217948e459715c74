import { execFile } from 'node:child_process';
import { InTurn } from '../kit/in-turn.ts';
import type { Log } from '../kit/log.ts';

/** The service manager that started this process, and waits to hear how it is (sd_notify). */
export interface ServiceManager {
  /** Milliseconds after which a process that says nothing is ended; undefined when nobody watches. */
  readonly watchdogMs: number | undefined;
  /** One after the other. Resolves when it was heard, or could not be told: then once with a line in the log. */
  tell(...assignments: readonly string[]): Promise<void>;
}

/** What the service manager sets in the environment. */
export interface ServiceEnvironment {
  readonly NOTIFY_SOCKET?: string | undefined;
  readonly WATCHDOG_USEC?: string | undefined;
  readonly WATCHDOG_PID?: string | undefined;
  readonly PATH?: string | undefined;
}

/**
 * A datagram socket is not in Node's library, so a small program of systemd speaks for us; `NotifyAccess=all` in the unit lets
 * it. It waits until what it said was taken, so its end does not come before that.
 */
const SPEAKER = 'systemd-notify';
const TELL_MS = 5000;

/** @returns undefined when no service manager waits, as on a terminal */
export function serviceManager(env: ServiceEnvironment, pid: number, log: Log): ServiceManager | undefined {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID, PATH } = env;
  if (!NOTIFY_SOCKET) return undefined;
  const watched = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === pid;
  const watchdogMs = Number(WATCHDOG_USEC) / 1000;
  let failed = false;
  const say = (assignments: readonly string[]) =>
    new Promise<void>(resolve => {
      const options = { env: { NOTIFY_SOCKET, PATH }, timeout: TELL_MS };
      execFile(SPEAKER, assignments, options, error => {
        if (error && !failed) log.error({ err: error }, `the service manager was not told: is ${SPEAKER} installed?`);
        failed = error !== null;
        resolve();
      });
    });
  // Each is a process of its own, and the last one to speak would be believed.
  const turns = new InTurn();
  return {
    watchdogMs: watched && watchdogMs > 0 ? watchdogMs : undefined,
    tell: (...assignments) => turns.run(() => say(assignments)),
  };
}
