import { join } from 'node:path';
import t from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { migrations } from '../../../src/domain/migrations/all.ts';
import { timelineStore } from '../../../src/domain/station/timeline.ts';

t.test('a page of the events of a station comes sorted by time out of an index', t => {
  const db = openDb(join(t.testdir(), 'waystation.db'), {
    // better-sqlite3 explains no statement without its parameters
    engine: 'node:sqlite',
    mode: 'writer',
    synchronous: 'normal',
  });
  t.teardown(() => db.close());
  migrate(db, migrations);
  const seen: string[] = [];
  const timeline = timelineStore({
    ...db,
    prepare(sql, options) {
      seen.push(sql);
      return db.prepare(sql, options);
    },
  });
  timeline.stationEvents({ org: 1, station: 1 }, 20, undefined);
  timeline.stationEvents({ org: 1, station: 1, severity: 'info', fromMs: 1, toMs: 2 }, 20, [1, 'a']);
  t.equal(seen.length, 2);
  for (const sql of seen) {
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
    const plan = steps.map(({ detail }) => detail).join('; ');
    t.match(plan, /SEARCH event USING INDEX event_of_station_by_time \(station=\? AND timestamp_at[<>]\?/);
    // Only the ids within one millisecond are to be sorted.
    t.notMatch(plan, /TEMP B-TREE FOR ORDER BY/);
  }
  t.end();
});
