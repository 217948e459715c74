import t, { type Test } from 'tap';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { DAY_MS, HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import { openCursor } from '../../../src/rpc/follow.ts';
import { thrown } from '../../peers/thrown.ts';
import { momentAt } from '../../peers/time.ts';
import { AC, centerScene, RX } from '../center/center-scene.ts';
import { type Copy, figuresOf, openLog, populate, T0 } from '../message/log-store.ts';
import { disagreements, pruneLog, pruneRows } from './retention-scene.ts';

const BLOCK = 8;

/** Blocks of eight messages, one a day, each stored at the end of its day. */
const days = (test: Test, count: number, more: (n: number) => Partial<Copy> = () => ({})) => {
  const log = openLog(test, undefined, { blockMessages: BLOCK });
  populate(log, 3, 3);
  for (let day = 0; day < count; day++) addDay(log, day, more);
  return log;
};
const addDay = (log: ReturnType<typeof openLog>, day: number, more: (n: number) => Partial<Copy> = () => ({})) => {
  const at = T0 + day * DAY_MS;
  const copies = Array.from({ length: BLOCK }, (_, i): Copy => {
    const n = day * BLOCK + i + 1;
    return { endpoint: 1 + (n % 3), packetCnt: n, rxNs: BigInt(at - n * 600_000) * MS_NS, arrivedAt: at, ...more(n) };
  });
  log.write(copies, at + 500);
};
const left = (log: ReturnType<typeof openLog>) =>
  log.stores.messages.after(0, 10_000).map(({ packetCnt }) => packetCnt);

t.test('what goes is judged by when it was stored, whatever stations say', async t => {
  // Half of them claim to be a year old, half to come from next year.
  const log = days(t, 4, n => ({ rxNs: BigInt(T0 + (n % 2 ? -365 : 365) * DAY_MS) * MS_NS }));
  t.equal(pruneLog(log, { until: T0 + 2 * DAY_MS, now: T0 + 4 * DAY_MS }), 2 * BLOCK);
  t.same(
    left(log),
    Array.from({ length: 2 * BLOCK }, (_, i) => 2 * BLOCK + 1 + i),
  );
  t.same(disagreements(log, 3, 3, true), []);
});

t.test('the part of the log that is not sealed is sealed after a day, and goes then', async t => {
  const log = openLog(t);
  populate(log, 1, 1);
  log.write([{ endpoint: 1, packetCnt: 1, rxNs: RX }]);
  const now = T0 + 91 * DAY_MS;
  t.equal(pruneLog(log, { until: now - 90 * DAY_MS, now }), 0);
  log.db.atomic(() => log.stores.retention.seal(credibleMs(now - DAY_MS), now));
  t.equal(pruneLog(log, { until: now - 90 * DAY_MS, now }), 1);
  log.write([{ endpoint: 1, packetCnt: 2, rxNs: RX + 1n }], T0 + 500);
  log.db.atomic(() => log.stores.retention.seal(credibleMs(T0), T0));
  t.equal(log.stores.history.blocks().length, 0, 'one of today is not sealed');
});

t.test('what was stored before the clock was set is as old as what came next', async t => {
  const log = days(t, 1, () => ({ arrivedAt: 1000 }));
  log.db.exec('UPDATE message SET stored_at = 1500; UPDATE block SET sealed_at = 1500');
  const aim = { until: T0 + 5 * DAY_MS, floor: T0 - 365 * DAY_MS, now: T0 + 6 * DAY_MS };
  t.equal(pruneLog(log, aim), 0, 'it is not known how old it is');
  addDay(log, 6);
  t.equal(pruneLog(log, aim), 0);
  t.equal(pruneLog(log, { ...aim, until: T0 + 7 * DAY_MS }), 2 * BLOCK);
});

t.test('what was stored while the clock was ahead does not stay until then', async t => {
  const log = days(t, 2);
  log.db.exec(
    `UPDATE message SET stored_at = stored_at + ${3650 * DAY_MS}; UPDATE block SET sealed_at = sealed_at + ${3650 * DAY_MS}`,
  );
  const aim = { until: T0 + 4 * DAY_MS, now: T0 + 9 * DAY_MS };
  t.equal(pruneLog(log, aim), 0, 'it is not known how old it is');
  addDay(log, 3);
  addDay(log, 5);
  t.equal(pruneLog(log, aim), 3 * BLOCK, 'it was stored before what came next');
});

t.test('what comes after younger messages is not old because the clock was set back', async t => {
  const log = days(t, 2);
  log.db.exec(`UPDATE message SET stored_at = stored_at - ${400 * DAY_MS} WHERE seq > ${BLOCK}`);
  t.equal(pruneLog(log, { until: T0, now: T0 + 2 * DAY_MS }), 0);
  t.equal(pruneLog(log, { until: T0 + HOUR_MS, now: T0 + 2 * DAY_MS }), 2 * BLOCK, 'both are as old as the first');
});

t.test('no place of the log is given twice, though nothing is left and the process starts anew', async t => {
  const log = days(t, 2);
  log.write([{ endpoint: 2, packetCnt: 1, station: 2, rxNs: BigInt(T0 - 600_000) * MS_NS, arrivedAt: T0 }], T0 + 500);
  const { newest } = log.stores.messages.edges();
  log.db.atomic(() => log.stores.retention.seal(credibleMs(T0 + 9 * DAY_MS), T0 + 9 * DAY_MS));
  t.equal(pruneLog(log, { until: T0 + 9 * DAY_MS, now: T0 + 9 * DAY_MS }), 2 * BLOCK);
  for (const table of ['message', 'block', 'posting', 'late_reception']) {
    t.same(log.db.prepare(`SELECT count(*) AS count FROM ${table}`).get(), { count: 0 }, table);
  }
  t.same(log.stores.messages.edges(), { oldest: newest, newest });
  t.equal(log.stores.messages.count({ org: 1 }), 0);
  t.equal(log.stores.messages.countOfAll(), 2 * BLOCK);
  log.reopen();
  log.write([{ endpoint: 1, packetCnt: 99, rxNs: RX }]);
  t.same(
    log.stores.messages.after(0, 10).map(({ seq }) => seq),
    [newest + 1],
  );
  t.same(disagreements(log, 3, 3, true), []);
});

t.test('a late copy goes with its message, wherever its line stands', async t => {
  const log = days(t, 1);
  const late = (packetCnt: number, station: number) => {
    const rxNs = BigInt(T0 - packetCnt * 600_000) * MS_NS;
    log.write([{ endpoint: 1 + (packetCnt % 3), packetCnt, station, rxNs, arrivedAt: T0 + DAY_MS }], T0 + DAY_MS);
  };
  late(1, 2);
  addDay(log, 1);
  late(2, 3);
  t.equal(log.stores.messages.stationCount({ org: 1, station: 2 }), 1);
  t.equal(pruneLog(log, { until: T0 + HOUR_MS, now: T0 + 2 * DAY_MS }), BLOCK);
  for (const station of [2, 3]) t.equal(log.stores.messages.stationCount({ org: 1, station }), 0);
  t.same(disagreements(log, 3, 3, true), []);
  addDay(log, 2);
  t.same(disagreements(log, 3, 3, true), [], 'nor does it come back when the rest is sealed');
  log.reopen();
  t.same(disagreements(log, 3, 3, true), []);
});

t.test('figures outlive the messages they were counted from', async t => {
  const log = days(t, 5);
  const sum = () => figuresOf(log, ['organization', 1], T0 - 10 * DAY_MS, T0 + 10 * DAY_MS, 'hour');
  const before = sum();
  t.equal(before.messages, 5 * BLOCK);
  pruneLog(log, { until: T0 + 3 * DAY_MS, now: T0 + 5 * DAY_MS });
  t.same(sum(), before);
  const grains = () => log.db.prepare('SELECT grain, count(*) AS count FROM activity GROUP BY grain').all();
  const waiting = () => log.db.prepare('SELECT DISTINCT last_seq FROM pending_activity ORDER BY last_seq').all();
  t.equal(waiting().length, 5);
  t.equal(pruneRows(log, 0, { hoursUntil: 0, only: 'hours' }), 0);
  t.same(
    waiting(),
    [4, 5].map(day => ({ last_seq: day * BLOCK })),
    'with messages that are gone',
  );
  t.same(sum(), before);
  const [, byDay] = grains() as { grain: number; count: number }[];
  t.ok(pruneRows(log, 0, { hoursUntil: T0 + 9 * DAY_MS, only: 'hours' }) > 5);
  t.same(grains(), [byDay], 'where room is needed, those by the day stay');
});

t.test('an hour of which a part is gone is counted as a whole, whatever old telegrams came lately', async t => {
  const log = openLog(t, undefined, { blockMessages: BLOCK });
  populate(log, 1, 1);
  const at = (minute: number, packetCnt: number, arrived = minute) => ({
    ...{ endpoint: 1, packetCnt, rxNs: BigInt(T0 + minute * 60_000) * MS_NS, arrivedAt: T0 + arrived * 60_000 },
  });
  log.write(
    Array.from({ length: BLOCK }, (_, n) => at(n, n + 1)),
    T0 + 20 * 60_000,
  );
  log.write(
    Array.from({ length: BLOCK }, (_, n) => (n === 0 ? at(-9000, 50, 30) : at(20 + n, n + 20))),
    T0 + 40 * 60_000,
  );
  const part = () => figuresOf(log, ['organization', 1], T0, T0 + 30 * 60_000, 'hour').messages;
  t.equal(part(), 2 * BLOCK - 1);
  pruneLog(log, { until: T0 + 25 * 60_000, now: T0 + HOUR_MS });
  t.equal(left(log).length, BLOCK);
  t.equal(part(), 2 * BLOCK - 1);
});

t.test('pages go on where rows went, streams are told where to begin', async t => {
  const log = days(t, 4);
  const { messages } = log.stores;
  const order = { by: 'seq', descending: true } as const;
  const { rows, next } = messages.page({ org: 1 }, order, 10);
  t.equal(rows.length, 10);
  pruneLog(log, { until: T0 + DAY_MS + HOUR_MS, now: T0 + 4 * DAY_MS });
  const rest = messages.page({ org: 1 }, order, 100, next);
  t.same([rest.rows.map(({ seq }) => seq), rest.next], [[22, 21, 20, 19, 18, 17], undefined]);
  const open = (afterSeq: bigint) => openCursor(messages, { afterSeq, startNs: undefined }, T0 + 4 * DAY_MS);
  t.match(
    thrown(() => open(15n)),
    { fault: 'StreamCursorTooOld', about: { oldest_seq: '17' } },
  );
  t.equal(open(16n), 16);
  const since = (ms: number) =>
    openCursor(messages, { afterSeq: undefined, startNs: BigInt(ms) * MS_NS }, T0 + 4 * DAY_MS);
  t.equal(since(T0), 16, 'a time is no promise');
});

t.test('a copy of what could still be copied finds it, also where room is needed', async t => {
  const log = days(t, 2);
  const now = T0 + DAY_MS + 60_000;
  t.equal(pruneLog(log, { deliveredUntil: now - 300_000, now }), BLOCK);
  const copy = { endpoint: 1 + (9 % 3), packetCnt: 9, station: 2, rxNs: RX, arrivedAt: now };
  t.equal(log.receive(copy), 'late');
});

t.test('what an application center has got and not answered is kept, whatever is answered behind it', async t => {
  const scene = centerScene(t);
  const { log, centers } = scene;
  const now = T0 + 100 * DAY_MS;
  const session = scene.connect();
  for (let n = 0; n < 4; n++) scene.uplink();
  t.equal(scene.issue(session), -1);
  log.db.atomic(() => log.stores.retention.seal(credibleMs(now), now));
  centers.done(session, [-1, -2, -4], now);
  t.equal(pruneLog(log, { deliveredUntil: now, now }), 0);
  t.match(centers.own(session).held, [{ opId: -3, line: { seq: 3 } }]);
  centers.done(session, [-3], now);
  t.equal(pruneLog(log, { deliveredUntil: now, now }), 4);
});

t.test('an application center keeps what it has not got, but not for ever', async t => {
  const scene = centerScene(t);
  const { log, centers } = scene;
  const now = T0 + 100 * DAY_MS;
  const session = scene.connect();
  scene.connect('ac00000000000002' as typeof AC, T0, { org: 2 });
  for (let n = 0; n < 6; n++) scene.uplink();
  scene.issue(session, 2);
  log.db.atomic(() => log.stores.retention.seal(credibleMs(now), now));
  for (let n = 0; n < 3; n++) scene.uplink();
  centers.expire(momentAt(T0), { heldOperations: 5, ageMs: DAY_MS });
  t.match(scene.row(session), { status: 'terminated' }, 'too much for its limit');

  const patient = scene.connect();
  const ops = () => centers.own(patient).held.map(({ line: { seq } }) => ({ seq }));
  for (let n = 0; n < 4; n++) scene.uplink();
  const first = scene.issue(patient, 2) ?? 0;
  t.equal(pruneLog(log, { deliveredUntil: now, now }), 6, 'what came before it is of no other center');
  log.db.atomic(() => log.stores.retention.seal(credibleMs(now), now));
  t.equal(pruneLog(log, { deliveredUntil: now, now }), 0, 'two have no answer, two are not sent');
  centers.done(patient, [first], now);
  t.equal(pruneLog(log, { deliveredUntil: now, now }), 0);
  t.same(ops(), [{ seq: 11 }]);

  scene.db.exec(`UPDATE center_session SET counted = 13, waiting = 2 WHERE id = ${patient}`);
  t.equal(pruneLog(log, { until: now, now }), 7, 'age is a reason all the same');
  t.same(ops(), []);
  t.match(scene.row(patient), { status: 'active', waiting: 0 });
  t.same(
    scene.rows("SELECT json_extract(data, '$.pending') AS pending, ac_eui FROM event WHERE data LIKE '%retention%'"),
    [{ pending: 3, ac_eui: AC }],
  );
  scene.uplink();
  const { cursor } = centers.own(patient);
  t.same(
    scene.lines(cursor).lines.map(({ seq }) => seq),
    [14],
    'it goes on with what there is',
  );
});
