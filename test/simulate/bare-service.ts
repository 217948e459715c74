import { decode } from '@msgpack/msgpack';
import type { TestAuthority } from '../peers/certificates.ts';
import { readExactly } from '../peers/exact-json.ts';
import { type BareProtocol, bareCenter, type Fields, fresh, type Script } from './bare-center.ts';

const BRACE = 0x7b;
const scaci: BareProtocol = {
  identifier: 'MIOTYA01',
  read: payload =>
    payload[0] === BRACE ? readExactly(payload.toString()) : (decode(payload, { useBigInt64: true }) as Fields),
};
const ANSWERED = ['ping', 'reg', 'dereg', 'dlDataQue', 'dlDataRev', 'ulDataTx'];

/** Answers an application center like a service center that agrees with everything. */
export function agreeTo({ command, opId }: Fields): Fields | undefined {
  const rsp = { command: `${command}Rsp`, opId };
  if (command === 'con') return { ...rsp, version: '1.0.0', scEui: 0xacde480000000001n, ...fresh };
  if (command === 'status') return { ...rsp, code: 0, message: 'ok', time: 1_767_225_600_123_456_789n };
  return ANSWERED.includes(String(command)) ? rsp : undefined;
}

/** A scripted service center as application centers see it. */
export function bareService(authority: TestAuthority, script: Script = agreeTo) {
  return bareCenter(authority, script, scaci);
}

/** An uplink as a service center delivers it. */
export function delivery(over: Fields = {}): Fields {
  return {
    command: 'ulData',
    epEui: 0xacde48000000e001n,
    baseStations: [
      { bsEui: 0xacde4800000000b1n, rxTime: 1_767_225_600_123_456_789n, snr: 12.5, rssi: -98.25, profile: 'eu1' },
      { bsEui: 0xacde4800000000b2n, rxTime: 1_767_225_600_123_458_900n, snr: 3.5, rssi: -120.5 },
    ],
    packetCnt: 1001,
    userData: [1, 128, 255],
    format: 0,
    dlOpen: true,
    responseExp: false,
    dlAck: false,
    duplicate: false,
    ...over,
  };
}
