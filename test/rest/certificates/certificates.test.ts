import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import t from 'tap';
import { PASSWORD } from '../../identity/scene.ts';
import { type Answer, RestBox } from '../box.ts';

t.setTimeout(240_000);

const STATION = '70b3d59cd0000001';
const CENTER = '70b3d59ca0000001';
const NONE = '0192f000-0000-7000-8000-00000000abcd';
const PATH = '/api/v2/certificates';

const filesOf = ({ bytes }: Answer) =>
  new Map(Object.entries(unzipSync(bytes)).map(([name, file]) => [name.replace(/^.*\//, ''), Buffer.from(file)]));
const kinds = ({ json }: Answer) => json.certificates.map(({ kind }: { kind: string }) => kind);

t.test('certificates are listed by kind, state and peer, a page at a time', async t => {
  await using box = await RestBox.start(t.testdir());
  await box.platform('CreateBaseStation', { base_station: { bs_eui: STATION, name: 'Roof' } });
  await box.platform('GenerateCertificate', { bs_eui: STATION });
  const { certificate } = (await box.platform('GenerateCertificate', { bs_eui: STATION, validity_days: 20 })) as {
    certificate: { id: string };
  };
  await box.post(`/api/v2/application-centers/${CENTER}/certificate`, {});

  const all = await box.get(PATH);
  t.same(kinds(all), ['server', 'authority', 'center', 'station', 'station']);
  t.equal(all.json.total, 5);
  t.match(all.json.certificates[0], { id: 'server', status: 'valid', dnsNames: Array, fingerprint: /^[0-9a-f]{64}$/ });
  t.notOk(JSON.stringify(all.json).includes('PRIVATE KEY'));
  const ids = (answer: Answer) => answer.json.certificates.map(({ id }: { id: string }) => id);
  const pages = await Promise.all(
    [0, 1, 2, 3, 4, 5].map(offset => box.get(PATH, { query: { limit: 1, offset } }).then(ids)),
  );
  t.same(pages, [...ids(all).map((id: string) => [id]), []], 'own ones and those of peers are one list');
  t.same(kinds(await box.get(PATH, { query: { kind: 'authority' } })), ['authority']);
  t.same(kinds(await box.get(PATH, { query: { eui: STATION } })), ['station', 'station']);
  const soon = await box.get(PATH, { query: { status: 'expiring' } });
  t.match(soon.json, { total: 1, certificates: [{ id: certificate.id, eui: STATION }] });
  t.match(await box.get(PATH, { query: { kind: 'other' } }), { status: 400 });
  t.match(await box.get(PATH, { query: { eui: 'no' } }), { status: 400, token: 'InvalidEUIFormat' });
});

t.test('a revoked certificate ends the session that has it, and lets in nobody again', async t => {
  await using box = await RestBox.start(t.testdir());
  await using station = await box.center.baseStation({ bsEui: STATION });
  const spare = (await box.platform('GenerateCertificate', { bs_eui: STATION })) as { certificate: { id: string } };
  const once = { headers: { 'idempotency-key': crypto.randomUUID() } };
  for (const time of ['first', 'sent again']) {
    const { status, json } = await box.post(`${PATH}/${spare.certificate.id}/revoke`, { reason: 'a spare' }, once);
    t.match([status, json.status], [200, 'revoked'], time);
  }
  const [{ id, serialNumber }] = (await box.get(PATH, { query: { eui: STATION, status: 'valid' } })).json.certificates;
  const closed = station.closed;
  const reason = 'the station was stolen';
  const answers = await Promise.all([1, 2].map(() => box.post(`${PATH}/${id}/revoke`, { reason })));
  t.same(answers.map(({ status }) => status).sort(), [200, 400], 'of two at once one revokes it');
  t.ok(answers.some(({ token }) => token === 'CertificateRevoked'));
  t.match(answers.find(({ status }) => status === 200)?.json, { id, status: 'revoked', revokedReason: reason });
  await closed;
  const kept = readFileSync(join(box.center.dir, 'pki', 'revoked'), 'utf8');
  t.ok(kept.includes(`"serial":"${serialNumber.replace(/^0+/, '')}"`), 'it holds for the next start, too');
  await using other = await box.center.baseStation({ bsEui: STATION, register: false });
  t.ok(other, 'another certificate of the same station is as good as before');
  t.match((await box.get(PATH, { query: { status: 'revoked' } })).json, {
    total: 2,
  });
  t.match(await box.post(`${PATH}/${NONE}/revoke`, { reason }), { status: 404, token: 'CertificateNotFound' });
  t.match(await box.post(`${PATH}/${id}/revoke`, { reason: 'x'.repeat(201) }), { status: 400, token: 'FieldTooLong' });
  const events = box.center.rows("SELECT data FROM event WHERE event_type = 'certificate.revoked'");
  t.equal(events.length, 2);
  t.match(JSON.parse(String(events[1]?.data)), { certificateId: id, reason });
});

t.test('a certificate of an application center comes with its key, once, and lets it in', async t => {
  await using box = await RestBox.start(t.testdir());
  const path = `/api/v2/application-centers/${CENTER}/certificate`;
  const zip = await box.post(path, {});
  t.match(zip, { status: 200, headers: { 'content-type': 'application/zip' } });
  const files = filesOf(zip);
  const pem = [...files].find(([name]) => name === 'client.crt')?.[1] ?? Buffer.alloc(0);
  const certificate = new X509Certificate(pem);
  t.equal(certificate.subjectAltName, `URI:urn:mioty:ac:${CENTER}`);
  t.ok(certificate.subject.includes(box.organizationId), 'it names the organization');
  t.ok([...files.keys()].includes('client.key'));
  const fingerprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase();
  t.match((await box.get(PATH, { query: { kind: 'center' } })).json.certificates, [{ eui: CENTER, fingerprint }]);
  t.match(await box.post(path, { format: 'p12', passphrase: 'short' }), { status: 400, token: 'PassphraseRequired' });
  const p12 = await box.post(path, { format: 'p12', passphrase: 'long enough' });
  t.match(p12, { status: 200, headers: { 'content-type': 'application/x-pkcs12' } });
  t.match(await box.post(path, { csrPem: 'nothing' }), { status: 400, token: 'InvalidCSR' });
  t.equal((await box.get(PATH, { query: { kind: 'center' } })).json.total, 2, 'what failed has left nothing');
});

t.test('who looks after stations may, for centers one administers the server, and others may not', async t => {
  await using box = await RestBox.start(t.testdir(), { edition: 'enterprise' });
  const { enterprise, organizationId } = box;
  if (!enterprise) throw new Error('no sign-in');
  const root = { ...(await enterprise.signIn('root@example.org')), 'x-organization-id': organizationId };
  const member = async (name: string, rights: object) => {
    const user = { email: `${name}@example.org`, first_name: name, last_name: 'Test' };
    const memberships = [{ organization_id: organizationId, ...rights }];
    await enterprise.call('CreateUser', { user, password: PASSWORD, memberships }, root);
    return box.as({ ...(await enterprise.signIn(user.email)), 'x-organization-id': organizationId });
  };
  const viewer = await member('vera', { role: 'viewer' });
  const operator = await member('otto', { role: 'operator', manage_base_stations: true });
  const owner = box.as(box.owner);
  // an administrator of the server that is no member looks after no stations
  const administrator = box.as(root);
  await box.platform('CreateBaseStation', { base_station: { bs_eui: STATION, name: 'Roof' } });
  await box.platform('GenerateCertificate', { bs_eui: STATION });
  const issue = `/api/v2/application-centers/${CENTER}/certificate`;
  for (const [name, caller] of Object.entries({ viewer, operator, owner }))
    t.match(await caller.post(issue, {}), { status: 403, token: 'ServerAdminRequired' }, name);
  t.equal((await administrator.post(issue, {})).status, 200);
  const [center] = box.center.rows("SELECT uuid AS id FROM certificate WHERE kind = 'ac'");
  t.equal((await viewer.get(PATH)).status, 403);
  for (const caller of [operator, owner]) {
    t.same(kinds(await caller.get(PATH)), ['server', 'authority', 'station']);
    t.equal((await caller.get(PATH, { query: { kind: 'center' } })).token, 'PermissionDenied');
    t.equal((await caller.post(`${PATH}/${center?.id}/revoke`, {})).token, 'PermissionDenied');
  }
  t.equal((await box.as({}).get(PATH)).status, 401);
  // of another organization
  const { id: farm } = await enterprise.call('CreateOrganization', { organization: { name: 'Farm' } }, root);
  const user = { email: 'eve@example.org', first_name: 'Eve', last_name: 'Farm' };
  const memberships = [{ organization_id: String(farm), role: 'owner' }];
  await enterprise.call('CreateUser', { user, password: PASSWORD, memberships }, root);
  const there = { organizationId: String(farm) };
  const stranger = box.as({ ...(await enterprise.signIn(user.email)), 'x-organization-id': String(farm) });
  const [station] = box.center.rows("SELECT uuid AS id FROM certificate WHERE kind = 'bs'");
  const tried = await stranger.post(`${PATH}/${station?.id}/revoke`, {}, { query: there });
  t.equal(tried.token, 'CertificateNotFound', 'nothing of others can be found, or revoked');
  t.same(kinds(await stranger.get(PATH, { query: there })), ['server', 'authority']);
});
