import { search, uuid } from '../rpc/checks.ts';
import { type Check, fields, type Maybe } from '../rpc/input.ts';

/** The organization that a request names: that of the call, and no other (REST section 2). */
export const organizationId: Check<Maybe<string>, string> = (wire, at) => {
  if (wire === undefined || wire === null || wire === '') {
    return at.refuse('presence', 'OrganizationIDRequired', { organization_id: at.context.org });
  }
  const { org } = at.context;
  // What the caller is told first: where it may act comes before what it wants there.
  return wire.toLowerCase() === org ? org : at.refuse('presence', 'OrganizationContextMismatch');
};

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 1000;

/** How many items are asked for; what is no whole number arrives as NaN. */
export const limit: Check<Maybe<number>, number> = (wire, at) => {
  if (wire === undefined || wire === null) return LIMIT_DEFAULT;
  if (!Number.isInteger(wire) || wire < 1) at.refuse('range', 'InvalidLimit');
  return Math.min(wire, LIMIT_MAX);
};

/** No list has so many items. */
const OFFSET_MAX = 2 ** 31 - 1;

/** How many items are left out before the first. */
export const offset: Check<Maybe<number>, number> = (wire, at) => {
  if (wire === undefined || wire === null) return 0;
  if (!Number.isInteger(wire) || wire < 0) at.refuse('range', 'InvalidOffset');
  return Math.min(wire, OFFSET_MAX);
};

/** The request of a method that reads or deletes one thing. */
export const byId = fields({ organization_id: organizationId, id: uuid });

/** The request of a list; its `limit` and `offset` are `optional` in the schema, so that 0 is not what is absent. */
export const restPage = fields({ organization_id: organizationId, limit, offset });

/** The same of a list that is searched by name. */
export const restList = fields({ organization_id: organizationId, limit, offset, search });
