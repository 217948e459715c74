import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export const FRAME = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
} as const;
export const END_STREAM = 0x1;
export const END_HEADERS = 0x4;
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');

/** One frame of HTTP/2. */
export function frame(type: number, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A header block without compression. */
export function block(headers: readonly (readonly [string, string])[]): Buffer {
  return Buffer.concat(headers.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]));
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  const length = [127];
  let rest = bytes.length - 127;
  for (; rest >= 128; rest >>= 7) length.push((rest & 127) | 128);
  length.push(rest);
  return Buffer.concat([Buffer.from(length), bytes]);
}

export function reset(stream: number, code = 8): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(code);
  return frame(FRAME.reset, 0, stream, payload);
}

export const SETTINGS = frame(FRAME.settings, 0, 0);

/** A connection that has sent `bytes`; what it gets is thrown away. */
export async function dial(port: number, bytes: Uint8Array = Buffer.alloc(0)): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  if (bytes.length > 0) socket.write(bytes);
  return socket;
}
