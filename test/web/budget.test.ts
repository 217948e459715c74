import t from 'tap';
import { measureBudget } from '../../scripts/web/budget.ts';

t.test('a browser loads no more of the console than it must', async t => {
  for (const { what, amount, unit, must } of await measureBudget())
    t.ok(amount <= must, `${what}: ${amount} of ${must} ${unit}`);
});
