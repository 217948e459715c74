import type { Position } from '../../database/scan.ts';
import type { Integration } from '../../domain/integration/integration-records.ts';

export const integrationOrders = ['name', 'kind', 'created_at'] as const;

interface Order {
  readonly by: (typeof integrationOrders)[number];
  readonly descending: boolean;
  /** Where the page before ended. */
  readonly after: Position<string | number> | undefined;
  readonly size: number;
  readonly offset: number;
}

/** An organization has few integrations, whose states are not stored: they are sorted here. */
export function pageOf<Item extends { readonly row: Integration }>(
  items: readonly Item[],
  { by, descending, after, size, offset }: Order,
): { readonly shown: readonly Item[]; readonly total: number; readonly last: Position<string | number> | undefined } {
  const keyOf = (row: Integration): Position<string | number> => [
    by === 'created_at' ? row.createdAt : row[by].toLowerCase(),
    row.id,
  ];
  const sign = descending ? -1 : 1;
  const compared = ([value, id]: Position<string | number>, [other, otherId]: Position<string | number>) =>
    sign * (value < other ? -1 : value > other ? 1 : id - otherId);
  const sorted = items.toSorted((a, b) => compared(keyOf(a.row), keyOf(b.row)));
  const rest = after ? sorted.filter(({ row }) => compared(keyOf(row), after) > 0) : sorted;
  const shown = rest.slice(offset, offset + size);
  const last = rest.length > offset + size ? shown.at(-1) : undefined;
  return { shown, total: items.length, last: last && keyOf(last.row) };
}

/** @param words the text of a search, in whatever case */
export function contains({ name, description }: Integration, words: string): boolean {
  return `${name}\n${description}`.toLowerCase().includes(words.toLowerCase());
}
