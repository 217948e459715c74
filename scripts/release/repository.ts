import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Metadata, MetadataKind, Signature } from '@tufjs/models';
import { isPlaceholder } from '../../src/update/anchor.ts';
import { compareVersions, isReleaseVersion } from '../../src/update/release-version.ts';
import { METADATA, targetPath } from '../../src/update/source.ts';
import { keyId, type PublicKey, type SigningKey } from './keys.ts';

const DAY_MS = 24 * 3_600_000;
/** For how many days what is signed holds. */
export const HOLDS_DAYS = { root: 730, targets: 365, snapshot: 90, timestamp: 30 } as const;
/** A snapshot that is over sooner is renewed with the timestamp. */
const RENEW_DAYS = 45;

type Role = keyof typeof HOLDS_DAYS;
type Json = Parameters<typeof Metadata.fromJSON>[1];
const FORMS = {
  root: (data: Json) => Metadata.fromJSON(MetadataKind.Root, data),
  targets: (data: Json) => Metadata.fromJSON(MetadataKind.Targets, data),
  snapshot: (data: Json) => Metadata.fromJSON(MetadataKind.Snapshot, data),
  timestamp: (data: Json) => Metadata.fromJSON(MetadataKind.Timestamp, data),
} as const;

/** Signed metadata as a file has it. */
interface File {
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
  readonly signed: Record<string, unknown> & { readonly version: number; readonly expires: string };
}

/** Who signs for what, and how many of them have to. */
export type Signers = Readonly<Record<Role, { readonly keys: readonly PublicKey[]; readonly threshold: number }>>;

/** A repository of releases in a folder, as a web server hands it out. What a reader reads first is written last. */
export class ReleaseRepository {
  readonly folder: string;
  readonly #now: number;

  constructor(folder: string, now: number) {
    this.folder = folder;
    this.#now = now;
  }

  /** Writes the next root, which is not signed yet. @returns its file */
  proposeRoot(signers: Signers): string {
    const version = (this.#newest('root') ?? 0) + 1;
    const keys = Object.values(signers).flatMap(each => each.keys);
    const signed = {
      ...this.#head('root', version),
      consistent_snapshot: true,
      keys: Object.fromEntries(keys.map(key => [keyId(key), key])),
      roles: Object.fromEntries(
        Object.entries(signers).map(([role, { keys, threshold }]) => [role, { keyids: keys.map(keyId), threshold }]),
      ),
    };
    return this.#write(`${version}.root.json`, { signatures: [], signed });
  }

  /** Adds a signature to a root. @throws Error where the key may not sign it */
  signRoot(file: string, key: SigningKey): void {
    const content = read(file);
    const before = join(dirname(file), `${content.signed.version - 1}.root.json`);
    const roots = [content, ...(existsSync(before) ? [read(before)] : [])];
    if (!roots.some(each => signersOf(each, 'root').keyids.includes(key.id))) {
      throw new Error(`${key.id.slice(0, 8)} signs neither for ${basename(file)} nor for the root before`);
    }
    writeWhole(file, signedWith('root', content, key));
  }

  /**
   * Adds files of a release to the list, which the key signs.
   * @param about what is said of each beside its content
   */
  addRelease(files: readonly ReleaseInput[], about: ReleaseAbout, key: SigningKey): void {
    this.#demandSigner('targets', key);
    if (!isReleaseVersion(about.version)) throw new Error(`${about.version} is no version of a release: three numbers`);
    const listed = this.#listed();
    const added = files.map(({ name, path, architecture, form }): [string, object] => {
      const bytes = readFileSync(path);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const at = join(this.folder, targetPath(name, sha256));
      mkdirSync(dirname(at), { recursive: true });
      copyFileSync(path, at);
      return [name, { length: bytes.length, hashes: { sha256 }, custom: { ...about, architecture, form } }];
    });
    for (const [name] of added)
      if (listed[name]) throw new Error(`${name} is in the list already: a release is never changed`);
    this.#writeList({ ...listed, ...Object.fromEntries(added) }, key);
  }

  /** Lets another part of the boxes take a release by themselves; its files stay as they are. @throws Error for one that is not listed */
  setWave(version: string, wave: Pick<ReleaseAbout, 'rollout' | 'notBefore'>, key: SigningKey): void {
    this.#demandSigner('targets', key);
    const listed = Object.entries(this.#listed() as Record<string, { custom: { version: string } }>);
    if (!listed.some(([, { custom }]) => custom.version === version)) throw new Error(`${version} is not in the list`);
    const changed = listed.map(([name, file]): [string, object] =>
      file.custom.version === version ? [name, { ...file, custom: { ...file.custom, ...wave } }] : [name, file],
    );
    this.#writeList(Object.fromEntries(changed), key);
  }

  /** Signs the list as it is for another year, or by another key. */
  renewList(key: SigningKey): void {
    this.#demandSigner('targets', key);
    this.#writeList(this.#listed(), key);
  }

  /** Makes the newest list the one that boxes see, for the next month; again each month, with nothing new. */
  publish(keys: { readonly snapshot: SigningKey; readonly timestamp: SigningKey }): void {
    for (const role of ['snapshot', 'timestamp'] as const) this.#demandSigner(role, keys[role]);
    const targets = this.#newest('targets');
    if (targets === undefined) throw new Error('there is no list of releases: add one first');
    const snapshot = this.#publishSnapshot(targets, keys.snapshot);
    const before = this.#timestamp();
    const version = (before?.signed.version ?? 0) + 1;
    const meta = { 'snapshot.json': this.#metaOf('snapshot', snapshot) };
    const signed = { ...this.#head('timestamp', version), meta };
    this.#write('timestamp.json', signedWith('timestamp', { signatures: [], signed }, keys.timestamp));
  }

  /** The newest root that there is, as its bytes. */
  roots(): Buffer[] {
    const newest = this.#newest('root') ?? 0;
    return Array.from({ length: newest }, (_, at) => readFileSync(this.#path(`${at + 1}.root.json`)));
  }

  /** Files of the repository that a bundle needs: roots, what is newest of the others, and the files of the highest release. */
  bundled(): string[] {
    const [targets, snapshot] = [this.#newest('targets'), this.#newest('snapshot')];
    if (targets === undefined || snapshot === undefined) throw new Error('nothing is published: publish first');
    const listed = Object.entries(this.#read('targets', targets).signed.targets as Record<string, Listed>);
    const highest = listed
      .map(([, { custom }]) => custom.version)
      .toSorted(compareVersions)
      .at(-1);
    const files = listed.filter(([, { custom }]) => custom.version === highest);
    return [
      ...this.roots().map((_, at) => `${METADATA}/${at + 1}.root.json`),
      `${METADATA}/timestamp.json`,
      `${METADATA}/${snapshot}.snapshot.json`,
      `${METADATA}/${targets}.targets.json`,
      ...files.map(([name, { hashes }]) => targetPath(name, hashes.sha256)),
    ];
  }

  #listed(): Record<string, object> {
    const newest = this.#newest('targets');
    return newest === undefined ? {} : (this.#read('targets', newest).signed.targets as Record<string, object>);
  }

  #writeList(targets: Record<string, object>, key: SigningKey): void {
    const version = (this.#newest('targets') ?? 0) + 1;
    const signed = { ...this.#head('targets', version), targets };
    this.#write(`${version}.targets.json`, signedWith('targets', { signatures: [], signed }, key));
  }

  #publishSnapshot(targets: number, key: SigningKey): number {
    const before = this.#newest('snapshot');
    const meta = { 'targets.json': this.#metaOf('targets', targets) };
    if (before !== undefined) {
      const { signed, signatures } = this.#read('snapshot', before);
      const fresh = Date.parse(signed.expires) - this.#now > RENEW_DAYS * DAY_MS;
      const same =
        JSON.stringify(signed.meta) === JSON.stringify(meta) && signatures.some(({ keyid }) => keyid === key.id);
      if (fresh && same) return before;
    }
    const version = (before ?? 0) + 1;
    const signed = { ...this.#head('snapshot', version), meta };
    this.#write(`${version}.snapshot.json`, signedWith('snapshot', { signatures: [], signed }, key));
    return version;
  }

  #metaOf(role: 'targets' | 'snapshot', version: number): object {
    const bytes = readFileSync(this.#path(`${version}.${role}.json`));
    return { version, length: bytes.length, hashes: { sha256: createHash('sha256').update(bytes).digest('hex') } };
  }

  #head(role: Role, version: number) {
    const expires = new Date(this.#now + HOLDS_DAYS[role] * DAY_MS).toISOString().replace(/\.\d+Z/, 'Z');
    return { _type: role, spec_version: '1.0.31', version, expires };
  }

  /** A mistake is said here, and not by ten thousand boxes. */
  #demandSigner(role: Role, { id }: SigningKey): void {
    const root = this.#newest('root');
    if (root === undefined) throw new Error('there is no root: propose one first');
    if (signersOf(this.#read('root', root), role).keyids.includes(id)) return;
    throw new Error(`root ${root} does not let ${id.slice(0, 8)} sign ${role}.json`);
  }

  #newest(role: Exclude<Role, 'timestamp'>): number | undefined {
    if (!existsSync(join(this.folder, METADATA))) return undefined;
    const names = readdirSync(join(this.folder, METADATA));
    const versions = names.flatMap(name => {
      const found = new RegExp(`^([1-9]\\d*)\\.${role}\\.json$`).exec(name);
      return found ? [Number(found[1])] : [];
    });
    return versions.length === 0 ? undefined : Math.max(...versions);
  }

  #timestamp(): File | undefined {
    const path = this.#path('timestamp.json');
    return existsSync(path) ? read(path) : undefined;
  }

  #read(role: Exclude<Role, 'timestamp'>, version: number): File {
    return read(this.#path(`${version}.${role}.json`));
  }

  #path(name: string): string {
    return join(this.folder, METADATA, name);
  }

  #write(name: string, content: object): string {
    mkdirSync(join(this.folder, METADATA), { recursive: true });
    const path = this.#path(name);
    writeWhole(path, content);
    return path;
  }
}

interface Listed {
  readonly hashes: { readonly sha256: string };
  readonly custom: { readonly version: string };
}

/** A file that a release has. */
export interface ReleaseInput {
  readonly name: string;
  readonly path: string;
  readonly architecture: 'x64' | 'arm64';
  readonly form: 'deb' | 'executable';
}

/** What is said of a release. */
export interface ReleaseAbout {
  readonly version: string;
  readonly security?: true;
  readonly minVersion?: string;
  readonly notes?: string;
  /** Percent of all boxes that take it by themselves. */
  readonly rollout?: number;
  /** None takes it by itself before: an ISO time. */
  readonly notBefore?: string;
}

/** What `npm run package` has made of a version. */
export function releaseInputs(dist: string, version: string): ReleaseInput[] {
  const all = (['x64', 'arm64'] as const).flatMap((architecture): ReleaseInput[] => {
    const deb = `waystation_${version}_${architecture === 'x64' ? 'amd64' : 'arm64'}.deb`;
    return [
      {
        name: `waystation-${version}-linux-${architecture}`,
        path: join(dist, `waystation-linux-${architecture}`),
        architecture,
        form: 'executable',
      },
      { name: deb, path: join(dist, deb), architecture, form: 'deb' },
    ];
  });
  return all.filter(({ path }) => existsSync(path));
}

/** Whether an executable was made with one of these roots: one that was not would trust no key, or other ones. */
export function isMadeWith(executable: string, roots: readonly Uint8Array[]): boolean {
  const bytes = readFileSync(executable);
  return roots.some(root => !isPlaceholder(root) && bytes.includes(Buffer.from(root)));
}

function signersOf({ signed }: File, role: Role): { readonly keyids: readonly string[] } {
  return (signed.roles as Record<string, { keyids: string[] }>)[role] ?? { keyids: [] };
}

function signedWith(role: Role, content: File | { signatures: []; signed: object }, key: SigningKey): object {
  const metadata = FORMS[role](content as unknown as Json);
  metadata.sign(bytes => new Signature({ keyID: key.id, sig: key.sign(bytes).toString('hex') }));
  return metadata.toJSON();
}

const read = (path: string): File => JSON.parse(readFileSync(path, 'utf8')) as File;

function writeWhole(path: string, content: object): void {
  writeFileSync(`${path}.part`, `${JSON.stringify(content)}\n`);
  renameSync(`${path}.part`, path);
}
