import t from 'tap';
import { openDb } from '../../src/database/driver.ts';
import { migrate } from '../../src/database/migrate.ts';
import { stamps } from '../../src/domain/correction/stamps.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/kit/units.ts';
import { Center } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';
import { frozen, thaw } from './frozen.ts';

// A service center for each.
t.setTimeout(240_000);

const engine = 'better-sqlite3';
const NEAR = '70b3d59cd0000001';
const MARK = 91;
const YEAR_MS = 365 * DAY_MS;

function valueIn(path: string, sql: string, ...values: string[]): unknown {
  const db = openDb(path, { engine, mode: 'reader' });
  try {
    return (db.prepare(sql).get(...values) as { value: unknown } | undefined)?.value;
  } finally {
    db.close();
  }
}

const markOf = (path: string) => valueIn(path, "SELECT value FROM meta WHERE key = 'times_ahead'");

for (const name of frozen()) {
  t.test(`rows of ${name} that a clock stored ahead are set right when a station confirms the time`, async t => {
    const dir = t.testdir();
    const path = thaw(name, dir, engine);
    const now = Date.now();
    const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
    db.prepare('UPDATE endpoint SET created_at = ?, updated_at = ? WHERE eui = ?').run(
      now + YEAR_MS,
      now + YEAR_MS,
      METER,
    );
    // In the middle of the log: what came last was stored by a clock that was right again.
    const first = 'SELECT min(seq) FROM message';
    db.prepare(`UPDATE message SET stored_at = ? WHERE seq = (${first})`).run(now + YEAR_MS + HOUR_MS);
    db.close();

    await using center = await Center.start({ dir });
    const times = () => [
      valueIn(path, 'SELECT created_at AS value FROM endpoint WHERE eui = ?', METER),
      valueIn(path, `SELECT stored_at AS value FROM message WHERE seq = (${first})`),
    ];
    await center.clock.advance(10 * MINUTE_MS);
    t.same(times(), [now + YEAR_MS, now + YEAR_MS + HOUR_MS], 'nothing has confirmed what time it is');
    await using near = await center.baseStation({ bsEui: NEAR, register: false });
    await near.start('ulData', uplink({ packetCnt: 1000, rxTime: near.nowNs() }));
    await center.api.call('RequestBaseStationStatus', { bs_eui: NEAR });
    await center.clock.advance(2 * MINUTE_MS);
    const isUnderWay = () => valueIn(path, "SELECT value FROM meta WHERE key = 'time_corrections'") !== '[]';
    while (isUnderWay()) await center.clock.advance(SECOND_MS);
    for (const time of times()) t.ok(Number(time) <= center.clock.now() && Number(time) > now, String(time));
    t.equal(markOf(path), undefined, 'it is settled');
  });
}

t.test('the mark is the latest time that any row tells, whichever table it is in', async t => {
  const latest = 4_000_000_000_000;
  const columns = Object.entries(stamps).flatMap(([table, { at = [], until = {} }]) =>
    table === 'event'
      ? []
      : [...at, ...Object.values(until)].filter(name => /^\w+$/.test(name)).map(name => ({ table, name })),
  );
  // The newest message stands for all of its times.
  const looked = columns.filter(({ table, name }) => table !== 'message' || name !== 'arrived_at');
  const db = openDb(':memory:', { engine, mode: 'writer' });
  migrate(db, migrations, MARK - 1);
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON');
  const { up } = migrations.find(({ id }) => id === MARK) ?? { up: '' };
  const mark = () => {
    db.exec(up);
    return (db.prepare("SELECT value FROM meta WHERE key = 'times_ahead'").get() as { value: string } | undefined)
      ?.value;
  };
  t.equal(mark(), undefined, 'a new database has none');
  for (const { table, name } of looked) {
    const needed = db
      .prepare(`SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden = 0 AND "notnull" = 1 AND dflt_value IS NULL`)
      .all(table) as { name: string; type: string }[];
    const blank = (type: string) => ({ TEXT: "''", BLOB: "x''", REAL: '0.0' })[type] ?? '0';
    const values = new Map(needed.map(column => [column.name, blank(column.type)]));
    values.set(name, String(latest));
    const names = [...values.keys()].map(each => `"${each}"`).join(', ');
    db.exec('BEGIN');
    db.exec(`INSERT INTO "${table}" (${names}) VALUES (${[...values.values()].join(', ')})`);
    t.equal(mark(), String(latest), `${table}.${name}`);
    db.exec('ROLLBACK');
  }
  db.exec("INSERT INTO meta (key, value) VALUES ('times_ahead', '5000000000000')");
  db.exec(`INSERT INTO organization (uuid, name, created_at, updated_at) VALUES ('o', 'o', ${latest}, 1)`);
  t.equal(mark(), '5000000000000', 'one that was there stays where it is later');
  db.close();
});
