import { fault } from '../../kit/faults.ts';
import type { WebRequest, WebResponse } from '../../rpc/serve/http.ts';
import { endWith, PIECE } from '../../rpc/serve/send.ts';
import type { Between, PathOwner } from '../../rpc/serve/web.ts';
import { encodingFor } from '../serve/compress.ts';
import { CONTENT_POLICY, type DocumentFile, DocumentFiles } from './files.ts';

/**
 * Serves the description of the public API, and leaves everything else to whom these paths belong.
 * @param count counts a request of an address that shows no key. @throws fault `RateLimited`
 */
export function withDocuments(others: PathOwner, count: (address: string) => void): PathOwner {
  const files = new DocumentFiles();
  return {
    ...others,
    async serve(request, response, between) {
      const file = files.get((request.url ?? '').split('?', 1)[0] ?? '');
      if (!file) return others.serve(request, response, between);
      try {
        count(between.peer.address);
        if (request.method === 'GET' || request.method === 'HEAD') return await send(file, request, response, between);
      } catch (error) {
        return others.refuse(request, response, error);
      }
      response.setHeader('allow', 'GET, HEAD, OPTIONS');
      if (request.method === 'OPTIONS') {
        response.writeHead(204);
        response.end();
        return;
      }
      return others.refuse(request, response, fault('MethodNotAllowed'));
    },
  };
}

async function send(
  { type, brotli, plain, etag }: DocumentFile,
  { headers, method }: WebRequest,
  response: WebResponse,
  { unsent, connection }: Between,
): Promise<void> {
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
  const body = isBrotli ? brotli : plain();
  // The bytes are there once for all who are sent them: what each costs is the piece that is on its way.
  unsent.hold(connection, response, Math.min(body.length, PIECE));
  const encoding = isBrotli ? { 'content-encoding': 'br' } : {};
  response.writeHead(200, { ...always, ...encoding, 'content-type': type, 'content-length': body.length });
  await endWith(response, method === 'HEAD' ? undefined : body);
}
