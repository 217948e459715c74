import { inserter, listed, namesOf, type RowOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { expectVersion, type WantedVersions } from '../../kit/expected-version.ts';
import { fault } from '../../kit/faults/faults.ts';
import { nameKey } from '../../kit/name-key.ts';
import { type NamedPage, type NamedSection, namedPage } from '../../kit/named-page.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Acting } from '../event/acting.ts';
import type { Repeatable } from '../once/once-store.ts';
import {
  givenColumns,
  ownColumns,
  type SensorKind,
  type SensorTemplate,
  type SensorTemplateGiven,
} from './sensor-template-columns.ts';
import { systemTemplates } from './system.ts';

/** Sensor templates of one organization, besides those of the system: a list of them is read as a whole. */
export const MAX_TEMPLATES = 1000;

export interface TemplateQuery extends NamedSection {
  readonly org: number;
  /** Part of the name. */
  readonly search: string | undefined;
  readonly kind: SensorKind | undefined;
}

type Row = RowOf<typeof givenColumns & typeof ownColumns> & { id: number };

const SELECT = `SELECT id, ${listed({ ...givenColumns, ...ownColumns })} FROM sensor_template`;

function templateOf({ id: _, ...row }: Row): SensorTemplate {
  return { ...(row as Omit<SensorTemplate, 'isSystem'>), isSystem: false };
}

/** What sensors of an organization may measure. */
export function templateReader(db: Db) {
  const byUuid = db.prepare(`${SELECT} WHERE uuid = ? AND org = ?`);
  const ofOrg = db.prepare(`${SELECT} WHERE org = ? ORDER BY name_key, uuid`);

  return {
    /** One of the system or of the organization. */
    find(org: number, uuid: string): SensorTemplate | undefined {
      const row = byUuid.get(uuid, org) as Row | undefined;
      return row ? templateOf(row) : systemTemplates.get(uuid);
    },

    /** By name without regard to case, then by uuid. */
    list({ org, search, kind, ...section }: TemplateQuery): NamedPage<SensorTemplate> {
      const needle = search?.toLowerCase();
      const found = [...systemTemplates.values(), ...(ofOrg.all(org) as Row[]).map(templateOf)].filter(
        row => (kind === undefined || row.kind === kind) && (!needle || row.name.toLowerCase().includes(needle)),
      );
      return namedPage(found, ({ name, uuid }) => [nameKey(name), uuid], section);
    },
  };
}
export type TemplateReader = ReturnType<typeof templateReader>;

/** Sensor templates by hand. */
export function templateStore(
  db: Db,
  {
    repeatable,
    inUse,
  }: {
    repeatable: Repeatable;
    /** Whether a sensor was made of it. */
    inUse(org: number, uuid: string): boolean;
  },
) {
  const byUuid = db.prepare(`${SELECT} WHERE uuid = ? AND org = ?`);
  const count = db.prepare('SELECT count(*) AS count FROM sensor_template WHERE org = ?');
  const insert = inserter(db, 'sensor_template', { ...givenColumns, ...ownColumns, org: 'integer', name_key: 'text' });
  const given = namesOf(givenColumns);
  const save = db.prepare(
    `UPDATE sensor_template SET ${given.map(name => `${name} = ?`).join(', ')}, name_key = ?, version = ?, updated_at = ? WHERE id = ?`,
  );
  const drop = db.prepare('DELETE FROM sensor_template WHERE id = ?');
  const dropAll = db.prepare('DELETE FROM sensor_template WHERE org = ?');

  const changeable = (org: number, uuid: string, wanted: WantedVersions): Row => {
    if (systemTemplates.has(uuid)) throw fault('SystemCatalogProtected', { id: uuid });
    const row = byUuid.get(uuid, org) as Row | undefined;
    if (!row) throw fault('SensorTemplateNotFound', { ids: uuid });
    expectVersion(row.version, wanted);
    return row;
  };

  return {
    /** @throws fault `TooManyItems` */
    create: intake(
      repeatable((org: number, template: SensorTemplateGiven, { now }: Acting): SensorTemplate => {
        if ((count.get(org) as { count: number }).count >= MAX_TEMPLATES) {
          throw fault('TooManyItems', { limit: MAX_TEMPLATES });
        }
        const made = { ...template, uuid: uuid7(now), version: 1, created_at: now, updated_at: now };
        insert({ ...made, org, name_key: nameKey(template.name) });
        return { ...made, isSystem: false };
      }),
    ),

    /**
     * Changes what differs.
     * @throws fault `SensorTemplateNotFound`, `SystemCatalogProtected`, `ConcurrentModification`; `FieldOutOfRange` when the least is more
     * than the most
     */
    change: intake(
      (
        org: number,
        uuid: string,
        changes: Partial<SensorTemplateGiven>,
        wanted: WantedVersions,
        { now }: Acting,
      ): SensorTemplate => {
        const before = changeable(org, uuid, wanted);
        const after = { ...before, ...changes };
        if (after.min !== null && after.max !== null && after.min > after.max) {
          throw fault('FieldOutOfRange', { field: 'max', min: after.min });
        }
        if (given.every(name => after[name] === before[name])) return templateOf(before);
        const row = { ...after, version: before.version + 1, updated_at: now };
        save.run(...given.map(name => row[name]), nameKey(row.name), row.version, now, row.id);
        return templateOf(row);
      },
    ),

    /** @throws fault `SensorTemplateNotFound`, `SystemCatalogProtected`, `ConcurrentModification`, `SensorTemplateInUse` */
    remove(org: number, uuid: string, wanted: WantedVersions, _acting: Acting): void {
      const { id } = changeable(org, uuid, wanted);
      if (inUse(org, uuid)) throw fault('SensorTemplateInUse', { id: uuid });
      drop.run(id);
    },

    /** All of an organization, after its devices. */
    removeAll(org: number): void {
      dropAll.run(org);
    },
  };
}
