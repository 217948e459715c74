import { join } from 'node:path';
import t from 'tap';
import { checkUplinks } from './uplinks.ts';

/** The same sequences in every run; `node test/model/run.ts --level uplinks` takes others. */
const SEED = 20_260_102;
const STEPS = 3000;

t.test(`uplinks are kept as the contract says, whatever happens in ${STEPS} random steps`, t => {
  const path = join(t.testdir(), 'uplinks');
  t.ok(
    checkUplinks({ testdir: () => path, teardown: end => t.teardown(end) }, path, { seed: SEED, steps: STEPS }) >=
      STEPS,
  );
  t.end();
});
