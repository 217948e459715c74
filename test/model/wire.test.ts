// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { wireLevel } from './levels.ts';
import { OFTEN } from './often.ts';
import { checkDownlinks } from './property.ts';

/** The same sequences in every run; `node test/model/run.ts --level wire` takes others. */
const SEED = 20_260_101;
/** A failure is shown before the file's own time is over. */
const LIMIT_MS = 60_000;
const STEPS = 400;

t.test(`downlinks over the wire do as the contract says, whatever happens in ${STEPS} random steps`, async t => {
  const { steps, tally } = await checkDownlinks(wireLevel(t.testdir()), {
    seed: SEED,
    steps: STEPS,
    limitMs: LIMIT_MS,
  });
  t.ok(steps >= STEPS);
  for (const what of OFTEN) t.ok(tally.has(what), `${what} ${tally.get(what)}`);
});
