import t from 'tap';
import { recentReads } from '../../../src/identity/access/reads.ts';
import type { Account } from '../../../src/identity/access/sources.ts';
import { Notifier } from '../../../src/kit/notifier.ts';
import { windClock } from '../../rpc/wind-clock.ts';

t.test('rights are read once in ten seconds, and again after each change', async t => {
  const clock = windClock();
  const changed = new Notifier();
  const asked: string[] = [];
  const note = <V>(what: string, value: V) => {
    asked.push(what);
    return value;
  };
  const account: Account = {
    ...{ id: 1, uuid: 'a', email: 'a@example.org', is_admin: false, is_active: true },
    ...{ password_change_required: false, password: null },
  };
  const reads = recentReads({
    ...{ clock, changed },
    accounts: {
      user: uuid => note(`user ${uuid}`, uuid === 'a' ? account : undefined),
      membership: (user, organization) => note(`membership ${user} ${organization}`, undefined),
      organization: uuid => note(`organization ${uuid}`, { id: 1, uuid, state: 'active' }),
    },
    signIns: { state: uuid => note(`session ${uuid}`, { user: 1, endedBy: undefined }) },
  });
  const look = () => {
    reads.user('a');
    reads.session('s');
    reads.organization('o');
    return asked.splice(0);
  };
  const all = ['user a', 'session s', 'organization o'];
  t.same(look(), all);
  t.same(look(), []);
  clock.advance(9999);
  t.same(look(), []);
  clock.advance(1);
  t.same(look(), all);
  changed.notify();
  t.same(look(), all);
  t.same(look(), []);
  reads.user('b');
  reads.user('b');
  t.same(asked.splice(0), ['user b', 'user b'], 'who is not there may come at any time');
  for (let n = 0; n < 5000; n++) reads.organization(String(n));
  asked.splice(0);
  reads.organization('0');
  t.same(asked.splice(0), ['organization 0'], 'no caller makes it grow');
  reads.user('a');
  t.same(asked, []);
});
