// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { isWhole } from '../whole.ts';
import { storeLevel } from './levels.ts';
import { OFTEN } from './often.ts';
import { checkDownlinks } from './property.ts';

/** The same sequences in every run; `node test/model/run.ts` takes others. */
const SEED = 20_260_101;
/** A failure is shown before the file's own time is over. */
const LIMIT_MS = 60_000;
const STEPS = isWhole ? 10_000 : 4_000;

t.test(`downlinks in the store do as the contract says, whatever happens in ${STEPS} random steps`, async t => {
  const { steps, tally } = await checkDownlinks(storeLevel(t.testdir()), {
    seed: SEED,
    steps: STEPS,
    limitMs: LIMIT_MS,
  });
  t.ok(steps >= STEPS);
  for (const what of OFTEN) t.ok((tally.get(what) ?? 0) >= STEPS / 200, `${what} ${tally.get(what)}`);
});
