import { attachBlock, cmac } from '../../src/domain/attach/signature.ts';
import type { Fields, RawStation } from '../peers/raw-station.ts';
import { EP, NWK_KEY } from './center.ts';

/** Radio time of the attach telegrams. */
export const ATT_RX = 1_767_225_600_123_456_789n;
const NONCE = [0x5a, 0xc3, 0x01, 0x7e];
export const DET_SIGN = [0x11, 0x22, 0x33, 0x44];

/** An attach telegram as a station reports it. */
export function att(opId: number, fields: Fields = {}, attachCnt = 5): Fields {
  const sign = [...cmac(NWK_KEY, attachBlock(EP, attachCnt)).subarray(0, 4)];
  const radio = { rxTime: ATT_RX, attachCnt, snr: 14.5, rssi: -97.25, nonce: NONCE, sign };
  const flags = { dualChan: false, repetition: true, wideCarrOff: false, longBlkDist: false };
  return { command: 'att', opId, epEui: BigInt(`0x${EP}`), ...radio, ...flags, ...fields };
}

/** A detach telegram as a station reports it. */
export function det(opId: number, fields: Fields = {}): Fields {
  const radio = { rxTime: ATT_RX + 1_000_000_000n, packetCnt: 42, snr: 9.5, rssi: -110, sign: DET_SIGN };
  return { command: 'det', opId, epEui: BigInt(`0x${EP}`), ...radio, ...fields };
}

export const cmp = (command: string, opId: number): Fields => ({ command, opId });

/** Attaches the endpoint through a station that is connected. */
export async function attach(station: RawStation, opId: number, cnt = 5): Promise<Fields | undefined> {
  station.send(att(opId, {}, cnt));
  const answer = await station.until('attRsp');
  station.send(cmp('attCmp', opId));
  return answer;
}
