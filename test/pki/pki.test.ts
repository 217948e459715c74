import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, createSecureContext, createServer } from 'node:tls';
import { strFromU8, unzipSync } from 'fflate';
import t from 'tap';
import type { Eui } from '../../src/kit/eui.ts';
import { fault } from '../../src/kit/faults/faults.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { bundleFiles, p12Bundle, zipBundle } from '../../src/pki/bundle.ts';
import { tlsOptions } from '../../src/pki/peer.ts';
import { clockAt, NOW_MS, pkiIn } from './pki-folder.ts';

const STATION = '70b3d59cd0000001' as Eui;
const CENTER = '70b3d59cd00000a1' as Eui;
const KEYS = ['ca.key', 'server.key'];

t.test('the first start makes an authority and a server certificate, later starts use the same', async t => {
  const dir = join(t.testdir(), 'pki');
  const first = await pkiIn(dir);
  const files = ['ca.crt', 'ca.key', 'server.crt', 'server.key'].map(name => join(dir, name));
  const before = files.map(file => readFileSync(file));
  const again = await pkiIn(dir);
  t.same(
    files.map(file => readFileSync(file)),
    before,
  );
  t.same(again.server(), first.server());
  t.same(readdirSync(dir).sort(), ['ca.crt', 'ca.key', 'retired', 'server.crt', 'server.key']);
});

t.test('keys are encrypted on disk and only their owner can read them', async t => {
  const dir = join(t.testdir(), 'pki');
  const pki = await pkiIn(dir);
  for (const name of KEYS) {
    t.equal(statSync(join(dir, name)).mode & 0o777, 0o600, name);
    t.notMatch(readFileSync(join(dir, name), 'latin1'), 'PRIVATE KEY', name);
  }
  const der = Buffer.from(pki.server().keyPem.split('\n').slice(1, -2).join(''), 'base64');
  t.notOk(readFileSync(join(dir, 'server.key')).includes(der.subarray(30, 60)), 'nor its DER');
  for (const folder of [dir, join(dir, 'retired')]) t.equal(statSync(folder).mode & 0o777, 0o700);
});

t.test('another master key is refused and changes nothing', async t => {
  const dir = join(t.testdir(), 'pki');
  await pkiIn(dir);
  const before = KEYS.map(name => readFileSync(join(dir, name)));
  await t.rejects(
    pkiIn(dir, { masterKey: new Uint8Array(32) }),
    fault('KeyMaterialUnavailable', { file: 'pki/ca.key' }),
  );
  t.same(
    KEYS.map(name => readFileSync(join(dir, name))),
    before,
  );
});

t.test('a lost authority is never replaced silently', async t => {
  for (const lost of ['ca.key', 'ca.crt']) {
    const dir = join(t.testdir(), 'pki');
    await pkiIn(dir);
    rmSync(join(dir, lost));
    await t.rejects(pkiIn(dir), new RegExp(`${lost} is missing .* backup`));
    t.notOk(existsSync(join(dir, lost)));
    rmSync(dir, { recursive: true });
  }
});

t.test('a first start that ended after the key of the authority goes on with that key', async t => {
  const dir = join(t.testdir(), 'pki');
  await pkiIn(dir);
  const key = readFileSync(join(dir, 'ca.key'));
  for (const name of ['ca.crt', 'server.crt', 'server.key']) rmSync(join(dir, name));
  await pkiIn(dir);
  t.same(readFileSync(join(dir, 'ca.key')), key);
});

t.test('an authority whose key and certificate come from two backups is refused', async t => {
  const dir = join(t.testdir(), 'pki');
  const other = join(t.testdir(), 'other');
  await pkiIn(dir);
  await pkiIn(other);
  cpSync(join(other, 'ca.key'), join(dir, 'ca.key'));
  await t.rejects(pkiIn(dir), /does not belong to ca.crt/);
});

t.test('a renewal cut between key and certificate is repaired by the next start with its names', async t => {
  const dir = join(t.testdir(), 'pki');
  const pki = await pkiIn(dir);
  await pki.renewServer({ addNames: ['added.example'] });
  const certificate = readFileSync(join(dir, 'server.crt'));
  await pki.renewServer();
  writeFileSync(join(dir, 'server.crt'), certificate);
  t.throws(() => pki.reload(), /do not fit each other/, 'a running server keeps what it has');
  const again = await pkiIn(dir);
  t.ok(new X509Certificate(again.server().certPem).verify(new X509Certificate(pki.caPem()).publicKey));
  t.ok(again.server().names.includes('added.example'));
});

t.test('certificates carry the fields that stations and the trust model need', async t => {
  const pki = await pkiIn(join(t.testdir(), 'pki'));
  const ca = new X509Certificate(pki.caPem());
  t.ok(ca.ca);
  t.ok(ca.verify(ca.publicKey));
  const server = new X509Certificate(pki.server().certPem);
  t.ok(server.checkIssued(ca));
  t.same(pki.server().names, ['center.example', '127.0.0.1', '::1']);
  t.same(server.keyUsage, ['1.3.6.1.5.5.7.3.1']);
  const station = await pki.issue({ kind: 'base-station', eui: STATION });
  const client = new X509Certificate(station.certPem);
  t.ok(client.checkIssued(ca));
  t.notOk(client.ca);
  t.same(client.keyUsage, ['1.3.6.1.5.5.7.3.2']);
  t.equal(client.subject, `CN=${STATION}`);
  t.equal(client.subjectAltName, `URI:urn:mioty:bs:${STATION}`);
  t.match(station.serial, /^[4-7][0-9a-f]{31}$/, '16 bytes, positive');
  t.equal(client.validFromDate.getTime(), Math.floor(pki.server().notBefore.getTime() / 1000) * 1000);
  const center = await pki.issue({ kind: 'application-center', eui: CENTER, organization: 'an-organization' });
  t.equal(new X509Certificate(center.certPem).subject, `CN=${CENTER}\nO=an-organization`);
  t.equal(new X509Certificate(center.certPem).subjectAltName, `URI:urn:mioty:ac:${CENTER}`);
});

t.test('validity follows the clock that was passed, and ends with the authority at the latest', async t => {
  const clock = clockAt(NOW_MS + 1000 * DAY_MS);
  const pki = await pkiIn(join(t.testdir(), 'pki'), { clock, ca_days: 500 });
  const end = pki.status().find(({ name }) => name === 'ca')?.notAfter;
  t.equal(end?.getTime(), Math.floor(clock.ms / 1000) * 1000 + 500 * DAY_MS);
  t.same((await pki.issue({ kind: 'base-station', eui: STATION })).notAfter, end);
  const days = await pki.issue({ kind: 'base-station', eui: STATION, days: 10 });
  t.equal(days.notAfter.getTime(), Math.floor(clock.ms / 1000) * 1000 + 10 * DAY_MS);
  for (const days of [0, 3651, 1.5]) {
    await t.rejects(pki.issue({ kind: 'base-station', eui: STATION, days }), fault('InvalidValidityPeriod'));
  }
  clock.ms += 501 * DAY_MS;
  await t.rejects(pki.issue({ kind: 'base-station', eui: STATION }), fault('InvalidValidityPeriod'));
});

t.test('the status tells valid, expiring, expired and not yet valid apart by the clock', async t => {
  const clock = clockAt();
  const pki = await pkiIn(join(t.testdir(), 'pki'), { clock });
  const server = () => pki.status().find(({ name }) => name === 'server');
  t.match(server(), {
    state: 'valid',
    keyType: 'ec-p256',
    dnsNames: ['center.example'],
    ipAddresses: ['127.0.0.1', '::1'],
  });
  clock.ms = NOW_MS + 367 * DAY_MS + 1;
  t.match(server(), { state: 'expiring', daysUntilExpiry: 29 });
  clock.ms = NOW_MS + 398 * DAY_MS;
  t.match(server(), { state: 'expired' });
  clock.ms = NOW_MS - 2 * DAY_MS;
  t.match(server(), { state: 'not_yet_valid' });
});

t.test('the server certificate is renewed when its part of life is over, with its names and authority', async t => {
  const clock = clockAt();
  const dir = join(t.testdir(), 'pki');
  const pki = await pkiIn(dir, { clock });
  const before = pki.server();
  const seen: string[] = [];
  const stop = pki.onServerChange(({ serial }) => seen.push(serial));
  t.equal(await pki.renewIfDue(), false);
  clock.ms = pki.renewAt();
  t.equal(await pki.renewIfDue(), true);
  const after = pki.server();
  t.not(after.serial, before.serial);
  t.not(after.keyPem, before.keyPem);
  t.same([after.names, after.caPem], [before.names, before.caPem]);
  t.same(seen, [after.serial]);
  t.equal(readFileSync(join(dir, 'retired', `server-${before.serial}.crt`), 'utf8'), before.certPem);
  t.equal(await pki.renewIfDue(), false);
  stop();
  await pki.renewServer();
  t.equal(seen.length, 1, 'a listener that left hears nothing');
});

t.test('nothing is renewed when the certificate already ends with its authority', async t => {
  const clock = clockAt();
  const pki = await pkiIn(join(t.testdir(), 'pki'), { clock, ca_days: 100 });
  clock.ms += 90 * DAY_MS;
  t.equal(await pki.renewIfDue(), false);
});

t.test('names are added, dropped and kept by a renewal, and a bad one is refused', async t => {
  const pki = await pkiIn(join(t.testdir(), 'pki'));
  await pki.renewServer({ addNames: ['Two.Example', '10.0.0.9'], dropNames: ['0:0:0:0:0:0:0:1'] });
  t.same(pki.server().names, ['center.example', 'two.example', '127.0.0.1', '10.0.0.9']);
  await pki.renewServer({ dropNames: ['::1'] });
  t.same(pki.server().names, ['center.example', 'two.example', '127.0.0.1', '10.0.0.9']);
  await t.rejects(pki.renewServer({ addNames: ['no good'] }), fault('InvalidServerName'));
  await t.rejects(pki.renewServer({ dropNames: pki.renewalNames() }), fault('InvalidServerName'));
});

t.test('a renewal made beside a running server is taken by reload', async t => {
  const dir = join(t.testdir(), 'pki');
  const running = await pkiIn(dir);
  const command = await pkiIn(dir);
  await command.renewServer();
  t.not(running.server().serial, command.server().serial);
  running.reload();
  t.same(running.server(), command.server());
});

t.test('a bundle is a zip with the key readable for its owner only', async t => {
  const pki = await pkiIn(join(t.testdir(), 'pki'));
  const bundle = await pki.issue({ kind: 'base-station', eui: STATION });
  const address = { host: 'center.example', port: 5000, scEui: 'fe00000000000b51', peerEui: STATION };
  const files = bundleFiles(bundle, address);
  t.same(
    files.map(({ name, mode }) => [name, mode]),
    [
      ['ca.crt', 0o644],
      ['client.crt', 0o644],
      ['client.key', 0o600],
      ['service-center.txt', 0o644],
    ],
  );
  const zip = unzipSync(await zipBundle(files));
  t.same(
    Object.entries(zip).map(([name, bytes]) => [name, strFromU8(bytes)]),
    files.map(f => [f.name, f.content]),
  );
  t.match(files.at(-1)?.content, /host: center.example\nport: 5000\n.*fe00000000000b51\n.*70b3d59cd0000001\n/);
  t.notMatch(files.map(({ content }) => content).join(), '\r');
  t.notOk(
    bundleFiles({ ...bundle, keyPem: undefined }, address).some(({ content }) => content.includes('PRIVATE KEY')),
  );
});

t.test('a bundle also comes as PKCS#12 under its passphrase, whatever its keys', async t => {
  for (const authority of ['rsa-2048', 'ec-p256'] as const) {
    const pki = await pkiIn(join(t.testdir(), authority, 'pki'), { key_type: authority });
    for (const keyType of ['rsa-2048', 'ec-p256'] as const) {
      const bundle = await pki.issue({ kind: 'base-station', eui: STATION, keyType });
      const passphrase = 'gr\u00fcn genug';
      const pfx = Buffer.from(await p12Bundle(bundle, passphrase));
      t.throws(() => createSecureContext({ pfx, passphrase: 'another one' }));
      // Who has it can dial in, and trusts the authority by it.
      await using server = createServer({ ...tlsOptions(pki.server(), 'TLSv1.2') }, socket => socket.end('in'));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as { port: number };
      const client = connect({ port, host: '127.0.0.1', pfx, passphrase, ca: bundle.caPem });
      t.equal(String((await once(client, 'data'))[0]), 'in', `${keyType} below ${authority}`);
      client.destroy();
      const { certPem, caPem } = bundle;
      t.ok((await p12Bundle({ certPem, caPem }, 'long enough')).length > 0, 'also without its key');
      await t.rejects(p12Bundle(bundle, 'short'), fault('PassphraseRequired'));
    }
  }
});
