import type { WebRequest, WebResponse } from './http.ts';

/** Sets the headers of a browser's request from elsewhere. @returns true when the request was a preflight and is answered */
export type Cors = (request: WebRequest, response: WebResponse) => boolean;

const EXPOSED = 'grpc-status, grpc-message, grpc-status-details-bin, x-error-token, x-error-number, x-request-id';

/** What pages from elsewhere may send, and what they may read. */
export interface CorsHeaders {
  /** Undefined: what they ask for. */
  readonly allowed?: string;
  readonly exposed: string;
}

const MAX_AGE_S = '7200';

/** Whether pages of an origin are let in. */
export type Origins = (origin: string) => boolean;

/**
 * @param entries origins as they are configured, looked at anew each time, since they may change; one without a port means that of its
 * scheme; `*`: all
 */
export function originsOf(entries: readonly string[]): Origins {
  return origin => {
    const plain = plainOrigin(origin);
    return entries.some(entry => entry === '*' || plainOrigin(entry) === plain);
  };
}

/** As browsers write it: in lower case, and without the port of its scheme. */
function plainOrigin(text: string): string {
  const { origin = 'null' } = URL.parse(text) ?? {};
  return origin === 'null' ? text : origin;
}

/** Cross-origin rules for the given origins; without any, no header is sent and every browser keeps to the service center's own origin. */
export function cors(origins: readonly string[], { allowed, exposed }: CorsHeaders = { exposed: EXPOSED }): Cors {
  const isAllowed = originsOf(origins);
  return (request, response) => {
    const { origin } = request.headers;
    if (!origin || !isAllowed(origin)) return false;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', exposed);
    const asked = request.headers['access-control-request-headers'];
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return false;
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
    if (asked) response.setHeader('access-control-allow-headers', allowed ?? asked);
    response.setHeader('access-control-max-age', MAX_AGE_S);
    response.writeHead(204);
    response.end();
    return true;
  };
}
