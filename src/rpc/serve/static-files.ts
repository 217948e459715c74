import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { encodingFor } from './compress.ts';
import type { WebRequest, WebResponse } from './http.ts';
import { endWith, PIECE } from './send.ts';
import type { ConnectionContext } from './web.ts';

/** A file that every client may read, and that is the same as long as its entity tag is. */
export interface StaticFile {
  readonly type: string;
  /** With its quotes. */
  readonly etag: string;
  /** Compressed by brotli: nothing else of it is kept before it is asked for. */
  readonly brotli: Buffer;
  /** For clients that do not take brotli; each is made once, for all of them. */
  gzip(): Buffer;
  plain(): Buffer;
}

/** For what is compressed when it is first asked for. */
const QUALITY = 5;

export const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;

/**
 * @param made.brotli what the executable brings already compressed, else the bytes
 * @param made.gzip likewise, where it was made when the program was packed
 */
export function staticFile(
  type: string,
  made: { readonly brotli: Buffer; readonly gzip?: () => Buffer } | { readonly plain: Buffer },
): StaticFile {
  const brotli = 'brotli' in made ? made.brotli : brotliCompressSync(made.plain, BROTLI);
  const plain = once(() => brotliDecompressSync(brotli));
  const gzip = once(('brotli' in made && made.gzip) || (() => gzipSync(plain())));
  const etag = `"${createHash('sha256').update(brotli).digest('base64url').slice(0, 22)}"`;
  return { type, etag, brotli, gzip, plain };
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } };

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Files by their path, each made at its first request: few boxes are ever asked, and each costs time or memory. */
export class StaticFiles {
  readonly #made = new Map<string, StaticFile>();
  readonly #make: (path: string) => StaticFile | undefined;

  /** @param make undefined: there is no such file */
  constructor(make: (path: string) => StaticFile | undefined) {
    this.#make = make;
  }

  get(path: string): StaticFile | undefined {
    const file = this.#made.get(path) ?? this.#make(path);
    if (file) this.#made.set(path, file);
    return file;
  }
}

/** Asked again each time, and sent again only when a release has changed it. */
const REVALIDATED = 'no-cache';

export const STATIC_METHODS = ['GET', 'HEAD'];

/**
 * Answers GET and HEAD with a file: 304 to who has it, compressed as the client takes it.
 * @param headers beside its own; `cache-control` in place of `no-cache` @param status of a page that says what is wrong
 * @throws fault `RateLimited` when too much waits for clients to take it
 */
export async function sendFile(
  { type, etag, brotli, gzip, plain }: StaticFile,
  request: WebRequest,
  response: WebResponse,
  { unsent, connection }: Pick<ConnectionContext, 'unsent' | 'connection'>,
  headers: Readonly<Record<string, string>>,
  status = 200,
): Promise<void> {
  const always = {
    etag,
    vary: 'Accept-Encoding',
    'cache-control': REVALIDATED,
    'x-content-type-options': 'nosniff',
    ...headers,
  };
  if (status === 200 && isKnown(request, etag)) {
    response.writeHead(304, always);
    response.end();
    return;
  }
  const encoding = encodingFor(request.headers['accept-encoding']?.toString());
  const body = encoding === 'br' ? brotli : encoding === 'gzip' ? gzip() : plain();
  // The bytes are there once for all who are sent them: what each costs is the piece that is on its way.
  unsent.hold(connection, response, Math.min(body.length, PIECE));
  response.writeHead(status, {
    ...always,
    ...(encoding && { 'content-encoding': encoding }),
    'content-type': type,
    'content-length': body.length,
  });
  await endWith(response, request.method === 'HEAD' ? undefined : body);
}

function isKnown({ headers }: WebRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map(tag => tag.trim().replace(/^W\//, ''));
  return known?.some(tag => tag === etag || tag === '*') ?? false;
}
