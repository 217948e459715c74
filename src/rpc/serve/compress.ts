import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller answers are not worth it. */
const LEAST_BYTES = 1024;
/** Quick, and no more memory than an answer is large. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 5;

export type Encoding = 'br' | 'gzip';

const QUALITY = /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i;

/**
 * How an answer may be compressed for this caller; br before gzip (clarification R24).
 * @param bytes of the answer; left out where it is there compressed already
 */
export function encodingFor(accepted: string | undefined, bytes = Number.POSITIVE_INFINITY): Encoding | undefined {
  if (accepted === undefined || bytes < LEAST_BYTES) return undefined;
  const qualities = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',', 20)) {
    const [name = '', ...parameters] = part.split(';');
    const quality = parameters.map(each => QUALITY.exec(each)?.[1]).find(each => each !== undefined);
    qualities.set(name.trim(), quality === undefined ? 1 : Number(quality));
  }
  const takes = (name: Encoding) => (qualities.get(name) ?? qualities.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : undefined;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses in a thread of its own. */
export function compressed(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(bytes, { level: GZIP_LEVEL });
  const window = Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.min(18, Math.ceil(Math.log2(bytes.length + 16))));
  return toBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_LGWIN]: window,
    },
  });
}
