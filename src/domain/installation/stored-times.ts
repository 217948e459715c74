import type { Db } from '../../database/driver.ts';
import type { Doubt } from '../../kit/time/credible-clock.ts';

/** What a database knows of the time of day: milliseconds since 1970, 0 for nothing. */
export interface StoredTimes {
  /** Of the last commit, by our own clock then. */
  readonly committed: number;
  /** What others than our clock confirm that it was: the newest message and the status of stations. */
  readonly witnessed: number;
  /** The clock was not believed when the last run ended, or since it was set. */
  readonly doubt: Doubt | undefined;
}

/** The floor that was in use when it is not to be had from the rows: they have the times of a clock that was wrong. */
export const TIME_FLOOR = 'time_floor';
/** The doubt about the clock, as JSON; empty for none. */
export const CLOCK_DOUBT = 'clock_doubt';

/** Reads them anew at each call. Radio times and times of stations count no more than our clock at their arrival. */
export function storedTimes(db: Db): () => StoredTimes {
  const times = db.prepare(
    `SELECT
       max(coalesce((SELECT stored_at FROM message ORDER BY seq DESC LIMIT 1), 0),
         coalesce((SELECT stored_at FROM event ORDER BY seq DESC LIMIT 1), 0),
         coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '${TIME_FLOOR}'), 0)) AS committed,
       max(coalesce((SELECT min(arrived_at, rx_time_ns / 1000000) FROM message ORDER BY seq DESC LIMIT 1), 0),
         coalesce((SELECT max(min(last_status_at, system_time_ns / 1000000)) FROM base_station), 0)) AS witnessed,
       coalesce((SELECT value FROM meta WHERE key = '${CLOCK_DOUBT}'), '') AS doubt`,
  );
  return () => {
    const { doubt, ...rest } = times.get() as Omit<StoredTimes, 'doubt'> & { doubt: string };
    return { ...rest, doubt: doubt === '' ? undefined : (JSON.parse(doubt) as Doubt) };
  };
}
