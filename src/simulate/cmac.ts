import { createCipheriv } from 'node:crypto';

const BLOCK = 16;
/** The reduction constant of RFC 4493 for 128-bit blocks. */
const RB = 0x87;

/** One block under AES-128. */
export function aesBlock(key: Uint8Array, block: Uint8Array): Buffer {
  return createCipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(block);
}

/** AES-128-CMAC (RFC 4493) of a message of any length. */
export function aesCmac(key: Uint8Array, message: Uint8Array): Buffer {
  const whole = message.length > 0 && message.length % BLOCK === 0;
  const padded = Buffer.alloc(whole ? message.length : (Math.floor(message.length / BLOCK) + 1) * BLOCK);
  padded.set(message);
  if (!whole) padded[message.length] = 0x80;
  const k1 = doubled(aesBlock(key, Buffer.alloc(BLOCK)));
  const mask = whole ? k1 : doubled(k1);
  const last = padded.subarray(padded.length - BLOCK);
  for (let i = 0; i < BLOCK; i++) last[i] = (last[i] ?? 0) ^ (mask[i] ?? 0);
  const chained = createCipheriv('aes-128-cbc', key, Buffer.alloc(BLOCK)).setAutoPadding(false).update(padded);
  return chained.subarray(chained.length - BLOCK);
}

function doubled(block: Buffer): Buffer {
  const result = Buffer.alloc(BLOCK);
  for (let i = 0; i < BLOCK; i++) result[i] = ((block[i] ?? 0) << 1) | ((block[i + 1] ?? 0) >> 7);
  if ((block[0] ?? 0) & 0x80) result[BLOCK - 1] = (result[BLOCK - 1] ?? 0) ^ RB;
  return result;
}
