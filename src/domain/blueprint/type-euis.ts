import type { Db } from '../../database/driver.ts';
import { fault } from '../../kit/faults/faults.ts';

/**
 * To which device model a Type EUI belongs: the one that has it by itself or in any of its blueprints. There is at most one among the
 * rows of an organization, and one among those of the system.
 */
export function typeEuiOwners(db: Db) {
  const owner = db.prepare(
    `SELECT id FROM device_model WHERE type_eui = ? AND org IS ?
     UNION ALL SELECT device_model FROM blueprint WHERE type_eui = ? AND org IS ? LIMIT 1`,
  );
  const ownerOf = (org: number | null, typeEui: string): number | undefined =>
    (owner.get(typeEui, org, typeEui, org) as { id: number } | undefined)?.id;

  return {
    /** @param org null: among the rows of the system */
    ownerOf,

    /** @throws fault `TypeEUIExists` when it belongs to another model than this */
    mayHave(org: number | null, typeEui: string | null, model: number | undefined): void {
      const owner = typeEui === null ? undefined : ownerOf(org, typeEui);
      if (owner !== undefined && owner !== model) throw fault('TypeEUIExists', { type_eui: typeEui ?? '' });
    },
  };
}
export type TypeEuiOwners = ReturnType<typeof typeEuiOwners>;
