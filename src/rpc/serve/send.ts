import { fault } from '../../kit/faults.ts';
import type { WebRequest, WebResponse } from './http.ts';

/**
 * Answers of one connection that it has not taken yet: with a stream for each, a client that reads none would make the process hold
 * hundreds of the largest.
 */
const MAX_UNSENT = 32 << 20;
const RETRY_MS = 1000;

/** Counts an answer until it is sent. @throws RateLimited when the answers that wait would become too many bytes */
export function hold(unsent: WeakMap<object, number>, connection: object, response: WebResponse, bytes: number): void {
  const before = unsent.get(connection) ?? 0;
  if (before + bytes > MAX_UNSENT) throw fault('RateLimited', { retry_after_ms: RETRY_MS });
  if (response.destroyed) return;
  unsent.set(connection, before + bytes);
  response.once('close', () => unsent.set(connection, (unsent.get(connection) ?? bytes) - bytes));
}

/** What all streams of one connection have in common. */
export function connectionOf(request: WebRequest): object {
  const stream: unknown = 'stream' in request ? request.stream : undefined;
  const session = stream instanceof Object && 'session' in stream ? stream.session : undefined;
  return session instanceof Object ? session : request.socket;
}

/** Resolves when there is room for more, or when the call is to end. */
export function write(response: WebResponse, chunk: Buffer, signal: AbortSignal): Promise<void> | undefined {
  return response.write(chunk) || signal.aborted ? undefined : drained(response, signal);
}

/** Resolves when what was written has left, when nobody reads it any more, or when the call is to end. */
export function drained(response: WebResponse, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
    signal.addEventListener('abort', done, { once: true });
  });
}
