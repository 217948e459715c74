import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';

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
    received: () => receiveMessageOnPort(port),
  };
}
