import t from 'tap';
import { administratorActs } from '../../../src/identity/admin/acts.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

t.test('the code that confirms a second factor is judged by credible time', async t => {
  const clock = new ManualClock();
  const right = clock.now();
  const times: number[] = [];
  const factor = {
    enrol: () => Promise.reject(new Error('not asked')),
    confirm(_account: unknown, _code: string, at: number) {
      times.push(at);
      return Promise.resolve(true);
    },
  };
  const store = { read: { accounts: { userByEmail: () => ({ id: 1 }) } }, write: {} } as never;
  const acts = administratorActs({ store, passwords: undefined as never, factor, clock });
  clock.doubt();
  clock.jump(40 * DAY_MS);
  t.equal(await acts.confirmTotp('ada@example.org', '123456'), true);
  t.same(times, [right]);
});
