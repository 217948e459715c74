import t from 'tap';
import { avoiding, type Candidate, choose, fits } from '../../../src/domain/downlink/schedule.ts';

const plain: Candidate = { packetCnts: undefined, expOnly: false, avoided: {}, expiresAt: 100 };
const window = (packetCnt: number, responseExp = false) => ({ packetCnt, responseExp });

t.test('a window carries what fits its counter and whether an answer is expected', async t => {
  const of = (packetCnts: number[] | undefined, expOnly: boolean) => ({ packetCnts, expOnly });
  t.equal(fits(of(undefined, false), window(7)), true);
  t.equal(fits(of([6, 8], false), window(7)), false);
  t.equal(fits(of([6, 7], false), window(7)), true);
  t.equal(fits(of(undefined, true), window(7)), false);
  t.equal(fits(of(undefined, true), window(7, true)), true);
  t.equal(fits(of([6], true), window(7, true)), false);
  t.equal(fits(of([4_294_967_295], false), window(4_294_967_295)), true);
});

t.test('the first that fits is chosen', async t => {
  const urgent = { ...plain, packetCnts: [9] };
  const older = { ...plain, expOnly: true };
  const newer = { ...plain };
  const queue = [urgent, older, newer];
  t.equal(choose(queue, 1, window(9, true), 0), urgent);
  t.equal(choose(queue, 1, window(8, true), 0), older);
  t.equal(choose(queue, 1, window(8), 0), newer);
  t.equal(choose([urgent, older], 1, window(8), 0), undefined);
  t.equal(choose(queue, 1, undefined, 0), urgent, 'before a window opens nobody knows what will fit');
});

t.test('nothing is handed over whose lifetime is over', async t => {
  t.equal(choose([plain], 1, window(1), 99), plain);
  t.equal(choose([plain], 1, window(1), 100), undefined);
});

t.test('a station that could not take it is not asked for a while, others are', async t => {
  const avoided = avoiding(avoiding({}, 1, 30, 0), 2, 40, 10);
  t.strictSame(avoided, { 1: 30, 2: 40 });
  const candidate = { ...plain, avoided };
  const at = (station: number, now: number) => choose([candidate], station, window(1), now) === candidate;
  t.strictSame([at(1, 29), at(1, 30), at(2, 39), at(2, 40), at(3, 0)], [false, true, false, true, true]);
  t.strictSame(avoiding(avoided, 3, 65, 35), { 2: 40, 3: 65 }, 'what is over is not kept');
});
