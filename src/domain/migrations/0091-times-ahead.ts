import type { Migration } from '../../database/migrate.ts';

/** Columns that say when something was, by our own clock. Events are put to their places without a mark. */
const STAMPED: Readonly<Record<string, string>> = {
  alert: 'first_seen_at last_seen_at opened_at acknowledged_at resolved_at',
  alert_silence: 'created_at',
  api_key: 'created_at last_used_at',
  audit_break: 'at',
  base_station:
    'location_updated_at connected_at disconnected_at last_seen_at last_status_at created_at updated_at deleted_at',
  block: 'sealed_at',
  blueprint: 'created_at updated_at',
  center_error: 'first_at last_at',
  center_operation: 'stored_at',
  center_request: 'at',
  center_session: 'connected_at last_activity_at disconnected_at',
  certificate: 'created_at revoked_at',
  dashboard: 'created_at updated_at',
  device: 'created_at updated_at',
  device_model: 'created_at updated_at',
  device_sensor: 'created_at updated_at',
  discovered_endpoint: 'first_at last_at',
  downlink: 'created_at accepted_at acked_at finished_at',
  endpoint: 'attach_answered_at attached_at detached_at created_at updated_at deleted_at',
  endpoint_heard: 'inactive_at',
  endpoint_operation: 'started_at finished_at',
  external_identity: 'linked_at',
  identity_provider: 'metadata_at keys_at',
  integration: 'created_at updated_at',
  integration_notice: 'at stored_at',
  integration_parked: 'parked_at',
  integration_progress: 'last_success_at last_error_at',
  integration_replay: 'created_at',
  known_network: 'seen_at',
  manufacturer: 'created_at updated_at',
  media: 'unused_since created_at',
  membership: 'created_at updated_at',
  message: 'stored_at',
  notice: 'stored_at',
  notification: 'at sent_at',
  notification_message: 'made_at',
  once: 'kept_at',
  operation: 'created_at',
  organization: 'created_at updated_at deleted_at',
  physical_device: 'created_at updated_at',
  presence: 'connected_at disconnected_at',
  propagation: 'updated_at',
  refresh_token: 'used_at given_at',
  revoked_eui: 'revoked_at',
  rule: 'created_at updated_at',
  rule_activity: 'last_triggered_at',
  rule_execution: 'fired_at stored_at',
  rx_query: 'requested_at written_at finished_at',
  rx_status: 'reported_at',
  second_factor: 'enrolled_at confirmed_at',
  sensor_mapping: 'created_at updated_at',
  sensor_template: 'created_at updated_at',
  session: 'connected_at disconnected_at',
  sign_in: 'began_at refreshed_at ended_at',
  token_secret: 'created_at',
  uplink: 'arrived_at',
  user: 'last_login_at created_at updated_at',
  value_state: 'begun_at',
};

const latest = Object.entries(STAMPED).map(([table, columns]) => {
  const all = columns.split(' ').map(name => `coalesce("${name}", 0)`);
  return `SELECT max(${all.length > 1 ? `max(${all.join(', ')})` : all}) AS at FROM "${table}"`;
});

/**
 * A clock that was ahead before this release has left rows that nothing remembers: the latest time that any tells is one up to which a clock may have
 * been ahead. The first time of now that is confirmed says whether it was.
 */
export const timesAhead: Migration = {
  id: 91,
  // An older program has this key, too, or leaves it alone.
  readableFrom: 75,
  changesRows: ['meta'],
  up: `
    INSERT INTO meta (key, value)
      SELECT 'times_ahead', CAST(max(at) AS TEXT) FROM (${latest.join(' UNION ALL ')}) WHERE at > 0 HAVING count(*) > 0
      ON CONFLICT (key) DO UPDATE SET value = CAST(max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER)) AS TEXT);
  `,
};
