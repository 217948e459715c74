import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { canonicalJson } from '../../src/kit/canonical-json.ts';

/** A public key as metadata has it. */
export interface PublicKey {
  readonly keytype: 'ed25519';
  readonly scheme: 'ed25519';
  readonly keyval: { readonly public: string };
}

/** A key that signs, and its id. */
export interface SigningKey {
  readonly id: string;
  readonly publicKey: PublicKey;
  sign(bytes: Uint8Array): Buffer;
}

/**
 * Makes a key pair: the file has the private key, encrypted where there is a passphrase, and `FILE.pub` the public one.
 * @throws Error where there is a file already: a key is never replaced
 */
export function makeKey(file: string, passphrase?: string): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const protection = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem', ...protection });
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  const key = signingKey(privateKey);
  writeFileSync(`${file}.pub`, `${JSON.stringify(key.publicKey)}\n`, { flag: 'wx' });
  return key;
}

export function readKey(file: string, passphrase?: string): SigningKey {
  const pem = readFileSync(file, 'utf8');
  if (pem.includes('ENCRYPTED') && passphrase === undefined)
    throw new Error(`${file} is encrypted: say --passphrase-file`);
  return signingKey(createPrivateKey({ key: pem, format: 'pem', ...(passphrase !== undefined && { passphrase }) }));
}

export function readPublicKey(file: string): PublicKey {
  const key = JSON.parse(readFileSync(file, 'utf8')) as PublicKey;
  if (key.keytype !== 'ed25519' || !/^[0-9a-f]{64}$/.test(key.keyval.public))
    throw new Error(`${file} is no public key`);
  return key;
}

/** By its content, as every tool of TUF names a key. */
export function keyId(key: PublicKey): string {
  return createHash('sha256').update(canonicalJson(key)).digest('hex');
}

function signingKey(privateKey: KeyObject): SigningKey {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicKey: PublicKey = {
    keytype: 'ed25519',
    scheme: 'ed25519',
    keyval: { public: Buffer.from(x, 'base64url').toString('hex') },
  };
  return { id: keyId(publicKey), publicKey, sign: bytes => sign(null, bytes, privateKey) };
}
