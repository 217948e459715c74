import type { Test } from 'tap';
import type { Config, DeepPartial } from '../../src/config/load.ts';
import type { SimulatedStation } from '../../src/simulate/base-station.ts';
import { Center, until } from '../peers/center.ts';
import { RawCenter } from '../peers/raw-center.ts';
import type { Fields } from '../peers/raw-peer.ts';
import { euiOf, uplink } from '../peers/telegrams.ts';

export const AC = 'acde480000000a01';
export const AC2 = 'acde480000000a02';
export const EP = 'acde48000000e001';
export const BS = 'acde4800000000b1';
export const BS2 = 'acde4800000000b2';
export const UUID = [...Buffer.from('8f1c2a44903b4d5ea1b2c3d4e5f60718', 'hex')];
/** Pings travel in real time and would lose against wound time: a test of pings asks for them. */
const PATIENT = { ping_s: 1_000_000 };
const RECEPTION_WINDOW_MS = 500;

/** A TLS connection with a certificate of this name; nothing is said yet. */
export async function dialIn(center: Center, acEui = AC): Promise<RawCenter> {
  const {
    certPem: cert,
    keyPem: key,
    caPem,
  } = await center.app.pki.issue({
    kind: 'application-center',
    eui: euiOf(acEui),
  });
  return RawCenter.open(center.ports.scaci ?? 0, caPem, { cert, key });
}

export function conOf(acEui: string, fields: Fields = {}): Fields {
  const con = { command: 'con', opId: 0, version: '1.0.0', acEui: BigInt(`0x${acEui}`), snAcUuid: UUID };
  return { ...con, ...fields };
}

/** A connected application center; `con` may be changed field by field. */
export async function connected(
  center: Center,
  fields: Fields = {},
  acEui = AC,
): Promise<RawCenter & { answer: Fields }> {
  const peer = await dialIn(center, acEui);
  peer.send(conOf(acEui, fields));
  const answer = await peer.next();
  peer.send({ command: 'conCmp', opId: 0 });
  return Object.assign(peer, { answer: answer ?? {} });
}

/** A whole service center with one bidirectional, attached endpoint. */
export async function scene(t: Test, settings: DeepPartial<Config> = {}): Promise<Center> {
  const center = await Center.start({
    dir: t.testdir(),
    settings: { ...settings, scaci: { ...PATIENT, ...settings.scaci } },
  });
  await center.endpoint({ ep_eui: EP, ep_class: 'A', pre_attach: true });
  return center;
}

/** The endpoint is heard with this counter, and centers get it. */
export async function hear(center: Center, station: SimulatedStation, packetCnt: number): Promise<void> {
  await station.start('ulData', uplink({ epEui: euiOf(EP), packetCnt, rxTime: center.clock.nowNs() }));
  await center.clock.advance(RECEPTION_WINDOW_MS);
}

/** Ends the connection, and returns when the session can be resumed. */
export async function drop(center: Center, app: RawCenter): Promise<void> {
  await app.close();
  await until(() => center.rows(`SELECT 1 FROM center_session WHERE status IN ('active', 'resumed')`).length === 0);
}

/** A downlink with everything a test does not care about. */
export function downlink(opId: number, queId: bigint | number, over: Fields = {}): Fields {
  const about = { epEui: BigInt(`0x${EP}`), queId: BigInt(queId), cntDepend: false, userData: [[1, 2, 3]] };
  return { command: 'dlDataQue', opId, ...about, ...over };
}
