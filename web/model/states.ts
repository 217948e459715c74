// How states look: an icon and a tone each. Their words are in words/.

export type Tone = 'ok' | 'warning' | 'error' | 'critical' | 'info' | 'muted';

export interface Look {
  icon: string;
  tone: Tone;
}

export const STATION_STATES = ['offline', 'online', 'never_connected', 'disabled'] as const;
export type StationState = (typeof STATION_STATES)[number];

export const ENDPOINT_STATES = ['inactive', 'active', 'registered', 'suspended'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

export const SEVERITIES = ['critical', 'error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

const STATIONS: Readonly<Record<StationState, Look>> = {
  online: { icon: 'online', tone: 'ok' },
  offline: { icon: 'offline', tone: 'error' },
  never_connected: { icon: 'dotted', tone: 'muted' },
  disabled: { icon: 'disable', tone: 'muted' },
};

const ENDPOINTS: Readonly<Record<EndpointState, Look>> = {
  registered: { icon: 'dotted', tone: 'muted' },
  active: { icon: 'online', tone: 'ok' },
  inactive: { icon: 'inactive', tone: 'warning' },
  suspended: { icon: 'suspended', tone: 'muted' },
};

const LOOKS: Readonly<Record<Severity, Look>> = {
  info: { icon: 'info', tone: 'info' },
  warning: { icon: 'warning', tone: 'warning' },
  error: { icon: 'error', tone: 'error' },
  critical: { icon: 'critical', tone: 'critical' },
};

const OTHER: Look = { icon: 'ring', tone: 'muted' };

function lookOf<K extends string>(table: Readonly<Record<K, Look>>, word: string): Look {
  return Object.hasOwn(table, word) ? table[word as K] : OTHER;
}

export const stationLook = (state: string): Look => lookOf(STATIONS, state);
export const endpointLook = (state: string): Look => lookOf(ENDPOINTS, state);
export const severityLook = (severity: string): Look => lookOf(LOOKS, severity);

export const severityRank = (severity: string): number => rank(SEVERITIES, severity);

/** Place of a state in a list with the worst first; what is not known comes last. */
export function rank(order: readonly string[], word: string): number {
  const at = order.indexOf(word);
  return at < 0 ? order.length : at;
}
