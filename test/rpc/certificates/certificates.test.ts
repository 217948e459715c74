import { createPrivateKey, X509Certificate } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { strFromU8, unzipSync } from 'fflate';
import forge from 'node-forge';
import t, { type Test } from 'tap';
import { refusing } from '../../../src/database/calls.ts';
import { openDb } from '../../../src/database/driver.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { type Sealer, sealer } from '../../../src/kit/seal.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { baseStations } from '../../../src/rpc/base-stations/base-stations.ts';
import { certificates } from '../../../src/rpc/certificates/certificates.ts';
import { clientCertificates } from '../../../src/upkeep/certificates/client-certificates.ts';
import { RevocationSync } from '../../../src/upkeep/certificates/revocation-sync.ts';
import { certificateRequest, withBrokenSignature } from '../../peers/certificate-request.ts';
import { pkiIn } from '../../pki/pki-folder.ts';
import { openCaller, START } from '../caller.ts';
import { OPERATOR, ORGANIZATION } from '../harness.ts';
import { eventsOf } from '../registry.ts';

const BS = '70b3d59cd0000001';
const OTHER = '70b3d59cd0000002';
const UNKNOWN = '0192f000-0000-7000-8000-00000000ffff';
const LONG = 'x'.repeat(129);

/** The certificate RPCs over a real store and a real authority, with one registered base station. */
async function scene(t: Test, key_type: 'rsa-2048' | 'ec-p256' = 'ec-p256') {
  const root = t.testdir();
  const [dir, path] = [join(root, 'pki'), join(root, 'waystation.db')];
  let now = () => START;
  const clock = { ms: START, now: () => now() };
  const pki = await pkiIn(dir, { key_type, clock });
  const faulty = { write: undefined as string | undefined };
  const keys: { sealer: Sealer } = { sealer: sealer(new Uint8Array(32).fill(1)) };
  const caller = await openCaller(t, path, ({ store: real, clock: rpcClock, stations }) => {
    const log = { info() {}, warn() {}, error() {} } as unknown as ConstructorParameters<
      typeof RevocationSync
    >[0]['log'];
    const revocation = new RevocationSync({
      voided: () => undefined,
      revocations: pki.revocations,
      store: real,
      dir,
      clock: clock as never,
      now: clock.now,
      log,
    });
    const write = refusing(real.write, name => (name === faulty.write ? new Error('disk full') : undefined));
    const sealing: Sealer = {
      seal: (...args) => keys.sealer.seal(...args),
      open: (...args) => keys.sealer.open(...args),
    };
    const authority = clientCertificates({
      pki,
      revocation,
      now: clock.now,
      serverPem: () => pki.server().certPem,
      address: () => ({ host: 'center.example', port: 5000, scEui: 'fe00000000000b51' }),
    });
    const shared = {
      store: { ...real, waiting: 0, write },
      clock: rpcClock,
      serviceCenterUrl: () => 'tls://center.example:5000',
    };
    return [
      certificates({ ...shared, sealer: sealing, authority }),
      baseStations({ ...shared, stations, revocations: revocation, limit: undefined }),
    ];
  });
  now = caller.now;
  await caller.store.write.installation.establish({}, ORGANIZATION, START);
  await caller.call('CreateBaseStation', { base_station: { bs_eui: BS } });
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
  t.teardown(() => db.close());
  const raised = eventsOf(db);
  raised();
  return { ...caller, pki, faulty, keys, raised, db };
}

const text = (content: Uint8Array) => Buffer.from(content).toString();
const generate = async (center: Awaited<ReturnType<typeof scene>>, more: object = {}) => {
  const { certificate } = await center.call('GenerateCertificate', { bs_eui: BS, ...more });
  if (!certificate) throw new Error('no certificate');
  return certificate;
};

t.test('a certificate is issued for a station, and its key waits for one download', async t => {
  const center = await scene(t);
  const made = await center.call('GenerateCertificate', { bs_eui: '70-B3-D5-9C-D0-00-00-01', validity_days: 100 });
  const { certificate } = made;
  t.match(made, {
    service_center_url: 'tls://center.example:5000',
    private_key_available: true,
    private_key_expires_at: { seconds: String((START + 7 * DAY_MS) / 1000) },
  });
  const x509 = new X509Certificate(certificate?.pem ?? '');
  t.match(certificate, {
    ...{ bs_eui: BS, subject: `CN=${BS}`, status: 'valid', days_until_expiry: 100, key_type: 'ec-p256' },
    issuer: /^CN=Waystation CA/,
    serial_number: x509.serialNumber.toLowerCase(),
    fingerprint: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
    not_before: { seconds: String((START - DAY_MS) / 1000) },
    not_after: { seconds: String((START + 100 * DAY_MS) / 1000) },
    created_at: { seconds: String(START / 1000) },
    ...{ revoked_at: null, dns_names: [], ip_addresses: [] },
  });
  t.equal(x509.subjectAltName, `URI:urn:mioty:bs:${BS}`);
  const id = certificate?.id ?? '';
  const { fingerprint } = certificate ?? {};
  const notAfter = new Date(START + 100 * DAY_MS).toISOString();
  t.match(center.raised(), [
    { type: 'certificate.issued', station: 1, user: OPERATOR, data: { certificateId: id, fingerprint, notAfter } },
  ]);

  const [stored] = center.db.prepare('SELECT private_key FROM certificate').all() as { private_key: Uint8Array }[];
  t.notOk(Buffer.from(stored?.private_key ?? []).includes('PRIVATE KEY'), 'sealed');
  const key = await center.call('DownloadCertificate', { id, cert_type: 'key' });
  t.match(key, { filename: `bs-${BS}-key.pem`, content_type: 'application/x-pem-file', includes_private_key: true });
  t.ok(x509.checkPrivateKey(createPrivateKey(text(key.content))));
  t.match(center.raised(), [
    { type: 'certificate.private_key_downloaded', user: OPERATOR, data: { bsEui: BS, certificateId: id } },
  ]);
  t.equal(await center.refusal('DownloadCertificate', { id, cert_type: 'key' }), 'PrivateKeyAlreadyDownloaded');
  t.same(center.raised(), []);
});

t.test('what is asked for in a wrong way says what is wrong', async t => {
  const center = await scene(t);
  const { pem } = await certificateRequest();
  const foreign = (await certificateRequest({ name: `CN=${OTHER}` })).pem;
  const wrong: [string, object][] = [
    ['EUIRequired', {}],
    ['InvalidEUIFormat', { bs_eui: 'x' }],
    ['BaseStationNotFound', { bs_eui: OTHER }],
    ['InvalidValidityPeriod', { bs_eui: BS, validity_days: 3651 }],
    ['InvalidValidityPeriod', { bs_eui: BS, validity_days: 4_294_967_295 }],
    ['InvalidEnumValue', { bs_eui: BS, key_type: 'rsa-1024' }],
    ['InvalidEnumValue', { bs_eui: BS, key_type: 'RSA-2048' }],
    ['InvalidCSR', { bs_eui: BS, csr_pem: 'x' }],
    ['InvalidCSR', { bs_eui: BS, csr_pem: ' ' }],
    ['InvalidCSR', { bs_eui: BS, csr_pem: foreign }],
    ['InvalidCSR', { bs_eui: BS, csr_pem: withBrokenSignature(pem) }],
    ['InvalidCSR', { bs_eui: BS, csr_pem: center.pki.caPem() }],
    ['FieldTooLong', { bs_eui: BS, csr_pem: 'x'.repeat(16_385) }],
  ];
  for (const [token, request] of wrong) {
    t.equal(await center.refusal('GenerateCertificate', request), token, JSON.stringify(request).slice(0, 80));
  }
  t.same(center.raised(), []);

  const { id } = await generate(center);
  const shared: [string, object][] = [
    ['InvalidCertificateType', {}],
    ['InvalidCertificateType', { cert_type: 'CLIENT' }],
    ['InvalidCertificateFormat', { cert_type: 'client', format: 'der' }],
    ['InvalidCertificateFormat', { cert_type: 'client', format: 'zip' }],
    ['InvalidCertificateFormat', { cert_type: 'key', format: 'p12' }],
    ['InvalidCertificateFormat', { cert_type: 'ca', format: 'zip' }],
    ['InvalidCertificateFormat', { cert_type: 'bundle', format: 'pem' }],
    ['PassphraseRequired', { cert_type: 'bundle', format: 'p12' }],
    ['PassphraseRequired', { cert_type: 'bundle', format: 'p12', passphrase: '1234567' }],
    ['FieldTooLong', { cert_type: 'bundle', format: 'p12', passphrase: LONG }],
  ];
  for (const [token, request] of shared) {
    t.equal(await center.refusal('DownloadCertificate', { id, ...request }), token, JSON.stringify(request));
    t.equal(await center.refusal('DownloadBaseStationCertificate', { bs_eui: BS, ...request }), token);
  }
  const message = (request: object) =>
    center.call('DownloadCertificate', { id, ...request }).then(
      () => '',
      (error: Error) => error.message,
    );
  const listed = 'ErrTokenInvalidCertificateType: cert_type must be one of: ca, client, key, bundle';
  t.same([await message({}), await message({ cert_type: 'CLIENT' })], [listed, listed]);
  t.match(await message({ cert_type: 'client', format: 'zip' }), /format must be one of: pem$/);
  const more: [string, object][] = [
    ['IDRequired', { cert_type: 'client' }],
    ['InvalidIDFormat', { id: 'CA', cert_type: 'ca' }],
    ['CertificateNotFound', { id: UNKNOWN, cert_type: 'client' }],
    ['CertificateNotFound', { id: UNKNOWN, cert_type: 'ca' }],
    ['InvalidCertificateType', { id: 'ca', cert_type: 'client' }],
    ['InvalidCertificateType', { id: 'server', cert_type: 'key' }],
    ['InvalidCertificateType', { id: 'server', cert_type: 'bundle' }],
    ['InvalidCertificateFormat', { id: 'ca', format: 'zip' }],
  ];
  for (const [token, request] of more) {
    t.equal(await center.refusal('DownloadCertificate', request), token, JSON.stringify(request));
  }
  for (const [token, request] of [
    ['EUIRequired', { cert_type: 'ca' }],
    ['InvalidEUIFormat', { bs_eui: 'ca', cert_type: 'ca' }],
    ['BaseStationNotFound', { bs_eui: OTHER, cert_type: 'ca' }],
  ] as const) {
    t.equal(await center.refusal('DownloadBaseStationCertificate', request), token);
  }
  await center.call('CreateBaseStation', { base_station: { bs_eui: OTHER } });
  t.equal(
    await center.refusal('DownloadBaseStationCertificate', { bs_eui: OTHER, cert_type: 'bundle' }),
    'CertificateNotFound',
  );
  t.ok(await center.call('DownloadBaseStationCertificate', { bs_eui: OTHER, cert_type: 'ca' }));
  t.match(
    await center.call('DownloadCertificate', { id, cert_type: 'key' }),
    { includes_private_key: true },
    'no mistake took it',
  );
});

t.test('a station that makes its own key sends a request, and no key is kept here', async t => {
  const center = await scene(t);
  const { pem, keyPem } = await certificateRequest({ name: `CN=${BS}` });
  const made = await center.call('GenerateCertificate', { bs_eui: BS, csr_pem: pem, key_type: 'rsa-3072' });
  t.match(made, { private_key_available: false, private_key_expires_at: null, certificate: { key_type: 'ec-p256' } });
  t.ok(new X509Certificate(made.certificate?.pem ?? '').checkPrivateKey(createPrivateKey(keyPem)));
  const id = made.certificate?.id ?? '';
  t.equal(await center.refusal('DownloadCertificate', { id, cert_type: 'key' }), 'PrivateKeyUnavailable');
  const bundle = { id, cert_type: 'bundle' };
  t.equal(await center.refusal('DownloadCertificate', { ...bundle, include_key: true }), 'PrivateKeyUnavailable');
  const { content, includes_private_key } = await center.call('DownloadCertificate', bundle);
  t.equal(includes_private_key, false);
  t.same(Object.keys(unzipSync(content)), ['ca.crt', 'client.crt', 'service-center.txt']);
});

t.test('a bundle is a zip with everything to enter at the station', async t => {
  const center = await scene(t);
  const { pem, id } = await generate(center);
  const asked = { bs_eui: BS, cert_type: 'bundle' };
  const without = await center.call('DownloadBaseStationCertificate', asked);
  t.match(without, { filename: `bs-${BS}.zip`, content_type: 'application/zip', includes_private_key: false });
  const whole = await center.call('DownloadBaseStationCertificate', { ...asked, format: 'zip', include_key: true });
  t.equal(whole.includes_private_key, true);
  const files = Object.fromEntries(
    Object.entries(unzipSync(whole.content)).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
  t.same(Object.keys(files), ['ca.crt', 'client.crt', 'client.key', 'service-center.txt']);
  t.equal(files['client.crt'], pem);
  t.equal(files['ca.crt'], center.pki.caPem());
  t.ok(new X509Certificate(pem).checkPrivateKey(createPrivateKey(files['client.key'] ?? '')));
  t.equal(
    files['service-center.txt'],
    `host: center.example\nport: 5000\nservice center EUI: fe00000000000b51\nyour EUI: ${BS}\n`,
  );
  t.equal(
    await center.refusal('DownloadCertificate', { id, cert_type: 'bundle', include_key: true }),
    'PrivateKeyAlreadyDownloaded',
  );
});

t.test('certificates of our own are there for every caller', async t => {
  const center = await scene(t);
  const { id, pem } = await generate(center);
  const ca = { filename: 'ca.pem', content_type: 'application/x-pem-file', includes_private_key: false };
  for (const request of [
    { id: 'ca' },
    { id: 'ca', cert_type: 'ca', format: 'pem' },
    { id, cert_type: 'ca' },
    { id: 'server', cert_type: 'ca' },
  ]) {
    const file = await center.call('DownloadCertificate', request);
    t.match(file, ca);
    t.equal(text(file.content), center.pki.caPem());
  }
  const server = await center.call('DownloadCertificate', { id: 'server' });
  t.equal(server.filename, 'server.pem');
  t.equal(text(server.content), center.pki.server().certPem);
  const client = await center.call('DownloadCertificate', { id, cert_type: 'client', include_key: true });
  t.match(client, { filename: `bs-${BS}-client.pem`, includes_private_key: false });
  t.equal(text(client.content), pem);
  for (const { content } of [server, client]) t.notMatch(text(content), /PRIVATE KEY|\r/);
});

t.test('a bundle with EC keys also comes as PKCS#12', async t => {
  const center = await scene(t, 'ec-p256');
  const { id } = await generate(center);
  const asked = { id, cert_type: 'bundle', format: 'p12', passphrase: 'eight ch', include_key: true };
  const { content, includes_private_key } = await center.call('DownloadCertificate', asked);
  t.equal(includes_private_key, true);
  t.ok(createSecureContext({ pfx: Buffer.from(content), passphrase: 'eight ch' }));
});

t.test('a bundle as PKCS#12 holds the certificates, and the key once', async t => {
  const center = await scene(t, 'rsa-2048');
  const { id, pem } = await generate(center);
  const asked = { id, cert_type: 'bundle', format: 'p12', passphrase: 'eight ch' };
  const without = await center.call('DownloadCertificate', asked);
  t.match(without, { filename: `bs-${BS}.p12`, content_type: 'application/x-pkcs12', includes_private_key: false });
  const whole = await center.call('DownloadCertificate', { ...asked, include_key: true });
  t.equal(whole.includes_private_key, true);
  const pfx = Buffer.from(whole.content);
  t.ok(createSecureContext({ pfx, passphrase: 'eight ch' }));
  t.throws(() => createSecureContext({ pfx, passphrase: 'eight cx' }));
  const bags = (content: Uint8Array) => {
    const asn1 = forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(content).toString('binary')));
    const p12 = forge.pkcs12.pkcs12FromAsn1(asn1, 'eight ch');
    const { certBag, pkcs8ShroudedKeyBag } = forge.pki.oids;
    const count = (bagType = '') => p12.getBags({ bagType })[bagType]?.length ?? 0;
    return { certificates: count(certBag), keys: count(pkcs8ShroudedKeyBag), p12, certBag };
  };
  t.match(bags(whole.content), { certificates: 2, keys: 1 });
  t.match(bags(without.content), { certificates: 2, keys: 0 });
  const { p12, certBag = '' } = bags(whole.content);
  const [first] = p12.getBags({ bagType: certBag })[certBag] ?? [];
  t.equal(first?.cert?.serialNumber, new X509Certificate(pem).serialNumber.toLowerCase());
});

t.test('of downloads at once exactly one gets the key, by whatever way they come', async t => {
  const center = await scene(t);
  const { id } = await generate(center);
  center.raised();
  const outcomes = await Promise.allSettled([
    center.call('DownloadCertificate', { id, cert_type: 'key' }),
    center.call('DownloadBaseStationCertificate', { bs_eui: BS, cert_type: 'key' }),
    center.call('DownloadCertificate', { id, cert_type: 'bundle', include_key: true }),
    center.call('DownloadBaseStationCertificate', { bs_eui: BS, cert_type: 'bundle', include_key: true }),
  ]);
  const won = outcomes.filter(({ status }) => status === 'fulfilled');
  t.match(won, [{ value: { includes_private_key: true } }]);
  t.equal(won.length, 1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') t.match(outcome.reason.message, /^ErrTokenPrivateKeyAlreadyDownloaded/);
  }
  t.match(center.raised(), [{ type: 'certificate.private_key_downloaded' }]);
});

t.test('a key that was not fetched in seven days is gone', async t => {
  const center = await scene(t);
  const { id } = await generate(center);
  center.advance(7 * DAY_MS - 1);
  t.ok(await center.call('DownloadCertificate', { id, cert_type: 'bundle' }));
  center.advance(1);
  t.equal(await center.refusal('DownloadCertificate', { id, cert_type: 'key' }), 'PrivateKeyAlreadyDownloaded');
});

t.test('a key does not leave unless that is written down, and is not lost either', async t => {
  const center = await scene(t);
  const { id } = await generate(center);
  center.raised();
  center.faulty.write = 'certificates.takeKey';
  t.equal(await center.refusal('DownloadCertificate', { id, cert_type: 'key' }), 'AuditRecordFailed');
  center.faulty.write = undefined;
  t.same(center.raised(), []);
  const { sealer: right } = center.keys;
  center.keys.sealer = sealer(new Uint8Array(32).fill(2));
  t.equal(await center.refusal('DownloadCertificate', { id, cert_type: 'key' }), 'KeyMaterialUnavailable');
  center.keys.sealer = right;
  t.ok(await center.call('DownloadCertificate', { id, cert_type: 'key' }));
});

t.test('a sealed key opens in its own row only', async t => {
  const center = await scene(t);
  const [first, second] = [await generate(center), await generate(center)];
  const swap = (from: string, to: string) =>
    `UPDATE certificate SET private_key = (SELECT private_key FROM certificate WHERE uuid = '${from}') WHERE uuid = '${to}'`;
  const writer = openDb(join(t.testdirName, 'waystation.db'), { engine: 'better-sqlite3', mode: 'writer' });
  writer.exec(swap(first.id, second.id));
  writer.close();
  t.equal(await center.refusal('DownloadCertificate', { id: second.id, cert_type: 'key' }), 'KeyMaterialUnavailable');
  t.ok(await center.call('DownloadCertificate', { id: first.id, cert_type: 'key' }));
});

t.test('earlier certificates stay usable unless they are to be revoked', async t => {
  const center = await scene(t);
  const covers = (serial: string) => {
    const names = [{ kind: 'bs' as const, eui: BS as Eui }];
    return center.pki.revocations.covers({ serial, names, notBefore: new Date(START - DAY_MS) }, 'bs');
  };
  const [first, second] = [await generate(center), await generate(center)];
  t.notOk(covers(first.serial_number));
  const third = await generate(center, { revoke_previous: true });
  t.ok(covers(first.serial_number));
  t.ok(covers(second.serial_number));
  t.notOk(covers(third.serial_number));
  for (const cert_type of ['client', 'key', 'bundle']) {
    t.equal(await center.refusal('DownloadCertificate', { id: first.id, cert_type }), 'CertificateRevoked');
  }
  const newest = await center.call('DownloadBaseStationCertificate', { bs_eui: BS, cert_type: 'client' });
  t.equal(text(newest.content), third.pem);
  await center.call('DeleteBaseStation', { bs_eui: BS });
  await center.call('CreateBaseStation', { base_station: { bs_eui: BS } });
  t.ok(covers(third.serial_number));
  t.equal(
    await center.refusal('DownloadBaseStationCertificate', { bs_eui: BS, cert_type: 'client' }),
    'CertificateRevoked',
  );
  const fourth = await generate(center);
  t.notOk(covers(fourth.serial_number));
});

t.test('a certificate is judged by its days, and never outlives its authority', async t => {
  const center = await scene(t);
  const short = await generate(center, { validity_days: 30 });
  t.match(short, { status: 'expiring', days_until_expiry: 30 });
  t.match(await generate(center, { validity_days: 31 }), { status: 'valid', days_until_expiry: 31 });
  t.match(await generate(center), { status: 'valid', days_until_expiry: 3650 });
  center.advance(7299 * DAY_MS);
  t.match(await generate(center, { validity_days: 100 }), { status: 'expiring', days_until_expiry: 1 });
  center.advance(2 * DAY_MS);
  t.equal(await center.refusal('GenerateCertificate', { bs_eui: BS }), 'InvalidValidityPeriod');
});

t.test('an authority that cannot sign is our mistake, not that of the caller', async t => {
  const center = await scene(t);
  const file = (name: string) => join(t.testdirName, 'pki', name);
  writeFileSync(file('ca.key'), 'x');
  t.equal(await center.refusal('GenerateCertificate', { bs_eui: BS }), 'KeyMaterialUnavailable');
  rmSync(file('ca.key'));
  t.equal(await center.refusal('GenerateCertificate', { bs_eui: BS }), 'CertificateAuthorityMissing');
  t.same(center.raised(), []);
});
