import { Agent, type ClientRequest, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A request as it goes over the socket. */
export interface Sent {
  readonly method: string;
  /** With its query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** As it was before it was compressed; its length is then that of nothing that was told. */
function plain(body: Buffer, headers: IncomingHttpHeaders): Buffer {
  const { 'content-encoding': encoding } = headers;
  if (encoding === undefined || body.length === 0) return body;
  delete headers['content-length'];
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
}

const EVENTS = 'text/event-stream';

/** A service center closes a connection that rests for so long: by its own clock, or by that of the machine; a little less. */
const RESTS_MS = { own: 14_000, real: 4_500 };

/** The connection ended before the answer did, though it had not rested. */
export class ConnectionEnded extends Error {}

/** Sends requests to a port of this machine; of a stream only the head is read. */
export class Wire implements Disposable {
  readonly #port: number;
  readonly #now: () => number;
  readonly #agent = new Agent({ keepAlive: true });
  /** When an answer came by it last, by both clocks. */
  readonly #used = new WeakMap<Socket, { readonly own: number; readonly real: number }>();
  /** Requests that were sent again, because the connection had rested until it was closed. */
  again = 0;

  /** @param now by the clock of the service center, milliseconds; default: as the machine has it */
  constructor(port: number, now: () => number = () => performance.now()) {
    this.#port = port;
    this.#now = now;
  }

  /** @throws ConnectionEnded when a connection ends that had not rested */
  async send(sent: Sent): Promise<Received> {
    const tried: { request?: ClientRequest; hasBegun?: true } = {};
    try {
      return await this.#try(sent, tried);
    } catch (cause) {
      const { request, hasBegun } = tried;
      const used = request?.reusedSocket && request.socket ? this.#used.get(request.socket) : undefined;
      const hasRested =
        used !== undefined &&
        (this.#now() - used.own >= RESTS_MS.own || performance.now() - used.real >= RESTS_MS.real);
      if (!hasRested || hasBegun) throw new ConnectionEnded(String(cause), { cause });
      // As every client does it: the connection was closed while the request was on its way.
      this.again++;
      return await this.#try(sent, {});
    }
  }

  #try(
    { method, target, headers, body }: Sent,
    tried: { request?: ClientRequest; hasBegun?: true },
  ): Promise<Received> {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { host: '127.0.0.1', port: this.#port, method, path: target, agent: this.#agent };
    return new Promise((resolve, reject) => {
      const request = httpRequest({ ...options, headers: { ...length, ...headers } }, response => {
        const { statusCode: status = 0 } = response;
        tried.hasBegun = true;
        this.#used.set(response.socket, { own: this.#now(), real: performance.now() });
        const chunks: Buffer[] = [];
        const done = () =>
          resolve({ status, headers: response.headers, body: plain(Buffer.concat(chunks), response.headers) });
        if (response.headers['content-type']?.startsWith(EVENTS)) {
          request.off('error', reject);
          request.on('error', () => {});
          response.on('error', () => {});
          request.destroy();
          done();
          return;
        }
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', done);
      });
      tried.request = request;
      request.on('error', reject);
      request.end(body);
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
