// Long: for CI and `npm test -- --long`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { softwareBill } from '../../scripts/bill/bill.ts';
import { packagesOf } from '../../scripts/bill/component.ts';
import { bundle } from '../../scripts/package/bundle.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const release = { version: '1.2.3', commit: 'c', builtAt: 0, supplier: null, supportUntil: null };

interface Component {
  name: string;
  version: string;
  purl: string;
  supplier?: { name: string };
  hashes?: { alg: string; content: string }[];
}

t.test('the bill has every package that a file of the bundle comes from, each with hash and supplier', async t => {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-bill-'));
  t.teardown(() => rmSync(dir, { recursive: true }));
  const { inputs } = await bundle(root, dir, release);
  const text = softwareBill({
    description: { name: 'waystation', version: '1.2.3', license: 'Apache-2.0' },
    artifact: { name: 'waystation-linux-x64', sha256: 'cd'.repeat(32), sha512: 'ab'.repeat(64) },
    node: { archive: 'node.tgz', sha512: 'ab'.repeat(64) },
    packages: packagesOf(root, inputs),
    weaknesses: { source: null, retrieved: null },
    release,
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
  const bundled = [...new Set(folders)].map(folder => {
    const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return `pkg:npm/${name.replace('@', '%40')}@${version}`;
  });
  const npm = components.map(({ purl }) => purl).filter(purl => purl.startsWith('pkg:npm/'));
  t.ok(bundled.length > 30, `${bundled.length} packages`);
  t.same(npm.toSorted(), [...new Set(bundled)].toSorted());
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
