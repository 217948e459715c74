import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { fault } from '../../kit/faults.ts';
import type { WebRequest, WebResponse } from '../../rpc/serve/http.ts';
import type { PathOwner } from '../../rpc/serve/web.ts';
import { encodingFor } from '../serve/compress.ts';
import { CONTENT_POLICY, type DocumentFile, DocumentFiles } from './files.ts';

const decompress = promisify(brotliDecompress);

/** Serves the description of the public API, and leaves everything else to whom these paths belong. */
export function withDocuments(others: PathOwner): PathOwner {
  const files = new DocumentFiles();
  return {
    ...others,
    async serve(request, response, between) {
      const file = files.get((request.url ?? '').split('?', 1)[0] ?? '');
      if (!file) return others.serve(request, response, between);
      if (request.method === 'GET' || request.method === 'HEAD') return await send(file, request, response);
      response.setHeader('allow', 'GET, HEAD');
      return others.refuse(request, response, fault('MethodNotAllowed'));
    },
  };
}

async function send({ type, brotli, etag }: DocumentFile, request: WebRequest, response: WebResponse): Promise<void> {
  const { headers, method } = request;
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
  if (known) {
    response.writeHead(304, always);
    response.end();
    return;
  }
  const isBrotli = encodingFor(headers['accept-encoding']?.toString(), brotli.length) === 'br';
  const body = isBrotli ? brotli : await decompress(brotli);
  const encoding = isBrotli ? { 'content-encoding': 'br' } : {};
  response.writeHead(200, { ...always, ...encoding, 'content-type': type, 'content-length': body.length });
  response.end(method === 'HEAD' ? undefined : body);
}
