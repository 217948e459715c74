// Long: for CI and `npm test -- --long`.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import { openDb } from '../../../src/database/driver.ts';
import { operatorAuthorities, operatorPair, putPair } from '../../peers/operator-pair.ts';
import { filled } from '../../upkeep/filled.ts';
import { waystation } from '../waystation.ts';

// Each command is a process of its own.
t.setTimeout(120_000);

t.test('init makes configuration, keys and certificates once, and keeps them', async t => {
  const cwd = t.testdir();
  const first = await waystation(cwd, ['init', '--server-name', 'sc.example.org', '--server-name', '192.0.2.10']);
  t.equal(first.code, 0, first.stderr);
  t.match(parse(readFileSync(join(cwd, 'waystation.yaml'), 'utf8')), {
    pki: { server_names: ['sc.example.org', '192.0.2.10'] },
  });
  t.equal(statSync(join(cwd, 'data/master.key')).mode & 0o777, 0o600);
  const kept = ['waystation.yaml', 'data/master.key', 'data/pki/ca.key', 'data/pki/server.crt'].map(file =>
    join(cwd, file),
  );
  const before = kept.map(file => readFileSync(file, 'hex'));
  const second = await waystation(cwd, ['init', '--server-name', 'other.example.org']);
  t.equal(second.code, 0, second.stderr);
  t.match(second.stdout, /stays as it is/);
  t.same(
    kept.map(file => readFileSync(file, 'hex')),
    before,
  );
});

t.test('a wrong server name is refused before anything is written', async t => {
  const cwd = t.testdir();
  const { code, stderr } = await waystation(cwd, ['init', '--server-name', 'not a name']);
  t.equal(code, 1);
  t.match(stderr, /^waystation: .*ErrTokenInvalidServerName/);
  t.notOk(existsSync(join(cwd, 'waystation.yaml')));
});

t.test('certs issues bundles, exports the CA and never replaces an issued key', async t => {
  const cwd = t.testdir();
  await waystation(cwd, ['init']);
  const issued = await waystation(cwd, ['certs', 'base-station', '70-B3-D5-9C-D0-00-00-01', '--out', 'bs']);
  t.equal(issued.code, 0, issued.stderr);
  t.equal(statSync(join(cwd, 'bs/client.key')).mode & 0o777, 0o600);
  t.match(readFileSync(join(cwd, 'bs/service-center.txt'), 'utf8'), /port: 5000\n[\s\S]*your EUI: 70b3d59cd0000001/);
  const again = await waystation(cwd, ['certs', 'base-station', '70b3d59cd0000001', '--out', 'bs']);
  t.equal(again.code, 1);
  t.match(again.stderr, /is there already/);
  const ca = await waystation(cwd, ['certs', 'export-ca', '-']);
  t.equal(ca.stdout, readFileSync(join(cwd, 'bs/ca.crt'), 'utf8'));
  const before = JSON.parse((await waystation(cwd, ['certs', 'status', '--json'])).stdout);
  t.match(before, [
    { name: 'server', state: 'valid' },
    { name: 'ca', state: 'valid' },
  ]);
  const early = await waystation(cwd, ['certs', 'renew', '--if-due']);
  t.match(early, { code: 0, stdout: /^not due before \d{4}-/ });
  // With a name that the certificate lacks, which every other command says.
  const names = { PLATFORM_PKI_SERVER_NAMES: 'localhost,127.0.0.1,192.0.2.77' };
  t.match((await waystation(cwd, ['certs', 'status'], names)).stderr, /lacks names: run waystation certs renew/);
  const renewed = await waystation(cwd, ['certs', 'renew'], names);
  t.same([renewed.code, renewed.stderr], [0, ''], 'it does not tell anyone to run it');
  const after = JSON.parse((await waystation(cwd, ['certs', 'status', '--json'])).stdout);
  t.not(after[0].fingerprint, before[0].fingerprint);
  t.equal(after[1].fingerprint, before[1].fingerprint, 'the CA stays');
});

t.test('the file for the operator of a station names this service center and where to dial it', async t => {
  const cwd = t.testdir();
  await filled(join(cwd, 'data'));
  const env = { PLATFORM_PKI_SERVER_NAMES: 'localhost,127.0.0.1,192.0.2.10' };
  const { code, stderr } = await waystation(cwd, ['certs', 'base-station', '70b3d59cd0000001', '--out', 'bs'], env);
  t.equal(code, 0, stderr);
  const db = openDb(join(cwd, 'data/waystation.db'), { engine: 'node:sqlite', mode: 'reader' });
  const { value } = db.prepare("SELECT value FROM meta WHERE key = 'sc_eui'").get() as { value: string };
  db.close();
  t.equal(
    readFileSync(join(cwd, 'bs/service-center.txt'), 'utf8'),
    `host: 192.0.2.10\nport: 5000\nservice center EUI: ${value}\nyour EUI: 70b3d59cd0000001\n`,
  );
});

t.test('a PKCS#12 file needs a passphrase file', async t => {
  const cwd = t.testdir();
  const args = ['certs', 'application-center', '70b3d59cd00000a1', '--out', 'ac', '--p12'];
  await waystation(cwd, ['init']);
  t.equal((await waystation(cwd, args)).code, 2);
  writeFileSync(join(cwd, 'pass'), 'long enough\n');
  const issued = await waystation(cwd, [...args, '--passphrase-file', 'pass']);
  t.equal(issued.code, 0, issued.stderr);
  t.equal(statSync(join(cwd, 'ac/client.p12')).mode & 0o777, 0o600);
});

t.test(
  'an authority of the operator is imported with the key encrypted, and earlier ones are dropped by serial',
  async t => {
    const company = await operatorAuthorities();
    const cwd = t.testdir({ 'ca.crt': company.certPem, 'ca.key': company.keyPem, 'other.key': company.root.key });
    await waystation(cwd, ['init']);
    const [, old] = JSON.parse((await waystation(cwd, ['certs', 'status', '--json'])).stdout);
    const wrong = await waystation(cwd, ['certs', 'import-ca', '--cert', 'ca.crt', '--key', 'other.key']);
    t.match(wrong, { code: 1, stderr: /^waystation: The key does not belong to the first certificate/ });
    const imported = await waystation(cwd, ['certs', 'import-ca', '--cert', 'ca.crt', '--key', 'ca.key']);
    t.equal(imported.code, 0, imported.stderr);
    t.match(imported.stdout, new RegExp(`CN=company sites, until [\\s\\S]*drop-ca ${old.serial}`));
    t.equal(readFileSync(join(cwd, 'data/pki/ca.crt'), 'utf8'), company.certPem);
    t.notMatch(readFileSync(join(cwd, 'data/pki/ca.key'), 'latin1'), 'PRIVATE KEY');
    t.equal(statSync(join(cwd, 'data/pki/ca.key')).mode & 0o777, 0o600);
    t.equal((await waystation(cwd, ['certs', 'drop-ca', '00'])).code, 1);
    t.equal((await waystation(cwd, ['certs', 'drop-ca', old.serial])).code, 0);
    const [, ca, ...more] = JSON.parse((await waystation(cwd, ['certs', 'status', '--json'])).stdout);
    t.match(ca, { subject: 'CN=company sites' });
    t.same(more, []);
  },
);

t.test("the status shows the operator's files, and renew says that they are not ours", async t => {
  const pair = await operatorPair(20);
  const cwd = t.testdir();
  const { cert, key } = putPair(cwd, pair);
  const given = { PLATFORM_BSSCI_TLS_CERT: cert, PLATFORM_BSSCI_TLS_KEY: key };
  await waystation(cwd, ['init']);
  const status = JSON.parse((await waystation(cwd, ['certs', 'status', '--json'], given)).stdout);
  t.match(status, [
    { name: 'server' },
    { name: 'ca' },
    { name: 'bssci', fingerprint: pair.fingerprint, state: 'expiring' },
  ]);
  const all = { ...given, PLATFORM_SCACI_TLS_CERT: cert, PLATFORM_SCACI_TLS_KEY: join(cwd, 'none.key') };
  t.match((await waystation(cwd, ['certs', 'status'], all)).stdout, /scaci +unusable: .*none.key is missing/);
  t.match(await waystation(cwd, ['certs', 'renew'], all), { code: 1, stderr: /certificate files of yours/ });
});
