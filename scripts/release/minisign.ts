import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { SigningKey } from './keys.ts';

/** Ed25519 over the BLAKE2b-512 of the file, as minisign has it since 0.9; and of a key. */
const PREHASHED = 'ED';
const KEY = 'Ed';

/** The public key as a file for `minisign -p`. */
export function minisignPublicKey(key: SigningKey): string {
  const id = idOf(key);
  const bytes = Buffer.concat([Buffer.from(KEY), id, Buffer.from(key.publicKey.keyval.public, 'hex')]);
  return `untrusted comment: minisign public key ${shown(id)}\n${bytes.toString('base64')}\n`;
}

/** What stands beside a file as `FILE.minisig`. @param at when it is signed, milliseconds */
export function minisignSignature(file: string, key: SigningKey, at: number): string {
  const digest = createHash('blake2b512').update(readFileSync(file)).digest();
  const signature = key.sign(digest);
  const trusted = `timestamp:${Math.floor(at / 1000)}\tfile:${basename(file)}\thashed`;
  const global = key.sign(Buffer.concat([signature, Buffer.from(trusted)]));
  return [
    `untrusted comment: signature of ${basename(file)}`,
    Buffer.concat([Buffer.from(PREHASHED), idOf(key), signature]).toString('base64'),
    `trusted comment: ${trusted}`,
    global.toString('base64'),
    '',
  ].join('\n');
}

/** Eight bytes by which minisign tells keys apart. */
const idOf = (key: SigningKey): Buffer => Buffer.from(key.id, 'hex').subarray(0, 8);
/** As minisign shows it: a number whose lowest byte comes first. */
const shown = (id: Buffer): string => id.readBigUInt64LE().toString(16).toUpperCase().padStart(16, '0');
