import { type Eui, parseEui } from '../../src/kit/eui.ts';
import type { Request } from '../../src/simulate/table.ts';

/** An EUI a test writes down; throws when it is none. */
export function euiOf(text: string): Eui {
  const eui = parseEui(text);
  if (!eui) throw new RangeError(`not an EUI: ${text}`);
  return eui;
}

export const METER = euiOf('fe0000000000e101');

/** An uplink of the meter with everything a test does not care about. */
export function uplink(over: Partial<Request<'ulData'>> = {}): Request<'ulData'> {
  return {
    epEui: METER,
    rxTime: 1_767_225_600_123_456_789n,
    packetCnt: 1,
    snr: 12.5,
    rssi: -98,
    userData: Uint8Array.of(1, 128, 255),
    dlOpen: false,
    responseExp: false,
    dlAck: false,
    ...over,
  };
}

/** A telegram of a foreign MAC with everything a test does not care about. */
export function macUplink(over: Partial<Request<'vm.ulData'>> = {}): Request<'vm.ulData'> {
  return {
    macType: 1,
    userData: Uint8Array.of(0x44, 0x93, 0x15),
    trxTime: 81_234_567_890n,
    sysTime: 1_767_225_600_123_456_789n,
    freqOff: 868_157_596,
    snr: 9.5,
    rssi: -101,
    carrSpace: 1,
    pattGrp: 0,
    pattNum: 3,
    crc: [0xa5, 0x3c],
    ...over,
  };
}
