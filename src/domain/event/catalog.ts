import { HOUR_MS, MINUTE_MS } from '../../kit/units.ts';

export const severities = ['info', 'warning', 'error', 'critical'] as const;
export type Severity = (typeof severities)[number];

export const categories = [
  'endpoint',
  'basestation',
  'message',
  'downlink',
  'scaci',
  'certificate',
  'integration',
  'catalog',
  'audit',
  'security',
  'system',
] as const;
export type Category = (typeof categories)[number];

export type SourceType =
  | 'endpoint'
  | 'base_station'
  | 'application_center'
  | 'service_center'
  | 'user'
  | 'api_key'
  | 'integration';

export interface EventKind {
  readonly category: Category;
  readonly severity: Severity;
  readonly source: SourceType;
  readonly title: string;
  /** Severity or category depend on the cause. */
  readonly varies?: true;
  /** Repetitions within this time become one row with a count (milliseconds). */
  readonly foldMs?: number;
  /** Repetitions with another method are another row. */
  readonly foldedByMethod?: true;
  /** What is beyond a number of rows an hour by one of these is counted in one row. */
  readonly boundedPer?: 'station' | 'address' | 'organization';
}

const endpoint = (severity: Severity, title: string, foldMs?: number): EventKind => ({
  category: 'endpoint',
  severity,
  source: 'endpoint',
  title,
  ...(foldMs && { foldMs }),
});
/** By EUIs that a station may make up. */
const heardOf = (title: string, foldMs: number): EventKind => ({
  ...endpoint('warning', title, foldMs),
  boundedPer: 'station',
});
/** By what any of the endpoints may do with each telegram. */
const ofEach = (title: string): EventKind => ({ ...endpoint('warning', title, MINUTE_MS), boundedPer: 'organization' });
const station = (severity: Severity, title: string, foldMs?: number): EventKind => ({
  ...endpoint(severity, title, foldMs),
  category: 'basestation',
  source: 'base_station',
});
const message = (source: SourceType, title: string): EventKind => ({
  category: 'message',
  severity: 'warning',
  source,
  title,
  foldMs: MINUTE_MS,
});
const downlink = (severity: Severity, title: string): EventKind => ({
  ...endpoint(severity, title),
  category: 'downlink',
});
const center = (severity: Severity, title: string, foldMs?: number): EventKind => ({
  ...endpoint(severity, title, foldMs),
  category: 'scaci',
  source: 'application_center',
});
const catalog = (title: string): EventKind => ({ category: 'catalog', severity: 'info', source: 'user', title });
const integration = (severity: Severity, title: string): EventKind => ({
  ...endpoint(severity, title),
  category: 'integration',
  source: 'integration',
});
const audit = (severity: Severity, title: string, source: SourceType = 'endpoint'): EventKind => ({
  category: 'audit',
  severity,
  source,
  title,
});
const security = (severity: Severity, title: string): EventKind => ({
  category: 'security',
  severity,
  source: 'service_center',
  title,
});
const system = (severity: Severity, title: string, foldMs?: number): EventKind => ({
  ...endpoint(severity, title, foldMs),
  category: 'system',
  source: 'service_center',
});

/** Every event this release raises: what it is called, how grave it is, and whom it is about. */
export const eventCatalog = {
  'endpoint.created': endpoint('info', 'Endpoint registered'),
  'endpoint.updated': endpoint('info', 'Endpoint changed'),
  'endpoint.deleted': endpoint('info', 'Endpoint deleted'),
  'endpoint.eui_changed': endpoint('info', 'Endpoint has a new EUI'),
  'endpoint.suspended': endpoint('info', 'Endpoint suspended'),
  'endpoint.resumed': endpoint('info', 'Endpoint no longer suspended'),
  'endpoint.attached': endpoint('info', 'Endpoint attached'),
  'endpoint.detached': endpoint('info', 'Endpoint detached'),
  'endpoint.attach_rejected': heardOf('Attach refused', MINUTE_MS),
  'endpoint.detach_rejected': endpoint('warning', 'Detach refused', MINUTE_MS),
  'endpoint.propagation_failed': endpoint('warning', 'A base station did not take over the endpoint', MINUTE_MS),
  'endpoint.first_seen': endpoint('info', 'Endpoint heard for the first time'),
  'endpoint.inactive': endpoint('warning', 'Endpoint silent for longer than the activity window'),
  'endpoint.active': endpoint('info', 'Endpoint heard again'),
  'endpoint.counter_reset': ofEach('Packet counter went backwards'),
  'endpoint.counter_reused': ofEach('Packet counter used twice'),
  'endpoint.unknown_heard': heardOf('An endpoint that is not registered was heard', HOUR_MS),
  'endpoint.heard_detached': ofEach('A detached endpoint was heard'),
  'endpoint.dl_rx_query_sent': endpoint('info', 'Reception status asked'),
  'endpoint.dl_rx_status_received': endpoint('info', 'Reception status received'),
  'endpoint.dl_rx_query_timeout': endpoint('warning', 'Reception status did not come'),
  'basestation.registered': station('info', 'Base station registered'),
  'basestation.updated': station('info', 'Base station changed'),
  'basestation.deleted': station('info', 'Base station deleted'),
  'basestation.eui_changed': station('info', 'Base station has a new EUI'),
  'basestation.connected': station('info', 'Base station connected'),
  'basestation.disconnected': station('warning', 'Base station disconnected'),
  'basestation.connect_refused': {
    ...station('warning', 'Base station refused', MINUTE_MS),
    boundedPer: 'address',
  },
  'basestation.session_reset': station('info', 'Base station began a new session'),
  'basestation.status_error': station('warning', 'Base station reports an error'),
  'basestation.protocol_error': station('warning', 'Protocol error', MINUTE_MS),
  'basestation.location_changed': station('info', 'Base station moved'),
  'basestation.certificate_changed': station('info', 'Base station uses a new certificate'),
  'basestation.operation_timeout': station('warning', 'Base station did not answer'),
  'basestation.restarted': station('info', 'Base station restarted'),
  'basestation.software_changed': station('info', 'Base station runs other software'),
  'basestation.clock_offset': station('warning', 'Base station clock is wrong', HOUR_MS),
  'basestation.status_received': station('info', 'Base station sent the status asked for'),
  'basestation.ping_answered': station('info', 'Base station answered a ping'),
  'basestation.ping_timeout': station('warning', 'Base station did not answer a ping'),
  'basestation.ul_transmit': station('info', 'Base station transmits for an endpoint'),
  'message.conflict': {
    ...message('endpoint', 'Two payloads with one packet counter'),
    boundedPer: 'organization',
  },
  'message.decode_failed': {
    ...message('endpoint', 'Payload not decoded'),
    boundedPer: 'organization',
  },
  'message.rejected': message('base_station', 'Uplink not taken'),
  'rule.triggered': {
    ...endpoint('info', 'Rule triggered'),
    // Each is a row of its own, as long as there are not too many.
    foldMs: 0,
    category: 'message',
    varies: true,
    boundedPer: 'organization',
  },
  'rule.action_failed': { ...message('endpoint', 'Action of a rule failed'), boundedPer: 'organization' },
  'downlink.queued': downlink('info', 'Downlink queued'),
  'downlink.accepted': downlink('info', 'A base station has the downlink'),
  'downlink.requeued': downlink('info', 'Downlink waits again'),
  'downlink.sent': downlink('info', 'Downlink sent'),
  'downlink.acknowledged': downlink('info', 'Downlink acknowledged'),
  'downlink.expired': downlink('warning', 'Downlink expired'),
  'downlink.invalid': downlink('error', 'Downlink refused'),
  'downlink.revoke_requested': downlink('info', 'Downlink to be revoked'),
  'downlink.revoked': downlink('info', 'Downlink revoked'),
  'downlink.rejected': {
    ...downlink('warning', 'Downlink not taken'),
    foldMs: MINUTE_MS,
    boundedPer: 'organization',
  },
  'downlink.sent_after_expiry': downlink('warning', 'Downlink sent after it had expired'),
  'scaci.session_opened': center('info', 'Application center connected'),
  'scaci.session_resumed': center('info', 'Application center is back'),
  'scaci.session_closed': { ...center('info', 'Application center disconnected'), varies: true },
  'scaci.connect_refused': {
    ...center('warning', 'Application center refused', MINUTE_MS),
    boundedPer: 'address',
    varies: true,
  },
  'scaci.error': center('warning', 'Protocol error with an application center', MINUTE_MS),
  'scaci.queue_overflow': center('error', 'Too much is held for an application center'),
  'scaci.endpoint_registered': {
    ...center('info', 'Endpoint registered by an application center'),
    source: 'endpoint',
  },
  'scaci.endpoint_deregistered': {
    ...center('info', 'Endpoint deregistered by an application center'),
    source: 'endpoint',
  },
  'manufacturer.created': catalog('Manufacturer created'),
  'manufacturer.updated': catalog('Manufacturer changed'),
  'manufacturer.deleted': catalog('Manufacturer deleted'),
  'device_model.created': catalog('Device model created'),
  'device_model.updated': catalog('Device model changed'),
  'device_model.deleted': catalog('Device model deleted'),
  'blueprint.created': catalog('Blueprint created'),
  'blueprint.updated': catalog('Blueprint changed'),
  'blueprint.deleted': catalog('Blueprint deleted'),
  'blueprint.default_changed': catalog('Device model has another default blueprint'),
  'certificate.issued': { ...station('info', 'Certificate issued'), category: 'certificate' },
  'certificate.revoked': { ...station('info', 'Certificate revoked'), category: 'certificate' },
  'certificate.expiring': { ...system('warning', 'Certificate ends soon'), category: 'certificate' },
  'certificate.expired': { ...system('critical', 'Certificate has expired'), category: 'certificate' },
  'certificate.renewal_failed': { ...system('error', 'Server certificate not renewed'), category: 'certificate' },
  'integration.connected': integration('info', 'Integration connected'),
  'integration.disconnected': integration('warning', 'Integration disconnected'),
  'integration.failing': integration('error', 'Integration does not deliver'),
  'integration.recovered': integration('info', 'Integration delivers again'),
  'integration.overflow': integration('error', 'Not delivered in time, and removed'),
  'certificate.server_generated': audit('info', 'Server certificate made', 'service_center'),
  'certificate.server_renewed': audit('info', 'Server certificate renewed', 'service_center'),
  'certificate.ca_rotated': audit('critical', 'Certificate authority replaced', 'service_center'),
  'certificate.private_key_downloaded': audit('warning', 'Private key of a base station downloaded', 'base_station'),
  'endpoint.keys_revealed': audit('warning', 'Endpoint keys shown'),
  'endpoint.keys_changed': audit('info', 'Endpoint keys changed'),
  'integration.created': { ...audit('info', 'Integration created', 'integration'), varies: true },
  'integration.updated': { ...audit('info', 'Integration changed', 'integration'), varies: true },
  'integration.deleted': audit('info', 'Integration deleted', 'integration'),
  'alert.acknowledged': audit('info', 'Alert acknowledged', 'user'),
  'alert.resolved_manually': audit('info', 'Alert resolved by hand', 'user'),
  'dashboard.created': audit('info', 'Dashboard created', 'user'),
  'dashboard.updated': audit('info', 'Dashboard changed', 'user'),
  'dashboard.deleted': audit('info', 'Dashboard deleted', 'user'),
  'rule.created': audit('info', 'Rule created', 'user'),
  'rule.updated': audit('info', 'Rule changed', 'user'),
  'rule.deleted': audit('info', 'Rule deleted', 'user'),
  'user.created': audit('info', 'User created', 'user'),
  'user.updated': audit('info', 'User changed', 'user'),
  'user.deleted': audit('info', 'User deleted', 'user'),
  'user.registered': audit('info', 'User registered', 'user'),
  'user.password_changed': audit('info', 'Password changed', 'user'),
  'user.password_reset': audit('info', 'Password reset', 'user'),
  'organization.created': audit('info', 'Organization created', 'user'),
  'organization.updated': audit('info', 'Organization changed', 'user'),
  'organization.deleted': audit('info', 'Organization deleted', 'user'),
  'membership.added': audit('info', 'Member added', 'user'),
  'membership.updated': audit('info', 'Membership changed', 'user'),
  'membership.removed': audit('info', 'Member removed', 'user'),
  'api_key.created': audit('info', 'API key created', 'user'),
  'api_key.deleted': audit('info', 'API key deleted', 'user'),
  'system.restore_started': audit('warning', 'A backup took the place of the data', 'service_center'),
  'security.login_succeeded': security('info', 'Signed in'),
  'security.login_failed': {
    ...{ ...security('warning', 'Sign-in refused'), foldMs: MINUTE_MS },
    boundedPer: 'address',
  },
  'security.external_login_failed': {
    ...{ ...security('warning', 'Sign-in by a provider refused'), foldMs: MINUTE_MS },
    boundedPer: 'address',
  },
  'security.login_blocked': security('warning', 'Sign-in blocked for a while'),
  'security.logout': security('info', 'Signed out'),
  'security.token_reuse_detected': security('error', 'A used refresh token came back'),
  'security.api_key_rejected': {
    category: 'security',
    severity: 'warning',
    source: 'service_center',
    title: 'API key refused',
    foldMs: MINUTE_MS,
    boundedPer: 'address',
  },
  'security.access_denied': {
    category: 'security',
    severity: 'warning',
    source: 'user',
    title: 'Call not allowed',
    foldMs: MINUTE_MS,
    foldedByMethod: true,
    boundedPer: 'address',
  },
  'security.identity_mismatch': {
    category: 'security',
    severity: 'warning',
    source: 'service_center',
    title: 'Call in the name of somebody else',
    foldMs: MINUTE_MS,
    boundedPer: 'address',
  },
  'security.tls_rejected': {
    category: 'security',
    severity: 'warning',
    source: 'service_center',
    title: 'TLS connection refused',
    foldMs: MINUTE_MS,
  },
  'security.rate_limited': {
    category: 'security',
    severity: 'warning',
    source: 'service_center',
    title: 'Too many requests',
    foldMs: MINUTE_MS,
    boundedPer: 'address',
  },
  'system.started': system('info', 'Service center started'),
  'system.stopped': system('info', 'Service center stopped'),
  'system.configuration_changed': system('info', 'The configuration is another one than before'),
  'system.crash_recovered': system('warning', 'Service center started after it had not been stopped'),
  'system.migration_applied': system('info', 'Database schema brought up to date'),
  'system.migration_failed': system('critical', 'Database schema could not be brought up to date'),
  'system.update_installed': system('info', 'A release has proved itself, and stays'),
  'system.update_rolled_back': system('error', 'A release did not work, the one before serves again'),
  'system.overload': system('warning', 'There is more to do than can be done'),
  'system.overload_cleared': system('info', 'What is to be done is done in time again'),
  'system.database_error': system('critical', 'Database damaged', MINUTE_MS),
  'system.backup_completed': system('info', 'Snapshot of the database taken'),
  'system.backup_failed': system('error', 'Snapshot of the database failed'),
  'system.backup_downloaded': audit('warning', 'A backup was downloaded', 'service_center'),
  'system.storage_low': system('warning', 'The disk is getting full'),
  'system.storage_critical': system('critical', 'The disk is full: nothing is accepted'),
  'system.storage_recovered': system('info', 'The disk has room again'),
  'system.retention_purged': system('info', 'Old data was removed'),
  'system.clock_jump': system('warning', 'System clock jumped'),
  'system.listener_failed': system('critical', 'A listener failed'),
  'system.listener_recovered': system('info', 'A listener works again'),
  'system.update_available': system('info', 'A newer release is there'),
  'system.update_requested': audit('info', 'An update was asked for', 'service_center'),
  'system.update_refused': system('warning', 'The list of releases is not trusted'),
  'system.update_keys_changed': audit('info', 'Other keys sign for releases', 'service_center'),
  'system.notification_failed': system('error', 'Nobody could be told of an alert'),
} as const satisfies Record<string, EventKind>;

export type EventType = keyof typeof eventCatalog;

export function eventKind(type: EventType): EventKind {
  return eventCatalog[type];
}

/** What is known of an event when it happens; the rest is in the catalog. Never keys, passwords or tokens in `data`. */
export interface NewEvent {
  readonly type: EventType;
  /** Row id of the organization; null is installation-wide. */
  readonly org: number | null;
  readonly endpoint?: number | undefined;
  readonly station?: number | undefined;
  readonly epEui?: string | undefined;
  readonly bsEui?: string | undefined;
  readonly acEui?: string | undefined;
  /** In place of the catalog's, where it depends on the cause. */
  readonly severity?: Severity | undefined;
  /** Likewise. */
  readonly category?: Category | undefined;
  readonly source?: SourceType | undefined;
  readonly sourceName?: string | undefined;
  /** In place of the catalog's, where a rule has given it another one; only of kinds that vary. */
  readonly title?: string | undefined;
  /** Likewise; else none. */
  readonly description?: string | undefined;
  /** Source when it is none of these: an EUI or uuid. */
  readonly sourceId?: string | undefined;
  readonly userId?: string | undefined;
  readonly userEmail?: string | undefined;
  /** Milliseconds: when it happened, in radio or protocol time where that is known. */
  readonly at: number;
  /** Milliseconds: now. */
  readonly storedAt: number;
  readonly data?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
}
