import type { SqlValue } from '../../database/driver.ts';
import { type Category, type EventKind, eventCatalog, type Severity } from './catalog.ts';

/** Which events; what is absent or empty leaves all. */
export interface EventFilter {
  readonly org: number;
  /** Those of the whole installation too. */
  readonly installation?: boolean | undefined;
  /** Of these categories, no others. */
  readonly onlyOfInstallation?: readonly Category[] | undefined;
  readonly categories?: readonly Category[] | undefined;
  readonly severities?: readonly Severity[] | undefined;
  /** Kinds; one with `*` at its end means all that begin so. */
  readonly types?: readonly string[] | undefined;
}

export interface Conditions {
  readonly where: readonly string[];
  readonly values: readonly SqlValue[];
}

/** Events of every kind are asked for. */
export function isOpen({
  types,
  categories,
  severities,
}: Pick<EventFilter, 'types' | 'categories' | 'severities'>): boolean {
  return [types, categories, severities].every(all => all === undefined || all.length === 0);
}

/** Whether events of a kind may be among those that are asked for; of kinds that this release does not know, they may. */
export function mayBe(kind: string, { types, categories, severities }: Omit<EventFilter, 'org'>): boolean {
  const fits = (pattern: string) => (pattern.endsWith('*') ? kind.startsWith(pattern.slice(0, -1)) : kind === pattern);
  if (types && types.length > 0 && !types.some(fits)) return false;
  const known = catalog.get(kind);
  if (!known || known.varies) return true;
  if (categories && categories.length > 0 && !categories.includes(known.category)) return false;
  return !severities || severities.length === 0 || severities.includes(known.severity);
}

const catalog: ReadonlyMap<string, EventKind> = new Map(Object.entries(eventCatalog));

/** What is looked at in each row. */
export function chosen({
  org,
  installation,
  onlyOfInstallation,
  categories,
  severities,
  types,
}: EventFilter): Conditions {
  return conditions([
    [installation ? '(org = ? OR org IS NULL)' : 'org = ?', org],
    ['category IN (SELECT value FROM json_each(?))', words(categories)],
    ['(org IS NULL OR category NOT IN (SELECT value FROM json_each(?)))', words(onlyOfInstallation)],
    ['severity IN (SELECT value FROM json_each(?))', words(severities)],
    [
      `EXISTS (SELECT 1 FROM json_each(?) WHERE value IN (event_type, substr(event_type, 1, length(value) - 1) || '*'))`,
      words(types),
    ],
  ]);
}

/** As one value of a statement; undefined when there are none. */
function words(all: readonly string[] | undefined): string | undefined {
  return all && all.length > 0 ? JSON.stringify(all) : undefined;
}

export function conditions(all: readonly (readonly [string, SqlValue | undefined])[]): Conditions {
  const set = all.filter(([, value]) => value !== undefined);
  return { where: set.map(([sql]) => sql), values: set.flatMap(([, value]) => value ?? []) };
}

export function joined(...all: readonly Conditions[]): { where: string; values: SqlValue[] } {
  const where = all.flatMap(part => part.where);
  return {
    where: where.length > 0 ? `WHERE ${where.join(' AND ')}` : '',
    values: all.flatMap(part => part.values),
  };
}
