import { type Eui, euiToBigInt } from '../../kit/eui.ts';
import { encryptBlock } from './signature.ts';

/** Network session key of an endpoint that attached over the air (BSSCI 9.6). */
export function sessionKey(nwkKey: Uint8Array, epEui: Eui, nonce: Uint8Array, sign: Uint8Array): Buffer {
  const block = Buffer.alloc(16);
  block.writeBigUInt64BE(euiToBigInt(epEui), 0);
  block.set(nonce, 8);
  block.set(sign, 12);
  return encryptBlock(nwkKey, block);
}

/** Address on the air: what the station assigned, else what is configured, else the end of the EUI (BSSCI 9.4). */
export function shortAddress(
  epEui: Eui,
  assigned: number | undefined | null,
  configured: number | undefined | null,
): number {
  return assigned ?? configured ?? Number(euiToBigInt(epEui) & 0xffffn);
}
