import t from 'tap';
import { totalToRest } from '../../src/rest/totals.ts';
import { totalToWire } from '../../src/rpc/paging.ts';

t.test('a count that was given up is said to be a minimum, and another one is not', t => {
  t.same(totalToRest({ count: 250, isMinimum: true }), { total: 250, total_is_minimum: true });
  t.same(totalToRest({ count: 250, isMinimum: false }), { total: 250 });
  t.same(totalToWire({ count: 250, isMinimum: true }), { total_count: 250, total_is_minimum: true });
  t.same(totalToRest({ count: 2 ** 40, isMinimum: true }), { total: 2 ** 31 - 1, total_is_minimum: true });
  t.end();
});
