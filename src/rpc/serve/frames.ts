import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { fault } from '../../kit/faults/faults.ts';
import { MAX_MESSAGE } from './service.ts';

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

/** The messages of a body as it arrives. Throws `MalformedRequest` for one that ends inside a frame. */
export async function* unframe(body: AsyncIterable<Buffer>, encoding: string | undefined): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  let wanted = FRAME_HEAD;
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // A large message comes in many chunks: they are joined when it is complete.
    if (size < wanted) continue;
    rest = Buffer.concat(chunks);
    for (;;) {
      wanted = rest.length < FRAME_HEAD ? FRAME_HEAD : FRAME_HEAD + rest.readUInt32BE(1);
      if (wanted > FRAME_HEAD + MAX_MESSAGE) throw fault('RequestTooLarge', { limit: MAX_MESSAGE });
      if (rest.length < wanted) break;
      const message = rest.subarray(FRAME_HEAD, wanted);
      yield rest.readUInt8(0) & FLAG_COMPRESSED ? await decompress(message, encoding) : message;
      rest = rest.subarray(wanted);
    }
    chunks = [rest];
    size = rest.length;
  }
  if (size > 0) throw fault('MalformedRequest');
}

/** A client may send several pieces of base64 one after the other, each with its padding. */
export function plain(raw: Buffer, base64: boolean): Buffer {
  if (!base64) return raw;
  const pieces = raw.toString('latin1').match(/[^=]+=*/g) ?? [];
  return Buffer.concat(pieces.map(piece => Buffer.from(piece, 'base64')));
}

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
]);

/** Undoes the encoding of a body or message; what would grow past the message limit is refused before it takes the memory. */
export async function decompress(bytes: Uint8Array, encoding: string | undefined): Promise<Uint8Array> {
  if (encoding === undefined || encoding === 'identity') return bytes;
  const decode = DECODERS.get(encoding);
  if (!decode) throw fault('UnsupportedMediaType', { encoding: encoding.slice(0, 32) });
  try {
    return await decode(bytes, { maxOutputLength: MAX_MESSAGE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw fault('RequestTooLarge', { limit: MAX_MESSAGE });
    }
    throw fault('MalformedRequest');
  }
}
