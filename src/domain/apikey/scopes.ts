/** What a key may be for, and in which of two ways (identity API section 6.3). */
const RESOURCES = {
  users: 'read write',
  devices: 'read write',
  sensors: 'read write',
  endpoints: 'read write',
  basestations: 'read write',
  messages: 'read',
  downlinks: 'read write',
  events: 'read write',
  analytics: 'read',
  scaci: 'read',
  certificates: 'read write',
  integrations: 'read write',
  catalog: 'read write',
  'api-keys': 'read write',
  orgs: 'read write',
  commands: 'read write',
  telemetry: 'read',
  connections: 'read write',
  connectors: 'read',
  dashboards: 'read write',
  subscriptions: 'read',
  rules: 'read write',
  media: 'read write',
  system: 'read',
} as const;

/** Every scope of the organization. */
export const EVERY_SCOPE = '*';

/** All that a key may be given. */
export const scopes: ReadonlySet<string> = new Set([
  EVERY_SCOPE,
  ...Object.entries(RESOURCES).flatMap(([resource, ways]) => ways.split(' ').map(way => `${resource}:${way}`)),
]);

/** Whether a key with these scopes has that one. To write is not to read. */
export function covers(granted: readonly string[], scope: string): boolean {
  return granted.includes(scope) || granted.includes(EVERY_SCOPE);
}
