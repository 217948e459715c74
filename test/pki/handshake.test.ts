import { once } from 'node:events';
import { join } from 'node:path';
import { connect, createServer, type TLSSocket } from 'node:tls';
import t, { type Test } from 'tap';
import { type Eui, parseEui } from '../../src/kit/eui.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { generateKey, keyToPem, signCertificate } from '../../src/pki/issue.ts';
import { nameMatch, peerIdentity, tlsOptions } from '../../src/pki/peer.ts';
import type { Pki } from '../../src/pki/pki.ts';
import { NOW_MS, pkiIn } from './pki-folder.ts';

const STATION = '70b3d59cd0000001' as Eui;
const OTHER = '70b3d59cd0000002' as Eui;

interface Credentials {
  certPem: string;
  keyPem: string;
}

async function listen(t: Test, pki: Pki) {
  const server = createServer(tlsOptions(pki.server(), 'TLSv1.2'));
  const accepted: TLSSocket[] = [];
  server.on('secureConnection', socket => {
    accepted.push(socket);
    socket.on('error', () => socket.destroy());
    socket.write('hello');
    socket.on('data', data => socket.write(data));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of accepted) socket.destroy();
    server.close();
  });
  return { server, accepted, port: (server.address() as { port: number }).port };
}

/** Resolves when the server has spoken, which with TLS 1.3 is the first proof that it took the client's certificate. */
async function dial(t: Test, port: number, ca: string, client?: Credentials, servername?: string): Promise<TLSSocket> {
  const own = client ? { cert: client.certPem, key: client.keyPem } : {};
  const socket = connect({ host: '127.0.0.1', port, ca, ...own, ...(servername ? { servername } : {}) });
  t.teardown(() => socket.destroy());
  const closed = once(socket, 'close').then(() => {
    throw new Error('the server closed the connection');
  });
  await Promise.race([once(socket, 'data'), closed]);
  closed.catch(() => {}); // the end of a session that was accepted is no failure
  return socket;
}

const serialOf = (socket: TLSSocket) => socket.getPeerCertificate().serialNumber.toLowerCase();

t.test('a bundle of ours dials in, by address and by name, and names its station', async t => {
  const pki = await pkiIn(join(t.testdir(), 'pki'));
  const { port, accepted } = await listen(t, pki);
  const bundle = await pki.issue({ kind: 'base-station', eui: STATION });
  const byAddress = await dial(t, port, bundle.caPem, bundle);
  t.ok(byAddress.authorized);
  t.ok((await dial(t, port, bundle.caPem, bundle, 'center.example')).authorized);
  await t.rejects(dial(t, port, bundle.caPem, bundle, 'elsewhere.example'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  const shown = accepted[0]?.getPeerX509Certificate();
  t.match(shown && peerIdentity(shown), {
    fingerprint: bundle.fingerprint,
    serial: bundle.serial,
    notAfter: bundle.notAfter,
    cn: STATION,
    namedEui: STATION,
    names: [
      { kind: 'plain', eui: STATION },
      { kind: 'bs', eui: STATION },
    ],
  });
});

t.test('a client of a foreign authority, and one without a certificate, is refused', async t => {
  const pki = await pkiIn(join(t.testdir({ ours: {}, foreign: {} }), 'ours'));
  const foreign = await pkiIn(join(t.testdirName, 'foreign'));
  const { port, accepted } = await listen(t, pki);
  await t.rejects(dial(t, port, pki.caPem(), await foreign.issue({ kind: 'base-station', eui: STATION })));
  await t.rejects(dial(t, port, pki.caPem()));
  t.equal(accepted.length, 0);
});

t.test('a server certificate does not open the door as a client', async t => {
  const pki = await pkiIn(join(t.testdir(), 'pki'));
  const { port } = await listen(t, pki);
  await t.rejects(dial(t, port, pki.caPem(), pki.server()));
});

t.test('a renewed certificate serves the next handshake while the open session goes on', async t => {
  const pki = await pkiIn(join(t.testdir(), 'pki'));
  const { server, port } = await listen(t, pki);
  pki.onServerChange(identity => server.setSecureContext(tlsOptions(identity, 'TLSv1.2')));
  const bundle = await pki.issue({ kind: 'base-station', eui: STATION });
  const early = await dial(t, port, bundle.caPem, bundle);
  const before = serialOf(early);
  await pki.renewServer();
  const late = await dial(t, port, bundle.caPem, bundle);
  t.equal(serialOf(late), pki.server().serial);
  t.not(serialOf(late), before);
  early.write('still here');
  t.equal(String((await once(early, 'data'))[0]), 'still here');
  await t.rejects(dial(t, port, bundle.caPem), 'the renewed context still wants a certificate');
});

t.test('RSA and EC keys meet in one handshake', async t => {
  const pki = await pkiIn(join(t.testdir(), 'pki'));
  const { port } = await listen(t, pki);
  t.ok(
    (await dial(t, port, pki.caPem(), await pki.issue({ kind: 'base-station', eui: STATION, keyType: 'rsa-2048' })))
      .authorized,
  );
});

/** The identity in a self-signed certificate with this common name and URI. */
async function identity(commonName: string, uri: string) {
  const key = await generateKey('ec-p256');
  const profile = { use: 'client', uri } as const;
  t.match(keyToPem(key), 'PRIVATE KEY');
  return peerIdentity(await signCertificate({ profile, commonName, key, nowMs: NOW_MS, notAfterMs: NOW_MS + DAY_MS }));
}

t.test('a name counts as an EUI in any usual spelling, and all names must agree', async t => {
  const cases = [
    ['70-B3-D5-9C-D0-00-00-01', 'urn:x:y', 'bs', 'match'],
    ['70:b3:d5:9c:d0:00:00:01', 'urn:x:y', 'ac', 'match'],
    ['localhost', 'urn:x:y', 'bs', 'unnamed'],
    ['70b3d59cd00000011', 'urn:x:y', 'bs', 'unnamed'],
    ['localhost', `urn:mioty:bs:${STATION}`, 'bs', 'match'],
    ['localhost', `URN:MIOTY:BS:${STATION.toUpperCase()}`, 'bs', 'match'],
    [STATION, `urn:mioty:bs:${STATION}`, 'ac', 'mismatch'],
    [STATION, `urn:mioty:ac:${STATION}`, 'bs', 'mismatch'],
    [STATION, 'urn:mioty:ac:', 'bs', 'mismatch'],
    [STATION, `urn:mioty:bs:${OTHER}`, 'bs', 'mismatch'],
    [OTHER, 'urn:x:y', 'bs', 'mismatch'],
    ['localhost', `urn:x:y, URI:urn:mioty:bs:${STATION}`, 'bs', 'unnamed'],
    [`x, CN=${STATION}`, 'urn:x:y', 'bs', 'unnamed'],
    [`x\nCN=${STATION}`, 'urn:x:y', 'bs', 'unnamed'],
  ] as const;
  for (const [commonName, uri, kind, expected] of cases) {
    t.equal(nameMatch(await identity(commonName, uri), kind, STATION), expected, `${commonName} ${uri}`);
  }
  t.equal((await identity(STATION, `urn:mioty:bs:${OTHER}`)).namedEui, undefined, 'two EUIs name none');
  t.equal((await identity('Localhost', `urn:mioty:ac:${STATION}`)).namedEui, parseEui(STATION));
});
