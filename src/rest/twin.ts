import type { Row, Rule } from '../rpc/define.ts';
import { all, fields, type Input } from '../rpc/input.ts';
import { organizationId } from './input.ts';
import type { RestMethodName } from './schema.gen.ts';

/**
 * Makes a method of the public API do what a method of PlatformService does.
 * @param own what is read in place of what that reads
 */
export type Twin = (
  name: RestMethodName,
  rule: Rule,
  platform: string,
  before?: Input<object, object>,
  own?: Input<never, object>,
) => Row;

const inOrganization = fields({ organization_id: organizationId });

/**
 * The request of a twin has the fields of its original, and names the organization.
 * @param rows of PlatformService
 */
export function twins(rows: readonly Row[]): Twin {
  const byName = new Map(rows.map(row => [row.name, row]));
  return (name, rule, platform, before = inOrganization, own) => {
    const row = byName.get(platform);
    if (!row?.input || !row.handle) throw new Error(`${platform} has no handler`);
    return {
      name,
      keyed: true,
      ...rule,
      input: all(before, (own ?? row.input) as Input<object, object>),
      handle: row.handle,
    };
  };
}
