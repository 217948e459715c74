import t from 'tap';
import { makeBase } from './base.ts';
import { newSimulator } from './simulator.ts';
import { world } from './world.ts';

/** In what everyone runs; `test/sim/campaign.ts` runs as many as it is given. */
const CRASHES = 200;

const simulator = await newSimulator();
const base = makeBase();

t.test('after a loss of power at any write everything that was acknowledged is there, and nothing twice', async t => {
  let crashes = 0;
  for (let seed = 1; crashes < CRASHES; seed++) {
    const report = await world(seed, { simulator, base });
    crashes += report.crashes;
    t.same(report.failures, [], `seed ${seed}: node test/sim/campaign.ts --from ${seed} --seeds 1`);
  }
});

t.test('the same seed does the same twice', async t => {
  const [one, other] = [await world(3, { simulator, base }), await world(3, { simulator, base })];
  t.same(one, other);
  t.not((await world(4, { simulator, base })).trace, one.trace, 'another seed, another world');
});

t.test('a disk whose syncs do nothing is found out', async t => {
  const { failures } = await world(1, { simulator, base, lies: true });
  t.ok(failures.length > 0);
});
