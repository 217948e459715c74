import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

/** Headers that say who calls. */
export type Headers = Readonly<Record<string, string>>;

/** An answer of REST. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Undefined: the answer is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test looks at it names itself
  readonly json: any;
  readonly bytes: Buffer;
  /** Of a problem, without its prefix; `OK` of an answer that is none. */
  readonly token: string;
}

/** What a test says of a request beside its method and path. */
export interface Options {
  readonly headers?: Headers;
  /** Added to the path. The organization is, unless it is named here. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array;
}

/** Calls of one caller. */
export interface Calls {
  readonly get: (path: string, options?: Options) => Promise<Answer>;
  readonly head: (path: string, options?: Options) => Promise<Answer>;
  readonly delete: (path: string, body?: unknown, options?: Options) => Promise<Answer>;
  readonly post: (path: string, body?: unknown, options?: Options) => Promise<Answer>;
  readonly put: (path: string, body?: unknown, options?: Options) => Promise<Answer>;
  readonly patch: (path: string, body?: unknown, options?: Options) => Promise<Answer>;
  readonly send: (method: string, path: string, options?: Options) => Promise<Answer>;
}

/** Requests to a port of this machine; every one names the organization in its query unless it says otherwise. */
export function httpCalls(port: number, organizationId: string, agent = new Agent({ keepAlive: true })) {
  const sendAs =
    (credentials: Headers) =>
    (method: string, path: string, options: Options = {}): Promise<Answer> => {
      const { query, raw } = options;
      const headers = { ...credentials, ...options.headers };
      const named = path.includes('organizationId=') || (query && 'organizationId' in query);
      const all = { ...(!named && { organizationId }), ...query };
      const pairs = Object.entries(all).filter(([, value]) => value !== undefined);
      const search = new URLSearchParams(
        pairs.map(([key, value]): [string, string] => [key, String(value)]),
      ).toString();
      const whole = search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`;
      return new Promise((resolve, reject) => {
        // Without it Node.js sends the body of a DELETE as if another request came behind.
        const isWhole = raw !== undefined && !('transfer-encoding' in headers);
        const length = !isWhole ? {} : { 'content-length': Buffer.byteLength(raw) };
        const all = { ...length, ...headers };
        const request = httpRequest({ host: '127.0.0.1', port, method, path: whole, headers: all, agent }, response => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            const type = response.headers['content-type'] ?? '';
            const isJson = bytes.length > 0 && /^application\/(problem\+)?json/.test(type);
            const isPlain = response.headers['content-encoding'] === undefined;
            const json = isJson && isPlain ? JSON.parse(bytes.toString()) : undefined;
            const token = String(json?.error?.token ?? 'OK').replace('ErrToken', '');
            resolve({ status: response.statusCode ?? 0, headers: response.headers, json, bytes, token });
          });
        });
        request.on('error', reject);
        request.end(raw);
      });
    };
  return {
    ...callsBy(sendAs({})),
    as: (credentials: Headers) => callsBy(sendAs(credentials)),
    close: () => agent.destroy(),
  };
}

function callsBy(send: Calls['send']): Calls {
  const sendJson =
    (method: string) =>
    (path: string, body?: unknown, options: Options = {}) => {
      if (body === undefined) return send(method, path, options);
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      return send(method, path, {
        raw: JSON.stringify(body),
        ...options,
        headers: { 'content-type': type, ...options.headers },
      });
    };
  return {
    send,
    get: (path, options) => send('GET', path, options),
    head: (path, options) => send('HEAD', path, options),
    delete: sendJson('DELETE'),
    post: sendJson('POST'),
    put: sendJson('PUT'),
    patch: sendJson('PATCH'),
  };
}
