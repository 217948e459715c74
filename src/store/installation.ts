import type { Db } from './driver.ts';

/** The tenant everything belongs to unless the enterprise edition says otherwise. */
export interface Organization {
  id: number;
  uuid: string;
  name: string;
  description: string;
  tags: string;
  createdAt: number;
  updatedAt: number;
}

interface OrganizationRow {
  id: number;
  uuid: string;
  name: string;
  description: string;
  tags: string;
  created_at: number;
  updated_at: number;
}

/** Facts of the installation: named values, and the default organization. */
export function installationStore(db: Db) {
  const get = db.prepare('SELECT value FROM meta WHERE key = ?');
  const setOnce = db.prepare('INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)');
  const set = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  const organization = db.prepare(
    'SELECT id, uuid, name, description, tags, created_at, updated_at FROM organization WHERE is_default = 1',
  );
  const insertOrganization = db.prepare(
    'INSERT INTO organization (uuid, name, is_default, created_at, updated_at) VALUES (?, ?, 1, ?, ?)',
  );
  const updateOrganization = db.prepare(
    'UPDATE organization SET name = ?, description = ?, tags = ?, updated_at = ? WHERE id = ?',
  );
  const value = (key: string) => (get.get(key) as { value: string } | undefined)?.value;

  const defaultOrganization = (): Organization => {
    const row = organization.get() as OrganizationRow | undefined;
    if (!row) throw new Error('the database has no default organization');
    const { created_at, updated_at, ...rest } = row;
    return { ...rest, createdAt: created_at, updatedAt: updated_at };
  };

  return {
    value,

    /** First start: each value is kept as it is when it exists already. */
    establish(values: Readonly<Record<string, string>>, organizationUuid: string, now: number): void {
      for (const [key, initial] of Object.entries(values)) setOnce.run(key, initial);
      if (!organization.get()) insertOrganization.run(organizationUuid, 'Default organization', now, now);
    },

    setValue(key: string, text: string): void {
      set.run(key, text);
    },

    defaultOrganization,

    updateDefaultOrganization(changed: { name: string; description: string; tags: string }, now: number): Organization {
      const { id } = defaultOrganization();
      updateOrganization.run(changed.name, changed.description, changed.tags, now, id);
      return defaultOrganization();
    },
  };
}
