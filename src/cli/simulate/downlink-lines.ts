import type { DownlinkEvent } from '../../simulate/transmitter.ts';
import { type NamedValue, valuesForJson, valuesInWords } from '../decoded-values.ts';

/** The time of day in UTC, as it stands before every live line. */
export function clockTime(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}

/** One live line about a downlink. */
export function downlinkLine(atMs: number, epEui: string, queId: number | string, what: string): string {
  return `${clockTime(atMs)}  downlink  ${epEui}  id ${queId} ${what}`;
}

/**
 * What a station says about a downlink, for a person.
 * @param values what is sent with it, if that is known
 */
export function eventInWords(event: DownlinkEvent, values?: readonly NamedValue[]): string {
  const { what, bsEui, code, transmission } = event;
  switch (what) {
    case 'taken':
      return `taken by ${bsEui}`;
    case 'refused':
      return `refused by ${bsEui} with code ${code}`;
    case 'sent':
      return `sent by ${bsEui} in the window of #${transmission?.packetCnt}: ${contentOf(transmission?.userData, values)}`;
    case 'expired':
      return `given up by ${bsEui}, its counters have passed`;
    case 'invalid':
      return `given up by ${bsEui}, the endpoint does not listen`;
    case 'revoked':
      return `revoked at ${bsEui}`;
    case 'dropped':
      return `forgotten by ${bsEui}`;
    case 'lost':
      return `lost by ${bsEui} on purpose`;
  }
}

/** The same for a program: one JSON object. */
export function eventInJson(atMs: number, event: DownlinkEvent, values?: readonly NamedValue[]): string {
  const { what, bsEui, epEui, queId, code, transmission } = event;
  const sent = transmission && {
    packetCnt: transmission.packetCnt,
    userData: Buffer.from(transmission.userData).toString('hex'),
    ...(values && { values: valuesForJson(values) }),
  };
  return JSON.stringify({ at: new Date(atMs).toISOString(), downlink: what, queId, epEui, bsEui, code, ...sent });
}

/** User data in hex, and behind it what that means, as far as it is known. */
export function contentOf(userData: Uint8Array = new Uint8Array(), values: readonly NamedValue[] = []): string {
  const hex = userData.length === 0 ? 'empty' : Buffer.from(userData).toString('hex');
  return values.length === 0 ? hex : `${hex}  ${valuesInWords(values)}`;
}
