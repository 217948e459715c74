import type { Editor } from '../../domain/blueprint/catalog.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../call/actor.ts';
import type { Admission, Call } from '../call/define.ts';
import { can, isAdministrator } from '../call/rights.ts';
import type { Maybe } from '../input.ts';

/** Who changes the catalog by this call. */
export function editor(call: Call, clock: Clock): Editor {
  const { org, principal } = call;
  const administrator = isAdministrator(principal);
  return { ...acting(call, clock), org, administrator, onlySystem: administrator && !can(principal, 'E') };
}

/** A row of the system is made by administrators of the server, one of the organization by who may change it. @throws fault of the right */
export function mayMake(
  { is_system: isSystem }: { readonly is_system?: Maybe<boolean> },
  { principal }: Admission,
): void {
  if (isSystem && !isAdministrator(principal)) throw fault('SystemCatalogProtected');
  if (!isSystem && !can(principal, 'E')) throw fault('PermissionDenied', { capability: 'E' });
}
