import type { NamedPage, NamedPosition, NamedSection } from '../kit/named-page.ts';
import type { SqlValue } from './driver.ts';

/** The condition of a statement that sorts a list by name itself: what lies behind a position, for which `behindOf` gives the values. */
export const behind = (sorted: string, uuid: string): string => `(? IS NULL OR (${sorted}, ${uuid}) > (?, ?))`;

export function behindOf({ from }: Pick<NamedSection, 'from'>): SqlValue[] {
  return [from?.[0] ?? null, from?.[0] ?? null, from?.[1] ?? null];
}

/** The page of what was found. @param found one row more than the page has, where there is one */
export function pageOf<T>(
  found: readonly T[],
  total: number,
  limit: number,
  positionOf: (row: T) => NamedPosition,
): NamedPage<T> {
  const last = found.length > limit ? found[limit - 1] : undefined;
  return { rows: found.slice(0, limit), total, next: last && positionOf(last) };
}
