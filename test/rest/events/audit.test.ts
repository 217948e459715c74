import t from 'tap';
import { BEGINNING, hashOf } from '../../../src/domain/event/audit-chain.ts';
import { PASSWORD } from '../../identity/scene.ts';
import { type Calls, RestBox } from '../box.ts';

t.setTimeout(120_000);

const PATH = '/api/v2/audit/export';
const linesOf = async (caller: Calls, query: Record<string, string | number | boolean> = {}) => {
  const answer = await caller.get(PATH, { query });
  t.match(answer.headers['content-type'], 'application/x-ndjson', answer.bytes.toString());
  return answer.bytes
    .toString()
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
};

t.test('audit events are lines whose hashes join them', async t => {
  await using box = await RestBox.start(t.testdir(), { edition: 'enterprise' });
  const { enterprise, organizationId } = box;
  if (!enterprise) throw new Error('no sign-in');
  const owner = box.as(box.owner);
  await box.key(['devices:read']);
  const lines = await linesOf(owner);
  t.ok(lines.length >= 2);
  let previous = Buffer.from(BEGINNING).toString('hex');
  for (const { hash, seq: _, ...line } of lines) {
    t.equal(line.prev_hash, previous);
    t.equal(Buffer.from(hashOf(line, Buffer.from(previous, 'hex'))).toString('hex'), hash);
    previous = hash;
  }
  t.same(await linesOf(owner, { after: lines.at(-2).seq }), lines.slice(-1), 'who wants more goes on');
  t.same(await linesOf(owner, { to: '2001-01-01T00:00:00Z' }), []);

  const root = { ...(await enterprise.signIn('root@example.org')), 'x-organization-id': organizationId };
  const user = { email: 'vera@example.org', first_name: 'Vera', last_name: 'Test' };
  const memberships = [{ organization_id: organizationId, role: 'viewer' }];
  await enterprise.call('CreateUser', { user, password: PASSWORD, memberships }, root);
  const viewer = box.as({ ...(await enterprise.signIn(user.email)), 'x-organization-id': organizationId });
  t.equal((await viewer.get(PATH)).token, 'PermissionDenied');
  t.equal((await owner.get(PATH, { query: { installation: true } })).token, 'PermissionDenied');
  t.match(await owner.get(PATH, { query: { after: 'x' } }), { status: 400 });
});
