import type { Db, Statement } from '../../src/database/driver.ts';

/** What was asked of a connection. */
export interface Work {
  statements: number;
  /** That were read. */
  rows: number;
}

/** The same connection, which counts what is read through it. */
export function countedDb(db: Db): { readonly db: Db; readonly work: Work } {
  const work: Work = { statements: 0, rows: 0 };
  const counted = (statement: Statement): Statement => ({
    run: (...parameters) => statement.run(...parameters),
    get(...parameters) {
      work.statements++;
      const row = statement.get(...parameters);
      if (row !== undefined) work.rows++;
      return row;
    },
    all(...parameters) {
      work.statements++;
      const rows = statement.all(...parameters);
      work.rows += rows.length;
      return rows;
    },
    *iterate(...parameters) {
      work.statements++;
      for (const row of statement.iterate(...parameters)) {
        work.rows++;
        yield row;
      }
    },
  });
  return { db: { ...db, prepare: (sql, options) => counted(db.prepare(sql, options)) }, work };
}
