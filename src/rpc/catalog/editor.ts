import type { Editor } from '../../domain/blueprint/catalog.ts';
import type { Clock } from '../../kit/clock.ts';
import { acting } from '../actor.ts';
import type { Call } from '../define.ts';

/** Who changes the catalog by this call; the operator of the community edition is a server administrator. */
export function editor(call: Call, clock: Clock): Editor {
  return { ...acting(call, clock), org: call.org, administrator: call.principal.kind === 'operator' };
}

/** Whose a row of the catalog is. */
export function ownership(row: { readonly org: number | null }, { organizationId }: Call) {
  return { is_system: row.org === null, organization_id: row.org === null ? '' : organizationId };
}
