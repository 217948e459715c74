import { join } from 'node:path';
import t from 'tap';
import { formerFull, MOST_FORMER } from '../../../src/domain/account/former.ts';
import { formerRetention } from '../../../src/domain/retention/former.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { openEmpty } from '../database.ts';

const DELETED = Date.UTC(2026, 0, 1);
const UNTIL = { used: DELETED - 1000 * DAY_MS, unused: DELETED + DAY_MS };

/** Endpoints and stations of an organization, all of them deleted but the last. */
function scene(t: { testdir(): string; teardown(end: () => void): void }) {
  const db = openEmpty(join(t.testdir(), 'waystation.db'));
  t.teardown(() => db.close());
  db.exec("INSERT OR IGNORE INTO organization (id, uuid, name, created_at, updated_at) VALUES (1, 'o', 'o', 0, 0)");
  for (const id of [1, 2, 3, 4, 5]) {
    const deleted = id === 5 ? 'NULL' : DELETED;
    db.exec(`INSERT INTO endpoint (id, org, eui, name, ep_class, created_at, updated_at, deleted_at)
        VALUES (${id}, 1, 'fe0000000000000${id}', 'e', 'Z', 0, 0, ${deleted});
      INSERT INTO base_station (id, org, eui, name, created_at, updated_at, deleted_at)
        VALUES (${id}, 1, '70b3d59cd000000${id}', 'b', 0, 0, ${deleted});`);
  }
  const ids = (table: string) =>
    (db.prepare(`SELECT id FROM ${table} ORDER BY id`).all() as { id: number }[]).map(({ id }) => id);
  return { db, ids };
}

t.test('what was deleted and left nothing behind goes, what anything may name stays as long as that', async t => {
  const { db, ids } = scene(t);
  // The second one was heard; the third has an operation in its timeline; the first has a counter that an operator has set.
  db.exec(`INSERT INTO endpoint_heard (endpoint, last_packet_cnt) VALUES (1, 7);
    INSERT INTO endpoint_heard (endpoint, last_packet_cnt, last_seen_ns) VALUES (2, 7, 1);
    INSERT INTO center_registration (endpoint, ac_eui) VALUES (3, '70b3d59cd00000a1');
    INSERT INTO presence (station, connected_at, disconnected_at) VALUES (2, 0, 1);`);
  const endpoints = formerRetention(db, 'endpoint');
  const stations = formerRetention(db, 'base_station');
  t.match(endpoints(0, 256, { ...UNTIL, unused: DELETED }), { removed: 0, more: false }, 'not before its time');
  t.match(endpoints(0, 256, UNTIL), { removed: 2, more: false });
  t.same(ids('endpoint'), [2, 3, 5]);
  t.match(stations(0, 256, UNTIL), { removed: 3 });
  t.same(ids('base_station'), [2, 5]);
  const all = { used: DELETED + DAY_MS, unused: DELETED + DAY_MS };
  t.match(endpoints(0, 256, all), { removed: 1 }, 'when everything that may name it has gone');
  db.exec('DELETE FROM center_registration');
  t.match(endpoints(0, 256, all), { removed: 1 }, 'and nothing refers to it');
  t.same(ids('endpoint'), [5]);
  t.match(stations(0, 256, all), { removed: 0 }, 'when a connection of it is still told');
  t.same(db.prepare('SELECT count(*) AS count FROM endpoint_heard').all(), [{ count: 0 }]);
});

t.test('the newest row stays, so that its number is not given again', async t => {
  const { db, ids } = scene(t);
  db.exec('DELETE FROM endpoint WHERE id = 5');
  t.match(formerRetention(db, 'endpoint')(0, 256, UNTIL), { removed: 3 });
  t.same(ids('endpoint'), [4]);
});

t.test('an organization that deletes without end can register no more', async t => {
  const { db } = scene(t);
  db.exec(`WITH RECURSIVE n (n) AS (VALUES (6) UNION ALL SELECT n + 1 FROM n WHERE n < ${MOST_FORMER})
    INSERT INTO endpoint (id, org, eui, name, ep_class, created_at, updated_at, deleted_at) SELECT n, 1, 'e' || n, 'e', 'Z', 0, 0, 1 FROM n`);
  const isFull = formerFull(db, 'endpoint');
  t.equal(isFull(1), false);
  db.exec(
    "INSERT INTO endpoint (org, eui, name, ep_class, created_at, updated_at, deleted_at) VALUES (1, 'f', 'e', 'Z', 0, 0, 1)",
  );
  t.equal(isFull(1), true);
  t.equal(isFull(2), false);
  t.match(
    db
      .prepare('EXPLAIN QUERY PLAN SELECT 1 FROM endpoint WHERE org = 1 AND deleted_at IS NOT NULL LIMIT 1 OFFSET 9')
      .all(),
    [{ detail: /endpoint_former/ }],
  );
});
