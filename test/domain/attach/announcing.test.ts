import t from 'tap';
import type { SqlValue } from '../../../src/database/driver.ts';
import type { AnnouncedGroup } from '../../../src/domain/attach/attach-records.ts';
import { bsEui, connect, openLog, populate, T0, type TestLog } from '../message/log-store.ts';

const ENDPOINTS = 10;
const RX = BigInt(T0) * 1_000_000n;
const acting = { now: T0 + 10, userId: undefined, userEmail: undefined, actor: '' };
const ALL = Array.from({ length: ENDPOINTS }, (_, index) => index + 1);

/** Stations with sessions of their own numbers, and attached endpoints with keys. */
function scene(t: Parameters<typeof openLog>[0], stations = 2) {
  const log = openLog(t);
  populate(log, ENDPOINTS, stations);
  connect(log, stations);
  log.db.exec(
    "UPDATE endpoint SET attach_status = 'attached', attach_origin = 'pre_attach', pre_attach = 1, nwk_key = x'0101'",
  );
  log.db.exec('UPDATE endpoint SET version = 0');
  return log;
}

/** One write, as the writer runs it. */
const group = (log: TestLog, station = 1, limit = 50, opIds: readonly number[] = []): AnnouncedGroup => {
  const found = log.stores.announcing.group({ session: station, station, limit, opIds, at: T0 });
  if (!found) throw new Error('the session is gone');
  return found;
};
const told = ({ entries }: AnnouncedGroup) => entries.map(({ endpoint }) => endpoint);
const answered = (log: TestLog, station: number, opIds: readonly number[]) =>
  log.db.atomic(() => log.stores.announcing.answered({ session: station, station, opIds, at: T0 }));
const ids = ({ entries }: AnnouncedGroup) => entries.map(({ opId }) => opId);
const rows = (log: TestLog, sql: string) => log.db.prepare(sql).all() as Record<string, SqlValue>[];
const alone = (log: TestLog) =>
  rows(log, 'SELECT station, endpoint, kind, state FROM propagation ORDER BY station, endpoint');
const held = (log: TestLog, station = 1) => log.stores.orders.own(station).held;
const decision = (endpoint: number) => ({ endpoint, origin: 'api' as const, operationId: 'x', actor: '', at: T0 + 10 });
const change = (log: TestLog, endpoint: number, columns: object) =>
  log.stores.endpoints.update({ id: endpoint, changes: columns }, acting);

t.test('the list is announced group by group, and is a row of the session alone', async t => {
  const log = scene(t);
  log.db.exec(
    "UPDATE endpoint SET attach_status = 'detached' WHERE id = 2; UPDATE endpoint SET suspended = 1 WHERE id = 4",
  );
  log.db.exec('UPDATE endpoint SET deleted_at = 1 WHERE id IN (5, 6)');
  log.db.exec('INSERT INTO endpoint_heard (endpoint, last_packet_cnt) VALUES (3, 4000000000), (7, NULL)');
  const first = group(log, 1, 3);
  t.same(first.entries, [
    { opId: -1, endpoint: 1, version: 0, lastPacketCnt: 0 },
    { opId: -2, endpoint: 3, version: 0, lastPacketCnt: 4_000_000_000 },
    { opId: -3, endpoint: 7, version: 0, lastPacketCnt: 0 },
  ]);
  t.same([first.complete, log.stores.announcing.unfinished(1)], [false, true]);
  t.equal(log.stores.sessions.issue({ session: 1, command: 'status', content: null, at: T0 }), -4);
  log.reopen();
  const second = group(log, 1, 4, [-1, -3]);
  t.same(
    second.entries.map(({ opId, endpoint }) => [opId, endpoint]),
    [
      [-5, 8],
      [-6, 9],
      [-7, 10],
    ],
  );
  t.same([second.complete, log.stores.announcing.unfinished(1)], [true, false]);
  t.same(
    held(log).map(({ opId }) => opId),
    [-2, -5, -6, -7],
  );
  t.equal(log.stores.propagation.knownTo(1), 2);
  t.same(group(log).entries, []);
  answered(log, 1, [-2, -5, -6, -7, -99]);
  t.same(held(log), []);
  t.equal(log.stores.propagation.knownTo(1), 6);
  t.same(
    [alone(log), rows(log, 'SELECT * FROM operation'), rows(log, 'SELECT * FROM endpoint_operation')],
    [[], [], []],
  );
  t.same(rows(log, 'SELECT unanswered FROM session WHERE id = 1'), [{ unanswered: null }]);
});

t.test('an endpoint that changes before its answer is repeated as it was, and the change follows', async t => {
  const log = scene(t);
  group(log, 1);
  group(log, 2);
  const before = held(log);
  t.match(before[2]?.sealed, { field: 'nwkSnKey', value: Buffer.from('0101', 'hex') });
  change(log, 3, { nwk_key: Buffer.from('0202', 'hex'), sh_addr: 77 });
  change(log, 3, { nwk_key: Buffer.from('0303', 'hex') });
  log.db.exec('UPDATE endpoint_heard SET last_packet_cnt = 500');
  log.reopen();
  t.same(held(log), before, 'also after a restart');
  t.same(
    alone(log).map(row => [row.station, row.endpoint, row.state]),
    [
      [1, 3, 'needed'],
      [2, 3, 'needed'],
    ],
  );
  t.equal(log.stores.propagation.knownTo(1), 0, 'all that it had was one answer less');
  answered(log, 1, [-3]);
  t.same(held(log, 2), before, 'another station waits for its own answer');
  t.equal(rows(log, 'SELECT * FROM former_endpoint').length, 1);
  answered(log, 2, [-3]);
  t.same(rows(log, 'SELECT * FROM former_endpoint'), [], 'it is not needed any more');
  t.same(
    alone(log).map(row => row.state),
    ['needed', 'needed'],
    'the answer to the old one says nothing of the new one',
  );
});

t.test('every way in which an endpoint changes keeps what was announced', async t => {
  const ways: Record<string, (log: TestLog) => void> = {
    'another EUI': log => log.stores.endpoints.update({ id: 1, changes: {}, newEui: 'fe00000000009999' }, acting),
    'another class': log => log.stores.endpoints.update({ id: 1, changes: { ep_class: 'A' } }, acting),
    'the end of its registration': log => log.stores.endpoints.remove(1, acting),
    'an attach over the air': log => log.attach({ endpoint: 1, attachCnt: 5, rxNs: RX }),
    'a decision': log => void log.stores.attach.detach(decision(1)),
  };
  for (const [way, happens] of Object.entries(ways)) {
    const log = scene(t);
    group(log);
    const before = held(log);
    log.db.atomic(() => happens(log));
    t.same(
      held(log).filter(({ sealed }) => sealed),
      before,
      way,
    );
    answered(
      log,
      1,
      ALL.map(n => -n),
    );
    t.same(rows(log, 'SELECT * FROM former_endpoint'), [], way);
  }
});

t.test('what cannot be said again as it was is not said', async t => {
  const log = scene(t);
  group(log);
  log.db.exec("UPDATE endpoint SET nwk_key = x'09' WHERE id = 1");
  t.same(held(log)[0], { opId: -1, command: 'attPrp', content: undefined });
});

t.test('a detach goes to the stations that the list has reached', async t => {
  const log = scene(t, 3);
  log.db.exec("UPDATE session SET state = 'disconnected' WHERE id = 2");
  group(log, 1, 5);
  group(log, 2, 5);
  answered(log, 2, [-1, -2, -3, -4, -5]);
  log.db.atomic(() => log.stores.attach.detach(decision(3)));
  log.db.atomic(() => log.stores.attach.detach(decision(8)));
  t.same(
    alone(log).map(row => [row.station, row.endpoint, row.kind]),
    [
      [1, 3, 'det'],
      [2, 3, 'det'],
    ],
  );
  t.same(told(group(log, 1)), [6, 7, 9, 10]);
  t.same(
    told(group(log, 3)),
    ALL.filter(n => n !== 3 && n !== 8),
  );
  log.db.atomic(() => log.stores.attach.attach(decision(8)));
  t.same(
    alone(log)
      .filter(row => row.endpoint === 8)
      .map(row => [row.station, row.kind, row.state]),
    [
      [1, 'att', 'needed'],
      [2, 'att', 'needed'],
      [3, 'att', 'needed'],
    ],
  );
  t.same(told(group(log, 2)), [6, 7, 9, 10], 'what has a row of its own is left to it');
});

t.test('an endpoint that waits for its first confirmation is announced by itself', async t => {
  const log = scene(t, 1);
  log.db.exec("UPDATE endpoint SET attach_status = 'attaching' WHERE id = 2");
  t.equal(log.stores.propagation.settle(2), 'attaching', 'the station is to come to it');
  const first = group(log);
  t.same([told(first), first.single], [ALL.filter(n => n !== 2), true]);
  const [due] = log.stores.propagation.due(1, T0, 10);
  t.equal(due?.endpoint, 2);
  if (!due) throw new Error('nothing is due');
  const opId = log.stores.propagation.start({ ...due, session: 1, station: 1, content: Buffer.alloc(1), at: T0 }) ?? 0;
  log.stores.propagation.taken(1, 1, opId, T0);
  t.same(rows(log, 'SELECT attach_status FROM endpoint WHERE id = 2'), [{ attach_status: 'attached' }]);
  t.same(alone(log), [], 'what was confirmed follows from the list');
});

t.test('an endpoint is attached when the only station left before it came to it', async t => {
  const log = scene(t, 1);
  group(log, 1, 5);
  log.db.exec(
    "UPDATE endpoint SET attach_status = 'attaching' WHERE id IN (3, 8); UPDATE session SET state = 'disconnected'",
  );
  log.stores.propagation.stationLeft(1);
  t.same(rows(log, "SELECT id FROM endpoint WHERE attach_status = 'attaching'"), [{ id: 3 }]);
});

t.test('a refusal and a missing answer make one operation of its own', async t => {
  const log = scene(t);
  group(log);
  const refusal = { session: 1, station: 1, bsEui: bsEui(1), code: 22, text: 'no' };
  t.equal(log.stores.propagation.refused({ ...refusal, opId: -2 }, T0), T0 + 30_000);
  log.stores.announcing.late({ session: 1, station: 1, opId: -3, content: Buffer.from('sealed'), at: T0 });
  t.same(
    alone(log).map(row => [row.endpoint, row.state]),
    [
      [2, 'failed'],
      [3, 'sent'],
    ],
  );
  t.same(rows(log, 'SELECT op_id, endpoint, resumes FROM operation'), [{ op_id: -3, endpoint: 3, resumes: 1 }]);
  t.same(rows(log, 'SELECT endpoint, op_id, status FROM endpoint_operation'), [
    { endpoint: 2, op_id: -2, status: 'failed' },
    { endpoint: 3, op_id: -3, status: 'sent' },
  ]);
  t.same(
    held(log).map(({ opId }) => opId),
    [-1, -3, -4, -5, -6, -7, -8, -9, -10],
  );
  log.stores.propagation.taken(1, 1, -3, T0);
  t.same(
    alone(log).map(row => row.endpoint),
    [2],
  );

  change(log, 4, { sh_addr: 9 });
  t.equal(log.stores.propagation.refused({ ...refusal, opId: -4 }, T0), undefined);
  t.match(alone(log)[1], { endpoint: 4, state: 'needed' }, 'a newer decision goes before it');
  log.attach({ endpoint: 5, attachCnt: 1, rxNs: RX });
  t.equal(log.stores.propagation.refused({ ...refusal, opId: -5 }, T0), undefined, 'the station gave it a key itself');
  log.db.atomic(() => log.stores.attach.detach(decision(6)));
  log.stores.announcing.late({ session: 1, station: 1, opId: -6, content: Buffer.from('sealed'), at: T0 });
  t.match(
    alone(log).find(row => row.endpoint === 6 && row.station === 1),
    { kind: 'det' },
  );
  const other = alone(log).filter(row => row.station === 2);
  t.same(
    other.map(row => row.endpoint),
    [4, 5],
    'what the other station has not come to is not detached there',
  );
});

t.test(
  'a refusal means nothing when the endpoint has gone meanwhile, or the station has its key from itself',
  async t => {
    const log = scene(t);
    group(log);
    const refuse = (opId: number) => {
      const refusal = { session: 1, station: 1, bsEui: bsEui(1), code: 22, text: 'no' };
      return log.stores.propagation.refused({ ...refusal, opId }, T0);
    };
    log.db.atomic(() => log.stores.attach.detach(decision(2)));
    const [due] = log.stores.propagation.due(1, T0 + 10, 10);
    if (!due) throw new Error('nothing is due');
    const opId =
      log.stores.propagation.start({ ...due, session: 1, station: 1, content: Buffer.alloc(1), at: T0 }) ?? 0;
    log.stores.propagation.taken(1, 1, opId, T0);
    t.same([alone(log), refuse(-2), alone(log)], [[], undefined, []]);
    log.stores.propagation.setKnown(1, 3, T0);
    t.equal(refuse(-3), undefined);
    t.match(alone(log), [{ endpoint: 3, state: 'known' }]);
    log.stores.propagation.setKnown(1, 3, T0);
    t.same(alone(log), [], 'what follows from the list needs no row');
  },
);

t.test('a new session begins with nothing known, and nothing without an answer', async t => {
  const log = scene(t);
  group(log);
  change(log, 1, { sh_addr: 9 });
  t.equal(rows(log, 'SELECT * FROM former_endpoint').length, 1);
  const greeting = {
    ...{ vendor: '', model: '', name: '', swVersion: '', info: undefined, bidi: true, position: undefined },
    ...{ version: '1.0.0', remoteAddress: '' },
  };
  const uuids = { snBsUuid: Buffer.alloc(16), snScUuid: Buffer.alloc(16) };
  const session = log.db.atomic(() => log.stores.sessions.begin({ station: 1, ...uuids, greeting, at: T0 }));
  t.same(rows(log, 'SELECT * FROM former_endpoint'), []);
  t.same([alone(log).filter(row => row.station === 1), log.stores.propagation.knownTo(1)], [[], 0]);
  t.equal(
    log.stores.announcing.group({ session: 1, station: 1, limit: 5, opIds: [], at: T0 }),
    undefined,
    'the old one is gone',
  );
  const anew = log.stores.announcing.group({ session, station: 1, limit: 50, opIds: [], at: T0 });
  t.same(
    anew?.entries.map(({ opId }) => opId),
    ALL.map(n => -n),
  );
});

t.test('two groups of one session, and its neighbour, in one transaction', async t => {
  const log = scene(t);
  const [first, other, second] = log.db.atomic(() => [group(log, 1, 4), group(log, 2, 4), group(log, 1, 4)]);
  t.same(
    [told(first), told(second), ids(first), ids(second)],
    [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [-1, -2, -3, -4],
      [-5, -6, -7, -8],
    ],
  );
  t.same(
    [told(other), ids(other)],
    [
      [1, 2, 3, 4],
      [-1, -2, -3, -4],
    ],
  );
  log.db.exec("UPDATE session SET state = 'retired' WHERE id = 2");
  t.equal(log.stores.announcing.group({ session: 2, station: 2, limit: 4, opIds: [], at: T0 }), undefined);
});

t.test('what a failed write had in memory is read again', async t => {
  const log = scene(t);
  group(log, 1, 3);
  t.throws(() =>
    log.db.atomic(() => {
      group(log, 1, 3, [-1]);
      change(log, 2, { sh_addr: 5 });
      throw new Error('the disk is full');
    }),
  );
  log.stores.announcing.forget();
  t.same(
    held(log).map(({ opId }) => opId),
    [-1, -2, -3],
  );
  t.same(told(group(log, 1, 3, [-2])), [4, 5, 6]);
  change(log, 3, { sh_addr: 5 });
  t.same(
    held(log).map(({ opId }) => opId),
    [-1, -3, -4, -5, -6],
  );
  t.match(held(log)[1]?.content, { shAddr: 3 });
});

t.test('a station that answers may have dropped the downlinks it held', async t => {
  const log = scene(t);
  log.db.exec("UPDATE endpoint SET ep_class = 'A'");
  group(log);
  const free = (opId: number, queId: number) =>
    log.db.exec(
      `INSERT INTO endpoint_operation (id, uuid, org, endpoint, operation, origin, status, started_at) VALUES (${queId}, '', 1, 3, 'downlink', 'api', 'sent', 0);
     INSERT INTO downlink (que_id, org, endpoint, state, entries, format, flags, prio, expires_at, ref, source, created_by, created_at,
       station, session, op_id, generation, line) VALUES (${queId}, 1, 3, 'queued', x'', 0, 0, 0, 9e15, '', 'api', '', 0, 1, 1, ${opId}, 0, ${queId})`,
    );
  free(-2, 1);
  free(-20, 2);
  answered(log, 1, [-3]);
  t.same(rows(log, 'SELECT que_id, state FROM downlink ORDER BY que_id'), [
    { que_id: 1, state: 'pending' },
    { que_id: 2, state: 'queued' },
  ]);
});
