import { join } from 'node:path';
import t from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { migrations } from '../../../src/domain/migrations/all.ts';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { engine } from '../../database/engine.ts';
import { momentAt } from '../../peers/time.ts';
import { epEui, populate, T0 } from '../message/log-store.ts';
import { AC, AC2, type CenterScene, centerScene, RX } from './center-scene.ts';

/** The schema before. */
const RELEASED = 6;

/** Counters of the uplinks that a center gets from the beginning, or behind a place. */
function counters(s: CenterScene, acEui = AC, after = 0): number[] {
  return s.lines(after, 100, acEui).lines.flatMap(line => (line.kind === 'ulData' ? [line.packetCnt] : []));
}

t.test('what was received while the endpoint was registered is owed, whatever becomes of it', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.hear();
  s.log.close();
  s.hear();
  s.deregister(session);
  t.same(counters(s), [1], 'the second one is not visible yet');
  s.log.close();
  t.same(counters(s), [1, 2], 'one whose window was open as well');
  s.uplink(2);
  s.stores.endpoints.remove(2, s.acting);
  t.same(counters(s), [1, 2, 3], 'and of an endpoint that is deleted');
  t.equal(s.centers.countLines({ org: 1, acEui: AC }, 0, 100), s.lines(0).lines.length);
  s.log.reopen();
  t.same(counters(s), [1, 2, 3]);
});

t.test('what was received between dereg and reg is never owed', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.uplink(1);
  s.deregister(session);
  s.uplink(1);
  s.hear();
  s.register(session);
  s.log.close();
  s.uplink(1);
  t.same(counters(s), [1, 4]);
  t.equal(s.stores.messages.count({ org: 1 }), 4, 'operators have all of them');
  s.log.receive({ endpoint: 1, packetCnt: 2, station: 2, rxNs: RX + 2n });
  t.same(counters(s), [1, 4], 'not by a late copy either');
  t.equal(s.centers.countLines({ org: 1, acEui: AC }, 0, s.stores.messages.edges().newest), s.lines(0).lines.length);
});

t.test('dereg beside an uplink in one transaction: the order of the two decides', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.db.exec('BEGIN');
  s.hear();
  s.deregister(session);
  s.hear();
  s.register(session);
  s.hear();
  s.db.exec('COMMIT');
  s.log.reopen();
  s.log.close();
  t.same(counters(s), [1, 3]);
  t.equal(s.deregister(session), undefined);
  t.equal(s.deregister(session), 'unknown_endpoint');
});

t.test('a copy belongs to its telegram, also when the endpoint has gone meanwhile', async t => {
  const s = centerScene(t);
  const session = s.connect();
  const copy = { endpoint: 1, packetCnt: 40, rxNs: RX };
  s.log.receive(copy);
  s.deregister(session);
  t.equal(s.log.receive({ ...copy, station: 2, rxNs: RX + 5n }), 'merged');
  s.log.receive({ ...copy, packetCnt: 41, rxNs: RX + 9n });
  s.register(session);
  t.equal(s.log.receive({ ...copy, packetCnt: 41, station: 2, rxNs: RX + 12n }), 'merged');
  s.log.close();
  const [line] = s.lines(0).lines.filter(({ kind }) => kind === 'ulData');
  t.match(line, { packetCnt: 40, count: 2 });
  t.same(counters(s), [40]);
});

t.test('an endpoint that is deleted and registered anew owes what each of the two was heard with', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.hear();
  s.stores.endpoints.remove(1, s.acting);
  s.hear();
  s.register(session);
  s.hear();
  s.log.close();
  t.same(counters(s), [1, 3], 'between the two it was unknown, and nothing was stored');
  t.match(
    s.lines(0).lines.filter(({ kind }) => kind === 'ulData'),
    [{ epEui: epEui(1) }, { epEui: epEui(1) }],
  );
});

t.test('another EUI renames what is owed, as it does all of the history', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.hear();
  s.log.close();
  s.hear();
  s.stores.endpoints.update({ id: 1, changes: {}, newEui: epEui(77) }, s.acting);
  s.log.close();
  s.deregister(session, 77);
  t.same(counters(s), [1, 2]);
  t.match(s.lines(0).lines[0], { epEui: epEui(77) });
});

t.test('what sealed blocks hold is owed like the rest, and what retention takes is counted once', async t => {
  const s = centerScene(t, { blockMessages: 4 });
  const session = s.connect();
  for (let n = 0; n < 4; n++) s.uplink(1);
  s.deregister(session);
  for (let n = 0; n < 4; n++) s.uplink(1);
  t.ok(s.rows('SELECT 1 FROM block').length >= 1);
  t.same(counters(s), [1, 2, 3, 4]);
  const lists = { org: 1, size: 10, orderBy: 'connected_at', descending: true } as const;
  t.match(s.stores.centerLists.sessions(lists).rows, [{ pending: 4 }]);
  s.centers.expire(momentAt(T0 + 1), { heldOperations: 4, ageMs: DAY_MS });
  t.match(s.row(session), { status: 'active' }, 'what is not owed does not count against its limit');
  const aim = { until: credibleMs(T0 + DAY_MS), floor: 0, at: momentAt(T0 + DAY_MS) };
  while (s.stores.retention.messages(aim).more);
  t.match(
    s.events().findLast(({ type }) => type === 'scaci.queue_overflow'),
    { pending: 4, reason: 'retention' },
  );
  t.match(s.stores.centerLists.sessions(lists).rows, [{ pending: 0 }]);
});

t.test('only_registered: the center that had the endpoint when it was received gets it', async t => {
  const s = centerScene(t, { onlyRegistered: true });
  const [one, two] = [s.connect(), s.connect(AC2)];
  s.hear();
  s.register(one);
  s.hear();
  s.register(two, 1, AC2);
  s.hear();
  s.register(one);
  s.register(two, 1, AC2);
  s.hear();
  s.log.close();
  s.log.reopen();
  t.same([counters(s), counters(s, AC2)], [[2], [3, 4]], 'windows were open all the time; no center had the first one');
  s.deregister(two, 1, AC2);
  s.hear();
  s.deregister(one);
  s.hear();
  s.register(two, 1, AC2);
  s.log.close();
  t.same(
    [counters(s), counters(s, AC2)],
    [
      [2, 5],
      [3, 4],
    ],
  );
  s.stores.endpoints.remove(1, s.acting);
  t.same(
    [counters(s), counters(s, AC2)],
    [
      [2, 5],
      [3, 4],
    ],
  );
  t.equal(s.centers.countLines({ org: 1, acEui: AC2 }, 0, 1000), s.lines(0, 100, AC2).lines.length);
});

t.test('only_registered switched on: what every center was owed goes to who has registered it', async t => {
  const before = centerScene(t);
  const session = before.connect();
  before.register(session);
  before.uplink(1);
  before.uplink(2);
  before.deregister(session, 2);
  before.uplink(2);
  before.log.reopen({ onlyRegistered: true });
  t.same([counters(before), counters(before, AC2)], [[1], []]);
  before.uplink(1);
  before.log.reopen({});
  t.same(
    [counters(before), counters(before, AC2)],
    [
      [1, 2, 4],
      [1, 2, 4],
    ],
    'and off again: to all',
  );
});

t.test('an upgrade keeps away what came since the endpoint was deregistered, and nothing else', async t => {
  const db = openDb(join(t.testdir(), 'old.db'), { engine, mode: 'writer', synchronous: 'normal' });
  t.teardown(() => db.close());
  migrate(db, migrations, RELEASED);
  populate({ db }, 4, 1);
  // 1 is registered, 2 was deregistered at 200, 3 so long ago that its event is gone, 4 is deleted.
  db.exec(`UPDATE endpoint SET deregistered = 1 WHERE id IN (2, 3); UPDATE endpoint SET deleted_at = 1 WHERE id = 4;
      INSERT INTO event (uuid, event_type, category, severity, source_type, source_id, endpoint, timestamp_at, stored_at, title)
        VALUES ('a', 'scaci.endpoint_deregistered', 'scaci', 'info', '', '', 2, 100, 100, ''),
               ('b', 'scaci.endpoint_deregistered', 'scaci', 'info', '', '', 2, 200, 200, '');
      INSERT INTO center_session (uuid, org, ac_eui, sn_ac_uuid, sn_sc_uuid, version, status, cursor, counted, vendor, model, name,
        sw_version, remote_address, tls_version, cipher_suite, certificate_fingerprint, certificate_subject, connected_at, last_activity_at)
        VALUES ('c', 1, '${AC}', x'01', x'02', '1.0.0', 'disconnected', 4, 4, '', '', '', '', '', '', '', '', '', 0, 0)`);
  for (const [table, key] of [
    ['message', 'seq'],
    ['uplink', 'id'],
  ]) {
    const columns = `${key}, org, endpoint, generation, packet_cnt, rx_time_ns, arrived_at, user_data, format, flags, receptions`;
    const more =
      table === 'message' ? ", stored_at, decode_status) SELECT n, 1, e, 0, n, 0, at, x'', 0, 0, x'', 0, ''" : '';
    const rest = more || ", due_at) SELECT n, 1, e, 0, n, 0, at, x'', 0, 0, x'', 0";
    db.exec(`INSERT INTO ${table} (${columns}${rest} FROM (SELECT column1 AS n, column2 AS e, column3 AS at FROM
        (VALUES (3, 3, 1), (5, 1, 300), (6, 2, 150), (7, 2, 300), (8, 3, 1), (9, 4, 300)))`);
  }
  migrate(db, migrations);
  const marked = (table: string, key: string) =>
    db
      .prepare(`SELECT ${key} AS n FROM ${table} WHERE ac_eui = '' ORDER BY 1`)
      .all()
      .map(row => (row as { n: number }).n);
  t.same(marked('message', 'seq'), [7, 8], 'what every center has read is left as it is');
  t.same(marked('uplink', 'id'), [3, 7, 8]);
});
