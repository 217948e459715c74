// The page of each route, loaded when it is gone to.
import type { ComponentType } from 'preact';
import type { PageName } from '../routes.ts';

export interface PageProps {
  params: Readonly<Record<string, string>>;
}

type Loaded = Promise<{ default: ComponentType<PageProps> }>;

const LOADERS: Readonly<Record<PageName, () => Loaded>> = {
  start: () => import('../pages/start/start.tsx'),
  'get-started': () => import('../pages/get-started/get-started.tsx'),
  stations: () => import('../pages/stations/stations.tsx'),
  station: () => import('../pages/stations/detail/station.tsx'),
  'station-add': () => import('../pages/station-add/station-add.tsx'),
  endpoints: () => import('../pages/endpoints/endpoints.tsx'),
  'endpoint-add': () => import('../pages/endpoint-add/endpoint-add.tsx'),
  endpoint: () => import('../pages/endpoint/endpoint.tsx'),
  // a browser that is signed in already
  'sign-in': () => import('../pages/start/start.tsx'),
  keys: () => import('../pages/keys/keys.tsx'),
  live: () => import('../pages/live/live.tsx'),
};

export function loadPage(name: PageName): Loaded {
  return LOADERS[name]();
}
