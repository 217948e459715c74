import type { Eui } from '../../kit/eui.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { Arrival } from '../../simulate/application-answers.ts';
import { type NamedValue, valuesForJson } from '../decoded-values.ts';
import { clockTime, contentOf, downlinkLine } from './downlink-lines.ts';

/**
 * A request that an application center got, for a person: one line, or none for what concerns only the protocol.
 * @param values what an uplink says, if that is known
 */
export function arrivalInWords(atMs: number, arrival: Arrival, values?: readonly NamedValue[]): string | undefined {
  switch (arrival.command) {
    case 'ulData':
      return uplinkLine(atMs, arrival, values);
    case 'dlDataRes': {
      const { epEui, queId, result, bsEui, packetCnt } = arrival;
      const where = bsEui === undefined ? '' : ` by ${bsEui} in the window of #${packetCnt}`;
      return downlinkLine(atMs, epEui, String(queId), `${result}${where}`);
    }
    case 'epStat': {
      const { epEui, epStatus, attachCnt, sign } = arrival;
      const how = sign === undefined ? '' : ' over the air';
      return `${clockTime(atMs)}  endpoint  ${epEui}  ${epStatus}${how}${attachCnt === undefined ? '' : `, attachment ${attachCnt}`}`;
    }
    case 'ping':
      return undefined;
  }
}

/** What became of an attempt to queue a downlink. */
export interface Queueing {
  readonly epEui: Eui;
  readonly queId: bigint;
  readonly userData: Uint8Array;
  /** Nothing when it was accepted; a ProtocolError when it was refused. */
  readonly error?: Error;
}

/** The same of a downlink that was to be queued. */
export function queueingInWords(atMs: number, { epEui, queId, userData, error }: Queueing): string {
  const reason =
    error instanceof ProtocolError
      ? `refused with code ${error.code}: ${error.message}`
      : `unanswered: ${error?.message}`;
  const accepted = `queued: ${contentOf(userData)}`;
  return downlinkLine(atMs, epEui, String(queId), error ? reason : accepted);
}

/** For a program: one JSON object with the fields of the protocol, 64-bit integers as text and bytes in hex. */
export function arrivalInJson(atMs: number, arrival: Arrival, values?: readonly NamedValue[]): string | undefined {
  if (arrival.command === 'ping') return undefined;
  return inJson(atMs, { ...arrival, ...(values && { values: valuesForJson(values) }) });
}

/** The same of a downlink that was to be queued: `dlDataQueRsp`, or `error` with its code, or without when there was no answer. */
export function queueingInJson(atMs: number, { error, ...downlink }: Queueing): string {
  if (!error) return inJson(atMs, { command: 'dlDataQueRsp', ...downlink });
  const code = error instanceof ProtocolError ? error.code : undefined;
  return inJson(atMs, { command: 'error', ...downlink, code, message: error.message });
}

function inJson(atMs: number, fields: object): string {
  return JSON.stringify({ at: new Date(atMs).toISOString(), ...fields }, plain);
}

/** Reads the member itself: `value` is what the JSON of a Buffer would be. */
function plain(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const member = this[key];
  if (typeof member === 'bigint') return String(member);
  return member instanceof Uint8Array ? Buffer.from(member).toString('hex') : value;
}

function uplinkLine(
  atMs: number,
  uplink: Arrival & { readonly command: 'ulData' },
  values?: readonly NamedValue[],
): string {
  const { epEui, packetCnt, userData, format = 0, baseStations, dlOpen, responseExp, dlAck, duplicate } = uplink;
  const [best] = baseStations;
  const heard = baseStations.length === 1 ? '1 station' : `${baseStations.length} stations`;
  const remarks = [
    ...(format !== 0 ? [`format ${format}`] : []),
    ...(dlAck ? ['has received a downlink'] : []),
    ...(responseExp ? ['expects a response'] : dlOpen ? ['listens'] : []),
    ...(duplicate ? ['counter used before'] : []),
  ];
  return [
    `${clockTime(atMs)}  uplink  ${epEui}  #${packetCnt}`,
    userData.length === 0 ? 'no user data' : contentOf(userData, values),
    ...(best ? [`${best.rssi.toFixed(1)} dBm`, `${best.snr.toFixed(1)} dB`, heard] : []),
    ...remarks,
  ].join('  ');
}
