import type { Db } from '../../database/driver.ts';
import { type ListPage, type ListPosition, listReader, textFilter, unique } from '../../database/listing.ts';
import { intake } from '../../database/marks.ts';
import type { SalvagedTables } from '../../database/salvaged-tables.ts';
import { fault } from '../../kit/faults.ts';
import type { Certificates } from '../certificate/store.ts';
import type { Acting } from '../event/acting.ts';
import type { EventType } from '../event/catalog.ts';
import type { Events } from '../event/store.ts';

export type StationStatus = 'never_connected' | 'online' | 'offline' | 'disabled';
export type CertificateStatus = 'none' | 'valid' | 'expiring' | 'expired' | 'revoked' | 'external';

/** A registered base station as readers get it; flags are 0 or 1, times milliseconds unless the name says otherwise. */
export interface StationRow {
  id: number;
  eui: string;
  name: string;
  description: string;
  status: StationStatus;
  disabled: number;
  latitude: number | null;
  longitude: number | null;
  altitude: number | null;
  location_source: string;
  location_updated_at: number | null;
  vendor: string;
  model: string;
  sw_version: string;
  reported_name: string;
  info: string | null;
  bidi: number;
  protocol_version: string;
  remote_address: string;
  session_resumed: number;
  connected_at: number | null;
  disconnected_at: number | null;
  disconnect_reason: string;
  last_seen_at: number | null;
  last_status_at: number | null;
  status_code: number | null;
  status_message: string;
  /** Nanoseconds as text. */
  system_time: string | null;
  clock_offset_ms: number | null;
  duty_cycle: number | null;
  uptime_s: number | null;
  temperature: number | null;
  cpu_load: number | null;
  mem_load: number | null;
  certificate_status: CertificateStatus;
  certificate_fingerprint: string;
  certificate_expires_at: number | null;
  allowed_fingerprints: string;
  mac_types: string;
  tags: string;
  created_at: number;
  updated_at: number;
}

export type StationOrder = 'name' | 'bs_eui' | 'last_seen_at' | 'status' | 'created_at';

/** What is true now: the time, and the connected stations (row id → time of the last frame, milliseconds). */
export interface StationsNow {
  readonly now: number;
  readonly live: Readonly<Record<number, number>>;
}

export interface StationQuery {
  org: number;
  at: StationsNow;
  search?: string | undefined;
  status?: string | undefined;
  certificateStatus?: string | undefined;
  tags: Readonly<Record<string, string>>;
  orderBy: StationOrder;
  descending: boolean;
  after?: ListPosition | undefined;
  size: number;
}

/** What an operator sets, as stored; an empty name means that the station's own is shown. */
export interface StationColumns {
  name: string;
  description: string;
  disabled: number;
  latitude: number | null;
  longitude: number | null;
  altitude: number | null;
  allowed_fingerprints: string;
  tags: string;
}
type StationColumn = keyof StationColumns;

const COLUMNS: readonly StationColumn[] = [
  'name',
  'description',
  'disabled',
  'latitude',
  'longitude',
  'altitude',
  'allowed_fingerprints',
  'tags',
];
const LOCATION: readonly StationColumn[] = ['latitude', 'longitude', 'altitude'];

/** A certificate that ends this soon is to be replaced (platform API section 3.1). */
const EXPIRING_MS = 30 * 86_400_000;

const PLAIN = `id, eui, name, description, disabled, latitude, longitude, altitude, location_source, location_updated_at,
  vendor, model, sw_version, reported_name, info, bidi, protocol_version, remote_address, session_resumed, connected_at,
  disconnected_at, disconnect_reason, last_status_at, status_code, status_message, clock_offset_ms, duty_cycle, uptime_s,
  temperature, cpu_load, mem_load, certificate_fingerprint, certificate_expires_at, allowed_fingerprints, mac_types, tags,
  created_at, updated_at`;
const ALL = `${PLAIN}, status, certificate_status, last_seen_at, system_time`;

/**
 * Whether what the station showed at its last connect is newer than every certificate that names it: one that names nobody is in no
 * list, so the time of the connect decides.
 */
const SHOWN = `(b.certificate_fingerprint <> '' AND (n.id IS NULL OR n.created_at <= coalesce(b.connected_at, 0)
    AND NOT EXISTS (SELECT 1 FROM certificate c WHERE c.fingerprint = b.certificate_fingerprint)))`;

/** Three `?`: now, when an expiring certificate ends at the latest, and the live stations as a JSON object. */
const EVERY = `
  SELECT ${PLAIN.split(/,\s*/)
    .map(column => (column === 'certificate_expires_at' ? `d.ends_at AS ${column}` : `b.${column}`))
    .join(', ')}, b.org, CAST(b.system_time_ns AS TEXT) AS system_time,
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
const SOURCE = `${EVERY} WHERE b.deleted_at IS NULL`;

const SORT: Readonly<Record<StationOrder, string>> = {
  name: 'name',
  bs_eui: 'eui',
  last_seen_at: 'seen',
  status: 'status',
  created_at: 'created_at',
};

interface Current extends StationColumns {
  org: number;
  eui: string;
  reported_name: string;
  named_by_operator: number;
  location_source: string;
  location_updated_at: number | null;
}

export const salvagedBaseStations: SalvagedTables = { group: 'registrations', tables: ['base_station'] };

/** Registered base stations. A deleted one keeps its row for the history that refers to it, but is found by nothing here. */
export function baseStationStore(
  db: Db,
  {
    events,
    certificates,
    stationForgot,
  }: {
    events: Events;
    certificates: Pick<Certificates, 'revokeEui'>;
    /** Its sessions have ended for ever: nothing that it holds will be done. */
    stationForgot(station: number, reason: string, at: number): void;
  },
) {
  const read = listReader(db);
  const find = db.prepare(`SELECT ${ALL} FROM (${SOURCE}) WHERE org = ? AND eui = ?`);
  const byId = db.prepare(`SELECT ${ALL} FROM (${EVERY} WHERE b.id = ?)`);
  const attachedTo = db.prepare(
    "SELECT count(*) AS count FROM propagation WHERE station = ? AND kind = 'att' AND state = 'known'",
  );
  const count = db.prepare('SELECT count(*) AS count FROM base_station WHERE deleted_at IS NULL');
  const countOfOrg = db.prepare('SELECT count(*) AS count FROM base_station WHERE org = ? AND deleted_at IS NULL');
  const limitOfOrg = db.prepare('SELECT max_base_stations AS most FROM organization WHERE id = ?');
  const taken = db.prepare('SELECT id FROM base_station WHERE eui = ? AND deleted_at IS NULL');
  const SET = [...COLUMNS, 'named_by_operator', 'location_source', 'location_updated_at'];
  const insert = db.prepare(
    `INSERT INTO base_station (org, eui, created_at, updated_at, ${SET.join(', ')}) VALUES (?, ?, ?, ?${', ?'.repeat(SET.length)})`,
  );
  const current = db.prepare(
    `SELECT org, eui, reported_name, ${SET.join(', ')} FROM base_station WHERE id = ? AND deleted_at IS NULL`,
  );
  const update = db.prepare(
    `UPDATE base_station SET updated_at = ?, ${SET.map(column => `${column} = ?`).join(', ')} WHERE id = ?`,
  );
  const rename = db.prepare(
    `UPDATE base_station SET eui = ?, name = ?, updated_at = ?, certificate_fingerprint = '', certificate_expires_at = NULL
     WHERE id = ?`,
  );
  const remove = db.prepare('UPDATE base_station SET deleted_at = ?, updated_at = ? WHERE id = ?');
  const failOperations = db.prepare(
    `UPDATE endpoint_operation SET status = 'failed', error = ?, finished_at = ?
     WHERE session IN (SELECT id FROM session WHERE station = ?) AND finished_at IS NULL`,
  );
  const dropOperations = db.prepare(
    'DELETE FROM operation WHERE session IN (SELECT id FROM session WHERE station = ?)',
  );
  const retire = db.prepare("UPDATE session SET state = 'retired' WHERE station = ?");
  const forget = db.prepare('DELETE FROM propagation WHERE station = ?');

  const raise = (
    type: EventType,
    station: { org: number; eui: string; name: string },
    id: number,
    acting: Acting,
    data: Readonly<Record<string, string | readonly string[]>> = {},
  ) => {
    const { now, userId, userEmail } = acting;
    const about = { org: station.org, station: id, bsEui: station.eui, sourceName: station.name };
    const when = { at: now, storedAt: now };
    events.raise({ type, ...about, userId, userEmail, ...when, data: { bsEui: station.eui, ...data } });
  };

  /** Nothing of the station's sessions may come back: what it holds of our operations is given up. */
  const endSessions = (id: number, reason: string, now: number) => {
    stationForgot(id, 'session_ended', now);
    failOperations.run(reason, now, id);
    dropOperations.run(id);
    retire.run(id);
    forget.run(id);
  };

  const full = (org: number, limit: number | undefined): boolean => {
    if (limit !== undefined && (count.get() as { count: number }).count >= limit) return true;
    const { most } = limitOfOrg.get(org) as { most: number | null };
    return most !== null && (countOfOrg.get(org) as { count: number }).count >= most;
  };

  /** @param named the EUI it was found by; under another by now it is not what was meant */
  const existing = (id: number, named: string | undefined): Current => {
    const row = current.get(id) as Current | undefined;
    if (row && (named === undefined || named === row.eui)) return row;
    throw fault('BaseStationNotFound', named === undefined ? {} : { bs_eui: named });
  };

  return {
    find(org: number, eui: string, at: StationsNow): StationRow | undefined {
      return find.get(...parameters(at), org, eui) as StationRow | undefined;
    },

    /** The row whatever its EUI is by now: what was just changed, also when somebody else changes or deletes it meanwhile. */
    row(id: number, at: StationsNow): StationRow | undefined {
      return byId.get(...parameters(at), id) as StationRow | undefined;
    },

    /** Endpoints that were propagated to a station and confirmed. */
    attachedEndpoints(id: number): number {
      return (attachedTo.get(id) as { count: number }).count;
    },

    list(query: StationQuery): ListPage<StationRow> {
      const where = ['org = ?'];
      const values: (string | number)[] = [query.org];
      if (query.status !== undefined) {
        where.push('status = ?');
        values.push(query.status);
      }
      if (query.certificateStatus !== undefined) {
        where.push('certificate_status = ?');
        values.push(query.certificateStatus);
      }
      return read<StationRow>({
        source: SOURCE,
        sourceValues: parameters(query.at),
        where,
        values,
        columns: ALL,
        orderBy: SORT[query.orderBy],
        descending: query.descending,
        after: query.after,
        size: query.size,
        keep: textFilter(query.search, query.tags, row => [row.name, row.eui, row.vendor, row.model]),
      });
    },

    insert: intake(
      (
        station: { org: number; eui: string; columns: StationColumns; limit: number | undefined },
        acting: Acting,
      ): number => {
        const { org, eui, columns, limit } = station;
        const exists = () => fault('BaseStationEUIExists', { bs_eui: eui });
        if (taken.get(eui)) throw exists();
        if (full(org, limit)) throw fault('BaseStationLimitReached');
        const { now } = acting;
        const name = columns.name || eui;
        const located = LOCATION.some(column => columns[column] !== null);
        let id = 0;
        unique(() => {
          const set = COLUMNS.map(column => (column === 'name' ? name : columns[column]));
          const named = columns.name === '' ? 0 : 1;
          const place = located ? ['manual', now] : ['', null];
          id = insert.run(org, eui, now, now, ...set, named, ...place).lastInsertRowid;
        }, exists);
        raise('basestation.registered', { org, eui, name }, id, acting);
        return id;
      },
    ),

    /** Changes what differs. @returns names of the changed columns; no event when there are none */
    update: intake(
      (id: number, changes: Partial<StationColumns>, acting: Acting, named?: string): readonly StationColumn[] => {
        const before = existing(id, named);
        const after: Current = { ...before, ...changes };
        if (changes.name !== undefined) {
          after.named_by_operator = changes.name === '' ? 0 : 1;
          if (changes.name === '') after.name = before.reported_name || before.eui;
        }
        const asked = Object.keys(changes) as StationColumn[];
        const changed = asked.filter(column => after[column] !== before[column]);
        const renamed = after.named_by_operator !== before.named_by_operator;
        if (changed.length === 0 && !renamed) return changed;
        if (changed.some(column => LOCATION.includes(column))) {
          const located = LOCATION.some(column => after[column] !== null);
          after.location_source = located ? 'manual' : '';
          after.location_updated_at = located ? acting.now : null;
        }
        update.run(acting.now, ...SET.map(column => after[column as StationColumn]), id);
        if (changed.length > 0) raise('basestation.updated', after, id, acting, { fields: changed });
        return changed;
      },
    ),

    /** Moves a registration to another EUI; its history follows, its sessions and its certificate do not. */
    changeEui: intake((id: number, eui: string, acting: Acting, named?: string): void => {
      const before = existing(id, named);
      const exists = () => fault('BaseStationEUIExists', { new_bs_eui: eui });
      if (taken.get(eui)) throw exists();
      const name = before.name === before.eui ? eui : before.name;
      certificates.revokeEui('bs', before.eui, 'eui_changed', acting);
      unique(() => rename.run(eui, name, acting.now, id), exists);
      endSessions(id, 'the base station has another EUI', acting.now);
      raise('basestation.eui_changed', { ...before, eui, name }, id, acting, { oldBsEui: before.eui });
    }),

    remove(id: number, acting: Acting, named?: string): void {
      const before = existing(id, named);
      certificates.revokeEui('bs', before.eui, 'deleted', acting);
      remove.run(acting.now, acting.now, id);
      endSessions(id, 'the base station was deleted', acting.now);
      raise('basestation.deleted', before, id, acting);
    },
  };
}

function parameters({ now, live }: StationsNow): [number, number, string] {
  return [now, now + EXPIRING_MS, JSON.stringify(live)];
}
