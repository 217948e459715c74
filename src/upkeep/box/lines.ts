import type { Socket } from 'node:net';
import type { FaultData } from '../../kit/faults/faults.ts';

/** Through the socket go lines of JSON: a request, then any number of answers of which the last is its result or its error. */
export interface Request {
  readonly act: string;
  readonly input: unknown;
}
export type Answer =
  | { readonly progress: readonly [done: number, of: number] }
  | { readonly says: string }
  | { readonly item: unknown }
  | { readonly result: unknown }
  | { readonly fault: FaultData }
  | { readonly error: string };

/** In place of a request: what is being done is brought to an early end, and answered as far as it came. */
export const STOP = '"stop"';

/** The lines that come through a socket, up to its end. */
export async function* linesOf(socket: Socket): AsyncGenerator<string> {
  socket.setEncoding('utf8');
  let rest = '';
  for await (const chunk of socket as AsyncIterable<string>) {
    rest += chunk;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      yield rest.slice(0, end);
      rest = rest.slice(end + 1);
    }
  }
}
