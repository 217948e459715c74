import t from 'tap';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { DAY_MS, MINUTE_MS, MS_NS } from '../../../src/kit/units.ts';
import { type Copy, openLog, populate, random, T0 } from '../message/log-store.ts';
import { disagreements, pruneLog } from './retention-scene.ts';

const ENDPOINTS = 5;
const STATIONS = 3;

for (const [seed, sliceRows] of [
  [3, undefined],
  [17, undefined],
  [3, 3],
  [29, 1],
] as const) {
  const how = sliceRows === undefined ? 'sealed at once' : `sealed in slices of ${sliceRows}`;
  t.test(`lists and counts equal a plain recount, whatever comes, goes and restarts: seed ${seed}, ${how}`, async t => {
    const log = openLog(t, undefined, { blockMessages: 16, ...(sliceRows !== undefined && { sliceRows }) });
    if (sliceRows !== undefined) log.slices = 2;
    populate(log, ENDPOINTS, STATIONS);
    const next = random(seed);
    let now = T0;
    let newest = 0;
    let ever = 0;
    let packetCnt = 0;
    const written: Copy[] = [];
    const arrive = () => {
      const copies: Copy[] = [];
      for (let n = Math.floor(next() * 30); n >= 0; n--) {
        now += Math.floor(next() * 20) * MINUTE_MS;
        const copy = {
          ...{ endpoint: 1 + Math.floor(next() * ENDPOINTS), packetCnt: ++packetCnt, arrivedAt: now },
          rxNs: BigInt(now - Math.floor(next() * 300) * MINUTE_MS) * MS_NS,
        };
        copies.push({ ...copy, station: 1 + Math.floor(next() * STATIONS) });
        if (next() < 0.2) copies.push({ ...copy, station: 1 + Math.floor(next() * STATIONS) });
        ever++;
      }
      log.write(copies, now + 500);
      written.push(...copies);
      // Copies of what is visible or gone long since: those whose message is gone are messages of their own.
      const late = written[Math.floor(next() ** 0.3 * written.length)];
      if (late) {
        const before = log.stores.messages.countOfAll();
        log.write([{ ...late, arrivedAt: now, station: 1 + Math.floor(next() * STATIONS) }], now + 500);
        ever += log.stores.messages.countOfAll() - before;
      }
    };
    for (let round = 0; round < 26; round++) {
      arrive();
      const { newest: reached } = log.stores.messages.edges();
      t.ok(reached > newest, 'no place is given twice');
      newest = reached;
      if (next() < 0.4) {
        if (next() < 0.5) log.db.atomic(() => log.stores.retention.seal(credibleMs(now - DAY_MS), now));
        const until = now - Math.floor(next() ** 2 * 3 * DAY_MS);
        const aim = next() < 0.3 ? { deliveredUntil: until, now } : { until, now };
        pruneLog(log, aim, () => {
          if (next() < 0.5) log.derive();
          if (next() < 0.7) return;
          const wrong = disagreements(log, ENDPOINTS, STATIONS, false);
          if (wrong.length > 0) t.same(wrong, [], `in the middle of round ${round}`);
        });
      }
      if (next() < 0.3) log.reopen();
      const wrong = disagreements(log, ENDPOINTS, STATIONS, true);
      if (wrong.length > 0) t.same(wrong, [], `after round ${round}`);
      t.equal(log.stores.messages.countOfAll(), ever, 'what is gone still counts as having been');
      t.equal(log.stores.messages.edges().newest, newest);
    }
    const { pruned } = log.db.prepare("SELECT value AS pruned FROM counter WHERE name = 'messages_pruned'").get() as {
      pruned: number;
    };
    t.ok(pruned > 30, `${pruned} of ${ever} went`);
  });
}
