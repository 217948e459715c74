import t from 'tap';
import { RestBox } from '../box.ts';

t.setTimeout(120_000);

const PATH = '/api/v2/me/sessions';

t.test('a user sees where he is signed in, and ends one of them', async t => {
  await using box = await RestBox.start(t.testdir(), { edition: 'enterprise' });
  const { enterprise, organizationId } = box;
  if (!enterprise) throw new Error('no sign-in');
  const owner = box.as(box.owner);
  const other = { ...(await enterprise.signIn('owner@example.org')), 'x-organization-id': organizationId };
  const { sessions } = (await owner.get(PATH)).json;
  t.equal(sessions.length, 2);
  t.equal(sessions.filter(({ current }: { current: boolean }) => current).length, 1);
  t.match(sessions[0], { createdAt: /Z$/, lastUsedAt: /Z$/, remoteAddress: '127.0.0.1' });
  const there = sessions.find(({ current }: { current: boolean }) => !current).id;

  const root = box.as({ ...(await enterprise.signIn('root@example.org')), 'x-organization-id': organizationId });
  t.match(await root.delete(`${PATH}/${there}`), { status: 404, token: 'SignInNotFound' }, 'none of another user');
  const answers = await Promise.all([1, 2].map(() => owner.delete(`${PATH}/${there}`)));
  t.same(answers.map(({ token }) => token).sort(), ['OK', 'SignInNotFound'], 'it ends once');
  t.equal((await box.as(other).get(PATH)).status, 401, 'its tokens are good for nothing');
  t.equal((await owner.get(PATH)).json.sessions.length, 1);
  const { key } = await box.key(['*']);
  t.equal((await box.as(key).get(PATH)).token, 'UserPrincipalRequired');
});

t.test('a box without sign-in has no sessions', async t => {
  await using box = await RestBox.start(t.testdir());
  t.equal((await box.get(PATH)).status, 403, 'by no key');
});
