import type { Db } from './driver.ts';
import type { Migration } from './migrate.ts';
import type { Recovered } from './recovery/recovered.ts';
import type { SalvagedTables } from './recovery/salvaged-tables.ts';

/** What is said to the database of the rows in it, of which it knows nothing else. */
export interface Contents {
  /** In order, the first one first. */
  readonly migrations: readonly Migration[];
  /** What is salvaged from a damaged database only together. */
  readonly salvaged: readonly SalvagedTables[];
  /** Whether the process that had the database open last has said so at its end. */
  endedInOrder(db: Db): boolean;
  /**
   * Makes what was put together after a damage fit for going on. The schema is the newest one, no reference leads nowhere;
   * runs in the transaction that ends the recovery.
   */
  settle(db: Db, found: Recovered, now: number): void;
}
