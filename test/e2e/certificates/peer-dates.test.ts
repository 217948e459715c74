import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import t from 'tap';
import { DAY_MS } from '../../../src/kit/units.ts';
import { issuerOf, newAuthority } from '../../../src/pki/authority.ts';
import { generateKey, keyToPem, signCertificate } from '../../../src/pki/issue.ts';
import { Center, until } from '../../peers/center.ts';
import { dataOf, health } from '../../peers/certificate-scene.ts';
import type { Certificate } from '../../peers/certificates.ts';
import { RawCenter } from '../../peers/raw-center.ts';
import { type Fields, RawPeer } from '../../peers/raw-peer.ts';
import { euiOf } from '../../peers/telegrams.ts';

const BS = '70b3d59cd0000001';
const AC = '70b3d59cd00000a1';
const UUID = [...Buffer.from('8f1c2a44903b4d5ea1b2c3d4e5f60718', 'hex')];
const VERSIONS = ['TLSv1.2', 'TLSv1.3'] as const;
type Version = (typeof VERSIONS)[number];

const conOf: Readonly<Record<'bssci' | 'scaci', Fields>> = {
  bssci: { command: 'con', opId: 0, version: '1.0.0', bsEui: BigInt(`0x${BS}`), bidi: true, snBsUuid: UUID },
  scaci: { command: 'con', opId: 0, version: '1.0.0', acEui: BigInt(`0x${AC}`), snAcUuid: UUID },
};

/** Dials whatever certificate the other side shows. Rejects with what ended the handshake. */
function dial(port: number, certificate: Certificate | undefined, maxVersion: Version = 'TLSv1.3'): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ...certificate, maxVersion, rejectUnauthorized: false });
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** What the center answers to the `con` of a peer with this certificate. */
async function answerTo(
  center: Center,
  name: 'bssci' | 'scaci',
  certificate: Certificate,
): Promise<Fields | undefined> {
  const socket = await dial(center.ports[name] ?? 0, certificate);
  const peer = name === 'bssci' ? new RawPeer(socket, 'MIOTYB01') : new RawCenter(socket);
  peer.send(conOf[name]);
  const answer = await peer.next();
  await peer.close();
  return answer;
}

/** How a connection ends whose `con` is sent at once: the code of its error, else whether it was spoken to. */
async function endOf(
  center: Center,
  name: 'bssci' | 'scaci',
  certificate: Certificate | undefined,
  version: Version,
): Promise<string> {
  try {
    const socket = await dial(center.ports[name] ?? 0, certificate, version);
    new RawCenter(socket).send(conOf[name]);
    return await new Promise(resolve => {
      socket.on('data', () => resolve('spoken to'));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      socket.once('close', () => resolve('closed'));
    });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  }
}

async function clientOf(authority: Awaited<ReturnType<typeof newAuthority>>, eui: string, from: number, to: number) {
  const key = await generateKey('ec-p256');
  const certificate = await signCertificate({
    ...{ profile: { use: 'client', uri: 'urn:x:y' }, commonName: eui, key, issuer: issuerOf(authority) },
    ...{ nowMs: from + DAY_MS, notAfterMs: to },
  });
  return { cert: certificate.toString() + authority.pem, key: keyToPem(key) };
}

t.test('peers are let in by the time floor, whatever the clock of the system says', async t => {
  // Certificates made then are not valid yet by the clock that OpenSSL looks at.
  const today = Date.now() + 300 * DAY_MS;
  await using center = await Center.start({ dir: t.testdir(), now: today });
  await center.api.call('CreateBaseStation', { base_station: { bs_eui: BS } });
  const issue = async (kind: 'base-station' | 'application-center', eui: string) => {
    const { certPem: cert, keyPem: key } = await center.app.pki.issue({ kind, eui: euiOf(eui) });
    return { cert, key };
  };
  const [station, app] = [await issue('base-station', BS), await issue('application-center', AC)];
  const connects = async (name: string) => {
    t.match(await answerTo(center, 'bssci', station), { command: 'conRsp' }, `a base station ${name}`);
    t.match(await answerTo(center, 'scaci', app), { command: 'conRsp' }, `an application center ${name}`);
  };
  await connects('today');
  const stranger = await newAuthority({ keyType: 'ec-p256', days: 7300 }, today);
  for (const [name, eui] of [
    ['bssci', BS],
    ['scaci', AC],
  ] as const) {
    const foreign = await clientOf(stranger, eui, today - DAY_MS, today + DAY_MS);
    t.equal(
      await answerTo(center, name, foreign),
      undefined,
      `${name}: of another authority, though OpenSSL names only the dates`,
    );
  }
  for (const start of ['first', 'second']) {
    await center.stop();
    center.clock.jump(Date.UTC(1970, 0, 1, 0, 1) - center.clock.now());
    await center.begin();
    await connects(`at 1970, ${start} start`);
    const page = await health(center);
    t.match(page, { code: 200, status: 'degraded' });
    t.match(page.components, [{ name: 'core', detail: /clock not set/ }, {}, {}]);
  }
});

t.test('who has no certificate, or one of another authority, fails in the handshake, whatever its dates', async t => {
  const now = Date.now();
  const [ours, foreign] = await Promise.all([
    newAuthority({ keyType: 'ec-p256', days: 7300 }, now - 4000 * DAY_MS),
    newAuthority({ keyType: 'ec-p256', days: 7300 }, now - 4000 * DAY_MS),
  ]);
  const ca = join(t.testdir(), 'ca.pem');
  writeFileSync(ca, ours.pem);
  const settings = { bssci_tls: { ca }, scaci_tls: { ca, min_version: '1.2' as const } };
  await using center = await Center.start({ dir: t.testdirName, settings });
  await center.api.call('CreateBaseStation', { base_station: { bs_eui: BS } });
  const dates = {
    valid: [now - DAY_MS, now + DAY_MS],
    ended: [now - 9 * DAY_MS, now - DAY_MS],
    'not begun': [now + 5 * DAY_MS, now + 9 * DAY_MS],
  } as const;
  for (const [name, eui] of [
    ['bssci', BS],
    ['scaci', AC],
  ] as const) {
    for (const version of VERSIONS) {
      const alert = version === 'TLSv1.2' ? /ALERT_HANDSHAKE_FAILURE/ : /ALERT_CERTIFICATE_REQUIRED/;
      t.match(await endOf(center, name, undefined, version), alert, `${name} ${version}, none`);
      for (const [when, [from, to]] of Object.entries(dates)) {
        const end = await endOf(center, name, await clientOf(foreign, eui, from, to), version);
        t.match(
          end,
          version === 'TLSv1.2' ? 'ECONNRESET' : /closed|ECONNRESET/,
          `${name} ${version}, foreign and ${when}`,
        );
      }
    }
    t.match(await answerTo(center, name, await clientOf(ours, eui, ...dates.valid)), { command: 'conRsp' });
    for (const when of ['ended', 'not begun'] as const) {
      const answer = await answerTo(center, name, await clientOf(ours, eui, ...dates[when]));
      t.match(answer, name === 'bssci' ? undefined : { command: 'error', opId: 0, code: 22 }, `${name}, ${when}`);
    }
  }
  const reasons = () => new Set(dataOf(center, 'security.tls_rejected').map(({ reason }: Fields) => String(reason)));
  await until(() => reasons().has('CERT_NOT_YET_VALID'));
  t.same([...reasons()].sort(), [
    ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE'],
    ...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ]);
});
