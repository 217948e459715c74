import type { Db } from '../../database/driver.ts';
import { fault } from '../../kit/faults/faults.ts';
import { visible } from './catalog.ts';
import type { TypeEuiOwners } from './type-euis.ts';

/** What an endpoint says of itself: uuids of a device model and of the blueprint that it is pinned to, and a Type EUI. */
export interface DecodingAssignment {
  readonly org: number;
  readonly device_model: string | null;
  readonly blueprint: string | null;
  readonly type_eui: string | null;
}

/** The blueprint by which the next uplink of an endpoint is decoded. */
export interface EffectiveBlueprint {
  /** Row id; while the row is there. */
  readonly id: number;
  readonly uuid: string;
  readonly version: string;
}

const COLUMNS = 'b.id, b.uuid, b.version';

/** Which blueprint is an endpoint's: the one that it is pinned to, the default of its model, or what its Type EUI leads to. */
export function effectiveBlueprints(db: Db, { ownerOf }: Pick<TypeEuiOwners, 'ownerOf'>) {
  const pinned = db.prepare(`SELECT ${COLUMNS} FROM blueprint b WHERE b.uuid = ?`);
  const ofModel = db.prepare(
    `SELECT ${COLUMNS} FROM device_model m JOIN blueprint b ON b.device_model = m.id AND b.is_default <> 0 WHERE m.uuid = ?`,
  );
  // The default goes before newer ones, if it has this very Type EUI: its own, or that of its model.
  const ofType = db.prepare(
    `SELECT ${COLUMNS} FROM blueprint b JOIN device_model m ON m.id = b.device_model
     WHERE b.device_model = ? AND coalesce(b.type_eui, m.type_eui) = ?
     ORDER BY b.is_default DESC, b.created_at DESC, b.id DESC LIMIT 1`,
  );
  const typeOfModel = db.prepare(
    `SELECT coalesce(b.type_eui, m.type_eui) AS type_eui
     FROM device_model m LEFT JOIN blueprint b ON b.device_model = m.id AND b.is_default <> 0 WHERE m.uuid = ?`,
  );

  const model = db.prepare(`SELECT 1 FROM device_model WHERE uuid = ? AND ${visible('org')}`);
  const blueprintOf = db.prepare(
    `SELECT m.uuid AS model FROM blueprint b JOIN device_model m ON m.id = b.device_model WHERE b.uuid = ? AND ${visible('b.org')}`,
  );
  const visibleModel = (org: number, uuid: string): void => {
    if (!model.get(uuid, org)) throw fault('DeviceModelNotFound', { device_model_id: uuid });
  };
  /** @returns uuid of its model */
  const visibleBlueprint = (org: number, uuid: string): string => {
    const row = blueprintOf.get(uuid, org) as { model: string } | undefined;
    if (!row) throw fault('BlueprintNotFound', { blueprint_id: uuid });
    return row.model;
  };

  const byType = (org: number | null, typeEui: string): EffectiveBlueprint | undefined => {
    const owner = ownerOf(org, typeEui);
    return owner === undefined ? undefined : (ofType.get(owner, typeEui) as EffectiveBlueprint | undefined);
  };

  return {
    /** @throws fault `BlueprintNotFound` */
    visibleBlueprint,

    /** Undefined: nothing decodes its uplinks. What it says may change with every write to the catalog. */
    effective({ org, device_model, blueprint, type_eui }: DecodingAssignment): EffectiveBlueprint | undefined {
      if (blueprint !== null) return pinned.get(blueprint) as EffectiveBlueprint | undefined;
      if (device_model !== null) return ofModel.get(device_model) as EffectiveBlueprint | undefined;
      if (type_eui === null) return undefined;
      return byType(org, type_eui) ?? byType(null, type_eui);
    },

    /**
     * @param changed the columns that are new; what is not touched stays as it is
     * @throws fault `DeviceModelNotFound`, `BlueprintNotFound`, or `BlueprintModelMismatch` for a blueprint of another model
     */
    mayBeAssigned({ org, device_model, blueprint }: DecodingAssignment, changed: readonly string[]): void {
      const newModel = device_model !== null && changed.includes('device_model');
      if (newModel) visibleModel(org, device_model);
      if (blueprint === null || !(newModel || changed.includes('blueprint'))) return;
      const ofModel = visibleBlueprint(org, blueprint);
      if (device_model !== null && ofModel !== device_model) {
        throw fault('BlueprintModelMismatch', { blueprint_id: blueprint });
      }
    },

    /** The Type EUI of endpoints of a model: that of its default blueprint, or its own. */
    typeOfModel(uuid: string): string | null {
      return (typeOfModel.get(uuid) as { type_eui: string | null } | undefined)?.type_eui ?? null;
    },
  };
}
export type EffectiveBlueprints = ReturnType<typeof effectiveBlueprints>;
