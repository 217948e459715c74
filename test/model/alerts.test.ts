import { join } from 'node:path';
import t from 'tap';
import { checkAlerts } from './alerts.ts';

/** The same sequences in every run; `node test/model/alerts.ts STEPS SEED` takes others. */
const SEEDS = [20_260_103, 6];
const STEPS = 10_000;

for (const seed of SEEDS) {
  t.test(`an alert is open exactly while its condition says so, in ${STEPS} random steps (seed ${seed})`, async t => {
    const { opened, told, kept, kills } = checkAlerts(join(t.testdir(), 'alerts.db'), { seed, steps: STEPS });
    for (const often of [opened, told, kept, kills]) t.ok(often > 200, 'what it is about has happened often');
  });
}
