import t from 'tap';
import { RestBox } from '../box.ts';
import { EP, TEMPERATURE } from './scene.ts';

t.setTimeout(240_000);

const UNKNOWN = '0198c0de-0000-7000-8000-00000000dead';
const device = `/api/v2/devices/${UNKNOWN}`;
const keys = { connectionId: 'mioty', clientDeviceId: EP };

/** Each operation with the scope that it needs, and its answer to who has it. */
const OPERATIONS: readonly (readonly [
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  body: object | undefined,
  scope: string,
  token: string,
])[] = [
  ['get', '/api/v2/devices', undefined, 'devices:read', 'OK'],
  ['post', '/api/v2/devices', { name: 'x' }, 'devices:write', 'OK'],
  ['get', device, undefined, 'devices:read', 'DeviceNotFound'],
  ['patch', device, { name: 'x' }, 'devices:write', 'DeviceNotFound'],
  ['delete', device, undefined, 'devices:write', 'DeviceNotFound'],
  ['get', `${device}/connector-keys?${new URLSearchParams(keys)}`, undefined, 'devices:read', 'DeviceNotFound'],
  ['post', `${device}/sensors`, { sensorTemplateIds: [TEMPERATURE] }, 'sensors:write', 'DeviceNotFound'],
  ['delete', `${device}/sensors`, { sensorIds: [UNKNOWN] }, 'sensors:write', 'DeviceNotFound'],
  ['get', `${device}/sensors`, undefined, 'sensors:read', 'DeviceNotFound'],
  ['put', `${device}/sensors/${UNKNOWN}/mapping`, { sourcePath: 'x' }, 'sensors:write', 'DeviceNotFound'],
  ['get', '/api/v2/connectors', undefined, 'connectors:read', 'OK'],
  ['get', '/api/v2/connectors/mqtt', undefined, 'connectors:read', 'OK'],
  ['get', '/api/v2/connections', undefined, 'connections:read', 'OK'],
  ['get', '/api/v2/connections/mioty', undefined, 'connections:read', 'OK'],
  ['post', '/api/v2/connections', { name: 'x', connectorId: 'mqtt' }, 'connections:write', 'FeatureDisabled'],
  ['patch', '/api/v2/connections/mioty', { name: 'x' }, 'connections:write', 'BuiltInConnectionProtected'],
  ['delete', '/api/v2/connections/mioty', undefined, 'connections:write', 'BuiltInConnectionProtected'],
];
const SCOPES = [...new Set(OPERATIONS.map(([, , , scope]) => scope))];

for (const edition of ['community', 'enterprise'] as const) {
  t.test(`each operation wants a key with its scope (${edition})`, async t => {
    await using box = await RestBox.start(t.testdir(), { edition });
    const made = new Map<string, Awaited<ReturnType<typeof box.key>>['key']>();
    for (const scope of SCOPES) {
      made.set(`just ${scope}`, (await box.key([scope])).key);
      made.set(`all but ${scope}`, (await box.key(SCOPES.filter(other => other !== scope))).key);
    }
    for (const [method, path, body, scope, token] of OPERATIONS) {
      const call = async (key: string | undefined) => {
        const calls = box.as(key === undefined ? {} : (made.get(key) ?? {}));
        return method === 'get' ? calls.get(path) : calls[method](path, body);
      };
      const about = `${method} ${path}`;
      t.match(await call(undefined), { status: 401, token: 'AuthorizationRequired' }, `${about}: without a key`);
      const refused = await call(`all but ${scope}`);
      t.match(refused, { status: 403, token: 'ScopeRequired' }, `${about}: without its scope`);
      t.same(refused.json.error.details, { scope });
      t.equal((await call(`just ${scope}`)).token, token, `${about}: with its scope`);
    }
    const calls = box.as(made.get('just devices:read') ?? {});
    t.match(await calls.get('/api/v2/devices', { query: { organizationId: undefined } }), {
      status: 400,
      token: 'OrganizationIDRequired',
    });
    t.match(await calls.get('/api/v2/devices', { query: { organizationId: UNKNOWN } }), {
      status: 403,
      token: 'OrganizationContextMismatch',
    });
  });
}
