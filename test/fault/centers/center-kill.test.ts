import t from 'tap';
import { processEngine as engine } from '../../database/engine.ts';
import { centerKillRun } from './center-kill-run.ts';

t.test('every acknowledged telegram reaches the centers, whatever is killed or cut', async t => {
  const report = await centerKillRun({ dir: t.testdir(), engine, rounds: 4 });
  t.strictSame(report.failures, [], `seed ${report.seed}`);
  t.strictSame(Object.values(report.strikes), [1, 1, 1, 1]);
  t.ok(report.deregistered > 0, 'endpoints were deregistered meanwhile');
  const [struck, other] = report.centers;
  t.ok((struck?.received ?? 0) > 0 && report.acknowledged > 0);
  // A strike may meet the way back from the one before.
  t.ok([2, 3, 4].includes(struck?.resumed ?? 0), 'its session went on after the strikes');
  t.equal(other?.resumed, 1, 'the other center met the end of the service center only');
});
