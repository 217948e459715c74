// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { deliveriesRun } from './deliveries-run.ts';

t.setTimeout(120_000);

t.test('what waits reaches a target in order, wherever the process is killed and whatever the target does', async t => {
  const report = await deliveriesRun({
    ...{ dir: t.testdir(), kind: 'http', messages: 2000, endpoints: 50, kills: 3, seed: 7 },
  });
  t.same(report.failures, []);
  t.equal(report.lost, 0);
  t.ok(report.repeats > 0, 'what had come and was not noted came once more');
  t.ok(report.parked > 0, 'what was refused is parked');
});
