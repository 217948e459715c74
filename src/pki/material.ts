import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fault } from '../kit/faults/faults.ts';
import { syncPath } from '../kit/folder.ts';
import { randomBytes } from '../kit/random.ts';
import type { Sealer } from '../kit/seal.ts';
import { HOUR_MS } from '../kit/units.ts';
import { createDurably, ensureFolder, readIfThere, writeDurably } from './files.ts';

export type Role = 'ca' | 'server';

/** A key with its certificate, as they are stored together. */
export interface Pair {
  readonly key: KeyObject;
  /** The certificate, followed by those that lead to its root. */
  readonly pem: string;
}

/**
 * The PKI folder: `<role>.crt` as PEM, `<role>.key` as sealed PKCS#8, replaced certificates in `retired/`, earlier authorities
 * whose clients are still let in in `trusted/`.
 */
export interface Material {
  readonly dir: string;
  certificate(role: Role): X509Certificate | undefined;
  /** The certificate and those that follow it in its file. */
  chain(role: Role): X509Certificate[];
  /** The exact text of the file, so that what is handed out is what is configured. */
  pem(role: Role): string | undefined;
  /** @throws fault `KeyMaterialUnavailable` when the master key is another one */
  key(role: Role): KeyObject | undefined;
  /** Stores the first key of a role; one that is there is never touched. @throws EEXIST */
  createKey(role: Role, key: KeyObject): void;
  /** Stores the first certificate of a role. */
  putCertificate(role: Role, pem: string): void;
  /** Puts these pairs in the place of what is there, all or none, also when the power fails; old certificates are retired. */
  replace(pairs: Readonly<Partial<Record<Role, Pair>>>): void;
  /** Earlier authorities, in PEM. */
  trusted(): string[];
  trust(pem: string): void;
  /** Authorities that were replaced and count no more, in PEM. */
  retiredAuthorities(): string[];
  /** Clients of this authority are no longer let in; without a serial, of none of them. @returns whether there was one */
  distrust(serial?: string): boolean;
}

const KEY_MODE = 0o600;
const CERTIFICATE_MODE = 0o644;
const FOLDER_MODE = 0o700;
/** Four files are written in less. */
const FORGOTTEN_MS = HOUR_MS;
/** Keys first: a reader that comes in between finds a pair that does not fit and waits. */
const ORDER = ['ca.key', 'server.key', 'ca.crt', 'server.crt'] as const;
const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Opens the folder, making it when it is missing, and ends a replacement that was cut off. */
export function openMaterial(dir: string, sealer: Sealer): Material {
  const [retired, trusted, next] = [join(dir, 'retired'), join(dir, 'trusted'), join(dir, 'next')];
  ensureFolder(dir, FOLDER_MODE);
  ensureFolder(retired, FOLDER_MODE);
  const pathOf = (role: Role, kind: 'crt' | 'key') => join(dir, `${role}.${kind}`);
  const about = (role: Role) => `pki/${role}.key`;
  const pem = (role: Role) => readIfThere(pathOf(role, 'crt'))?.toString('latin1');
  const seal = (role: Role, key: KeyObject) => sealer.seal(key.export({ type: 'pkcs8', format: 'der' }), about(role));
  const chain = (role: Role) => {
    const text = pem(role);
    return text === undefined ? [] : parse(text, pathOf(role, 'crt'));
  };

  function retire(role: Role): void {
    const old = pem(role);
    const [certificate] = chain(role);
    if (old && certificate) {
      writeDurably(join(retired, `${role}-${certificate.serialNumber.toLowerCase()}.crt`), old, CERTIFICATE_MODE);
    }
  }

  /** Moves what was staged to its place; may be cut off anywhere and done again. */
  function finish(): void {
    if (!existsSync(next)) return;
    for (const name of ORDER) {
      if (!existsSync(join(next, name))) continue;
      if (name === 'ca.crt') retire('ca');
      if (name === 'server.crt') retire('server');
      moveIfThere(join(next, name), join(dir, name));
    }
    syncPath(dir);
    removeIfEmpty(next);
    syncPath(dir);
  }

  finish();
  return {
    dir,
    pem,
    chain,
    certificate: role => chain(role)[0],
    key(role) {
      const sealed = readIfThere(pathOf(role, 'key'));
      if (!sealed) return undefined;
      return createPrivateKey({ key: Buffer.from(openKey(sealer, sealed, about(role))), format: 'der', type: 'pkcs8' });
    },
    createKey: (role, key) => createDurably(pathOf(role, 'key'), seal(role, key), KEY_MODE),
    putCertificate: (role, text) => writeDurably(pathOf(role, 'crt'), text, CERTIFICATE_MODE),
    replace(pairs) {
      finish();
      const staging = `${next}.${randomBytes(6).toString('hex')}.tmp`;
      try {
        ensureFolder(staging, FOLDER_MODE);
        for (const role of ['ca', 'server'] as const) {
          const pair = pairs[role];
          if (!pair) continue;
          writeDurably(join(staging, `${role}.key`), seal(role, pair.key), KEY_MODE);
          writeDurably(join(staging, `${role}.crt`), pair.pem, CERTIFICATE_MODE);
        }
        removeForgotten(dir, staging);
        // From here on the new pairs are the ones that count.
        renameSync(staging, next);
      } finally {
        rmSync(staging, { recursive: true, force: true });
      }
      syncPath(dir);
      finish();
    },
    trusted: () => certificateFiles(trusted, ''),
    retiredAuthorities: () => certificateFiles(retired, 'ca-'),
    trust(text) {
      ensureFolder(trusted, FOLDER_MODE);
      const [certificate] = parse(text, 'authority');
      if (!certificate) return;
      writeDurably(join(trusted, `ca-${certificate.serialNumber.toLowerCase()}.crt`), text, CERTIFICATE_MODE);
    },
    distrust(serial) {
      const names = existsSync(trusted) ? readdirSync(trusted) : [];
      const gone = names.filter(name => serial === undefined || name === `ca-${serial}.crt`);
      for (const name of gone) moveIfThere(join(trusted, name), join(retired, name));
      if (gone.length > 0) syncPath(trusted);
      return gone.length > 0;
    },
  };
}

/** Every certificate of a PEM text, in its order. @throws Error when one of them cannot be read */
export function certificatesIn(pem: string): X509Certificate[] {
  return [...pem.matchAll(PEM_CERTIFICATE)].map(([text]) => new X509Certificate(text));
}

/** The certificates of a folder, in the order of their names. */
function certificateFiles(folder: string, prefix: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter(name => name.startsWith(prefix) && name.endsWith('.crt'));
  return names.sort().flatMap(name => readIfThere(join(folder, name))?.toString('latin1') ?? []);
}

/** Another process may have been first; then there is nothing left to do. */
function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** What others began to stage and left behind when they were cut off, by the time of this file system. */
function removeForgotten(dir: string, staging: string): void {
  const now = statSync(staging).mtimeMs;
  for (const name of readdirSync(dir)) {
    if (!/^next\.[0-9a-f]+\.tmp$/.test(name)) continue;
    const found = statSync(join(dir, name), { throwIfNoEntry: false });
    if (found && now - found.mtimeMs > FORGOTTEN_MS) rmSync(join(dir, name), { recursive: true, force: true });
  }
}

/** A folder that has something in it again belongs to the next replacement. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function openKey(sealer: Sealer, sealed: Uint8Array, file: string): Uint8Array {
  try {
    return sealer.open(sealed, file);
  } catch (cause) {
    const refused = fault('KeyMaterialUnavailable', { file });
    refused.cause = cause;
    throw refused;
  }
}

function parse(pem: string, path: string): X509Certificate[] {
  const unreadable = (cause?: unknown) =>
    new Error(`The certificate ${path} cannot be read: put it back from a backup.`, { cause });
  try {
    const found = certificatesIn(pem);
    if (found.length > 0) return found;
  } catch (cause) {
    throw unreadable(cause);
  }
  throw unreadable();
}
