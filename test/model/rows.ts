import type { Db } from '../../src/database/driver.ts';
import type { Row, State } from './facts.ts';

interface DownlinkRow {
  que_id: number;
  state: State;
  station: number | null;
  attempts: number;
}

interface EventRow {
  seq: number;
  event_type: string;
  data: string;
}

/** Reads what the model compares. Stations have the row ids that `stationIds` lists. */
export function rowReader(db: Db, stationIds: readonly number[]) {
  const downlinks = db.prepare('SELECT que_id, state, station, attempts FROM downlink ORDER BY que_id');
  const events = db.prepare(
    "SELECT seq, event_type, data FROM event WHERE seq > ? AND category = 'downlink' ORDER BY seq",
  );
  const operations = db.prepare('SELECT count(*) AS count FROM operation');
  return {
    downlinks: (): Row[] =>
      (downlinks.all() as DownlinkRow[]).map(({ que_id: queId, state, station, attempts }) => ({
        ...{ queId, state, attempts },
        station: station === null ? undefined : stationIds.indexOf(station),
      })),
    events: (after: number) =>
      (events.all(after) as EventRow[]).map(({ seq, event_type: type, data }) => ({
        ...{ seq, type },
        queId: Number((JSON.parse(data) as { queId?: string }).queId ?? 0),
      })),
    operations: () => (operations.get() as { count: number }).count,
  };
}
