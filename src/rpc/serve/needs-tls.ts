import type { WebRequest, WebResponse } from './http.ts';

const SENTENCE = 'This port speaks TLS: use https.\n';
/** A name or an address, with a port perhaps, and nothing else that a browser would follow somewhere. */
const HOST = /^[0-9A-Za-z.-]+(:\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](:\d{1,5})?$/;

/** Answers what comes in clear text to a port with TLS: a page goes on where it should have begun, all else is told why not. */
export function needsTls(request: WebRequest, response: WebResponse): void {
  const { method, url = '', headers } = request;
  const host = String(headers.host ?? headers[':authority'] ?? '');
  const isPage = method === 'GET' && String(headers.accept ?? '').includes('text/html');
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  if (isPage && HOST.test(host) && url.startsWith('/')) {
    response.writeHead(307, { location: `https://${host}${url}` });
  } else response.writeHead(400);
  response.end(SENTENCE);
}
