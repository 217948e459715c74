import t from 'tap';
import { PASSWORD } from '../../identity/scene.ts';
import { type Headers, RestBox } from '../box.ts';

t.setTimeout(240_000);

const UNKNOWN = '0192f000-0000-7000-8000-00000000abcd';

/** Posts a call of the service. */
async function post(box: RestBox, method: string, request: object, headers: Headers = box.own) {
  const path = `/organization_access_control.AccessControlService/${method}`;
  const answer = await fetch(`http://127.0.0.1:${box.center.ports.gateway}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const token = answer.headers.get('x-error-token')?.replace('ErrToken', '') ?? 'OK';
  return { token, status: answer.status, answer: (await answer.json()) as Record<string, unknown> };
}

t.test('without sign-in roles are read, and not given', async t => {
  await using box = await RestBox.start(t.testdir());
  const organizationId = box.organizationId;
  t.match(await post(box, 'ListRoles', {}, {}), { status: 401, token: 'AuthorizationRequired' });
  const { answer } = await post(box, 'ListRoles', {});
  t.same(answer, {
    roles: [
      { name: 'owner', capabilities: ['R', 'E', 'B', 'K', 'I', 'M', 'A', 'O'] },
      { name: 'admin', capabilities: ['R', 'E', 'B', 'K', 'I', 'M', 'A'] },
      { name: 'operator', capabilities: ['R', 'E', 'K', 'B'] },
      { name: 'viewer', capabilities: ['R'] },
    ],
  });
  const assigned = await post(box, 'ListRoleAssignments', { organizationId });
  t.match(assigned.answer, { roleAssignments: [{ email: 'operator@localhost', role: 'owner' }], total: 1 });
  for (const method of ['AssignRole', 'RevokeRole']) {
    t.match(
      await post(box, method, {}),
      { status: 400, token: 'EnterpriseEditionRequired' },
      'before the request is read',
    );
    const reads = await box.key(['orgs:read']);
    t.match(await post(box, method, {}, reads.key), { status: 403, token: 'ScopeRequired' });
  }
  const allowed = async (asked: object, headers?: Headers) =>
    (await post(box, 'CheckAccess', { organizationId, ...asked }, headers)).answer.allowed;
  const robot = (await box.key(['orgs:read', 'endpoints:write'])).key;
  t.same(
    await Promise.all([
      allowed({ scope: 'endpoints:write' }, robot),
      allowed({ scope: 'endpoints:read' }, robot),
      allowed({ capability: 'E' }, robot),
      allowed({ capability: 'B' }, robot),
      allowed({ capability: 'S' }),
      allowed({ scope: 'rules:write' }),
    ]),
    [true, false, true, false, false, true],
  );
  const refused = async (asked: object) => (await post(box, 'CheckAccess', asked)).token;
  t.equal(await refused({ capability: 'R' }), 'OrganizationIDRequired');
  t.equal(await refused({ organizationId: UNKNOWN, capability: 'R' }), 'OrganizationContextMismatch');
  t.equal(await refused({ organizationId }), 'MutuallyExclusiveFields');
  t.equal(await refused({ organizationId, capability: 'R', scope: 'orgs:read' }), 'MutuallyExclusiveFields');
  t.equal(await refused({ organizationId, capability: 'Q' }), 'InvalidEnumValue');
  t.equal(await refused({ organizationId, scope: 'orgs:fly' }), 'InvalidScope');
});

t.test('with sign-in roles are given and taken by the rules of members', async t => {
  await using box = await RestBox.start(t.testdir(), { edition: 'enterprise' });
  const { enterprise, organizationId, owner } = box;
  if (!enterprise) throw new Error('no sign-in');
  const root = await enterprise.signIn('root@example.org');
  const user = async (name: string) => {
    const given = { email: `${name}@example.org`, first_name: name, last_name: 'Test' };
    return String((await enterprise.call('CreateUser', { user: given, password: PASSWORD }, root)).id);
  };
  const [ada, zoe] = [await user('ada'), await user('zoe')];
  const assign = (userId: string, role: string, headers?: Headers) =>
    post(box, 'AssignRole', { organizationId, userId, role }, headers);
  const revoke = (userId: string, headers?: Headers) => post(box, 'RevokeRole', { organizationId, userId }, headers);
  t.match(await assign(ada, 'viewer'), {
    answer: { userId: ada, role: 'viewer', capabilities: [], status: 'invited' },
  });
  const accept = async (name: string) => {
    const { authorization = '' } = (await enterprise.signIn(`${name}@example.org`)) as { authorization?: string };
    const path = `/api/v2/me/memberships/${organizationId}/accept`;
    t.match(await box.as({ authorization }).send('POST', path), { status: 200 });
  };
  await accept('ada');
  t.match(await assign(ada, 'viewer'), { answer: { role: 'viewer', capabilities: ['R'], status: 'active' } });
  t.match(await assign(ada, 'operator'), { answer: { role: 'operator', capabilities: ['R', 'E', 'K', 'B'] } });
  t.match(await assign(ada, 'operator'), { token: 'OK' }, 'once more');
  t.match(await assign(ada, 'king'), { status: 400, token: 'InvalidRole' });
  t.match(await assign(UNKNOWN, 'viewer'), { status: 404, token: 'UserNotFound' });
  t.match(await assign('ada', 'viewer'), { status: 400, token: 'InvalidIDFormat' });
  t.match(await post(box, 'AssignRole', { organizationId, role: 'viewer' }), { status: 400, token: 'UserIDRequired' });
  t.match(await assign(ada, 'owner'), { status: 403, token: 'RoleEscalation' }, 'a machine appoints no owner');
  t.match(await assign(ada, 'owner', owner), { token: 'OK' });
  t.match(await assign(owner['x-user-id'] ?? '', 'admin', owner), { token: 'CannotChangeOwnRole' });
  t.match(await assign(ada, 'admin', owner), { answer: { role: 'admin' } });
  t.match(await revoke(owner['x-user-id'] ?? '', owner), { token: 'LastOwner' });

  const both = await Promise.all([assign(zoe, 'viewer'), assign(zoe, 'operator')]);
  t.same(
    both.map(({ token }) => token),
    ['OK', 'OK'],
    'of two at once the second changes what the first has given',
  );
  const list = await post(box, 'ListRoleAssignments', { organizationId, search: 'test' });
  t.match(list.answer, { roleAssignments: [{ userId: ada, role: 'admin' }, { userId: zoe }], total: 2 });
  t.match(await revoke(zoe), { answer: { userId: zoe, revoked: true } });
  t.match(await revoke(zoe), { status: 404, token: 'RoleAssignmentNotFound' });
  t.match(await revoke(UNKNOWN), { status: 404, token: 'RoleAssignmentNotFound' });

  const viewer = await user('vera');
  await assign(viewer, 'viewer');
  await accept('vera');
  const vera = { ...(await enterprise.signIn('vera@example.org')), 'x-organization-id': organizationId };
  t.match(await assign(zoe, 'viewer', vera), { status: 403, token: 'PermissionDenied' });
  const allowed = async (asked: object) =>
    (await post(box, 'CheckAccess', { organizationId, ...asked }, vera)).answer.allowed;
  t.same(
    await Promise.all([
      allowed({ capability: 'R' }),
      allowed({ capability: 'E' }),
      allowed({ scope: 'devices:read' }),
      allowed({ scope: 'devices:write' }),
    ]),
    [true, false, true, false],
  );
  const { answer } = await enterprise.ask('ListEvents', { event_types: ['membership.*'] }, owner);
  t.ok(JSON.stringify(answer).includes(zoe), 'events tell of it');
});
