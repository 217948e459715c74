// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { commandsRun } from './commands-run.ts';

t.setTimeout(120_000);

t.test('each command is done once and answered, wherever the process is killed', async t => {
  const report = await commandsRun({
    ...{ dir: t.testdir(), commands: 50, endpoints: 10, kills: 2, targetAlone: false, seed: 7 },
    targets: [
      { kind: 'mqtt', hearsAll: true },
      { kind: 'http', hearsAll: true },
    ],
  });
  t.same(report.failures, []);
  t.equal(report.queued + report.refused, 50);
  t.equal(report.sent + report.expired, report.queued, 'each downlink has a result');
  t.ok(report.underWay > 0, 'commands were interrupted');
  t.ok(report.restarts > 0, 'the targets were restarted, too');
});
