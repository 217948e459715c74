import { join } from 'node:path';
import t from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { complete } from '../../../src/database/scan.ts';
import { domain } from '../../../src/domain/domain.ts';
import type { OrganizationFigures } from '../../../src/domain/statistics/statistics-store.ts';
import { DAY_S, HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import { engine } from '../../database/engine.ts';
import { type Copy, openLog, populate, T0, type TestLog } from '../message/log-store.ts';

/** In the middle of the hour that the windows cut. */
const HALF = T0 + HOUR_MS / 2;

const hear = (packetCnt: number, rxMs: number, station = 1): Copy => ({
  ...{ endpoint: 1 + (packetCnt % 3), packetCnt, station, rxNs: BigInt(rxMs) * MS_NS, arrivedAt: T0 + 2 * HOUR_MS },
});

/** In the same hour, and in no window there: the hour is cut. */
const OUTSIDE = hear(60_000, T0 + 1000);

type Stores = TestLog['stores'];

/** What a window that begins in the middle of the hour has, and one that ends there. */
function seen({ statistics, analytics }: Stores) {
  return [
    [HALF, HALF + 5 * HOUR_MS],
    [T0 - 5 * HOUR_MS, HALF],
    [HALF - 60_000, HALF + 60_000],
  ].map(([fromMs = 0, toMs = 0]) => {
    const { messagesAt, topEndpoints, topStations } = complete(statistics.organization(1, fromMs, toMs, DAY_S, 5));
    const window = { org: 1, fromMs, toMs, granularity: undefined, epEui: undefined, bsEui: undefined };
    const { overall, byStation } = complete(analytics.quality(window));
    return { messagesAt: [...messagesAt], topEndpoints, topStations, overall, byStation };
  });
}

t.test('an hour that stays in memory has what came since', async t => {
  const log = openLog(t, undefined, { blockMessages: 64 });
  populate(log, 3, 3);
  const now = T0 + 2 * HOUR_MS + 1000;
  /** The same by stores that have never seen it. */
  const anew = () => {
    const db = openDb(log.path, { engine, mode: 'reader', synchronous: 'normal' });
    try {
      return seen(domain(db, { blockMessages: 64 }));
    } finally {
      db.close();
    }
  };
  let before = '';
  const look = (when: string) => {
    const found = seen(log.stores);
    t.same(found, anew(), when);
    t.not(JSON.stringify(found), before, `${when}: something is new`);
    before = JSON.stringify(found);
    t.same(seen(log.stores), found, `${when}, once more`);
  };
  log.write(
    Array.from({ length: 90 }, (_, n) => hear(n, T0 + n * 40_000)),
    now,
  );
  t.ok(log.stores.history.sealedUpTo() > 0, 'a part of it is sealed');
  look('at first');
  log.write([hear(100, HALF + 10), hear(101, HALF - 10), hear(101, HALF - 9, 2)], now);
  look('after more in the same hour');
  log.write([hear(45, T0 + 45 * 40_000 + 5, 3)], now + HOUR_MS);
  t.ok(log.stores.messages.lateStations(0, Number.MAX_SAFE_INTEGER).size > 0, 'a copy came late');
  look('after a late copy');
  log.write([hear(200, T0 + 3 * HOUR_MS)], now);
  look('after some in another hour');
  log.write(
    Array.from({ length: 64 }, (_, n) => hear(300 + n, HALF + n)),
    now,
  );
  look('after a block of it was sealed');
});

t.test('two who look at once count nothing twice, whenever more is stored', async t => {
  const log = openLog(t, undefined, { blockMessages: 64 });
  populate(log, 3, 3);
  let count = 0;
  const write = (more: number) => {
    const copies = Array.from({ length: more }, (_, n) => hear(count + n, HALF + n));
    log.write(copies, T0 + 2 * HOUR_MS + 1000);
    count += more;
  };
  const ask = () => log.stores.statistics.organization(1, HALF - 60_000, HALF + 60_000, DAY_S, 5);
  const totalOf = ({ messagesAt }: OrganizationFigures) => [...messagesAt.values()].reduce((sum, n) => sum + n, 0);
  log.write([OUTSIDE]);
  write(600);
  for (let round = 0; round < 24; round++) {
    // Both find the hour as it was, and more behind it.
    write(3);
    const before = count;
    const found: number[] = [];
    const both = [ask(), ask()];
    for (let turn = 0; found.length < both.length; turn++) {
      // Bit by bit, in turns.
      for (const scan of both) {
        const step = scan.next(0);
        if (step.done && step.value) found.push(totalOf(step.value));
      }
      if (turn === round) write(3);
    }
    for (const total of found) t.ok(total >= before && total <= count, `round ${round}: ${total} of ${count}`);
    t.equal(totalOf(complete(ask())), count, `round ${round}: all`);
  }
});

t.test('an hour is read while more of it is stored', async t => {
  for (let at = 0; at < 12; at++) {
    const log = openLog(t, join(t.testdir(), `${at}.db`), { blockMessages: 64 });
    populate(log, 3, 3);
    const write = (from: number) =>
      log.write(
        Array.from({ length: 1100 }, (_, n) => hear(from + n, HALF + 2 * n + (from > 0 ? 1 : 0))),
        T0 + 2 * HOUR_MS + 1000,
      );
    const ask = () => log.stores.statistics.organization(1, HALF - 60_000, HALF + 60_000, DAY_S, 5);
    log.write([OUTSIDE]);
    write(0);
    const scan = ask();
    let turn = 0;
    for (; !scan.next(0).done; turn++) if (turn === at) write(2000);
    const { messagesAt } = complete(ask());
    t.same([...messagesAt.values()], [at < turn ? 2200 : 1100], `stored in turn ${at}`);
  }
});
