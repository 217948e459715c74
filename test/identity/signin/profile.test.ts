import t from 'tap';
import type { Call, Principal } from '../../../src/rpc/call/define.ts';
import { ORGANIZATION } from '../../rpc/harness.ts';
import { ANN, HOME, openScene, PASSWORD, type Scene } from './scene.ts';

const KEY = '0192f000-0000-7000-8000-0000000000aa';
const BOX = { kind: 'box', userId: undefined, keyOrganizationId: undefined } as const;

/** Asks a row as a caller whom the gate has let in. */
function as({ table }: Scene, principal: Principal, more: Partial<Call> = {}) {
  return async (method: string, input: object = {}): Promise<unknown> => {
    const handle = table.get(method)?.handle as (input: object, call: Partial<Call>) => unknown;
    return handle(input, { principal, address: HOME, secure: true, headers: () => [], ...more });
  };
}

t.test('a key is told whose it is and what it may do, and has no session', async t => {
  const scene = await openScene(t);
  const { uuid } = await scene.user(ANN, { is_admin: true });
  const { refresh_token } = await scene.in();
  const key = { id: KEY, keyOrganizationId: ORGANIZATION, capabilities: ['R'] as const, scopes: ['messages:read'] };
  const userKey = as(scene, { kind: 'user_key', email: ANN, userId: uuid, ...key });
  t.match(await userKey('GetProfile'), {
    ...{ id: uuid, email: ANN, principal: 'user', is_admin: false, capabilities: ['R'] },
    default_organization_id: ORGANIZATION,
  });
  const service = as(scene, { kind: 'service_account', email: 'robot', ...key });
  t.same(await service('GetProfile'), {
    ...{ id: KEY, principal: 'service_account', default_organization_id: ORGANIZATION, capabilities: ['R'] },
  });
  const leaving = { refresh_token: '', all_sessions: true };
  t.same(await userKey('Logout', leaving), { sessions_ended: 0 }, 'not all, and it has none of its own');
  await t.rejects(service('Logout', leaving), { message: /UserPrincipalRequired/ });
  const change = { current_password: PASSWORD, new_password: 'rote Bojen 18 am Strand', keep_current_session: true };
  for (const asked of [userKey, service]) {
    await t.rejects(asked('ChangePassword', change), { message: /UserPrincipalRequired/ });
  }
  t.same(await userKey('Logout', { ...leaving, refresh_token }), { sessions_ended: 1 });
});

t.test('who comes by the internal port has no session, and changes the password all the same', async t => {
  const scene = await openScene(t);
  const { uuid } = await scene.user();
  const inside = as(scene, { kind: 'user', id: uuid, email: ANN });
  await scene.in();
  t.same(await inside('Logout', { refresh_token: '', all_sessions: false }), { sessions_ended: 0 });
  const change = { current_password: PASSWORD, new_password: 'rote Bojen 18 am Strand', keep_current_session: true };
  t.same(await inside('ChangePassword', change), { sessions_ended: 1 });
});

t.test('capabilities are those in the organization that is named', async t => {
  const scene = await openScene(t);
  const { uuid } = await scene.user();
  const other = await scene.store.write.accounts.createOrganization({ name: 'Other' }, uuid, scene.acting());
  const { as: mine, profile } = await scene.in();
  t.equal(profile.default_organization_id, ORGANIZATION);
  const capabilities = async (organization?: string) =>
    (await scene.call('GetProfile', {}, { ...mine, ...(organization && { organization }) })).capabilities;
  t.same(await capabilities(), ['R']);
  t.same(await capabilities(other), ['R', 'E', 'B', 'K', 'I', 'M', 'A', 'O']);
  t.same(await capabilities(KEY), [], 'nothing elsewhere');
  await scene.store.write.accounts.updateOrganization(ORGANIZATION, { state: 'suspended' }, BOX, scene.acting());
  const { profile: later } = await scene.in();
  t.equal(later.default_organization_id, other, 'first one that is in use');
});

t.test('an account that is switched off says so to its tokens, and its sessions do not come back with it', async t => {
  const scene = await openScene(t);
  const { uuid } = await scene.user();
  const { as: mine, refresh_token } = await scene.in();
  const set = (is_active: boolean) => scene.store.write.accounts.updateUser(uuid, { is_active }, BOX, scene.acting());
  const answers = async () => [
    await scene.refusal('GetProfile', {}, mine),
    await scene.refusal('RefreshTokens', { refresh_token }),
  ];
  t.same(await answers(), ['none', 'none']);
  await set(false);
  t.same(await answers(), ['UserInactive', 'UserInactive']);
  await set(true);
  t.same(await answers(), ['AccessTokenRevoked', 'InvalidRefreshToken']);
  await scene.store.write.accounts.deleteUser(uuid, BOX, scene.acting());
  t.same(await answers(), ['AccessTokenRevoked', 'InvalidRefreshToken']);
});

t.test('who refreshes while the account is switched off gets no tokens that outlive it', async t => {
  const scene = await openScene(t);
  const { uuid } = await scene.user();
  const { as: mine, refresh_token } = await scene.in();
  const off = scene.store.write.accounts.updateUser(uuid, { is_active: false }, BOX, scene.acting());
  const [answer] = await Promise.all([scene.call('RefreshTokens', { refresh_token }).catch(() => undefined), off]);
  const token = answer?.tokens?.access_token ?? mine.token;
  t.equal(await scene.refusal('GetProfile', {}, { ...mine, token }), 'UserInactive');
});
