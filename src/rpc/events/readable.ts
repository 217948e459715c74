import type { Category } from '../../domain/event/catalog.ts';
import type { EventQuery } from '../../domain/event/list.ts';
import type { Call } from '../define.ts';

/** What everybody may read who may read events (identity API section 7.4). */
const OPEN: readonly Category[] = ['endpoint', 'basestation', 'message', 'downlink', 'scaci', 'certificate', 'catalog'];

/** Which events a caller may read: the operator of the community edition all of them, anybody else what is open. */
export function readable({ principal }: Pick<Call, 'principal'>): Pick<EventQuery, 'categories' | 'installation'> {
  return principal.kind === 'operator' ? { installation: true } : { categories: OPEN };
}
