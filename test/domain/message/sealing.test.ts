// Long: for CI and `npm test -- --long`.
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { MOST_CLOSED } from '../../../src/domain/uplink/window.ts';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { DAY_MS, HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import { disagreements, pruneLog } from '../retention/retention-scene.ts';
import {
  type Copy,
  type Figures,
  type FiguresOf,
  figuresOf,
  openLog,
  populate,
  T0,
  type TestLog,
} from './log-store.ts';

const ENDPOINTS = 30;
const STATIONS = 2;
const BLOCK = 64;
const SLICE = 10;

/** Telegrams from one to another, each of another endpoint in turn; some are heard by both stations. */
const telegrams = (from: number, to: number, at = T0): Copy[] =>
  Array.from({ length: to - from }, (_, i) => from + i).flatMap(n => {
    const rxNs = BigInt(at - HOUR_MS + n * 1000) * MS_NS;
    const copy = { endpoint: 1 + (n % ENDPOINTS), packetCnt: n, rxNs, arrivedAt: at };
    return n % 5 === 0 ? [copy, { ...copy, station: 2 }] : [copy];
  });

/** A log whose first block is being sealed: so many slices are written. */
function inSlices(t: Test, slices: number, path?: string): TestLog {
  const log = openLog(t, path, { blockMessages: BLOCK, sliceRows: SLICE });
  populate(log, ENDPOINTS, STATIONS);
  log.slices = 0;
  log.write(telegrams(0, BLOCK));
  for (let n = 0; n < slices; n++) log.derive();
  return log;
}

const changes = ({ db }: TestLog) => (db.prepare('SELECT total_changes() AS count').get() as { count: number }).count;

/** What the readers are told of figures. */
function figures(log: TestLog): Figures[] {
  const keys: FiguresOf[] = [
    ['organization', 1],
    ['station', 2],
    ...Array.from({ length: ENDPOINTS }, (_, n): FiguresOf => ['endpoint', n + 1]),
  ];
  return keys.flatMap(of =>
    (['hour', 'day'] as const).map(by => figuresOf(log, of, T0 - 9 * DAY_MS, T0 + 9 * DAY_MS, by)),
  );
}

const right = (t: Test, log: TestLog, when: string) => {
  const wrong = disagreements(log, ENDPOINTS, STATIONS, true);
  if (wrong.length > 0) t.same(wrong, [], when);
};

t.test('no write of a block has more than a slice, and lists are whole after each', async t => {
  const log = inSlices(t, 0);
  const before = figures(log);
  t.equal(log.stores.history.sealedUpTo(), 0);
  let slices = 0;
  let written = 0;
  for (let more = true; more; slices++) {
    const count = changes(log);
    more = log.derive();
    written += changes(log) - count;
    // With the row of the block at its beginning and end.
    t.ok(changes(log) - count <= SLICE + 2, `slice ${slices} has ${changes(log) - count} rows`);
    right(t, log, `after slice ${slices}`);
    t.same(figures(log), before);
  }
  t.ok(slices >= 5, `${slices} slices`);
  t.ok(written > ENDPOINTS + STATIONS);
  t.equal(log.stores.history.sealedUpTo(), BLOCK);
});

t.test('of what waits to be put together no write has more than a slice either', async t => {
  const log = openLog(t, undefined, { blockMessages: 8 });
  populate(log, 250, 1);
  let longest = 0;
  let merges = 0;
  for (let n = 0; n < 250 * 12; n += 50) {
    log.slices = 0;
    const at = T0 + n * 60_000;
    const copies = Array.from({ length: 50 }, (_, i) => {
      return { endpoint: 1 + ((n / 50 + i * 5) % 250), packetCnt: n + i, rxNs: BigInt(at) * MS_NS, arrivedAt: at };
    });
    log.write(copies, at + 500);
    for (let more = true; more; merges++) {
      const count = changes(log);
      more = log.derive();
      longest = Math.max(longest, changes(log) - count);
    }
  }
  // A row that is read weighs as much as so many cells; it is written by the hour and by the day, and the place of the round once.
  const most = (1024 / 16 + 1) * 2 + 1;
  t.ok(merges > 10 && longest > 10 && longest <= most, `${merges} writes, the longest of ${longest} rows`);
  t.same(disagreements(log, 250, 1, true), []);
});

t.test('telegrams, copies and late copies come while their block is being sealed', async t => {
  const log = inSlices(t, 3);
  const late = (n: number, station: number) => telegrams(n, n + 1).map(copy => ({ ...copy, station }))[0] as Copy;
  log.write(telegrams(BLOCK, BLOCK + 20));
  t.equal(log.receive(late(1, 2)), 'late');
  t.equal(log.receive(late(1, 1)), 'repeated');
  right(t, log, 'in the middle');
  while (log.derive());
  t.equal(log.receive(late(2, 2)), 'late', 'also when it is sealed');
  t.equal(log.receive({ ...late(3, 1), arrivedAt: T0 + DAY_MS, rxNs: BigInt(T0 + DAY_MS) * MS_NS }), 'new');
  log.close(T0 + DAY_MS + 500);
  const { flags } = log.db.prepare('SELECT flags FROM message ORDER BY seq DESC LIMIT 1').get() as { flags: number };
  t.not(flags, 0, 'its counter has been used before');
  right(t, log, 'at the end');
});

t.test('a restart after any slice counts nothing twice and forgets nothing', async t => {
  const whole = inSlices(t, 100);
  const expected = figures(whole);
  for (let slices = 0; slices < 7; slices++) {
    const log = inSlices(t, slices, join(t.testdir(), `${slices}.db`));
    log.reopen();
    t.same(figures(log), expected, `after ${slices}`);
    right(t, log, `after ${slices}`);
    log.slices = Number.POSITIVE_INFINITY;
    log.write(telegrams(BLOCK, 2 * BLOCK));
    t.equal(log.stores.history.sealedUpTo() >= BLOCK, true);
    right(t, log, `after ${slices}, sealed`);
    const unfinished = log.db.prepare('SELECT count(*) AS count FROM block WHERE sealing = 1').get();
    t.same(unfinished, { count: 0 });
    const gone = `SELECT count(*) AS count FROM pending_activity WHERE last_seq NOT IN (SELECT last_seq FROM block)`;
    t.same(log.db.prepare(gone).get(), { count: 0 }, 'nothing is left of what was begun');
    t.same(
      figures(log)
        .slice(0, 2)
        .map(({ messages }) => messages),
      [2 * BLOCK, 2 * BLOCK],
      'by the hour and by the day',
    );
  }
});

t.test('a snapshot of a block that is being sealed is as whole as a restart', async t => {
  const dir = t.testdir();
  const log = inSlices(t, 4);
  log.db.exec(`VACUUM INTO '${join(dir, 'copy.db')}'`);
  const copy = openLog(t, join(dir, 'copy.db'), { blockMessages: BLOCK, sliceRows: SLICE });
  right(t, copy, 'of the snapshot');
  t.same(figures(copy), figures(log));
  copy.write(telegrams(BLOCK, BLOCK + 1));
  right(t, copy, 'sealed');
  t.equal(copy.stores.history.blocks().length, 1);
});

t.test('a write that fails in the middle leaves the block to be sealed anew', async t => {
  const log = inSlices(t, 4);
  const before = figures(log);
  log.stores.uplinks.forget();
  right(t, log, 'after it');
  t.same(figures(log), before);
  log.close();
  while (log.derive());
  t.equal(log.stores.history.sealedUpTo(), BLOCK);
  right(t, log, 'sealed');
  t.same(figures(log), before);
});

for (const slices of [1, 4]) {
  t.test(`a late copy goes with its message while its own block is being sealed: after ${slices} slices`, async t => {
    const log = openLog(t, undefined, { blockMessages: 8, sliceRows: 2 });
    populate(log, 3, 3);
    const day = (n: number): Copy[] =>
      Array.from({ length: 8 }, (_, i) => {
        const at = T0 + n * DAY_MS;
        return { endpoint: 1 + (i % 3), packetCnt: n * 8 + i, rxNs: BigInt(at + i) * MS_NS, arrivedAt: at };
      });
    log.write(day(0), T0 + 500);
    const [first] = day(0);
    log.write([{ ...(first as Copy), station: 2, arrivedAt: T0 + DAY_MS }], T0 + DAY_MS);
    log.slices = slices;
    log.write(day(1), T0 + DAY_MS + 500);
    t.equal(log.stores.messages.stationCount({ org: 1, station: 2 }), 1);
    t.equal(pruneLog(log, { until: T0 + HOUR_MS, now: T0 + 2 * DAY_MS }), 8);
    t.equal(log.stores.messages.stationCount({ org: 1, station: 2 }), 0);
    t.same(disagreements(log, 3, 3, true), []);
    while (log.derive());
    t.equal(log.stores.history.blocks().length, 1);
    t.same(disagreements(log, 3, 3, true), [], 'sealed');
  });
}

t.test('a block that is sealed for its age waits for the one that is being sealed', async t => {
  const log = inSlices(t, 2);
  log.write(telegrams(BLOCK, BLOCK + 5));
  const seal = () => log.db.atomic(() => log.stores.retention.seal(credibleMs(T0 + DAY_MS), T0 + 2 * DAY_MS));
  while (log.stores.history.blocks().length < 1) seal();
  right(t, log, 'the first');
  while (seal());
  while (log.stores.history.sealedUpTo() < BLOCK + 5) seal();
  t.equal(log.stores.history.blocks().length, 2);
  right(t, log, 'both');
});

t.test('what piles up unsealed is sealed at once: memory does not grow with what is behind', async t => {
  const log = inSlices(t, 1);
  log.write(telegrams(BLOCK, 6 * BLOCK));
  t.ok(log.stores.history.sealedUpTo() >= BLOCK);
  right(t, log, 'after it');
});

t.test('one write closes only so many windows', t => {
  const log = openLog(t);
  populate(log, ENDPOINTS, STATIONS);
  log.db.atomic(() => {
    for (const copy of telegrams(0, MOST_CLOSED + 10)) log.receive(copy);
  });
  const close = () => log.db.atomic(() => log.stores.uplinks.close(T0 + 500, listenedMs(T0 + 500))).closed;
  t.same([close(), close(), close()], [MOST_CLOSED, 10, 0]);
  t.end();
});

t.test('one write puts only so much together, where each endpoint is heard by many stations', t => {
  const stations = 40;
  const log = openLog(t, undefined, { blockMessages: BLOCK });
  populate(log, ENDPOINTS, stations);
  log.slices = 0;
  let most = 0;
  const deriveAll = () => {
    for (let writes = 0, more = true; more && writes < 10_000; writes++) {
      const before = changes(log);
      more = log.derive();
      most = Math.max(most, changes(log) - before);
    }
  };
  for (let block = 0; block < 34; block++) {
    const at = T0 + block * HOUR_MS;
    log.db.atomic(() => {
      for (const copy of telegrams(block * BLOCK, (block + 1) * BLOCK, at)) {
        for (let station = 1; station <= stations; station++) log.receive({ ...copy, station });
      }
    });
    log.close(at + 500);
    deriveAll();
  }
  t.ok(most > 10 && most < 200, `${most} rows`);
  right(t, log, 'in the end');
  t.end();
});
