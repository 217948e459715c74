import { createHash } from 'node:crypto';
import type { Release } from '../../src/config/release.ts';
import type { KnownWeaknesses } from './advisories.ts';
import { librariesOfNode, type Package } from './component.ts';

export const CYCLONEDX = '1.6';

/** A file that is shipped. */
export interface Artifact {
  /** Its name in `dist`. */
  readonly name: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly sha512: string;
}

export interface BillOf {
  readonly description: { readonly name: string; readonly version: string; readonly license: string };
  readonly release: Release;
  readonly artifact: Artifact;
  readonly packages: readonly Package[];
  /** The archive that Node.js in the artifact is taken from. */
  readonly node: { readonly archive: string; readonly sha512: string };
  readonly weaknesses: Pick<KnownWeaknesses, 'source' | 'retrieved'>;
}

/** In place of a name that nobody has decided: a bill without a supplier is none, and one that is made up is worse. */
export const NOT_DECIDED = 'not decided';

/** What is inside of a file that is shipped, as CycloneDX: what was bundled, Node.js and the libraries in it, and nothing else. */
export function softwareBill({ description, release, artifact, packages, node, weaknesses }: BillOf): string {
  const npm = packages.map(each => ({
    ...component('library', `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`, each),
    supplier: { name: each.supplier },
    // An expression is told apart from a name by its operator.
    licenses: [/ (OR|AND|WITH) /.test(each.license) ? { expression: each.license } : { license: { id: each.license } }],
    hashes: [{ alg: 'SHA-512', content: each.sha512 }],
    purl: `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`,
  }));
  const application = {
    ...component('application', `pkg:generic/${description.name}@${description.version}`, description),
    supplier: { name: release.supplier ?? NOT_DECIDED },
    licenses: [{ license: { id: description.license } }],
    hashes: [
      { alg: 'SHA-256', content: artifact.sha256 },
      { alg: 'SHA-512', content: artifact.sha512 },
    ],
    purl: `pkg:generic/${description.name}@${description.version}?file_name=${artifact.name}`,
    properties: [{ name: 'waystation:file', value: artifact.name }],
  };
  const version = process.versions.node;
  // What lies inside of Node.js has no archive of its own here.
  const ofArchive = {
    supplier: { name: 'OpenJS Foundation' },
    hashes: [{ alg: 'SHA-512', content: node.sha512 }],
    properties: [{ name: 'waystation:hash-of', value: node.archive }],
  };
  const runtime = {
    ...component('platform', `node@${version}`, { name: 'Node.js', version }),
    ...ofArchive,
    licenses: [{ license: { id: 'MIT' } }],
    purl: `pkg:generic/node@${version}`,
  };
  const inNode = librariesOfNode().map(each => ({
    ...component('library', `${each.name}@${each.version}`, each),
    ...ofArchive,
    purl: `pkg:generic/${each.name}@${encodeURIComponent(each.version)}`,
  }));
  return signedByContent({
    bomFormat: 'CycloneDX',
    specVersion: CYCLONEDX,
    version: 1,
    metadata: {
      timestamp: new Date(release.builtAt).toISOString(),
      component: application,
      supplier: application.supplier,
      properties: [
        { name: 'waystation:commit', value: release.commit },
        { name: 'waystation:support-until', value: release.supportUntil ?? NOT_DECIDED },
        { name: 'waystation:advisories', value: weaknesses.source ?? 'no list was ever retrieved' },
        { name: 'waystation:advisories-as-of', value: weaknesses.retrieved ?? 'never' },
      ],
    },
    components: [runtime, ...inNode, ...npm],
    dependencies: [
      { ref: application['bom-ref'], dependsOn: [runtime['bom-ref'], ...npm.map(each => each['bom-ref'])] },
      { ref: runtime['bom-ref'], dependsOn: inNode.map(each => each['bom-ref']) },
    ],
  });
}

const component = (type: string, ref: string, { name, version }: { name: string; version: string }) => ({
  type,
  'bom-ref': ref,
  name,
  version,
});

/** With a serial number that follows from what it says: the same sources give the same file. */
export function signedByContent({ bomFormat, ...rest }: { bomFormat: string } & Record<string, unknown>): string {
  const hash = createHash('sha256').update(JSON.stringify(rest)).digest();
  // A UUID of version 8 (RFC 9562): its bits are ours to choose.
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const uuid = hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return `${JSON.stringify({ bomFormat, serialNumber: `urn:uuid:${uuid}`, ...rest }, null, 2)}\n`;
}
