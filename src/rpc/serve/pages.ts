import type { Writable } from 'node:stream';
import { catalog, Fault, fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { FailureEncoder, WireFailure } from './failure.ts';
import type { WebRequest, WebResponse } from './http.ts';
import type { Peer } from './peer.ts';

/** What a page is asked. */
export interface PageRequest extends Peer {
  readonly query: URLSearchParams;
  /** All values of a header, its name in lower case. */
  headers(name: string): readonly string[];
  /** What was posted, as a form or as an object of texts in JSON; empty otherwise. */
  readonly fields: ReadonlyMap<string, string>;
  /** The browser is to keep this line of `Set-Cookie`, whatever it is answered. */
  keep(cookie: string): void;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Something at the public port that is no RPC. */
export interface Page {
  readonly method: 'GET' | 'POST';
  /** Exactly this one. */
  readonly path: string;
  /**
   * The console alone may post there, in JSON, which no page from elsewhere can. While the API is not there, it is told so as by a
   * gateway.
   */
  readonly console?: {
    /** Fields that may be true or false. */
    readonly flags: readonly string[];
  };
  /** @throws Fault which is told as RPCs are in JSON */
  handle(request: PageRequest): PageAnswer | Promise<PageAnswer>;
}

/** A file that is too long to be held, saved by a browser. */
export interface FilePage {
  readonly method: 'GET';
  readonly path: string;
  /** @throws Fault which is told as RPCs are in JSON */
  open(request: Pick<PageRequest, 'query'>): {
    readonly headers: Readonly<Record<string, string>>;
    /**
     * Writes the file. What it throws before it begins is answered as of any page; later the connection is cut, so that no browser takes a part
     * for the whole.
     * @param begin sends the head of the answer
     * @param signal ends when the client is gone
     */
    write(begin: () => Writable, signal: AbortSignal): Promise<void>;
  };
}

const MAX_BODY = 16 << 10;
const MOST_READ = 16 * MAX_BODY;
/** For a body that is a few packets long. */
const BODY_MS = 10_000;
/** What holds for all of them: nothing is kept, framed, guessed or told to others. */
const ALWAYS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'cross-origin-opener-policy': 'same-origin',
  // With `no-referrer` a browser posts the form of a page as of the origin `null`, which is not let in.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

export function json(value: object, status = 200): PageAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** Serves the pages of a table. */
export function pageListener({
  pages,
  failure,
  clock,
  valuesOf,
  refuse,
}: {
  readonly pages: readonly (Page | FilePage)[];
  readonly failure: FailureEncoder;
  readonly clock: Clock;
  /** All values of a header. */
  valuesOf(request: WebRequest, name: string): readonly string[];
  refuse(response: WebResponse, failure: WireFailure, http?: number): void;
}) {
  const table = Map.groupBy(pages, ({ path }) => path);

  const answer = async (page: Page, request: WebRequest, response: WebResponse, peer: Peer): Promise<void> => {
    const query = queryOf(request);
    if (page.console) demandConsole(name => valuesOf(request, name));
    const isPost = page.method === 'POST';
    const fields = isPost ? await posted(request, response, clock, page.console?.flags) : new Map<string, string>();
    const { status, headers, body } = await page.handle({
      ...peer,
      query,
      headers: name => valuesOf(request, name),
      fields,
      keep: cookie => response.appendHeader('set-cookie', cookie),
    });
    response.writeHead(status, { ...ALWAYS, ...headers });
    response.end(body);
  };

  const save = async (page: FilePage, request: WebRequest, response: WebResponse): Promise<void> => {
    const { headers, write } = page.open({ query: queryOf(request) });
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    await write(() => {
      response.writeHead(200, { ...ALWAYS, ...headers });
      return response;
    }, gone.signal);
  };

  /** @returns undefined: there is no such page */
  return (request: WebRequest, response: WebResponse, peer: Peer): Promise<void> | undefined => {
    const found = table.get((request.url ?? '').split('?', 1)[0] ?? '');
    if (!found) return undefined;
    const page = found.find(({ method }) => method === request.method);
    const refused = (error: unknown, http?: number) => {
      for (const [name, value] of Object.entries(ALWAYS)) if (!response.headersSent) response.setHeader(name, value);
      refuse(response, failure(error), http);
    };
    if (!page) {
      response.setHeader('allow', found.map(({ method }) => method).join(', '));
      refused(fault('MethodNotAllowed'), 405);
      return Promise.resolve();
    }
    if ('open' in page) {
      return save(page, request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else refused(error);
      });
    }
    return answer(page, request, response, peer).catch((error: unknown) => {
      const isElsewhere = error instanceof Fault && error.fault === 'HostNotAllowed';
      const { token } = failure(error).status;
      const isAway = token === catalog.ServiceStarting.token || token === catalog.ServiceStopping.token;
      if (page.console && isAway && !response.headersSent) response.setHeader('retry-after', '1');
      refused(error, isElsewhere ? 403 : page.console && isAway ? 502 : undefined);
    });
  };
}
export type PageListener = ReturnType<typeof pageListener>;

const queryOf = ({ url = '' }: WebRequest): URLSearchParams => new URLSearchParams(url.split('?', 2)[1] ?? '');

/** @throws fault `HostNotAllowed` for a page of another site, and for a client that is none and does not say that it is ours */
function demandConsole(values: (name: string) => readonly string[]): void {
  const [site, ...otherSites] = values('sec-fetch-site');
  const [origin = '', ...otherOrigins] = values('origin');
  const [host = ''] = [...values(':authority'), ...values('host')];
  const isSame = site === undefined ? isOf(origin, host) && otherOrigins.length === 0 : site === 'same-origin';
  const [type = ''] = values('content-type');
  const isJson = type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
  if (!isSame || otherSites.length > 0 || !isJson) throw fault('HostNotAllowed', { origin: origin.slice(0, 256) });
}

/** @param origin `https://box.example.org` @param host `box.example.org:443` */
function isOf(origin: string, host: string): boolean {
  const url = URL.parse(origin);
  return url !== null && host !== '' && URL.parse(`${url.protocol}//${host}`)?.host === url.host;
}

async function posted(
  request: WebRequest,
  response: WebResponse,
  clock: Clock,
  flags: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> {
  const [type = ''] = String(request.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';');
  const isForm = type.trim() === 'application/x-www-form-urlencoded';
  if (!isForm && type.trim() !== 'application/json') throw fault('UnsupportedMediaType');
  const text = await bodyOf(request, response, clock);
  return isForm ? new Map(new URLSearchParams(text)) : textsOf(text, flags);
}

async function bodyOf(request: WebRequest, response: WebResponse, clock: Clock): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const late = clock.after(BODY_MS, () => response.destroy());
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= MAX_BODY) chunks.push(chunk);
      // What is too long is read to its end, within reason, so that the client can read the answer.
      else if (size > MOST_READ) break;
    }
  } finally {
    late.cancel();
  }
  if (size > MAX_BODY) throw fault('RequestTooLarge', { limit: MAX_BODY });
  return Buffer.concat(chunks).toString('utf8');
}

function textsOf(text: string, flags: readonly string[]): ReadonlyMap<string, string> {
  let value: unknown;
  try {
    value = JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw fault('MalformedRequest');
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries: [string, unknown][] = isObject ? Object.entries(value as object) : [];
  const isTaken = (name: string, item: unknown) =>
    typeof item === 'string' || (typeof item === 'boolean' && flags.includes(name));
  const texts = entries.flatMap(([name, item]): [string, string][] =>
    isTaken(name, item) ? [[name, String(item)]] : [],
  );
  if (!isObject || texts.length < entries.length) throw fault('MalformedRequest');
  return new Map(texts);
}
