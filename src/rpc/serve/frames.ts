import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { fault } from '../../kit/faults.ts';
import { MAX_MESSAGE } from './wire.ts';

/** Bytes before each message of gRPC, gRPC-Web and Connect streams: flags, then the length as 32 bits. */
export const FRAME_HEAD = 5;
export const FLAG_COMPRESSED = 0x01;
/** Last frame of a Connect stream, and of gRPC-Web. */
export const FLAG_CONNECT_END = 0x02;
export const FLAG_WEB_TRAILERS = 0x80;

export function frame(flags: number, message: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(FRAME_HEAD + message.length);
  out.writeUInt8(flags, 0);
  out.writeUInt32BE(message.length, 1);
  out.set(message, FRAME_HEAD);
  return out;
}

/** The messages of a complete body. Throws `MalformedRequest` for a body that ends inside a frame. */
export async function unframe(body: Buffer, encoding: string | undefined): Promise<Uint8Array[]> {
  const messages: Uint8Array[] = [];
  let at = 0;
  while (at < body.length) {
    if (body.length - at < FRAME_HEAD) throw fault('MalformedRequest');
    const flags = body.readUInt8(at);
    const end = at + FRAME_HEAD + body.readUInt32BE(at + 1);
    if (end > body.length) throw fault('MalformedRequest');
    const message = body.subarray(at + FRAME_HEAD, end);
    messages.push(flags & FLAG_COMPRESSED ? await decompress(message, encoding) : message);
    at = end;
  }
  return messages;
}

const gunzipAsync = promisify(gunzip);

/** Undoes the encoding of a body or message; what would grow past the message limit is refused before it takes the memory. */
export async function decompress(bytes: Uint8Array, encoding: string | undefined): Promise<Uint8Array> {
  if (encoding === undefined || encoding === 'identity') return bytes;
  if (encoding !== 'gzip') throw fault('UnsupportedMediaType', { encoding: encoding.slice(0, 32) });
  try {
    return await gunzipAsync(bytes, { maxOutputLength: MAX_MESSAGE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw fault('RequestTooLarge', { limit: MAX_MESSAGE });
    }
    throw fault('MalformedRequest');
  }
}
