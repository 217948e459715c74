import type { Editor } from '../../domain/blueprint/catalog.ts';
import type { Clock } from '../../kit/clock.ts';
import { acting } from '../actor.ts';
import type { Call } from '../define.ts';
import { can, isAdministrator } from '../rights.ts';

/** Who changes the catalog by this call. */
export function editor(call: Call, clock: Clock): Editor {
  const { org, principal } = call;
  const administrator = isAdministrator(principal);
  return { ...acting(call, clock), org, administrator, onlySystem: administrator && !can(principal, 'E') };
}
