import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import type { Observe } from '../alert/seen.ts';
import type { EventType } from '../event/catalog.ts';
import type { Events } from '../event/event-store.ts';
import type { Admission, Greeting, Position, StationStatus, StatusReport } from './session-records.ts';
import { statusData } from './status.ts';
import { observeStatus } from './status-levels.ts';

/** A station moved when it is farther than this from where it was: about 100 m. GPS wanders. */
const MOVED_DEGREES = 0.001;
/** Clock error of a station that is worth an event (milliseconds). */
const CLOCK_OFFSET_MS = 1000;

/** What was known of a station before. */
interface Known {
  org: number;
  eui: Eui;
  name: string;
  sw_version: string;
  latitude: number | null;
  longitude: number | null;
  certificate_fingerprint: string;
  status_code: number | null;
  clock_offset_ms: number | null;
  uptime_s: number | null;
}

/** What stations tell about themselves: when they connect, and in their status. */
export function stationFacts(
  db: Db,
  {
    events,
    observe,
    statusReported,
  }: {
    events: Events;
    observe: Observe;
    statusReported(station: number, status: StationStatus, at: number): void;
  },
) {
  const known = db.prepare(
    `SELECT org, eui, name, sw_version, latitude, longitude, certificate_fingerprint, status_code, clock_offset_ms, uptime_s
     FROM base_station WHERE id = ?`,
  );
  const setCertificate = db.prepare(
    'UPDATE base_station SET certificate_fingerprint = ?, certificate_expires_at = ? WHERE id = ?',
  );
  const setGreeting = db.prepare(
    `UPDATE base_station SET
       vendor = CASE ? WHEN '' THEN vendor ELSE ? END, model = CASE ? WHEN '' THEN model ELSE ? END,
       sw_version = CASE ? WHEN '' THEN sw_version ELSE ? END,
       reported_name = CASE ? WHEN '' THEN reported_name ELSE ? END,
       name = CASE WHEN ? = '' OR named_by_operator THEN name ELSE ? END,
       info = coalesce(?, info), bidi = ?, protocol_version = ?, remote_address = ?, session_resumed = ?,
       connected_at = ?, last_seen_at = ? WHERE id = ?`,
  );
  const setPosition = db.prepare(
    `UPDATE base_station SET latitude = ?, longitude = ?, altitude = ?, location_source = 'gps', location_updated_at = ?
     WHERE id = ?`,
  );
  const setStatus = db.prepare(
    `UPDATE base_station SET last_status_at = ?, status_code = ?, status_message = ?, system_time_ns = ?, clock_offset_ms = ?,
       duty_cycle = ?, uptime_s = ?, temperature = ?, cpu_load = ?, mem_load = ? WHERE id = ?`,
  );
  const setMacTypes = db.prepare('UPDATE base_station SET mac_types = ? WHERE id = ? AND mac_types <> ?');

  const find = (station: number): Known => known.get(station) as Known;

  const raise = (type: EventType, station: number, { org, eui, name }: Known, at: number, more: Details = {}) =>
    events.raise({ type, org, station, bsEui: eui, sourceName: name, at, storedAt: at, ...more });

  const place = (station: number, before: Known, position: Position | undefined, at: number) => {
    if (!position) return;
    const { latitude, longitude, altitude } = position;
    setPosition.run(latitude, longitude, altitude, at, station);
    const moved =
      before.latitude === null ||
      before.longitude === null ||
      Math.abs(before.latitude - latitude) > MOVED_DEGREES ||
      Math.abs(before.longitude - longitude) > MOVED_DEGREES;
    if (!moved) return;
    const data = { latitude, longitude, altitude, origin: 'gps' };
    raise('basestation.location_changed', station, before, at, { data });
  };

  return {
    /** @param named whether the certificate names the EUI: another one is a renewal then */
    certificate(
      station: number,
      { fingerprint, expiresAt, named }: NonNullable<Admission['certificate']>,
      at: number,
    ): void {
      const before = find(station);
      if (before.certificate_fingerprint === fingerprint) return;
      setCertificate.run(fingerprint, expiresAt, station);
      if (!named || before.certificate_fingerprint === '') return;
      const data = { fingerprint, oldFingerprint: before.certificate_fingerprint };
      raise('basestation.certificate_changed', station, before, at, { data });
    },

    /** `con`. @param quiet the gap was so short that no event was raised for it */
    greeting(station: number, greeting: Greeting, resumed: boolean, quiet: boolean, at: number): void {
      const before = find(station);
      const { vendor, model, swVersion, name, info, bidi, version, remoteAddress, position } = greeting;
      setGreeting.run(
        ...[vendor, vendor, model, model, swVersion, swVersion, name, name, name, name, info ?? null, Number(bidi)],
        ...[version, remoteAddress, Number(resumed), at, at, station],
      );
      place(station, before, position, at);
      if (before.sw_version !== '' && swVersion !== '' && swVersion !== before.sw_version) {
        const data = { oldVersion: before.sw_version, swVersion };
        raise('basestation.software_changed', station, before, at, { data });
      }
      if (quiet) return;
      const data = { resumed, version, remoteAddress, vendor, model, swVersion, bidi };
      raise('basestation.connected', station, before, at, { data });
    },

    /** `statusRsp`. */
    status({ station, status, askedBy, at }: Omit<StatusReport, 'session' | 'opId'>): void {
      const before = find(station);
      const { code, message, systemTimeNs, clockOffsetMs, dutyCycle, uptimeS, temperature, cpuLoad, memLoad } = status;
      setStatus.run(
        ...[at, code, message, systemTimeNs, clockOffsetMs ?? null, dutyCycle ?? null, uptimeS ?? null],
        ...[temperature ?? null, cpuLoad ?? null, memLoad ?? null, station],
      );
      place(station, before, status.position, at);
      observeStatus(observe, { type: 'base_station', id: station, org: before.org }, status, at);
      statusReported(station, status, at);
      const tell = (type: EventType, more: Details) => raise(type, station, before, at, more);
      if (askedBy) {
        const { userId, userEmail } = askedBy;
        tell('basestation.status_received', { userId, userEmail, data: statusData(status) });
      }
      if (code !== 0 && code !== before.status_code) tell('basestation.status_error', { data: { code, message } });
      const wrong = clockOffsetMs !== undefined && Math.abs(clockOffsetMs) > CLOCK_OFFSET_MS;
      if (wrong && Math.abs(before.clock_offset_ms ?? 0) <= CLOCK_OFFSET_MS) {
        tell('basestation.clock_offset', { data: { offsetMs: Math.round(clockOffsetMs) } });
      }
      if (uptimeS !== undefined && before.uptime_s !== null && uptimeS < before.uptime_s) {
        tell('basestation.restarted', { data: { uptime: Number(uptimeS) } });
      }
    },

    /** Which foreign MACs it has active. */
    macTypes(station: number, types: readonly number[]): void {
      const sorted = JSON.stringify(types.toSorted((a, b) => a - b));
      setMacTypes.run(sorted, station, sorted);
    },

    /** Whose station it is, for events of its own. */
    raise(type: EventType, station: number, at: number, data?: Details['data']): void {
      raise(type, station, find(station), at, data ? { data } : {});
    },
  };
}

/** What an event of a station says beyond the station. */
type Details = Partial<Pick<Parameters<Events['raise']>[0], 'data' | 'userId' | 'userEmail'>>;
