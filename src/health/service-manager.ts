import { type ExecFileException, execFile } from 'node:child_process';
import { InTurn } from '../kit/in-turn.ts';
import type { Log } from '../kit/log.ts';

/** The service manager that started this process, and expects notifications about its state (sd_notify). */
export interface ServiceManager {
  /** Milliseconds after which a process that sends no notification is ended; undefined without a watchdog. */
  readonly watchdogMs: number | undefined;
  /** Sends notifications, one after the other. Resolves when one was taken, or could not be sent: the first failure is logged. */
  notify(...assignments: readonly string[]): Promise<void>;
}

/** What the service manager sets in the environment. */
export interface ServiceEnvironment {
  readonly NOTIFY_SOCKET?: string | undefined;
  readonly WATCHDOG_USEC?: string | undefined;
  readonly WATCHDOG_PID?: string | undefined;
  readonly PATH?: string | undefined;
}

/**
 * A datagram socket is not in Node's library, so a small program of systemd sends them; `NotifyAccess=all` in the unit lets
 * it. It ends only when its notification was taken.
 */
const NOTIFY_PROGRAM = 'systemd-notify';
const NOTIFY_MS = 5000;

/** @returns undefined when no service manager waits, as on a terminal */
export function serviceManager(env: ServiceEnvironment, pid: number, log: Log): ServiceManager | undefined {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID, PATH } = env;
  if (!NOTIFY_SOCKET) return undefined;
  const watched = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === pid;
  const watchdogMs = Number(WATCHDOG_USEC) / 1000;
  let failed = false;
  const attempt = (assignments: readonly string[]) =>
    new Promise<ExecFileException | null>(resolve => {
      const options = { env: { NOTIFY_SOCKET, PATH }, timeout: NOTIFY_MS };
      execFile(NOTIFY_PROGRAM, assignments, options, error => resolve(error));
    });
  const send = async (assignments: readonly string[]) => {
    let error = await attempt(assignments);
    // Where all processes of a service get the signal that ends it, the program gets it, too; it is sent once.
    if (error?.signal === 'SIGTERM' && !error.killed) error = await attempt(assignments);
    if (error && !failed)
      log.error({ err: error }, `the service manager was not told: is ${NOTIFY_PROGRAM} installed?`);
    failed = error !== null;
  };
  // Each is sent by a process of its own, and what arrives last would be believed.
  const turns = new InTurn();
  return {
    watchdogMs: watched && watchdogMs > 0 ? watchdogMs : undefined,
    notify: (...assignments) => turns.run(() => send(assignments)),
  };
}
