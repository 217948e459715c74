import { createCipheriv, timingSafeEqual } from 'node:crypto';
import { type Eui, euiToBigInt } from '../../kit/eui.ts';

const BLOCK = 16;
const SIGNATURE_BYTES = 4;
/** Reduction constant of the field of RFC 4493. */
const RB = 0x87;

/** One block of AES-128-ECB without padding. */
export function encryptBlock(key: Uint8Array, block: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-128-ecb', key, null);
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
}

/** AES-128-CMAC (RFC 4493). */
export function cmac(key: Uint8Array, data: Uint8Array): Buffer {
  const k1 = double(encryptBlock(key, Buffer.alloc(BLOCK)));
  const blocks = Math.max(1, Math.ceil(data.length / BLOCK));
  const padded = Buffer.alloc(blocks * BLOCK);
  padded.set(data);
  const whole = data.length === padded.length;
  if (!whole) padded[data.length] = 0x80;
  const mask = whole ? k1 : double(k1);
  const last = padded.subarray(-BLOCK);
  for (let i = 0; i < BLOCK; i++) last[i] = (last[i] ?? 0) ^ (mask[i] ?? 0);
  const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(BLOCK));
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(padded), cipher.final()]).subarray(-BLOCK);
}

/** What the signature of an attach telegram covers (BSSCI 9.5). */
export function attachBlock(epEui: Eui, attachCnt: number): Buffer {
  const block = Buffer.alloc(BLOCK, 0xff);
  block.writeBigUInt64BE(euiToBigInt(epEui), 0);
  block[9] = 0x00;
  block.writeUInt32BE(attachCnt, 10);
  return block;
}

/** Whether `sign` was made with the network key of the endpoint. Takes the same time for every wrong signature. */
export function attachSignatureFits(nwkKey: Uint8Array, epEui: Eui, attachCnt: number, sign: Uint8Array): boolean {
  const expected = cmac(nwkKey, attachBlock(epEui, attachCnt)).subarray(0, SIGNATURE_BYTES);
  return sign.length === SIGNATURE_BYTES && timingSafeEqual(expected, sign);
}

function double(block: Buffer): Buffer {
  const result = Buffer.alloc(BLOCK);
  for (let i = 0; i < BLOCK; i++) result[i] = ((block[i] ?? 0) << 1) | ((block[i + 1] ?? 0) >> 7);
  if (((block[0] ?? 0) & 0x80) !== 0) result[BLOCK - 1] = (result[BLOCK - 1] ?? 0) ^ RB;
  return result;
}
