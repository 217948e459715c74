import { randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MASTER_KEY_BYTES } from '../kit/seal.ts';
import { createDurably, readIfThere } from './files.ts';

/** Name of the systemd credential that holds the master key. */
export const MASTER_KEY_CREDENTIAL = 'waystation.master-key';

export interface MasterKeyPlace {
  /** File of 32 bytes, mode 0600. */
  file: string;
  /** `$CREDENTIALS_DIRECTORY`; the credential there wins over the file. */
  credentialsDirectory?: string | undefined;
  /** False when secrets sealed under an earlier key exist: a new key could not open them. */
  mayCreate: boolean;
}

/**
 * Reads the master key, or makes it at the first start.
 * @throws Error with one sentence for the administrator: wrong length, readable by others, or missing and not to be made
 */
export function loadMasterKey({ file, credentialsDirectory, mayCreate }: MasterKeyPlace): Uint8Array {
  if (credentialsDirectory) {
    // systemd guards this folder itself; an access list on the file shows up as group bits, so the mode says nothing
    const path = join(credentialsDirectory, MASTER_KEY_CREDENTIAL);
    const credential = readIfThere(path);
    if (credential) return checkLength(credential, path);
  }
  const found = readIfThere(file);
  if (found) {
    const mode = statSync(file).mode & 0o777;
    if (mode & 0o077) {
      throw new Error(`The master key ${file} can be read by others (mode ${octal(mode)}): run chmod 600 ${file}.`);
    }
    return checkLength(found, file);
  }
  if (!mayCreate) {
    throw new Error(
      `The master key ${file} is missing but secrets encrypted under it exist: put it back from a backup.`,
    );
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o750 });
  const key = randomBytes(MASTER_KEY_BYTES);
  createDurably(file, key, 0o600);
  return key;
}

function checkLength(key: Uint8Array, path: string): Uint8Array {
  if (key.length === MASTER_KEY_BYTES) return key;
  throw new Error(
    `The master key ${path} has ${key.length} bytes instead of ${MASTER_KEY_BYTES}: restore the right file.`,
  );
}

const octal = (mode: number) => mode.toString(8).padStart(4, '0');
