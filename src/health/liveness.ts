import { connect } from 'node:net';
import type { Config } from '../config/load.ts';
import type { Store } from '../domain/domain.ts';
import { reachable } from '../kit/net/reachable.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { WorkDone } from './work-done.ts';

/** Checks something without which the process is of no use, although it runs. */
export interface LivenessCheck {
  readonly name: string;
  /** Resolves when it works. @throws when it does not; a check that never settles has failed, too */
  check(): Promise<void>;
}

/** What the checks of a service center ask. */
export interface LivenessSources {
  readonly config: Pick<Config, 'bssci_host' | 'scaci_host' | 'gateway_host' | 'core_host' | 'health'>;
  readonly clock: Clock;
  readonly store: Pick<Store, 'waiting' | 'write'>;
  readonly work: Readonly<WorkDone>;
  /** As they were opened; null where nothing listens. */
  readonly ports: Readonly<Record<'bssci' | 'gateway' | 'health_core', number>> &
    Readonly<Record<'scaci' | 'core', number | null>>;
}

/** The writer is asked only when it has had nothing to do for so long: a heartbeat wears the card. */
const QUIET_MS = 60_000;

/** What must work for this process to be of use. */
export function livenessChecks({ config, clock, store, work, ports }: LivenessSources): LivenessCheck[] {
  const listeners = [
    listenerAnswers('bssci', config.bssci_host, ports.bssci),
    listenerAnswers('gateway', config.gateway_host, ports.gateway),
    listenerAnswers('health', config.health.host, ports.health_core),
  ];
  if (ports.core !== null) listeners.push(listenerAnswers('core', config.core_host, ports.core));
  if (ports.scaci !== null) listeners.push(listenerAnswers('scaci', config.scaci_host, ports.scaci));
  const writer = writerWorks({
    clock,
    work,
    waiting: () => store.waiting,
    write: () => store.write.installation.setValue('heartbeat', new Date(clock.now()).toISOString()),
  });
  return [writer, ...listeners];
}

export interface Writer {
  readonly clock: Clock;
  readonly work: Pick<WorkDone, 'lastOutcomeAt'>;
  /** Writes that wait. */
  waiting(): number;
  /** A small write. */
  write(): Promise<unknown>;
}

/** The writer ends transactions. A transaction that fails because the disk is full counts, too: a restart would not mend that. */
export function writerWorks({ clock, work, waiting, write }: Writer): LivenessCheck {
  return {
    name: 'writer',
    async check() {
      const begun = clock.monotonic();
      if (waiting() === 0 && begun - work.lastOutcomeAt < QUIET_MS) return;
      const failed = await write().then(
        () => undefined,
        (cause: unknown) => cause,
      );
      if (failed !== undefined && work.lastOutcomeAt < begun) throw failed;
    },
  };
}

/** A listener takes connections: the kernel opens one also for a process that hangs, but only the process ends it. */
export function listenerAnswers(name: string, host: string, port: number): LivenessCheck {
  return {
    name,
    check: () =>
      new Promise((resolve, reject) => {
        const socket = connect({ host: reachable(host), port });
        let open = false;
        socket.once('connect', () => {
          open = true;
          socket.end();
        });
        socket.once('error', cause => (open ? resolve() : reject(cause)));
        socket.once('close', () => resolve());
        socket.resume();
      }),
  };
}
