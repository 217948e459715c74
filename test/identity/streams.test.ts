import t from 'tap';
import type { MethodName } from '../../src/rpc/call/define.ts';
import { Enterprise, type Headers, PASSWORD } from './scene.ts';

// Each in a service center of its own, with passwords.
t.setTimeout(240_000);

async function opened(dir: string) {
  const box = await Enterprise.start(dir);
  const root = await box.signIn('root@example.org');
  const organization = { organization: { name: 'Farm' } };
  const { id: farm } = (await box.call('CreateOrganization', organization, root)) as { id: string };
  const there = { 'x-organization-id': farm };
  /** A member, signed in. */
  const member = async (name: string, membership: object): Promise<Headers & { readonly 'x-user-id': string }> => {
    const user = { email: `${name}@example.org`, first_name: name, last_name: name };
    const memberships = [{ organization_id: farm, ...membership }];
    await box.call('CreateUser', { user, password: PASSWORD, memberships }, root);
    return { ...there, ...(await box.signIn(user.email)) };
  };
  const key = async (headers: Headers, api_key: object) => {
    const { raw_key, api_key: made } = await box.call('CreateApiKey', { api_key }, headers);
    return { id: (made as { id: string }).id, headers: { ...there, authorization: `Bearer ${raw_key}` } };
  };
  /** A stream that was let in. `token` is by what it has ended; undefined: it goes on. */
  const stream = async (headers: Headers, method: MethodName = 'StreamMessages', request: object = {}) => {
    const { opened: isOpen, ended } = box.open(method, request, headers);
    const token = await isOpen;
    if (token !== 'OK') throw new Error(`${method}: ${token}`);
    const state: { token: string | undefined } = { token: undefined };
    void ended.then(by => {
      state.token = by;
    });
    return { state, ended };
  };
  /** Lets a second go by, in which whatever has to end ends. */
  const second = () => box.center.clock.advance(1000);
  /** The token by which a stream ends within a second. */
  const endOf = async ({ ended }: { ended: Promise<string> }) => {
    await second();
    return ended;
  };
  return { box, root, farm, there, member, key, stream, second, endOf };
}

t.test('a stream ends within a second when its rights are gone, and says why', async t => {
  const scene = await opened(t.testdir());
  await using box = scene.box;
  const { root, farm, member, key, stream, second, endOf } = scene;
  const owner = await member('owner', { role: 'owner' });
  const others = await stream(owner);
  const administrators = await stream({ ...root, 'x-organization-id': farm });

  await t.test('signed out', async t => {
    const ann = await member('ann', { role: 'viewer' });
    const open = await stream(ann);
    await box.call('Logout', {}, ann);
    t.equal(await endOf(open), 'AccessTokenRevoked');
  });

  await t.test('account switched off, and with it the keys of its user', async t => {
    const ben = await member('ben', { role: 'admin' });
    const own = await key(ben, { name: 'mine', key_type: 'user', scopes: ['messages:read'] });
    const service = await key(ben, { name: 'box', scopes: ['messages:read'] });
    const [open, byKey, byService] = [await stream(ben), await stream(own.headers), await stream(service.headers)];
    const user = { id: ben['x-user-id'], is_active: false };
    await box.call('UpdateUser', { user, update_mask: { paths: ['is_active'] } }, root);
    t.equal(await endOf(open), 'UserInactive');
    t.equal(await byKey.ended, 'ApiKeyInactive');
    t.equal(byService.state.token, undefined, 'the key of a service is of no user');
    t.equal((await box.ask('ListMessages', {}, ben)).token, 'UserInactive');
  });

  await t.test('account deleted', async t => {
    const cid = await member('cid', { role: 'viewer' });
    const open = await stream(cid);
    await box.call('DeleteUser', { id: cid['x-user-id'] }, root);
    t.equal(await endOf(open), 'AccessTokenRevoked');
  });

  await t.test('key deleted', async t => {
    const made = await key(owner, { name: 'short', scopes: ['messages:read'] });
    const open = await stream(made.headers);
    await box.call('DeleteApiKey', { id: made.id }, owner);
    t.equal(await endOf(open), 'ApiKeyInactive');
  });

  await t.test('membership taken away, with the keys of the member', async t => {
    const dot = await member('dot', { role: 'operator' });
    const own = await key(dot, { name: 'dots', key_type: 'user', scopes: ['messages:read'] });
    const [open, byKey] = [await stream(dot), await stream(own.headers)];
    const update = { organization_id: farm, user_id: dot['x-user-id'] };
    const paths = ['role', 'manage_endpoints'];
    await box.call('UpdateOrganizationUser', { member: { ...update, role: 'viewer' }, update_mask: { paths } }, owner);
    await second();
    await second();
    t.equal(open.state.token, undefined, 'a viewer may read messages, too');
    t.equal(byKey.state.token, undefined);
    await box.call('RemoveOrganizationUser', update, owner);
    t.equal(await endOf(open), 'StreamAccessChanged');
    t.equal(await byKey.ended, 'ApiKeyInactive');
  });

  await t.test('membership switched off', async t => {
    const eve = await member('eve', { role: 'viewer' });
    const open = await stream(eve);
    const off = { organization_id: farm, user_id: eve['x-user-id'], status: 'inactive' };
    await box.call('UpdateOrganizationUser', { member: off, update_mask: { paths: ['status'] } }, owner);
    t.equal(await endOf(open), 'StreamAccessChanged');
  });

  await t.test('another role', async t => {
    const fay = await member('fay', { role: 'admin' });
    const audit = await stream(fay, 'StreamEvents', { categories: ['audit'] });
    const all = await stream(fay, 'StreamEvents');
    const endpoints = await stream(fay, 'StreamEvents', { categories: ['endpoint'] });
    const messages = await stream(fay);
    const down = { organization_id: farm, user_id: fay['x-user-id'], role: 'viewer' };
    await box.call('UpdateOrganizationUser', { member: down, update_mask: { paths: ['role'] } }, owner);
    t.equal(await endOf(audit), 'StreamAccessChanged');
    t.equal(await all.ended, 'StreamAccessChanged', 'of which audit events were a part');
    t.equal(endpoints.state.token, undefined);
    t.equal(messages.state.token, undefined);
  });

  await t.test('organization suspended, then archived', async t => {
    const gus = await member('gus', { role: 'viewer' });
    const open = await stream(gus);
    const state = (to: string) =>
      box.call(
        'UpdateOrganization',
        { organization: { id: farm, state: to }, update_mask: { paths: ['state'] } },
        root,
      );
    await state('suspended');
    await second();
    await second();
    t.equal(open.state.token, undefined, 'reading goes on');
    t.equal((await box.ask('CreateEndPoint', {}, owner)).token, 'OrganizationSuspended');
    t.equal(others.state.token, undefined, 'nothing of all that was about them');
    await state('archived');
    t.equal(await endOf(open), 'StreamAccessChanged');
    t.equal(await others.ended, 'StreamAccessChanged');
    t.equal(administrators.state.token, undefined, 'server administrators are not held');
    await state('active');
  });

  await t.test('deleted', async t => {
    await box.call('DeleteOrganization', { id: farm, force: true }, root);
    t.equal(await endOf(administrators), 'StreamAccessChanged');
  });
});

t.test('a stream outlives its access token, and not the expiry of its key', async t => {
  const scene = await opened(t.testdir());
  await using box = scene.box;
  const { member, key, stream } = scene;
  const owner = await member('owner', { role: 'owner' });
  const open = await stream(owner);
  const seconds = Math.floor(box.center.clock.now() / 1000) + 1200;
  const made = await key(owner, { name: 'short', scopes: ['messages:read'], expires_at: { seconds } });
  const byKey = await stream(made.headers);
  await box.center.clock.advance(1199_000);
  t.equal(byKey.state.token, undefined);
  t.equal((await box.ask('ListMessages', {}, owner)).token, 'AccessTokenExpired');
  await box.center.clock.advance(31_000);
  t.equal(await byKey.ended, 'ApiKeyExpired');
  t.equal(open.state.token, undefined, 'its session lives');
});
