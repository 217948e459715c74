// The pages of the console by path. The server reads this to tell a page from a wrong address, so nothing is imported here.

/** Group of the navigation. */
export type Group = 'radio' | 'meaning' | 'delivery' | 'trouble' | 'system';

export interface Route {
  /** What its page and its words are found by. */
  name: PageName;
  /** Segments that begin with a colon take any text. */
  path: string;
  /** Entry of the navigation that stands for it; its own name where it is one. */
  entry: PageName;
  group?: Group;
  icon?: string;
}

export type PageName =
  | 'start'
  | 'stations'
  | 'station-add'
  | 'station'
  | 'endpoints'
  | 'endpoint-add'
  | 'endpoint'
  | 'keys'
  | 'backup'
  | 'centers'
  | 'live'
  | 'unknown'
  | 'message'
  | 'get-started'
  | 'alerts'
  | 'centers'
  | 'downlinks'
  | 'rules'
  | 'rule'
  | 'events'
  | 'integrations'
  | 'integration-add'
  | 'integration'
  | 'sign-in';

export const ROUTES: readonly Route[] = [
  { name: 'start', path: '/', entry: 'start', icon: 'home' },
  { name: 'get-started', path: '/get-started/:step', entry: 'start' },
  { name: 'stations', path: '/stations', entry: 'stations', group: 'radio', icon: 'station' },
  { name: 'station-add', path: '/stations/add', entry: 'stations' },
  { name: 'station', path: '/stations/:eui', entry: 'stations' },
  { name: 'station', path: '/stations/:eui/:tab', entry: 'stations' },
  { name: 'endpoints', path: '/endpoints', entry: 'endpoints', group: 'radio', icon: 'endpoint' },
  { name: 'endpoint-add', path: '/endpoints/add', entry: 'endpoints' },
  { name: 'endpoint', path: '/endpoints/:eui', entry: 'endpoints' },
  { name: 'endpoint', path: '/endpoints/:eui/:tab', entry: 'endpoints' },
  { name: 'sign-in', path: '/sign-in', entry: 'sign-in' },
  { name: 'sign-in', path: '/sign-in/:kind', entry: 'sign-in' },
  { name: 'unknown', path: '/unknown', entry: 'unknown', group: 'radio', icon: 'unknown' },
  { name: 'unknown', path: '/unknown/:tab', entry: 'unknown' },
  { name: 'live', path: '/live', entry: 'live', group: 'radio', icon: 'live' },
  { name: 'downlinks', path: '/downlinks', entry: 'downlinks', group: 'radio', icon: 'download' },
  { name: 'downlinks', path: '/downlinks/:tab', entry: 'downlinks' },
  { name: 'message', path: '/messages/:id', entry: 'endpoints' },
  { name: 'rules', path: '/rules', entry: 'rules', group: 'meaning', icon: 'rules' },
  { name: 'rule', path: '/rules/:id', entry: 'rules' },
  { name: 'rule', path: '/rules/:id/:tab', entry: 'rules' },
  { name: 'integrations', path: '/integrations', entry: 'integrations', group: 'delivery', icon: 'integrations' },
  { name: 'integration-add', path: '/integrations/add', entry: 'integrations' },
  { name: 'integration', path: '/integrations/:id', entry: 'integrations' },
  { name: 'integration', path: '/integrations/:id/:tab', entry: 'integrations' },
  { name: 'centers', path: '/centers', entry: 'centers', group: 'delivery', icon: 'centers' },
  { name: 'centers', path: '/centers/:eui', entry: 'centers' },
  { name: 'centers', path: '/centers/:eui/:tab', entry: 'centers' },
  { name: 'alerts', path: '/alerts', entry: 'alerts', group: 'trouble', icon: 'bell' },
  { name: 'alerts', path: '/alerts/:tab', entry: 'alerts' },
  { name: 'events', path: '/events', entry: 'events', group: 'trouble', icon: 'events' },
  { name: 'keys', path: '/keys', entry: 'keys', group: 'system', icon: 'key' },
  { name: 'backup', path: '/backup', entry: 'backup', group: 'system', icon: 'backup' },
];

export interface Match {
  route: Route;
  /** Of the segments that begin with a colon, decoded. */
  params: Readonly<Record<string, string>>;
}

/** The first route that takes a path (without query), undefined where none does or an escape in it is broken. */
export function matchRoute(path: string): Match | undefined {
  const segments = path.split('/').slice(1);
  for (const route of ROUTES) {
    const params = paramsOf(route.path.split('/').slice(1), segments);
    if (params) return { route, params };
  }
  return undefined;
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const segment = segments[at] ?? '';
    if (!part.startsWith(':')) {
      if (part !== segment) return undefined;
      continue;
    }
    try {
      params[part.slice(1)] = decodeURIComponent(segment);
    } catch {
      return undefined;
    }
    if (segment === '') return undefined;
  }
  return params;
}
