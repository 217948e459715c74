/**
 * Whatever target, store and process do: nothing is lost, little is repeated, and the order of each endpoint holds.
 * By hand: node test/integrations/delivery-model.test.ts [steps] [seed]
 */
import { randomInt } from 'node:crypto';
import t from 'tap';
import { checkDelivery } from './delivery-model.ts';

const [steps = '8000', seed = String(randomInt(2 ** 31))] = process.argv.slice(2);

t.test(`what happens to deliveries is as the model says (seed ${seed})`, async t => {
  const tally = await checkDelivery({ seed: Number(seed), steps: Number(steps) });
  t.comment(JSON.stringify(tally));
  const { items = 0, repeats = 0, kills = 0, parked = 0, losses = 0, failures = 0 } = tally;
  for (const [what, times] of Object.entries({ items, repeats, kills, parked, losses, failures }))
    t.ok(times > 0, `${what}: ${times}`);
});
