// Long: for CI and `npm test -- --long`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import t, { type Test } from 'tap';
import { filesOf } from '../../src/cli/blueprint/files.ts';
import { envelope } from './blueprints.ts';

const NAME = 'maker/sensor/v1.0.json';
const good = strToU8(envelope());
/** Where the directory of a ZIP says how large a file is, unpacked. */
const SIZE_AT = 24;
const DIRECTORY = 'PK\x01\x02';

function zip(t: Test, bytes: Uint8Array): string {
  const path = join(t.testdir(), 'some.zip');
  writeFileSync(path, bytes);
  return path;
}

/** What each file is: read, or why it was not. */
async function read(t: Test, bytes: Uint8Array): Promise<Record<string, string>> {
  const { files } = await filesOf(zip(t, bytes));
  return Object.fromEntries(files.map(({ name, text, problem }) => [name, text === undefined ? problem : 'read']));
}

function patched(files: Readonly<Record<string, Uint8Array>>, patch: (zip: Buffer) => void): Buffer {
  const bytes = Buffer.from(zipSync(files));
  patch(bytes);
  return bytes;
}

t.test('a header that promises little: no more than that is unpacked', async t => {
  const lying = patched({ 'maker/bomb/v1.json': new Uint8Array(300 * 1024), [NAME]: good }, zip => {
    for (let at = zip.indexOf(DIRECTORY, 0, 'latin1'); at >= 0; at = zip.indexOf(DIRECTORY, at + 1, 'latin1')) {
      if (zip.readUInt32LE(at + SIZE_AT) === 300 * 1024) zip.writeUInt32LE(1000, at + SIZE_AT);
    }
  });
  const { files } = await filesOf(zip(t, lying));
  t.same(
    files.map(({ name, text }) => [name, Buffer.byteLength(text ?? '')]),
    [
      ['maker/bomb/v1.json', 1000],
      [NAME, good.length],
    ],
  );
});

t.test('of the same name twice, what is promised small is read, and nothing else', async t => {
  const twice = patched({ 'maker/sensor/v1.json': good, 'maker/sensor/v2.json': new Uint8Array(2 << 20) }, zip => {
    for (let at = zip.indexOf('v2.json'); at >= 0; at = zip.indexOf('v2.json', at)) zip.write('v1', at, 'latin1');
  });
  const { files } = await filesOf(zip(t, twice));
  t.same(
    files.map(({ text, problem }) => (text === undefined ? problem : 'read')),
    ['read', 'it has more than 256 KiB'],
  );
});

t.test('one that promises very much, and one that is damaged, keep no other back', async t => {
  const promising = patched({ 'maker/bomb/v1.json': new Uint8Array(7), [NAME]: good }, zip =>
    zip.writeUInt32LE(100 << 20, zip.indexOf(DIRECTORY, 0, 'latin1') + SIZE_AT),
  );
  const damaged = patched({ 'maker/bomb/v1.json': new Uint8Array(5000), [NAME]: good }, zip =>
    zip.fill(0xff, 30 + 'maker/bomb/v1.json'.length, 40 + 'maker/bomb/v1.json'.length),
  );
  for (const bytes of [promising, damaged]) {
    const { [NAME]: other, ...bomb } = await read(t, bytes);
    t.equal(other, 'read');
    t.not(bomb['maker/bomb/v1.json'], 'read');
  }
});

t.test('it is unpacked within bounds', async t => {
  const total: Record<string, Uint8Array> = {};
  for (let at = 0; at < 270; at++) total[`maker/m${at}/v1.json`] = new Uint8Array(256 * 1024);
  await t.rejects(filesOf(zip(t, zipSync(total, { level: 1 }))), { message: /unpacks to more than 64 MB/ });
  const many: Record<string, Uint8Array> = {};
  for (let at = 0; at < 10_001; at++) many[`${at}.json`] = new Uint8Array();
  await t.rejects(filesOf(zip(t, zipSync(many))), { message: /cannot be unpacked: it has more than 10000 files/ });
  const cut = zipSync({ [NAME]: good }).subarray(0, 100);
  await t.rejects(filesOf(zip(t, cut)), { message: /some\.zip cannot be unpacked/ });
});
