import t from 'tap';
import { COUNT_MS, complete, PAGE_MS, type Position, type Scan } from '../../../src/database/scan.ts';
import { DAY_MS, HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import { type Copy, openLog, populate, random, T0 } from './log-store.ts';

const ENDPOINTS = 3;
const NOW = T0 + DAY_MS;
const FIRST = { offset: 0, from: undefined, size: 7 };

for (const late of [0, 0.2]) {
  t.test(`pages by number are in the order of radio times, late messages ${late}`, async t => {
    const log = openLog(t, undefined, { blockMessages: 16, sliceRows: 8 });
    populate(log, ENDPOINTS, 1);
    const next = random(7);
    const pick = (n: number) => Math.floor(next() * n);
    for (let round = 0; round < 30; round++) {
      log.write(
        Array.from({ length: 10 }, (_, n): Copy => {
          const at = T0 + (round * 10 + n) * 60_000 - (next() < late ? pick(6 * HOUR_MS) : 0);
          return { endpoint: 1 + pick(ENDPOINTS), packetCnt: round * 10 + n + 1, rxNs: BigInt(at) * MS_NS };
        }),
      );
      if (round % 3 > 0) continue;
      const endpoint = 1 + pick(ENDPOINTS);
      const all = log.stores.messages
        .after(0, 10_000)
        .filter(message => message.endpoint === endpoint)
        .sort((a, b) => (a.rxTime === b.rxTime ? b.seq - a.seq : a.rxTime < b.rxTime ? 1 : -1));
      const fromNs = BigInt(T0 + pick(HOUR_MS)) * MS_NS;
      const toNs = fromNs + BigInt(1 + pick(8 * HOUR_MS)) * MS_NS;
      for (const window of [{}, { fromNs }, { toNs }, { fromNs, toNs }]) {
        const wanted = all.filter(
          ({ rxTime }) =>
            (window.fromNs === undefined || rxTime >= window.fromNs) &&
            (window.toNs === undefined || rxTime < window.toNs),
        );
        for (const offset of [0, 1, pick(20), pick(100), wanted.length, wanted.length + 1]) {
          const page = complete(
            log.stores.messages.numbered(
              { org: 1, endpoint, ...window },
              { offset, from: undefined, size: 7 },
              NOW + round * 20_000,
            ),
          );
          t.same(
            page.rows.map(({ seq }) => seq),
            wanted.slice(offset, offset + 7).map(({ seq }) => seq),
            `round ${round}, offset ${offset}`,
          );
          t.same(page.total, { count: wanted.length, isMinimum: false });
        }
      }
    }
  });
}

t.test('messages before a page are passed by their number, not one by one', async t => {
  const log = openLog(t, undefined, { blockMessages: 16 });
  populate(log, 1, 1);
  for (let n = 0; n < 64; n++) {
    log.write(
      Array.from({ length: 16 }, (_, k) => {
        return { endpoint: 1, packetCnt: n * 16 + k + 1, rxNs: BigInt(T0 + (n * 16 + k) * 1000) * MS_NS };
      }),
    );
  }
  const scan = log.stores.messages.numbered({ org: 1, endpoint: 1 }, { ...FIRST, offset: 1000, size: 10 }, NOW);
  let steps = 0;
  for (let step = scan.next(0); ; step = scan.next(0)) {
    if (step.done) {
      t.same(
        step.value.rows.map(({ packetCnt }) => packetCnt),
        [24, 23, 22, 21, 20, 19, 18, 17, 16, 15],
      );
      break;
    }
    steps++;
  }
  t.ok(steps < 200, `${steps} steps`);
});

/** Does all of it as a thread that has much else to do. */
function slowly<R>(scan: Scan<R>, stepMs = 2 * PAGE_MS): R {
  for (let took = stepMs; ; took += stepMs) {
    const step = scan.next(took);
    if (step.done) return step.value;
  }
}

const minutes = (from: number, to: number): Copy[] =>
  Array.from({ length: to - from }, (_, n) => ({
    endpoint: 1,
    packetCnt: from + n + 1,
    rxNs: BigInt(T0 + (from + n) * 60_000) * MS_NS,
  }));

t.test('a page is whole however long it takes, and a count that was given up says so', async t => {
  const log = openLog(t, undefined, { blockMessages: 16 });
  populate(log, 1, 1);
  for (let n = 0; n < 100; n += 10) log.write(minutes(n, n + 10));
  const fromNs = BigInt(T0 + 60_000) * MS_NS;
  const query = { org: 1, endpoint: 1, fromNs };
  const { numbered } = log.stores.messages;
  const first = slowly(numbered(query, { ...FIRST, size: 40 }, NOW));
  t.same(
    first.rows.map(({ packetCnt }) => packetCnt),
    Array.from({ length: 40 }, (_, n) => 100 - n),
  );
  t.match(first.total, { isMinimum: true });
  t.ok(first.total.count > 40 && first.total.count <= 99, 'and is never less than what is shown');
  const later = NOW + 60_000;
  const last = slowly(numbered(query, { offset: 80, from: undefined, size: 40 }, later));
  t.same([last.rows.length, last.next], [19, undefined]);
  t.same(last.total, { count: 99, isMinimum: false }, 'the last page says how many there are');
  t.same(slowly(numbered(query, { ...FIRST, size: 1 }, NOW + 120_000), COUNT_MS / 1000).total, {
    count: 99,
    isMinimum: false,
  });
});

t.test('pages by cursor have each message once while others come and the oldest go', async t => {
  const log = openLog(t, undefined, { blockMessages: 16 });
  populate(log, 1, 1);
  log.write(minutes(0, 100));
  const { numbered } = log.stores.messages;
  const seen: number[] = [];
  let from: Position | undefined;
  let wrote = 100;
  do {
    const page = slowly(numbered({ org: 1, endpoint: 1 }, { offset: 0, from, size: 30 }, NOW + wrote));
    seen.push(...page.rows.map(({ packetCnt }) => packetCnt ?? 0));
    from = page.next;
    log.write(minutes(wrote, wrote + 13));
    wrote += 13;
  } while (from);
  t.same(
    seen,
    Array.from({ length: 100 }, (_, n) => 100 - n),
  );
  t.same(wrote, 152, 'four pages');
});
