// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { announcementRun } from './announcement-run.ts';

t.test('stations know what they should, and nothing else, when the process is killed amid announcements', async t => {
  const report = await announcementRun({
    dir: t.testdir(),
    patient: true,
    engine: 'better-sqlite3',
    rounds: 2,
    endpoints: 40,
  });
  t.strictSame([...report.faults, ...report.complaints], [], `seed ${report.seed}`);
  const sum = (name: 'announced' | 'newSessions' | 'resumed' | 'calls') =>
    report.rounds.reduce((all, round) => all + round[name], 0);
  t.equal(report.rounds.length, 2);
  t.ok(sum('announced') >= 8 * 40, 'every station was told of every endpoint');
  t.ok(sum('resumed') > 0 && sum('newSessions') > 0, 'sessions were resumed and begun');
  t.ok(sum('calls') > 0, 'operators changed endpoints meanwhile');
});
