/** What is said in a table of times of our own clock, milliseconds since 1970. */
export interface Stamps {
  /** When something was: each moves by itself. */
  readonly at?: readonly string[];
  /** Until when something holds, by the column (or sum of columns) that says from when: both move together. */
  readonly until?: Readonly<Record<string, string>>;
  /** JSON text with times in it, as numbers or RFC 3339, by the column that says when it was written; `''`: whenever it was. */
  readonly text?: Readonly<Record<string, string>>;
  /** Rows whose text must stay as it is. */
  readonly except?: string;
  /** The column that says how far the others were moved. */
  readonly moved?: string;
  /** Times of before a clock was set go on with it: all that are later than now say what was set right. */
  readonly goesOn?: true;
}

/** What audit events said is chained: it is known by how far they were moved. */
const CHAINED = "category = 'audit'";

const entity = { at: ['created_at', 'updated_at'] } as const;
const created = { at: ['created_at'] } as const;

/**
 * Every time that our clock has told, table by table. A test holds it against the schema: a column that is named like a time and is in neither
 * list is an error.
 */
export const stamps: Readonly<Record<string, Stamps>> = {
  alert: {
    at: ['first_seen_at', 'last_seen_at', 'opened_at', 'acknowledged_at', 'resolved_at'],
    text: { data: 'last_seen_at' },
  },
  alert_condition: { text: { state: '' }, goesOn: true },
  alert_silence: { ...created, until: { until_at: 'created_at' } },
  api_key: { at: ['created_at', 'last_used_at'], until: { expires_at: 'created_at' } },
  audit_break: { at: ['at'] },
  base_station: {
    at: [
      ...['location_updated_at', 'connected_at', 'disconnected_at', 'last_seen_at', 'last_status_at'],
      ...['created_at', 'updated_at', 'deleted_at'],
    ],
  },
  block: { at: ['sealed_at'] },
  blueprint: entity,
  center_error: { at: ['first_at', 'last_at'] },
  center_operation: { at: ['stored_at'] },
  center_request: { at: ['at'] },
  center_session: { at: ['connected_at', 'last_activity_at', 'disconnected_at'] },
  certificate: { at: ['created_at', 'revoked_at'], until: { key_until: 'created_at' } },
  dashboard: entity,
  device: entity,
  device_model: entity,
  device_sensor: entity,
  discovered_endpoint: { at: ['first_at', 'last_at'] },
  downlink: { at: ['created_at', 'accepted_at', 'acked_at', 'finished_at'], until: { expires_at: 'created_at' } },
  endpoint: { at: ['attach_answered_at', 'attached_at', 'detached_at', 'created_at', 'updated_at', 'deleted_at'] },
  endpoint_heard: { at: ['inactive_at'] },
  endpoint_operation: { at: ['started_at', 'finished_at'] },
  event: { at: ['timestamp_at', 'stored_at'], text: { data: 'stored_at' }, except: CHAINED, moved: 'moved_ms' },
  external_identity: { at: ['linked_at'] },
  identity_provider: { at: ['metadata_at', 'keys_at'] },
  integration: entity,
  integration_notice: { at: ['at', 'stored_at'] },
  integration_parked: { at: ['parked_at'] },
  integration_progress: { at: ['last_success_at', 'last_error_at'] },
  integration_replay: created,
  known_network: { at: ['seen_at'] },
  manufacturer: entity,
  media: { at: ['unused_since', 'created_at'] },
  membership: entity,
  // How far the time of day was from the time that was listened.
  listened: { until: { offset_ms: 'from_ms + offset_ms' } },
  message: { at: ['arrived_at', 'stored_at'] },
  notice: { at: ['stored_at'] },
  notification: { at: ['at', 'sent_at'], until: { again_at: 'sent_at' } },
  notification_message: { at: ['made_at'] },
  once: { at: ['kept_at'] },
  operation: created,
  organization: { at: ['created_at', 'updated_at', 'deleted_at'] },
  physical_device: entity,
  presence: { at: ['connected_at', 'disconnected_at'] },
  propagation: { at: ['updated_at'], until: { retry_at: 'updated_at' } },
  refresh_token: { at: ['used_at', 'given_at'], until: { expires_at: 'given_at' } },
  revoked_eui: { at: ['revoked_at'] },
  rule: entity,
  rule_activity: { at: ['last_triggered_at'] },
  rule_execution: { at: ['fired_at', 'stored_at'] },
  rx_query: { at: ['requested_at', 'written_at', 'finished_at'] },
  rx_status: { at: ['reported_at'] },
  second_factor: { at: ['enrolled_at', 'confirmed_at'] },
  sensor_mapping: entity,
  sensor_template: entity,
  session: { at: ['connected_at', 'disconnected_at'] },
  sign_in: {
    at: ['began_at', 'refreshed_at', 'ended_at'],
    until: { ends_at: 'began_at', expires_at: 'refreshed_at' },
  },
  token_secret: created,
  uplink: { at: ['arrived_at'], until: { due_at: 'arrived_at' } },
  user: { at: ['last_login_at', 'created_at', 'updated_at'] },
  value_state: { at: ['begun_at'] },
};

/** Columns that are named like times and are none of our clock, or follow from others. */
export const otherTimes: Readonly<Record<string, string>> = {
  'activity.start_at': 'of the radio',
  'alert.silenced_until': 'follows from the silences',
  'base_station.certificate_expires_at': 'stands in the certificate',
  'center_count.start_at': 'moved with all that was counted in its hour',
  'center_receiver.since': 'a place of the log',
  'certificate.not_after_at': 'stands in the certificate',
  'certificate.not_before_at': 'stands in the certificate',
  'changed_hour.start_at': 'of the radio',
  'decode_failure.start_at': 'of the radio',
  'endpoint_heard.shared_at': 'of the radio',
  'pending_activity.start_at': 'of the radio',
  'rule_state.due_at': 'of the time that was listened',
  'rule_state.fired_at': 'of the time that was listened',
  'rule_state.since': 'of the time that was listened',
};
