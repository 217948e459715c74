import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { WebRequest } from '../../rpc/serve/http.ts';
import { CONTENT_POLICY, type DocumentFile } from './files.ts';

const decompress = promisify(brotliDecompress);

export interface FileAnswer {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** The answer to who asks for a file of the description by GET or HEAD. */
export async function fileAnswer({ type, brotli, etag }: DocumentFile, { headers }: WebRequest): Promise<FileAnswer> {
  const always = {
    etag,
    vary: 'Accept-Encoding',
    // Asked again each time, and sent again only when a release has changed it.
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': CONTENT_POLICY,
    'referrer-policy': 'no-referrer',
  };
  const known = headers['if-none-match']?.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag);
  if (known) return { status: 304, headers: always, body: undefined };
  const takesBrotli = /(?:^|[\s,])br(?:$|[\s,;])(?!\s*q=0(?:\.0*)?\s*(?:,|$))/.test(`${headers['accept-encoding'] ?? ''}`);
  return {
    status: 200,
    headers: { ...always, 'content-type': type, ...(takesBrotli && { 'content-encoding': 'br' }) },
    body: takesBrotli ? brotli : await decompress(brotli),
  };
}
