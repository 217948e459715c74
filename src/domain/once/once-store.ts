import type { Db } from '../../database/driver.ts';
import { markedAs } from '../../database/marks.ts';
import { fault } from '../../kit/faults/faults.ts';
import { before, type CredibleMs } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import type { Acting, Once } from '../event/acting.ts';
import { resultOfJson, resultToJson } from './json.ts';

/** For so long a repeated call gets the first answer (clarification R3). */
const KEPT_MS = DAY_MS;
/** Of one caller, with what a row itself takes: what is oldest goes. */
const MOST_BYTES = 16 * 1024 * 1024;
const ROW_BYTES = 256;
const TIDIED_AT_ONCE = 500;

/** What is known of a call that came before. */
export interface EarlierCall {
  readonly digest: string;
  /** Sealed, where there was one. */
  readonly secret: Uint8Array | null;
}

/** A write of the stores whose last argument says who does it. */
type Write<A extends readonly unknown[], R> = (...args: [...A, Acting]) => R;

interface KeptRow extends EarlierCall {
  readonly result: string;
}

/** What calls came to whose callers may repeat them: the effect is there once, and the first result is given again. */
export function onceStore(db: Db) {
  const find = db.prepare(
    'SELECT digest, secret, result FROM once WHERE org = ? AND caller = ? AND key = ? AND kept_at > ?',
  );
  const newest = db.prepare('SELECT max(up_to) AS upTo FROM once WHERE org = ? AND caller = ?');
  const keep = db.prepare(
    `INSERT OR REPLACE INTO once (org, caller, key, digest, kept_at, up_to, result, secret)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const dropOldest = db.prepare('DELETE FROM once WHERE org = ? AND caller = ? AND up_to <= ?');
  const dropOf = db.prepare('DELETE FROM once WHERE org = ?');
  const over = db.prepare('SELECT 1 FROM once WHERE kept_at <= ? LIMIT 1');
  const tidy = db.prepare('DELETE FROM once WHERE id IN (SELECT id FROM once WHERE kept_at <= ? LIMIT ?)');

  const rowOf = ({ org, caller, key, credible }: Once): KeptRow | undefined =>
    find.get(org, caller, key, before(credible, KEPT_MS)) as KeptRow | undefined;

  const store = ({ org, caller, key, digest, secret }: Once, now: number, result: unknown): void => {
    const json = resultToJson(result);
    const { upTo } = newest.get(org, caller) as { upTo: number | null };
    const reached = (upTo ?? 0) + ROW_BYTES + json.length + (secret?.length ?? 0);
    keep.run(org, caller, key, digest, now, reached, json, secret ?? null);
    dropOldest.run(org, caller, reached - MOST_BYTES);
  };

  return {
    /**
     * Makes a write one that may be repeated: the same call again within a day gets the first result. What it calls
     * in turn sees a call like any other. Nothing is kept of one that comes to nothing (undefined), or fails.
     * @throws fault `RequestIDReused` for another call under the same key
     */
    repeatable<A extends readonly unknown[], R>(write: Write<A, R>): Write<A, R> {
      const repeated = (...args: [...A, Acting]): R => {
        const { once, ...acting } = args.at(-1) as Acting;
        if (!once) return write(...args);
        const first = rowOf(once);
        if (first) {
          if (first.digest !== once.digest) throw fault('RequestIDReused');
          return resultOfJson(first.result) as R;
        }
        const result = write(...([...args.slice(0, -1), acting] as [...A, Acting]));
        if (result !== undefined) store(once, acting.now, result);
        return result;
      };
      return markedAs(repeated, write);
    },

    /** Of a call that came before under the same key; undefined: none did. */
    kept(once: Once): EarlierCall | undefined {
      const row = rowOf(once);
      return row && { digest: row.digest, secret: row.secret };
    },

    /** The organization is deleted. */
    removeAll(org: number): void {
      dropOf.run(org);
    },

    /** Whether there is something to tidy. */
    isOver: (credible: CredibleMs): boolean => over.get(before(credible, KEPT_MS)) !== undefined,

    /** Removes some of what is too old. @returns whether there may be more */
    tidy: (credible: CredibleMs): boolean =>
      tidy.run(before(credible, KEPT_MS), TIDIED_AT_ONCE).changes === TIDIED_AT_ONCE,
  };
}
export type Repeatable = ReturnType<typeof onceStore>['repeatable'];
