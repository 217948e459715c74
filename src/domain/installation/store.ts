import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { SalvagedTables } from '../../database/salvaged-tables.ts';
import type { SealedColumn } from '../../database/sealed-column.ts';
import type { NewEvent } from '../event/catalog.ts';
import type { Events } from '../event/store.ts';
import { storedTimes } from './stored-times.ts';

/** The tenant everything belongs to unless the enterprise edition says otherwise. */
export interface Organization {
  id: number;
  uuid: string;
  name: string;
  description: string;
  tags: string;
  createdAt: number;
  updatedAt: number;
  endpoints: number;
  baseStations: number;
}

interface OrganizationRow {
  id: number;
  uuid: string;
  name: string;
  description: string;
  tags: string;
  created_at: number;
  updated_at: number;
  endpoints: number;
  base_stations: number;
}

export const sealedInInstallation: readonly SealedColumn[] = [
  {
    table: 'meta',
    column: 'value',
    key: ['key'],
    where: "key = 'page_token_key'",
    base64: true,
    about: () => 'installation:page_token_key',
    words: () => 'the key that signs page tokens',
  },
];

export const salvagedInstallation: SalvagedTables = {
  group: 'registrations',
  tables: ['organization'],
  required: true,
};

/** Key of `meta` under which the last recovery of a damaged database is noted, as JSON `{at, detail}`. */
export const RECOVERED = 'recovered';

/** Whether the service has closed the database at its end. */
export function endedInOrder(db: Db): boolean {
  const running = db.prepare("SELECT value FROM meta WHERE key = 'running'").get() as { value: string } | undefined;
  return running?.value === 'no';
}

/** Facts of the installation: named values, and the default organization. */
export function installationStore(db: Db, { events }: { events: Events }) {
  const get = db.prepare('SELECT value FROM meta WHERE key = ?');
  const setOnce = db.prepare('INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)');
  const set = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  const organization = db.prepare(
    `SELECT o.id, o.uuid, o.name, o.description, o.tags, o.created_at, o.updated_at,
       (SELECT count(*) FROM endpoint WHERE org = o.id AND deleted_at IS NULL) AS endpoints,
       (SELECT count(*) FROM base_station WHERE org = o.id AND deleted_at IS NULL) AS base_stations
     FROM organization o WHERE o.is_default = 1`,
  );
  const insertOrganization = db.prepare(
    'INSERT INTO organization (uuid, name, is_default, created_at, updated_at) VALUES (?, ?, 1, ?, ?)',
  );
  const updateOrganization = db.prepare(
    'UPDATE organization SET name = ?, description = ?, tags = ?, updated_at = ? WHERE id = ?',
  );
  const times = storedTimes(db);
  const value = (key: string) => (get.get(key) as { value: string } | undefined)?.value;

  const defaultOrganization = (): Organization => {
    const row = organization.get() as OrganizationRow | undefined;
    if (!row) throw new Error('the database has no default organization');
    const { created_at, updated_at, base_stations, ...rest } = row;
    return { ...rest, createdAt: created_at, updatedAt: updated_at, baseStations: base_stations };
  };

  return {
    value,

    /** First start: a value that exists already stays as it is. */
    establish(values: Readonly<Record<string, string>>, organizationUuid: string, now: number): void {
      for (const [key, initial] of Object.entries(values)) setOnce.run(key, initial);
      if (!organization.get()) insertOrganization.run(organizationUuid, 'Default organization', now, now);
    },

    setValue(key: string, text: string): void {
      set.run(key, text);
    },

    defaultOrganization,

    /** @param changed nothing in it: nothing is written and no event raised */
    updateDefaultOrganization: intake(
      (
        changed: { name?: string; description?: string; tags?: string },
        by: { id: string; email: string },
        now: number,
      ): Organization => {
        const before = defaultOrganization();
        const after = { ...before, ...changed };
        const paths = (['name', 'description', 'tags'] as const).filter(path => after[path] !== before[path]);
        if (paths.length === 0) return before;
        updateOrganization.run(after.name, after.description, after.tags, now, before.id);
        events.raise({
          type: 'organization.updated',
          org: before.id,
          sourceId: by.id,
          userId: by.id,
          userEmail: by.email,
          at: now,
          storedAt: now,
          data: { organizationId: before.uuid, name: after.name, fields: paths },
        });
        return defaultOrganization();
      },
    ),

    times,

    /** Event of the life of the service itself. */
    raise(event: NewEvent): void {
      events.raise(event);
    },
  };
}
