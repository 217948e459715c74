import type { Db } from '../../database/driver.ts';
import type { Decodings } from './decodings.ts';
import type { Assigned, EffectiveBlueprints } from './effective.ts';

interface Row extends Assigned {
  readonly calibration: string | null;
}

/** By what the next message of an endpoint is decoded. */
export function endpointDecodings(
  db: Db,
  { effective, intern }: Pick<EffectiveBlueprints, 'effective'> & Pick<Decodings, 'intern'>,
) {
  const endpointById = db.prepare(
    'SELECT org, device_model, blueprint, type_eui, calibration FROM endpoint WHERE id = ?',
  );

  return {
    /**
     * The id under which a message refers to it; from then on the document of the blueprint is not changed. Undefined: nothing decodes it.
     * @param endpoint its row id, also of a registration that is gone
     */
    decodingOf(endpoint: number): number | undefined {
      const row = endpointById.get(endpoint) as Row | undefined;
      const blueprint = row && effective(row);
      return blueprint && intern(blueprint.id, row.calibration);
    },
  };
}
export type EndpointDecodings = ReturnType<typeof endpointDecodings>;
