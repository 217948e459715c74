import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Eui } from '../../src/kit/eui.ts';
import { fault } from '../../src/kit/faults/faults.ts';
import { sealer } from '../../src/kit/seal.ts';
import { DAY_MS, HOUR_MS } from '../../src/kit/units.ts';
import { newAuthority, readAuthority } from '../../src/pki/authority.ts';
import { generateKey, keyToPem } from '../../src/pki/issue.ts';
import { certificatesIn, openMaterial } from '../../src/pki/material.ts';
import { newServer } from '../../src/pki/renew.ts';
import { tryHandshake } from '../../src/pki/trial.ts';
import { operatorAuthorities } from '../peers/operator-pair.ts';
import { clockAt, MASTER_KEY, NOW_MS, pkiIn } from './pki-folder.ts';

const STATION = '70b3d59cd0000001' as Eui;
const ec = { keyType: 'ec-p256', days: 3000 } as const;

t.test('a replacement that was cut off is ended by the next start, wherever it was', async t => {
  const folder = t.testdir({ old: {}, new: {} });
  const old = join(folder, 'old');
  const pki = await pkiIn(old);
  const before = pki.server();
  await (await pkiIn(join(folder, 'new'))).generateServer({ rotateCa: true });
  const names = ['ca.key', 'server.key', 'ca.crt', 'server.crt'];
  for (let moved = 0; moved <= names.length; moved++) {
    const cut = join(folder, `cut-${moved}`);
    mkdirSync(join(cut, 'next'), { recursive: true });
    for (const name of names) {
      writeFileSync(join(cut, name), readFileSync(join(old, name)));
      writeFileSync(join(cut, 'next', name), readFileSync(join(folder, 'new', name)));
    }
    for (const name of names.slice(0, moved)) renameSync(join(cut, 'next', name), join(cut, name));
    const again = await pkiIn(cut);
    t.not(again.server().fingerprint, before.fingerprint, `${moved} files were in their place`);
    t.equal(again.caPem(), readFileSync(join(folder, 'new/ca.crt'), 'utf8'));
    t.notOk(existsSync(join(cut, 'next')));
  }
});

t.test('what was not staged whole never counts', async t => {
  const dir = join(t.testdir(), 'pki');
  const pki = await pkiIn(dir);
  mkdirSync(join(dir, 'next.0123456789ab.tmp'));
  writeFileSync(join(dir, 'next.0123456789ab.tmp/ca.key'), 'torn');
  mkdirSync(join(dir, 'next.ba9876543210.tmp'));
  const old = new Date(Date.now() - 2 * HOUR_MS);
  utimesSync(join(dir, 'next.0123456789ab.tmp'), old, old);
  const again = await pkiIn(dir);
  t.equal(again.server().fingerprint, pki.server().fingerprint);
  await again.renewServer();
  const left = readdirSync(dir).filter(name => name.startsWith('next'));
  t.same(left, ['next.ba9876543210.tmp'], 'what was forgotten is removed, not what is just being written');
});

t.test('certificates that were replaced are kept, keys are not', async t => {
  const dir = join(t.testdir(), 'pki');
  const pki = await pkiIn(dir);
  const serials = pki.status().map(({ name, serial }) => `${name}-${serial}.crt`);
  await pki.generateServer({ rotateCa: true });
  t.same(readdirSync(join(dir, 'retired')).sort(), serials.sort());
  t.same(readdirSync(dir).sort(), ['ca.crt', 'ca.key', 'retired', 'server.crt', 'server.key'].sort());
});

t.test('nothing is renewed by itself while the clock cannot be right', async t => {
  const clock = clockAt();
  const state = { plausible: false };
  const pki = await pkiIn(join(t.testdir(), 'pki'), { clock, plausible: () => state.plausible });
  clock.ms = pki.renewAt();
  t.equal(await pki.renewIfDue(), false);
  state.plausible = true;
  t.equal(await pki.renewIfDue(), true);
});

t.test('a renewal by time never throws away one that is made beside it meanwhile', async t => {
  const dir = join(t.testdir(), 'pki');
  const clock = clockAt();
  const pki = await pkiIn(dir, { clock });
  const names = ['server.crt', 'server.key'];
  const old = names.map(name => readFileSync(join(dir, name)));
  clock.ms = pki.renewAt();
  const command = await pkiIn(dir, { clock });
  await command.renewServer();
  const beside = names.map(name => readFileSync(join(dir, name)));
  const put = (files: Buffer[]) => {
    for (const [index, name] of names.entries()) writeFileSync(join(dir, name), files[index] ?? '');
  };
  put(old);
  const byTime = pki.renewIfDue();
  // the key is being made now
  for (let turns = 0; turns < 5; turns++) await Promise.resolve();
  put(beside);
  t.equal(await byTime, false);
  t.equal(pki.server().fingerprint, command.server().fingerprint);
});

t.test('renewals that are asked for at once follow each other', async t => {
  const pki = await pkiIn(join(t.testdir(), 'pki'));
  await Promise.all(['one.example', 'two.example', 'three.example'].map(name => pki.renewServer({ addNames: [name] })));
  t.same(pki.server().names, ['center.example', 'one.example', 'two.example', 'three.example', '127.0.0.1', '::1']);
});

t.test('a certificate that a peer would refuse is never stored', async t => {
  const [one, other] = [await newAuthority(ec, NOW_MS), await newAuthority(ec, NOW_MS)];
  const request = { names: ['center.example', '::1'], days: 10, keyType: 'ec-p256', nowMs: NOW_MS } as const;
  const { key, pem } = await newServer(one, request);
  const pair = { cert: pem, key: keyToPem(key) };
  await tryHandshake(pair, one.pem, ['center.example', '0:0::1']);
  await t.rejects(tryHandshake(pair, other.pem, []), /refused: (UNABLE|SELF)/);
  await t.rejects(
    tryHandshake(pair, one.pem, ['elsewhere.example', '127.0.0.1']),
    /lacks elsewhere.example, 127.0.0.1/,
  );
  await t.rejects(newServer({ ...one, pem: other.pem }, request), 'a key that does not belong to the authority');
});

t.test(
  'an authority below a root signs with its chain, and old clients are let in as long as they are meant to',
  async t => {
    const pki = await pkiIn(join(t.testdir(), 'pki'));
    const [, old] = pki.status();
    const given = await operatorAuthorities(NOW_MS);
    await pki.importAuthority({ certPem: given.certPem, keyPem: given.keyPem, keepOld: true });
    const { certPem, caPem, trustPem } = pki.server();
    t.equal(certificatesIn(certPem).length, 2, 'what a station that trusts the root needs is sent');
    t.same(certificatesIn(caPem).map(String).join(''), given.certPem);
    t.equal(trustPem, caPem + old?.pem);
    t.match(pki.status(), [{ name: 'server' }, { name: 'ca' }, { name: 'earlier ca', serial: old?.serial }]);
    const client = await pki.issue({ kind: 'base-station', eui: STATION });
    const [issued] = certificatesIn(client.certPem);
    const [authority] = certificatesIn(given.between);
    t.ok(authority && issued?.checkIssued(authority));
    t.equal(client.caPem, caPem);

    await pki.importAuthority({ certPem: given.certPem, keyPem: given.keyPem, keepOld: true });
    t.equal(pki.status().length, 3, 'the same again is no earlier one');
    t.notOk(pki.dropAuthority('12'));
    t.ok(pki.dropAuthority(old?.serial ?? ''));
    t.equal(pki.server().trustPem, pki.caPem());
    await pki.importAuthority({ certPem: given.root.cert, keyPem: given.root.key, keepOld: false });
    t.equal(pki.status().length, 2);
  },
);

t.test('files that are no authority are refused with the reason, and nothing changes', async t => {
  const dir = join(t.testdir(), 'pki');
  const pki = await pkiIn(dir);
  const before = pki.server();
  const given = await operatorAuthorities(NOW_MS);
  const encrypted = given.key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' });
  const [small, client] = [await generateKey('rsa-2048'), await pki.issue({ kind: 'base-station', eui: STATION })];
  const { certPem, keyPem } = given;
  const cases = [
    [{ certPem: 'nothing', keyPem }, /no certificate in PEM/],
    [{ certPem, keyPem: 'nothing' }, /key cannot be read as PEM/],
    [{ certPem, keyPem: String(encrypted) }, /passphrase/],
    [{ certPem, keyPem: String(encrypted), passphrase: 'wrong' }, /passphrase/],
    [{ certPem, keyPem: keyToPem(small) }, /does not belong to the first certificate/],
    [{ certPem: client.certPem, keyPem: client.keyPem }, /none of a certificate authority/],
    [{ certPem: given.between, keyPem }, /up to the root/],
    [{ certPem: given.between + before.caPem, keyPem }, /up to the root/],
  ] as const;
  for (const [files, reason] of cases) {
    await t.rejects(pki.importAuthority({ ...files, keepOld: true }), reason, String(reason));
  }
  const late = NOW_MS + 4000 * DAY_MS;
  t.throws(() => readAuthority(certPem, keyPem, undefined, late), /is not valid now/);
  t.same(pki.server(), before);
  t.same(openMaterial(dir, sealer(MASTER_KEY)).trusted(), []);
  await pki.importAuthority({ certPem, keyPem: String(encrypted), passphrase: 'secret', keepOld: false });
  t.equal(certificatesIn(pki.caPem()).length, 2);
});

t.test('a server certificate is generated only where there is none, or with a new authority', async t => {
  const dir = join(t.testdir(), 'pki');
  const pki = await pkiIn(dir);
  await t.rejects(pki.generateServer({ rotateCa: false }), fault('ServerCertificateExists'));
  const given = await operatorAuthorities(NOW_MS);
  await pki.importAuthority({ certPem: given.certPem, keyPem: given.keyPem, keepOld: true });
  await pki.generateServer({ rotateCa: true, names: ['only.example'], days: 5, keyType: 'rsa-3072' });
  t.match(pki.status(), [
    { name: 'server', dnsNames: ['only.example'], ipAddresses: [], keyType: 'rsa-3072' },
    { name: 'ca', keyType: 'rsa-3072' },
  ]);
  t.equal(pki.status().length, 2, 'no earlier authority is trusted any more');
  rmSync(join(dir, 'server.crt'));
  const ca = pki.caPem();
  await pki.generateServer({ rotateCa: false });
  t.equal(pki.caPem(), ca);
});
