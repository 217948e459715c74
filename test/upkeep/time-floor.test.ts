import t from 'tap';
import { type Correction, CredibleClock, type Doubt, floorOf } from '../../src/kit/time/credible-clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/kit/units.ts';
import { clockFinding, TimeFloor } from '../../src/upkeep/time-floor.ts';
import { ManualClock } from '../peers/manual-clock.ts';

const NOW = Date.UTC(2026, 10, 1, 12);
const YEAR = 365 * DAY_MS;

t.test('the floor is the later of build date and last commit, unless all agree that it lies in the future', async t => {
  const cases: [name: string, now: number, built: number, committed: number, witnessed: number, floor: number][] = [
    ['a clock that is right', NOW, NOW - YEAR, NOW - DAY_MS, NOW - DAY_MS, NOW - DAY_MS],
    ['before the first commit', NOW, NOW - YEAR, 0, 0, NOW - YEAR],
    ['at 1970', 0, NOW - YEAR, NOW - DAY_MS, NOW - DAY_MS, NOW - DAY_MS],
    ['at 1970, before anything was heard', 0, NOW - YEAR, NOW - DAY_MS, 0, NOW - DAY_MS],
    ['a commit in the future', NOW, NOW - DAY_MS, NOW + YEAR, NOW - 1, NOW - 1],
    ['a commit in the future, before anything was heard', NOW, NOW - DAY_MS, NOW + YEAR, 0, NOW - DAY_MS],
    ['a station is as far', NOW, NOW - DAY_MS, NOW + YEAR, NOW + YEAR, NOW + YEAR],
    ['a station is a minute ahead', NOW, NOW - DAY_MS, NOW + YEAR, NOW + 60_000, NOW],
    ['the program is from the future', NOW, NOW + DAY_MS, NOW + YEAR, 0, NOW + YEAR],
  ];
  for (const [name, now, built, committed, witnessed, floor] of cases) {
    t.equal(floorOf(now, built, { committed, witnessed }), floor, name);
  }
});

t.test('what is wrong is one sentence, wherever it is asked', async t => {
  t.equal(clockFinding(NOW, NOW), undefined);
  t.equal(
    clockFinding(0, NOW)?.text,
    'clock not set: it says 1970-01-01 00:00, and it is at least 2026-11-01 12:00 UTC',
  );
  t.equal(
    clockFinding(NOW + YEAR, NOW, NOW)?.text,
    'clock is wrong: it says 2027-11-01 12:00, base stations say 2026-11-01 12:00 UTC',
  );
});

interface Scene {
  readonly committed?: number;
  readonly witnessed?: number;
  readonly now?: number;
  readonly doubt?: Doubt;
}

async function scene({ committed = NOW, witnessed = NOW, now = NOW, doubt }: Scene = {}) {
  const clock = new ManualClock(now);
  const kept: number[] = [];
  const [jumps, aheads, corrections]: [number[], number[], Correction[]] = [[], [], []];
  const state = { witnessed };
  const credible = new CredibleClock(clock, NOW - YEAR);
  const time = new TimeFloor({
    ...{ clock: credible, builtAt: NOW - YEAR, committed },
    log: { warn() {}, error() {} },
    witnessed: () => state.witnessed,
    rememberDoubt: async () => undefined,
    correct: async correction => void corrections.push(correction),
    ahead: async until => void aheads.push(until),
    remember: async floor => void kept.push(floor),
    jumped: async offset => void jumps.push(offset),
  });
  credible.learn({ committed, witnessed, doubt }, () => state.witnessed);
  await time.begin();
  return { clock, time, kept, jumps, aheads, corrections, state };
}

t.test('a floor that has fallen, or that rows do not tell, is kept for the next start', async t => {
  t.same((await scene()).kept, []);
  t.same((await scene({ committed: NOW + YEAR })).kept, [NOW]);
  const { clock, kept, jumps } = await scene();
  clock.jump(-NOW);
  await clock.advance(10_000);
  t.same(kept, [NOW + 10_000], 'all that is stored from now on has wrong times');
  t.same(jumps, [-NOW]);
});

t.test('the floor falls at the moment at which the last of them agrees', async t => {
  const { clock, time, kept } = await scene({ now: NOW - DAY_MS, committed: NOW + YEAR });
  t.equal(time.set, false, 'a station has told a later time');
  let changes = 0;
  time.onChange(() => changes++);
  clock.jump(DAY_MS);
  await clock.advance(10_000);
  t.equal(time.set, true);
  t.ok(changes > 0);
  t.same(kept, [NOW]);
});

t.test('one station that is wrong does not make the clock wrong', async t => {
  const { clock, time, jumps } = await scene();
  t.equal(time.compare(clock.now() + 500), false);
  t.equal(time.compare(NOW + 2 * YEAR), false, 'ahead');
  t.equal(time.compare(NOW - 2 * YEAR), false, 'behind what was stored');
  t.equal(time.compare(NOW - 10_000), false, 'a little behind');
  t.same(jumps, []);
  t.equal(time.finding, undefined);
});

t.test('what stations tell of a clock that is ahead holds until one agrees with it', async t => {
  const { clock, time, jumps } = await scene({ now: NOW + YEAR });
  t.equal(time.compare(NOW + 1000), true);
  t.equal(time.compare(NOW + 3000), true);
  t.same(jumps, [YEAR - 1000], 'told once');
  t.match(time.finding, { check: 'clock', text: /^clock is wrong/ });
  t.equal(time.compare(clock.now()), false);
  t.equal(time.finding, undefined);
  t.equal(time.compare(NOW), false, 'it is the station');
});

t.test(
  'certificates are signed as of a day after what is confirmed, at most, and never earlier than before',
  async t => {
    const { time, state } = await scene({ now: NOW + YEAR });
    t.equal(time.confirmed(), NOW + DAY_MS);
    state.witnessed = NOW - DAY_MS;
    t.equal(time.confirmed(), NOW + DAY_MS);
    state.witnessed = NOW + 60_000;
    t.equal(time.confirmed(), NOW + DAY_MS + 60_000);
  },
);

t.test('until when a clock was ahead is remembered where nothing says since when', async t => {
  const off = await scene({ committed: NOW + 40 * DAY_MS });
  t.same(off.aheads, [NOW + 40 * DAY_MS], 'set while the box was off');
  off.clock.jump(-HOUR_MS);
  await off.clock.advance(10_000);
  t.same(off.aheads, [NOW + 40 * DAY_MS, NOW + 10_000], 'and while it runs');
  const short = await scene({ committed: NOW + HOUR_MS - 1 });
  t.same(short.aheads, [], 'what is later by less is left as it is');
  const doubt = { from: NOW + 39 * DAY_MS, sure: NOW - DAY_MS };
  const known = await scene({ committed: NOW + 40 * DAY_MS, doubt });
  t.same(known.aheads, []);
  t.same(known.corrections, [{ from: doubt.from, to: NOW + 40 * DAY_MS, offsetMs: -40 * DAY_MS }]);
});

t.test('a disk that takes nothing keeps neither the start nor the looks from going on', async t => {
  const clock = new ManualClock(NOW - DAY_MS);
  const errors: string[] = [];
  const full = async () => {
    throw new Error('disk full');
  };
  const credible = new CredibleClock(clock, NOW - YEAR);
  const times = { committed: NOW + YEAR, witnessed: NOW - 2 * DAY_MS };
  credible.learn(times, () => times.witnessed);
  const time = new TimeFloor({
    ...{ clock: credible, builtAt: NOW - YEAR, committed: times.committed },
    rememberDoubt: full,
    correct: full,
    ahead: full,
    log: { warn() {}, error: (_: unknown, text?: string) => void errors.push(text ?? '') },
    witnessed: () => NOW - 2 * DAY_MS,
    remember: full,
    jumped: full,
  });
  await time.begin();
  t.same(errors, ['time floor not stored', 'times ahead not remembered', 'event not stored']);
  t.ok(time.set, 'and the floor has fallen all the same');
  time.stop();
});
