// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { noticesRun } from './notices-run.ts';

t.setTimeout(120_000);

t.test('what was told to be wrong is told to be over, once, wherever the process is killed', async t => {
  const report = await noticesRun({ dir: t.testdir(), rounds: 3 });
  t.same(report.failures, [], `seed ${report.seed}`);
  t.equal(report.struckAtAcceptance, 1);
  t.ok(report.repeated > 0, 'what was taken and not noted went once more');
});
