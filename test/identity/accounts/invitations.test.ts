import t from 'tap';
import { ACTING, ORGANIZATION, openAccounts, UNKNOWN } from './scene.ts';

t.setTimeout(120_000);

t.test(
  'who is drawn in by a stranger has no rights and is seen by nothing but name and address, until it accepts',
  async t => {
    const { admin, member, user, as, organization, accounts, store, told, key } = await openAccounts(t);
    const root = await admin();
    const eve = await member('eve', 'admin');
    const ann = await user('ann');
    const works = await organization('Works', ann);
    await store.write.accounts.updateUser(
      ann.uuid,
      { note: 'secret' },
      { kind: 'box', userId: undefined, keyOrganizationId: undefined },
      ACTING,
    );
    const mine = as(ann);
    const asked = { organization_id: ORGANIZATION, user_id: ann.uuid };
    told();
    const added = await eve.call('AddOrganizationUser', { ...asked, role: 'operator' });
    t.match(added, { email: 'ann@example.org', first_name: 'ann', status: 'invited', last_login_at: null });
    t.match(told(), [['membership.added', ORGANIZATION, {}]]);

    t.equal(await mine.refusal('GetOrganization', { id: ORGANIZATION }), 'OrganizationNotFound');
    t.equal(await mine.refusal('ListOrganizationUsers', { organization_id: ORGANIZATION }), 'OrganizationNotFound');
    t.equal((await mine.call('ListOrganizations', {})).total_count, 1);
    t.match((await mine.call('ListUserOrganizations', {})).memberships, [{}, {}]);
    t.equal(await eve.refusal('GetUser', { id: ann.uuid }), 'UserNotFound');
    t.equal(await eve.refusal('ListUserOrganizations', { user_id: ann.uuid }), 'UserNotFound');
    const listed = await eve.call('ListUsers', { organization_id: ORGANIZATION });
    t.same(
      listed.users?.map(({ email }) => email),
      ['eve@example.org'],
    );
    t.equal((await eve.call('ListOrganizationUsers', { organization_id: ORGANIZATION })).total_count, 1, 'not active');
    const invited = await eve.call('ListOrganizationUsers', { organization_id: ORGANIZATION, status: 'invited' });
    t.match(invited.members, [{ email: 'ann@example.org', status: 'invited' }]);

    const set = (status: string) => ({ member: { ...asked, status }, update_mask: { paths: ['status'] } });
    for (const status of ['active', 'inactive'])
      t.equal(
        await eve.refusal('UpdateOrganizationUser', set(status)),
        'ServerAdminRequired',
        'no user accepts for another',
      );
    t.equal(store.read.accounts.firstOrganization(ann.id), works);

    const answer = (organizationId: string, userId: string, what: 'accept' | 'decline') =>
      accounts.answerInvitation(organizationId, userId, what, { ...ACTING, now: ACTING.now + 1000 });
    await t.rejects(answer(works, ann.uuid, 'accept'), { message: /MembershipNotFound/ }, 'a member is not invited');
    await t.rejects(answer(UNKNOWN, ann.uuid, 'accept'), { message: /MembershipNotFound/ });
    await t.rejects(
      answer(ORGANIZATION, eve.id, 'decline'),
      { message: /MembershipNotFound/ },
      'no member leaves by it',
    );
    told();
    const both = await Promise.allSettled([
      answer(ORGANIZATION, ann.uuid, 'accept'),
      answer(ORGANIZATION, ann.uuid, 'accept'),
    ]);
    t.same(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    t.match(told(), [['membership.updated', ORGANIZATION, { userId: ann.uuid, fields: ['status'] }]]);
    t.match(await mine.call('GetOrganization', { id: ORGANIZATION }), { id: ORGANIZATION });
    t.match(await eve.call('GetUser', { id: ann.uuid }), { email: 'ann@example.org' });
    t.equal(store.read.accounts.firstOrganization(ann.id), works, 'the membership begins when it is accepted');

    const ben = await user('ben');
    await eve
      .call('AddOrganizationUser', { organization_id: ORGANIZATION, user_id: ben.uuid, role: 'owner' })
      .catch(() => undefined);
    await key(ORGANIZATION, ['orgs:write']).call('AddOrganizationUser', {
      organization_id: ORGANIZATION,
      user_id: ben.uuid,
      role: 'viewer',
    });
    told();
    await answer(ORGANIZATION, ben.uuid, 'decline');
    t.match(told(), [['membership.removed', ORGANIZATION, { userId: ben.uuid, role: 'viewer' }]]);
    t.equal(
      await eve.refusal('GetOrganizationUser', { organization_id: ORGANIZATION, user_id: ben.uuid }),
      'MembershipNotFound',
    );

    const farm = await organization('Farm', eve.row);
    const again = await eve.call('AddOrganizationUser', { organization_id: farm, user_id: ann.uuid, role: 'viewer' });
    t.equal(again.status, 'active', 'who shares an organization is no stranger');
    const byRoot = await root.call('AddOrganizationUser', { organization_id: farm, user_id: ben.uuid, role: 'viewer' });
    t.equal(byRoot.status, 'active', 'administrators of the server add at once');
  },
);

t.test('the oldest membership is what a user sees first, until the user alone chooses another', async t => {
  const { admin, member, organization, store, told } = await openAccounts(t);
  const root = await admin();
  const ann = await member('ann', 'viewer');
  const works = await organization('A comes first by name', ann.row);
  const first = () => store.read.accounts.firstOrganization(ann.row.id);
  t.equal(first(), ORGANIZATION);
  const choose = (default_organization_id: string) => ({
    user: { id: ann.id, default_organization_id },
    update_mask: { paths: ['default_organization_id'] },
  });
  told();
  await ann.call('UpdateUser', choose(works));
  t.equal(first(), works);
  t.match(told(), [['user.updated', 'installation', { userId: ann.id, fields: ['default_organization_id'] }]]);
  await ann.call('UpdateUser', choose(works));
  t.same(told(), [], 'nothing has changed');
  t.equal(await root.refusal('UpdateUser', choose(ORGANIZATION)), 'PermissionDenied', 'not even by an administrator');
  await root.call('UpdateUser', {
    user: { id: ann.id, email: 'ann@example.org', first_name: 'Anna' },
    update_mask: { paths: ['*'] },
  });
  t.equal(first(), works, 'nor by the way');
  t.equal(await ann.refusal('UpdateUser', choose(UNKNOWN)), 'OrganizationNotFound');
  t.equal(await ann.refusal('UpdateUser', choose('x')), 'InvalidIDFormat');
  const off = {
    member: { organization_id: works, user_id: ann.id, status: 'inactive' },
    update_mask: { paths: ['status'] },
  };
  await root.call('AddOrganizationUser', { organization_id: works, user_id: root.id, role: 'owner' });
  await root.call('UpdateOrganizationUser', off);
  t.equal(first(), ORGANIZATION, 'it is hers no more');
  t.equal(await ann.refusal('UpdateUser', choose(works)), 'OrganizationNotFound');
  await ann.call('UpdateUser', choose(''));
  t.equal(first(), ORGANIZATION);
});
