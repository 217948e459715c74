import type { Db } from '../../database/driver.ts';
import type { DecodingAssignment } from '../blueprint/effective.ts';
import type { ValueEncoder } from '../blueprint/encoding.ts';
import type { CommandEncoder } from './planned.ts';

type Row = DecodingAssignment & { readonly calibration: string | null };

/** Commands of rules: by the blueprint that decodes the endpoint's next uplink. */
export function ruleCommands(db: Db, { commands, encode }: ValueEncoder): CommandEncoder {
  const assigned = db.prepare(
    'SELECT org, device_model, blueprint, type_eui, calibration FROM endpoint WHERE id = ? AND deleted_at IS NULL',
  );

  return {
    encode,
    assigned: endpoint => assigned.get(endpoint) as Row | undefined,

    formatOf(endpoint, command) {
      const all = commands(endpoint);
      // One that has a name answers to its number, too.
      const found = all.find(({ id }) => id === command) ?? all.find(({ format }) => String(format) === command);
      return found?.format;
    },
  };
}
