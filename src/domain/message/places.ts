import type { Db } from '../../database/driver.ts';

/** Tables whose rows have a place in the log. */
type LogTable = 'message' | 'late_reception' | 'notice' | 'integration_notice';

/**
 * Steps over the log, from row to row: places that follow each other may be 2^32 apart (a restore, a recovery, retention), so that nothing
 * may count or walk them.
 * @param tables whose rows are counted
 */
export function placeReader(db: Db, tables: readonly LogTable[]) {
  const ends = tables.map(table =>
    db.prepare(`SELECT seq FROM ${table} WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT 1 OFFSET ?`),
  );
  const begins = tables.map(table =>
    db.prepare(`SELECT seq FROM ${table} WHERE seq <= ? ORDER BY seq DESC LIMIT 1 OFFSET ?`),
  );
  const found = (statements: typeof ends, ...parameters: readonly number[]): number[] =>
    statements.flatMap(statement => (statement.get(...parameters) as { seq: number } | undefined)?.seq ?? []);

  return {
    /**
     * Where a step ends that begins behind a place: so many rows of a table are in it, and no more of any other. It stays where it is when the
     * log grows.
     * @returns undefined when there are fewer up to `upTo`
     */
    end(behind: number, rows: number, upTo = Number.MAX_SAFE_INTEGER): number | undefined {
      const places = found(ends, behind, upTo, rows - 1);
      return places.length === 0 ? undefined : Math.min(...places);
    },

    /** Where so many rows of a table begin of which the last is at a place or before it; 0 when there are fewer. */
    begin(upTo: number, rows: number): number {
      return Math.max(0, ...found(begins, upTo, rows - 1));
    },
  };
}
export type Places = ReturnType<typeof placeReader>;
