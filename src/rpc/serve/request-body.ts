import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Dialect } from './dialects.ts';
import { decompress, plain, unframe } from './frames.ts';
import type { WebRequest, WebResponse } from './http.ts';
import { MAX_MESSAGE } from './service.ts';

/** A message in base64 with its frame head, and room for a trailing frame. */
const MAX_BODY = Math.ceil(((MAX_MESSAGE + 1024) * 4) / 3);
/** All bodies that are still being read, together: each may be large, and there may be thousands. */
export const MAX_READING = 16 << 20;
const RETRY_MS = 1000;
/** From the first byte of a body to its last, and from one question of a conversation to the next. */
const BODY_MS = 30_000;

/** What bodies are read with. */
interface Reader {
  readonly clock: Clock;
  /** Of all bodies that are being read. */
  readonly reading: { bytes: number };
}

/** The questions of a conversation, each uncompressed; one where the dialect has but one. */
export async function* questionsOf(
  options: Reader,
  dialect: Dialect,
  request: WebRequest,
  response: WebResponse,
): AsyncGenerator<Uint8Array> {
  const encoding = request.headers[dialect.encodingHeader]?.toString();
  if (dialect.unary) yield await messageOf(options, dialect, request, response);
  else if (request.httpVersionMajor >= 2 && !dialect.base64) yield* spoken(options, request, response, encoding);
  // Clients of HTTP/1.1 read no answer before they have sent everything.
  else yield* unframe(once(plain(await body(request, response, options), dialect.base64)), encoding);
}

/** What is not a whole message yet counts as being read. */
async function* spoken({ clock, reading }: Reader, request: WebRequest, response: WebResponse, encoding?: string) {
  let held = 0;
  const wait = () => clock.after(BODY_MS, () => response.destroy());
  let late = wait();
  const release = () => {
    late.cancel();
    reading.bytes -= held;
    held = 0;
  };
  async function* chunks() {
    for await (const chunk of chunksOf(request)) {
      held += chunk.length;
      reading.bytes += chunk.length;
      if (reading.bytes > MAX_READING) throw fault('RateLimited', { retry_after_ms: RETRY_MS });
      yield chunk;
    }
  }
  try {
    for await (const question of unframe(chunks(), encoding)) {
      release();
      yield question;
      late = wait();
    }
  } finally {
    release();
  }
}

function chunksOf(request: WebRequest): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

async function* once<T>(item: T): AsyncGenerator<T> {
  yield item;
}

/** The one message of the request, uncompressed. @throws fault `RequestTooLarge`, `RateLimited` or `MalformedRequest` */
export async function messageOf(
  options: Reader,
  dialect: Dialect,
  request: WebRequest,
  response: WebResponse,
): Promise<Uint8Array> {
  const bytes = plain(await body(request, response, options), dialect.base64);
  const encoding = request.headers[dialect.encodingHeader]?.toString();
  if (dialect.unary) return limited(await decompress(bytes, encoding));
  const messages: Uint8Array[] = [];
  for await (const each of unframe(once(bytes), encoding)) messages.push(each);
  const [first] = messages;
  if (!first || messages.length > 1) throw fault('MalformedRequest');
  return limited(first);
}

function limited(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_MESSAGE) throw fault('RequestTooLarge', { limit: MAX_MESSAGE });
  return bytes;
}

async function body(request: WebRequest, response: WebResponse, { clock, reading }: Reader): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const late = clock.after(BODY_MS, () => response.destroy());
  try {
    for await (const chunk of chunksOf(request)) {
      size += chunk.length;
      reading.bytes += chunk.length;
      if (reading.bytes > MAX_READING) throw fault('RateLimited', { retry_after_ms: RETRY_MS });
      if (size <= MAX_BODY) chunks.push(chunk);
      else chunks.length = 0;
      // What is too long is read to its end, within reason, so that the client can read the answer.
      if (size > 4 * MAX_BODY) break;
    }
  } finally {
    late.cancel();
    reading.bytes -= size;
  }
  if (size > MAX_BODY) throw fault('RequestTooLarge', { limit: MAX_MESSAGE });
  return Buffer.concat(chunks);
}
