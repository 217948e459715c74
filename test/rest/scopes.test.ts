import t from 'tap';
import { scopes } from '../../src/domain/apikey/scopes.ts';
import { RestBox } from './box.ts';

t.setTimeout(240_000);

const ID = '0192f000-0000-7000-8000-00000000abcd';

/** What the contract asks for at each operation about people and keys. */
const operations: readonly (readonly [method: string, path: string, scope: string])[] = [
  ['GET', '/api/users/personal', 'users:read'],
  ['GET', '/api/v2/users', 'users:read'],
  ['GET', `/api/v2/users/${ID}`, 'users:read'],
  ['GET', '/api/v2/orgs', 'orgs:read'],
  ['GET', `/api/v2/orgs/${ID}`, 'orgs:read'],
  ['GET', `/api/v2/orgs/${ID}/members`, 'orgs:read'],
  ['PATCH', `/api/v2/orgs/${ID}`, 'orgs:write'],
  ['GET', '/api/v2/subscriptions', 'subscriptions:read'],
  ['GET', '/api/v2/api-keys', 'api-keys:read'],
  ['GET', `/api/v2/api-keys/${ID}`, 'api-keys:read'],
  ['POST', '/api/v2/api-keys', 'api-keys:write'],
  ['DELETE', `/api/v2/api-keys/${ID}`, 'api-keys:write'],
  ['POST', '/userprofile.UserProfileService/GetPersonalProfile', 'users:read'],
  ['POST', '/OrganizationsService/ListOrganizations', 'orgs:read'],
  ['POST', '/OrganizationsService/GetOrganization', 'orgs:read'],
  ['POST', '/OrganizationsService/UpdateOrganization', 'orgs:write'],
  ['POST', '/organization_access_control.AccessControlService/ListRoles', 'orgs:read'],
  ['POST', '/organization_access_control.AccessControlService/ListRoleAssignments', 'orgs:read'],
  ['POST', '/organization_access_control.AccessControlService/CheckAccess', 'orgs:read'],
  ['POST', '/organization_access_control.AccessControlService/AssignRole', 'orgs:write'],
  ['POST', '/organization_access_control.AccessControlService/RevokeRole', 'orgs:write'],
];

for (const edition of ['community', 'enterprise'] as const) {
  t.test(`each operation asks for its scope, and for no other (${edition})`, async t => {
    await using box = await RestBox.start(t.testdir(), { edition });
    const wanted = new Set(operations.map(([, , scope]) => scope));
    const keys = new Map<string, { with: ReturnType<RestBox['as']>; without: ReturnType<RestBox['as']> }>();
    for (const scope of wanted) {
      const others = [...scopes].filter(each => each !== scope && each !== '*');
      keys.set(scope, {
        with: box.as((await box.key([scope])).key),
        without: box.as((await box.key(others)).key),
      });
    }
    for (const [method, path, scope] of operations) {
      const calls = keys.get(scope);
      const body = method === 'GET' || method === 'DELETE' ? {} : { raw: '{}' };
      const options = { headers: { 'content-type': 'application/json' }, ...body };
      const lacking = await calls?.without.send(method, path, options);
      t.equal(lacking?.status, 403, `${method} ${path} without ${scope}`);
      t.ok(
        JSON.stringify(lacking?.json).includes(`"scope":"${scope}"`) ||
          lacking?.headers['x-error-token'] === 'ErrTokenScopeRequired',
        scope,
      );
      const having = await calls?.with.send(method, path, options);
      t.ok([200, 400, 404].includes(having?.status ?? 0), `${method} ${path} with ${scope}: ${having?.status}`);
    }
  });
}
