import { inserter, listed, namesOf, type RowOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { type ListPage, listReader, textFilter, unique } from '../../database/listing.ts';
import { intake } from '../../database/marks.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { Position } from '../../database/scan.ts';
import { fault } from '../../kit/faults/faults.ts';
import { DAY_MS } from '../../kit/units.ts';
import { formerFull } from '../account/former.ts';
import type { Certificates } from '../certificate/certificate-store.ts';
import type { Acting } from '../event/acting.ts';
import type { EventType, NewEvent } from '../event/catalog.ts';
import type { Events } from '../event/event-store.ts';
import {
  EVERY_STATION,
  SELECTED,
  type StationColumn,
  type StationColumns,
  type StationRow,
  stored,
} from './station-columns.ts';

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
  after?: Position<string | number> | undefined;
  size: number;
}

/** A certificate that ends this soon is to be replaced (platform API section 3.1). */
const EXPIRING_MS = 30 * DAY_MS;

const LOCATION: readonly StationColumn[] = ['latitude', 'longitude', 'altitude'];
const SET = namesOf(stored);

const SOURCE = `${EVERY_STATION} WHERE b.deleted_at IS NULL`;

const SORT: Readonly<Record<StationOrder, string>> = {
  name: 'name',
  bs_eui: 'eui',
  last_seen_at: 'seen',
  status: 'status',
  created_at: 'created_at',
};

/** What a change needs of a station as it is. */
const current = { org: 'integer', eui: 'text', reported_name: 'text', ...stored } as const;
type Current = RowOf<typeof current>;

export const salvagedBaseStations: SalvagedTables = { group: 'registrations', tables: ['base_station'] };

/** Registered base stations. A deleted one keeps its row for the history that refers to it, but is found by nothing here. */
export function baseStationStore(
  db: Db,
  {
    events,
    certificates,
    endpointsKnown,
    stationForgot,
  }: {
    events: Events;
    certificates: Pick<Certificates, 'revokeEui'>;
    /** How many endpoints the station knows. */
    endpointsKnown(station: number): number;
    /** Its sessions have ended for ever: nothing that it holds will be done. */
    stationForgot(station: number, reason: string, at: number): void;
  },
) {
  const read = listReader(db);
  const find = db.prepare(`SELECT ${SELECTED} FROM (${SOURCE}) WHERE org = ? AND eui = ?`);
  const byId = db.prepare(`SELECT ${SELECTED} FROM (${EVERY_STATION} WHERE b.id = ?)`);
  const hasFormer = formerFull(db, 'base_station');
  const count = db.prepare('SELECT count(*) AS count FROM base_station WHERE deleted_at IS NULL');
  const countOfOrg = db.prepare('SELECT count(*) AS count FROM base_station WHERE org = ? AND deleted_at IS NULL');
  const limitOfOrg = db.prepare('SELECT max_base_stations AS most FROM organization WHERE id = ?');
  const taken = db.prepare('SELECT id FROM base_station WHERE eui = ? AND deleted_at IS NULL');
  const insert = inserter(db, 'base_station', {
    org: 'integer',
    eui: 'text',
    created_at: 'integer',
    updated_at: 'integer',
    ...stored,
  });
  const currentOf = db.prepare(`SELECT ${listed(current)} FROM base_station WHERE id = ? AND deleted_at IS NULL`);
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

  const raise = (
    type: EventType,
    station: { org: number; eui: string; name: string },
    id: number,
    acting: Acting,
    data: NewEvent['data'] = {},
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
  };

  const full = (org: number, limit: number | undefined): boolean => {
    if (limit !== undefined && (count.get() as { count: number }).count >= limit) return true;
    if (hasFormer(org)) return true;
    const { most } = limitOfOrg.get(org) as { most: number | null };
    return most !== null && (countOfOrg.get(org) as { count: number }).count >= most;
  };

  /** @param named the EUI it was found by; under another by now it is not what was meant */
  const existing = (id: number, named: string | undefined): Current => {
    const row = currentOf.get(id) as Current | undefined;
    if (row && (named === undefined || named === row.eui)) return row;
    throw fault('BaseStationNotFound', named === undefined ? {} : { bs_eui: named });
  };

  return {
    find(org: number, eui: string, at: StationsNow): StationRow | undefined {
      return find.get(...parameters(at), org, eui) as StationRow | undefined;
    },

    /** The row whatever its EUI is by now: what was just changed, also when another caller changes or deletes it meanwhile. */
    row(id: number, at: StationsNow): StationRow | undefined {
      return byId.get(...parameters(at), id) as StationRow | undefined;
    },

    /** Endpoints that were propagated to a station and confirmed. */
    attachedEndpoints(id: number): number {
      return endpointsKnown(id);
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
        columns: SELECTED,
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
          id = insert({
            org,
            eui,
            created_at: now,
            updated_at: now,
            ...columns,
            name,
            named_by_operator: columns.name === '' ? 0 : 1,
            location_source: located ? 'manual' : '',
            location_updated_at: located ? now : null,
          });
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
        update.run(acting.now, ...SET.map(column => after[column]), id);
        if (changed.length > 0) raise('basestation.updated', after, id, acting, { fields: changed });
        const { latitude, longitude, altitude } = after;
        if (
          (latitude !== before.latitude || longitude !== before.longitude) &&
          latitude !== null &&
          longitude !== null
        ) {
          const data = { latitude, longitude, altitude: altitude ?? 0, origin: 'manual' };
          raise('basestation.location_changed', after, id, acting, data);
        }
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
