import t from 'tap';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { ACTING, BOX, ORGANIZATION, openAccounts, START, UNKNOWN } from './scene.ts';

t.setTimeout(120_000);
const AT = { seconds: String(START / 1000) };
const NEW = { email: ' Ann@Example.org ', first_name: 'Ann', last_name: 'Bell' };

t.test('a server administrator makes a user with memberships, and the password is nowhere but hashed', async t => {
  const { admin, organization, store, told } = await openAccounts(t);
  const root = await admin();
  const org = await organization('Works', root.row);
  told();
  const made = await root.call('CreateUser', {
    user: { ...NEW, company_name: 'Works', note: 'a note', password_change_required: true },
    password: 'correct horse 1',
    memberships: [
      { organization_id: org, role: 'operator', manage_base_stations: false },
      { organization_id: ORGANIZATION, role: 'viewer' },
    ],
  });
  t.match(made, {
    ...{ email: 'ann@example.org', first_name: 'Ann', last_name: 'Bell', company_name: 'Works', note: 'a note' },
    ...{ is_admin: false, is_active: true, has_password: true, password_change_required: true },
    ...{ external_provider: '', membership_count: 2, last_login_at: null, created_at: AT, updated_at: AT },
  });
  const { memberships } = await root.call('ListUserOrganizations', { user_id: made.id });
  t.match(memberships, [
    { organization_id: ORGANIZATION, role: 'viewer', manage_endpoints: false, manage_base_stations: false },
    { organization_id: org, role: 'operator', manage_endpoints: true, manage_base_stations: false },
  ]);
  t.equal(store.read.accounts.userByEmail('ann@example.org')?.password, 'hash of correct horse 1');
  const events = told();
  const from = { remoteAddress: '127.0.1.1' };
  t.match(events, [
    ['user.created', 'installation', { userId: made.id, email: 'ann@example.org', ...from }],
    ['membership.added', org, { organizationId: org, userId: made.id, role: 'operator', ...from }],
    ['membership.added', ORGANIZATION, { organizationId: ORGANIZATION, userId: made.id, role: 'viewer', ...from }],
  ]);
  t.notMatch(JSON.stringify([events, made, memberships]), /hash of|correct horse/);
  const external = await root.call('CreateUser', { user: { email: 'x@localhost' } });
  t.equal(external.has_password, false);
});

t.test('what is wrong with a new user has its own token, and nothing is stored', async t => {
  const { admin, call } = await openAccounts(t);
  const { refusal, refused, ...root } = await admin();
  await root.call('CreateUser', { user: NEW });
  const user = (given: object, more: object = {}) => refusal('CreateUser', { user: { ...NEW, ...given }, ...more });
  t.equal(await refusal('CreateUser', {}), 'ResourceRequired');
  t.equal(await user({ email: ' ' }), 'EmailRequired');
  t.equal(await user({ email: 'nobody' }), 'InvalidEmailFormat');
  t.equal(await user({ email: 'a@b' }), 'InvalidEmailFormat');
  t.equal(await user({ email: 'ANN@example.ORG' }), 'EmailExists');
  t.equal(await user({ first_name: 'x'.repeat(129), email: 'b@b.de' }), 'FieldTooLong');
  t.match(await refused('CreateUser', { user: { email: 'ben@b.de' }, password: 'ben' }), {
    token: 'WeakPassword',
    about: { rules: 'min_length,identity' },
  });
  const with_ = (...memberships: object[]) => user({ email: 'c@c.de' }, { memberships });
  t.equal(await with_({ role: 'viewer' }), 'OrganizationIDRequired');
  t.equal(await with_({ organization_id: ORGANIZATION, role: 'boss' }), 'InvalidRole');
  t.equal(await with_({ organization_id: UNKNOWN, role: 'viewer' }), 'OrganizationNotFound');
  const here = { organization_id: ORGANIZATION, role: 'viewer' };
  t.equal(await with_(here, here), 'MembershipExists');
  t.equal((await call('ListUsers', {})).total_count, 2);
});

t.test('of two that make the same user at once one does', async t => {
  const { admin, call } = await openAccounts(t);
  const root = await admin();
  const outcomes = await Promise.all([1, 2, 3].map(() => root.refusal('CreateUser', { user: NEW })));
  t.same(outcomes.toSorted(), ['EmailExists', 'EmailExists', 'none']);
  const [ann, ben] = await Promise.all(['a@a.de', 'b@b.de'].map(email => root.call('CreateUser', { user: { email } })));
  const rename = (id = '') =>
    root.refusal('UpdateUser', { user: { id, email: 'c@c.de' }, update_mask: { paths: ['email'] } });
  t.same((await Promise.all([rename(ann?.id), rename(ben?.id)])).toSorted(), ['EmailExists', 'none']);
  t.equal((await call('ListUsers', { search: 'c@c.de' })).total_count, 1);
});

t.test(
  'a user is seen by server administrators, itself, and those who manage members of an organization of it',
  async t => {
    const { admin, member, organization, user, as, key } = await openAccounts(t);
    const root = await admin();
    const org = await organization('Works', root.row);
    const chief = await member('chief', 'admin', org);
    const viewer = await member('viewer', 'viewer', org);
    const elsewhere = await member('elsewhere', 'owner');
    const alone = await user('alone');
    const { id } = viewer;
    const plain = { note: 'about viewer' };
    t.match(await root.call('GetUser', { id }), plain);
    t.match(await viewer.call('GetUser', { id: id.toUpperCase() }), plain);
    t.match(await chief.call('GetUser', { id: root.id }), { email: 'root@example.org', note: '', is_admin: false });
    t.match(await root.call('GetUser', { id: root.id }), { is_admin: true });
    t.equal(await viewer.refusal('GetUser', { id: chief.id }), 'UserNotFound');
    t.equal(await elsewhere.refusal('GetUser', { id }), 'UserNotFound');
    t.equal(await chief.refusal('GetUser', { id: alone.uuid }), 'UserNotFound');
    t.match(await as(alone).call('GetUser', { id: alone.uuid }), { email: alone.email });
    t.equal(await root.refusal('GetUser', { id: UNKNOWN }), 'UserNotFound');
    t.equal(await root.refusal('GetUser', { id: '' }), 'IDRequired');
    t.equal(await root.refusal('GetUser', { id: 'x' }), 'InvalidIDFormat');

    const service = key(org, ['users:read']);
    t.match(await service.call('GetUser', { id }), { email: 'viewer@example.org', note: '' });
    t.equal(await service.refusal('GetUser', { id: elsewhere.id }), 'UserNotFound');
    const own = key(org, ['users:read'], chief.row);
    t.match(await own.call('GetUser', { id }), { note: '' });
    t.equal(
      await key(ORGANIZATION, ['*'], chief.row).refusal('GetUser', { id }),
      'UserNotFound',
      'a key reaches one place',
    );
    t.equal(
      await key(org, ['*'], root.row).refusal('GetUser', { id: alone.uuid }),
      'UserNotFound',
      'no key is a server’s',
    );
  },
);

t.test('a user changes the own names, and nothing else', async t => {
  const { admin, member, told, key } = await openAccounts(t);
  const root = await admin();
  const ann = await member('ann', 'admin');
  const ben = await member('ben', 'viewer');
  told();
  const update = (id: string, user: object, ...paths: string[]) => ({ user: { id, ...user }, update_mask: { paths } });
  const names = update(ann.id, { first_name: 'A', company_name: 'C' }, 'first_name', 'company_name');
  t.match(await ann.call('UpdateUser', names), {
    first_name: 'A',
    company_name: 'C',
    last_name: '',
    note: 'about ann',
  });
  t.match(told(), [['user.updated', 'installation', { userId: ann.id, fields: ['first_name', 'company_name'] }]]);
  await ann.call('UpdateUser', names);
  t.same(told(), [], 'nothing is different');
  for (const path of ['email', 'note', 'is_admin', 'is_active', 'password_change_required']) {
    const asked = update(ann.id, { email: 'x@x.de', note: 'x', is_admin: true, is_active: false }, path);
    t.equal(await ann.refusal('UpdateUser', asked), 'ServerAdminRequired', path);
  }
  t.equal(
    await ann.refusal('UpdateUser', update(ben.id, {}, 'no such field')),
    'ServerAdminRequired',
    'seen, but not to be changed',
  );
  t.equal(await ben.refusal('UpdateUser', update(ann.id, {}, 'first_name')), 'UserNotFound');
  t.equal(await ann.refusal('UpdateUser', update(ann.id, {}, 'no such field')), 'UpdateMaskInvalid');
  t.equal(await ann.refusal('UpdateUser', update(ann.id, {})), 'UpdateMaskRequired');
  t.equal(await ann.refusal('UpdateUser', {}), 'ResourceRequired');
  t.equal(await root.refusal('UpdateUser', update(ann.id, { email: '' }, 'email')), 'EmailRequired');
  t.equal(await root.refusal('UpdateUser', update(ann.id, { email: 'ben@example.org' }, 'email')), 'EmailExists');
  t.same(told(), []);
  const key_ = key(ORGANIZATION, ['users:write'], root.row);
  t.equal(await key_.refusal('UpdateUser', update(root.id, { note: 'x' }, 'note')), 'ServerAdminRequired');
  t.match(await key_.call('UpdateUser', update(root.id, { last_name: 'Root' }, 'last_name')), { last_name: 'Root' });
});

t.test(
  'no administrator demotes itself, and the last one stays, whichever of two who ask at once is first',
  async t => {
    const { admin, as, user, accounts, store, key } = await openAccounts(t);
    const root = await admin();
    const second = await admin('second');
    const set = (id: string, user: object) => ({ user: { id, ...user }, update_mask: { paths: Object.keys(user) } });
    t.equal(await root.refusal('UpdateUser', set(root.id, { is_admin: false })), 'CannotDemoteSelf');
    t.equal(await root.refusal('UpdateUser', set(root.id, { is_active: false })), 'CannotDemoteSelf');
    t.equal(await root.refusal('DeleteUser', { id: root.id }), 'CannotDeleteSelf');
    const outcomes = await Promise.all([
      root.refusal('UpdateUser', set(second.id, { is_admin: false })),
      second.refusal('UpdateUser', set(root.id, { is_active: false })),
    ]);
    t.same(outcomes, ['none', 'UserNotFound'], 'the second one sees no user any more');
    t.equal(
      await root.refusal('UpdateUser', set(root.id, { is_admin: false })),
      'CannotDemoteSelf',
      'before the last one',
    );

    const third = await admin('third');
    const both = await Promise.all([
      accounts.deleteUser(third.id, BOX, ACTING).then(
        () => 'none',
        error => error.fault,
      ),
      accounts.updateUser(root.id, { is_active: false }, BOX, ACTING).then(
        () => 'none',
        error => error.fault,
      ),
    ]);
    t.same(both, ['none', 'LastServerAdmin']);
    t.equal(store.read.accounts.user(root.id)?.is_active, true);
    const off = await user('off', { is_admin: true, is_active: false });
    t.equal(await as(off).refusal('UpdateUser', set(root.id, { is_admin: false })), 'UserNotFound', 'is switched off');
    t.match(await accounts.deleteUser(root.id, BOX, ACTING).catch(error => error), { fault: 'LastServerAdmin' });
    t.equal(await key(ORGANIZATION, ['*']).refusal('GetUser', { id: root.id }), 'UserNotFound');
  },
);

t.test('who is deleted leaves no membership and no key, and who owns an organization alone is not deleted', async t => {
  const { admin, member, organization, told, store, accounts, user } = await openAccounts(t);
  const root = await admin();
  const ann = await member('ann', 'owner');
  const org = await organization('Works', ann.row);
  const key = { name: 'k', key_type: 'user', scopes: ['messages:read'] };
  const keyOf = (org: number, name: string) =>
    store.write.apiKeys.insert(
      {
        ...{ org, name, user: { id: ann.id, email: ann.row.email }, scopes: key.scopes, expiresAt: null },
        ...{ prefix: `ws${name.padEnd(6, 'x')}`, hash: Buffer.alloc(32, name) },
      },
      ACTING,
    );
  await keyOf(1, 'here');
  await keyOf(store.read.accounts.organization(org)?.id ?? 0, 'there');
  t.match(await root.refused('DeleteUser', { id: ann.id }), {
    token: 'UserOwnsOrganization',
    about: { organization_ids: [ORGANIZATION, org].toSorted().join(',') },
  });
  for (const id of [ORGANIZATION, org]) {
    await root.call('AddOrganizationUser', { organization_id: id, user_id: root.id, role: 'owner' });
  }
  told();
  await root.call('DeleteUser', { id: ann.id });
  t.match(
    told().map(
      ([type, organization]) =>
        `${type} ${organization === ORGANIZATION ? 'here' : organization === org ? 'there' : organization}`,
    ),
    ['api_key.deleted here', 'api_key.deleted there', 'user.deleted installation'],
  );
  t.equal(await root.refusal('DeleteUser', { id: ann.id }), 'UserNotFound');
  t.equal((await root.call('ListOrganizationUsers', { organization_id: org })).total_count, 1);
  t.same(store.read.accounts.activeKeyHolders(), []);
  t.equal(store.read.accounts.isActive(ann.id), false);
  // A user who is gone by the time of a change is given nothing.
  const ben = await user('ben');
  const outcomes = await Promise.all([
    accounts.deleteUser(ben.uuid, BOX, ACTING).then(() => 'none'),
    root.refusal('AddOrganizationUser', { organization_id: org, user_id: ben.uuid, role: 'viewer' }),
  ]);
  t.same(outcomes, ['none', 'UserNotFound']);
});

t.test('the keys of a user who is switched off rest, and have a new address as the user has', async t => {
  const { admin, member, store } = await openAccounts(t);
  const root = await admin();
  const ann = await member('ann', 'operator');
  await store.write.apiKeys.insert(
    {
      ...{ org: 1, name: 'k', user: { id: ann.id, email: ann.row.email }, scopes: ['messages:read'], expiresAt: null },
      ...{ prefix: 'wsaaaaaa', hash: Buffer.alloc(32) },
    },
    ACTING,
  );
  const holders = () => store.read.accounts.activeKeyHolders();
  t.same(holders(), [ann.id]);
  const set = (user: object) => ({ user: { id: ann.id, ...user }, update_mask: { paths: Object.keys(user) } });
  await root.call('UpdateUser', set({ is_active: false }));
  t.same(holders(), []);
  await root.call('UpdateUser', set({ is_active: true, email: 'new@example.org' }));
  t.same(holders(), [ann.id], 'switched on again they work again');
  const { rows } = store.read.apiKeys.list({
    ...{
      org: 1,
      owner: undefined,
      at: { credible: credibleMs(START), users: [] },
      userId: ann.id,
      keyType: undefined,
      active: undefined,
    },
    ...{ search: undefined, orderBy: 'created_at', descending: false, offset: undefined, after: undefined, size: 10 },
  });
  t.match(rows, [{ user_email: 'new@example.org' }]);
});

t.test('a new password is set by an administrator and has to be changed, unless it is said', async t => {
  const { admin, member, told, store, accounts } = await openAccounts(t);
  const root = await admin();
  const { id } = await member('ann', 'viewer');
  told();
  t.same(await root.call('UpdateUserPassword', { id, new_password: ' a long one 1 ' }), { sessions_ended: 0 });
  const stored = () => store.read.accounts.user(id);
  t.match(stored(), { password: 'hash of  a long one 1 ', password_change_required: true });
  await root.call('UpdateUserPassword', { id, new_password: 'another long one', require_change: false });
  t.match(stored(), { password: 'hash of another long one', password_change_required: false });
  const events = told();
  t.match(events, [
    ['user.password_reset', 'installation', { userId: id }],
    ['user.password_reset', 'installation', { userId: id }],
  ]);
  t.notMatch(JSON.stringify(events), /long one/);
  t.equal(await root.refusal('UpdateUserPassword', { id }), 'PasswordRequired');
  t.equal(await root.refusal('UpdateUserPassword', { id: UNKNOWN, new_password: 'x' }), 'UserNotFound');
  t.match(await root.refused('UpdateUserPassword', { id, new_password: 'ann' }), {
    token: 'WeakPassword',
    about: { rules: 'min_length,identity' },
  });
  const own = { user: id, requireChange: false, by: 'user', seen: 'hash of another long one' } as const;
  const [first, late] = await Promise.all(
    ['one', 'two'].map(password =>
      accounts.setPassword({ ...own, password }, ACTING).then(
        () => 'none',
        error => error.fault,
      ),
    ),
  );
  t.same([first, late], ['none', 'CurrentPasswordIncorrect'], 'who saw a password that is gone changes nothing');
  t.equal(stored()?.password, 'one');
  t.match(told(), [['user.password_changed', 'installation', { userId: id }]]);
  await accounts.rehash(stored()?.id ?? 0, 'two', 'stronger');
  t.equal(stored()?.password, 'one');
  await accounts.rehash(stored()?.id ?? 0, 'one', 'stronger');
  t.equal(stored()?.password, 'stronger');
  await accounts.signedIn(stored()?.id ?? 0, START + 1);
  t.equal(stored()?.last_login_at, START + 1);
});

t.test('users are listed by page and order, and found by parts of their names', async t => {
  const { admin, member, user, accounts, key } = await openAccounts(t);
  const root = await admin();
  const names = ['carla', 'anna', 'Émile', 'bert'];
  const address = (name: string) => `${name.length}${name.slice(1)}@x.de`;
  for (const name of names)
    await user(name, { first_name: name.toUpperCase(), last_name: 'Last', email: address(name) });
  const chief = await member('zoe', 'admin');
  const emails = async (query: object) => (await root.call('ListUsers', query)).users.map(({ email }) => email);
  const all = await emails({ page_size: 100 });
  t.same(all, all.toSorted());
  t.equal(all.length, 6);
  const paged: string[] = [];
  let token = '';
  do {
    const page = await root.call('ListUsers', { page_size: 2, page_token: token, order_by: 'email desc' });
    t.equal(page.total_count, 6);
    paged.push(...page.users.map(({ email }) => email));
    token = page.next_page_token;
  } while (token);
  t.same(paged, all.toReversed());
  t.same(await emails({ search: 'éMILE l' }), ['5mile@x.de'], 'first and last name, in any case');
  t.same(await emails({ search: 'nobody' }), []);
  await accounts.signedIn(root.row.id, START + 5);
  t.equal((await emails({ order_by: 'last_login_at desc', page_size: 1 }))[0], 'root@example.org');
  const first = await root.call('ListUsers', { order_by: 'last_login_at', page_size: 5 });
  const rest = await root.call('ListUsers', {
    order_by: 'last_login_at',
    page_size: 5,
    page_token: first.next_page_token,
  });
  t.match(rest, { users: [{ email: 'root@example.org' }], total_count: 6, next_page_token: '' });
  t.equal((await emails({ order_by: 'created_at', page_size: 100 })).length, 6);
  t.same(await emails({ is_admin: true }), ['root@example.org']);
  t.same(await emails({ is_active: false }), []);
  t.same(await emails({ organization_id: ORGANIZATION }), ['zoe@example.org']);

  t.match(await chief.call('ListUsers', { organization_id: ORGANIZATION }), { users: [{ note: '' }], total_count: 1 });
  t.equal(await chief.refusal('ListUsers', {}), 'ServerAdminRequired');
  t.equal(await chief.refusal('ListUsers', { organization_id: ORGANIZATION, is_admin: true }), 'ServerAdminRequired');
  t.equal(await chief.refusal('ListUsers', { organization_id: UNKNOWN, order_by: 'x' }), 'OrganizationNotFound');
  t.equal(await chief.refusal('ListUsers', { organization_id: ORGANIZATION, order_by: 'x' }), 'InvalidOrderBy');
  const viewer = await member('yan', 'viewer');
  t.equal(await viewer.refusal('ListUsers', { organization_id: ORGANIZATION, order_by: 'x' }), 'PermissionDenied');
  t.equal(
    (await key(ORGANIZATION, ['users:read']).call('ListUsers', { organization_id: ORGANIZATION })).total_count,
    2,
  );
  t.equal(
    await key(UNKNOWN, ['users:read']).refusal('ListUsers', { organization_id: ORGANIZATION }),
    'OrganizationNotFound',
  );
});
