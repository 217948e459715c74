/** Behind which item of a list a page begins: what the list is sorted by there, and the uuid that breaks the tie. */
export type NamedPosition = readonly [sorted: string | number, uuid: string];

/** A page of a list that is sorted by name: so many items, behind a position or behind so many others. */
export interface NamedSection {
  readonly limit: number;
  /** Items that are left out before the first. */
  readonly offset: number;
  /** Where the page before ended; then the offset is 0. */
  readonly from?: NamedPosition | undefined;
}

export interface NamedPage<T> {
  readonly rows: T[];
  /** How many there are on all pages. */
  readonly total: number;
  /** Where the next page begins; absent at the end of the list. */
  readonly next?: NamedPosition | undefined;
}

/**
 * A page of a list that is so short that it is read as a whole, in the order of its positions. Behind a position comes what is sorted
 * behind it, whether or not the item is still there: what is made or removed meanwhile moves no other item from one page to another.
 */
export function namedPage<T>(
  items: readonly T[],
  positionOf: (item: T) => NamedPosition,
  { limit, offset, from }: NamedSection,
): NamedPage<T> {
  const sorted = items
    .map(item => ({ item, at: positionOf(item) }))
    .filter(({ at }) => !from || compared(at, from) > 0)
    .sort((a, b) => compared(a.at, b.at));
  const shown = sorted.slice(offset, offset + limit);
  const next = sorted.length > offset + limit ? shown.at(-1)?.at : undefined;
  return { rows: shown.map(({ item }) => item), total: items.length, next };
}

function compared([a, aId]: NamedPosition, [b, bId]: NamedPosition): number {
  return a < b ? -1 : a > b ? 1 : aId < bId ? -1 : Number(aId > bId);
}
