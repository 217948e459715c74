import { connect as connectTo } from 'node:http2';
import { connect } from 'node:net';

/** A request as any client may write it. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly framing: string;
}

/** Sends requests one after the other without waiting for answers, a piece at a time. @returns the statuses that came back */
export async function raw(
  port: number,
  requests: readonly RawRequest[],
  pieceBytes: number,
  isCut: boolean,
): Promise<number[]> {
  const bytes = Buffer.concat(requests.map(encoded));
  const sent = isCut ? bytes.subarray(0, Math.floor(bytes.length * 0.8)) : bytes;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let seen = '';
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  socket.setEncoding('latin1');
  socket.on('data', chunk => {
    seen += chunk;
  });
  socket.on('error', () => {});
  const pieces = Math.min(50, Math.ceil(sent.length / pieceBytes));
  const size = Math.ceil(sent.length / Math.max(1, pieces));
  for (let at = 0; at < sent.length && !socket.destroyed; at += size) {
    socket.write(sent.subarray(at, at + size));
    await new Promise(resolve => setImmediate(resolve));
  }
  if (isCut) socket.destroy();
  // Half closed: the server answers what it has, and closes.
  else socket.end();
  await closed;
  return [...seen.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

function encoded({ method, target, headers, body, framing }: RawRequest): Buffer {
  const bytes = Buffer.from(body, 'utf8');
  const length = `Content-Length: ${bytes.length}\r\n`;
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const framings: Readonly<Record<string, string>> = {
    length,
    chunked,
    none: '',
    'too long': 'Content-Length: 99999999\r\n',
    both: `${length}${chunked}`,
  };
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `${method} ${target.replaceAll(' ', '%20')} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines}${framings[framing]}\r\n`;
  const whole =
    framing === 'chunked' && bytes.length > 0
      ? Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')])
      : framing === 'chunked'
        ? Buffer.from('0\r\n\r\n')
        : bytes;
  return Buffer.concat([Buffer.from(head, 'latin1'), whole]);
}

const OF_HTTP1 = /^(expect|upgrade|origin)$/i;

/** One request over HTTP/2. @returns its status; 0: it was reset */
export function connectHttp2(
  port: number,
  { method, target, headers, body }: RawRequest,
  isCut: boolean,
): Promise<number> {
  const session = connectTo(`http://127.0.0.1:${port}`);
  return new Promise(resolve => {
    let status = 0;
    const end = () => {
      session.destroy();
      resolve(status);
    };
    session.on('error', end);
    try {
      const named = headers
        .filter(([name]) => !OF_HTTP1.test(name))
        .map(([name, value]) => [name.toLowerCase(), value]);
      const stream = session.request({ ...Object.fromEntries(named), ':method': method, ':path': target });
      stream.on('response', got => {
        status = got[':status'] ?? 0;
      });
      stream.on('error', end);
      stream.on('close', end);
      stream.resume();
      if (isCut) {
        stream.write(body.slice(0, body.length / 2));
        setImmediate(() => stream.close());
      } else stream.end(body);
    } catch {
      // What the client itself does not send.
      end();
    }
  });
}
