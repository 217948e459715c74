import { createCipheriv, createDecipheriv } from 'node:crypto';
import { fault } from './faults/faults.ts';
import { randomBytes } from './random.ts';

/** Encrypts secrets for storage. `about` says where the value belongs, so that it cannot be moved to another place. */
export interface Sealer {
  /** @returns version byte 1, 12 bytes nonce, ciphertext, 16 bytes tag */
  seal(plain: Uint8Array, about: string): Uint8Array;
  /** @throws fault `KeyMaterialUnavailable` for another key, another `about` or a damaged value */
  open(sealed: Uint8Array, about: string): Uint8Array;
}

export const MASTER_KEY_BYTES = 32;
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SHORTEST = 1 + NONCE_BYTES + TAG_BYTES;
const ALGORITHM = 'aes-256-gcm';

/**
 * Seals with AES-256-GCM under the master key. Random nonces are safe here: an appliance seals far fewer than 2^32 values.
 * @throws RangeError when the key has not 32 bytes
 */
export function sealer(masterKey: Uint8Array): Sealer {
  if (masterKey.length !== MASTER_KEY_BYTES) throw new RangeError(`a master key has ${MASTER_KEY_BYTES} bytes`);
  const key = Buffer.from(masterKey);
  return {
    seal(plain, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(boundTo(about));
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, about) {
      if (sealed.length < SHORTEST || sealed[0] !== VERSION) throw fault('KeyMaterialUnavailable');
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(boundTo(about));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const start = decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES));
      try {
        return Buffer.concat([start, decipher.final()]);
      } catch {
        // GCM has one way to fail and does not say why: wrong key, wrong place or changed bytes
        throw fault('KeyMaterialUnavailable');
      }
    },
  };
}

/** The version is authenticated too, so that a later layout cannot be passed off as this one. */
function boundTo(about: string): Buffer {
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(about, 'utf8')]);
}
