// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { brokenReleases } from './broken-run.ts';
import { breaking, variants } from './real-box.ts';

const TIMES = { readyMs: 60_000, trialMs: 4000, silentMs: 10_000, everyMs: 300 };

t.test(
  'a release that does not work is gone again, one that works stays, and nothing that was acknowledged is lost',
  async t => {
    const chosen = variants({ laterMs: 0 }).filter(({ name }) =>
      ['exit 78', 'will not exec', 'has a table more'].includes(name),
    );
    t.equal(chosen.length, 3);
    const { failures, totals } = await brokenReleases({ dir: t.testdir(), times: TIMES, variants: chosen, rate: 50 });
    t.strictSame(failures, []);
    t.ok(totals.found > 100, `${totals.found} uplinks`);
  },
);

t.test(
  'nor is what was acknowledged while a release was on trial whose database the one before cannot use',
  async t => {
    const chosen = breaking({ laterMs: 8000 });
    const { failures, totals } = await brokenReleases({ dir: t.testdir(), times: TIMES, variants: chosen, rate: 50 });
    t.strictSame(failures, []);
    t.ok(totals.found > 100, `${totals.found} uplinks`);
  },
);
