import t from 'tap';
import { avoiding, type Candidate, choose, fits } from '../../../src/domain/downlink/schedule.ts';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { momentAt } from '../../peers/time.ts';

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
  t.equal(choose(queue, 1, window(9, true), momentAt(0)), urgent);
  t.equal(choose(queue, 1, window(8, true), momentAt(0)), older);
  t.equal(choose(queue, 1, window(8), momentAt(0)), newer);
  t.equal(choose([urgent, older], 1, window(8), momentAt(0)), undefined);
  t.equal(choose(queue, 1, undefined, momentAt(0)), urgent, 'before a window opens it is not known what will fit');
});

t.test('nothing is handed over whose lifetime is over', async t => {
  t.equal(choose([plain], 1, window(1), momentAt(99)), plain);
  t.equal(choose([plain], 1, window(1), momentAt(100)), undefined);
});

t.test('a station that could not take it is not asked for a while, others are', async t => {
  const avoided = avoiding(avoiding({}, 1, 0), 2, 10_000);
  t.strictSame(avoided, { 1: 30_000, 2: 40_000 });
  const candidate = { ...plain, expiresAt: 1e9, avoided };
  const at = (station: number, now: number) => choose([candidate], station, window(1), momentAt(now)) === candidate;
  t.strictSame(
    [at(1, 29_999), at(1, 30_000), at(2, 39_999), at(2, 40_000), at(3, 0)],
    [false, true, false, true, true],
  );
  t.strictSame(avoiding(avoided, 3, 35_000), { 2: 40_000, 3: 65_000 }, 'what is over is not kept');
  t.equal(at(2, 9_999), true, 'longer than it may be: said by a clock that was ahead');
});

t.test('a clock that is ahead ends no lifetime', async t => {
  t.equal(choose([plain], 1, window(1), { now: 1e9, credible: credibleMs(99) }), plain);
  t.equal(choose([plain], 1, window(1), { now: 1e9, credible: credibleMs(100) }), undefined);
});
