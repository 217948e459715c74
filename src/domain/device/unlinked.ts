import { inserter } from '../../database/columns.ts';
import type { Db, SqlValue } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { statementsOf } from '../../database/statements.ts';
import { fault } from '../../kit/faults/faults.ts';
import { nameKey } from '../../kit/name-key.ts';
import type { NamedPosition } from '../../kit/named-page.ts';
import { uuid7 } from '../../kit/uuid.ts';
import { SEEN } from '../endpoint/endpoint-columns.ts';
import type { Acting } from '../event/acting.ts';
import type { Repeatable } from '../once/once-store.ts';
import { MAX_DEVICES } from './device-columns.ts';
import type { DeviceOrder, DeviceQuery } from './reader.ts';
import type { SensorStore } from './sensors.ts';

/** An endpoint that no device wraps. Times in milliseconds. */
export interface UnlinkedEndpoint {
  readonly eui: string;
  /** Its EUI where it has no name. */
  readonly name: string;
  /** Nanoseconds as text; undefined: it was never heard. */
  readonly seenNs: string | undefined;
  readonly created_at: number;
  readonly updated_at: number;
}

/** What there is of it to choose by. Sensors it has none. */
export type UnlinkedQuery = Omit<DeviceQuery, 'connection' | 'template'>;

interface Row extends Omit<UnlinkedEndpoint, 'seenNs'> {
  seen_ns: string;
}

const UNLINKED = 'e.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM physical_device p WHERE p.endpoint = e.id)';
const NAME = "iif(e.name = '', e.eui, e.name)";
const SORT: Readonly<Record<DeviceOrder, readonly [ascending: string, descending: string]>> = {
  name: [`${NAME}, e.eui`, `${NAME} DESC, e.eui DESC`],
  createdAt: ['e.created_at, e.eui', 'e.created_at DESC, e.eui DESC'],
  lastSeen: [`nullif(${SEEN}, 0) ASC NULLS LAST, e.eui`, `nullif(${SEEN}, 0) DESC NULLS LAST, e.eui DESC`],
};
const CURSOR: Readonly<Partial<Record<DeviceOrder, string>>> = { name: NAME, createdAt: 'e.created_at' };

/** Endpoints without a device (clarification T9): they are listed as if there were one, and get one. */
export function unlinkedEndpoints(
  db: Db,
  { sensors, repeatable }: { readonly sensors: Pick<SensorStore, 'add'>; readonly repeatable: Repeatable },
) {
  const statement = statementsOf(db);
  const behind = db.prepare(
    `SELECT e.id FROM endpoint e WHERE e.org = ? AND e.id > ? AND ${UNLINKED} ORDER BY e.id LIMIT ?`,
  );
  const one = db.prepare(`SELECT ${NAME} AS name FROM endpoint e WHERE e.id = ? AND e.org = ? AND ${UNLINKED}`);
  const full = db.prepare('SELECT 1 FROM device WHERE org = ? LIMIT 1 OFFSET ?');
  const linked = db.prepare('SELECT count(*) AS total FROM physical_device WHERE org = ? AND endpoint IS NOT NULL');
  const insert = inserter(db, 'device', {
    ...{ uuid: 'text', org: 'integer', name: 'text', name_key: 'text' },
    ...{ version: 'integer', created_at: 'integer', updated_at: 'integer' },
  } as const);
  const insertPhysical = inserter(db, 'physical_device', {
    ...{ device: 'integer', uuid: 'text', org: 'integer', endpoint: 'integer', configuration: 'text', given: 'text' },
    ...{ created_by_api: 'integer', created_at: 'integer', updated_at: 'integer' },
  } as const);

  return {
    /** @returns `next`: where the next page begins, unless the list ends; not of endpoints by when they were seen */
    unlinked(query: UnlinkedQuery): { rows: UnlinkedEndpoint[]; total: number; next?: NamedPosition } {
      const { org, search, client, updatedSince, orderBy, descending, limit, offset, from } = query;
      const where = ['e.org = ?', UNLINKED];
      const values: SqlValue[] = [org];
      if (client !== undefined) {
        where.push('e.eui = ?');
        values.push(client.toLowerCase());
      }
      if (updatedSince !== undefined) {
        where.push('e.updated_at >= ?');
        values.push(updatedSince);
      }
      const sql = `SELECT e.eui, ${NAME} AS name, CAST(${SEEN} AS TEXT) AS seen_ns, e.created_at, e.updated_at
        FROM endpoint e LEFT JOIN endpoint_heard h ON h.endpoint = e.id WHERE ${where.join(' AND ')}`;
      // Names of endpoints have no key to search by; there are some thousands at most.
      const fits = ({ name }: { readonly name: string }) => search === undefined || nameKey(name).includes(search);
      const by = CURSOR[orderBy];
      const place = from && by !== undefined ? `AND (${by}, e.eui) ${descending ? '<' : '>'} (?, ?)` : '';
      const sorted = statement(`${sql} ${place} ORDER BY ${SORT[orderBy][descending ? 1 : 0]}`);
      const all = (sorted.all(...values, ...(place === '' ? [] : (from ?? []))) as Row[]).filter(fits);
      const total = place === '' ? all.length : (statement(sql).all(...values) as Row[]).filter(fits).length;
      const rows = all.slice(offset, offset + limit);
      const last = all.length > offset + limit && by !== undefined ? rows.at(-1) : undefined;
      return {
        rows: rows.map(({ seen_ns, ...row }) => ({ ...row, seenNs: seen_ns === '0' ? undefined : seen_ns })),
        total,
        ...(last && { next: [orderBy === 'name' ? last.name : last.created_at, last.eui] as const }),
      };
    },

    /** Row ids of some, behind one of them. */
    unlinkedAfter: (org: number, after: number, limit: number): number[] =>
      (behind.all(org, after, limit) as { id: number }[]).map(({ id }) => id),

    /**
     * Gives each of these endpoints a device of its name that wraps it, unless it has one by now.
     * @param endpoints row ids, each with the names of values that it has sent
     * @returns how many have got one
     * @throws fault `TooManyItems`, `SensorTemplateNotFound`
     */
    linkSome: intake(
      (
        org: number,
        endpoints: readonly { readonly endpoint: number; readonly keys: readonly string[] }[],
        templates: readonly string[],
        { now }: Acting,
      ): number => {
        let created = 0;
        for (const { endpoint, keys } of endpoints) {
          const row = one.get(endpoint, org) as { name: string } | undefined;
          if (!row) continue;
          if (full.get(org, MAX_DEVICES - 1)) throw fault('TooManyItems', { limit: MAX_DEVICES });
          const times = { created_at: now, updated_at: now };
          const { name } = row;
          const device = insert({ uuid: uuid7(now), org, name, name_key: nameKey(name), version: 1, ...times });
          insertPhysical({
            ...{ device, uuid: uuid7(now), org, endpoint, configuration: '{}', given: '[]', created_by_api: 0 },
            ...times,
          });
          if (templates.length > 0) sensors.add(org, device, templates, keys, now);
          created++;
        }
        return created;
      },
    ),

    /** What linking has come to, for a call that may be repeated. @returns `total`: endpoints that a device wraps */
    linked: repeatable((org: number, created: number, _: Acting): { created: number; total: number } => ({
      created,
      ...(linked.get(org) as { total: number }),
    })),
  };
}
