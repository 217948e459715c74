import t from 'tap';
import { runTime } from '../../../src/kit/time/run-time.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

t.test('a run is as long as it was, and began when the clock of now says, wherever the clock was set', async t => {
  const clock = new ManualClock();
  const begun = clock.now();
  clock.jump(40 * DAY_MS);
  const run = runTime(clock);
  await clock.advance(60_000);
  t.same([run.ms, run.startedAt], [60_000, begun + 40 * DAY_MS]);
  clock.jump(-40 * DAY_MS);
  t.same([run.ms, run.startedAt], [60_000, begun], 'set right');
  clock.jump(-begun);
  t.same([run.ms, run.startedAt], [60_000, 0], 'at 1970');
  clock.jump(begun);
  t.equal(run.startedAt, begun);
  for (let n = 0; n < 5; n++) {
    clock.jump(150);
    t.equal(run.startedAt, begun, 'what is corrected bit by bit is no other start');
  }
});
