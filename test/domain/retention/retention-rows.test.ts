import { statSync } from 'node:fs';
import t from 'tap';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { momentAt } from '../../peers/time.ts';
import { AC, centerScene } from '../center/center-scene.ts';
import { openLog, populate, T0 } from '../message/log-store.ts';
import { pruneLog, pruneRows } from './retention-scene.ts';

const LATER = T0 + 100 * DAY_MS;

const count = (scene: { rows(sql: string): Record<string, unknown>[] }, from: string) =>
  Number(scene.rows(`SELECT count(*) AS count FROM ${from}`)[0]?.count);

t.test('downlinks that ended go with their line, those under way stay', async t => {
  const scene = centerScene(t);
  const ended = scene.queue(undefined);
  scene.window();
  t.equal(scene.result(ended, 'sent'), 'taken');
  const fed = scene.stores.messages.edges().newest;
  const held = scene.queue(undefined);
  const young = scene.queue(undefined, LATER);
  scene.stores.downlinks.revoke({ org: 1, endpoint: 1, queId: young }, { actor: 'me', origin: 'api' }, LATER);
  t.equal(pruneRows(scene.log, LATER, { only: 'downlinks' }), 1);
  t.same(
    scene.rows('SELECT que_id FROM downlink ORDER BY que_id').map(({ que_id }) => que_id),
    [held, young],
  );
  t.equal(count(scene, `endpoint_operation WHERE que_id = ${ended}`), 0);
  t.equal(count(scene, `endpoint_operation WHERE que_id = ${held}`), 1);
  scene.log.reopen();
  t.equal(scene.stores.messages.edges().newest, fed, 'its place in the feed is not given again');
  t.ok(scene.queue(undefined) > young, 'nor is its number');
});

t.test('a downlink that a station has still to be asked about stays', async t => {
  const scene = centerScene(t);
  const queId = scene.queue(undefined);
  scene.window();
  scene.result(queId, 'sent');
  const session = scene.session(1);
  // One that was being revoked while it was sent.
  scene.log.db.exec(`INSERT INTO operation (session, op_id, command, content, endpoint, about, created_at)
      VALUES (${session}, -9, 'dlDataRev', x'00', 1, '${queId}', ${T0})`);
  t.equal(pruneRows(scene.log, LATER, { only: 'downlinks' }), 0);
  scene.stores.sessions.finish(session, -9);
  t.equal(pruneRows(scene.log, LATER, { only: 'downlinks' }), 1);
});

t.test('events go by their days, what was audited by its own; the newest stays', async t => {
  const scene = centerScene(t);
  const raise = (type: 'endpoint.updated' | 'endpoint.keys_revealed', at: number) =>
    scene.stores.events.raise({
      type,
      org: 1,
      epEui: 'fe00000000000001' as never,
      at: T0 - 500 * DAY_MS,
      storedAt: at,
    });
  raise('endpoint.updated', T0);
  raise('endpoint.keys_revealed', T0);
  raise('endpoint.updated', T0 + DAY_MS);
  raise('endpoint.updated', T0 + 2 * DAY_MS);
  const types = () => scene.rows('SELECT seq, event_type FROM event ORDER BY seq').map(({ seq }) => seq);
  t.equal(pruneRows(scene.log, T0 + DAY_MS, { only: 'events' }), 1);
  t.same(types(), [2, 3, 4]);
  t.equal(pruneRows(scene.log, T0 + 9 * DAY_MS, { only: 'events' }), 1);
  t.same(types(), [2, 4]);
  t.equal(pruneRows(scene.log, T0 + 9 * DAY_MS, { only: 'audit', auditUntil: T0 }), 0);
  t.equal(pruneRows(scene.log, T0 + 9 * DAY_MS, { only: 'audit', auditUntil: T0 + 1 }), 1);
  t.same(types(), [4]);
  scene.log.reopen();
  raise('endpoint.updated', T0 + 3 * DAY_MS);
  t.same(types(), [4, 5], 'no number is given twice');
});

t.test('retention passes over what is kept longer once, and finds by index what is not', t => {
  const scene = centerScene(t);
  const raise = (type: 'endpoint.updated' | 'endpoint.keys_revealed', at: number) =>
    scene.stores.events.raise({ type, org: 1, epEui: 'fe00000000000001', at, storedAt: at });
  for (let n = 0; n < 300; n++) raise('endpoint.keys_revealed', T0 + n);
  raise('endpoint.updated', T0 + 300);
  raise('endpoint.updated', T0 + DAY_MS);
  const count = () => scene.rows('SELECT count(*) AS n FROM event')[0]?.n;
  t.equal(pruneRows(scene.log, T0 + HOUR_MS, { only: 'events' }), 1);
  t.equal(count(), 301);
  const limits = { eventsUntil: credibleMs(T0 + 2 * HOUR_MS), at: momentAt(T0 + DAY_MS) };
  const again = scene.log.db.atomic(() => scene.stores.retention.rows('events', 0, limits));
  t.match(again, { removed: 0, more: false, after: 0 }, 'the next walk meets nothing that stays');
  t.equal(pruneRows(scene.log, T0, { only: 'audit', auditUntil: T0 + 100 }), 100);
  t.equal(count(), 201);
  t.end();
});

t.test('reports, queries and the timeline go, but for what is under way', async t => {
  const scene = centerScene(t);
  const query = (at: number) =>
    scene.stores.rxStatus.query({ org: 1, endpoint: 1, station: 1, origin: 'api', requestedBy: 'me', at });
  scene.report(1, T0);
  scene.report(1, T0 + 1000);
  query(T0);
  scene.stores.rxStatus.expire(momentAt(T0 + DAY_MS), 300_000);
  query(T0 + 2 * DAY_MS);
  scene.attach(1, T0);
  const lines = count(scene, 'endpoint_operation');
  t.ok(lines >= 3);
  pruneRows(scene.log, LATER);
  t.equal(count(scene, 'rx_status'), 1, 'the newest');
  t.same(scene.rows('SELECT state FROM rx_query'), [{ state: 'pending' }]);
  t.same(
    scene.rows(
      'SELECT finished_at FROM endpoint_operation WHERE finished_at IS NULL OR id IN (SELECT line FROM rx_query)',
    ).length,
    1,
  );
  t.ok(count(scene, 'endpoint_operation') <= 2);
  scene.stores.rxStatus.expire(momentAt(LATER), 300_000);
  t.same(scene.rows('SELECT state FROM rx_query'), [{ state: 'timeout' }], 'what stayed can end');
});

t.test('sessions that are over go with what went wrong in them, presence by its own time', async t => {
  const scene = centerScene(t);
  const old = scene.connect();
  scene.centers.error({
    ...{ session: old, opId: -1, command: 'ulData', code: 5, text: 'no', direction: 'received', at: T0 },
  });
  const living = scene.connect();
  t.match(scene.row(old), { status: 'terminated' });
  const presence = scene.log.db.prepare('INSERT INTO presence VALUES (?, ?, ?)');
  for (let n = 0; n < 300; n++) presence.run(1 + (n % 2), T0 + n, T0 + n + 1);
  presence.run(2, T0 + 900, null);
  pruneRows(scene.log, LATER, { presenceUntil: T0 + 200 });
  t.equal(scene.row(old), undefined);
  t.match(scene.row(living), { status: 'active' });
  t.equal(count(scene, 'center_error'), 0);
  t.equal(count(scene, 'presence'), 300 + 1 - 199);
  t.equal(count(scene, 'presence WHERE disconnected_at IS NULL'), 1);
});

t.test('a station session that cannot be resumed goes, and what it left open ends', async t => {
  const scene = centerScene(t);
  const [one, two] = [scene.session(1), scene.session(2)];
  scene.stores.sessions.retire(one);
  const progress = { session: one, lastBs: 1, doneBs: 1 };
  scene.stores.sessions.disconnect({ station: 1, progress, reason: 'lost', at: T0, lastSeenAt: T0 });
  scene.log.db.exec(`INSERT INTO endpoint_operation (uuid, org, endpoint, operation, origin, session, op_id, status, started_at)
      VALUES ('u', 1, 1, 'attach', 'over_the_air', ${one}, 1, 'sent', ${LATER})`);
  pruneRows(scene.log, LATER);
  t.same(scene.rows('SELECT id FROM session'), [{ id: two }]);
  t.match(scene.rows("SELECT status FROM endpoint_operation WHERE uuid = 'u'"), [{ status: 'failed' }]);
});

t.test('notices at the old end of the log go, those of today stay', async t => {
  const scene = centerScene(t);
  scene.connect();
  scene.attach(1, T0);
  scene.attach(1, LATER, { attachCnt: 9 });
  t.equal(count(scene, 'notice'), 2);
  pruneLog(scene.log, { until: LATER, now: LATER });
  t.equal(count(scene, 'notice'), 1);
  t.same(
    scene.rows(
      "SELECT json_extract(data, '$.pending') AS pending FROM event WHERE ac_eui = '" +
        AC +
        "' AND data LIKE '%retention%'",
    ),
    [{ pending: 1 }],
  );
});

t.test('no step takes more than it may, and the file becomes smaller', async t => {
  const log = openLog(t, undefined, { blockMessages: 1024 });
  populate(log, 200, 2);
  for (let from = 0; from < 6000; from += 1000) {
    log.write(
      Array.from({ length: 1000 }, (_, i) => ({
        ...{ endpoint: 1 + (i % 200), packetCnt: from + i, rxNs: BigInt(T0 + from + i) * 1_000_000n },
        userData: Buffer.alloc(200, i),
      })),
      T0 + 500,
    );
  }
  const size = () => log.stores.retention.size();
  const before = size();
  let biggest = 0;
  for (let more = true; more; ) {
    const step = log.db.atomic(() =>
      log.stores.retention.messages({ until: credibleMs(LATER), floor: 0, at: momentAt(LATER) }),
    );
    biggest = Math.max(biggest, step.removed);
    more = step.more;
  }
  t.ok(biggest > 0 && biggest <= 512, `${biggest} rows at a time`);
  t.ok(size().used < before.used / 2, 'pages are free');
  t.equal(size().file, before.file);
  for (let more = true; more; ) more = log.db.atomic(() => log.stores.retention.shrink(64 * 4096)).more;
  t.ok(size().file - size().used <= 64 * 4096 && size().file - size().used > 0, 'what may stay free stays');
  for (let more = true; more; ) more = log.db.atomic(() => log.stores.retention.shrink(0)).more;
  t.equal(size().file, size().used);
  t.ok(log.stores.retention.truncateLog());
  t.equal(statSync(`${log.path}-wal`).size, 0);
  t.equal(statSync(log.path).size, size().file);
  t.same(log.db.prepare('PRAGMA integrity_check').all(), [{ integrity_check: 'ok' }]);
});

t.test('a reader that takes its time does not hold up the writer', async t => {
  const log = openLog(t);
  populate(log, 1, 1);
  const reader = openLog({ testdir: () => '', teardown: fn => t.teardown(fn) } as typeof t, log.path);
  reader.db.exec('BEGIN; SELECT count(*) FROM endpoint');
  log.write([{ endpoint: 1, packetCnt: 1, rxNs: 1n }]);
  t.notOk(log.stores.retention.truncateLog(), 'not now');
  reader.db.exec('COMMIT');
  t.ok(log.stores.retention.truncateLog());
});

t.test('for whom an endpoint was goes with the messages of that time', t => {
  const scene = centerScene(t);
  const { db } = scene.log;
  db.exec(`INSERT INTO center_receiver (endpoint, since, ac_eui) VALUES (1, 1, 'a'), (1, 5, 'b'), (1, 9, 'a'), (1, 12, 'c'), (1, 20, 'd'),
      (2, 1, 'a'), (2, 30, 'b');
    INSERT INTO center_registration (endpoint, ac_eui) VALUES (1, 'a'), (1, 'c'), (1, 'd')`);
  const left = () =>
    scene.rows('SELECT endpoint, since FROM center_receiver').map(({ endpoint, since }) => `${endpoint} ${since}`);
  const pruned = (upTo: number) => {
    db.exec(`INSERT OR REPLACE INTO counter (org, name, value) VALUES (0, 'log_pruned', ${upTo})`);
    return pruneRows(scene.log, T0, { only: 'receivers' });
  };
  t.equal(pruned(0), 0);
  t.equal(pruned(11), 2);
  t.same(left(), ['1 9', '1 12', '1 20', '2 1', '2 30'], 'who has it at a place that is there is known');
  t.equal(pruned(25), 0, 'who has it registered may inherit it');
  t.equal(pruned(30), 1);
  t.same(left(), ['1 9', '1 12', '1 20', '2 30']);
  t.end();
});
