import { listed, namesOf, type RowOf } from '../../database/columns.ts';

export type StationStatus = 'never_connected' | 'online' | 'offline' | 'disabled';
export type CertificateStatus = 'none' | 'valid' | 'expiring' | 'expired' | 'revoked' | 'external';

/** What an operator sets, in the order in which events list it; an empty name means that the station's own is shown. */
export const operated = {
  name: 'text',
  description: 'text',
  disabled: 'integer',
  latitude: 'real?',
  longitude: 'real?',
  altitude: 'real?',
  allowed_fingerprints: 'text',
  tags: 'text',
} as const;
export type StationColumns = RowOf<typeof operated>;
export type StationColumn = keyof StationColumns;

/** What is stored of a change by an operator. */
export const stored = {
  ...operated,
  named_by_operator: 'integer',
  location_source: 'text',
  location_updated_at: 'integer?',
} as const;

/** What the service center adds to it, and what the station has reported. */
const facts = {
  id: 'integer',
  eui: 'text',
  location_source: 'text',
  location_updated_at: 'integer?',
  vendor: 'text',
  model: 'text',
  sw_version: 'text',
  reported_name: 'text',
  info: 'text?',
  bidi: 'integer',
  protocol_version: 'text',
  remote_address: 'text',
  session_resumed: 'integer',
  connected_at: 'integer?',
  disconnected_at: 'integer?',
  disconnect_reason: 'text',
  last_status_at: 'integer?',
  status_code: 'integer?',
  status_message: 'text',
  clock_offset_ms: 'real?',
  duty_cycle: 'real?',
  uptime_s: 'integer?',
  temperature: 'real?',
  cpu_load: 'real?',
  mem_load: 'real?',
  certificate_fingerprint: 'text',
  mac_types: 'text',
  created_at: 'integer',
  updated_at: 'integer',
} as const;

/** What a statement works out. */
const workedOut = {
  status: 'text',
  last_seen_at: 'integer?',
  system_time: 'text?',
  certificate_status: 'text',
  certificate_expires_at: 'integer?',
} as const;

/** A registered base station as readers get it; flags are 0 or 1, times milliseconds unless the name says otherwise. */
export type StationRow = RowOf<typeof operated> &
  RowOf<typeof facts> &
  RowOf<typeof workedOut> & {
    status: StationStatus;
    certificate_status: CertificateStatus;
    /** Nanoseconds as text. */
    system_time: string | null;
  };

/**
 * Whether what the station showed at its last connect is newer than every certificate that names it: one that names no station is in no
 * list, so the time of the connect decides.
 */
const SHOWN = `(b.certificate_fingerprint <> '' AND (n.id IS NULL OR n.created_at <= coalesce(b.connected_at, 0)
    AND NOT EXISTS (SELECT 1 FROM certificate c WHERE c.fingerprint = b.certificate_fingerprint)))`;

/** Three `?`: now, when an expiring certificate ends at the latest, and the live stations as a JSON object. */
export const EVERY_STATION = `
  SELECT b.org, ${listed({ ...operated, ...facts }, 'b')}, d.ends_at AS certificate_expires_at,
    CAST(b.system_time_ns AS TEXT) AS system_time,
    CASE WHEN d.fingerprint IS NULL THEN 'none'
      WHEN d.revoked THEN 'revoked'
      WHEN d.ends_at IS NULL
        OR EXISTS (SELECT 1 FROM json_each(b.allowed_fingerprints) f WHERE f.value = d.fingerprint) THEN 'external'
      WHEN d.ends_at <= p.now THEN 'expired' WHEN d.ends_at <= p.soon THEN 'expiring'
      ELSE 'valid' END AS certificate_status,
    max(coalesce(l.value, 0), coalesce(b.last_seen_at, 0)) AS seen,
    nullif(max(coalesce(l.value, 0), coalesce(b.last_seen_at, 0)), 0) AS last_seen_at,
    CASE WHEN b.disabled <> 0 THEN 'disabled' WHEN l.key IS NOT NULL THEN 'online'
      WHEN b.connected_at IS NULL THEN 'never_connected' ELSE 'offline' END AS status
  FROM base_station b CROSS JOIN (SELECT ? AS now, ? AS soon) p
    JOIN (
      SELECT b.id AS station,
        CASE WHEN ${SHOWN} THEN b.certificate_fingerprint ELSE n.fingerprint END AS fingerprint,
        CASE WHEN ${SHOWN} THEN b.certificate_expires_at ELSE n.not_after_at END AS ends_at,
        NOT ${SHOWN} AND n.revoked_at IS NOT NULL AS revoked
      FROM base_station b LEFT JOIN certificate n ON n.id = (
        SELECT c.id FROM certificate c
        WHERE c.kind = 'bs' AND c.eui = b.eui AND (c.revoked_at IS NULL OR c.created_at >= b.created_at)
        ORDER BY c.revoked_at IS NOT NULL, c.not_before_at DESC, c.id DESC LIMIT 1)
    ) d ON d.station = b.id
    LEFT JOIN json_each(?) l ON l.key = CAST(b.id AS TEXT)`;

/** What is taken of it for `StationRow`. */
export const SELECTED = namesOf({ ...operated, ...facts, ...workedOut }).join(', ');
