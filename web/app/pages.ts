// The page of each route, loaded when it is gone to.
import type { ComponentType } from 'preact';
import type { PageName } from '../routes.ts';

export interface PageProps {
  params: Readonly<Record<string, string>>;
}

const LOADERS: Readonly<Record<PageName, () => Promise<{ default: ComponentType<PageProps> }>>> = {
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
  integrations: () => import('../pages/integrations/integrations.tsx'),
  'integration-add': () => import('../pages/integrations/add/add.tsx'),
  integration: () => import('../pages/integrations/detail/integration.tsx'),
  events: () => import('../pages/events/events.tsx'),
  rules: () => import('../pages/rules/rules.tsx'),
  rule: () => import('../pages/rules/rule.tsx'),
  downlinks: () => import('../pages/downlinks/downlinks.tsx'),
  centers: () => import('../pages/centers/page.tsx'),
  alerts: () => import('../pages/alerts/alerts.tsx'),
  backup: () => import('../pages/backup/backup.tsx'),
  keys: () => import('../pages/keys/keys.tsx'),
  message: () => import('../pages/message/message.tsx'),
  unknown: () => import('../pages/unknown/unknown.tsx'),
  live: () => import('../pages/live/live.tsx'),
};

const loaded = new Map<PageName, ComponentType<PageProps>>();

/** The page, once it has been loaded. */
export function pageOf(name: PageName): ComponentType<PageProps> | undefined {
  return loaded.get(name);
}

/** Undefined where there is nothing to wait for. Rejects where the file is not there: Waystation has been updated, or is away. */
export function loadPage(name: PageName): Promise<void> | undefined {
  if (loaded.has(name)) return undefined;
  return LOADERS[name]().then(({ default: page }) => void loaded.set(name, page));
}
