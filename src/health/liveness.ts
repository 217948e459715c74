import { connect } from 'node:net';
import type { Clock } from '../kit/clock.ts';
import { reachable } from '../kit/reachable.ts';

/** Something without which the process is of no use, although it runs. */
export interface Vital {
  readonly name: string;
  /** Resolves when it works. @throws when it does not; one that never settles does not either */
  check(): Promise<void>;
}

/** The writer is asked only when it has had nothing to do for so long: a heartbeat wears the card. */
const QUIET_MS = 60_000;

export interface WriterParts {
  readonly clock: Clock;
  /** When the writer has last ended a transaction, stored or failed: monotonic milliseconds. */
  lastOutcomeAt(): number;
  /** Writes that wait. */
  waiting(): number;
  /** A small write. */
  write(): Promise<unknown>;
}

/** The writer ends transactions. One that fails for want of room counts: a restart would not mend that. */
export function writerVital({ clock, lastOutcomeAt, waiting, write }: WriterParts): Vital {
  return {
    name: 'writer',
    async check() {
      const begun = clock.monotonic();
      if (waiting() === 0 && begun - lastOutcomeAt() < QUIET_MS) return;
      const failed = await write().then(
        () => undefined,
        (cause: unknown) => cause,
      );
      if (failed !== undefined && lastOutcomeAt() < begun) throw failed;
    },
  };
}

/** A listener takes connections: the kernel opens one also for a process that hangs, but only the process ends it. */
export function listenerVital(name: string, host: string, port: number): Vital {
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
