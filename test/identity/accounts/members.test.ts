import t from 'tap';
import { ACTING, BOX, FULL, ORGANIZATION, openAccounts, UNKNOWN } from './scene.ts';

t.setTimeout(120_000);

t.test('a user who has an account is added, by its id or its address', async t => {
  const { admin, member, user, told, key } = await openAccounts(t);
  await admin();
  const chief = await member('chief', 'admin');
  const ann = await user('ann');
  const ben = await user('ben');
  told();
  const add = (given: object) => chief.call('AddOrganizationUser', { organization_id: ORGANIZATION, ...given });
  t.match(await add({ user_id: ann.uuid, role: 'operator' }), {
    ...{
      organization_id: ORGANIZATION,
      user_id: ann.uuid,
      email: 'ann@example.org',
      role: 'operator',
      status: 'invited',
    },
    ...{ manage_endpoints: true, manage_base_stations: true },
  });
  t.match(await add({ email: ' BEN@Example.org', role: 'viewer', manage_endpoints: true }), {
    ...{ user_id: ben.uuid, manage_endpoints: true, manage_base_stations: false },
  });
  t.match(told(), [
    ['membership.added', ORGANIZATION, { organizationId: ORGANIZATION, userId: ann.uuid, role: 'operator' }],
    ['membership.added', ORGANIZATION, { userId: ben.uuid, role: 'viewer' }],
  ]);
  const refusal = (given: object) => chief.refusal('AddOrganizationUser', { organization_id: ORGANIZATION, ...given });
  t.equal(await refusal({ organization_id: '', role: 'viewer' }), 'OrganizationIDRequired');
  t.equal(await refusal({ organization_id: 'x', role: 'viewer' }), 'InvalidIDFormat');
  t.equal(await refusal({ role: 'viewer' }), 'UserOrEmailRequired');
  t.equal(await refusal({ user_id: ann.uuid, email: 'a@a.de', role: 'viewer' }), 'UserOrEmailRequired');
  t.equal(await refusal({ user_id: ann.uuid, role: 'chief' }), 'InvalidRole');
  t.equal(await refusal({ user_id: ann.uuid }), 'InvalidRole');
  t.equal(await refusal({ email: 'nobody@example.org', role: 'viewer' }), 'UserNotFound');
  t.equal(await refusal({ user_id: UNKNOWN, role: 'owner' }), 'RoleEscalation');
  t.equal(await refusal({ user_id: ann.uuid, role: 'viewer' }), 'MembershipExists');
  const service = key(ORGANIZATION, ['orgs:write']);
  const cara = await user('cara');
  const asked = { organization_id: ORGANIZATION, user_id: cara.uuid };
  t.equal(await service.refusal('AddOrganizationUser', { ...asked, role: 'owner' }), 'RoleEscalation');
  t.equal(await service.refusal('AddOrganizationUser', { ...asked, role: 'admin' }), 'RoleEscalation');
  t.match(await service.call('AddOrganizationUser', { ...asked, role: 'operator' }), { role: 'operator' });
  t.same(
    told().map(([type]) => type),
    ['user.created', 'membership.added'],
  );
});

t.test('who is no member learns nothing, and who may not is told before what is wrong with the rest', async t => {
  const { admin, member, organization, as, user, key } = await openAccounts(t);
  const root = await admin();
  const org = await organization('Works', root.row);
  const viewer = await member('viewer', 'viewer', org);
  const operator = await member('operator', 'operator', org);
  const chief = await member('chief', 'admin');
  const alone = as(await user('alone'));
  const off = await member('off', 'admin', org);
  await root.call('UpdateOrganizationUser', {
    member: { organization_id: org, user_id: off.id, status: 'inactive' },
    update_mask: { paths: ['status'] },
  });
  const wrong = { organization_id: org, role: 'chief' };
  const change = { member: { organization_id: org, user_id: viewer.id }, update_mask: { paths: ['x'] } };
  const one = { organization_id: org, user_id: viewer.id };
  const strangers = [chief, alone, off, key(ORGANIZATION, ['*']), key(ORGANIZATION, ['*'], viewer.row)];
  for (const stranger of strangers) {
    t.equal(await stranger.refusal('AddOrganizationUser', wrong), 'OrganizationNotFound');
    t.equal(await stranger.refusal('UpdateOrganizationUser', change), 'OrganizationNotFound');
    t.equal(await stranger.refusal('RemoveOrganizationUser', one), 'OrganizationNotFound');
    t.equal(await stranger.refusal('GetOrganizationUser', one), 'OrganizationNotFound');
    t.equal(
      await stranger.refusal('ListOrganizationUsers', { organization_id: org, order_by: 'x' }),
      'OrganizationNotFound',
    );
  }
  for (const fellow of [viewer, operator]) {
    t.match(await fellow.refused('AddOrganizationUser', wrong), {
      token: 'PermissionDenied',
      about: { capability: 'M' },
    });
    t.equal(await fellow.refusal('UpdateOrganizationUser', change), 'PermissionDenied');
    t.equal(await fellow.refusal('RemoveOrganizationUser', { ...one, user_id: root.id }), 'PermissionDenied');
    t.match(await fellow.call('GetOrganizationUser', one), { email: 'viewer@example.org', role: 'viewer' });
  }
  t.equal(await root.refusal('AddOrganizationUser', { ...wrong, organization_id: UNKNOWN }), 'OrganizationNotFound');
  t.equal(await root.refusal('GetOrganizationUser', { ...one, user_id: UNKNOWN }), 'MembershipNotFound');
  t.equal(await root.refusal('GetOrganizationUser', { organization_id: org }), 'UserIDRequired');
  t.equal(await root.refusal('GetOrganizationUser', { user_id: org }), 'OrganizationIDRequired');
  t.equal(await root.refusal('UpdateOrganizationUser', {}), 'ResourceRequired');
  t.equal(await root.refusal('UpdateOrganizationUser', change), 'UpdateMaskInvalid');
  const fixed = { ...change, update_mask: { paths: ['user_id'] } };
  t.equal(await root.refusal('UpdateOrganizationUser', fixed), 'ImmutableField');
});

t.test('an admin gives and takes what is below an owner, and no user changes the own membership', async t => {
  const { admin, member, told, key } = await openAccounts(t);
  const root = await admin();
  const owner = await member('owner', 'owner');
  const chief = await member('chief', 'admin');
  const ann = await member('ann', 'viewer');
  told();
  const change = (user_id: string, given: object) => ({
    member: { organization_id: ORGANIZATION, user_id, ...given },
    update_mask: { paths: Object.keys(given) },
  });
  const refusal = (who: typeof chief, id: string, given: object) =>
    who.refusal('UpdateOrganizationUser', change(id, given));
  t.match(await chief.call('UpdateOrganizationUser', change(ann.id, { role: 'operator', manage_endpoints: false })), {
    ...{ role: 'operator', manage_endpoints: false, manage_base_stations: true, status: 'active' },
  });
  t.match(told(), [
    ['membership.updated', ORGANIZATION, { userId: ann.id, role: 'operator', fields: ['role', 'manage_endpoints'] }],
  ]);
  t.equal(await refusal(chief, ann.id, { role: 'owner' }), 'RoleEscalation');
  t.equal(await refusal(chief, owner.id, { role: 'viewer' }), 'RoleEscalation');
  t.equal(await refusal(chief, owner.id, { manage_endpoints: false }), 'RoleEscalation');
  t.equal(await refusal(chief, chief.id, { role: 'owner' }), 'CannotChangeOwnRole');
  t.equal(await refusal(owner, owner.id, { role: 'viewer' }), 'CannotChangeOwnRole', 'before the last owner');
  t.equal(await refusal(root, owner.id, { role: 'viewer' }), 'LastOwner');
  t.equal(await refusal(root, owner.id, { status: 'inactive' }), 'LastOwner');
  t.equal(await refusal(root, UNKNOWN, { status: 'inactive' }), 'MembershipNotFound');
  t.equal(await refusal(root, ann.id, { role: 'x' }), 'InvalidRole');
  t.equal(await refusal(root, ann.id, { status: 'all' }), 'InvalidEnumValue');
  await chief.call('UpdateOrganizationUser', change(ann.id, { role: 'operator' }));
  t.same(told(), [], 'nothing is different');
  const key_ = key(ORGANIZATION, ['orgs:write'], owner.row);
  t.equal(await key_.refusal('UpdateOrganizationUser', change(owner.id, { role: 'viewer' })), 'CannotChangeOwnRole');
  await owner.call('UpdateOrganizationUser', change(ann.id, { role: 'owner' }));
  await root.call('AddOrganizationUser', { organization_id: ORGANIZATION, user_id: root.id, role: 'viewer' });
  await root.call('UpdateOrganizationUser', change(root.id, { role: 'admin' }));
});

t.test('of two owners who take each other’s role at once one stays', async t => {
  const { member, accounts, call, user } = await openAccounts(t);
  const ann = await member('ann', 'owner');
  const ben = await member('ben', 'owner');
  const fell = (user_id: string) => ({
    member: { organization_id: ORGANIZATION, user_id, role: 'viewer' },
    update_mask: { paths: ['role'] },
  });
  const outcomes = await Promise.all([
    ann.refusal('UpdateOrganizationUser', fell(ben.id)),
    ben.refusal('UpdateOrganizationUser', fell(ann.id)),
  ]);
  t.same(outcomes, ['none', 'PermissionDenied'], 'judged by what is true in the write');
  const { members } = await call('ListOrganizationUsers', { organization_id: ORGANIZATION, role: 'owner' });
  t.match(members, [{ user_id: ann.id }]);

  const cara = await user('cara');
  const add = () =>
    ann.refusal('AddOrganizationUser', { organization_id: ORGANIZATION, user_id: cara.uuid, role: 'viewer' });
  t.same((await Promise.all([add(), add()])).toSorted(), ['MembershipExists', 'none']);
  const gone = (id: string) =>
    accounts.removeMember(ORGANIZATION, id, BOX, ACTING).then(
      () => 'none',
      error => error.fault,
    );
  t.same((await Promise.all([gone(cara.uuid), gone(cara.uuid)])).toSorted(), ['MembershipNotFound', 'none']);
  const dora = await member('dora', 'owner');
  t.same(await Promise.all([gone(ann.id), gone(dora.id)]), ['none', 'LastOwner']);
});

t.test('an owner whose account is switched off does not count as one who is left', async t => {
  const { admin, member, accounts } = await openAccounts(t);
  const root = await admin();
  const ann = await member('ann', 'owner');
  const ben = await member('ben', 'owner');
  await accounts.updateUser(ben.id, { is_active: false }, BOX, ACTING);
  const one = (user_id: string) => ({ organization_id: ORGANIZATION, user_id });
  t.equal(await ann.refusal('RemoveOrganizationUser', one(ann.id)), 'LastOwner');
  t.equal(await root.refusal('DeleteUser', { id: ann.id }), 'UserOwnsOrganization');
  t.equal(await root.refusal('RemoveOrganizationUser', one(ben.id)), 'none');
});

t.test('a member leaves or is removed, with the keys of this organization alone', async t => {
  const { admin, member, organization, store, told, key } = await openAccounts(t);
  const root = await admin();
  const owner = await member('owner', 'owner');
  const chief = await member('chief', 'admin');
  const ann = await member('ann', 'viewer');
  const org = await organization('Works', root.row);
  await root.call('AddOrganizationUser', { organization_id: org, user_id: ann.id, role: 'viewer' });
  for (const [place, uuid] of [ORGANIZATION, org].entries()) {
    const asked = { name: 'k', user: { id: ann.id, email: ann.row.email }, scopes: ['*'], expiresAt: null };
    const stored = { prefix: `wsaaaaa${place}`, hash: Buffer.alloc(32, place) };
    const row = store.read.accounts.organization(uuid);
    await store.write.apiKeys.insert({ org: row?.id ?? 0, ...asked, ...stored }, ACTING);
  }
  told();
  const one = (user_id: string) => ({ organization_id: ORGANIZATION, user_id });
  t.equal(await ann.refusal('RemoveOrganizationUser', one(chief.id)), 'PermissionDenied');
  t.equal(await chief.refusal('RemoveOrganizationUser', one(owner.id)), 'RoleEscalation');
  t.equal(await root.refusal('RemoveOrganizationUser', one(owner.id)), 'LastOwner');
  t.equal(await owner.refusal('RemoveOrganizationUser', one(owner.id)), 'LastOwner');
  t.same(told(), []);
  await ann.call('RemoveOrganizationUser', one(ann.id));
  t.match(told(), [
    ['api_key.deleted', ORGANIZATION, { name: 'k' }],
    ['membership.removed', ORGANIZATION, { organizationId: ORGANIZATION, userId: ann.id, role: 'viewer' }],
  ]);
  t.equal(await ann.refusal('RemoveOrganizationUser', one(ann.id)), 'OrganizationNotFound');
  t.same(store.read.accounts.activeKeyHolders(), [ann.id], 'the other key is still there');
  t.equal(await chief.refusal('RemoveOrganizationUser', one(ann.id)), 'MembershipNotFound');
  const removing = (scope: string) => key(ORGANIZATION, [scope]).refusal('RemoveOrganizationUser', one(chief.id));
  t.equal(await removing('orgs:write'), 'RoleEscalation');
  t.equal(await removing('*'), 'none');
});

t.test('members are listed by page and found by parts of their names', async t => {
  const { member, key, accounts, store } = await openAccounts(t);
  const root = await member('root', 'owner');
  for (const name of ['dan', 'ann', 'cara', 'ben']) await member(name, 'viewer');
  await accounts.updateMember(ORGANIZATION, root.id, { manage_endpoints: false }, BOX, ACTING);
  const list = (query: object) => root.call('ListOrganizationUsers', { organization_id: ORGANIZATION, ...query });
  const names = async (query: object) => (await list(query)).members.map(({ first_name }) => first_name);
  t.same(await names({}), ['ann', 'ben', 'cara', 'dan', 'root']);
  const first = await list({ page_size: 2, order_by: 'email desc' });
  t.match(first, { members: [{ first_name: 'root' }, { first_name: 'dan' }], total_count: 5 });
  const next = { page_size: 2, order_by: 'email desc', page_token: first.next_page_token };
  t.same(await names(next), ['cara', 'ben']);
  t.same(await names({ search: 'AN' }), ['ann', 'dan']);
  t.same(await names({ role: 'owner' }), ['root']);
  const ann = (await list({ search: 'ann' })).members[0]?.user_id ?? '';
  await root.call('UpdateOrganizationUser', {
    member: { organization_id: ORGANIZATION, user_id: ann, status: 'inactive' },
    update_mask: { paths: ['status'] },
  });
  t.same(await names({}), ['ben', 'cara', 'dan', 'root']);
  t.same(await names({ status: 'inactive' }), ['ann']);
  const { isMember } = store.read.accounts;
  t.same([isMember(ann, 1), isMember(root.id, 1), isMember(root.id, 2)], [false, true, false]);
  await accounts.updateUser(root.id, { is_active: false }, BOX, ACTING);
  t.equal(isMember(root.id, 1), false, 'a key of an account that is switched off is of no use');
  await accounts.updateUser(root.id, { is_active: true }, BOX, ACTING);
  t.equal((await names({ status: 'all' })).length, 5);
  const refusal = (query: object) => root.refusal('ListOrganizationUsers', { organization_id: ORGANIZATION, ...query });
  t.equal(await refusal({ organization_id: '' }), 'OrganizationIDRequired');
  t.equal(await refusal({ role: 'x' }), 'InvalidRole');
  t.equal(await refusal({ page_size: -1 }), 'InvalidPageSize');
  t.equal(await refusal({ page_token: first.next_page_token }), 'InvalidPageToken');
  t.equal(
    (await key(ORGANIZATION, ['orgs:read']).call('ListOrganizationUsers', { organization_id: ORGANIZATION }))
      .total_count,
    4,
  );
});

t.test('the organizations of a user are told to the user and to server administrators', async t => {
  const { admin, member, organization, key, as, user } = await openAccounts(t);
  const root = await admin();
  const ann = await member('ann', 'viewer');
  const works = await organization('Works', ann.row);
  await organization('älter', ann.row);
  const names = async (who: typeof ann, query: object = {}) =>
    (await who.call('ListUserOrganizations', query)).memberships.map(({ organization_name }) => organization_name);
  t.same(await names(ann), ['Default organization', 'Works', 'älter']);
  t.same(await names({ ...root, row: root.row }, { user_id: ann.id }), await names(ann));
  const first = await ann.call('ListUserOrganizations', { page_size: 2 });
  t.match(first, {
    memberships: [{ role: 'viewer', organization_state: 'active' }, { role: 'owner' }],
    total_count: 3,
  });
  t.same(await names(ann, { page_size: 2, page_token: first.next_page_token }), ['älter']);
  const chief = await member('chief', 'admin');
  t.equal(await chief.refusal('ListUserOrganizations', { user_id: ann.id }), 'ServerAdminRequired');
  const stranger = await member('stranger', 'owner', works);
  t.equal(await stranger.refusal('ListUserOrganizations', { user_id: chief.id }), 'UserNotFound');
  t.equal(await chief.refusal('ListUserOrganizations', { user_id: UNKNOWN }), 'UserNotFound');
  t.same((await as(await user('alone')).call('ListUserOrganizations', {})).memberships, []);
  const service = key(works, ['orgs:read']);
  t.equal(await service.refusal('ListUserOrganizations', {}), 'UserPrincipalRequired');
  t.equal(await service.refusal('ListUserOrganizations', { user_id: chief.id }), 'UserNotFound');
  t.match(await key(works, ['orgs:read'], ann.row).call('ListUserOrganizations', {}), {
    memberships: [{ organization_id: works }],
    total_count: 1,
  });
  t.match(await key(works, ['orgs:write'], ann.row).refused('ListUserOrganizations', {}), {
    token: 'ScopeRequired',
    about: { scope: 'orgs:read' },
  });
  t.equal(FULL.role, 'operator');
});
