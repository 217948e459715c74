import t from 'tap';
import { ACTING, BOX, ORGANIZATION, openAccounts, START, UNKNOWN } from './scene.ts';

t.setTimeout(120_000);
const AT = { seconds: String(START / 1000) };

t.test('a server administrator makes an organization, which a user owns', async t => {
  const { admin, user, told } = await openAccounts(t);
  const root = await admin();
  const ann = await user('ann');
  told();
  const made = await root.call('CreateOrganization', {
    organization: {
      ...{ name: ' Works ', description: 'two\nlines', external_id: 'w', tags: { site: 'north' } },
      ...{ max_endpoints: 5, max_base_stations: 0, state: 'archived' },
    },
    owner_user_id: ann.uuid,
  });
  t.match(made, {
    ...{ name: 'Works', description: 'two\nlines', state: 'active', external_id: 'w', tags: { site: 'north' } },
    ...{ is_default: false, member_count: 1, endpoint_count: 0, base_station_count: 0 },
    ...{ max_endpoints: 5, max_base_stations: 0, created_at: AT, updated_at: AT },
  });
  const organizationId = made.id;
  t.match(told(), [
    ['organization.created', organizationId, { organizationId, name: 'Works', remoteAddress: '127.0.1.1' }],
    ['membership.added', organizationId, { organizationId, userId: ann.uuid, role: 'owner' }],
  ]);
  const own = await root.call('CreateOrganization', { organization: { name: 'Own' } });
  t.notOk('max_endpoints' in own && own.max_endpoints !== null, 'no limit');
  t.match(await root.call('ListOrganizationUsers', { organization_id: own.id }), { members: [{ user_id: root.id }] });
  const refusal = (organization: object, more: object = {}) =>
    root.refusal('CreateOrganization', { organization, ...more });
  t.equal(await root.refusal('CreateOrganization', {}), 'ResourceRequired');
  t.equal(await refusal({}), 'NameRequired');
  t.equal(await refusal({ name: 'WORKS' }), 'OrganizationNameExists');
  t.equal(await refusal({ name: 'DEFAULT Organization' }), 'OrganizationNameExists');
  t.equal(await refusal({ name: 'x', tags: { '': '' } }), 'InvalidTags');
  t.equal(await refusal({ name: 'x' }, { owner_user_id: UNKNOWN }), 'UserNotFound');
  t.equal(await refusal({ name: 'x' }, { owner_user_id: 'x' }), 'InvalidIDFormat');
  const outcomes = await Promise.all(['Äther', 'äTHER'].map(name => refusal({ name })));
  t.same(outcomes.toSorted(), ['OrganizationNameExists', 'none']);
});

t.test('where every user may make organizations, they are plain and the caller’s own', async t => {
  const { as, user, rows } = await openAccounts(t, { selfService: true });
  t.equal(rows.get('CreateOrganization')?.needs, 'user');
  const row = await user('ann');
  const ann = as(row);
  t.match(await ann.call('CreateOrganization', { organization: { name: 'Mine' } }), { member_count: 1 });
  const refusal = (organization: object, more: object = {}) =>
    ann.refusal('CreateOrganization', { organization, ...more });
  t.equal(await refusal({ name: 'x', max_endpoints: 1 }), 'ServerAdminRequired');
  t.equal(await refusal({ name: 'x', external_id: 'x' }), 'ServerAdminRequired');
  t.equal(await refusal({ name: 'x' }, { owner_user_id: UNKNOWN }), 'ServerAdminRequired');
  const plain = await openAccounts(t);
  t.equal(plain.rows.get('CreateOrganization')?.needs, 'S');
});

t.test('an organization is changed by its admins, and its state and limits by those of the server', async t => {
  const { admin, member, told, key } = await openAccounts(t);
  const root = await admin();
  const chief = await member('chief', 'admin');
  const viewer = await member('viewer', 'viewer');
  const stranger = await member(
    'stranger',
    'owner',
    (await root.call('CreateOrganization', { organization: { name: 'W' } })).id,
  );
  told();
  const change = (given: object, id = ORGANIZATION) => ({
    organization: { id, ...given },
    update_mask: { paths: Object.keys(given) },
  });
  const refusal = (who: typeof chief | ReturnType<typeof key>, given: object, id?: string) =>
    who.refusal('UpdateOrganization', change(given, id));
  t.match(await chief.call('UpdateOrganization', change({ name: 'DEFAULT organization', tags: { b: '1', a: '2' } })), {
    ...{ name: 'DEFAULT organization', tags: { a: '2', b: '1' }, is_default: true },
  });
  await chief.call('UpdateOrganization', change({ tags: { a: '2', b: '1' } }));
  t.match(told(), [['organization.updated', ORGANIZATION, { organizationId: ORGANIZATION, fields: ['name', 'tags'] }]]);
  for (const given of [{ state: 'suspended' }, { external_id: 'x' }, { max_endpoints: 1 }, { max_base_stations: 1 }]) {
    t.equal(await refusal(chief, given), 'ServerAdminRequired', JSON.stringify(given));
  }
  t.match(await refusal(viewer, { x: 1 }), 'PermissionDenied');
  t.match(await refusal(stranger, { x: 1 }), 'OrganizationNotFound');
  t.equal(await refusal(chief, { x: 1 }), 'UpdateMaskInvalid');
  t.equal(await refusal(chief, { name: ' ' }), 'NameRequired');
  t.equal(await refusal(chief, { name: 'w' }), 'OrganizationNameExists');
  t.equal(await refusal(root, { state: 'gone' }), 'InvalidOrganizationState');
  t.equal(await refusal(root, { state: 'archived' }), 'DefaultOrganizationProtected');
  t.equal(await refusal(root, { name: 'x' }, UNKNOWN), 'OrganizationNotFound');
  t.equal(await root.refusal('UpdateOrganization', { organization: {} }), 'IDRequired');
  t.match(await root.call('UpdateOrganization', change({ max_endpoints: 3 })), { max_endpoints: 3 });
  const cleared = { organization: { id: ORGANIZATION }, update_mask: { paths: ['max_endpoints'] } };
  t.notMatch(await root.call('UpdateOrganization', cleared), { max_endpoints: 3 });
  t.match(await key(ORGANIZATION, ['orgs:write']).call('UpdateOrganization', change({ name: 'Key' })), { name: 'Key' });
  t.equal(await refusal(key(ORGANIZATION, ['*']), { state: 'suspended' }), 'ServerAdminRequired');
  t.equal(await refusal(key(UNKNOWN, ['*']), { name: 'x' }), 'OrganizationNotFound');
  const taken = await Promise.all([
    refusal(chief, { name: 'Same' }),
    root.refusal('CreateOrganization', { organization: { name: 'SAME' } }),
  ]);
  t.same(taken, ['none', 'OrganizationNameExists']);
});

t.test('a suspended organization is read, an archived one is not, but by server administrators', async t => {
  const { admin, member, organization, accounts } = await openAccounts(t);
  const root = await admin();
  const org = await organization('Works', root.row);
  const owner = await member('owner', 'owner', org);
  const set = (state: 'suspended' | 'archived') => accounts.updateOrganization(org, { state }, BOX, ACTING);
  const name = { organization: { id: org, name: 'x' }, update_mask: { paths: ['name'] } };
  const writes = async (who: Pick<typeof owner, 'refusal'>) => [
    await who.refusal('UpdateOrganization', name),
    await who.refusal('AddOrganizationUser', { organization_id: org, user_id: UNKNOWN, role: 'viewer' }),
    await who.refusal('RemoveOrganizationUser', { organization_id: org, user_id: UNKNOWN }),
    await who.refusal('DeleteOrganization', { id: org }),
  ];
  const reads = async () => [
    await owner.refusal('GetOrganization', { id: org }),
    await owner.refusal('ListOrganizationUsers', { organization_id: org }),
    await owner.refusal('GetOrganizationUser', { organization_id: org, user_id: owner.id }),
    await owner.refusal('ListUsers', { organization_id: org }),
  ];
  const held = Array(4).fill('OrganizationSuspended');
  await set('suspended');
  t.same(await writes(owner), held);
  t.same(await reads(), Array(4).fill('none'));
  await set('archived');
  t.same(await writes(owner), held);
  t.same(await reads(), held);
  t.match(await owner.call('ListUserOrganizations', {}), { memberships: [{ organization_state: 'archived' }] });
  t.same(await writes(root), ['none', 'UserNotFound', 'MembershipNotFound', 'OrganizationNotEmpty']);
});

t.test('an organization goes only when it is empty, or by force, and the default one stays', async t => {
  const { admin, member, organization, removed, told, store } = await openAccounts(t);
  const root = await admin();
  const org = await organization('Works', root.row);
  const owner = await member('owner', 'owner', org);
  const chief = await member('chief', 'admin', org);
  told();
  t.match(await chief.refused('DeleteOrganization', { id: org }), {
    token: 'PermissionDenied',
    about: { capability: 'O' },
  });
  t.equal(await (await member('stranger', 'owner')).refusal('DeleteOrganization', { id: org }), 'OrganizationNotFound');
  t.equal(await owner.refusal('DeleteOrganization', { id: org }), 'OrganizationNotEmpty');
  t.equal(await root.refusal('DeleteOrganization', { id: ORGANIZATION, force: true }), 'DefaultOrganizationProtected');
  t.equal(await root.refusal('DeleteOrganization', { id: UNKNOWN }), 'OrganizationNotFound');
  t.equal(await root.refusal('DeleteOrganization', {}), 'IDRequired');
  t.same(removed, []);
  told();
  const outcomes = await Promise.all([1, 2].map(() => owner.refusal('DeleteOrganization', { id: org, force: true })));
  t.same(outcomes.toSorted(), ['OrganizationNotFound', 'none']);
  t.same(removed, ['asked']);
  t.match(told(), [['organization.deleted', 'installation', { organizationId: org, name: 'Works' }]]);
  t.equal(await root.refusal('GetOrganization', { id: org }), 'OrganizationNotFound');
  t.equal((await root.call('ListOrganizations', {})).total_count, 1);
  t.same((await owner.call('ListUserOrganizations', {})).memberships, []);
  t.same(store.read.accounts.memberships(owner.row.id), []);
  const again = await organization('WORKS', owner.row);
  t.equal(await owner.refusal('DeleteOrganization', { id: again }), 'none', 'its only member is the caller');
});

t.test('organizations are listed by page, and to each user the own ones', async t => {
  const { admin, member, organization, accounts, key, as, user } = await openAccounts(t);
  const root = await admin();
  const ann = await member('ann', 'viewer');
  for (const name of ['delta', 'Beta', 'alpha', 'Ärger'])
    await organization(name, name === 'Beta' ? ann.row : root.row);
  const beta = (await root.call('ListOrganizations', { search: 'BET' })).organizations[0]?.id ?? '';
  const names = async (query: object = {}, who: Pick<typeof ann, 'call'> = root) =>
    (await who.call('ListOrganizations', query)).organizations.map(({ name }) => name);
  const all = ['alpha', 'Beta', 'Default organization', 'delta', 'Ärger'];
  t.same(await names(), all);
  t.same(await names({ order_by: 'name desc' }), all.toReversed());
  const first = await root.call('ListOrganizations', { page_size: 3 });
  t.match(first, { total_count: 5, organizations: [{ member_count: 1 }] });
  t.same(await names({ page_size: 3, page_token: first.next_page_token }), ['delta', 'Ärger']);
  t.same(await names({}, ann), ['Beta', 'Default organization']);
  t.same(await names({}, as(await user('alone'))), []);
  const gone = await user('gone');
  await accounts.deleteUser(gone.uuid, BOX, ACTING);
  t.same(await names({}, as(gone)), [], 'let in before the account was deleted');
  t.same(await names({ search: 'äRG' }), ['Ärger']);
  await accounts.updateOrganization(beta, { state: 'suspended' }, BOX, ACTING);
  t.same(await names({ state: 'suspended' }, ann), ['Beta']);
  t.equal(await ann.refusal('ListOrganizations', { state: 'x' }), 'InvalidOrganizationState');
  t.same(await names({}, key(beta, ['orgs:read'])), ['Beta']);
  t.same(await names({}, key(beta, ['orgs:read'], ann.row)), ['Beta']);
  t.same(await names({}, key(beta, ['orgs:read'], root.row)), [], 'its user is no member there');
  t.match(await key(beta, ['orgs:read']).call('GetOrganization', { id: beta }), { name: 'Beta' });
  t.equal(await key(ORGANIZATION, ['*']).refusal('GetOrganization', { id: beta }), 'OrganizationNotFound');
});
