import type { Db, Statement } from './driver.ts';

/** Statements that are kept: filters and orders can be combined in some thousand ways. */
const MAX_STATEMENTS = 128;

/** Prepares a statement whose text depends on filters and orders; the next time there is the same one, until too many came after it. */
export function statementsOf(db: Db): (sql: string) => Statement {
  const prepared = new Map<string, Statement>();
  return sql => {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    const oldest = prepared.size >= MAX_STATEMENTS ? prepared.keys().next().value : undefined;
    if (oldest !== undefined) prepared.delete(oldest);
    prepared.set(sql, statement);
    return statement;
  };
}
