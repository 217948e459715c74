import type { Category } from '../domain/event/catalog.ts';
import type { EventQuery } from '../domain/event/list.ts';
import { fault } from '../kit/faults.ts';
import type { Call } from './define.ts';

/** What everybody may read who may read events (identity API section 7.4). */
const OPEN: readonly Category[] = ['endpoint', 'basestation', 'message', 'downlink', 'scaci', 'certificate', 'catalog'];

/**
 * Which events a caller may read: the operator of the community edition all of them, anybody else what is open.
 * @param wanted categories that are asked for; none is all. Closed ones among them are left out.
 * @throws fault `EventCategoryForbidden` when all of them are closed
 */
export function readable(
  { principal }: Pick<Call, 'principal'>,
  wanted: readonly Category[] = [],
): Pick<EventQuery, 'categories' | 'installation'> {
  if (principal.kind === 'operator') return { categories: wanted, installation: true };
  if (wanted.length === 0) return { categories: OPEN };
  const open = wanted.filter(category => OPEN.includes(category));
  if (open.length === 0) throw fault('EventCategoryForbidden');
  return { categories: open };
}
