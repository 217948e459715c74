import type { Row } from './define.ts';

export type Table = ReadonlyMap<string, Row>;

/**
 * The rows of all groups by name; a row is in exactly one group.
 * @param instead take the place of the rows with the same name (the enterprise edition's handlers)
 */
export function rpcTable(groups: readonly (readonly Row[])[], instead: readonly Row[] = []): Table {
  const table = new Map<string, Row>();
  for (const row of groups.flat()) {
    if (table.has(row.name)) throw new Error(`RPC ${row.name} has two rows`);
    table.set(row.name, row);
  }
  for (const row of instead) {
    if (!table.has(row.name)) throw new Error(`RPC ${row.name} has no row to replace`);
    table.set(row.name, row);
  }
  return table;
}
