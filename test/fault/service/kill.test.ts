// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { processEngine as engine } from '../../database/engine.ts';
import { killRun } from './kill-run.ts';

t.test('no acknowledged telegram is lost or doubled when the process is killed under load', async t => {
  const report = await killRun({ dir: t.testdir(), engine, rounds: 4 });
  t.strictSame(report.failures, [], `seed ${report.seed}`);
  t.equal(report.found, report.acknowledged);
  t.equal(report.newSessions, 0, 'every station resumed its session');
  t.ok(report.repeated > 0, 'stations had to repeat what was not answered');
  t.equal(report.killedStarting, 1);
});
