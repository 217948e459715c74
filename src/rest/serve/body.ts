import { type Fault, fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { Cancelled } from '../../rpc/call/status.ts';
import type { WebRequest } from '../../rpc/serve/http.ts';
import { MAX_READING } from '../../rpc/serve/request-body.ts';
import type { ConnectionContext } from '../../rpc/serve/web.ts';

/** From the first byte to the last (REST section 4). */
const BODY_MS = 30_000;
/** What is too long is read to its end, within reason, so that the client can read the answer. */
const READ_BEYOND = 4;
const RETRY_MS = 1000;

/** Whether a body comes, as far as the headers tell. */
export function bringsBody(request: WebRequest): boolean {
  const { headers } = request;
  const length = headers['content-length'];
  if (length !== undefined) return length !== '0';
  if (headers['transfer-encoding'] !== undefined) return true;
  const stream: unknown = 'stream' in request ? request.stream : undefined;
  return stream instanceof Object && 'endAfterHeaders' in stream && stream.endAfterHeaders === false;
}

/**
 * The whole body.
 * @param tooLarge made for one of more than `most` bytes
 */
export function bodyOf(
  request: WebRequest,
  {
    clock,
    reading,
    most,
    tooLarge,
  }: Pick<ConnectionContext, 'reading'> & { readonly clock: Clock; readonly most: number; tooLarge(): Fault },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (outcome: () => void) => {
      late.cancel();
      reading.bytes -= size;
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      outcome();
    };
    const refuse = (why: Error) => finish(() => reject(why));
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      reading.bytes += chunk.length;
      if (reading.bytes > MAX_READING) return refuse(fault('RateLimited', { retry_after_ms: RETRY_MS }));
      if (size <= most) chunks.push(chunk);
      else {
        chunks.length = 0;
        if (size > READ_BEYOND * most) refuse(tooLarge());
      }
    };
    const onEnd = () => (size > most ? refuse(tooLarge()) : finish(() => resolve(Buffer.concat(chunks))));
    const onClose = () => refuse(new Cancelled());
    const late = clock.after(BODY_MS, () => refuse(fault('DeadlineExceeded')));
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}
