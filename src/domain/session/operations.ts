import type { Db } from '../../database/driver.ts';
import type { SealedColumn } from '../../database/sealed-column.ts';
import type { Progress } from './progress.ts';
import type { NewOperation } from './session-records.ts';

/** An unfinished operation; `about` is set where its content is in another row. */
export interface HeldRow {
  op_id: number;
  command: string;
  content: Uint8Array;
  endpoint: number | null;
  about: string;
}

export const sealedInSessions: readonly SealedColumn[] = [
  // An order has no content of its own.
  {
    table: 'operation',
    column: 'content',
    key: ['session', 'op_id'],
    where: 'length(content) > 0',
    about: () => 'operation',
    words: ({ session, op_id }) => `the content of operation ${op_id} in base station session ${session}`,
  },
];

/** The progress of a station's session, and the operations in it that the service center has begun. */
export function operationStore(db: Db) {
  const advance = db.prepare(
    'UPDATE session SET last_bs = max(last_bs, ?), done_bs = max(done_bs, ?) WHERE id = ? AND (last_bs < ? OR done_bs < ?)',
  );
  const held = db.prepare(
    'SELECT op_id, command, content, endpoint, about FROM operation WHERE session = ? ORDER BY op_id DESC',
  );
  const takeId = db.prepare('UPDATE session SET last_sc = last_sc - 1 WHERE id = ?');
  const takenId = db.prepare('SELECT last_sc FROM session WHERE id = ?');
  const takeIds = db.prepare('UPDATE session SET last_sc = last_sc - ? WHERE id = ?');
  const insertOperation = db.prepare(
    'INSERT INTO operation (session, op_id, command, content, endpoint, about, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const deleteOperation = db.prepare('DELETE FROM operation WHERE session = ? AND op_id = ?');
  const setLate = db.prepare('UPDATE operation SET resumes = 1 WHERE session = ? AND op_id = ? AND resumes = 0');

  return {
    /** How far the station has come, stored together with the effect of its operation. */
    advance({ session, lastBs, doneBs }: Progress): void {
      advance.run(lastBs, doneBs, session, lastBs, doneBs);
    },

    /** Unfinished operations in the order they were started. */
    held(session: number): HeldRow[] {
      return held.all(session) as HeldRow[];
    },

    /** Lowest id of the service center in a session. */
    lastSc(session: number): number {
      return (takenId.get(session) as { last_sc: number }).last_sc;
    },

    /** Takes the next id, and keeps the operation when it has content. Undefined when the session is gone. */
    issue(
      { session, command, content, at }: NewOperation,
      endpoint: number | null = null,
      about = '',
    ): number | undefined {
      if (takeId.run(session).changes === 0) return undefined;
      const { last_sc: opId } = takenId.get(session) as { last_sc: number };
      if (content) insertOperation.run(session, opId, command, content, endpoint, about, at);
      return opId;
    },

    /** Takes so many ids, one below the other. @returns the first one; undefined when the session is gone */
    reserve(session: number, count: number): number | undefined {
      if (takeIds.run(count, session).changes === 0) return undefined;
      return (takenId.get(session) as { last_sc: number }).last_sc + count - 1;
    },

    /** Keeps an operation that was sent under this id and has no answer in time. */
    keepLate(
      { session, command, content, at }: NewOperation & { readonly content: Uint8Array },
      opId: number,
      endpoint: number,
    ): void {
      insertOperation.run(session, opId, command, content, endpoint, '', at);
      setLate.run(session, opId);
    },

    finish(session: number, opId: number): void {
      deleteOperation.run(session, opId);
    },

    /** It has no answer in time: from now on its resumes are counted. */
    late(session: number, opId: number): void {
      setLate.run(session, opId);
    },
  };
}
export type Operations = ReturnType<typeof operationStore>;
