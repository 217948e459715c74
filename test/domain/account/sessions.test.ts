import { join } from 'node:path';
import t from 'tap';
import { accountStore } from '../../../src/domain/account/account-store.ts';
import { eventStore } from '../../../src/domain/event/event-store.ts';
import { onceStore } from '../../../src/domain/once/once-store.ts';
import { openEmpty } from '../database.ts';

const ACTING = { now: 5, userId: undefined, userEmail: undefined, actor: 'test' };
const BOX = { kind: 'box', userId: undefined, keyOrganizationId: undefined } as const;

t.test('the sessions of a user end when it is switched off or deleted, and with its password', async t => {
  const db = openEmpty(join(t.testdir(), 'waystation.db'));
  t.teardown(() => db.close());
  const ended: unknown[][] = [];
  const accounts = accountStore(db, {
    events: eventStore(db),
    repeatable: onceStore(db).repeatable,
    endSessions(...what) {
      ended.push(what);
      return 3;
    },
    removeKeys: () => {},
    emailChanged: () => {},
    organizationDeleted: () => {},
  });
  const person = { first_name: '', last_name: '', company_name: '', note: '', is_active: true, is_admin: false };
  const given = { ...person, password_change_required: false, password: undefined, memberships: [] };
  const { id, uuid: user } = accounts.createUser({ ...given, email: 'a@a.de' }, ACTING);
  accounts.updateUser(user, { first_name: 'A', email: 'b@b.de' }, BOX, ACTING);
  t.same(ended, []);
  accounts.updateUser(user, { is_active: false }, BOX, ACTING);
  accounts.updateUser(user, { is_active: false, note: 'still off' }, BOX, ACTING);
  t.same(ended.splice(0), [[id, 'inactive', 5]]);
  const change = { user, password: 'x', requireChange: false };
  t.equal(accounts.setPassword({ ...change, by: 'administrator' }, ACTING), 3);
  t.equal(accounts.setPassword({ ...change, by: 'user', seen: 'x', exceptSession: 'this' }, ACTING), 3);
  t.throws(() => accounts.setPassword({ ...change, by: 'user', seen: 'y' }, ACTING));
  t.same(ended.splice(0), [
    [id, 'password', 5, undefined],
    [id, 'password', 5, 'this'],
  ]);
  accounts.deleteUser(user, BOX, ACTING);
  t.same(ended.splice(0), [[id, 'deleted', 5]]);
  t.ok(accounts.createUser({ ...given, email: 'b@b.de' }, ACTING).id > id, 'what was one’s is never another’s');
});
