import { fault } from '../../kit/faults/faults.ts';
import { STATIC_METHODS, sendFile } from '../../rpc/serve/static-files.ts';
import type { PathOwner } from '../../rpc/serve/web.ts';
import { documentFiles } from './files.ts';

const HEADERS = {
  // What the page may do: run what we serve, ask us, and no more. Swagger UI sets styles of its elements.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
};
const ALLOWED = [...STATIC_METHODS, 'OPTIONS'].join(', ');

/**
 * Serves the description of the public API, and leaves everything else to whom these paths belong.
 * @param count counts a request of an address that shows no key. @throws fault `RateLimited`
 */
export function withDocuments(others: PathOwner, count: (address: string) => void): PathOwner {
  const files = documentFiles();
  return {
    ...others,
    async serve(request, response, between) {
      const { method = '', url = '' } = request;
      const file = files.get(url.split('?', 1)[0] ?? '');
      if (!file) return others.serve(request, response, between);
      try {
        count(between.peer.address);
        if (STATIC_METHODS.includes(method)) return await sendFile(file, request, response, between, HEADERS);
      } catch (error) {
        return others.refuse(request, response, error);
      }
      response.setHeader('allow', ALLOWED);
      if (method !== 'OPTIONS') return others.refuse(request, response, fault('MethodNotAllowed'));
      response.writeHead(204);
      response.end();
    },
  };
}
