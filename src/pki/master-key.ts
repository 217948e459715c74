import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asCaller } from '../kit/caller.ts';
import { makeFolder } from '../kit/folder.ts';
import { randomBytes } from '../kit/random.ts';
import { MASTER_KEY_BYTES, type Sealer, sealer } from '../kit/seal.ts';
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

/** Where the next master key lies, sealed under the present one; there only while the key is being changed. */
export const NEXT_MASTER_KEY = 'master.key.next';
const NEXT_ABOUT = 'master.key.next';

/** The key that takes over, as `NEXT_MASTER_KEY` has it. */
export function sealNext(next: Uint8Array, key: Uint8Array): Uint8Array {
  return sealer(key).seal(next, NEXT_ABOUT);
}

/** @returns the key that takes over from this one; undefined when none does, or this is that key already */
export function nextMasterKey(dataDir: string, key: Uint8Array): Uint8Array | undefined {
  const sealed = readIfThere(join(dataDir, NEXT_MASTER_KEY));
  if (!sealed) return undefined;
  try {
    return sealer(key).open(sealed, NEXT_ABOUT);
  } catch {
    // Sealed under the key before: the new one is in its place already.
    return undefined;
  }
}

/**
 * Seals under the master key of a data directory. While the key is being changed it seals under the new one and opens what is
 * under either.
 * @throws Error as `loadMasterKey`
 */
export function masterSealer(dataDir: string, place: MasterKeyPlace): Sealer {
  const key = loadMasterKey(place);
  const next = nextMasterKey(dataDir, key);
  return next ? eitherSealer(sealer(next), sealer(key)) : sealer(key);
}

/** Seals under the first, opens with both. */
export function eitherSealer(first: Sealer, second: Sealer): Sealer {
  return {
    seal: first.seal,
    open(sealed, about) {
      try {
        return first.open(sealed, about);
      } catch {
        return second.open(sealed, about);
      }
    },
  };
}

/**
 * Reads the master key, or makes it at the first start.
 * @throws Error with one sentence for the administrator: wrong length, readable by others, or missing and not to be made
 */
export function loadMasterKey({ file, credentialsDirectory, mayCreate }: MasterKeyPlace): Uint8Array {
  if (credentialsDirectory) {
    // systemd guards this folder itself; an access list on the file shows up as group bits, so the mode says nothing
    const path = join(credentialsDirectory, MASTER_KEY_CREDENTIAL);
    const credential = asCaller(() => readIfThere(path));
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
  makeFolder(dirname(file), 0o750);
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
