import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
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

/** Sends requests to a port of this machine; of a stream only the head is read. */
export class Wire implements Disposable {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(port: number) {
    this.#port = port;
  }

  send({ method, target, headers, body }: Sent): Promise<Received> {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { host: '127.0.0.1', port: this.#port, method, path: target, agent: this.#agent };
    return new Promise((resolve, reject) => {
      const request = httpRequest({ ...options, headers: { ...length, ...headers } }, response => {
        const { statusCode: status = 0 } = response;
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
      request.on('error', reject);
      request.end(body);
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
