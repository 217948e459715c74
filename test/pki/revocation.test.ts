import { X509Certificate } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Eui } from '../../src/kit/eui.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { peerIdentity } from '../../src/pki/peer.ts';
import { openRevocations, plainSerial, REVOKED_FILE } from '../../src/pki/revocation.ts';
import { clockAt, NOW_MS, pkiIn } from './pki-folder.ts';

const BS = '70b3d59cd0000001' as Eui;
const OTHER = '70b3d59cd0000002' as Eui;

/** A folder with two processes on it. */
function folder(t: Test) {
  const dir = t.testdir();
  const logged: string[] = [];
  const log = {
    warn: (_: unknown, text?: string) => logged.push(text ?? ''),
    error: (_: unknown, text?: string) => logged.push(text ?? ''),
  };
  const open = () => openRevocations(dir, log as unknown as Parameters<typeof openRevocations>[1]);
  return { dir, file: join(dir, REVOKED_FILE), logged, open, server: open(), command: open() };
}
const certificate = (serial: string, notBefore = NOW_MS - DAY_MS, eui = BS) => ({
  ...{
    serial,
    notBefore: new Date(notBefore),
    names: [
      { kind: 'plain' as const, eui },
      { kind: 'bs' as const, eui },
    ],
  },
});

t.test('a serial number is one certificate, in any spelling', async t => {
  const { server, file } = folder(t);
  t.notOk(server.covers(certificate('0a4b'), 'bs'));
  server.revokeSerial('0A:4B', NOW_MS, 'command');
  t.ok(server.covers(certificate('0a4b'), 'bs'));
  t.ok(server.covers(certificate('A4B'), 'ac'));
  t.notOk(server.covers(certificate('a4b0'), 'bs'));
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.equal(plainSerial('00'), '0');
});

t.test('an EUI is every certificate made until then, on its listener', async t => {
  const { server } = folder(t);
  server.revokeEui('bs', BS, NOW_MS, 'command');
  t.ok(server.covers(certificate('01', NOW_MS), 'bs'));
  t.notOk(server.covers(certificate('02', NOW_MS + 1), 'bs'), 'of an authority that dates it honestly');
  t.notOk(server.covers(certificate('01'), 'ac'));
  t.notOk(server.covers(certificate('01', NOW_MS, OTHER), 'bs'));
  t.notOk(server.covers({ ...certificate('01'), names: [] }, 'bs'), 'one that names no peer is of none');
});

t.test('what we make later is let in though it is dated back, until the EUI is revoked again', async t => {
  const { server } = folder(t);
  server.issued('bs', BS, '0a');
  server.revokeEui('bs', BS, NOW_MS, 'command');
  t.ok(server.covers(certificate('0a'), 'bs'), 'made before');
  server.issued('bs', BS, '0b');
  t.notOk(server.covers(certificate('0b'), 'bs'));
  t.ok(server.covers(certificate('0a'), 'bs'));
  server.revokeEui('bs', BS, NOW_MS, 'command');
  t.ok(server.covers(certificate('0b'), 'bs'), 'order counts, not time');
});

t.test('a clock that is set back lets no peer in again', async t => {
  const { server } = folder(t);
  server.revokeEui('bs', BS, NOW_MS, 'command');
  server.revokeEui('bs', BS, NOW_MS - 2 * DAY_MS, 'command');
  t.ok(server.covers(certificate('0a', NOW_MS - DAY_MS), 'bs'));
});

t.test('two processes see what the other has written, in one order', async t => {
  const { server, command } = folder(t);
  server.revokeSerial('0a', NOW_MS, 'deleted');
  const before = server.generation;
  server.sync();
  t.equal(server.generation, before, 'nothing new');
  command.revokeEui('bs', BS, NOW_MS, 'command');
  t.ok(command.covers(certificate('0a', 0, OTHER), 'bs'), 'a process that writes has read');
  t.notOk(server.covers(certificate('0b'), 'bs'));
  server.sync();
  t.not(server.generation, before);
  t.ok(server.covers(certificate('0b'), 'bs'));
  command.issued('bs', BS, '0c');
  server.revokeEui('bs', BS, NOW_MS, 'deleted');
  t.ok(server.covers(certificate('0c'), 'bs'), 'made before our own line');
});

t.test('a process that issues without having looked lately still sees the mark', async t => {
  const { server, command } = folder(t);
  command.revokeEui('bs', BS, NOW_MS, 'command');
  server.issued('bs', BS, '0b');
  t.notOk(server.covers(certificate('0b'), 'bs'));
  t.ok(server.covers(certificate('0a'), 'bs'));
});

t.test('a certificate is let in before the news of it have come, but not because the file has gone', async t => {
  const { server, command, file } = folder(t);
  command.revokeEui('bs', BS, NOW_MS, 'command');
  server.sync();
  command.issued('bs', BS, '0b');
  t.notOk(server.covers(certificate('0b'), 'bs'));
  t.ok(server.covers(certificate('0a'), 'bs'));
  rmSync(file);
  t.ok(server.covers(certificate('0a'), 'bs'));
  mkdirSync(file);
  t.ok(server.covers(certificate('0a'), 'bs'), 'nor because it cannot be read');
});

t.test('a torn line costs nothing but itself', async t => {
  const { server, open, file, logged } = folder(t);
  server.revokeSerial('0a', NOW_MS, 'command');
  appendFileSync(file, '{"revoked":"serial","ser');
  const next = open();
  t.ok(next.covers(certificate('0a'), 'bs'));
  t.same(logged, ['a line of the revocations cannot be read, it is passed over']);
  next.revokeSerial('0b', NOW_MS, 'command');
  t.ok(open().covers(certificate('0b'), 'bs'));
  t.ok(open().covers(certificate('0a'), 'bs'));
});

t.test('lines of any other form are passed over', async t => {
  const { open, file, logged } = folder(t);
  const wrong = [
    ...['null', '1', '"x"', '[]', '{}', 'x', '{"revoked":"serial","serial":7,"at":"2026-01-01T00:00:00Z"}'],
    ...[
      '{"revoked":"serial","serial":"0a","at":"never"}',
      '{"revoked":"eui","kind":"xx","eui":"70b3d59cd0000001","at":"2026-01-01"}',
    ],
    ...[
      '{"revoked":"eui","kind":"bs","eui":"70","at":"2026-01-01"}',
      '{"issued":"0a"}',
      '{"revoked":"all","at":"2026-01-01"}',
    ],
  ];
  writeFileSync(file, `${wrong.join('\n')}\n{"revoked":"serial","serial":"0b","at":"2026-01-01T00:00:00Z"}`);
  const revocations = open();
  t.equal(logged.length, wrong.length);
  t.same(
    revocations.serials(),
    [{ serial: '0b', at: Date.UTC(2026, 0, 1), reason: '' }],
    'a last line may lack its end',
  );
});

t.test('what cannot be written holds all the same, and is written when that works', async t => {
  const { server, open, file, logged } = folder(t);
  mkdirSync(file);
  server.revokeSerial('0a', NOW_MS, 'deleted');
  server.revokeSerial('0b', NOW_MS, 'deleted');
  t.ok(server.covers(certificate('0a'), 'bs'));
  t.ok(server.failure);
  t.equal(logged.length, 1, 'told once');
  t.throws(open, 'no service starts without knowing what is revoked');
  rmSync(file, { recursive: true });
  server.sync();
  t.equal(server.failure, undefined);
  const later = open();
  for (const serial of ['0a', '0b']) t.ok(later.covers(certificate(serial), 'bs'));
  t.equal(readFileSync(file, 'utf8').split('\n').length, 3);
});

t.test('a certificate of ours is covered by its EUI, its serial number, and what is issued later is not', async t => {
  const dir = join(t.testdir(), 'pki');
  const pki = await pkiIn(dir);
  const identityOf = ({ certPem }: { certPem: string }) => peerIdentity(new X509Certificate(certPem));
  const issue = () => pki.issue({ kind: 'base-station', eui: BS });
  const [first, second] = [await issue(), await issue()];
  pki.revocations.revokeSerial(first.serial, NOW_MS, 'command');
  t.ok(pki.revocations.covers(identityOf(first), 'bs'));
  t.notOk(pki.revocations.covers(identityOf(second), 'bs'));
  pki.revocations.revokeEui('bs', BS, NOW_MS, 'command');
  t.ok(pki.revocations.covers(identityOf(second), 'bs'));
  const third = await issue();
  t.notOk(pki.revocations.covers(identityOf(third), 'bs'));
  const again = await pkiIn(dir);
  t.notOk(again.revocations.covers(identityOf(third), 'bs'), 'after a restart, too');
  t.ok(again.revocations.covers(identityOf(second), 'bs'));
});

t.test('a certificate that cannot be noted as made later is not made', async t => {
  const dir = join(t.testdir(), 'pki');
  const pki = await pkiIn(dir, { clock: clockAt() });
  pki.revocations.revokeEui('bs', BS, NOW_MS, 'command');
  rmSync(join(dir, REVOKED_FILE));
  mkdirSync(join(dir, REVOKED_FILE));
  await t.rejects(pki.issue({ kind: 'base-station', eui: BS }), { code: 'EISDIR' });
  t.ok(pki.revocations.covers(certificate('0a'), 'bs'), 'what was read before stays');
});
