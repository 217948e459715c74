// The rights of an API key: what may be read, and what written. To write is not to read. A test holds the list equal to the server's.

export type Right = 'read' | 'write';

const BOTH: readonly Right[] = ['read', 'write'];
const READ: readonly Right[] = ['read'];

/** Which rights there are, by what they are about: those that people give most come first. */
export const SCOPES = {
  endpoints: BOTH,
  basestations: BOTH,
  messages: READ,
  downlinks: BOTH,
  telemetry: READ,
  analytics: READ,
  events: BOTH,
  catalog: BOTH,
  rules: BOTH,
  integrations: BOTH,
  scaci: READ,
  certificates: BOTH,
  devices: BOTH,
  sensors: BOTH,
  commands: BOTH,
  dashboards: BOTH,
  connections: BOTH,
  connectors: READ,
  media: BOTH,
  subscriptions: READ,
  users: BOTH,
  orgs: BOTH,
  'api-keys': BOTH,
  system: READ,
} as const;

export type Resource = keyof typeof SCOPES;
export const RESOURCES = Object.keys(SCOPES) as Resource[];

export const scopeOf = (resource: Resource, right: Right): string => `${resource}:${right}`;

/** Every scope, as the API names them. */
export const ALL_SCOPES = RESOURCES.flatMap(resource => SCOPES[resource].map(right => scopeOf(resource, right)));

/** What keys are usually made for. */
export const PRESETS = {
  hand: [],
  read: ALL_SCOPES.filter(scope => scope.endsWith(':read')),
  nodeRed: [
    'endpoints:read',
    'basestations:read',
    'messages:read',
    'downlinks:read',
    'downlinks:write',
    'telemetry:read',
    'events:read',
  ],
  grafana: ['endpoints:read', 'basestations:read', 'messages:read', 'telemetry:read', 'analytics:read', 'events:read'],
} as const satisfies Record<string, readonly string[]>;

export type Preset = keyof typeof PRESETS;
