import type { Db } from '../../../database/driver.ts';
import { DAY_MS, HOUR_S } from '../../../kit/units.ts';
import { bucketStart } from './grain.ts';

/** An hour of an organization that has to be counted again. */
export interface ChangedHour {
  readonly org: number;
  readonly startAt: number;
  /** Place of the last copy that came late. */
  readonly lateSeq: number;
}

/**
 * Hours whose messages got a better copy when their block was sealed. What is counted of them says what the messages were before; they are
 * read from the log until they have been counted again.
 */
export function changedHourStore(db: Db) {
  const mark = db.prepare(
    `INSERT INTO changed_hour (org, start_at, late_seq) VALUES (?, ?, ?)
     ON CONFLICT (org, start_at) DO UPDATE SET late_seq = excluded.late_seq`,
  );
  const hours = db.prepare(
    'SELECT start_at FROM changed_hour WHERE org = ? AND start_at >= ? AND start_at < ? ORDER BY start_at',
  );
  const first = db.prepare('SELECT org, start_at FROM changed_hour WHERE late_seq <= ? ORDER BY org, start_at LIMIT 1');
  const ofDay = db.prepare(
    `SELECT org, start_at AS startAt, late_seq AS lateSeq FROM changed_hour
     WHERE org = ? AND start_at >= ? AND start_at < ? AND late_seq <= ? ORDER BY start_at`,
  );
  const drop = db.prepare('DELETE FROM changed_hour WHERE org = ? AND start_at = ? AND late_seq = ?');
  const revision = db.prepare(
    `SELECT (SELECT count(*) FROM changed_hour) AS hours, coalesce((SELECT max(late_seq) FROM changed_hour), 0) AS late,
       coalesce((SELECT value FROM counter WHERE org = 0 AND name = 'hours_recounted'), 0) AS recounted`,
  );
  const count = db.prepare(
    `INSERT INTO counter (org, name, value) VALUES (0, 'hours_recounted', 1)
     ON CONFLICT (org, name) DO UPDATE SET value = value + 1`,
  );

  return {
    /** A message of an hour has got a better copy, at a place of the log. */
    hourChanged(org: number, atMs: number, lateSeq: number): void {
      mark.run(org, bucketStart(atMs, HOUR_S), lateSeq);
    },

    /** Those of an organization over whole hours. */
    changedHours: (org: number, fromMs: number, toMs: number): number[] =>
      (hours.all(org, fromMs, toMs) as { start_at: number }[]).map(({ start_at }) => start_at),

    /** Those of one day, whose copies are up to a place; none: nothing is due. */
    dueHours(upTo: number): ChangedHour[] {
      const found = first.get(upTo) as { org: number; start_at: number } | undefined;
      if (!found) return [];
      const day = Math.floor(found.start_at / DAY_MS) * DAY_MS;
      return ofDay.all(found.org, day, day + DAY_MS, upTo) as ChangedHour[];
    },

    /** What is counted of an hour is what its messages are, unless they have changed again. */
    hourIsRight({ org, startAt, lateSeq }: ChangedHour): void {
      drop.run(org, startAt, lateSeq);
      count.run();
    },

    /** Differs when hours have changed, or are right again. */
    hoursRevision(): { readonly changed: string; readonly recounted: number } {
      const { hours: some, late, recounted } = revision.get() as { hours: number; late: number; recounted: number };
      return { changed: `${some} ${late} ${recounted}`, recounted };
    },
  };
}
export type ChangedHours = ReturnType<typeof changedHourStore>;
