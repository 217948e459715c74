import t, { type Test } from 'tap';
import type { PackedRow, Place } from '../../../../src/domain/message/figures/activity.ts';
import { eachSums } from '../../../../src/domain/message/figures/activity-rows.ts';
import { activitySums } from '../../../../src/domain/message/figures/activity-sums.ts';
import { SumsBuffer } from '../../../../src/domain/message/figures/cell-sums.ts';
import type { Grain } from '../../../../src/domain/message/figures/grain.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S, MS_NS } from '../../../../src/kit/units.ts';
import { openLog, populate, random, T0, type TestLog } from '../log-store.ts';

const ENDPOINTS = 70;

function scene(test: Test) {
  const log = openLog(test, undefined, { blockMessages: 8 });
  populate(log, ENDPOINTS, 2);
  let sent = 0;
  const hear = (at: number) => {
    const packetCnt = ++sent;
    const copy = { packetCnt, endpoint: 1 + (packetCnt % ENDPOINTS), station: 1 + (packetCnt % 2) };
    return { ...copy, arrivedAt: at, rxNs: BigInt(at) * MS_NS, reception: { snr: packetCnt % 9, rssi: -100 } };
  };
  /** Two for each hour, so that blocks are sealed. */
  const fill = (fromHour: number, toHour: number) => {
    for (let at = T0 + fromHour * HOUR_MS; at < T0 + toHour * HOUR_MS; at += HOUR_MS) {
      log.write([hear(at + 1), hear(at + 2)], at + 1000);
    }
  };
  return { log, fill, next: random(5) };
}

/** The store, and how many rows it has read of those that all read. */
function counting({ stores: { history } }: TestLog, mostBytes?: number) {
  let read = 0;
  let meanwhile = () => {};
  const sums = activitySums({
    activityFrom: history.activityFrom,
    sealedUpTo: history.sealedUpTo,
    changedSince: history.changedSince,
    hoursRevision: history.hoursRevision,
    activityIn(...asked) {
      const rows = history.activityIn(...asked);
      read += rows.length;
      meanwhile();
      return rows;
    },
    ...(mostBytes === undefined ? {} : { mostBytes }),
  });
  const taken = () => {
    const before = read;
    read = 0;
    return before;
  };
  const during = (work: () => void) => {
    meanwhile = () => {
      meanwhile = () => {};
      work();
    };
  };
  return { sums, taken, during };
}

type Asked = readonly [grain: Grain, org: number, place: Place, fromMs: number, toMs: number];

/** By bucket and key, whatever the order and the pieces they come in. */
function told(rows: Iterable<PackedRow>): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const { startAt, packedAt, cells } of rows) {
    const ids: number[] = [];
    const put = (key: number, value: unknown) =>
      found.set(`${startAt} ${key}`, [...(found.get(`${startAt} ${key}`) ?? []), JSON.stringify(value)].sort());
    eachSums(
      cells,
      packedAt,
      new SumsBuffer(),
      'all',
      (key, { messages, bytes, firstAt, lastAt, levels, stations }, active) => {
        put(key, { messages, bytes, firstAt, lastAt, ...levels, stations });
        const before = ids.length;
        active.addTo({ add: id => ids.push(id) });
        if (active.count !== ids.length - before) put(-2, active.count);
      },
    );
    if (ids.length > 0) put(-1, ids);
  }
  return found;
}

t.test('sums that are kept are those that are stored, while blocks are sealed and put together', async t => {
  const { log, fill, next } = scene(t);
  log.slices = 1;
  const { sums, taken } = counting(log);
  const few = counting(log, 1500);
  const { activityIn } = log.stores.history;
  let saved = 0;
  for (let hour = 0; hour < 240; hour += 12) {
    fill(hour, hour + 12);
    for (let n = 0; n < 6; n++) {
      const grain = next() < 0.5 ? HOUR_S : DAY_S;
      const length = grain * 1000;
      const from = Math.floor((T0 + next() * hour * HOUR_MS) / length) * length;
      const to = from + Math.floor(1 + next() * 4) * (grain === HOUR_S ? 17 : 1) * length;
      const place = ([1, 'organization', 'endpoints'] as const)[Math.floor(next() * 3)] ?? 1;
      const asked: Asked = [grain, 1, place, from, to];
      const stored = activityIn(...asked);
      t.same(told([...sums.activitySumsIn(...asked)].flat()), told(stored), asked.join(' '));
      t.same(told([...few.sums.activitySumsIn(...asked)].flat()), told(stored), 'with little room');
      saved += stored.length - taken();
      if (n % 2 === 0) log.derive();
    }
  }
  t.ok(saved > 20, `${saved} rows were not read again`);
});

t.test('whole days are read once, by two at once as well, until more of them is sealed', async t => {
  const { log, fill } = scene(t);
  fill(0, 96);
  const { sums, taken } = counting(log);
  const day = Math.ceil(T0 / DAY_MS) * DAY_MS;
  const asked: Asked = [DAY_S, 1, 'endpoints', day, day + 3 * DAY_MS];
  const count = (rows: readonly PackedRow[][]) => rows.flat().length;
  const first = sums.activitySumsIn(...asked);
  const second = sums.activitySumsIn(...asked);
  const begun = [...(first.next().value ?? [])];
  t.ok(begun.length > 0);
  const rows = count([...second]);
  t.equal(begun.length + count([...first]), rows);
  t.equal(taken(), rows, 'the second has what the first has read');
  t.equal(count([...sums.activitySumsIn(...asked)]), rows);
  t.ok(count([...sums.activitySumsIn(DAY_S, 1, 'endpoints', day + DAY_MS, day + 2 * DAY_MS)]) > 0);
  t.equal(taken(), 0);
  // One day more than is there: that one is read.
  const more = count([...sums.activitySumsIn(DAY_S, 1, 'endpoints', day - DAY_MS, day + 3 * DAY_MS)]);
  t.equal(taken(), more - rows);

  const read = log.stores.history.activityIn(...asked);
  const isKept = (startAt: number) => startAt !== day && read.every(row => row.startAt !== startAt || !row.pending);
  const under = sums.activitySumsIn(DAY_S, 1, 'endpoints', day - DAY_MS, day + 3 * DAY_MS);
  under.next();
  fill(0, 24);
  for (const _ of under) t.pass('what was under way ends');
  taken();
  const stored = log.stores.history.activityIn(...asked);
  t.same(told([...sums.activitySumsIn(...asked)].flat()), told(stored));
  const changed = stored.filter(({ startAt }) => !isKept(startAt)).length;
  t.ok(changed > 0 && changed < stored.length);
  t.equal(taken(), changed, 'the days that have more in them are read again, and those that were in pieces');
});

t.test('what is read while more is sealed is not kept', async t => {
  const { log, fill } = scene(t);
  fill(0, 96);
  const { sums, during } = counting(log);
  const day = Math.ceil(T0 / DAY_MS) * DAY_MS;
  const asked: Asked = [DAY_S, 1, 'organization', day, day + 3 * DAY_MS];
  during(() => fill(24, 48));
  t.ok([...sums.activitySumsIn(...asked)].length > 0);
  t.same(told([...sums.activitySumsIn(...asked)].flat()), told(log.stores.history.activityIn(...asked)));
});

t.test('no more is kept than there is room for', async t => {
  const { log, fill } = scene(t);
  fill(0, 96);
  const { sums, taken } = counting(log, 0);
  const asked: Asked = [HOUR_S, 1, 'organization', T0, T0 + 96 * HOUR_MS];
  const rows = [...sums.activitySumsIn(...asked)].flat().length;
  t.ok(rows > 0);
  t.equal(taken(), rows);
  t.equal([...sums.activitySumsIn(...asked)].flat().length, rows);
  t.equal(taken(), rows);

  const some = counting(log, 20_000);
  t.equal([...some.sums.activitySumsIn(...asked)].flat().length, rows);
  some.taken();
  t.equal([...some.sums.activitySumsIn(...asked)].flat().length, rows);
  const again = some.taken();
  t.ok(again > rows / 4 && again < rows, `${again} of ${rows} are read again`);
});

t.test('a late copy of a message changes the day of the message, whenever it comes', async t => {
  const { log, fill } = scene(t);
  fill(0, 96);
  const { sums } = counting(log);
  const day = Math.ceil(T0 / DAY_MS) * DAY_MS;
  const asked: Asked = [DAY_S, 1, 'organization', day, day + 3 * DAY_MS];
  const before = told([...sums.activitySumsIn(...asked)].flat());
  const now = T0 + 96 * HOUR_MS;
  const copy = (packetCnt: number, station: number, rxMs: number) => ({
    ...{ endpoint: 1, packetCnt, station, rxNs: BigInt(rxMs) * MS_NS, arrivedAt: now },
  });
  const sealed = log.stores.history.sealedUpTo();
  /** Enough for a block. */
  const more = (from: number) =>
    log.write(
      Array.from({ length: 8 }, (_, n) => copy(from + n, 1, now + n)),
      now + 1000,
    );
  log.write([copy(5000, 1, day + HOUR_MS)], now + 1000);
  more(5001);
  const between = log.stores.history.sealedUpTo();
  t.ok(between > sealed);
  // What is in pieces is read again anyway.
  while (log.db.atomic(() => log.stores.history.mergeActivity()));
  const visible = told([...sums.activitySumsIn(...asked)].flat());
  t.not(JSON.stringify([...visible]), JSON.stringify([...before]));
  // It says that it was received days after the message.
  log.write([copy(5000, 2, now)], now + 1000);
  t.equal((log.db.prepare('SELECT count(*) AS count FROM late_reception').get() as { count: number }).count, 1);
  more(5010);
  t.ok(log.stores.history.sealedUpTo() > between);
  const stored = told(log.stores.history.activityIn(...asked));
  t.same(told([...sums.activitySumsIn(...asked)].flat()), stored);
  t.not(JSON.stringify([...stored]), JSON.stringify([...visible]));
});

t.test('what retention has taken is not asked what it changed', async t => {
  const { log, fill } = scene(t);
  fill(0, 96);
  const { sums, taken } = counting(log);
  const asked: Asked = [HOUR_S, 1, 'organization', T0, T0 + 96 * HOUR_MS];
  const rows = [...sums.activitySumsIn(...asked)].flat().length;
  taken();
  fill(96, 120);
  log.db
    .prepare("INSERT INTO counter (org, name, value) VALUES (0, 'log_pruned', ?)")
    .run(log.stores.history.sealedUpTo());
  t.same(log.stores.history.changedSince(0), undefined);
  t.ok([...sums.activitySumsIn(...asked)].flat().length >= rows);
  t.ok(taken() >= rows, 'all is read again');
});

t.test('when older messages were counted, all is read again', async t => {
  const { log, fill } = scene(t);
  fill(0, 96);
  const { sums, taken } = counting(log);
  const asked: Asked = [HOUR_S, 1, 'organization', T0, T0 + 96 * HOUR_MS];
  const rows = [...sums.activitySumsIn(...asked)].flat().length;
  taken();
  log.db.exec('INSERT INTO activity_from (seq) VALUES (5)');
  t.equal([...sums.activitySumsIn(...asked)].flat().length, rows);
  t.equal(taken(), rows);
});

t.test('days that nobody asks for any more make room for others', async t => {
  const { log, fill } = scene(t);
  fill(0, 96);
  const day = Math.ceil(T0 / DAY_MS) * DAY_MS;
  const first: Asked = [HOUR_S, 1, 'organization', day, day + DAY_MS];
  const second: Asked = [HOUR_S, 1, 'organization', day + DAY_MS, day + 2 * DAY_MS];
  const { sums, taken } = counting(log, 10_000);
  const ask = (asked: Asked) => [...sums.activitySumsIn(...asked)].length;
  const reads = (asked: Asked) => {
    taken();
    ask(asked);
    return taken() > 0;
  };
  ask(first);
  t.notOk(reads(first), 'it is kept');
  ask(second);
  t.ok(reads(second), 'there is room for one day only');
  for (let n = 0; n < 70; n++) ask(second);
  t.notOk(reads(second), 'the other one is gone');
  t.ok(reads(first));
});
