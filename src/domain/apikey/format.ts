import { crc32 } from 'node:zlib';
import { digestOf } from '../../kit/digest.ts';
import { randomBelow } from '../../kit/random.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const PREFIX_RANDOM = 6;
/** 220 bits: they cannot all be tried, so that one round of SHA-256 is enough. */
const SECRET_RANDOM = 37;
const CHECKSUM = 6;
const SHAPE = /^(ws[a-z0-9]{6})_([0-9A-Za-z]{37})([0-9A-Za-z]{6})$/;

/** A whole key, and what is stored of it. */
export interface FreshKey {
  readonly text: string;
  readonly prefix: string;
  readonly hash: Uint8Array;
}

export function freshKey(): FreshKey {
  const prefix = `ws${randomLetters(PREFIX_LETTERS, PREFIX_RANDOM)}`;
  const secret = randomLetters(BASE62, SECRET_RANDOM);
  const text = `${prefix}_${secret}${checksumOf(secret)}`;
  return { text, prefix, hash: digestOf(text) };
}

/** The prefix of a key that may be one; undefined when it is misspelt, cut or something else, which need not be looked up. */
export function prefixOf(text: string): string | undefined {
  const [, prefix, secret = '', checksum] = SHAPE.exec(text) ?? [];
  return checksum === checksumOf(secret) ? prefix : undefined;
}

function randomLetters(alphabet: string, count: number): string {
  return Array.from({ length: count }, () => alphabet[randomBelow(alphabet.length)]).join('');
}

/** CRC-32 (IEEE) in base 62, most significant digit first. */
function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let digits = '';
  for (let at = 0; at < CHECKSUM; at++) {
    digits = `${BASE62[rest % BASE62.length]}${digits}`;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
