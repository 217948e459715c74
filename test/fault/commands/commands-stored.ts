import { type Db, openDb } from '../../../src/database/driver.ts';
import type { StoredCommands } from './commands-ledger.ts';

/** The database of the product, beside it: what is committed is seen, and nothing else. */
export class CommandDatabase implements StoredCommands, Disposable {
  readonly #db: Db;
  readonly #has;
  readonly #cursors;

  constructor(path: string) {
    this.#db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
    this.#has = this.#db.prepare(
      `SELECT EXISTS (SELECT 1 FROM downlink WHERE ref = ?) OR EXISTS (SELECT 1 FROM integration_notice
       WHERE event = 'downlink_rejected' AND content ->> '$.ref' = ?) AS has`,
    );
    this.#cursors = this.#db.prepare('SELECT log_cursor AS cursor FROM integration_progress ORDER BY integration');
  }

  has(ref: string): boolean {
    return (this.#has.get(ref, ref) as { has: number }).has !== 0;
  }

  /** How far the integrations have come, in the order in which they were made. */
  get cursors(): readonly number[] {
    return (this.#cursors.all() as { cursor: number }[]).map(({ cursor }) => cursor);
  }

  /** How many downlinks there are by reference. */
  rows(): ReadonlyMap<string, number> {
    const rows = this.#db.prepare('SELECT ref, count(*) AS count FROM downlink GROUP BY ref').all();
    return new Map((rows as { ref: string; count: number }[]).map(({ ref, count }) => [ref, count]));
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}
