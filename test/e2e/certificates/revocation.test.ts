import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import t, { type Test } from 'tap';
import { MINUTE_MS } from '../../../src/kit/units.ts';
import type { Issued } from '../../../src/pki/bundle.ts';
import type { Pki } from '../../../src/pki/pki.ts';
import { openRevocations } from '../../../src/pki/revocation.ts';
import { SimulatedApplicationCenter } from '../../../src/simulate/application-center.ts';
import { SimulatedStation } from '../../../src/simulate/base-station.ts';
import { waystation } from '../../cli/waystation.ts';
import { Center, until } from '../../peers/center.ts';
import { certificateRequest } from '../../peers/certificate-request.ts';
import { dial as dialRaw, RawPeer } from '../../peers/raw-peer.ts';
import { RawStation } from '../../peers/raw-station.ts';
import { euiOf } from '../../peers/telegrams.ts';

const BS = '70b3d59cd0000001';
const OTHER = '70b3d59cd0000002';
const AC = '70b3d59cd00000a1';
const UUID = [...Buffer.from('8f1c2a44903b4d5ea1b2c3d4e5f60718', 'hex')];
/** The file of revocations is looked at so often. */
const LOOK_MS = 5000;

interface Credentials extends Pick<Issued, 'certPem' | 'caPem'> {
  keyPem: string;
}

const issue = (pki: Pki, eui = BS) => pki.issue({ kind: 'base-station', eui: euiOf(eui) });
const issueCenter = (pki: Pki) => pki.issue({ kind: 'application-center', eui: euiOf(AC) });

/** A station, or an application center, that dials in with these credentials. */
async function station(t: Test, center: Center, { certPem: cert, keyPem: key, caPem: ca }: Credentials, bsEui = BS) {
  const { bssci: port } = center.ports;
  const { clock } = center;
  const made = await SimulatedStation.connect({ host: '127.0.0.1', port, ca, cert, key, clock, bsEui });
  t.teardown(() => made.close());
  await made.settled();
  return made;
}
async function application(t: Test, center: Center, { certPem: cert, keyPem: key, caPem: ca }: Credentials) {
  const port = center.ports.scaci ?? 0;
  const { clock } = center;
  const made = await SimulatedApplicationCenter.connect({ host: '127.0.0.1', port, ca, cert, key, clock, acEui: AC });
  t.teardown(() => made.close());
  await made.settled();
  return made;
}

const lost = { name: 'ConnectionLost' };
const register = (center: Center, bs_eui = BS) => center.api.call('CreateBaseStation', { base_station: { bs_eui } });
const revoke = (center: Center, ...what: string[]) =>
  waystation(center.dir, ['certs', 'revoke', ...what, '--data-dir', center.dir]);
/** The file of revocations, as a command opens it. */
const beside = (center: Center) => openRevocations(join(center.dir, 'pki'), { warn() {}, error() {} });
const eventsOf = (center: Center, type: string) =>
  center
    .rows(`SELECT bs_eui, count, data FROM event WHERE event_type = '${type}' ORDER BY seq`)
    .map(({ data, ...row }) => ({ ...row, ...(JSON.parse(String(data)) as object) }));

/** Resolves when the peer's connection is gone; time goes on meanwhile. */
async function ended(center: Center, peer: { readonly closed: Promise<unknown> }): Promise<void> {
  let over = false;
  void peer.closed.then(() => {
    over = true;
  });
  await until(async () => {
    await center.clock.advance(LOOK_MS);
    return over;
  });
}

/** A certificate made over the API, with its key. */
async function generated(
  center: Center,
  more: { revoke_previous?: boolean } = {},
): Promise<Credentials & { id: string }> {
  const { certificate } = await center.api.call('GenerateCertificate', { bs_eui: BS, ...more });
  const id = certificate?.id ?? '';
  const { content } = await center.api.call('DownloadCertificate', { id, cert_type: 'key' });
  return {
    id,
    certPem: certificate?.pem ?? '',
    keyPem: Buffer.from(content).toString(),
    caPem: center.app.pki.caPem(),
  };
}

t.test('revoke_previous ends the session with the earlier certificate, and lets only the new one in', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await register(center);
  const unseen = await issue(center.app.pki);
  const first = await generated(center);
  const live = await station(t, center, first);
  const second = await generated(center);
  await live.settled();
  await t.resolves(station(t, center, second), 'without it both are good');

  const late = await station(t, center, first);
  const third = await generated(center, { revoke_previous: true });
  t.equal((await late.closed).by, 'peer');
  for (const earlier of [unseen, first, second]) await t.rejects(station(t, center, earlier), lost);
  await t.rejects(center.api.call('DownloadCertificate', { id: first.id, cert_type: 'client' }), {
    message: /ErrTokenCertificateRevoked/,
  });
  await until(() => center.rows("SELECT 1 FROM session WHERE state = 'active'").length === 0);
  t.match(await center.api.call('GetBaseStation', { bs_eui: BS }), {
    status: 'offline',
    certificate_status: 'valid',
    disconnect_reason: 'tls_error',
  });
  const back = await station(t, center, third);
  t.match(await center.api.call('GetBaseStation', { bs_eui: BS }), { status: 'online', certificate_status: 'valid' });

  await center.stop();
  await back.closed;
  await center.begin();
  await t.rejects(station(t, center, second), lost, 'after a restart, too');
  await t.resolves(station(t, center, third));
});

t.test('a deleted station is not let in with its old certificate when it is registered anew', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await register(center);
  const unseen = await issue(center.app.pki);
  const shown = await issue(center.app.pki);
  const live = await station(t, center, shown);
  await center.api.call('DeleteBaseStation', { bs_eui: BS });
  t.equal((await live.closed).by, 'peer');
  await register(center);
  await t.rejects(station(t, center, shown), lost);
  await t.rejects(station(t, center, unseen), lost);
  await t.resolves(station(t, center, await issue(center.app.pki)));
  const [gone] = center.rows('SELECT disconnect_reason FROM base_station WHERE deleted_at IS NOT NULL');
  t.equal(gone?.disconnect_reason, 'deleted');
  t.match(eventsOf(center, 'certificate.revoked'), [{ bs_eui: BS, reason: 'deleted' }]);
});

t.test('another EUI is another certificate', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await register(center);
  const live = await station(t, center, await issue(center.app.pki));
  const { app } = center;
  await center.api.call('UpdateBaseStationEui', { bs_eui: BS, new_bs_eui: OTHER });
  t.equal((await live.closed).by, 'peer');
  await t.rejects(station(t, center, await issue(app.pki), OTHER), { code: 1 }, 'one that names the old EUI');
  await t.resolves(station(t, center, await issue(app.pki, OTHER), OTHER));
  t.match(eventsOf(center, 'certificate.revoked'), [{ bs_eui: BS, reason: 'eui_changed' }]);
});

t.test('certs revoke beside a running server ends live sessions and refuses the next handshake', async t => {
  // Time is wound on until the server looks: nothing else may end a session meanwhile.
  await using center = await Center.start({ dir: t.testdir(), settings: { scaci: { ping_s: 1_000_000 } } });
  await register(center);
  await register(center, OTHER);
  const { pki } = center.app;
  const [shown, unseen, ofCenter] = [await issue(pki), await issue(pki), await issueCenter(pki)];
  const live = await station(t, center, shown);
  const app = await application(t, center, ofCenter);
  const other = await station(t, center, await issue(pki, OTHER), OTHER);
  t.match(await revoke(center, BS), { code: 0, stderr: '', stdout: /70b3d59cd0000001 made until .* let in no more/ });
  await ended(center, live);
  await t.rejects(station(t, center, shown), lost);
  await t.rejects(station(t, center, unseen), lost, 'also one that was never shown here');

  t.equal((await revoke(center, ofCenter.serial)).code, 0);
  await ended(center, app);
  await t.rejects(application(t, center, ofCenter), lost);
  await other.settled();
  await t.resolves(application(t, center, await issueCenter(pki)), 'a serial number is that one certificate');
  await t.resolves(station(t, center, await issue(pki)), 'what is made later is let in');
  t.match(eventsOf(center, 'certificate.revoked'), [
    { bs_eui: BS, reason: 'command' },
    { bs_eui: null, reason: 'command' },
  ]);
});

t.test('what was revoked on a stopped box holds from its next start on', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await register(center);
  const { pki } = center.app;
  const [ofStation, ofCenter] = [await issue(pki), await issueCenter(pki)];
  await (await station(t, center, ofStation)).close();
  await center.stop();
  t.equal((await revoke(center, BS)).code, 0);
  t.equal((await revoke(center, AC)).code, 0);
  await center.begin();
  await t.rejects(station(t, center, ofStation), lost);
  await t.rejects(application(t, center, ofCenter), lost);
  t.match(await center.api.call('GetBaseStation', { bs_eui: BS }), { certificate_status: 'revoked' });
});

t.test('a reload looks at once', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await register(center);
  const live = await station(t, center, await issue(center.app.pki));
  beside(center).revokeEui('bs', euiOf(BS), center.clock.now(), 'command');
  center.app.reload();
  t.equal((await live.closed).by, 'peer');
});

t.test(
  'who has shaken hands before the revocation does not get in by its con, nor in the place of another',
  async t => {
    await using center = await Center.start({ dir: t.testdir() });
    await register(center);
    const { pki } = center.app;
    const [revoked, good, ofCenter] = [await issue(pki), await issue(pki), await issueCenter(pki)];
    const pair = ({ certPem: cert, keyPem: key }: Credentials) => ({ cert, key });
    const early = await RawStation.open(center.ports.bssci, pki.caPem(), pair(revoked));
    const dialled = await dialRaw(center.ports.scaci ?? 0, pki.caPem(), pair(ofCenter));
    const earlyCenter = new RawPeer(dialled, 'MIOTYA01');
    const live = await station(t, center, good);
    for (const { serial } of [revoked, ofCenter]) beside(center).revokeSerial(serial, center.clock.now(), 'command');
    center.app.reload();
    early.send({ command: 'con', opId: 0, version: '1.0.0', bsEui: BigInt(`0x${BS}`), bidi: true, snBsUuid: UUID });
    t.match(await early.next(), { command: 'error', code: 1, message: 'connect refused' });
    earlyCenter.send({ command: 'con', opId: 0, version: '1.0.0', acEui: BigInt(`0x${AC}`), snAcUuid: UUID });
    t.match(await earlyCenter.next(), { command: 'error', code: 22, message: 'certificate is revoked' });
    await live.settled();
    for (const peer of [early, earlyCenter]) peer.socket.destroy();
    await until(() => center.events().includes('basestation.connect_refused'));
    t.match(eventsOf(center, 'basestation.connect_refused'), [{ reason: 'certificate_mismatch' }]);
  },
);

t.test('without binding to an EUI a revoked certificate stays out, too', async t => {
  await using center = await Center.start({
    dir: t.testdir(),
    settings: { bssci_tls: { bind_certificate: false }, scaci_tls: { bind_certificate: false } },
  });
  await register(center, OTHER);
  const foreign = await issue(center.app.pki, BS);
  const live = await station(t, center, foreign, OTHER);
  beside(center).revokeEui('bs', euiOf(BS), center.clock.now(), 'command');
  center.app.reload();
  t.equal((await live.closed).by, 'peer');
  await t.rejects(station(t, center, foreign, OTHER), lost);
  t.same(center.rows('SELECT 1 FROM certificate'), [], 'a certificate of another peer is not recorded for a station');
});

t.test('a station with a certificate for its own key is let in, and its key is nowhere here', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await register(center);
  const { pem, keyPem } = await certificateRequest({ name: `CN=${BS}` });
  const { certificate } = await center.api.call('GenerateCertificate', { bs_eui: BS, csr_pem: pem });
  const credentials = { certPem: certificate?.pem ?? '', keyPem, caPem: center.app.pki.caPem() };
  await station(t, center, credentials);
  t.match(await center.api.call('GetBaseStation', { bs_eui: BS }), {
    status: 'online',
    certificate_status: 'valid',
    certificate_fingerprint: certificate?.fingerprint,
  });
  t.equal(center.rows('SELECT 1 FROM certificate').length, 1, 'what was issued here is not recorded again');
  await generated(center);
  t.notMatch(center.log.join('\n'), 'PRIVATE KEY');
});

t.test('refused handshakes of one peer are one event', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await register(center);
  const credentials = await issue(center.app.pki);
  beside(center).revokeSerial(credentials.serial, center.clock.now(), 'command');
  center.app.reload();
  for (let tries = 0; tries < 3; tries++) await t.rejects(station(t, center, credentials), lost);
  await center.clock.advance(2 * MINUTE_MS);
  await until(() => eventsOf(center, 'security.tls_rejected').some(({ count }) => count === 3));
  t.match(eventsOf(center, 'security.tls_rejected'), [{ listener: 'bssci', reason: 'CERT_REVOKED', count: 3 }]);
  t.notOk(center.events().includes('basestation.connect_refused'));
});

t.test('a certificate that was issued beside the server is recorded when it is first seen', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await register(center);
  const out = join(center.dir, 'bs');
  const command = ['certs', 'base-station', BS, '--out', out, '--data-dir', center.dir];
  t.equal((await waystation(center.dir, command)).code, 0);
  const file = (name: string) => readFileSync(join(out, name), 'utf8');
  const credentials = { certPem: file('client.crt'), keyPem: file('client.key'), caPem: file('ca.crt') };
  await t.rejects(center.api.call('DownloadBaseStationCertificate', { bs_eui: BS, cert_type: 'client' }), {
    message: /ErrTokenCertificateNotFound/,
  });
  const first = await station(t, center, credentials);
  const { content, filename } = await center.api.call('DownloadBaseStationCertificate', {
    bs_eui: BS,
    cert_type: 'client',
  });
  t.equal(Buffer.from(content).toString(), credentials.certPem);
  t.equal(filename, `bs-${BS}-client.pem`);
  await t.rejects(center.api.call('DownloadBaseStationCertificate', { bs_eui: BS, cert_type: 'key' }), {
    message: /ErrTokenPrivateKeyUnavailable/,
  });
  await first.close();

  const renewed = await issue(center.app.pki);
  await station(t, center, renewed);
  const app = await issueCenter(center.app.pki);
  await application(t, center, app);
  t.match(eventsOf(center, 'basestation.certificate_changed'), [{ bs_eui: BS, fingerprint: renewed.fingerprint }]);
  t.match(center.rows('SELECT kind, eui, fingerprint FROM certificate ORDER BY id'), [
    { kind: 'bs', eui: BS },
    { kind: 'bs', eui: BS, fingerprint: renewed.fingerprint },
    { kind: 'ac', eui: AC, fingerprint: app.fingerprint },
  ]);
});

t.test('a resumed TLS session does not get past a revocation', async t => {
  const dir = t.testdir();
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    await using center = await Center.start({ dir: join(dir, maxVersion) });
    await register(center);
    const credentials = await issue(center.app.pki);
    const dial = (session?: Buffer) => {
      const { certPem: cert, keyPem: key, caPem: ca } = credentials;
      const options = { host: '127.0.0.1', port: center.ports.bssci, ca, cert, key, maxVersion };
      const socket = connect({ ...options, ...(session && { session }) });
      t.teardown(() => socket.destroy());
      return socket;
    };
    const first = dial().resume();
    const [ticket] = (await once(first, 'session')) as [Buffer];
    first.destroy();

    // It does resume as long as nothing is revoked, so that the refusal below is not that of a full handshake.
    const again = dial(ticket);
    await once(again, 'secureConnect');
    t.ok(again.isSessionReused(), `${maxVersion}: resumed`);
    again.destroy();

    beside(center).revokeEui('bs', euiOf(BS), center.clock.now(), 'command');
    center.app.reload();
    const refused = dial(ticket).resume();
    refused.on('error', () => {});
    const over = new Promise(resolve => refused.once('close', resolve));
    await once(refused, 'secureConnect');
    t.ok(refused.isSessionReused());
    await over;
    await center.stop();
    t.match(eventsOf(center, 'security.tls_rejected'), [{ reason: 'CERT_REVOKED' }], maxVersion);
  }
});
