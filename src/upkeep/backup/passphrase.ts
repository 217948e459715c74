import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto';
import { randomBytes } from '../../kit/random.ts';

/** A secret under a passphrase, with everything but the passphrase that opens it. Binary values are base64. */
export interface PassphraseSealed {
  readonly kdf: 'scrypt';
  readonly cost: number;
  readonly block_size: number;
  readonly parallel: number;
  readonly salt: string;
  readonly cipher: 'aes-256-gcm';
  readonly nonce: string;
  readonly sealed: string;
}

/** 64 MB and about half a second on a small board for each guess. */
const SCRYPT = { cost: 65_536, block_size: 8, parallel: 2 } as const;
/** What a file may ask for: it may come from anywhere. */
const MAX_MEMORY = 512 * 1024 * 1024;
const MAX_PARALLEL = 16;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Shorter ones are guessed. */
export const MIN_PASSPHRASE = 8;

/** It is another passphrase, or the file was changed. */
export class WrongPassphrase extends Error {
  constructor() {
    super('the passphrase is wrong, or the backup was changed: nothing was restored');
  }
}

/**
 * Encrypts a secret; `about` is authenticated with it, so neither can be exchanged.
 * @param cost for tests, which open it often
 */
export async function sealWithPassphrase(
  secret: Uint8Array,
  passphrase: string,
  about: Uint8Array,
  cost: number = SCRYPT.cost,
): Promise<PassphraseSealed> {
  const work = { ...SCRYPT, cost };
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, work), nonce);
  cipher.setAAD(about);
  const sealed = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  return {
    kdf: 'scrypt',
    ...work,
    salt: salt.toString('base64'),
    cipher: 'aes-256-gcm',
    nonce: nonce.toString('base64'),
    sealed: sealed.toString('base64'),
  };
}

/** @throws WrongPassphrase; Error when the file asks for what no backup of this program does */
export async function openWithPassphrase(
  box: PassphraseSealed,
  passphrase: string,
  about: Uint8Array,
): Promise<Buffer> {
  const { kdf, cost, block_size, parallel, cipher: cipherName } = box;
  const memory = 128 * cost * block_size;
  if (kdf !== 'scrypt' || cipherName !== 'aes-256-gcm' || !(memory <= MAX_MEMORY) || !(parallel <= MAX_PARALLEL)) {
    throw new Error('the key in this backup is sealed in a way that this release does not know');
  }
  const sealed = Buffer.from(box.sealed, 'base64');
  const key = await keyOf(passphrase, Buffer.from(box.salt, 'base64'), box);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(box.nonce, 'base64'), { authTagLength: TAG_BYTES });
  try {
    decipher.setAAD(about);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new WrongPassphrase();
  }
}

type Scrypt = Pick<PassphraseSealed, 'cost' | 'block_size' | 'parallel'>;

function keyOf(passphrase: string, salt: Uint8Array, { cost, block_size, parallel }: Scrypt): Promise<Buffer> {
  const maxmem = 128 * block_size * (cost + parallel) + 1024 * 1024;
  const options = { cost, blockSize: block_size, parallelization: parallel, maxmem };
  return new Promise((resolve, reject) => {
    // One spelling for what looks the same, whatever keyboard it was typed on.
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
