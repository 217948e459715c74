// Base stations that dial and are refused, put together from what was told of it.
import type { Db } from '../../database/driver.ts';
import { DISCOVERED_MS } from './discovered-endpoints.ts';

/** Refusals that are looked at, the newest ones: a station that dials every minute has 10,000 in a week. */
const MOST_REFUSALS = 5000;

/** A station, or what dials from an address, and why it is refused; times in milliseconds. */
export interface RefusedStation {
  /** Empty where it did not come so far as to say it. */
  readonly bsEui: string;
  readonly remoteAddress: string;
  readonly reason: string;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** It is registered, and refused all the same. */
  readonly registered: boolean;
}

export function refusedStations(db: Db) {
  const newest = db.prepare(
    `SELECT coalesce(bs_eui, '') AS bsEui, source_id AS source, coalesce(json_extract(data, '$.remoteAddress'), '') AS remoteAddress,
       coalesce(json_extract(data, '$.reason'), '') AS reason, count, timestamp_at AS at,
       EXISTS (SELECT 1 FROM base_station s WHERE s.eui = bs_eui AND s.deleted_at IS NULL) AS registered
     FROM event
     WHERE event_type = ? AND timestamp_at > ? AND (org = ? OR (? AND org IS NULL)) AND json_valid(data)
       AND coalesce(json_extract(data, '$.listener'), 'bssci') = 'bssci'
     ORDER BY timestamp_at DESC LIMIT ?`,
  );
  type Row = Omit<RefusedStation, 'firstAt' | 'lastAt' | 'registered'> & {
    source: string;
    at: number;
    registered: number;
  };

  return {
    /** Of the last seven days, the newest first. @param installation those that belong to no organization, too */
    list(org: number, installation: boolean, now: number): RefusedStation[] {
      const found = new Map<string, RefusedStation>();
      for (const type of ['basestation.connect_refused', 'security.tls_rejected']) {
        const rows = newest.all(type, now - DISCOVERED_MS, org, installation ? 1 : 0, MOST_REFUSALS) as Row[];
        for (const { source, at, registered, ...row } of rows) {
          const key = `${row.bsEui} ${row.bsEui === '' ? source : ''} ${row.reason}`;
          const known = found.get(key);
          if (known) found.set(key, { ...known, count: known.count + row.count, firstAt: Math.min(known.firstAt, at) });
          else found.set(key, { ...row, firstAt: at, lastAt: at, registered: registered === 1 });
        }
      }
      return [...found.values()].sort((a, b) => b.lastAt - a.lastAt);
    },
  };
}
