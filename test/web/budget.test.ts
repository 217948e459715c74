import t from 'tap';
import { measureBudget } from '../../scripts/web/budget.ts';

t.test('a browser loads no more of the console than it must', async t => {
  for (const { what, bytes, must } of await measureBudget()) t.ok(bytes <= must, `${what}: ${bytes} of ${must} bytes`);
});
