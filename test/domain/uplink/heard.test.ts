import { join } from 'node:path';
import t, { type Test } from 'tap';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { MS_NS } from '../../../src/kit/units.ts';
import { openLog, populate, T0, type TestLog } from '../message/log-store.ts';

const ENDPOINTS = 250;

function manyEndpoints(t: Test, path = join(t.testdir(), 'waystation.db')): TestLog {
  const log = openLog(t, path, { blockMessages: 4096 });
  populate(log, ENDPOINTS, 2);
  return log;
}

/** Each endpoint is heard once; windows are closed so often as `closes` says, none of them stores all that was heard. */
function hearAll(log: TestLog, packetCnt: number, closes = 1): void {
  const at = T0 + packetCnt * 1000;
  log.db.atomic(() => {
    for (let endpoint = 1; endpoint <= ENDPOINTS; endpoint++) {
      log.receive({ endpoint, packetCnt, rxNs: BigInt(at + endpoint) * MS_NS, arrivedAt: at });
    }
  });
  for (let n = 0; n < closes; n++) log.db.atomic(() => log.stores.uplinks.close(at + 500, listenedMs(at + 500)));
}

const changes = ({ db }: TestLog) => (db.prepare('SELECT total_changes() AS count').get() as { count: number }).count;
const behind = ({ db }: TestLog) =>
  db
    .prepare(
      `SELECT count(*) AS count FROM (SELECT endpoint, count(*) AS n FROM message GROUP BY endpoint) m
       LEFT JOIN endpoint_heard h ON h.endpoint = m.endpoint WHERE coalesce(h.message_count, 0) <> m.n`,
    )
    .get() as { count: number };
/** What is stored of every endpoint, after as many closes as it takes. */
function settled(log: TestLog) {
  const now = T0 + 1e6;
  for (let n = 0; log.db.atomic(() => log.stores.uplinks.close(now, listenedMs(now))).nextDue !== undefined; n++) {
    if (n > 100) throw new Error('it never ends');
  }
  return log.db.prepare('SELECT * FROM endpoint_heard ORDER BY endpoint', { bigint: true }).all();
}

t.test(
  'of thousands of endpoints each close stores a part, and all of it when there is nothing more to do',
  async t => {
    const log = manyEndpoints(t);
    const whole = manyEndpoints(t, ':memory:');
    for (let packetCnt = 1; packetCnt <= 12; packetCnt++) {
      hearAll(log, packetCnt);
      t.ok(behind(log).count > 0, 'a part is not stored yet');
      hearAll(whole, packetCnt, 20);
    }
    t.equal(behind(whole).count, 0);
    const before = changes(log);
    log.db.atomic(() => log.stores.uplinks.close(T0, listenedMs(T0)));
    t.ok(changes(log) - before <= 64 + 64, `${changes(log) - before} rows in a close`);
    t.same(settled(log), settled(whole));
    t.equal(behind(log).count, 0);
    t.equal(log.stores.uplinks.nextDue(), undefined);
  },
);

for (const end of ['a crash', 'a write that failed'] as const) {
  t.test(`what was not stored is found in the log after ${end}, and nothing is counted twice`, async t => {
    for (const closes of [1, 2, 3, 5]) {
      const log = manyEndpoints(t);
      for (let packetCnt = 1; packetCnt <= 6; packetCnt++) hearAll(log, packetCnt, closes);
      hearAll(log, 7);
      const expected = manyEndpoints(t, ':memory:');
      for (let packetCnt = 1; packetCnt <= 8; packetCnt++) hearAll(expected, packetCnt, 20);
      t.ok(behind(log).count > 0);
      if (end === 'a crash') log.reopen();
      else log.stores.uplinks.forget();
      t.equal(log.stores.uplinks.nextDue(), 0, 'there is something to be done at once');
      hearAll(log, 8);
      t.same(settled(log), settled(expected), `after ${closes} closes each`);
    }
  });
}

t.test('a counter that is set, or begins anew, is not overtaken by what was heard before', async t => {
  for (const restart of [false, true]) {
    const log = manyEndpoints(t);
    for (let packetCnt = 1; packetCnt <= 9; packetCnt++) hearAll(log, packetCnt);
    const row = (endpoint: number) =>
      log.db.prepare('SELECT last_packet_cnt, message_count FROM endpoint_heard WHERE endpoint = ?').get(endpoint);
    const unstored = log.db
      .prepare('SELECT endpoint FROM endpoint_heard WHERE message_count < 9 ORDER BY endpoint LIMIT 3')
      .all() as { endpoint: number }[];
    const [set = 0, attached = 0, renamed = 0] = unstored.map(({ endpoint }) => endpoint);
    const acting = { now: T0 + 20_000 };
    log.db.atomic(() => {
      log.stores.endpoints.update({ id: set, changes: { last_packet_cnt: 3 } } as never, acting as never);
      log.stores.endpoints.update({ id: renamed, changes: { name: 'other' } } as never, acting as never);
    });
    log.db.exec(
      "INSERT OR IGNORE INTO session (id, station, sn_bs_uuid, sn_sc_uuid, version, state, connected_at) VALUES (1, 1, x'00', x'00', '1.0.0', 'active', 0)",
    );
    log.db.atomic(() =>
      log.attach({ endpoint: attached, attachCnt: 1, rxNs: BigInt(T0 + 30_000) * MS_NS, at: T0 + 30_000 }),
    );
    if (restart) log.reopen();
    settled(log);
    t.match(row(set), { last_packet_cnt: 3, message_count: 9 });
    t.match(row(attached), { last_packet_cnt: 0, message_count: 9 });
    t.match(row(renamed), { last_packet_cnt: 9, message_count: 9 });
    t.equal(behind(log).count, 0);
  }
});

t.test('an endpoint that is read again while others speak goes on with its counter', async t => {
  const log = manyEndpoints(t);
  for (let packetCnt = 1; packetCnt <= 4; packetCnt++) {
    hearAll(log, packetCnt);
    log.db.atomic(() => {
      const about = { id: 7, changes: { name: `name ${packetCnt}` } };
      log.stores.endpoints.update(about as never, { now: T0 + packetCnt * 1000 } as never);
    });
  }
  settled(log);
  const resets = "SELECT count(*) AS count FROM event WHERE event_type = 'endpoint.counter_reset'";
  t.same(log.db.prepare(resets).get(), { count: 0 });
  t.same(log.db.prepare('SELECT DISTINCT message_count, last_packet_cnt FROM endpoint_heard').all(), [
    { message_count: 4, last_packet_cnt: 4 },
  ]);
});
