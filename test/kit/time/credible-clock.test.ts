import t from 'tap';
import { type Correction, CredibleClock, type Doubt, type KnownTimes } from '../../../src/kit/time/credible-clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

const NOW = Date.UTC(2026, 10, 1, 12);
const YEAR = 365 * DAY_MS;
const BUILT = NOW - YEAR;

/** A box whose last commit was a second ago, when the clock said what it says now less `ahead`. */
function box({ aheadMs = 0, times = {} }: { aheadMs?: number; times?: Partial<KnownTimes> } = {}) {
  const machine = new ManualClock(NOW + aheadMs);
  const clock = new CredibleClock(machine, BUILT);
  const told = { corrections: [] as Correction[], doubts: [] as (Doubt | undefined)[], jumps: [] as number[] };
  clock.follow({
    jumped: offsetMs => void told.jumps.push(offsetMs),
    corrected: correction => void told.corrections.push(correction),
    doubted: doubt => void told.doubts.push(doubt),
    floor() {},
  });
  const known = { committed: NOW - SECOND_MS, witnessed: NOW - MINUTE_MS, ...times };
  clock.learn(known, () => known.witnessed);
  return { machine, clock, told };
}

t.test('a clock that goes on from the last commit is believed', async t => {
  const { machine, clock } = box();
  t.equal(clock.believed, true);
  await machine.advance(HOUR_MS);
  t.equal(clock.now(), NOW + HOUR_MS);
  t.equal(clock.credible(), NOW + HOUR_MS);
});

t.test('a start with a clock that is ahead shows what it says, and ends nothing by it', async t => {
  for (const aheadMs of [HOUR_MS, 40 * DAY_MS, YEAR, 10 * YEAR]) {
    const { machine, clock, told } = box({ aheadMs });
    await machine.advance(2 * HOUR_MS);
    t.equal(clock.now(), NOW + aheadMs + 2 * HOUR_MS);
    t.equal(clock.credible(), NOW - SECOND_MS + 2 * HOUR_MS, 'as much later as time has gone by');
    t.same(told.corrections, []);
    machine.jump(-aheadMs);
    t.equal(clock.now(), NOW + 2 * HOUR_MS, 'at once');
    t.equal(clock.credible(), NOW + 2 * HOUR_MS);
    t.same(told.corrections, [{ from: NOW + aheadMs, to: NOW + aheadMs + 2 * HOUR_MS, offsetMs: -aheadMs }]);
    t.equal(told.doubts.at(-1), undefined);
  }
});

t.test('ten seconds are no reason for doubt', async t => {
  const { machine, clock, told } = box({ aheadMs: 10 * SECOND_MS });
  t.equal(clock.believed, true);
  machine.jump(-10 * SECOND_MS);
  t.ok(clock.now() >= NOW - SECOND_MS);
  t.same(told.corrections, []);
});

t.test('a clock that jumps ahead while the box runs, and back', async t => {
  const { machine, clock, told } = box();
  await machine.advance(HOUR_MS);
  machine.jump(40 * DAY_MS);
  t.equal(clock.now(), NOW + HOUR_MS + 40 * DAY_MS);
  t.equal(clock.credible(), NOW + HOUR_MS);
  await machine.advance(MINUTE_MS);
  t.equal(clock.credible(), NOW + HOUR_MS + MINUTE_MS);
  machine.jump(-40 * DAY_MS);
  t.equal(clock.credible(), NOW + HOUR_MS + MINUTE_MS);
  t.equal(clock.believed, true);
  const from = NOW + HOUR_MS + 40 * DAY_MS;
  t.same(told.corrections, [{ from, to: from + MINUTE_MS, offsetMs: -40 * DAY_MS }]);
  t.same(told.jumps, [40 * DAY_MS, -40 * DAY_MS]);
});

t.test('a clock at 1970 goes on from the last commit, and is right when it is set', async t => {
  const { machine, clock, told } = box({ aheadMs: -NOW });
  t.equal(clock.now(), NOW - SECOND_MS + 1);
  await machine.advance(MINUTE_MS);
  t.equal(clock.now(), NOW - SECOND_MS + 1 + MINUTE_MS);
  t.ok(clock.credible() <= clock.now());
  t.equal(clock.set, false);
  machine.jump(NOW + 3 * HOUR_MS);
  t.equal(clock.now(), NOW + 3 * HOUR_MS + MINUTE_MS);
  t.equal(clock.set, true);
  t.equal(told.corrections.length, 1);
  t.match(told.corrections[0], { from: NOW - SECOND_MS + 1, offsetMs: 3 * HOUR_MS + SECOND_MS - 1 });
  t.equal(clock.credible(), NOW - SECOND_MS + MINUTE_MS, 'it is not confirmed yet');
  clock.believe();
  t.equal(clock.credible(), clock.now());
});

t.test('a clock that is set back behind what a station has said goes on where it was', async t => {
  for (const backMs of [HOUR_MS, DAY_MS]) {
    const { machine, clock, told } = box();
    await machine.advance(30 * SECOND_MS);
    machine.jump(-backMs);
    await machine.advance(30 * SECOND_MS);
    t.ok(Math.abs(clock.now() - NOW - MINUTE_MS) <= 1);
    t.ok(Math.abs(clock.credible() - NOW - MINUTE_MS) <= 1);
    machine.jump(backMs);
    t.ok(Math.abs(clock.now() - NOW - MINUTE_MS) <= 1);
    t.equal(clock.set, true);
    t.same(told.corrections, []);
  }
});

t.test('a station that agrees, or a day without contradiction, ends the doubt', async t => {
  const { machine, clock, told } = box({ aheadMs: 3 * DAY_MS });
  clock.believe();
  t.equal(clock.credible(), clock.now());
  t.same(told.doubts.at(-1), undefined);
  const other = box({ aheadMs: 3 * DAY_MS });
  for (let hour = 0; hour < 23; hour++) {
    await other.machine.advance(HOUR_MS);
    other.clock.check();
  }
  t.equal(other.clock.believed, false);
  await other.machine.advance(HOUR_MS);
  other.clock.check();
  t.equal(other.clock.believed, true);
  machine.jump(-3 * DAY_MS);
  t.same(told.corrections, [], 'what it said was true');
});

t.test('a contradiction puts a day off, and takes away what was believed', async t => {
  const { machine, clock } = box({ aheadMs: 40 * DAY_MS });
  await machine.advance(23 * HOUR_MS);
  clock.contradict(NOW + 23 * HOUR_MS);
  await machine.advance(23 * HOUR_MS);
  clock.check();
  t.equal(clock.believed, false);
  t.equal(clock.credible(), NOW - SECOND_MS + 46 * HOUR_MS);

  const fresh = box({ aheadMs: 40 * DAY_MS, times: { committed: 0, witnessed: 0 } });
  t.equal(fresh.clock.credible(), NOW + 40 * DAY_MS, 'nothing is known that it could end');
  fresh.clock.contradict(NOW);
  t.equal(fresh.clock.credible(), NOW);
  await fresh.machine.advance(MINUTE_MS);
  fresh.machine.jump(-40 * DAY_MS);
  t.equal(fresh.clock.credible(), NOW + MINUTE_MS);
  t.equal(fresh.clock.now(), NOW + MINUTE_MS);
  const from = NOW + 40 * DAY_MS;
  t.same(fresh.told.corrections, [{ from, to: from + MINUTE_MS, offsetMs: -40 * DAY_MS }]);
});

t.test('a new box without a clock is right as soon as it is set', async t => {
  const { machine, clock, told } = box({ aheadMs: -NOW, times: { committed: 0, witnessed: 0 } });
  t.equal(clock.now(), BUILT + 1);
  await machine.advance(MINUTE_MS);
  machine.jump(NOW);
  t.equal(clock.credible(), NOW + MINUTE_MS);
  t.match(told.corrections, [{ from: BUILT + 1, to: BUILT + 1 + MINUTE_MS }]);
});

t.test('a second start by the same wrong clock is in doubt as the first was', async t => {
  const first = box({ aheadMs: 40 * DAY_MS });
  await first.machine.advance(MINUTE_MS);
  const doubt = first.told.doubts.at(-1);
  t.same(doubt, { from: NOW + 40 * DAY_MS, sure: NOW - SECOND_MS });
  const committed = NOW + 40 * DAY_MS + MINUTE_MS;
  const second = box({ aheadMs: 40 * DAY_MS + 2 * MINUTE_MS, times: { committed, doubt } });
  t.equal(second.clock.credible(), NOW - SECOND_MS + MINUTE_MS);
  await second.machine.advance(MINUTE_MS);
  t.same(second.told.doubts.length, 1);
  const again = { committed: committed + 2 * MINUTE_MS, doubt: second.told.doubts[0] };
  const third = box({ aheadMs: 40 * DAY_MS + 4 * MINUTE_MS, times: again });
  t.ok(third.clock.credible() <= NOW + 4 * MINUTE_MS, 'never later than the true time');
  third.machine.jump(-40 * DAY_MS);
  t.equal(third.clock.now(), NOW + 4 * MINUTE_MS);
  t.match(third.told.corrections, [{ from: NOW + 40 * DAY_MS, offsetMs: -40 * DAY_MS }], 'of both runs');
});

t.test(
  'a clock that was set right while the box was off corrects what the last run stored, to its last moment',
  async t => {
    const doubt = { from: NOW + 40 * DAY_MS, sure: NOW - MINUTE_MS };
    const committed = NOW + 40 * DAY_MS + MINUTE_MS;
    const { clock, told } = box({ aheadMs: 2 * MINUTE_MS, times: { committed, doubt } });
    t.equal(clock.believed, true);
    t.equal(clock.now(), NOW + 2 * MINUTE_MS);
    t.same(told.corrections, [{ from: doubt.from, to: committed, offsetMs: MINUTE_MS - 40 * DAY_MS }]);
    t.same(told.doubts, [undefined]);
  },
);
