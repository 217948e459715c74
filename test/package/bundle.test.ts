// Long: for CI and `npm test -- --long`.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { softwareBill } from '../../scripts/bill/bill.ts';
import { packagesOf } from '../../scripts/bill/component.ts';
import { BASE_VERSION } from '../../scripts/package/base.ts';
import { bundle, joined, joinedLate, threadsOf } from '../../scripts/package/bundle.ts';
import { licenseTexts } from '../../scripts/package/licenses.ts';
import { systemClock } from '../../src/kit/time/clock.ts';
import { isPackedTwice, PACKED_INDEX, PACKED_TYPES, packedAs } from '../../src/web/packed-names.ts';
import { targetContext } from '../integrations/drivers/target.ts';

const RELEASE = { version: '1', commit: 'c', builtAt: 0, supplier: null, supportUntil: null };
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'waystation-bundle-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
let made: ReturnType<typeof bundle> | undefined;
/** Takes half a minute of CPU. */
const bundled = () => {
  made ??= bundle(root, folder, RELEASE);
  return made;
};

interface Component {
  name: string;
  version: string;
  purl: string;
  supplier?: { name: string };
  hashes?: { alg: string; content: string }[];
}

t.test('every thread of the program is found, and has its source', async t => {
  const threads = threadsOf(join(root, 'src'));
  t.ok(threads.includes('compose/writer'));
  t.same(
    threads.filter(name => !existsSync(join(root, `src/${name}.ts`))),
    [],
  );
});

t.test(
  'every blueprint that ships is inside of the executable, as it lies here, and nothing else of the folder',
  async t => {
    const { assets } = await bundled();
    const inside = Object.entries(assets).filter(([name]) => name.startsWith('catalog/'));
    const files = readdirSync(join(root, 'catalog'), { recursive: true }).map(name => `catalog/${name}`);
    t.same(inside.map(([name]) => name).toSorted(), files.filter(name => name.endsWith('.json')).toSorted());
    for (const [name, path] of inside) t.equal(path, join(root, name));
    const types = JSON.parse(readFileSync(assets[PACKED_TYPES] ?? '', 'utf8')) as Record<string, string>;
    t.match(readFileSync(assets[PACKED_INDEX] ?? '', 'utf8'), '{{theme}}', 'the console, which the server draws');
    t.ok(Object.keys(types).some(path => path.endsWith('.js')));
    for (const [path, type] of Object.entries(types)) {
      const plain = brotliDecompressSync(readFileSync(assets[packedAs(path, 'br')] ?? ''));
      const gzip = assets[packedAs(path, 'gz')];
      t.equal(gzip !== undefined, isPackedTwice(type), path);
      if (gzip !== undefined) t.ok(gunzipSync(readFileSync(gzip)).equals(plain), path);
    }
  },
);

t.test('whom to thank for the blueprints is handed on with the executable', async t => {
  t.match(licenseTexts(root, join(root, 'LICENSE'), []), 'The blueprints of the catalog\n\n# Where the blueprints');
});

t.test('the executable is made on the pinned Node.js', async t => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  t.equal(BASE_VERSION, dependencies.node);
});

t.test('what reads a blueprint works from one file, with the reader of JSON inside', async t => {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-bundle-'));
  t.teardown(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'read.cjs');
  await joined(root, 'src/domain/blueprint/codec/read.ts', file);
  const { readBlueprint } = createRequire(import.meta.url)(file);
  const text = readFileSync(join(root, 'catalog/weptech/munia-m/v1.json'), 'utf8');
  t.equal(readBlueprint(text).typeEui, '70b3d59cd0000095');
});

/** A part of the program in one file, with what it loads late beside it, as the executable has it. @returns what it exports */
async function withLate(t: Test, entry: string, late: readonly string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-bundle-'));
  t.teardown(() => rmSync(dir, { recursive: true }));
  for (const name of late) {
    const outfile = join(dir, `packages/${name}.js`);
    await joinedLate(root, name, outfile);
    writeFileSync(outfile, brotliCompressSync(readFileSync(outfile)));
  }
  const file = join(dir, 'part.cjs');
  await joined(root, entry, file, late);
  // The executable has them as assets.
  const assets = `own('node:fs').readFileSync(${JSON.stringify(`${dir}/`)}+file)`;
  const text = readFileSync(file, 'utf8').replace("own('node:sea').getRawAsset(file)", assets);
  writeFileSync(file, text);
  return { part: createRequire(import.meta.url)(file), size: text.length };
}

t.test('what sends mail finds the files of nodemailer that are loaded late', async t => {
  const late = ['nodemailer/lib/mail-composer', 'nodemailer/lib/smtp-connection'];
  const { part } = await withLate(t, 'src/notify/email/email.ts', late);
  const settings = { host: '127.0.0.1', port: 1, starttls: 'none', from: 'box@example.org', to: ['ops@example.org'] };
  const channel = part.emailChannel({ clock: systemClock, settings, box: { name: 'box', address: undefined } });
  t.match(await channel.test(() => {}, new AbortController().signal), { sent: false, reason: /ECONNREFUSED/ });
});

t.test('both libraries of NATS are one file that is loaded late', async t => {
  const { part, size } = await withLate(t, 'src/integrations/drivers/nats/nats.ts', ['nats']);
  t.ok(size < 100_000, 'neither is in the part itself');
  const server = createServer(socket => socket.end('INFO nonsense\r\n')).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = { servers: [`nats://127.0.0.1:${port}`], subjectPrefix: 'mioty' };
  const driver = part.natsDriver(targetContext(settings));
  t.teardown(() => driver.close());
  await t.rejects(driver.open(new AbortController().signal), /not valid JSON/);
});

t.test('the bill has every package that a file of the bundle comes from, each with hash and supplier', async t => {
  const { inputs } = await bundled();
  const text = softwareBill({
    description: { name: 'waystation', version: '1.2.3', license: 'Apache-2.0' },
    artifact: { name: 'waystation-linux-x64', sha256: 'cd'.repeat(32), sha512: 'ab'.repeat(64) },
    node: { archive: 'node.tgz', sha512: 'ab'.repeat(64) },
    packages: packagesOf(root, inputs),
    weaknesses: { source: null, retrieved: null },
    release: RELEASE,
  });
  const bill = JSON.parse(text);
  const components = bill.components as Component[];
  // Found in another way than the bill finds them: by the folder of each file.
  const folders = inputs.flatMap(input => {
    const at = input.lastIndexOf('node_modules/');
    if (at < 0) return [];
    const [scope = '', name = ''] = input.slice(at + 'node_modules/'.length).split('/');
    return [`${input.slice(0, at)}node_modules/${scope.startsWith('@') ? `${scope}/${name}` : scope}`];
  });
  const packages = [...new Set(folders)].map(folder => {
    const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return `pkg:npm/${name.replace('@', '%40')}@${version}`;
  });
  const npm = components.map(({ purl }) => purl).filter(purl => purl.startsWith('pkg:npm/'));
  t.ok(packages.length > 30, `${packages.length} packages`);
  t.same(npm.toSorted(), [...new Set(packages)].toSorted());
  for (const name of ['preact', 'pino', '@msgpack/msgpack', '@tufjs/models', 'openssl', 'sqlite', 'undici', 'Node.js'])
    t.ok(
      components.some(each => each.name === name),
      name,
    );
  for (const { name, hashes = [], supplier } of [...components, bill.metadata.component as Component]) {
    t.match(hashes.find(({ alg }) => alg === 'SHA-512')?.content, /^[0-9a-f]{128}$/, `${name} has a hash`);
    t.ok((supplier?.name ?? '') !== '', `${name} has a supplier`);
  }
  const pino = components.find(({ name }) => name === 'pino');
  const { integrity } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages['node_modules/pino'];
  t.equal(pino?.hashes?.[0]?.content, Buffer.from(integrity.slice(7), 'base64').toString('hex'), 'that of the lock');
  t.equal(bill.metadata.supplier.name, 'not decided', 'no name is made up');
});
