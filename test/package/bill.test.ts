import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import t from 'tap';
import {
  type Advisory,
  type Assessment,
  hitsOf,
  installed,
  type KnownWeaknesses,
  knownWeaknesses,
  openPoints,
} from '../../scripts/bill/advisories.ts';
import { softwareBill } from '../../scripts/bill/bill.ts';
import { librariesOfNode, packagesOf, sha512Of } from '../../scripts/bill/component.ts';
import { compareLoosely } from '../../scripts/bill/version.ts';
import { vex } from '../../scripts/bill/vex.ts';
import { releaseIn } from '../../src/config/release.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const release = { version: '1.2.3', commit: 'c', builtAt: 0, supplier: null, supportUntil: null };
const description = { name: 'waystation', version: '1.2.3', license: 'Apache-2.0' };
const SHA512 = 'ab'.repeat(64);
const none: KnownWeaknesses = { source: null, license: null, retrieved: null, advisories: [], assessments: [] };

function billOf(inputs: readonly string[], weaknesses = none, name = 'waystation-linux-x64') {
  return softwareBill({
    ...{ description, release, weaknesses },
    artifact: { name, sha256: 'cd'.repeat(32), sha512: SHA512 },
    packages: packagesOf(root, inputs),
    node: { archive: 'node.tgz', sha512: SHA512 },
  });
}

t.test('the serial number is a UUID that follows from the content', async t => {
  const serial = (text: string) => JSON.parse(text).serialNumber as string;
  const first = serial(billOf([]));
  t.match(first, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.equal(serial(billOf([])), first, 'the same sources give the same file');
  t.not(serial(billOf([], none, 'waystation_1.2.3_amd64.deb')), first);
});

t.test('a package that is not the one of the lock is refused', async t => {
  const dir = t.testdir({ node_modules: { a: { 'package.json': '{"name":"a","version":"2.0.0"}' } } });
  const lock = (entry: object) =>
    writeFileSync(join(dir, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/a': entry } }));
  lock({ version: '1.0.0' });
  t.throws(() => packagesOf(dir, ['node_modules/a/index.js']), /a is 2\.0\.0, and package-lock\.json has 1\.0\.0/);
  lock({ version: '2.0.0', integrity: 'sha1-x' });
  t.throws(() => packagesOf(dir, ['node_modules/a/index.js']), /has no SHA-512 of node_modules\/a/);
  lock({ version: '2.0.0', integrity: `sha512-${Buffer.alloc(64, 1).toString('base64')}` });
  const suppliers = [
    [{ author: 'Ada L <a@example.org> (https://a.example)' }, 'Ada L'],
    [{ author: { name: 'Ada' }, maintainers: ['x'] }, 'Ada'],
    [{ repository: 'github:some-team/a' }, 'some-team'],
    [{ repository: { url: 'git+https://forge.example/some-team/a.git' } }, 'some-team'],
    [{}, 'the publisher of a at npm'],
  ] as const;
  for (const [said, supplier] of suppliers) {
    writeFileSync(join(dir, 'node_modules/a/package.json'), JSON.stringify({ name: 'a', version: '2.0.0', ...said }));
    t.match(packagesOf(dir, ['node_modules/a/index.js']), [{ supplier, sha512: '01'.repeat(64) }]);
  }
  t.throws(() => sha512Of(undefined, 'b'), /has no SHA-512 of b/);
});

t.test('versions are in order', async t => {
  const ordered = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-2',
    '1.0.0',
    '1.0.1',
    '1.2',
    '1.10.0',
    '13.6.233.17-node.53',
    '13.6.233.18',
  ];
  const sorted = [
    '1.0.0-2',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0',
    '1.0.1',
    '1.2',
    '1.10.0',
    '13.6.233.17-node.53',
    '13.6.233.18',
  ];
  t.same(ordered.toSorted(compareLoosely), sorted);
  t.equal(compareLoosely('v1.2.0', '1.2'), 0);
  t.ok(compareLoosely('3.5.8', '3.5.10') < 0);
});

const [yaml] = installed(root).filter(({ name }) => name === 'yaml');
const advisory = (changed: Partial<Advisory> = {}): Advisory => ({
  ...{ id: 'CVE-2099-1', package: 'yaml', ecosystem: 'npm', affected: [{ introduced: '1.0.0', fixed: '99.0.0' }] },
  ...{ summary: 'Reads too much.', url: 'https://advisories.example/1' },
  ...changed,
});
const assessment = (changed: Partial<Assessment> = {}): Assessment => ({
  ...{ id: 'CVE-2099-1', package: 'yaml', state: 'not_affected', justification: 'code_not_reachable' },
  ...{ detail: 'Only the settings of the owner are read.', decided: '2027-01-31' },
  ...changed,
});
const knows = (advisories: Advisory[], assessments: Assessment[] = []): KnownWeaknesses => ({
  ...{ source: 'a list', license: 'CC-BY-4.0', retrieved: '2027-01-31' },
  ...{ advisories, assessments },
});

t.test('everything that is installed is compared with what is known, and what stands open is named', async t => {
  const all = installed(root);
  t.ok(all.length > 300, `${all.length} components`);
  t.same(openPoints(knownWeaknesses(root), all), [], 'what is stored');
  t.match(openPoints(knows([advisory()]), all), [
    /^yaml .*CVE-2099-1, Reads too much.*nothing says what it means here$/,
  ]);
  t.same(openPoints(knows([advisory()], [assessment()]), all), []);
  t.match(openPoints(knows([advisory()], [assessment({ state: 'exploitable' })]), all), [/exploitable, says/]);
  t.match(openPoints(knows([], [assessment()]), all), [/^yaml: CVE-2099-1 is assessed and affects nothing here/]);
  const about = (affected: Advisory['affected']) => hitsOf(knows([advisory({ affected })]), all).length;
  t.equal(about([{ fixed: yaml?.version ?? '' }]), 0, 'the fixed one is not affected');
  t.equal(about([{ introduced: yaml?.version ?? '' }]), 1, 'the one it came with is');
  t.equal(about([{ introduced: '98.0.0' }, {}]), 1, 'one range is enough');
  for (const { key } of librariesOfNode()) {
    const inNode = advisory({ package: key, ecosystem: 'node', affected: [{}] });
    t.equal(openPoints(knows([inNode]), all).length, 1, key);
  }
});

t.test('a list that is not whole is refused', async t => {
  const dir = t.testdir({ packaging: { advisories: {} } });
  const write = (list: object, assessments: object[] = []) => {
    writeFileSync(join(dir, 'packaging/advisories/advisories.json'), JSON.stringify({ form: 1, ...list }));
    writeFileSync(join(dir, 'packaging/advisories/assessments.json'), JSON.stringify({ form: 1, assessments }));
  };
  const said = { source: 'a list', license: 'CC0', retrieved: '2027-01-31', advisories: [] };
  const wrong: [object, object[], RegExp][] = [
    [{ ...said, source: null }, [], /says where it is from/],
    [{ ...said, license: '' }, [], /under which license/],
    [{ ...said, retrieved: 'lately' }, [], /no day: lately/],
    [{ ...said, form: 2 }, [], /another one/],
    [{ ...said, advisories: [{ ...advisory(), url: undefined }] }, [], /CVE-2099-1 is not whole/],
    [{ ...said, advisories: [advisory({ affected: [] })] }, [], /CVE-2099-1 is not whole/],
    [said, [assessment({ decided: 'x' })], /assessment of CVE-2099-1 is not whole/],
    [said, [{ ...assessment(), justification: 'because' }], /no justification that CycloneDX knows/],
  ];
  for (const [list, assessments, says] of wrong) {
    write(list, assessments);
    t.throws(() => knownWeaknesses(dir), says);
  }
  write(said, [assessment()]);
  t.match(knownWeaknesses(dir), { retrieved: '2027-01-31' });
});

t.test('the VEX beside a bill says what a weakness means, and refers to the bill', async t => {
  const bill = billOf(['node_modules/yaml/dist/index.js']);
  const read = (known: KnownWeaknesses) => JSON.parse(vex(bill, known, release));
  const serial = JSON.parse(bill).serialNumber.slice('urn:uuid:'.length);
  t.match(read(none), { vulnerabilities: [], metadata: { properties: [{}, {}, {}, { value: 'never' }] } });
  t.match(read(knows([advisory()], [assessment()])).vulnerabilities, [
    {
      id: 'CVE-2099-1',
      analysis: { state: 'not_affected', justification: 'code_not_reachable', detail: /owner/ },
      affects: [{ ref: `urn:cdx:${serial}/1#${encodeURIComponent(`pkg:npm/yaml@${yaml?.version}`)}` }],
    },
  ]);
  const openssl = advisory({ package: 'openssl', ecosystem: 'node', affected: [{}] });
  t.match(read(knows([openssl])).vulnerabilities, [
    { analysis: { state: 'in_triage' }, affects: [{ ref: /openssl/ }] },
  ]);
  t.same(read(knows([advisory({ package: 'esbuild', affected: [{}] })])).vulnerabilities, [], 'not shipped');
});

t.test('supplier and end of support are what a person has decided, or nothing', async t => {
  t.match(releaseIn(pathToFileURL(`${root}/`)), { supplier: null, supportUntil: null });
  const dir = t.testdir({ 'package.json': '{"version":"1.0.0"}' });
  t.match(releaseIn(pathToFileURL(`${dir}/`)), { supplier: null, supportUntil: null });
  mkdirSync(join(dir, 'packaging'));
  const write = (content: object) => writeFileSync(join(dir, 'packaging/release.json'), JSON.stringify(content));
  write({ supplier: 'Example GmbH', supportUntil: '2031-12-31' });
  t.match(releaseIn(pathToFileURL(`${dir}/`)), { supplier: 'Example GmbH', supportUntil: '2031-12-31' });
  for (const supportUntil of ['soon', '2031-13-01', 5]) {
    write({ supplier: null, supportUntil });
    t.throws(() => releaseIn(pathToFileURL(`${dir}/`)), /supportUntil is a day such as 2031-12-31/);
  }
  write({ supplier: ' ', supportUntil: null });
  t.throws(() => releaseIn(pathToFileURL(`${dir}/`)), /supplier is a name, or null/);
});
