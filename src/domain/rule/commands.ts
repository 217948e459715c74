import type { Db } from '../../database/driver.ts';
import type { BlueprintReader } from '../blueprint/blueprints.ts';
import type { Assigned, EffectiveBlueprints } from '../blueprint/effective.ts';
import type { CommandEncoder } from './planned.ts';

type Row = Assigned & { readonly calibration: string | null };

/** A layout for downlinks, as far as somebody may ask for it. */
interface NamedLayout {
  readonly id?: unknown;
  readonly name?: unknown;
}

/** Commands of rules: by the blueprint that decodes the endpoint's next uplink. */
export function ruleCommands(
  db: Db,
  {
    find,
    effective,
    encode,
  }: Pick<BlueprintReader, 'find'> & Pick<EffectiveBlueprints, 'effective'> & Pick<CommandEncoder, 'encode'>,
): CommandEncoder {
  const assigned = db.prepare(
    'SELECT org, device_model, blueprint, type_eui, calibration FROM endpoint WHERE id = ? AND deleted_at IS NULL',
  );

  return {
    encode,
    assigned: endpoint => assigned.get(endpoint) as Row | undefined,

    formatOf(endpoint, command) {
      const blueprint = effective(endpoint);
      const document = blueprint && find(endpoint.org, blueprint.uuid)?.document;
      if (document === undefined) return undefined;
      const { spec, downlink } = JSON.parse(document) as { spec?: { downlink?: unknown }; downlink?: unknown };
      const layouts = [downlink ?? spec?.downlink ?? []].flat() as NamedLayout[];
      const named = layouts.filter(({ name }) => name === command);
      const found = named.length === 1 ? named[0] : layouts.find(({ id }) => String(id ?? 0) === command);
      return found && Number(found.id ?? 0);
    },
  };
}
