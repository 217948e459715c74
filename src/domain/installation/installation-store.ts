import type { Db } from '../../database/driver.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { SealedColumn } from '../../database/sealed-column.ts';
import { nameKey } from '../../kit/name-key.ts';
import type { NewEvent } from '../event/catalog.ts';
import type { Events } from '../event/event-store.ts';
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

/** How the default organization is called at first. */
const FIRST_NAME = 'Default organization';

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
    'INSERT INTO organization (uuid, name, name_key, is_default, created_at, updated_at) VALUES (?, ?, ?, 1, ?, ?)',
  );
  const setNameKey = db.prepare('UPDATE organization SET name_key = ? WHERE id = ? AND name_key IS NOT ?');
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
      if (!organization.get()) insertOrganization.run(organizationUuid, FIRST_NAME, nameKey(FIRST_NAME), now, now);
      // A migration knows letters of ASCII only.
      const { id, name } = defaultOrganization();
      setNameKey.run(nameKey(name), id, nameKey(name));
    },

    setValue(key: string, text: string): void {
      set.run(key, text);
    },

    defaultOrganization,

    times,

    /** Event of the life of the service itself. */
    raise(event: NewEvent): void {
      events.raise(event);
    },
  };
}
