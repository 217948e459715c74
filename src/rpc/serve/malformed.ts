import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What HTTP/1.1 answers a request that it cannot read. */
export interface RawAnswer {
  readonly status: 400 | 431;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const REASONS = { 400: 'Bad Request', 431: 'Request Header Fields Too Large' } as const;
/** The line with which a request begins; more of a target than its path is not needed here. */
const REQUEST_LINE = /^\s*[A-Z]+ (?:https?:\/\/[^/?# ]*)?(\/[^?# \r\n]*)/i;
const LINE_BYTES = 256;

/** For which path each connection has a request, as far as that can be known of one that cannot be read. */
export class RequestedPaths {
  readonly #last = new WeakMap<object, string>();

  /** @param seen of what a connection has sent first */
  opened(socket: Socket, seen: Buffer | undefined): void {
    const path = seen && pathIn(seen);
    if (path !== undefined) this.#last.set(socket, path);
  }

  begun({ socket, url = '' }: IncomingMessage): void {
    this.#last.set(socket, url.split('?', 1)[0] ?? '');
  }

  /** @param packet the last that came: it begins a request, or goes on with one */
  of(socket: object, packet: Buffer | undefined): string {
    return (packet && pathIn(packet)) ?? this.#last.get(socket) ?? '';
  }
}

function pathIn(bytes: Buffer): string | undefined {
  return REQUEST_LINE.exec(bytes.subarray(0, LINE_BYTES).toString('latin1'))?.[1];
}

/** As bytes of a connection that has no response. */
export function rawText({ status, headers, body }: RawAnswer): string {
  const all = { ...headers, 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([key, value]) => `${key}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${REASONS[status]}\r\nconnection: close\r\n${lines.join('')}\r\n${body}`;
}

/** In place of what would be answered to a request whose body cannot be read to its end. */
export function answerInstead(
  response: ServerResponse,
  socket: { destroySoon(): void },
  { status, headers, body }: RawAnswer,
) {
  response.writeHead(status, { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) });
  response.end(body, () => socket.destroySoon());
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)([^#]*)/i;

/**
 * Makes a request whose line has a whole address, as proxies write it, one with a path (RFC 9112 3.2.2). The host in that address is
 * judged beside `Host`.
 */
export function withPath(request: IncomingMessage): void {
  const [, authority, rest = ''] = ABSOLUTE.exec(request.url ?? '') ?? [];
  if (authority === undefined) return;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  // No request of HTTP/1.1 can have sent such a header.
  request.headers[':authority'] = authority;
}
