import t from 'tap';
import { complete } from '../../../src/database/scan.ts';
import { DAY_MS, HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import { type Copy, openLog, populate, random, T0 } from './log-store.ts';

const ENDPOINTS = 3;
const NOW = T0 + DAY_MS;

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
            log.stores.messages.numbered({ org: 1, endpoint, ...window }, offset, 7, NOW + round * 20_000),
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
  const scan = log.stores.messages.numbered({ org: 1, endpoint: 1 }, 1000, 10, NOW);
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
