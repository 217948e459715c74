import { fault } from '../kit/faults/faults.ts';
import { HOUR_MS, SECOND_MS } from '../kit/units.ts';
import { json, type Page, type PageRequest } from '../rpc/serve/pages.ts';

/** How a browser comes to be known, in either edition. */
export interface BrowserSessions {
  /** @returns the answer, as JSON */
  begin(request: PageRequest): Promise<object>;
  refresh(request: PageRequest): Promise<object>;
  end(request: PageRequest): Promise<object>;
}

export const SESSION_PATH = '/auth/session';

/**
 * Where the console says who is in front of the browser, and is told so.
 * @param serving throws the fault that every call gets while the API is not there
 */
export function sessionPages(sessions: BrowserSessions, serving: () => void): readonly Page[] {
  const page = (path: string, act: (request: PageRequest) => Promise<object>): Page => ({
    ...{ method: 'POST', path, console: { flags: ['all'] } },
    async handle(request) {
      serving();
      return json(await act(request));
    },
  });
  return [
    page(SESSION_PATH, request => sessions.begin(request)),
    page(`${SESSION_PATH}/refresh`, request => sessions.refresh(request)),
    page(`${SESSION_PATH}/end`, request => sessions.end(request)),
  ];
}

/** 256 bits, as they are written. */
const SECRET = /^[\w-]{1,512}$/;
const SAFE = '__Host-';

/** A cookie that no script reads and no other site sends. */
export interface SessionCookie {
  readonly name: string;
  /** What a browser shows of it; undefined: nothing that can be ours. */
  shown(request: Pick<PageRequest, 'headers'>): string | undefined;
  /** The line by which the browser keeps it. @param lifetimeS 0 ends it */
  line(request: Pick<PageRequest, 'headers'>, value: string, lifetimeS: number): string;
}

/**
 * Under TLS it has a name that no neighbouring host, and no server without TLS, can set; one of the plain name counts for nothing there.
 * Whether the page came by TLS its origin says, which browsers send with each POST, also behind a proxy.
 */
export function sessionCookie(name: string): SessionCookie {
  const isTls = ({ headers }: Pick<PageRequest, 'headers'>) => headers('origin')[0]?.startsWith('https:') ?? false;
  return {
    name,
    shown(request) {
      const pairs = request.headers('cookie').flatMap(header => header.split(';').map(pair => pair.trim()));
      const sent = (wanted: string) => pairs.find(pair => pair.startsWith(`${wanted}=`))?.slice(wanted.length + 1);
      const value = sent(`${SAFE}${name}`) ?? (isTls(request) ? undefined : sent(name));
      return value !== undefined && SECRET.test(value) ? value : undefined;
    },
    line(request, value, lifetimeS) {
      const isSafe = isTls(request);
      const attributes = [
        'Path=/',
        `Max-Age=${lifetimeS}`,
        'HttpOnly',
        'SameSite=Strict',
        ...(isSafe ? ['Secure'] : []),
      ];
      return [`${isSafe ? SAFE : ''}${name}=${value}`, ...attributes].join('; ');
    },
  };
}

/** How long a browser is known that asks for nothing, without sign-in. */
export const CONSOLE_SESSION_MS = 12 * HOUR_MS;
export const CONSOLE_SESSION_S = CONSOLE_SESSION_MS / SECOND_MS;

/** @throws fault `InvalidRefreshToken` */
export function noSession(): never {
  throw fault('InvalidRefreshToken');
}
