import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { METADATA, type Source, targetPath } from '../../src/update/source.ts';
import { type Trusted, type Verified, verifyRepository } from '../../src/update/verification.ts';

/** A holder of a key, who signs. */
export interface Signer {
  readonly id: string;
  readonly key: object;
  readonly privateKey: KeyObject;
}

export function signer(type: 'ed25519' | 'ecdsa' | 'rsa' = 'ed25519'): Signer {
  if (type === 'ed25519') {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const hex = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
    return withId({ keytype: 'ed25519', scheme: 'ed25519', keyval: { public: hex } }, privateKey);
  }
  const { publicKey, privateKey } =
    type === 'ecdsa'
      ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyval = { public: publicKey.export({ format: 'pem', type: 'spki' }).toString() };
  const scheme = type === 'ecdsa' ? 'ecdsa-sha2-nistp256' : 'rsassa-pss-sha256';
  return withId({ keytype: type, scheme, keyval }, privateKey);
}

function withId(key: object, privateKey: KeyObject): Signer {
  return { id: sha256(canonical(key)), key, privateKey };
}

const DAY_MS = 24 * 3_600_000;
export const NOW = Date.parse('2027-06-01T12:00:00Z');
export const days = (count: number): string => new Date(NOW + count * DAY_MS).toISOString().replace('.000', '');
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

type RoleName = 'root' | 'timestamp' | 'snapshot' | 'targets';
type Body = Record<string, unknown> & { version: number; expires: string };
interface Role {
  keys: Signer[];
  threshold: number;
}

const common = (type: RoleName, until: number): Body => ({
  _type: type,
  spec_version: '1.0.31',
  version: 1,
  expires: days(until),
});

/** A repository of releases as its makers have it: change what it says, then publish. */
export class Repository implements Source {
  readonly name = 'updates.example.org';
  /** What the world sees. */
  readonly files = new Map<string, Uint8Array>();
  /** What was asked for, in order. */
  readonly asked: string[] = [];
  readonly roles: Record<RoleName, Role> = {
    root: { keys: [signer(), signer(), signer()], threshold: 2 },
    targets: { keys: [signer(), signer()], threshold: 1 },
    snapshot: { keys: [signer()], threshold: 1 },
    timestamp: { keys: [signer()], threshold: 1 },
  };
  /** Who signs, where they are others than they should be. */
  signing: Partial<Record<RoleName, readonly Signer[]>> = {};
  readonly root = common('root', 700);
  readonly timestamp = common('timestamp', 30);
  readonly snapshot = common('snapshot', 90);
  readonly targets = common('targets', 365);
  /** Members of the snapshot's and timestamp's lists beside those that are worked out. */
  metaOf: { snapshot?: object; targets?: object } = {};
  #targets: Record<string, object> = {};

  constructor() {
    this.addTarget('waystation-linux-x64', 'an executable', {
      version: '0.2.0',
      architecture: 'x64',
      form: 'executable',
    });
    this.publishRoot();
    this.publish();
  }

  addTarget(name: string, content: string | Uint8Array, custom: object): void {
    this.#targets[name] = { length: Buffer.byteLength(content), hashes: { sha256: sha256(content) }, custom };
    this.files.set(targetPath(name, sha256(content)), Buffer.from(content));
  }

  /** The files of a release in the place of those before. */
  release(version: string, custom: object = {}): void {
    this.#targets = {};
    const about = { version, architecture: 'x64', form: 'executable', ...custom };
    this.addTarget('waystation-linux-x64', `the executable of ${version}`, about);
    this.publish({ next: true });
  }

  /** Makes what the root says of keys true, without a new version. @param by who signs; default: the keys of the role */
  publishRoot(by: readonly Signer[] = this.signing.root ?? this.roles.root.keys, name = this.root.version): Uint8Array {
    const body = {
      consistent_snapshot: true,
      ...this.root,
      keys: Object.fromEntries(Object.values(this.roles).flatMap(({ keys }) => keys.map(({ id, key }) => [id, key]))),
      roles: Object.fromEntries(
        Object.entries(this.roles).map(([role, { keys, threshold }]) => [
          role,
          { keyids: [...new Set(keys.map(({ id }) => id))], threshold },
        ]),
      ),
      ...this.#rootMembers,
    };
    const bytes = signed(body, by);
    this.files.set(`${METADATA}/${name}.root.json`, bytes);
    return bytes;
  }
  #rootMembers: object = {};

  /** @param members what the next root says otherwise */
  nextRoot(change: () => void = () => {}, members: object = {}): Uint8Array {
    const before = this.roles.root.keys;
    change();
    this.root.version++;
    this.#rootMembers = members;
    return this.publishRoot([...new Set([...before, ...this.roles.root.keys])]);
  }

  /** Signs and publishes targets, snapshot and timestamp as they are now. */
  publish({ next = false }: { next?: boolean } = {}): void {
    if (next) for (const role of [this.targets, this.snapshot, this.timestamp]) role.version++;
    const targets = this.#put('targets', { targets: this.#targets, ...this.targets });
    this.publishSnapshot(targets);
  }

  publishSnapshot(targets?: Uint8Array): void {
    const meta = { 'targets.json': { version: this.targets.version, ...this.metaOf.targets, ...lengthOf(targets) } };
    const snapshot = this.#put('snapshot', { meta, ...this.snapshot });
    this.publishTimestamp(snapshot);
  }

  publishTimestamp(snapshot?: Uint8Array): void {
    const meta = {
      'snapshot.json': { version: this.snapshot.version, ...lengthOf(snapshot), ...this.metaOf.snapshot },
    };
    this.#put('timestamp', { meta, ...this.timestamp });
  }

  #put(role: Exclude<RoleName, 'root'>, body: Body | object): Uint8Array {
    const bytes = signed(body, this.signing[role] ?? this.roles[role].keys);
    const version = role === 'timestamp' ? '' : `${this[role].version}.`;
    this.files.set(`${METADATA}/${version}${role}.json`, bytes);
    return bytes;
  }

  async read(path: string, most: number): Promise<Uint8Array | undefined> {
    this.asked.push(path);
    const bytes = this.files.get(path);
    if (bytes && bytes.length > most) throw Object.assign(new Error(`${path} is too large`), { reason: 'too_large' });
    return bytes;
  }

  async *stream(path: string, from: number): AsyncIterable<Uint8Array> {
    const bytes = this.files.get(path);
    if (bytes) yield bytes.subarray(from);
  }
}

function lengthOf(bytes: Uint8Array | undefined): object {
  return bytes ? { length: bytes.length, hashes: { sha256: sha256(bytes) } } : {};
}

export function signed(body: object, by: readonly Signer[]): Uint8Array {
  const bytes = Buffer.from(canonical(body));
  const signatures = by.map(({ id, key, privateKey }) => ({ keyid: id, sig: signatureOf(bytes, key, privateKey) }));
  return Buffer.from(JSON.stringify({ signatures, signed: body }));
}

function signatureOf(bytes: Buffer, key: object, privateKey: KeyObject): string {
  const { keytype } = key as { keytype: string };
  if (keytype === 'ed25519') return sign(null, bytes, privateKey).toString('hex');
  const pss = keytype === 'rsa' ? { padding: 6, saltLength: 32 } : {};
  return sign('sha256', bytes, { key: privateKey, ...pss }).toString('hex');
}

/** What a box knows. */
export class Box {
  trusted: Trusted;
  now = NOW;

  constructor(repository: Repository) {
    this.trusted = { root: repository.publishRoot() };
  }

  look(source: Source, options: { stale?: boolean } = {}): Promise<Verified> {
    const keep = (trusted: Trusted) => {
      this.trusted = trusted;
    };
    return verifyRepository({ source, trusted: this.trusted, now: this.now, keep, ...options });
  }

  /** Versions of what it trusts. */
  get versions(): Record<string, number> {
    const entries = Object.entries(this.trusted).map(([role, bytes]) => {
      const { signed } = JSON.parse(Buffer.from(bytes).toString()) as { signed: { version: number } };
      return [role, signed.version];
    });
    return Object.fromEntries(entries);
  }
}

/** JSON as TUF signs it: nothing between, members in order, and of text only quotes and backslashes escaped. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`;
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${canonical(name)}:${canonical(member)}`)
    .join()}}`;
}
