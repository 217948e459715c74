import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A library that code in the executable comes from. */
export interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Its folder, relative to the project's. */
  readonly dir: string;
}

const CYCLONEDX = '1.6';

/** The packages that files of the bundle come from, by name and version. */
export function packagesOf(root: string, inputs: readonly string[]): Package[] {
  const dirs = new Set(inputs.flatMap(input => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []));
  const packages = [...dirs].map(dir => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8')) as Package;
    return { name, version, license: license ?? 'NOASSERTION', dir };
  });
  const key = ({ name, version }: Package) => `${name}@${version}`;
  return packages
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .filter((each, at, all) => at === 0 || key(each) !== key(all[at - 1] as Package));
}

/** What is inside of the executable, as CycloneDX: what was bundled, Node.js and the libraries in it, and nothing else. */
export function softwareBill(
  { name, version, license }: { name: string; version: string; license: string },
  { commit, builtAt }: { commit: string; builtAt: number },
  packages: readonly Package[],
): string {
  const npm = (each: Pick<Package, 'name' | 'version' | 'license'>) => ({
    type: 'library',
    'bom-ref': `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`,
    name: each.name,
    version: each.version,
    // An expression is told apart from a name by its operator.
    licenses: [/ (OR|AND|WITH) /.test(each.license) ? { expression: each.license } : { license: { id: each.license } }],
    purl: `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`,
  });
  const { node, v8, uv, sqlite, openssl, zlib, ares, llhttp, nghttp2, icu, brotli, zstd } = process.versions;
  const libraries = { v8, libuv: uv, sqlite, openssl, zlib, 'c-ares': ares, llhttp, nghttp2, icu, brotli, zstd };
  const application = { ...npm({ name, version, license }), type: 'application' };
  const runtime = {
    type: 'platform',
    'bom-ref': `node@${node}`,
    name: 'Node.js',
    version: node,
    purl: `pkg:generic/node@${node}`,
  };
  const inNode = Object.entries(libraries).flatMap(([library, of]) =>
    of === undefined
      ? []
      : [
          {
            type: 'library',
            'bom-ref': `${library}@${of}`,
            name: library,
            version: of,
            purl: `pkg:generic/${library}@${of}`,
          },
        ],
  );
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: CYCLONEDX,
    version: 1,
    metadata: {
      timestamp: new Date(builtAt).toISOString(),
      component: application,
      properties: [{ name: 'commit', value: commit }],
    },
    components: [runtime, ...inNode, ...packages.map(npm)],
    dependencies: [
      { ref: application['bom-ref'], dependsOn: [runtime['bom-ref'], ...packages.map(each => npm(each)['bom-ref'])] },
      { ref: runtime['bom-ref'], dependsOn: inNode.map(each => each['bom-ref']) },
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** The licenses of everything inside of the executable, which ask to be handed on with it. */
export function licenseTexts(root: string, nodeLicense: string, packages: readonly Package[]): string {
  const rule = '='.repeat(80);
  const ours = readFileSync(join(root, 'LICENSE'), 'utf8');
  const texts = packages.map(({ name, version, license, dir }) => {
    const file = readdirSync(join(root, dir)).find(entry => /^(licen[cs]e|copying)/i.test(entry));
    const text = file === undefined ? `License: ${license}\n` : readFileSync(join(root, dir, file), 'utf8');
    return `${rule}\n${name} ${version}\n\n${text.trim()}\n`;
  });
  const node = existsSync(nodeLicense) ? readFileSync(nodeLicense, 'utf8') : '';
  const catalog = readFileSync(join(root, 'catalog/SOURCES.md'), 'utf8');
  texts.push(`${rule}\nThe blueprints of the catalog\n\n${catalog.trim()}\n`);
  return `${ours.trim()}\n\n${texts.join('\n')}\n${rule}\nNode.js ${process.versions.node}\n\n${node.trim()}\n`;
}
