// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { some } from '../whole.ts';
import { checkRules } from './rules.ts';

/** The same sequences in every run; `node test/model/rules.ts STEPS SEED` takes others. */
const SEEDS = [20_260_103, 6];
const STEPS = 5000;

t.setTimeout(300_000);

for (const seed of some(SEEDS, 1)) {
  t.test(`rules do what they say, once, in ${STEPS} random steps (seed ${seed})`, async t => {
    const { fired, ended, kills, refused, failed, late, away } = checkRules(t.testdir(), { seed, steps: STEPS });
    t.ok(fired > 500, `fired ${fired}`);
    for (const often of [ended, kills, late]) t.ok(often > 100, 'what it is about has happened often');
    t.ok(refused > 10 && failed > 10 && away > 10);
  });
}
