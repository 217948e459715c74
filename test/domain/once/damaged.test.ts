import t from 'tap';
import { tablesOf } from '../../../src/database/snapshot/snapshot.ts';
import { contents } from '../../../src/domain/contents.ts';
import { openLog, populate, T0 } from '../message/log-store.ts';

t.test('no result of a call is given again whose effect may be lost', t => {
  const found = { why: 'x', aside: undefined, snapshot: undefined, rejected: [] };
  for (const [lost, kept] of [
    ['endpoint', 0],
    [undefined, 1],
  ] as const) {
    const log = openLog(t);
    populate(log, 1, 1);
    const { db } = log;
    db.exec(
      `INSERT INTO once (org, caller, key, digest, kept_at, up_to, result) VALUES (1, 'c', 'k', 'd', 0, 1, '{}')`,
    );
    const whole = tablesOf(db).filter(table => table !== lost);
    contents.settle(db, { ...found, salvage: { whole, partial: [], left: lost ? [lost] : [] } }, T0);
    t.same(db.prepare('SELECT count(*) AS n FROM once').get(), { n: kept });
  }
  t.end();
});
