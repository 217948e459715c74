// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { noticesFailuresOf, noticesRun } from './notices-run.ts';

t.setTimeout(120_000);

t.test('what was told to be wrong is told to be over, once, wherever the process is killed', async t => {
  const report = await noticesRun({ dir: t.testdir(), rounds: 3 });
  t.same(noticesFailuresOf(report), []);
  t.equal(report.struckAtAcceptance, 1);
  const ids = new Set(report.taken.map(({ mail }) => mail.messageId));
  t.ok(report.taken.length > ids.size, 'what was taken and not noted went once more');
});
