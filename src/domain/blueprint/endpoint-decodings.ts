import type { Db } from '../../database/driver.ts';
import type { Calibration } from './codec/blueprint.ts';
import type { Decodings } from './decodings.ts';
import type { DecodingAssignment, EffectiveBlueprints } from './effective.ts';

interface Row extends DecodingAssignment {
  readonly calibration: string | null;
}

/** By what messages of endpoints are decoded. */
export function endpointDecodings(
  db: Db,
  {
    effective,
    visibleBlueprint,
    intern,
  }: Pick<EffectiveBlueprints, 'effective' | 'visibleBlueprint'> & Pick<Decodings, 'intern'>,
) {
  const endpointById = db.prepare(
    'SELECT org, device_model, blueprint, type_eui, calibration FROM endpoint WHERE id = ?',
  );
  const calibrationOf = db.prepare('SELECT calibration FROM endpoint WHERE id = ?');
  const ofKind = db.prepare(
    `SELECT id, org, device_model, blueprint, type_eui FROM endpoint
     WHERE org = ? AND deleted_at IS NULL AND coalesce(blueprint, device_model, type_eui) IS NOT NULL`,
  );

  const decodingOfRow = (row: Row | undefined): number | undefined => {
    const blueprint = row && effective(row);
    return blueprint && intern(blueprint.id, row.calibration);
  };

  return {
    /**
     * The id under which the next message of an endpoint refers to it; from then on the document of the blueprint is not changed.
     * Undefined: nothing decodes it.
     * @param endpoint its row id, also of a registration that is gone
     */
    decodingOf: (endpoint: number): number | undefined => decodingOfRow(endpointById.get(endpoint) as Row | undefined),

    /** The same by another blueprint than its own. @throws fault `BlueprintNotFound` */
    decodingBy(endpoint: number, blueprint: string): number | undefined {
      const row = endpointById.get(endpoint) as Row | undefined;
      if (!row) return undefined;
      visibleBlueprint(row.org, blueprint);
      return decodingOfRow({ ...row, blueprint });
    },

    /** Row ids of the endpoints that a blueprint decodes now. Goes over all of an organization: for the scanning thread. */
    decodedBy(org: number, blueprint: string): number[] {
      const byKind = new Map<string, boolean>();
      const found: number[] = [];
      for (const row of ofKind.all(org) as (DecodingAssignment & { id: number })[]) {
        const kind = `${row.blueprint} ${row.device_model} ${row.type_eui}`;
        const decoded = byKind.get(kind) ?? effective(row)?.uuid === blueprint;
        byKind.set(kind, decoded);
        if (decoded) found.push(row.id);
      }
      return found;
    },

    /** What an endpoint has in place of the values of its blueprint. */
    calibrationOf(endpoint: number): Calibration | undefined {
      const row = calibrationOf.get(endpoint) as { calibration: string | null } | undefined;
      return row?.calibration ? (JSON.parse(row.calibration) as Calibration) : undefined;
    },
  };
}
export type EndpointDecodings = ReturnType<typeof endpointDecodings>;
