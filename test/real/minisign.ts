// The signature beside SHA256SUMS, as minisign of Debian judges it.
import { spawnSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { makeKey } from '../../scripts/release/keys.ts';
import { minisignPublicKey, minisignSignature } from '../../scripts/release/minisign.ts';

t.test('minisign verifies what is signed here, and nothing else', async t => {
  const folder = t.testdir({ SHA256SUMS: 'aa  file\n' });
  const file = join(folder, 'SHA256SUMS');
  const [key, other] = [makeKey(join(folder, 'key')), makeKey(join(folder, 'other'))];
  writeFileSync(`${file}.minisig`, minisignSignature(file, key, Date.now()));
  writeFileSync(join(folder, 'minisign.pub'), minisignPublicKey(key));
  writeFileSync(join(folder, 'other.pub'), minisignPublicKey(other));
  const verify = (pub: string) =>
    spawnSync('minisign', ['-V', '-p', join(folder, pub), '-m', file], { encoding: 'utf8' });
  const good = verify('minisign.pub');
  t.equal(good.status, 0, good.stderr);
  t.match(
    good.stdout,
    /Signature and comment signature verified\nTrusted comment: timestamp:\d+\tfile:SHA256SUMS\thashed/,
  );
  t.not(verify('other.pub').status, 0, 'another key');
  appendFileSync(file, 'bb  another\n');
  t.not(verify('minisign.pub').status, 0, 'another file');
});
