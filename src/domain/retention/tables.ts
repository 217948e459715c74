import { type Walk, walks } from './retention-rows.ts';

/** Days of the configuration (`retention`). */
export type AgeSetting =
  | 'messages_days'
  | 'events_days'
  | 'audit_days'
  | 'alerts_days'
  | 'value_hours_days'
  | 'figures_days';

/** How rows of a table get old. */
export type Age =
  /** They go so many days after the time in a column; by these walks, or with the blocks of the log. */
  | { readonly days: AgeSetting | number; readonly by: string; readonly walks: readonly Walk[] | 'log' }
  /** They go with their row of another table. */
  | { readonly with: string }
  /** They end by themselves: then. */
  | { readonly until: string }
  /** Nothing ends them, because: */
  | { readonly ever: string };

/** What is taken when room is needed. */
export type Room = 'hours' | 'figures' | 'messages' | 'rows';

/** What is said of a table. */
export interface TableRoom {
  readonly age: Age;
  /** How many rows there are at most, and by whom: constants and settings by name. */
  readonly most: string;
  /** As what it is taken for room; undefined: it is not. */
  readonly room?: Room | readonly Room[];
}

/**
 * What goes first when there is too much, and how old it has to be: what is of no use, then the long past, then the rest. The newest
 * messages are worth more than figures of a time before them, and are never taken where that cannot help.
 */
export const roomOrder: readonly { readonly take: Room; readonly beforeDays: number }[] = [
  { take: 'hours', beforeDays: 0 },
  { take: 'figures', beforeDays: 366 },
  { take: 'messages', beforeDays: 30 },
  { take: 'figures', beforeDays: 30 },
  { take: 'rows', beforeDays: 30 },
  { take: 'messages', beforeDays: 0 },
  { take: 'rows', beforeDays: 1 },
];

const log = { days: 'messages_days', by: 'stored_at', walks: 'log' } as const;
const byHand = { ever: 'an operator has made it, and removes it' } as const;
const work = { until: 'what is under way is done' } as const;
const one = 'one';

/** Every table, held against the schema by a test. */
export const tables: Readonly<Record<string, TableRoom>> = {
  // The log, and what is derived from it.
  message: { age: log, most: 'the rate of uplinks; retention.max_database_mb', room: 'messages' },
  late_reception: { age: { with: 'message' }, most: 'one of a station for each message', room: 'messages' },
  block: { age: { with: 'message' }, most: 'one for 4,096 messages, or a day', room: 'messages' },
  posting: { age: { with: 'block' }, most: 'endpoints and stations of a block', room: 'messages' },
  notice: { age: log, most: 'status and results, at the rate of traffic', room: 'messages' },
  integration_notice: { age: log, most: 'what happens, at the rate of traffic', room: 'messages' },
  uplink: { age: { until: 'its reception window closes' }, most: 'what arrives within LONGEST_WINDOW_MS' },
  pending_activity: { age: { with: 'block' }, most: 'PENDING_BLOCKS' },
  activity_round: { age: work, most: one },
  activity_from: { age: work, most: one },
  changed_hour: { age: work, most: 'one of an organization for each hour' },
  activity: {
    age: { days: 'figures_days', by: 'start_at', walks: ['hours', 'activity'] },
    most: 'one of PART endpoints or stations for each hour and day',
    room: ['hours', 'figures'],
  },
  decode_failure: {
    age: { days: 'figures_days', by: 'start_at', walks: ['failures'] },
    most: 'one of an organization for each hour',
    room: 'figures',
  },
  value_day: {
    age: { days: 'figures_days', by: 'id', walks: ['values', 'valueDays'] },
    most: 'one of an endpoint for each day, with MOST_KEYS values',
    room: 'figures',
  },
  value_again: { age: work, most: 'one for each day of values' },
  value_key: { age: { ever: 'days of values refer to it' }, most: 'MOST_NAMES of an organization' },
  value_state: { age: { ever: 'it says how far values are' }, most: one },
  decoding: {
    age: { with: 'message' },
    most: 'one of an endpoint for each blueprint and calibration',
  },
  decoded_document: { age: { with: 'decoding' }, most: 'one for each blueprint' },
  traffic_hour: { age: { ever: 'its weeks are written anew' }, most: '168 of an organization' },
  center_count: {
    age: { days: 'figures_days', by: 'start_at', walks: ['centerFigures'] },
    most: 'one of an organization for each hour and command',
    room: 'figures',
  },

  // What passed on the radio besides, and what happened.
  downlink: {
    age: { days: 'messages_days', by: 'finished_at', walks: ['downlinks'] },
    most: 'downlink.max_pending_per_endpoint that wait',
    room: 'rows',
  },
  rx_status: {
    age: { days: 'messages_days', by: 'reported_at', walks: ['reports'] },
    most: 'at the rate of traffic',
    room: 'rows',
  },
  rx_query: {
    age: { days: 'messages_days', by: 'requested_at', walks: ['queries'] },
    most: 'one of an endpoint that waits',
    room: 'rows',
  },
  endpoint_operation: {
    age: { days: 'messages_days', by: 'started_at', walks: ['timeline'] },
    most: 'what is done with endpoints',
    room: 'rows',
  },
  event: {
    age: { days: 'events_days', by: 'stored_at', walks: ['events', 'audit', 'security'] },
    most: 'MAX_ROWS of a kind and cause in an hour where strangers or devices cause it; audited ones at the rate of calls',
    room: 'rows',
  },
  discovered_endpoint: { age: { days: 7, by: 'last_at', walks: ['discovered'] }, most: 'MOST_DISCOVERED' },
  audit_chain: { age: { ever: 'audit events of the chain may come' }, most: 'one of an organization' },
  audit_break: { age: { with: 'event' }, most: 'one for each recovery' },
  presence: {
    age: { days: 400, by: 'connected_at', walks: ['presence'] },
    most: 'one for each connection of a station',
  },
  rule_execution: {
    age: { days: 'events_days', by: 'stored_at', walks: ['executions'] },
    most: 'MOST_EXECUTIONS of a rule',
    room: 'rows',
  },
  alert: {
    age: { days: 'alerts_days', by: 'resolved_at', walks: ['alerts'] },
    most: 'one that is open of a rule and source',
  },
  alert_condition: { age: { until: 'the condition is over or an alert' }, most: 'one of a rule and source' },
  alert_silence: { age: { until: 'the end that was given' }, most: 'MAX_SILENCES of an organization' },
  notification: { age: { with: 'alert' }, most: 'a few of an alert' },
  notification_message: { age: { until: 'it has been sent, or given up' }, most: 'one of a channel and rule' },
  notification_channel: { age: { ever: 'there is one for each driver' }, most: 'the drivers' },

  // Sessions, and what is under way.
  session: {
    age: { days: 'events_days', by: 'disconnected_at', walks: ['sessions'] },
    most: 'one of a station that can be resumed',
    room: 'rows',
  },
  operation: { age: { with: 'session' }, most: 'what is under way' },
  station_operation: { age: { with: 'session' }, most: 'what is under way' },
  propagation: { age: work, most: 'one of a station and endpoint' },
  former_endpoint: { age: work, most: 'versions that a station is still told of' },
  ul_transmit: { age: work, most: 'MAX_OPEN of a session' },
  center_session: {
    age: { days: 'events_days', by: 'disconnected_at', walks: ['centers'] },
    most: 'one of a center that can be resumed',
    room: 'rows',
  },
  center_error: { age: { with: 'center_session' }, most: 'one for each kind of error of a session' },
  center_operation: { age: work, most: 'scaci.held_operations of a session' },
  center_request: { age: work, most: 'requests that may be reissued' },
  center_registration: { age: { with: 'endpoint' }, most: 'one of an endpoint and center' },
  center_receiver: {
    age: { with: 'message' },
    most: 'one for each change of center, and the newest of each that has it registered',
  },
  once: { age: { until: 'a day is over' }, most: 'MOST_BYTES of a caller' },

  // Who and what is registered.
  organization: byHandOf('server administrators, who are trusted'),
  endpoint: {
    age: { days: 'figures_days', by: 'deleted_at', walks: ['formerEndpoints'] },
    most: 'limits.endpoints, and of the organization; MOST_FORMER of it that are deleted',
  },
  endpoint_heard: { age: { with: 'endpoint' }, most: 'one of an endpoint' },
  base_station: {
    age: { days: 'figures_days', by: 'deleted_at', walks: ['formerStations'] },
    most: 'limits.base_stations, and of the organization; MOST_FORMER of it that are deleted',
  },
  certificate: {
    age: { until: 'long after its end, when there is a newer one' },
    most: 'MAX_CERTIFICATES of an EUI that have not ended',
  },
  revoked_eui: { age: { ever: 'what was revoked stays so' }, most: 'one of an EUI' },
  device: byHandOf('MAX_DEVICES of an organization'),
  physical_device: { age: { with: 'device' }, most: 'one of a device' },
  device_sensor: { age: { with: 'device' }, most: 'MAX_SENSORS of a device' },
  sensor_mapping: { age: { with: 'device_sensor' }, most: 'one of a sensor' },
  device_image: { age: { with: 'device' }, most: 'MAX_IMAGES of a device' },
  sensor_template: byHandOf('MAX_TEMPLATES of an organization'),
  media: {
    age: { until: 'nothing has shown it for UNUSED_MS' },
    most: 'MAX_IMAGES of an organization, MAX_BYTES in all',
  },
  media_content: { age: { with: 'media' }, most: 'one of an image' },
  dashboard: byHandOf('MAX_DASHBOARDS of an organization'),
  widget: { age: { with: 'dashboard' }, most: 'MAX_WIDGETS of a dashboard' },
  manufacturer: byHandOf('MAX_MANUFACTURERS of an organization'),
  device_model: byHandOf('MAX_MODELS of an organization'),
  blueprint: byHandOf('MAX_BLUEPRINTS of an organization'),
  blueprint_document: {
    age: { with: 'blueprint' },
    most: 'one of a blueprint, MAX_BLUEPRINT_BYTES of an organization',
  },
  shipped_row: { age: { ever: 'it says what of the catalog is ours' }, most: 'the catalog of the release' },
  rule: byHandOf('MAX_RULES of an organization'),
  rule_activity: { age: { with: 'rule' }, most: 'one of a rule' },
  rule_state: { age: { with: 'rule' }, most: 'one of a rule and endpoint' },
  rule_progress: { age: { ever: 'it says how far rules are' }, most: one },
  integration: byHandOf('MAX_INTEGRATIONS of an organization'),
  integration_progress: { age: { with: 'integration' }, most: 'one of an integration' },
  integration_parked: { age: { days: 30, by: 'parked_at', walks: ['parked'] }, most: 'MAX_PARKED of an integration' },
  integration_field: { age: { with: 'integration' }, most: 'MAX_FIELDS of an integration' },
  integration_replay: { age: { with: 'integration' }, most: 'MAX_REPLAYS of an integration' },
  api_key: byHandOf('MOST_OF_USER of a user, MOST_ACTIVE of the services of an organization'),

  // Who signs in.
  user: byHandOf('server administrators, who are trusted'),
  membership: { age: { with: 'user' }, most: 'one of a user and organization' },
  sign_in: { age: { until: 'it has ended' }, most: 'MOST_SIGN_INS of a user' },
  refresh_token: { age: { with: 'sign_in' }, most: 'those that may be used, and what they followed' },
  known_network: { age: { until: 'its user has not signed in from it for long' }, most: 'MOST_KNOWN of a user' },
  token_secret: { age: { until: 'it is replaced' }, most: 'a few' },
  second_factor: { age: { with: 'user' }, most: 'one of a user' },
  recovery_code: { age: { with: 'user' }, most: 'ten of a user' },
  external_identity: { age: { with: 'user' }, most: 'one of a user and provider' },
  identity_provider: { age: { until: 'another one is configured' }, most: one },

  // The installation.
  listened: { age: { ever: 'the newest of them' }, most: 'MOST_SPANS of them: one for each start and jump' },
  meta: { age: { ever: 'facts of the installation' }, most: 'the names of the code' },
  counter: { age: { ever: 'it counts' }, most: 'a few of an organization' },
  sqlite_sequence: { age: { ever: 'it is SQLite’s own' }, most: 'one of a table' },
};

function byHandOf(most: string): TableRoom {
  return { age: byHand, most };
}

/** The walks that make room of this kind, in the order of all walks. */
export function walksFor(room: Room): readonly Walk[] {
  const ofRoom = Object.values(tables).flatMap(({ age, room: as = [] }) =>
    [as].flat().includes(room) && 'walks' in age && age.walks !== 'log' ? age.walks : [],
  );
  return walks.filter(walk => ofRoom.includes(walk) && (walk === 'hours') === (room === 'hours'));
}
