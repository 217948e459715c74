import {
  type Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as plain,
} from 'node:http';
import { type RequestOptions, request as secure } from 'node:https';
import type { SecureContext } from 'node:tls';

export interface HttpRequest {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Uint8Array | string | undefined;
  /** Ends the request, and the reading of its answer. */
  readonly signal: AbortSignal;
  /** Bytes of the answer that are read; what comes behind them ends the connection. */
  readonly most: number;
  /** Keeps connections; without one each request has its own. */
  readonly agent?: Agent | undefined;
  /** For https: who may vouch for the host. */
  readonly tls?: { readonly ca?: string | string[]; readonly secureContext?: SecureContext } | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** All values of each. */
  readonly headersDistinct: NodeJS.Dict<string[]>;
  readonly body: Buffer;
  /** The host said more than was to be read. */
  readonly cut: boolean;
}

/** Sends one request to another host, and follows no redirect. @throws Error of the system when the answer does not come whole */
export function ask(url: URL, asked: HttpRequest): Promise<HttpAnswer> {
  return sent(url, asked, true);
}

/** @param again a host may close an idle connection in the moment in which the next request goes out on it */
function sent(url: URL, asked: HttpRequest, again: boolean): Promise<HttpAnswer> {
  const { body, signal, most } = asked;
  return new Promise((resolve, reject) => {
    let answered = false;
    const request = requestTo(url, asked, response => {
      answered = true;
      answerOf(response, most).then(resolve, reject);
    });
    request.on('error', cause => {
      if (again && request.reusedSocket && !answered && !signal.aborted) resolve(sent(url, asked, false));
      else reject(cause);
    });
    request.end(body);
  });
}

function requestTo(
  url: URL,
  asked: Omit<HttpRequest, 'body' | 'most'>,
  answered: (response: IncomingMessage) => void,
): ClientRequest {
  const { method = 'GET', headers = {}, signal, agent = false, tls } = asked;
  const isSecure = url.protocol === 'https:';
  const options: RequestOptions = { method, headers, signal, agent, ...(isSecure && tls) };
  return (isSecure ? secure : plain)(url, options, answered);
}

async function answerOf(response: IncomingMessage, most: number): Promise<HttpAnswer> {
  const { statusCode: status = 0, headers, headersDistinct } = response;
  const parts: Buffer[] = [];
  let bytes = 0;
  if (most === 0) response.destroy();
  else
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.length;
      // Leaving the loop ends the connection: the rest may be without end.
      if (bytes > most) break;
    }
  return { status, headers, headersDistinct, body: Buffer.concat(parts), cut: bytes > most };
}

export interface Download {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Ends with an error where the host stops before the end, is silent for too long, or the signal ends. */
  readonly body: AsyncIterable<Buffer>;
}

/**
 * Asks another host for something large, and follows no redirect.
 * @param asked.idleMs without a byte ends it
 * @throws Error of the system
 */
export function download(
  url: URL,
  asked: Pick<HttpRequest, 'headers' | 'signal' | 'agent' | 'tls'> & { readonly idleMs: number },
): Promise<Download> {
  const { idleMs } = asked;
  return new Promise((resolve, reject) => {
    const request = requestTo(url, asked, response => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response });
    });
    request.setTimeout(idleMs, () => request.destroy(new Error('it has sent nothing for too long')));
    request.on('error', reject);
    request.end();
  });
}
