// Long: for CI and `npm test -- --long`.
import { connect } from 'node:http2';
import t from 'tap';
import type { MethodName } from '../../src/rpc/call/define.ts';
import { runningBox } from '../../src/upkeep/box/client.ts';
import { Enterprise, type Headers, PASSWORD, PEER_SECRET } from './scene.ts';

// Each a service center of its own, with passwords.
t.setTimeout(240_000);

const EUI = '70b3d59cd0000001';
const KEY = '00112233445566778899aabbccddeeff';

/** A center whose default organization has a member of each role; headers of all of them. */
async function opened(dir: string, settings: Parameters<typeof Enterprise.start>[1] = {}) {
  const box = await Enterprise.start(dir, settings);
  const root = await box.signIn('root@example.org');
  const { organizations } = (await box.call('ListOrganizations', {}, root)) as { organizations: { id: string }[] };
  const home = organizations[0]?.id ?? '';
  const there = { 'x-organization-id': home };
  const member = async (name: string, membership: object, more: object = {}) => {
    const user = { email: `${name}@example.org`, first_name: name, last_name: name, ...more };
    const memberships = [{ organization_id: home, ...membership }];
    await box.call('CreateUser', { user, password: PASSWORD, memberships }, root);
    return { ...there, ...(await box.signIn(user.email)) };
  };
  const key = async (headers: Headers, name: string, scopes: readonly string[], more: object = {}) => {
    const { raw_key, api_key } = await box.call('CreateApiKey', { api_key: { name, scopes, ...more } }, headers);
    return { id: (api_key as { id: string }).id, headers: { ...there, authorization: `Bearer ${raw_key}` } };
  };
  const token = async (method: MethodName, request: object, headers: Headers) =>
    (await box.ask(method, request, headers)).token;
  return { box, root: { ...there, ...root }, home, there, member, key, token };
}

t.test('what a request asks for beyond its RPC needs more than the RPC', async t => {
  const scene = await opened(t.testdir());
  await using box = scene.box;
  const { root, home, member, key, token } = scene;
  const owner = await member('owner', { role: 'owner' });
  const viewer = await member('viewer', { role: 'viewer' });
  const farmer = await member('farmer', { role: 'operator', manage_endpoints: true, manage_base_stations: false });
  const rigger = await member('rigger', { role: 'operator', manage_endpoints: false, manage_base_stations: true });
  await box.call('CreateEndPoint', { endpoint: { ep_eui: EUI, nwk_key: KEY } }, owner);

  const reveal = { ep_eui: EUI, reveal_keys: ['nwk_key'] };
  t.equal(await token('GetEndPoint', { ep_eui: EUI }, viewer), 'OK');
  t.equal(await token('GetEndPoint', reveal, viewer), 'PermissionDenied');
  t.equal(await token('GetEndPoint', reveal, rigger), 'PermissionDenied');
  t.equal(
    await token('GetEndPoint', reveal, root),
    'PermissionDenied',
    'a server administrator reads, and reveals nothing',
  );
  t.match((await box.ask('GetEndPoint', reveal, farmer)).answer, { nwk_key: KEY });
  const reads = await key(owner, 'reads', ['endpoints:read']);
  const writes = await key(owner, 'writes', ['endpoints:read', 'endpoints:write']);
  t.equal(await token('GetEndPoint', reveal, reads.headers), 'ScopeRequired');
  t.equal(await token('GetEndPoint', reveal, writes.headers), 'OK');

  const [authority, server] = [{ id: 'ca' }, { id: 'server' }];
  t.equal(await token('DownloadCertificate', authority, viewer), 'OK');
  t.equal(await token('DownloadCertificate', server, viewer), 'PermissionDenied');
  t.equal(await token('DownloadCertificate', server, rigger), 'OK');
  const certificates = await key(owner, 'certificates', ['certificates:read']);
  t.equal(await token('DownloadCertificate', authority, certificates.headers), 'OK');
  t.equal(await token('DownloadCertificate', server, certificates.headers), 'PermissionDenied');
  await box.call('CreateBaseStation', { base_station: { bs_eui: EUI } }, owner);
  const withKey = { bs_eui: EUI, cert_type: 'key' };
  t.equal(await token('DownloadBaseStationCertificate', withKey, certificates.headers), 'ScopeRequired');
  const owners = await key(owner, 'of the owner', ['endpoints:read', 'certificates:read'], { key_type: 'user' });
  for (const [method, request] of [
    ['GetEndPoint', reveal] as const,
    ['DownloadBaseStationCertificate', withKey] as const,
  ])
    t.equal(await token(method, request, owners.headers), 'ScopeRequired', 'whatever its user may do');
  t.equal(await token('DownloadBaseStationCertificate', withKey, viewer), 'PermissionDenied');
  t.equal(await token('DownloadBaseStationCertificate', withKey, rigger), 'CertificateNotFound');
  t.equal(await token('DownloadBaseStationCertificate', { ...withKey, cert_type: 'ca' }, viewer), 'OK');

  const manufacturer = (name: string, is_system = false) => ({ manufacturer: { name, is_system } });
  t.equal(await token('CreateManufacturer', manufacturer('ours'), farmer), 'OK');
  t.equal(await token('CreateManufacturer', manufacturer('all', true), farmer), 'SystemCatalogProtected');
  const { answer: shared } = await box.ask('CreateManufacturer', manufacturer('all', true), root);
  t.match(shared, { is_system: true });
  t.equal(await token('CreateManufacturer', manufacturer('theirs'), root), 'PermissionDenied');
  t.equal(await token('DeleteManufacturer', { id: shared.id }, farmer), 'SystemCatalogProtected');
  t.equal(await token('DeleteManufacturer', { id: shared.id }, root), 'OK');

  t.equal(await token('ListEvents', { categories: ['audit'] }, viewer), 'EventCategoryForbidden');
  t.equal(await token('ListEvents', { categories: ['audit'] }, owner), 'OK');
  t.equal(await token('ListEvents', { categories: ['system'] }, owner), 'EventCategoryForbidden');
  t.equal(await token('ListEvents', { categories: ['system'] }, root), 'OK');

  const own = await key(viewer, 'my own', ['endpoints:read'], { key_type: 'user' });
  t.equal(
    await token('CreateApiKey', { api_key: { name: 'a', scopes: ['endpoints:read'] } }, viewer),
    'PermissionDenied',
  );
  t.equal(
    await token('CreateApiKey', { api_key: { name: 'b', key_type: 'user', scopes: ['endpoints:write'] } }, viewer),
    'ScopeEscalation',
  );
  t.equal(await token('GetApiKey', { id: own.id }, viewer), 'OK');
  t.equal(await token('GetApiKey', { id: reads.id }, viewer), 'ApiKeyNotFound');
  t.equal(await token('DeleteApiKey', { id: reads.id }, viewer), 'ApiKeyNotFound');
  t.equal(await token('ListEndPoints', {}, own.headers), 'OK');
  t.equal(await token('ListMessages', {}, own.headers), 'ScopeRequired');

  t.equal(await token('GetUser', { id: viewer['x-user-id'] }, viewer), 'OK', 'oneself');
  t.equal(await token('GetUser', { id: owner['x-user-id'] }, viewer), 'UserNotFound');
  t.equal(await token('GetUser', { id: viewer['x-user-id'] }, owner), 'OK', 'a member');
  const paths = ['state'];
  const state = (to: string) =>
    box.call('UpdateOrganization', { organization: { id: home, state: to }, update_mask: { paths } }, root);
  await state('suspended');
  t.equal(await token('GetEndPoint', { ep_eui: EUI }, farmer), 'OK');
  t.equal(await token('GetEndPoint', reveal, farmer), 'OrganizationSuspended');
  t.equal(await token('DownloadBaseStationCertificate', withKey, rigger), 'OrganizationSuspended');
  t.equal(await token('DownloadCertificate', server, rigger), 'OK');
});

t.test('figures, lists and things of another organization are not there', async t => {
  const scene = await opened(t.testdir());
  await using box = scene.box;
  const { root, member, token } = scene;
  const owner = await member('owner', { role: 'owner' });
  await box.call('CreateEndPoint', { endpoint: { ep_eui: EUI } }, owner);
  const made = await box.call('CreateOrganization', { organization: { name: 'Elsewhere' } }, root);
  const user = { email: 'other@example.org', first_name: 'o', last_name: 'o' };
  const memberships = [{ organization_id: made.id, role: 'owner' }];
  await box.call('CreateUser', { user, password: PASSWORD, memberships }, root);
  const other = { ...(await box.signIn(user.email)), 'x-organization-id': String(made.id) };
  t.equal(await token('GetEndPoint', { ep_eui: EUI }, other), 'EndPointNotFound');
  t.equal(await token('DeleteEndPoint', { ep_eui: EUI }, other), 'EndPointNotFound');
  t.match(await box.call('ListEndPoints', {}, other), { total_count: 0 });
  t.match(await box.call('ListEndPoints', {}, owner), { total_count: 1 });
  t.match(await box.call('ListEndPoints', {}, { ...root, 'x-organization-id': String(made.id) }), { total_count: 0 });
  t.equal(await token('CreateEndPoint', { endpoint: { ep_eui: EUI } }, other), 'EndPointEUIExists');
  t.match(await box.call('GetSystemStatus', {}, other), { active_endpoints: 0 });
});

t.test('refused calls are told by events, once for all that are alike', async t => {
  const scene = await opened(t.testdir());
  await using box = scene.box;
  const { root, home, member, token } = scene;
  const viewer = await member('viewer', { role: 'viewer' });
  for (let n = 0; n < 20; n++) {
    t.equal(await token('CreateEndPoint', {}, viewer), 'PermissionDenied');
    t.equal(await token('ListEndPoints', {}, { ...viewer, 'x-user-id': home }), 'IdentityMismatch');
  }
  t.equal(await token('GenerateServerCertificates', {}, viewer), 'ServerAdminRequired');
  await box.center.clock.advance(2000);
  const told = async (type: string) => {
    const { events } = (await box.call('ListEvents', { event_types: [type] }, root)) as {
      events: {
        user_id: string;
        organization_id: string;
        data: { fields: Record<string, { stringValue?: string }> };
      }[];
    };
    return events.map(({ user_id, organization_id, data: { fields } }) => ({
      ...{ user_id, organization_id, method: fields.method?.stringValue, token: fields.token?.stringValue },
      capability: fields.capability?.stringValue,
    }));
  };
  const rows = box.center.rows(
    "SELECT event_type, count FROM event WHERE event_type LIKE 'security.%ied' OR event_type LIKE '%mismatch'",
  );
  t.ok(rows.length <= 3, 'three kinds, not forty-one rows');
  t.same(await told('security.access_denied'), [], 'of an organization in which the administrator has no say');
  const owner = await member('owner', { role: 'owner' });
  const seen = (await box.call('ListEvents', { event_types: ['security.access_denied'] }, owner)) as {
    events: object[];
  };
  t.equal(seen.events.length, 2);
  t.match(JSON.stringify(seen.events), /PermissionDenied/);
  t.match(JSON.stringify(seen.events), /CreateEndPoint/);
  t.equal((await told('security.identity_mismatch')).length, 1);
});

t.test('the internal port speaks for users, with its secret and without any credentials', async t => {
  const scene = await opened(t.testdir());
  await using box = scene.box;
  const { root, there, member } = scene;
  const viewer = await member('viewer', { role: 'viewer' });
  const ask = async (method: MethodName, headers: Headers) => (await box.ask(method, {}, headers, 'core')).token;
  const peer = { ...there, 'x-peer-secret': PEER_SECRET, 'x-user-id': viewer['x-user-id'] };
  t.equal(await ask('ListEndPoints', peer), 'OK');
  t.equal(await ask('CreateEndPoint', peer), 'PermissionDenied');
  t.equal(await ask('CreateUser', { ...peer, 'x-user-id': root['x-user-id'] }), 'ResourceRequired');
  t.equal(await ask('GetReleaseInfo', { 'x-peer-secret': PEER_SECRET }), 'OK');
  t.equal(await ask('GetReleaseInfo', {}), 'InternalPeerRejected');
  t.equal(await ask('ListEndPoints', viewer), 'InternalPeerRejected', 'a token does not help');
  t.equal(await ask('ListEndPoints', { ...peer, 'x-peer-secret': 'guess' }), 'InternalPeerRejected');
  t.equal(await ask('ListEndPoints', { ...there, 'x-peer-secret': PEER_SECRET }), 'UserIDHeaderRequired');
  t.equal(await ask('ListEndPoints', { ...peer, 'x-user-id': 'me' }), 'InvalidUserIDHeader');
  t.equal(await ask('ListEndPoints', { ...peer, 'x-user-id': there['x-organization-id'] }), 'UserInactive');
  const { token } = await box.ask('ListEndPoints', {}, peer);
  t.equal(token, 'AuthorizationRequired', 'and the public port knows no secret');
});

t.test('without a secret no caller may use the internal port', async t => {
  const scene = await opened(t.testdir(), { core: {} });
  await using box = scene.box;
  const { root } = scene;
  for (const secret of ['', 'undefined', PEER_SECRET]) {
    const headers = secret === '' ? root : { ...root, 'x-peer-secret': secret };
    t.equal((await box.ask('GetReleaseInfo', {}, headers, 'core')).token, 'InternalPeerRejected');
  }
});

t.test('without enforcement every caller is in the default organization, with the rights there', async t => {
  const scene = await opened(t.testdir(), { org_enforcement_enabled: false });
  await using box = scene.box;
  const { member, key, root, token } = scene;
  const { 'x-organization-id': _, ...owner } = await member('owner', { role: 'owner' });
  t.equal(await token('ListEndPoints', {}, owner), 'OK');
  const made = await box.call('CreateOrganization', { organization: { name: 'Elsewhere' } }, root);
  t.equal(await token('ListEndPoints', {}, { ...owner, 'x-organization-id': String(made.id) }), 'OK');
  const service = await key(owner, 'service', ['endpoints:read']);
  t.equal(await token('ListEndPoints', {}, { authorization: service.headers.authorization }), 'OK');
});

t.test('commands of the machine itself need no sign-in', async t => {
  const dir = t.testdir();
  await using box = await Enterprise.start(dir);
  const commands = await runningBox(dir);
  t.match(await commands?.act('call', { method: 'ListIntegrations', request: {} }), { integrations: [] });
  commands?.close();
  t.match(box.center.events(), ['system.started']);
});

t.test('an address is as good as another name when the host has one of its own', async t => {
  await using box = await Enterprise.start(t.testdir());
  const session = connect(`http://127.0.0.1:${box.center.ports.gateway}`);
  const path = '/platform.api.v1.PlatformService/GetReleaseInfo';
  const asked = session.request({
    ...{ ':path': path, ':method': 'POST', ':authority': 'box.example', 'content-type': 'application/json' },
  });
  const status = new Promise(resolve => asked.on('response', headers => resolve(headers[':status'])));
  asked.end('{}');
  t.equal(await status, 200);
  asked.resume();
  session.close();
});
