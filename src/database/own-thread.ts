import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type MachineClock, systemClock } from '../kit/time/clock.ts';

/** How a thread talks with the one that has started it. */
export interface ThreadPort {
  postMessage(message: unknown): void;
  on<M>(event: 'message', listener: (message: M) => void): unknown;
  close(): void;
}

/** A thread as it sees itself. @template S what it was started with */
export interface OwnThread<S> {
  readonly settings: S;
  readonly port: ThreadPort;
  readonly clock: MachineClock;
  /** A message that has come and that no listener was told of yet. */
  received(): { readonly message: unknown } | undefined;
}

/** The thread that this runs in. */
export function ownThread<S>(): OwnThread<S> {
  const port = parentPort;
  if (!port) throw new Error('runs as a thread only');
  return {
    settings: workerData as S,
    port,
    clock: systemClock,
    received: () => receiveMessageOnPort(port),
  };
}
