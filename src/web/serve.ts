import type { Log } from '../kit/log.ts';
import { valuesOf, type WebRequest, type WebResponse } from '../rpc/serve/http.ts';
import { STATIC_METHODS, type StaticFile, sendFile, staticFile, TYPES } from '../rpc/serve/static-files.ts';
import type { ConnectionContext, Site } from '../rpc/serve/web.ts';
import { type Build, type ConsoleSource, ConsoleTrouble } from './console.ts';
import { consoleHeaders } from './headers.ts';
import { IndexPage } from './index-page.ts';
import { sentencePage } from './sentence-page.ts';

export interface ConsoleOptions {
  /** Undefined: the console is switched off. */
  readonly source: ConsoleSource | undefined;
  /** The certificate of the port is one that browsers trust: the operator's own. */
  readonly isTrusted: boolean;
  readonly log: Log;
}

const ASSETS = '/assets/';
const ROBOTS = '/robots.txt';
/** What browsers ask for by itself, under a name without a hash. */
const PLAIN_FILES: ReadonlySet<string> = new Set(['/favicon.svg', '/manifest.webmanifest', ROBOTS]);
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_A_DAY = 'max-age=86400';
/** What a path of ours never has in it: steps upwards, an encoded slash or an encoded NUL. */
const CROOKED = /(^|\/)\.\.?(\/|$)|%2e|%2f|%5c|%00|\\|\0/i;
const API_PAGE = '/api/docs';
const NO_STORE = { 'cache-control': 'no-store' };
const MISDIRECTED = 421;

/** Serves the console at the paths that neither the APIs nor a page have. */
export function consoleSite({ source, isTrusted, log }: ConsoleOptions): Site {
  const headers = consoleHeaders(isTrusted);
  let index: IndexPage | undefined;
  const robots = staticFile('text/plain; charset=utf-8', { plain: Buffer.from('User-agent: *\nDisallow: /\n') });

  const indexOf = (build: Build): IndexPage => {
    if (index?.build !== build) index = new IndexPage(build);
    return index;
  };

  /** One request that is the console's. */
  const exchange = (request: WebRequest, response: WebResponse, between: ConnectionContext) => {
    const send = (file: StaticFile, more: Readonly<Record<string, string>>, status?: number) =>
      sendFile(file, request, response, between, { ...headers, ...more }, status);
    const empty = (status: number, more: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { ...headers, ...more, 'content-length': 0 });
      response.end();
    };
    const page = async (build: Build, status = 200) =>
      send(
        indexOf(build).file(valuesOf(request, 'cookie')),
        { vary: 'Accept-Encoding, Cookie', 'cache-control': 'no-cache' },
        status,
      );
    const trouble = ({ title, message, details }: ConsoleTrouble, status: number) =>
      send(
        staticFile(TYPES.html, { plain: Buffer.from(sentencePage(title, [message], details)) }),
        { ...NO_STORE, vary: 'Accept-Encoding' },
        status,
      );
    return { send, empty, page, trouble };
  };

  /** @returns undefined: nothing of the console is there */
  const answer = async (
    console: ConsoleSource,
    path: string,
    request: WebRequest,
    { send, empty, page }: ReturnType<typeof exchange>,
  ): Promise<'answered' | undefined> => {
    const { method = '' } = request;
    const isRead = STATIC_METHODS.includes(method);
    const isFile = path.startsWith(ASSETS) || PLAIN_FILES.has(path);
    const isRoute = !isFile && !CROOKED.test(path) && (await console.isRoute(path));
    if (!isRead && !isFile && !isRoute) return undefined;
    if (!isRead) empty(405, { allow: STATIC_METHODS.join(', '), ...NO_STORE });
    else if (CROOKED.test(path)) empty(404, NO_STORE);
    else if (isFile) {
      const file = path === ROBOTS ? robots : (await console.shown()).file(path);
      if (file) await send(file, { 'cache-control': path.startsWith(ASSETS) ? FOR_EVER : FOR_A_DAY });
      else empty(404, NO_STORE);
    } else if (isRoute) await page(await console.newest());
    // The page itself says that it has nothing there.
    else if (!lastPart(path).includes('.') && wantsPage(request)) await page(await console.newest(), 404);
    else return undefined;
    return 'answered';
  };

  return {
    async serve(request, response, between) {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      const { send, empty, page, trouble } = exchange(request, response, between);
      if (!source) {
        const isHome = path === '/' && STATIC_METHODS.includes(request.method ?? '');
        if (isHome) empty(302, { location: API_PAGE, ...NO_STORE });
        return isHome;
      }
      try {
        return (await answer(source, path, request, { send, empty, page, trouble })) !== undefined;
      } catch (cause) {
        if (!(cause instanceof ConsoleTrouble)) throw cause;
        if (path !== '/' && !wantsPage(request)) return false;
        log.warn({ details: cause.details }, cause.message);
        await trouble(cause, 500);
        return true;
      }
    },

    refuse(request, response, host) {
      if (!STATIC_METHODS.includes(request.method ?? '') || !wantsPage(request)) return false;
      const shown = sentencePage('This is another address', [
        `Waystation was asked under the name "${host}", which is none of its names.`,
        'If it is one, add it to gateway.allowed_hosts in the configuration; else open Waystation by its own address.',
      ]);
      const body = Buffer.from(shown);
      response.writeHead(MISDIRECTED, {
        ...headers,
        ...NO_STORE,
        'content-type': TYPES.html,
        'content-length': body.length,
      });
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    },
  };
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A browser that goes to an address asks for a page; programs take anything. */
function wantsPage({ headers }: WebRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}
