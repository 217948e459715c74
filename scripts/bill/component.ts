import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A library that code in the executable comes from. */
export interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Its folder, relative to the project's. */
  readonly dir: string;
  /** Who is said to have made it. */
  readonly supplier: string;
  /** SHA-512 of the archive it was installed from, lower-case hex. */
  readonly sha512: string;
}

interface Description {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
  readonly contributors?: readonly (string | { readonly name?: string })[];
  readonly maintainers?: readonly (string | { readonly name?: string })[];
  readonly repository?: string | { readonly url?: string };
}

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
}

/** The packages that files of the bundle come from, by name and version. @throws Error for one that the lock has no hash of */
export function packagesOf(root: string, inputs: readonly string[]): Package[] {
  const dirs = new Set(inputs.flatMap(input => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []));
  const locked = lockedPackages(root);
  const packages = [...dirs].map(dir => {
    const description = JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8')) as Description;
    const { name, version, license = 'NOASSERTION' } = description;
    const lock = locked[dir];
    if (lock?.version !== version) throw new Error(`${dir} is ${version}, and package-lock.json has ${lock?.version}`);
    return { name, version, license, dir, supplier: supplierOf(description), sha512: sha512Of(lock.integrity, dir) };
  });
  const key = ({ name, version }: Package) => `${name}@${version}`;
  return packages
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .filter((each, at, all) => at === 0 || key(each) !== key(all[at - 1] as Package));
}

/** What is installed, by its folder. */
export function lockedPackages(root: string): Readonly<Record<string, Locked>> {
  return (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> })
    .packages;
}

/** @param integrity as npm writes it: `sha512-` and base64. @returns lower-case hex */
export function sha512Of(integrity: string | undefined, of: string): string {
  const [, base64] = /^sha512-([A-Za-z0-9+/]{86}==)$/.exec(integrity ?? '') ?? [];
  if (base64 === undefined) throw new Error(`package-lock.json has no SHA-512 of ${of}`);
  return Buffer.from(base64, 'base64').toString('hex');
}

/** A person, or the account that the sources lie under. */
function supplierOf({ name, author, contributors, maintainers, repository }: Description): string {
  const people = [author, ...(maintainers ?? []), ...(contributors ?? [])];
  const said = people.map(each => (typeof each === 'string' ? each : each?.name) ?? '');
  const person = said.map(each => each.replace(/\s*[<(].*$/, '').trim()).find(each => each !== '');
  if (person !== undefined) return person;
  const url = typeof repository === 'string' ? repository : (repository?.url ?? '');
  const account = /(?:github:|[/:])?([\w.-]+)\/[\w.-]+?(?:\.git)?$/.exec(url)?.[1];
  return account ?? `the publisher of ${name} at npm`;
}

/** Numbers of `process.versions` that name no library. */
const NO_LIBRARY: ReadonlySet<string> = new Set(['node', 'modules', 'napi', 'unicode']);
/** Names by which libraries are known, where `process.versions` has others. */
const KNOWN_AS: Readonly<Record<string, string>> = { uv: 'libuv', ares: 'c-ares' };

/** Libraries inside of Node.js: key of `process.versions`, name, version. */
export function librariesOfNode(versions: NodeJS.ProcessVersions = process.versions) {
  return Object.entries(versions).flatMap(([key, version]) =>
    NO_LIBRARY.has(key) || !version ? [] : [{ key, name: KNOWN_AS[key] ?? key, version }],
  );
}
