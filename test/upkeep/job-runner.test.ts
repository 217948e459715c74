import t from 'tap';
import { createLog } from '../../src/kit/log.ts';
import { JobRunner } from '../../src/upkeep/job-runner.ts';
import { ManualClock } from '../peers/manual-clock.ts';

const silent = await createLog({ level: 'silent', format: 'json' });

t.test('a job runs at its times, never twice at once, and once more when it was due meanwhile', async t => {
  const clock = new ManualClock();
  const upkeep = new JobRunner(clock, silent);
  const runs: PromiseWithResolvers<void>[] = [];
  const run = () => {
    const started = Promise.withResolvers<void>();
    runs.push(started);
    return started.promise;
  };
  upkeep.start([{ failure: 'not done', everyMs: 100, run }]);
  await clock.advance(350);
  t.equal(runs.length, 1, 'the first one still runs');
  runs[0]?.resolve();
  await clock.advance(0);
  t.equal(runs.length, 2, 'what came due meanwhile is not put off until the next time');
  runs[1]?.resolve();
  await clock.advance(49);
  t.equal(runs.length, 2, 'however often it came due');
  await clock.advance(1);
  t.equal(runs.length, 3);
  runs[2]?.resolve();
  await upkeep.stop();
});

t.test('a job that failed is tried again at its next time', async t => {
  const clock = new ManualClock();
  const upkeep = new JobRunner(clock, silent);
  let runs = 0;
  const run = async () => {
    runs++;
    if (runs === 1) throw new Error('not this time');
  };
  upkeep.start([{ failure: 'not done', everyMs: 100, run }]);
  await clock.advance(100);
  await clock.advance(100);
  t.equal(runs, 2);
  await upkeep.stop();
});

t.test('stopping waits for what runs and starts nothing more', async t => {
  const clock = new ManualClock();
  const upkeep = new JobRunner(clock, silent);
  const started = Promise.withResolvers<void>();
  let runs = 0;
  const run = () => {
    runs++;
    return started.promise;
  };
  upkeep.start([{ failure: 'not done', everyMs: 100, run }]);
  await clock.advance(100);
  await clock.advance(100);
  let stopped = false;
  const stopping = upkeep.stop().then(() => {
    stopped = true;
  });
  await clock.advance(1000);
  t.notOk(stopped);
  started.resolve();
  await stopping;
  t.equal(runs, 1);
});
