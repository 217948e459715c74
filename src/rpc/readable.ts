import type { Capability } from '../domain/account/roles.ts';
import { categories as all, type Category } from '../domain/event/catalog.ts';
import type { EventFilter } from '../domain/event/filters.ts';
import { fault } from '../kit/faults/faults.ts';
import type { Call } from './call/define.ts';
import { can, isAdministrator } from './call/rights.ts';

/** What is needed for events of an organization (identity API section 7.4). */
const NEEDED: Readonly<Record<Category, Capability>> = {
  ...{ endpoint: 'R', message: 'R', downlink: 'R', scaci: 'R', basestation: 'R', certificate: 'R', catalog: 'R' },
  ...{ integration: 'I', audit: 'A', security: 'A', system: 'S' },
};

/**
 * Which events a caller may read: the operator of the community edition all of them, any other what the role allows, and server
 * administrators those of the installation.
 * @param wanted categories that are asked for; none is all. Closed ones among them are left out.
 * @throws fault `EventCategoryForbidden` when all of them are closed
 */
export function readable(
  { principal, reliesOn }: Pick<Call, 'principal' | 'reliesOn'>,
  wanted: readonly Category[] = [],
): Pick<EventFilter, 'categories' | 'installation' | 'onlyOfInstallation'> {
  if (principal.kind === 'operator') return { categories: wanted, installation: true };
  const installation = isAdministrator(principal);
  const isOwn = (category: Category) => can(principal, NEEDED[category]);
  const asked = wanted.length > 0 ? wanted : all;
  const open = asked.filter(category => isOwn(category) || installation);
  if (open.length === 0) throw fault('EventCategoryForbidden');
  if (installation) reliesOn.add('S');
  for (const category of open) if (isOwn(category)) reliesOn.add(NEEDED[category]);
  const categories = open.length === all.length ? [] : open;
  return { categories, installation, onlyOfInstallation: open.filter(category => !isOwn(category)) };
}
