import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { fault } from '../kit/faults.ts';
import type { Sealer } from '../kit/seal.ts';
import { createDurably, ensureFolder, readIfThere, writeDurably } from './files.ts';

export type Role = 'ca' | 'server';

/** The PKI folder: `<role>.crt` as PEM, `<role>.key` as sealed PKCS#8, replaced certificates in `retired/`. */
export interface Material {
  readonly dir: string;
  certificate(role: Role): X509Certificate | undefined;
  /** The exact text of the file, so that what is handed out is what is configured. */
  pem(role: Role): string | undefined;
  /** @throws fault `KeyMaterialUnavailable` when the master key is another one */
  key(role: Role): KeyObject | undefined;
  /** Stores a key; `replace: false` never touches a file that is there. */
  putKey(role: Role, key: KeyObject, options: { replace: boolean }): void;
  putCertificate(role: Role, certificate: X509Certificate): void;
}

const KEY_MODE = 0o600;
const CERTIFICATE_MODE = 0o644;
const FOLDER_MODE = 0o700;

/** Opens the folder, making it when it is missing; file modes are set again at every write. */
export function openMaterial(dir: string, sealer: Sealer): Material {
  const retired = join(dir, 'retired');
  ensureFolder(dir, FOLDER_MODE);
  ensureFolder(retired, FOLDER_MODE);
  const pathOf = (role: Role, kind: 'crt' | 'key') => join(dir, `${role}.${kind}`);
  const about = (role: Role) => `pki/${role}.key`;
  const pem = (role: Role) => readIfThere(pathOf(role, 'crt'))?.toString('latin1');
  return {
    dir,
    pem,
    certificate(role) {
      const text = pem(role);
      return text === undefined ? undefined : parseCertificate(text, pathOf(role, 'crt'));
    },
    key(role) {
      const sealed = readIfThere(pathOf(role, 'key'));
      if (!sealed) return undefined;
      return createPrivateKey({ key: Buffer.from(openKey(sealer, sealed, about(role))), format: 'der', type: 'pkcs8' });
    },
    putKey(role, key, { replace }) {
      const sealed = sealer.seal(key.export({ type: 'pkcs8', format: 'der' }), about(role));
      (replace ? writeDurably : createDurably)(pathOf(role, 'key'), sealed, KEY_MODE);
    },
    putCertificate(role, certificate) {
      const old = pem(role);
      if (old !== undefined) {
        const { serialNumber } = parseCertificate(old, pathOf(role, 'crt'));
        writeDurably(join(retired, `${role}-${serialNumber.toLowerCase()}.crt`), old, CERTIFICATE_MODE);
      }
      writeDurably(pathOf(role, 'crt'), certificate.toString(), CERTIFICATE_MODE);
    },
  };
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

function parseCertificate(pem: string, path: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new Error(`The certificate ${path} cannot be read: put it back from a backup.`, { cause });
  }
}
